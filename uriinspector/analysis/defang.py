"""Defanging: writing links so that programs do not make them clickable, and restoring them.

The form is reversible: "hxxp" for "http", "[.]" for the dots of a host, "[:]" and "[@]" where a
program would see a link.  Text that already looks like a mark gets one more pair of brackets, and
``refang`` removes only that pair::

    http://a.example/?u=http://b.example     hxxp://a[.]example/?u=hxxp://b[.]example
    they write example[.]org                 they write example[[.]]org

So ``refang(defang(text)) == text`` for every text: a mark of ours never has brackets on both sides.
Links that were defanged in other ways are handled by ``defanged``.
"""

import re
from collections.abc import Callable

from uriinspector.analysis.defanged import ANY_MARK, MARKS, edited, link_edits
from uriinspector.core.expression import expression

# A disguised scheme only counts before its colon, with or without brackets around the colon.
ANY_SCHEME = r"(?:h(?:xx|\*\*|xt)p|fxp)s?(?=[\[\]]*:)"
# A mark with all its brackets, matched from the first one so that each is scanned once.
MARKED = expression(
    rf"(?<!\[)(?P<left>\[*)(?P<mark>{ANY_MARK}|{ANY_SCHEME})(?P<right>\]*)", re.IGNORECASE
)
PLAIN = {"hxxp": "http", "HXXP": "HTTP", "hxxps": "https", "HXXPS": "HTTPS"}

IS_MARK = expression(ANY_MARK, re.IGNORECASE)
IS_SCHEME = expression(r"\A\s*<?(?:h(?:xx|\*\*|tt\[|xt)p|fxp)s?(?=\[?:)", re.IGNORECASE)

# Schemes without slashes that programs make clickable or act on.
BARE = (
    "mailto|tel|sms|smsto|mms|callto|javascript|vbscript|data|file|ftp|sips?|xmpp|skype|facetime|magnet"
    "|news|geo|intent|view-source|feed|blob|filesystem|jar|search-ms|ms-[a-z-]{1,40}"
)
# Each alternative is bounded or possessive, so that matching takes linear time.
BITES = expression(
    r"(?P<web>https?):"
    rf"|(?<![A-Za-z0-9])(?P<bare>{BARE}):(?!\s)"
    r"|(?<=[A-Za-z0-9+.-])(?P<colon>:)(?=[/\\]{2})"
    r"|(?P<authority>(?<=[/\\]{2})[^\s/\\?#<>\"]++)"
    r"|(?P<literal>\[[0-9A-Fa-f.]{0,4}:[0-9A-Fa-f.]{0,4}:[0-9A-Fa-f.:]{0,40}(?:%[\w.%-]{1,40})?\])"
    # A name also begins after a non-ASCII letter, such as an Arabic one.
    r"|(?P<name>(?:(?<![\w./-])[\w-]++|(?<=[^\x00-\x7f])[A-Za-z0-9-]++)(?:\.[\w-][\w-]*+)++)"
    r"|(?<=[\w.+%-])(?P<at>@)(?=[\w\[])",
    re.IGNORECASE,
)
# In authorities: everything that BITES matches, and every dot and "@", except a dot at the end of
# the text or before a space, which may be a full stop.
AUTHORITY = expression(
    rf"(?P<web>https?):|(?<![A-Za-z0-9])(?P<bare>{BARE}):(?!\s)"
    r"|(?P<literal>\[[^\[\]]*+\])|(?P<colon>:)(?=\Z|//)|(?P<at>@)|(?P<dot>\.)",
    re.IGNORECASE,
)
LINKED_NAME = expression(r"(?:.*\.(?:[^\W\d_]{2,63}|xn--[\w-]+)|[0-9]{1,3}(?:\.[0-9]{1,3}){3})\Z")
LIVE = expression(
    rf"(?:https?|{BARE}):|www\.|[\w-]\.(?:[^\W\d_]{{2,63}}|xn--)(?=[:/?#\s]|\Z)", re.I
)
SYMBOL = expression("[.:@]")
# The length of the shortest mark, "[.]"; no link is shorter either.
LEAST = 3
WORDS = expression(r"(\s+)")


def still_defanged(text: str, link: Callable[[str], str]) -> str:
    """Return a defanged text, or ``link(text)`` if a program could still see a link in it."""
    return link(text) if LIVE.search(text) else text


def refang(text: str) -> str:
    """Remove the marks from a defanged text, in our form or in others.

    A mark that ``defang`` put into brackets loses only those brackets.
    """
    plain = MARKED.sub(_unmarked, text)
    return plain if plain != text and defang(plain) == text else _of_others(text)


def _of_others(text: str) -> str:
    """Remove the marks of other defanging styles, line by line."""
    return "".join(map(_line_of_others, text.splitlines(keepends=True)))


def _line_of_others(line: str) -> str:
    if not SYMBOL.search(line) and not MARKED.search(line):
        return line  # contains nothing that we could have marked
    if edits := link_edits(line):
        return edited(line, 0, len(line), edits)
    return "".join(map(_word_of_others, WORDS.split(line)))


def _word_of_others(word: str) -> str:
    if len(word) < LEAST or word.isalnum():
        return word
    edits = link_edits(word)
    return edited(word, 0, len(word), edits) if edits else MARKED.sub(_unmarked, word)


def _unmarked(match: re.Match[str]) -> str:
    left, mark, right = match["left"], match["mark"], match["right"]
    if left and right:
        return left[1:] + mark + right[1:]
    return left + (MARKS.get(mark.lower()) or _scheme(mark)) + right


def _scheme(mark: str) -> str:
    small = mark.lower()
    plain = "ftp" if small.startswith("fxp") else "http"
    return PLAIN.get(mark) or plain + ("s" if small.endswith("s") else "")


def defang(text: str) -> str:
    """Mark every place in a text where a program could see a link."""
    pieces = []
    at = 0
    for match in MARKED.finditer(text):
        pieces.append(_defanged(text, at, match.start()))
        pieces.append(f"[{match[0]}]")
        at = match.end()
    pieces.append(_defanged(text, at, len(text)))
    changed = "".join(pieces)
    if changed == text and _of_others(text) != text:
        # ``refang`` would take this for another style of defanging; a mark makes it reversible.
        return SYMBOL.sub(r"[\g<0>]", text, count=1)
    return changed


def _defanged(text: str, start: int, end: int) -> str:
    """Mark a run that contains no marks yet."""
    pieces = []
    at = start
    for match in BITES.finditer(text, start, end):
        pieces.append(text[at : match.start()])
        pieces.append(_marked(match))
        at = match.end()
    pieces.append(text[at:end])
    return "".join(pieces)


def _marked(match: re.Match[str]) -> str:
    kind, run = match.lastgroup, match[0]
    if kind == "web":
        return _web(match["web"])
    if kind == "bare":
        return f"{match['bare']}[:]"
    if kind == "authority":
        following = match.string[match.end() : match.end() + 1].strip()
        stop = "." * (not following and run.endswith("."))
        return AUTHORITY.sub(_marked, run.removesuffix(stop)) + stop
    if kind == "name" and not LINKED_NAME.match(run):
        return run
    return SYMBOL.sub(r"[\g<0>]", run)


def _web(scheme: str) -> str:
    """Return "hxxp:" or "HXXP:" for a scheme; in mixed case mark the colon instead."""
    changed = scheme.replace("tt", "xx").replace("TT", "XX")
    return f"{changed}:" if changed in PLAIN else f"{scheme}[:]"


def pieces(text: str) -> list[str]:
    """Return the replacement of each character.

    Defanging only adds brackets and replaces "t" with "x", so each bracket belongs to the character
    before or after it.
    """
    changed = defang(text)
    result: list[str] = []
    at = 0
    for char in text:
        while changed[at] == "]" != char:  # closes the mark around the character before
            result[-1] += "]"
            at += 1
        size = _size(changed, at, char)
        result.append(changed[at : at + size])
        at += size
    if result:
        result[-1] += changed[at:]
    return result


def _size(changed: str, at: int, char: str) -> int:
    if changed[at] == char:
        return 1
    if changed[at] != "[":
        return 1  # the "x" of "hxxp"
    return 3 if changed.startswith(f"{char}]", at + 1) else 2
