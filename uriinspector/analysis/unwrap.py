"""References in running text: the one reader of what delimits them (1997 E, RFC 3986 C).

White space between angle brackets or double quotes is no part of a reference, wherever it stands:
line breaks, spaces, tabs, no-break spaces.  Control characters are no white space.
"""

from __future__ import annotations

import re

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# Unicode's White_Space but for its control characters beyond those that people type; as a set of
# characters for str.strip, and for expressions.
_WIDTHS = "".join(map(chr, range(0x2000, 0x200B)))
WHITE_SPACE = f"\t\n\x0b\x0c\r \u00a0\u1680{_WIDTHS}\u2028\u2029\u202f\u205f\u3000"
WHITE = WHITE_SPACE.replace(_WIDTHS, "\u2000-\u200a")
SPACE = expression(f"[{WHITE}]++")
# Double quotes, in the shapes that languages give them.
QUOTES = {'"': '"', "\u201c": "\u201d", "\u201e": "\u201c", "\u00ab": "\u00bb"}
DELIMITERS = {"<": ">", **QUOTES}
PAIRS = {**DELIMITERS, "'": "'", "(": ")", "[": "]"}
PREFIX = expression(f"url:[{WHITE}]*+", re.IGNORECASE)
# A line break with the blanks around it.
BREAK = expression("(?<![ \t])[ \t]*+[\r\n]++[ \t]*+")
# An identifier in the brackets that its own header has: "mailto:<joe@example.com>".
HEADERS = frozenset({"mailto", "news", "mid", "cid"})
BRACKETED = expression(f"((?:mailto|news|mid|cid):)[{WHITE}]?<([^<>\\s]++)>", re.IGNORECASE)
# A scheme and nothing behind it: the scheme is mentioned, and nothing is linked.
MENTION = expression(r"[A-Za-z][A-Za-z0-9+.-]*+:/{0,2}")
# Where another reference begins, and where words go on in a sentence.
ANOTHER = expression(
    f"(?<![=&?])(?<!//)[{WHITE}](?:[a-z][a-z0-9+.-]*+://|mailto:|www\\.)", re.IGNORECASE
)
SENTENCE = expression(r"\S*+(?=.* [^\W\d_]{2})(?: [^\W\d_][^\W\d_]*+){2,}+[.,;:!?]?")
SCHEME = expression(f"[{WHITE}]*+[A-Za-z][A-Za-z0-9+.-]*+:")
HYPHEN = expression(f"-[ \t]*+(?:\r\n?|\n)[{WHITE}]*+")


class Unwrapped(NamedTuple):
    """What a wrapper holds: where it stands, and how it reads on one line.

    ``is_wrapped`` tells whether there is more around it than white space.
    """

    start: int
    end: int
    text: str
    is_wrapped: bool


class Joined(NamedTuple):
    """A delimited reference without its white space.

    ``other`` is what it may be as well: a hyphen at the end of a line may belong to it or not.
    """

    text: str
    other: str | None = None


def joined(written: str, opening: str) -> Joined | None:
    """What stands between two delimiters as one reference; None where it is more than one thing.

    In quotes a sentence that begins with a link is no link, and nowhere is one with another in it.
    """
    if not SPACE.search(written):
        return Joined(written)
    if ANOTHER.search(written) or (opening in QUOTES and SENTENCE.fullmatch(written)):
        return None
    text = SPACE.sub("", written)
    other = SPACE.sub("", HYPHEN.sub("", written)) if HYPHEN.search(written) else text
    return Joined(text, other if other != text else None)


def unbracketed(text: str) -> str | None:
    """An address without the brackets of a header that stand around it, if it has them."""
    match = BRACKETED.fullmatch(text)
    return f"{match[1]}{match[2]}" if match else None


def unwrap(text: str) -> Unwrapped:
    """Taken out of white space, one pair of marks, and the prefix "URL:"."""
    first = start = len(text) - len(text.lstrip(WHITE_SPACE))
    end = len(text.rstrip(WHITE_SPACE))
    opening = text[start : start + 1]
    closing = PAIRS.get(opening)
    if closing and text[:end].endswith(closing) and end - start > 1:
        start, end = start + 1, end - 1
        bar = text.find("|", start, end) if opening == "<" and SCHEME.match(text, start) else -1
        end = bar if bar >= 0 else end  # "<http://a/|words>", as chats write it
    else:
        opening = ""
    match = PREFIX.match(text, start, end)
    start = match.end() if match else start
    written = text[start:end]
    inside = unbracketed(written.strip(WHITE_SPACE))
    if inside is not None:
        return Unwrapped(start, end, inside, is_wrapped=True)
    inside = BREAK.sub("", written)
    if opening in DELIMITERS and SCHEME.match(written) and is_one(written, opening):
        # White space before what it holds is no part of it either.
        read = joined(written.strip(WHITE_SPACE), opening)
        inside = read.text if read else inside
    return Unwrapped(start, end, inside, start > first)


def delimited_at(text: str, at: int) -> tuple[int, str] | None:
    """Where a reference that begins behind a delimiter ends, and how it reads."""
    before = text[max(0, at - 8) : at].rstrip(WHITE_SPACE)
    if before[-4:].lower() == "url:":
        before = before[:-4].rstrip(WHITE_SPACE)
    opening = before[-1:]
    closing = DELIMITERS.get(opening)
    end = text.find(closing, at) if closing else -1
    read = joined(text[at:end].rstrip(WHITE_SPACE), opening) if end >= 0 else None
    return (end, read.text) if read else None


def is_mention(text: str) -> bool:
    """Whether it is a scheme and nothing else."""
    return MENTION.fullmatch(text) is not None


def is_one(inside: str, opening: str) -> bool:
    """Whether marks around it belong together: "(a) and (b)" is not one thing in brackets."""
    closing = PAIRS.get(opening)
    if closing is None:
        return True
    if closing == opening:
        return closing not in inside
    depth = 0
    for mark in re.findall(f"[{re.escape(opening + closing)}]", inside):
        depth += 1 if mark == opening else -1
        if depth < 0:
            return False
    return depth == 0
