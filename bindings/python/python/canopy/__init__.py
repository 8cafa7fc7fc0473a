"""Fast perft, legal moves with reasons, and a debugger for chess move generators.

>>> import canopy
>>> canopy.perft("startpos", 4)
197281
>>> canopy.moves("startpos")[:3]
['a2a3', 'b2b3', 'c2c3']
>>> str(canopy.explain("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "Bd3"))
'Bd3 is illegal: the bishop on e2 is pinned to the king on e1 by the rook on e7'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from . import testing
from ._canopy import (
    Bug,
    Estimate,
    Explanation,
    PositionError,
    Why,
    WhyCause,
    WhyClaim,
    WhyQuestion,
    __version__,
    divide,
    estimate,
    explain,
    fen,
    moves,
    perft,
    perft_list,
    san,
    statistics,
    why,
)
from ._canopy import find_bug as _find_bug

if TYPE_CHECKING:
    import numpy

__all__ = [
    "Bug",
    "Estimate",
    "Explanation",
    "PositionError",
    "Why",
    "WhyCause",
    "WhyClaim",
    "WhyQuestion",
    "__version__",
    "divide",
    "estimate",
    "explain",
    "fen",
    "find_bug",
    "moves",
    "perft",
    "perft_many",
    "san",
    "statistics",
    "testing",
    "why",
]

#: A move generator: from a FEN, moves and a depth to the leaves below each move.
Divide = Callable[[str, "list[str]", int], Mapping[str, int]]

#: The depth for positions without one.
DEPTH = 3


def perft_many(
    fens: Iterable[str],
    depth: int,
    *,
    threads: int = 0,
    hash_mb: int = 0,
    progress: Callable[[float], object] | None = None,
    variant: str | None = None,
) -> numpy.ndarray:
    """Counts the leaves of many positions, which share the threads and the hash table.

    `fens` is any iterable of FENs or boards, such as a list or a numpy array; the answer is an array of
    `uint64` in the same order, or of Python integers if a number needs more bits.

    >>> import canopy
    >>> canopy.perft_many(["startpos", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"], 3)
    array([8902,    0], dtype=uint64)
    """
    try:
        # Loading numpy takes longer than most counts.
        import numpy
    except ImportError as error:
        raise ImportError("perft_many returns an array of numpy: pip install 'canopy-chess[numpy]'") from error

    positions = list(_several(fens))
    counts = perft_list(positions, depth, threads=threads, hash_mb=hash_mb, progress=progress, variant=variant)
    small = all(count < 1 << 64 for count in counts)
    return numpy.array(counts, dtype=numpy.uint64 if small else object)


def find_bug(
    divide: Divide,
    fens: Iterable[str | tuple[str, int]] | None = None,
    depth: int = DEPTH,
    *,
    chess960: bool = False,
    variant: str = "chess",
) -> Bug | None:
    """Finds a bug of a move generator, the smallest position that shows it, and the reason.

    `divide(fen, moves, depth)` returns the number of leaves below each legal move, as a dict. Moves are
    in UCI notation or in SAN, castling is `e1g1`, `e1h1` or `O-O`. An exception of `divide` is a bug
    too.

    `fens` are the positions to ask about, each to `depth` or with a depth of its own: `(fen, depth)`.
    Without them, some hundred positions are used that expose known bugs (2.8 million leaves), of Chess960
    only with `chess960`; castling is `e1h1` there. With the name of a `variant`, some hundred positions of random
    games of it are used.

    Returns None if everything is right.
    """
    if not callable(divide):
        raise TypeError(f"divide must be a function, not {divide!r}")
    if fens is None:
        return _find_bug(divide, chess960=chess960, variant=variant)
    positions = [(fen[0], fen[1]) if isinstance(fen, (tuple, list)) else (fen, depth) for fen in _several(fens)]
    return _find_bug(divide, positions, variant=variant)


def _several(fens: Iterable) -> Iterable:
    """The FENs; a single one is a mistake, because it would be taken for a list of characters."""
    if isinstance(fens, str):
        raise TypeError(f"expected several FENs, found {fens!r}")
    return fens
