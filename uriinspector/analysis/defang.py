"""Defanged forms: links that no program turns into something to click on, and back again.

One reversible form: "hxxp" for "http", "[.]" for the dots of a host, "[:]" and "[@]" where an
autolinker would bite.  What looks like a mark already is put into one more pair of brackets, and
``refang`` takes that pair off and leaves the rest alone::

    http://a.example/?u=http://b.example     hxxp://a[.]example/?u=hxxp://b[.]example
    they write example[.]org                 they write example[[.]]org

So ``refang(defang(text)) == text`` for every text there is, whichever of its dots, colons and "@"
are marked: a mark of ours never has a bracket on both sides.  What is not of this form was defanged
by others, and is read by ``defanged``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from uriinspector.analysis.defanged import ANY_MARK, MARKS, edited, link_edits
from uriinspector.core.expression import expression

# Only what stands where a scheme may end, whatever brackets there are around the colon.
ANY_SCHEME = r"(?:h(?:xx|\*\*|xt)p|fxp)s?(?=[\[\]]*:)"
# A mark with all the brackets around it; from the first of them, so that each is looked at once.
MARKED = expression(
    rf"(?<!\[)(?P<left>\[*)(?P<mark>{ANY_MARK}|{ANY_SCHEME})(?P<right>\]*)", re.IGNORECASE
)
PLAIN = {"hxxp": "http", "HXXP": "HTTP", "hxxps": "https", "HXXPS": "HTTPS"}

IS_MARK = expression(ANY_MARK, re.IGNORECASE)
IS_SCHEME = expression(r"\A\s*<?(?:h(?:xx|\*\*|tt\[|xt)p|fxp)s?(?=\[?:)", re.IGNORECASE)

# Schemes without slashes that programs make links of, or act on.
BARE = (
    "mailto|tel|sms|smsto|mms|callto|javascript|vbscript|data|file|ftp|sips?|xmpp|skype|facetime|magnet"
    "|news|geo|intent|view-source|feed|blob|filesystem|jar|search-ms|ms-[a-z-]{1,40}"
)
# Each alternative is bounded or possessive: one pass, whatever the text.
BITES = expression(
    r"(?P<web>https?):"
    rf"|(?<![A-Za-z0-9])(?P<bare>{BARE}):(?!\s)"
    r"|(?<=[A-Za-z0-9+.-])(?P<colon>:)(?=[/\\]{2})"
    r"|(?P<authority>(?<=[/\\]{2})[^\s/\\?#<>\"]++)"
    r"|(?P<literal>\[[0-9A-Fa-f.]{0,4}:[0-9A-Fa-f.]{0,4}:[0-9A-Fa-f.:]{0,40}(?:%[\w.%-]{1,40})?\])"
    # Behind a letter that is shown by its number, such as an Arabic one, a name begins as well.
    r"|(?P<name>(?:(?<![\w./-])[\w-]++|(?<=[^\x00-\x7f])[A-Za-z0-9-]++)(?:\.[\w-][\w-]*+)++)"
    r"|(?<=[\w.+%-])(?P<at>@)(?=[\w\[])",
    re.IGNORECASE,
)
# Inside of an authority: what BITES also marks, and every dot and "@".
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
# A shorter word is neither a link nor a mark: "[.]" is the shortest of both.
LEAST = 3
WORDS = expression(r"(\s+)")


def still_defanged(text: str, link: Callable[[str], str]) -> str:
    """A defanged text as it is written; as ``link`` has it, if programs could see a link in it."""
    return link(text) if LIVE.search(text) else text


def refang(text: str) -> str:
    """The text without its marks, whoever put them in; a quoted mark of ours is only freed."""
    plain = MARKED.sub(_unmarked, text)
    return plain if plain != text and defang(plain) == text else _of_others(text)


def _of_others(text: str) -> str:
    """Links in the form of others, one in a line or one among words; and all that is a mark."""
    return "".join(map(_line_of_others, text.splitlines(keepends=True)))


def _line_of_others(line: str) -> str:
    if not SYMBOL.search(line) and not MARKED.search(line):
        return line  # nothing in it could be marked by us
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
    """The text with marks wherever a program could see a link in it."""
    pieces = []
    at = 0
    for match in MARKED.finditer(text):
        pieces.append(_defanged(text, at, match.start()))
        pieces.append(f"[{match[0]}]")
        at = match.end()
    pieces.append(_defanged(text, at, len(text)))
    changed = "".join(pieces)
    if changed == text and _of_others(text) != text:
        # It has the form of others, and is to come back as it is.
        return SYMBOL.sub(r"[\g<0>]", text, count=1)
    return changed


def _defanged(text: str, start: int, end: int) -> str:
    """A run that holds no marks."""
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
        return AUTHORITY.sub(_marked, run)
    if kind == "name" and not LINKED_NAME.match(run):
        return run
    return SYMBOL.sub(r"[\g<0>]", run)


def _web(scheme: str) -> str:
    """ "http" and "HTTP" have a form of their own; in any other case it is the colon's."""
    changed = scheme.replace("tt", "xx").replace("TT", "XX")
    return f"{changed}:" if changed in PLAIN else f"{scheme}[:]"


def pieces(text: str) -> list[str]:
    """What each character becomes.

    A mark puts brackets around what it marks and "x" for "t", and changes nothing else: what is a
    bracket in the one and not in the other belongs to the character behind it, or before it.
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
