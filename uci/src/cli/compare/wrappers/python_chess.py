#!/usr/bin/env python3
"""python-chess as an engine for `canopy compare --engine python3 --engine-arg FILE`.

For another library, replace the functions that use `chess`. Needs: pip install chess
"""
import sys

import chess


def perft(board, depth):
    if depth == 0:
        return 1
    count = 0
    for move in list(board.legal_moves):
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def divide(board, depth):
    total = 0
    for move in list(board.legal_moves):
        text = board.uci(move)
        board.push(move)
        count = perft(board, depth - 1)
        board.pop()
        total += count
        print(f"{text}: {count}")
    print(f"\nNodes searched: {total}\n", flush=True)


def position(words, chess960):
    at = words.index("moves") if "moves" in words else len(words)
    fen = chess.STARTING_FEN if words[1] == "startpos" else " ".join(words[2:at])
    board = chess.Board(fen, chess960=chess960)
    for text in words[at + 1:]:
        board.push_uci(text)
    return board


board, chess960 = chess.Board(), False
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("id name python-chess", chess.__version__)
        print("option name UCI_Chess960 type check default false\nuciok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[:3] == ["setoption", "name", "UCI_Chess960"]:
        chess960 = words[-1] == "true"
    elif words[:1] == ["position"]:
        board = position(words, chess960)
    elif words[:2] == ["go", "perft"]:
        divide(board, int(words[2]))
    elif words == ["quit"]:
        break
