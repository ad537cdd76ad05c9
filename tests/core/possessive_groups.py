"""Print all possessive groups of the program that Python 3.11.0 to 3.11.4 matches wrongly.

If an attempt at one more repetition fails, these versions do not restore the position (CPython
gh-106052), so a group must fail where it began. Characters and anchors do not move the position; a
repetition, a look-around, a branch and an atomic group set it where they begin, and leave it where
they end.
"""

import importlib
import pkgutil
import re
import sys
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any

CHARACTERS = {codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY, codes.CATEGORY}
REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}
NEVER = ("[(FAILURE, ())]", "[(ASSERT_NOT, (1, []))]")
SAMPLES = (
    "http://a.example:80/b%20c/..?d=e#f", "mailto:a@b.test", "urn:oid:1.2", "//[::1]/é", "a b",
)  # fmt: skip


# Files that are not the callers of ``re.compile``.
OWN = ("possessive_groups.py", "expression.py")


class StepBackError(Exception):
    """Raised if a failed attempt can leave the position elsewhere than where it began."""


def wrong_groups(pattern: str | bytes, flags: int = 0) -> int:
    """Return the number of possessive groups of an expression that are matched wrongly."""
    return _wrong(parser.parse(pattern, flags))


def _wrong(tree: Any) -> int:
    count = 0
    for code, argument in tree.data:
        if code is codes.POSSESSIVE_REPEAT and not is_wholesome(argument[2]):
            count += 1
        count += sum(_wrong(part) for part in _parts(argument))
    return count


def _parts(argument: Any) -> list[Any]:
    if isinstance(argument, parser.SubPattern):
        return [argument]
    if isinstance(argument, tuple | list):
        return [part for each in argument for part in _parts(each)]
    return []


def is_wholesome(body: Any) -> bool:
    """Return True if every failed attempt to match leaves the position where it began."""
    if len(body) == 1:
        code, argument = body[0]
        if code in CHARACTERS:
            return True
        if code is codes.SUBPATTERN:
            return is_wholesome(argument[-1])
        if code is codes.BRANCH and repr(argument[1][-1].data) in NEVER:
            return True
    try:
        _follow(body, moved=False, left=False)
    except StepBackError:
        return False
    return True


def _follow(body: Any, *, moved: bool, left: bool) -> tuple[bool, bool]:
    """Return whether something was matched, and whether the position may have moved."""
    for code, argument in body.data:
        if code in CHARACTERS or code is codes.AT:
            if left:
                raise StepBackError
            moved = moved or code is not codes.AT
        elif code in REPEATS:
            least, _, inner = argument
            is_plain = len(inner) == 1 and inner[0][0] in CHARACTERS
            if (least and moved) or not (is_plain or code is codes.POSSESSIVE_REPEAT):
                raise StepBackError
            moved = left = True
        elif code is codes.SUBPATTERN:
            moved, left = _follow(argument[-1], moved=moved, left=left)
        elif code is codes.BRANCH and not moved:
            ends = [_follow(each, moved=False, left=False) for each in argument[1]]
            moved, left = any(end[0] for end in ends), any(end[1] for end in ends)
        elif code is codes.ASSERT and not moved and argument[0] > 0:
            left = _follow(argument[1], moved=False, left=False) != (False, False)
        else:
            raise StepBackError
    return moved, left


def compiled_expressions() -> dict[tuple[Any, int], str]:
    """Import and exercise the whole program; return its expressions with their locations."""
    from uriinspector.core.expression import LazyExpression

    found: dict[tuple[Any, int], str] = {}
    really_compile, really_init = re.compile, LazyExpression.__init__

    def note(pattern: Any, flags: int) -> None:
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - tracebacks compile some, too
        while frame and frame.f_code.co_filename.endswith(OWN):
            frame = frame.f_back
        file = frame.f_code.co_filename if frame else ""
        if "uriinspector" in file and isinstance(pattern, str | bytes):
            found.setdefault((pattern, int(flags)), file.rpartition("uriinspector")[2])

    def compile_noted(pattern: Any, flags: int = 0) -> re.Pattern[Any]:
        note(pattern, flags)
        return really_compile(pattern, flags)

    def init(self: LazyExpression, pattern: Any, flags: int) -> None:
        note(pattern, flags)
        really_init(self, pattern, flags)

    re.compile = compile_noted
    LazyExpression.__init__ = init  # type: ignore[method-assign]
    import uriinspector

    for module in pkgutil.walk_packages(uriinspector.__path__, "uriinspector."):
        if not module.name.startswith("uriinspector.spark"):  # needs more packages
            importlib.import_module(module.name)
    for text in SAMPLES:
        for edition in uriinspector.EDITIONS:
            uriinspector.inspect(text, edition=edition).to_dict()
    return found


if __name__ == "__main__":
    expressions = compiled_expressions()
    for (pattern, flags), file in expressions.items():
        if count := wrong_groups(pattern, flags):
            sys.stdout.write(f"{file}: {count} in {pattern!r}\n")
    sys.stdout.write(f"{len(expressions)} expressions\n")
