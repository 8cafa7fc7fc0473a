from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, final

__all__ = [
    "__version__",
    "PositionError",
    "Bug",
    "Estimate",
    "Explanation",
    "Why",
    "WhyClaim",
    "WhyCause",
    "WhyQuestion",
    "perft",
    "divide",
    "statistics",
    "perft_list",
    "estimate",
    "fen",
    "moves",
    "san",
    "explain",
    "find_bug",
    "why",
]

__version__: str

class _HasFen(Protocol):
    def fen(self) -> str: ...

class PositionError(ValueError):
    """A FEN or a move is malformed or illegal. The message says where and why."""

@final
class Explanation:
    """Whether a move is legal, and why. It is true if the move is legal; `str` gives the sentence."""

    legal: bool
    """Whether the move is legal."""
    text: str
    """The answer in one sentence."""
    uci: str
    """The move in UCI notation, or as it was written."""
    san: str | None
    """The move in SAN, if it is legal."""
    reasons: list[tuple[str, str]]
    """The reasons as pairs of a stable code, such as `pinned`, and a sentence."""
    def __new__(
        cls, legal: bool, text: str, uci: str, san: str | None, reasons: list[tuple[str, str]]
    ) -> Explanation: ...
    def __getnewargs__(self) -> tuple[bool, str, str, str | None, list[tuple[str, str]]]: ...
    def __bool__(self) -> bool: ...

@final
class Estimate:
    """An estimated number of leaves with its interval of 95 %."""

    value: float
    """The number of leaves."""
    low: float
    """The lower bound of the interval."""
    high: float
    """The upper bound of the interval."""
    lines: int
    """The random lines drawn; 0 if the leaves were counted, because there are few."""
    def __float__(self) -> float: ...

@final
class Bug:
    """A bug of a move generator. `str` gives the whole explanation."""

    kind: Literal["wrong", "no answer"]
    """Whether answers are wrong or missing."""
    headline: str
    """The cause in one sentence."""
    text: str
    """The position, the wrong moves and the rule behind each, and the smallest position."""
    fen: str
    """The FEN of the smallest position that shows it."""
    moves: list[str]
    """The moves to play from there first, in UCI notation."""
    depth: int
    """The depth that shows it, in plies."""

@final
class WhyClaim:
    """Numbers of a text for one position and depth, beside the right ones."""

    fen: str
    """The position."""
    moves: list[str]
    """The moves to play from there first, in UCI notation."""
    depth: int
    """The depth in plies."""
    total: int | None
    """The claimed total, or the sum of a complete divide."""
    correct: int
    """The right total."""
    right: bool
    """Whether all numbers are right."""
    wrong_counts: list[tuple[str, int, int]]
    """The moves of a divide with wrong counts: the move, the claimed count, and the right one."""

@final
class WhyCause:
    """A known defect that gives all numbers."""

    id: str
    """A name that keeps its meaning."""
    sentences: list[str]
    """What a program with it does: one sentence, or one for each narrower form that gives the numbers."""

@final
class WhyQuestion:
    """A question to the program that counted. Its answer tells causes apart."""

    fen: str
    """The position."""
    depth: int
    """The depth in plies."""
    correct: int
    """The right total."""
    totals: list[list[int]]
    """For each of `causes`, the totals that programs with it give; empty if that is not known."""

@final
class Why:
    """What the numbers of a text mean. `str` gives the whole answer."""

    text: str
    """The whole answer, as `canopy why` prints it."""
    right: bool
    """Whether all numbers are right."""
    claims: list[WhyClaim]
    """The numbers of the text, beside the right ones."""
    causes: list[WhyCause]
    """The known defects that give all numbers."""
    known_defects: int
    """The number of known defects; 0 if none was compared, because no number of leaves is wrong."""
    not_compared: list[str]
    """The ids of defects that could not be compared in every form."""
    complete: bool
    """Whether the comparison was finished."""
    next: WhyQuestion | None
    """The question that tells the causes apart."""
    facts: list[str]
    """What the numbers prove, whatever the cause."""
    warnings: list[str]
    """What is doubtful about the positions."""
    assumptions: list[str]
    """What was assumed about the text."""
    unread: list[tuple[int, str, str]]
    """Lines with numbers that were not read: the number of the line, its text, and the reason."""
    left_out: list[tuple[str, int, str]]
    """Numbers that were not compared: the FEN, the depth, and the reason."""

def perft(
    fen: str | _HasFen,
    depth: int,
    *,
    moves: Sequence[str] = ...,
    threads: int = 0,
    hash_mb: int = 0,
    chess960: bool | None = None,
    progress: Callable[[float], object] | None = None,
    variant: str | None = None,
) -> int:
    """Counts the leaves at exactly `depth` plies.

    `fen` is a FEN, an EPD, `startpos` or an object with a method `fen`, such as a board; `moves` are played from there, in UCI notation or SAN. With
    `threads=0`, one thread per core counts. `hash_mb` is the largest size of the hash table. `progress`
    is called about 20 times a second with the fraction that is done, finally with 1.0.

    Each call starts a thread. `perft_many` counts many positions in one call.

    `variant` is the name of a variant: `crazyhouse`, `atomic`, `antichess`, `kingofthehill`, `3check`, `horde`,
    `racingkings`, or `chess`. Without it, a board of python-chess says its own, and all else is chess.

    Raises PositionError for an unusable position or move, ValueError for a number out of its range,
    MemoryError if there is not enough memory, OverflowError for a count above 128 bits. Ctrl-C ends
    the count.
    """

def divide(
    fen: str | _HasFen,
    depth: int,
    *,
    moves: Sequence[str] = ...,
    threads: int = 0,
    hash_mb: int = 0,
    chess960: bool | None = None,
    progress: Callable[[float], object] | None = None,
    variant: str | None = None,
) -> dict[str, int]:
    """The leaves below each legal move, in the order in which Stockfish prints them. The keys are in
    UCI notation. With `chess960=True`, castling is the king capturing its rook; None means only where
    standard notation cannot express it. Otherwise as `perft`."""

def statistics(
    fen: str | _HasFen,
    depth: int,
    *,
    moves: Sequence[str] = ...,
    threads: int = 0,
    hash_mb: int = 0,
    progress: Callable[[float], object] | None = None,
    variant: str | None = None,
) -> dict[str, int]:
    """The leaves by kind: `nodes`, `captures`, `en_passant`, `castles`, `promotions`, `to_knight`,
    `to_bishop`, `to_rook`, `to_queen`, `checks`, `checks_no_mate`, `discovered`, `double`,
    `double_no_mate`, `checkmates`, `stalemates`. The kinds of variants are `nodes`, `captures`, `drops`, `checks`,
    `explosions`, `en_passant`, `castles`, `promotions`, `checkmates`, `stalemates`, `ends`. Otherwise as `perft`."""

def perft_list(
    fens: Sequence[str | _HasFen],
    depth: int,
    *,
    threads: int = 0,
    hash_mb: int = 0,
    progress: Callable[[float], object] | None = None,
    variant: str | None = None,
) -> list[int]:
    """As `canopy.perft_many`, with a list as the answer."""

def estimate(
    fen: str | _HasFen,
    depth: int,
    *,
    moves: Sequence[str] = ...,
    seconds: float = 10.0,
    precision: float = 1e-3,
    seed: int = 0,
    threads: int = 0,
    variant: str | None = None,
) -> Estimate:
    """Estimates the leaves at a depth that takes too long to count, from random lines. It ends after
    `seconds`, or when half the width of the interval is `precision` times the value."""

def fen(
    fen: str | _HasFen, *, moves: Sequence[str] = ..., chess960: bool | None = None, variant: str | None = None
) -> str:
    """The FEN after the moves. Raises PositionError for an unusable position or move."""

def moves(
    fen: str | _HasFen, *, moves: Sequence[str] = ..., chess960: bool | None = None, variant: str | None = None
) -> list[str]:
    """The legal moves in UCI notation, in the order in which Stockfish prints them."""

def san(fen: str | _HasFen, mv: str, *, moves: Sequence[str] = ..., variant: str | None = None) -> str:
    """A legal move in SAN. It may be given in UCI notation or in SAN. Raises PositionError, with the
    rule that forbids the move."""

def explain(
    fen: str | _HasFen,
    mv: str,
    *,
    moves: Sequence[str] = ...,
    chess960: bool | None = None,
    variant: str | None = None,
) -> Explanation:
    """Whether a move is legal, and why. Raises PositionError if the text is not a move."""

def find_bug(
    divide: Callable[[str, list[str], int], Mapping[str, int]],
    positions: Sequence[tuple[str | _HasFen, int]] | None = None,
    chess960: bool = False,
    variant: str = "chess",
) -> Bug | None:
    """As `canopy.find_bug`."""

def why(
    text: str,
    *,
    fen: str | _HasFen | None = None,
    moves: Sequence[str] = ...,
    depth: int | None = None,
    chess960: bool = False,
    also: Sequence[int] = ...,
    variant: str = "chess",
) -> Why:
    """Explains wrong counts from a text alone, without the program that counted.

    `text` has a total, totals of several depths, a divide in any format, columns of statistics, or failing rows of a
    suite, with other words around them. `fen`, `moves`, `depth`, `chess960` and `variant` are what it does not say. `also` has the
    totals of the program for the questions so far: the first one is `next` of the answer without them. All known
    defects are compared with every number, on one thread per core. Ctrl-C ends the comparison.

    Raises ValueError if nothing in the text can be compared, and PositionError for an unusable position or move.
    """
