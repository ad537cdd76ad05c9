"""The ladder of section 6: each rung allows more to be changed, none more than its edition does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered, lowered_but_triplets, with_capital_triplets
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.normal import (
    CASE,
    DOTS,
    ESCAPES,
    PROTOCOL,
    SCHEME,
    STRING,
    Ladder,
    Pieces,
    Rung,
)
from uriinspector.core.production import BAD_PERCENT, TRIPLET
from uriinspector.core.resolution import recompose
from uriinspector.core.schemes.dossier import DEFAULT, Choice
from uriinspector.core.schemes.lookup import scheme_of

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from uriinspector.core.reference import Reference

LITERAL = expression(r"\A\[[^\[\]]*\]\Z")
# A bad "%" with the triplets right after it: unescaping one of those could make the bad one good.
UNSAFE = rf"(?P<unsafe>{BAD_PERCENT}(?:{TRIPLET})*+)"
ESCAPED = expression(rf"{UNSAFE}|{TRIPLET}")
NEVER_CLIMBED = "needs the network: not checked"
DECODED = "unnecessary percent-encoding is decoded"
DECODED_UPPERCASE = "unnecessary percent-encoding is decoded, hexadecimal digits in uppercase"
EQUAL_UPPERCASE = "encoded unreserved characters equal plain ones, hexadecimal digits in uppercase"


def normalize(
    reference: Reference, choice: Choice = DEFAULT, *, comparing: bool = False
) -> tuple[Rung, ...]:
    """Every rung from the text as it is to the normal form, and the one that is never climbed.

    ``comparing`` counts as the same what a normalizer had better leave as it is (2003 2.3).
    """
    ladder = reference.rules.ladder
    pieces = take_apart(reference)
    allowed = (comparing and ladder.equivalent) or ladder.unescape
    rungs = [Rung(STRING, reference.text, "character by character", ladder.string)]
    for name, cites, climb in (
        (CASE, ladder.case, partial(_case, ladder)),
        (ESCAPES, ladder.escapes, partial(_escapes, ladder, reference, allowed)),
        (DOTS, ladder.dots, partial(_dots, ladder)),
        (SCHEME, _scheme_clauses(ladder, pieces, choice), partial(_scheme, ladder, choice)),
    ):
        pieces, note = climb(pieces)
        text, guarded = put_together(pieces, reference)
        rungs.append(Rung(name, text, guarded or note, cites))
    rungs.append(Rung(PROTOCOL, None, NEVER_CLIMBED, ladder.protocol))
    return tuple(rungs)


def normal_form(reference: Reference) -> str:
    """The text on the last rung that is climbed."""
    return normalize(reference)[-2].text or ""


def take_apart(reference: Reference) -> Pieces:
    """The parts as texts; an authority only where it has no host."""
    return Pieces(
        reference.scheme,
        reference.authority if reference.host is None else None,
        reference.userinfo,
        reference.host,
        reference.port,
        reference.path,
        reference.query,
        reference.fragment,
    )


def put_together(pieces: Pieces, reference: Reference) -> tuple[str, str]:
    """The text, and a note where something had to stay in front for it to read back the same.

    RFC 3986 3.3 and 4.2: a path may begin with "//" only after an authority, and a relative one
    may not look like a scheme.
    """
    authority = pieces.whole_authority()
    path, note = pieces.path, ""
    if authority is None and path.startswith("//"):
        path, note = "/." + path, 'without a leading "/.", the path would be parsed as an authority'
    parts = (pieces.scheme, authority, path, pieces.query, pieces.fragment)
    text = recompose(*parts)
    if not _reads_back(text, pieces.scheme, path, reference):
        # Only 1994 sets something aside in front of a scheme.
        front = "./" if pieces.scheme is None else "URL:"
        text = front + text
        note = message(
            'without a leading "{front}", the result would be parsed differently', front=front
        )
    return text, note


def _reads_back(text: str, scheme: str | None, path: str, reference: Reference) -> bool:
    """Whether scheme and path are found again where they were put."""
    spans = reference.rules.read(text)
    start, end = spans[6]
    return text[start:end] == path and (spans[1][0] < 0) == (scheme is None)


def _each(pieces: Pieces, change: Callable[[str], str]) -> Pieces:
    """The same change in every part that may hold escapes."""
    return pieces._replace(
        **{
            part: change(text)
            for part in ("authority", "userinfo", "host", "path", "query", "fragment")
            if (text := getattr(pieces, part)) is not None
        }
    )


def _case(ladder: Ladder, pieces: Pieces) -> tuple[Pieces, str]:
    explanation = "scheme and host in lowercase"
    if pieces.scheme is not None:
        pieces = pieces._replace(scheme=lowered(pieces.scheme))
    if pieces.host is not None:
        pieces = pieces._replace(host=lowered_but_triplets(pieces.host))
    if ladder.hex_case == CASE:
        explanation = "scheme and host in lowercase, percent-encoding in uppercase"
        return _each(pieces, with_capital_triplets), explanation
    return pieces, explanation


def _escapes(
    ladder: Ladder, reference: Reference, allowed: str, pieces: Pieces
) -> tuple[Pieces, str]:
    if scheme_of(pieces.scheme).escapes_count:
        return pieces, "in this scheme, percent-encoding is compared without decoding"
    note = DECODED
    if ladder.hex_case == ESCAPES:
        pieces = _each(pieces, with_capital_triplets)
        # 2003 alone counts more as the same than it would write.
        note = DECODED_UPPERCASE if allowed == ladder.unescape else EQUAL_UPPERCASE
    shorter = _each(pieces, partial(unescaped, allowed=allowed))
    if shorter.host is not None:
        # What was an escaped capital letter is a small one now (6.2.2.1).
        shorter = shorter._replace(host=lowered_but_triplets(shorter.host))
    if shorter.authority is not None and _reads_as_server(shorter.authority, reference):
        shorter = shorter._replace(authority=pieces.authority)
    return shorter, note


def unescaped(text: str, allowed: str) -> str:
    """Triplets of these characters become the characters."""

    def plain(match: re.Match[str]) -> str:
        if match.lastgroup:
            return match[0]
        char = chr(int(match[0][1:], 16))
        return char if char in allowed else match[0]

    return ESCAPED.sub(plain, text)


def _reads_as_server(authority: str, reference: Reference) -> bool:
    """2003: a registry's name must not turn into a server's."""
    return reference.rules.read(f"//{authority}")[4][0] >= 0


def _dots(ladder: Ladder, pieces: Pieces) -> tuple[Pieces, str]:
    if ladder.remove_dots is None:
        return pieces, "this edition has no such rule"
    if not pieces.path.startswith("/"):
        return pieces, "not an absolute path: its dot segments are removed only on resolution"
    return pieces._replace(path=ladder.remove_dots(pieces.path)), (
        '"." and ".." segments are removed'
    )


def _scheme_clauses(ladder: Ladder, pieces: Pieces, choice: Choice) -> tuple[str, ...]:
    void = ladder.void_fragment if pieces.fragment == "" else ""
    own = scheme_of(pieces.scheme).clauses(choice)
    cites = (*ladder.scheme, ladder.empty_path(pieces), void, *own)
    return tuple(dict.fromkeys(filter(None, cites)))


def _scheme(ladder: Ladder, choice: Choice, pieces: Pieces) -> tuple[Pieces, str]:
    if ladder.void_fragment and pieces.fragment == "":
        pieces = pieces._replace(fragment=None)
    if pieces.scheme is None:
        return pieces, "no scheme: the base's applies"
    rules = scheme_of(pieces.scheme)
    number = (pieces.port or "").lstrip("0")
    usual = pieces.port == "" or (rules.port is not None and number == str(rules.port))
    # A host that has a colon of its own would be read as a host and a port without this one.
    if usual and ":" not in LITERAL.sub("", pieces.host or ""):
        pieces = pieces._replace(port=None)
    if pieces.host is not None and pieces.path == "" and ladder.empty_path(pieces):
        pieces = pieces._replace(path="/")
    if rules.normal:
        pieces = rules.normal(pieces)
    if rules.chosen:
        return rules.chosen(pieces, choice), "the rules of the scheme"
    return pieces, ladder.scheme_note
