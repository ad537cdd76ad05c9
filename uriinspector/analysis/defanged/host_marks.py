"""The host of a defanged link: labels, and marks where a dot, a colon or an "@" is meant."""

from __future__ import annotations

import re

from uriinspector.analysis.defanged.mark_characters import (
    BRACKETS,
    CLOSE,
    CLOSING,
    OPEN,
    OPENING,
    SYMBOLS,
    WORDS,
    Edit,
    changing,
    edited,
)
from uriinspector.analysis.domains import is_listed
from uriinspector.analysis.special_names import SPECIAL_NAMES
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import matches_ipv4
from uriinspector.core.model import NamedTuple
from uriinspector.readers.browser import host_in_browsers

# What may stand around a symbol that is marked.
_AROUND = rf"[{BRACKETS}\\^\s]"
_SYMBOL = r"%2[eE]|[.,:@\uff0e\u3002\uff61\uff1a\uff20]"
_WORD = "|".join(WORDS)


def _mark(symbol: str) -> re.Pattern[str]:
    """Every run of brackets and blanks is looked at once, from its beginning."""
    return expression(
        rf"(?<!{_AROUND})(?P<left>{_AROUND}*+)(?P<symbol>{symbol})(?P<right>{_AROUND}*+)"
        rf"|(?<!{_AROUND})(?P<opening>{_AROUND}++)(?P<word>{_WORD})(?P<closing>{_AROUND}++)"
        rf"|(?<!{_AROUND})(?P<opened>{_AROUND}*+(?<={OPEN})dot)(?=[\w-])"
        rf"|(?<=[\w-])(?P<closed>dot{CLOSE}{_AROUND}*+)"
        rf"|(?<!{_AROUND})(?P<junk>{_AROUND}++)",
        re.IGNORECASE,
    )


MARK = _mark(_SYMBOL)
# Where the slashes of the scheme are percent-encoded, so are the delimiters of the authority.
ESCAPED_MARK = _mark(rf"%3a|%40|{_SYMBOL}")
# Brackets with nothing in them are a call or an array: "f().name".
EMPTY_PAIR = expression(rf"{OPEN}\s*{CLOSE}\Z")
# A word without any bracket, and blanks around one.
BARE_DOT = expression(
    r"(?<=[a-z0-9])DOT(?=[a-z0-9])|(?<=[A-Za-z0-9])-dot-(?=[A-Za-z0-9])|\s+(?:dot|DOT)\s+"
)
# Where nothing but words, blanks or commas speak for a host, it ends in one of these.
USUAL = expression(r"com|net|org|info|biz|[a-z]{2}")
WWW = expression(r"www[0-9]?", re.IGNORECASE)
NAME = expression(r"[\w.\uff0e\u3002\uff61-]+")
PORT = expression(r":[0-9]{0,5}\Z")


class HostMarks(NamedTuple):
    """The edits of an authority, what they leave of it, and what speaks for them.

    ``is_sure``: brackets or the like stand where a symbol is meant, ``is_enclosed``: on both sides
    of it; ``is_spaced``: blanks do, on both sides, and no dot has none.
    """

    edits: tuple[Edit, ...]
    authority: str
    is_sure: bool = False
    is_enclosed: bool = False
    is_spaced: bool = False


def marks_of(text: str, start: int, end: int, *, is_escaped: bool) -> HostMarks | None:
    """What undoes the marks between labels; None where a bracket stands in the midst of one.

    ``is_escaped``: what delimits the parts of the authority is percent-encoded, too.
    """
    matches = list((ESCAPED_MARK if is_escaped else MARK).finditer(text, start, end))
    if any(_is_no_mark(match, start, end) for match in matches):
        return None
    if _is_call(matches, start, end) or _is_placeholder(text, matches, start):
        return None
    if text.startswith("[", start) and text.endswith("]", start, end) and not _inner(matches):
        return None  # an address literal, or what is none
    edits = changing(text, [(*match.span(), _meant(match)) for match in matches])
    sure = [match for match in matches if match["junk"] is None and _is_bracketed(match)]
    return HostMarks(
        edits,
        edited(text, start, end, edits),
        is_sure=bool(sure),
        is_enclosed=any(_is_enclosed(match) for match in sure),
        is_spaced=_are_spaced(matches),
    )


def bare_words(text: str, start: int, end: int) -> HostMarks:
    """The same of a name whose dots are nothing but words: "exampleDOTcom"."""
    edits = tuple((*match.span(), ".") for match in BARE_DOT.finditer(text, start, end))
    return HostMarks(edits, edited(text, start, end, edits), is_spaced=True)


def with_dots(text: str, start: int, end: int) -> HostMarks:
    """The same of a name with a comma in place of each dot."""
    edits = tuple((*match.span(), ".") for match in re.compile(",").finditer(text, start, end))
    return HostMarks(edits, edited(text, start, end, edits))


def _meant(match: re.Match[str]) -> str:
    if symbol := match["symbol"]:
        # A comma by itself is none, and what browsers take for a dot is left to them.
        is_itself = symbol not in ".:@" and "%" not in symbol and not _is_bracketed(match)
        return symbol if is_itself else SYMBOLS[symbol.lower()]
    if word := match["word"]:
        return WORDS[word.lower()]
    return "" if match["junk"] else "."


def _is_bracketed(match: re.Match[str]) -> bool:
    """Whether there is more around the symbol than blanks."""
    around = match[0] if match["word"] is None else match["opening"] + match["closing"]
    return around.strip().lower() not in {*SYMBOLS, ""}


def _is_enclosed(match: re.Match[str]) -> bool:
    left = match["left"] or match["opening"] or ""
    right = match["right"] or match["closing"] or ""
    return left.strip()[-1:] in {*OPENING} and right.strip()[:1] in {*CLOSING}


def _are_spaced(matches: list[re.Match[str]]) -> bool:
    """Whether blanks or words say that it was taken apart: "a . com", "a dot com", "u @ a.com"."""
    spaced = [match for match in matches if _is_spaced(match)]
    dots = [match for match in matches if _meant(match) == "."]
    ats = [match for match in matches if _meant(match) == "@"]
    are_words = all(match["word"] for match in dots) or not any(
        match["word"] == "at" for match in ats
    )
    whole_dots = all(match in spaced for match in dots)
    return (
        bool(spaced)
        and are_words
        and (
            whole_dots
            or (
                all(match in spaced for match in ats) and not any(match in spaced for match in dots)
            )
        )
    )


def _is_spaced(match: re.Match[str]) -> bool:
    if _is_bracketed(match):
        return False
    if match["symbol"]:
        return bool(match["left"] and match["right"])
    return match["word"] in {"dot", "DOT", "AT", "at"}


def _is_no_mark(match: re.Match[str], start: int, end: int) -> bool:
    if match["junk"]:
        return start < match.start() and match.end() < end
    return EMPTY_PAIR.search(match["left"] or "") is not None


def _is_call(matches: list[re.Match[str]], start: int, end: int) -> bool:
    """Brackets around what follows a symbol: "x.(int)", "user@[10.0.0.1]"."""
    last = matches[-1] if matches else None
    if last is None or not last["junk"] or last.end() < end or last[0].strip()[-1:] not in CLOSING:
        return False
    inner = [match for match in matches if match["symbol"]]
    is_opened = any(match["right"].strip()[-1:] in {*OPENING} for match in inner)
    is_closed = any(match["left"].strip()[:1] in {*CLOSING} for match in inner)
    return is_opened and not is_closed and matches[0].start() > start


def _inner(matches: list[re.Match[str]]) -> bool:
    """Whether anything but brackets at both ends is a mark."""
    return any(not match["junk"] and _is_bracketed(match) for match in matches)


def _is_placeholder(text: str, matches: list[re.Match[str]], start: int) -> bool:
    """Brackets around the first label: "{name}.com"; around "www" they are a mark."""
    if len(matches) < 2 or matches[0].start() > start or not matches[0]["junk"]:
        return False
    if (matches[1]["left"] or "").strip()[:1] not in {*CLOSING}:
        return False
    return WWW.fullmatch(text, matches[0].end(), matches[1].start()) is None


def is_host(marks: HostMarks, *, has_scheme: bool) -> bool:
    """Whether there can be such a host: under a public suffix, an address, any where it is sure."""
    name = PORT.sub("", marks.authority.rpartition("@")[2])
    known = host_in_browsers(name) if NAME.fullmatch(name) else None
    if known is None:
        return False
    if matches_ipv4(name) or has_scheme:
        return True
    labels = known.rstrip(".").split(".")
    is_listed_name = is_listed(known) or labels[-1] in SPECIAL_NAMES
    is_certain = marks.is_enclosed or (marks.is_sure and "@" in marks.authority)
    return len(labels) > 1 and (is_listed_name or (is_certain and labels[-1].isalpha()))


def is_usual(authority: str) -> bool:
    """Whether it ends like most hosts do, or is an address."""
    name = lowered(PORT.sub("", authority.rpartition("@")[2]))
    ending = name.rpartition(".")[2]
    is_name = USUAL.fullmatch(ending) is not None and is_listed(name)
    return is_name or bool(matches_ipv4(name))
