"""How a row writes hosts, paths and fragments: text with places, such as "/d/{document}/edit"."""

from __future__ import annotations

import re
from functools import lru_cache

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

PLACE = expression(r"\{([a-z][a-z_]*)\}")
BRACES = expression("[{}]")


class PlacePattern(NamedTuple):
    """An expression with a group for each place, and the runs (segments, labels) they are in."""

    expression: re.Pattern[str]
    runs: tuple[tuple[str, int], ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(name for name, _ in self.runs)


@lru_cache(maxsize=4096)
def path_pattern(text: str) -> PlacePattern:
    """The whole path; with "/" at its end, what is below it; with "*", what begins so."""
    is_open = text[-1:] in {"/", "*"}
    expression, runs = _expression(text.removesuffix("*"), "/")
    return PlacePattern(re.compile(expression + (".*+" if is_open else "/?"), re.DOTALL), runs)


@lru_cache(maxsize=4096)
def host_pattern(text: str) -> PlacePattern:
    """A name with places for labels; the first label has the number 1."""
    expression, runs = _expression(text, ".")
    runs = tuple((name, index + 1) for name, index in runs)
    return PlacePattern(re.compile(expression + r"\.?"), runs)


@lru_cache(maxsize=4096)
def fragment_pattern(text: str) -> PlacePattern:
    """The whole fragment."""
    expression, runs = _expression(text, "/")
    if not text.startswith("/"):
        runs = tuple((name, 0) for name, _ in runs)
    return PlacePattern(re.compile(expression), runs)


def faults(text: str, mark: str) -> bool:
    """Whether places are not written as they should be: one of a name, one in a run."""
    names = PLACE.findall(text)
    runs = text.split(mark)
    return (
        BRACES.search(PLACE.sub("", text)) is not None
        or len(names) != len(set(names))
        or any(len(PLACE.findall(run)) > 1 for run in runs)
    )


def listed_host(text: str) -> str:
    """The host to look it up by: all behind the last place stands fast."""
    _, brace, behind = text.rpartition("}")
    if not brace:
        return text
    return "*." + (behind[1:] if behind.startswith(".") else behind.partition(".")[2])


def _expression(text: str, mark: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """One place in a run at most: each run is gone through twice at worst."""
    pieces, runs, at = [], [], 0
    for place in PLACE.finditer(text):
        pieces.append(re.escape(text[at : place.start()]))
        pieces.append(f"(?P<{place[1]}>[^{re.escape(mark)}]+)")
        runs.append((place[1], text.count(mark, 0, place.start())))
        at = place.end()
    pieces.append(re.escape(text[at:]))
    return "".join(pieces), tuple(runs)
