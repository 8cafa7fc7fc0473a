"""Tests of the Python package, with python-chess as an independent generator."""

import copy
import doctest
import inspect
import json
import pickle
import signal
import subprocess
import sys
import threading
import time

import chess
import chess.variant
import numpy
import pytest

import canopy

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINNED = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1"


def python_chess(fen, moves, depth):
    """The divide of python-chess."""
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)

    def leaves(depth):
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += leaves(depth - 1)
            board.pop()
        return total

    divide = {}
    for move in list(board.legal_moves):
        board.push(move)
        divide[move.uci()] = leaves(depth - 1)
        board.pop()
    return divide


def test_perft_and_divide():
    assert canopy.perft("startpos", 5) == 4865609
    assert canopy.perft(KIWIPETE, 4, threads=1, hash_mb=16) == 4085603
    divide = canopy.divide(KIWIPETE, 2)
    assert divide == python_chess(KIWIPETE, [], 2)
    after = canopy.divide("startpos", 2, moves=["e2e4", "e5"])
    assert sum(after.values()) == canopy.perft("startpos", 2, moves=("e4", "e7e5"))


def test_chess960_castling():
    assert "e1g1" in canopy.moves(KIWIPETE)
    assert "e1h1" in canopy.moves(KIWIPETE, chess960=True)


def test_statistics():
    counted = canopy.statistics("startpos", 4)
    assert (counted["nodes"], counted["captures"], counted["checkmates"]) == (197281, 1576, 8)


def test_explain_and_san():
    verdict = canopy.explain(PINNED, "Bd3")
    assert not verdict
    assert verdict.reasons[0][0] == "pinned"
    assert canopy.san("startpos", "g1f3") == "Nf3"
    with pytest.raises(canopy.PositionError, match="pinned"):
        canopy.san(PINNED, "e2d3")


def test_explanations_can_be_pickled_and_copied():
    fields = ["legal", "text", "uci", "san", "reasons"]
    for move, legal in [("Bd3", False), ("Kd2", True)]:
        verdict = canopy.explain(PINNED, move)
        assert verdict.legal is legal
        assert set(fields) == {name for name in dir(verdict) if not name.startswith("_")}
        protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
        again = [pickle.loads(pickle.dumps(verdict, protocol)) for protocol in protocols]
        for other in [*again, copy.copy(verdict), copy.deepcopy(verdict)]:
            assert type(other) is canopy.Explanation
            for field in fields:
                assert getattr(other, field) == getattr(verdict, field)


def test_perft_many():
    fens = numpy.array(["startpos", KIWIPETE] * 50)
    counts = canopy.perft_many(fens, 3)
    assert counts.dtype == numpy.uint64
    assert counts.tolist() == [8902, 97862] * 50
    assert canopy.perft_many([], 3).shape == (0,)
    with pytest.raises(canopy.PositionError, match="8/8 w"):
        canopy.perft_many(["startpos", "8/8 w"], 1)


def test_estimate():
    found = canopy.estimate("startpos", 9, seconds=60, precision=0.01)
    assert found.low < found.value < found.high
    assert abs(float(found) / 2439530234167 - 1) < 0.05
    assert canopy.estimate("startpos", 3).value == 8902


def test_errors():
    with pytest.raises(canopy.PositionError, match="8/8/8"):
        canopy.perft("8/8/8 w - -", 1)
    with pytest.raises(ValueError, match="255"):
        canopy.perft("startpos", 256)
    for name, arguments in [("depth", {"depth": -1}), ("threads", {"threads": -2}), ("hash_mb", {"hash_mb": -3})]:
        with pytest.raises(ValueError, match=f"{name} is a whole number from 0 to"):
            canopy.perft("startpos", **{"depth": 1, **arguments})
    with pytest.raises(ValueError, match="seed is a whole number from 0 to 18446744073709551615, found -1"):
        canopy.estimate("startpos", 9, seed=-1)
    with pytest.raises(TypeError, match=r"expected a FEN or an object with a method fen\(\), found 5"):
        canopy.perft(5, 1)


def test_boards():
    board = chess.Board()
    board.push_san("e4")
    assert canopy.perft(board, 3) == 13160
    assert canopy.moves(board)[0] == "a7a6"
    assert canopy.perft_many([board, "startpos"], 1).tolist() == [20, 20]
    assert canopy.find_bug(lambda fen, moves, depth: canopy.divide(fen, depth, moves=moves), [board, (board, 2)]) is None


def test_numpy_is_needed_by_perft_many_only(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert canopy.perft("startpos", 2) == 400
    with pytest.raises(ImportError, match=r"canopy-chess\[numpy\]"):
        canopy.perft_many(["startpos"], 2)


def test_progress_is_called_and_its_exception_ends_the_count():
    seen = []
    canopy.perft("startpos", 6, progress=seen.append)
    assert seen[-1] == 1.0
    assert seen == sorted(seen)

    def fail(fraction):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        canopy.perft("startpos", 12, progress=fail)


def test_ctrl_c_ends_a_count():
    # A parent such as nohup may have ignored the signal: then Python does not handle it, and the count goes on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            canopy.perft("startpos", 12, progress=lambda _: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_gil_is_released():
    done = threading.Event()
    counted = []

    def count():
        counted.append(canopy.perft("startpos", 6, threads=1))
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    steps = 0
    while not done.is_set():
        steps += 1
    thread.join()
    assert counted == [119060324]
    assert steps > 1000


def test_a_right_generator_has_no_bug():
    assert canopy.find_bug(python_chess, ["startpos", (KIWIPETE, 2)]) is None
    canopy.testing.assert_no_bug(python_chess, [KIWIPETE], depth=2)


def without_en_passant(fen, moves, depth):
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)
    divide = canopy.divide(fen, depth, moves=moves)
    return {
        move: leaves
        for move, leaves in divide.items()
        if not board.is_en_passant(chess.Move.from_uci(move))
    }


def test_find_bug_explains():
    bug = canopy.find_bug(without_en_passant)
    assert bug.kind == "wrong"
    assert "en passant" in bug.text
    assert bug.depth == 1
    assert len(bug.fen.split()) == 6
    with pytest.raises(AssertionError, match="en passant is legal"):
        canopy.testing.assert_no_bug(without_en_passant)


def test_an_exception_of_the_generator_is_a_bug():
    def fails(fen, moves, depth):
        raise IndexError("square 64")

    bug = canopy.find_bug(fails)
    assert bug.kind == "no answer"
    assert "square 64" in bug.text
    assert "test_canopy.py" in bug.text


@pytest.mark.parametrize("answer", [20, None, {"e2e4": "many"}, ["e2e4"]])
def test_a_wrong_type_is_an_error(answer):
    with pytest.raises(TypeError, match="expected a dict"):
        canopy.find_bug(lambda fen, moves, depth: answer)


@pytest.mark.parametrize("moves", ["e2e4", None, [1]])
def test_moves_are_a_list(moves):
    with pytest.raises(TypeError, match=r"expected a list of moves such as \['e2e4', 'e7e5'\], found"):
        canopy.perft("startpos", 1, moves=moves)


def test_a_single_fen_is_no_list():
    with pytest.raises(TypeError, match="expected several FENs, found 'startpos'"):
        canopy.perft_many("startpos", 1)
    with pytest.raises(TypeError, match="expected several FENs, found 'startpos'"):
        canopy.find_bug(python_chess, "startpos")


def test_divide_is_a_function():
    with pytest.raises(TypeError, match="divide must be a function, not 5"):
        canopy.find_bug(5)


def test_ctrl_c_ends_find_bug():
    def interrupted(fen, moves, depth):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        canopy.find_bug(interrupted)


POSITION_5 = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def program_says(*arguments, code):
    """What the program prints that is installed beside the module."""
    run = subprocess.run(["canopy", "why", *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == code, run.stderr
    return run.stdout


def test_why_names_the_known_defects_that_give_a_total():
    found = canopy.why("62416", fen=POSITION_5, depth=3)
    (claim,) = found.claims
    assert (claim.fen, claim.moves, claim.depth) == (POSITION_5, [], 3)
    assert (claim.total, claim.correct, claim.right, claim.wrong_counts) == (62416, 62379, False, [])
    assert (found.right, found.complete) == (False, True)
    (cause,) = [cause for cause in found.causes if cause.id == "castling-right-kept-after-rook-captured"]
    assert cause.sentences == ["the castling right is kept after the rook was captured"]
    assert len(found.causes) < found.known_defects / 20
    assert len(found.next.totals) == len(found.causes)


def test_why_says_what_the_program_says():
    text = f"{PAWN} depth 1: 7"
    found = canopy.why(text)
    assert str(found) + "\n" == program_says(text, code=1)
    answer = found.next.totals[0][0]
    fewer = canopy.why("perft 1: 7", fen=PAWN, depth=1, also=(answer,))
    assert found.causes[0].id == fewer.causes[0].id
    assert len(fewer.causes) < len(found.causes)
    data = json.loads(program_says(text, "--also", str(answer), "--json", code=1))
    assert [(cause.id, cause.sentences) for cause in fewer.causes] == [
        (cause["id"], cause["sentences"]) for cause in data["causes"]
    ]


def test_why_of_a_divide_and_of_right_numbers():
    found = canopy.why("Kiwipete depth 2, all lines right but e5d7: 44 (45)")
    assert found.claims[0].wrong_counts == [("e5d7", 44, 45)]
    found = canopy.why(f"{PAWN} depth 1\ne1d1: 1\ne1e2: 1\n\nNodes searched: 2")
    assert "missing" in found.facts[0]
    found = canopy.why("perft 2: 601", fen=chess.Board(), moves=["e2e4"])
    assert (found.claims[0].moves, found.claims[0].correct) == (["e2e4"], 600)
    right = canopy.why("perft 3 of the start position is 8902")
    assert (right.right, right.causes, right.next) == (True, [], None)
    warned = canopy.why("r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1 depth 1: 5")
    assert "d8" in warned.warnings[0]


def test_variants():
    pocket = "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"
    assert canopy.perft(pocket, 2, variant="crazyhouse") == 3083
    assert canopy.statistics(pocket, 1, variant="crazyhouse")["drops"] == 62
    assert "Q@a1" in canopy.moves(pocket, variant="crazyhouse")
    assert canopy.fen("startpos", moves=["e4"], variant="3check").endswith(" b KQkq - 3+3 0 1")
    assert "pocket" in canopy.explain(pocket, "N@d4", variant="crazyhouse").text
    assert canopy.perft_list(["startpos"], 4, variant="atomic") == [197_326]
    with pytest.raises(canopy.PositionError, match="crazyhouse"):
        canopy.perft(pocket, 1)
    with pytest.raises(ValueError, match="allowed are chess, kingofthehill"):
        canopy.perft("startpos", 1, variant="losers")


def test_a_board_says_its_variant():
    for name, leaves in [("atomic", 197_326), ("antichess", 153_299), ("horde", 23_310)]:
        board = chess.variant.find_variant(name)()
        assert canopy.perft(board, 4) == leaves
    assert canopy.perft(chess.variant.AtomicBoard(), 4, variant="chess") == 197_281


def test_find_bug_in_a_variant():
    def divide(fen, moves, depth):
        counts = canopy.divide(fen, depth, moves=moves, variant="antichess")
        return {move: n for move, n in counts.items() if not move.endswith("k")}

    bug = canopy.find_bug(divide, variant="antichess")
    assert "k" in bug.text
    assert canopy.find_bug(lambda *question: canopy.divide(question[0], question[2], moves=question[1], variant="atomic"), variant="atomic") is None


def test_why_refuses_what_it_cannot_use():
    with pytest.raises(ValueError, match="no number of leaves"):
        canopy.why("my engine is wrong")
    with pytest.raises(canopy.PositionError, match="8/8 w"):
        canopy.why("20", fen="8/8 w")
    with pytest.raises(ValueError, match="the argument depth is 4, but line 1 says depth 3"):
        canopy.why("startpos depth 3: 8000", depth=4)
    with pytest.raises(ValueError, match="depth 0 is out of range: 1 to 255"):
        canopy.why("20", depth=0)
    with pytest.raises(ValueError, match="5 answers no question"):
        canopy.why("startpos depth 1: 21", also=[5] * 20)


def test_ctrl_c_ends_why():
    # Otherwise this takes far longer than the limit.
    text = "startpos depth 5: 4865610"
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            canopy.why(text)
        assert time.monotonic() - begun < 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_failing_pytest_shows_the_explanation(tmp_path):
    test = tmp_path / "test_mine.py"
    test.write_text(
        "import canopy\n"
        "def divide(fen, moves, depth):\n"
        "    counts = canopy.divide(fen, depth, moves=moves)\n"
        "    return {move: n for move, n in counts.items() if not move.endswith('n')}\n"
        "def test_generator():\n"
        "    canopy.testing.assert_no_bug(divide)\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "are promotions to a knight" in run.stdout
    assert "def assert_no_bug" not in run.stdout


def test_it_is_a_thousand_times_as_fast_as_python_chess():
    begun = time.perf_counter()
    leaves = sum(python_chess(chess.STARTING_FEN, [], 4).values())
    theirs = leaves / (time.perf_counter() - begun)
    begun = time.perf_counter()
    ours = canopy.perft("startpos", 6, threads=1) / (time.perf_counter() - begun)
    print(f"{ours / theirs:.0f} times as fast, one thread")
    assert ours > 1000 * theirs


def test_every_function_is_documented():
    for name in canopy.__all__:
        if name != "__version__":
            assert inspect.getdoc(getattr(canopy, name)), name


def test_the_examples_of_the_docstrings():
    results = doctest.testmod(canopy)
    assert results.attempted > 3
    assert results.failed == 0


def test_the_program_is_installed():
    run = subprocess.run(["canopy", "perft", "3"], capture_output=True, text=True, check=True)
    assert "Nodes searched: 8902" in run.stdout
