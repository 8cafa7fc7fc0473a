#!/usr/bin/env python3
# python-chess (pip install chess) for `canopy compare --engine python3 --engine-arg FILE`
import sys
import chess


def perft(board, depth, show=False):
    total = 0
    for move in list(board.legal_moves):
        text = board.uci(move) if show else ""
        board.push(move)
        count = perft(board, depth - 1) if depth > 1 else 1
        board.pop()
        total += count
        if show:
            print(f"{text}: {count}")
    return total


board, chess960 = chess.Board(), False
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "uci":
        print("option name UCI_Chess960 type check default false\nuciok")
    elif command == "isready":
        print("readyok")
    elif command == "setoption":
        chess960 = rest == "name UCI_Chess960 value true"
    elif command == "position":
        setup, _, moves = rest.partition(" moves ")
        fen = chess.STARTING_FEN if setup == "startpos" else setup[len("fen "):]
        board = chess.Board(fen, chess960=chess960)
        for move in moves.split():
            board.push_uci(move)
    elif command == "go":
        print(f"\nNodes searched: {perft(board, int(rest[len('perft '):]), show=True)}\n")
    elif command == "quit":
        break
    sys.stdout.flush()
