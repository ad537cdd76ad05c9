"""Generate links with odd parts, reproducibly from a seed."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple


class Case(NamedTuple):
    """A text with its base and edition, and the names to protect."""

    text: str
    base: str | None = None
    edition: str = "2005"
    protect: tuple[str, ...] = ()


PARTS: Final[dict[str, tuple[str, ...]]] = {
    name: tuple(each.replace("?!", "\ud800") for each in values)
    for name, values in tomllib.loads(
        Path(__file__).with_name("odd_parts.toml").read_text("utf-8")
    ).items()
}


def odd_links(count: int, seed: int = 2005) -> Iterator[Case]:
    """Yield this number of cases, beginning with the complete links of the table."""
    source = random.Random(seed)
    whole = list(_whole(source))[:count]
    yield from whole
    for _ in range(count - len(whole)):
        text = _mutated(_link(source), source)
        edition = "2005" if source.random() < 0.8 else source.choice(("1994", "1997", "2003"))
        base = source.choice(PARTS["bases"]) if source.random() < 0.2 else None
        protect = ("paypal.com",) if source.random() < 0.1 else ()
        yield Case(text, base, edition, protect)


def _whole(source: random.Random) -> Iterator[Case]:
    """Yield each complete link alone and with a base; links of the first two editions in both."""
    yield from map(Case, PARTS["whole"])
    for text in PARTS["whole"]:
        yield Case(text, source.choice(PARTS["bases"]))
    for text in PARTS["old"]:
        for edition in ("1994", "1997"):
            yield Case(text, None, edition)
            yield Case(text, source.choice(PARTS["bases"]), edition)


def _link(source: random.Random) -> str:
    start = f"{_any('web' if source.random() < 0.75 else 'other', source)}:"
    if source.random() < 0.1:
        start = ""
    user = f"{_any('users', source)}@" if source.random() < 0.15 else ""
    host = _any("names" if source.random() < 0.65 else "addresses", source)
    rest = [_rarely(name, source) for name in ("paths", "queries", "fragments")]
    port = _any("ports", source)
    return "".join([start, _any("slashes", source), user, host, port, *rest])


def _any(name: str, source: random.Random) -> str:
    return source.choice(PARTS[name])


def _rarely(name: str, source: random.Random) -> str:
    return _any(name, source) if source.random() < 0.7 else PARTS[name][0]


def _mutated(text: str, source: random.Random) -> str:
    """Insert or remove a character, add a wrapper, or return the text unchanged."""
    kind = source.random()
    at = source.randrange(len(text) + 1)
    if kind < 0.2:
        return text[:at] + source.choice(PARTS["nasty"]) + text[at:]
    if kind < 0.25:
        return text[:at] + text[at + 1 :]
    if kind < 0.28:
        opening, closing = source.choice(("<>", '""', "()", "  ", "\x00\x00", "\u201c\u201d", "[]"))
        return opening + text + closing
    return text
