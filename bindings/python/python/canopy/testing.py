"""Tests of move generators: a failure explains the bug."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import Divide


def assert_no_bug(
    divide: Divide,
    fens: Iterable[str | tuple[str, int]] | None = None,
    depth: int | None = None,
    *,
    chess960: bool = False,
    variant: str = "chess",
) -> None:
    """Fails with the explanation of the bug if `canopy.find_bug` finds one. For pytest and unittest:

        def test_my_generator():
            canopy.testing.assert_no_bug(my_divide)
    """
    # pytest leaves this frame out of the traceback.
    __tracebackhide__ = True
    from . import DEPTH, find_bug

    depth = DEPTH if depth is None else depth
    bug = find_bug(divide, fens, depth, chess960=chess960, variant=variant)
    if bug is not None:
        raise AssertionError(bug.text)
