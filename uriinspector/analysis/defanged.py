"""Links that others defanged: their marks, and the edits that undo them.

Marks are searched for in bytes, since this is done before texts are decoded. The search only finds
runs; ``link_edits`` decides whether a run is one link.

Other people's marks follow no rules.  A text counts as a defanged link if removing the marks from
its scheme and host leaves a possible host, and no browser would follow the text as it is.  Only in
such a link do marks after the host count.
"""

import re
from collections.abc import Iterator
from unicodedata import category

from uriinspector.analysis.domains import SPECIAL_NAMES, is_listed
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import matches_ipv4
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.lookup import schemes
from uriinspector.readers.browser import host_in_browsers

OPENING, CLOSING = "[({<\uff08\uff3b\uff5b\u3010", "])}>\uff09\uff3d\uff5d\u3011"
OPEN, CLOSE = f"[{re.escape(OPENING)}]", f"[{re.escape(CLOSING)}]"
# For use inside character classes.
BRACKETS = re.escape(OPENING + CLOSING)
SYMBOLS = {
    **dict.fromkeys((".", ",", "\uff0e", "\u3002", "\uff61", "%2e"), "."),
    **dict.fromkeys((":", "\uff1a", "%3a"), ":"),
    **dict.fromkeys(("@", "\uff20", "%40"), "@"),
}
WORDS = {
    **dict.fromkeys(("dot", "punkt", "punto", "point"), "."),
    **dict.fromkeys(("at", "et", "arroba"), "@"),
    "-": "-",
}
COLON = r"(?:[:\uff1a]|%3[aA])"
SLASH = r"(?:[/\\\uff0f]|%2[fF])"
# Marks with brackets on both sides.
MARKS = {
    **dict.fromkeys(("[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}"), "."),
    **dict.fromkeys(("[@]", "[at]", "(at)"), "@"),
    "[:]": ":",
    "[://]": "://",
    "[/]": "/",
}
ANY_MARK = "|".join(re.escape(mark) for mark in MARKS)
# Start and end in the original text, and the replacement.
Edit = tuple[int, int, str]


def changing(text: str, edits: list[Edit]) -> tuple[Edit, ...]:
    return tuple(each for each in edits if text[each[0] : each[1]] != each[2])


def edited(text: str, start: int, end: int, edits: tuple[Edit, ...]) -> str:
    pieces: list[str] = []
    at = start
    for first, last, after in edits:
        pieces += (text[at:first], after)
        at = last
    return "".join((*pieces, text[at:end]))


# Brackets, white space and signs that can surround a marked symbol.
_AROUND = rf"[{BRACKETS}\\^\s]"
_SYMBOL = r"%2[eE]|[.,:@\uff0e\u3002\uff61\uff1a\uff20]"
_WORD = "|".join(WORDS)


def _mark(symbol: str) -> re.Pattern[str]:
    """Return a pattern for the marks of a symbol; it scans each run of brackets only once."""
    return expression(
        rf"(?<!{_AROUND})(?P<left>{_AROUND}*+)(?P<symbol>{symbol})(?P<right>{_AROUND}*+)"
        rf"|(?<!{_AROUND})(?P<opening>{_AROUND}++)(?P<word>{_WORD})(?P<closing>{_AROUND}++)"
        rf"|(?<!{_AROUND})(?P<opened>{_AROUND}*+(?<={OPEN})dot)(?=[\w-])"
        rf"|(?<=[\w-])(?P<closed>dot{CLOSE}{_AROUND}*+)"
        rf"|(?<!{_AROUND})(?P<junk>{_AROUND}++)",
        re.IGNORECASE,
    )


MARK = _mark(_SYMBOL)
# For schemes with percent-encoded slashes: the delimiters of the authority are encoded, too.
ESCAPED_MARK = _mark(rf"%3a|%40|{_SYMBOL}")
# Empty brackets are a call or an array: "f().name".
EMPTY_PAIR = expression(rf"{OPEN}\s*{CLOSE}\Z")
# "DOT" without brackets, between hyphens or between spaces.
BARE_DOT = expression(
    r"(?<=[a-z0-9])DOT(?=[a-z0-9])|(?<=[A-Za-z0-9])-dot-(?=[A-Za-z0-9])|\s+(?:dot|DOT)\s+"
)
# The suffix that a host must have if only words, spaces or commas mark it.
USUAL = expression(r"com|net|org|info|biz|[a-z]{2}")
WWW = expression(r"www[0-9]?", re.IGNORECASE)
NAME = expression(r"[\w.\uff0e\u3002\uff61-]+")
PORT = expression(r":[0-9]{0,5}\Z")


class HostMarks(NamedTuple):
    """The edits of an authority, the resulting authority, and the evidence for a host.

    ``is_sure``: brackets or similar signs mark a symbol; ``is_enclosed``: they are on both sides of
    it. ``is_spaced``: spaces or words mark the symbols consistently.
    """

    edits: tuple[Edit, ...]
    authority: str
    is_sure: bool = False
    is_enclosed: bool = False
    is_spaced: bool = False


def marks_of(text: str, start: int, end: int, *, is_escaped: bool) -> HostMarks | None:
    """Return the edits that undo the marks between labels; None if the brackets are not marks.

    ``is_escaped``: the delimiters of the authority are percent-encoded, too.
    """
    matches = list((ESCAPED_MARK if is_escaped else MARK).finditer(text, start, end))
    if any(_is_no_mark(match, start, end) for match in matches):
        return None
    if _is_call(matches, start, end) or _is_placeholder(text, matches, start):
        return None
    if text.startswith("[", start) and text.endswith("]", start, end) and not _inner(matches):
        return None  # a valid or invalid address literal
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
    """Like ``marks_of``, for names whose dots are words without spaces: "exampleDOTcom"."""
    edits = tuple((*match.span(), ".") for match in BARE_DOT.finditer(text, start, end))
    return HostMarks(edits, edited(text, start, end, edits), is_spaced=True)


def with_dots(text: str, start: int, end: int) -> HostMarks:
    """Like ``marks_of``, for names with commas instead of dots."""
    edits = tuple((*match.span(), ".") for match in re.compile(",").finditer(text, start, end))
    return HostMarks(edits, edited(text, start, end, edits))


def _meant(match: re.Match[str]) -> str:
    if symbol := match["symbol"]:
        # A plain comma is not a mark, and non-ASCII dots are left for browsers to convert.
        is_itself = symbol not in ".:@" and "%" not in symbol and not _is_bracketed(match)
        return symbol if is_itself else SYMBOLS[symbol.lower()]
    if word := match["word"]:
        return WORDS[word.lower()]
    return "" if match["junk"] else "."


def _is_bracketed(match: re.Match[str]) -> bool:
    """Return True if there are characters other than white space around the symbol or word."""
    around = match[0] if match["word"] is None else match["opening"] + match["closing"]
    return around.strip().lower() not in {*SYMBOLS, ""}


def _is_enclosed(match: re.Match[str]) -> bool:
    left = match["left"] or match["opening"] or ""
    right = match["right"] or match["closing"] or ""
    return left.strip()[-1:] in {*OPENING} and right.strip()[:1] in {*CLOSING}


def _are_spaced(matches: list[re.Match[str]]) -> bool:
    """Return True if spaces or words suggest a mark: "a . com", "a dot com", "u @ a.com"."""
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
    """Return True for brackets around text after a symbol: "x.(int)", "user@[10.0.0.1]"."""
    last = matches[-1] if matches else None
    if last is None or not last["junk"] or last.end() < end or last[0].strip()[-1:] not in CLOSING:
        return False
    inner = [match for match in matches if match["symbol"]]
    is_opened = any(match["right"].strip()[-1:] in {*OPENING} for match in inner)
    is_closed = any(match["left"].strip()[:1] in {*CLOSING} for match in inner)
    return is_opened and not is_closed and matches[0].start() > start


def _inner(matches: list[re.Match[str]]) -> bool:
    """Return True if a symbol or word is bracketed, not just the ends of the text."""
    return any(not match["junk"] and _is_bracketed(match) for match in matches)


def _is_placeholder(text: str, matches: list[re.Match[str]], start: int) -> bool:
    """Return True for brackets around the first label, as in "{name}.com", unless it is "www"."""
    if len(matches) < 2 or matches[0].start() > start or not matches[0]["junk"]:
        return False
    if (matches[1]["left"] or "").strip()[:1] not in {*CLOSING}:
        return False
    return WWW.fullmatch(text, matches[0].end(), matches[1].start()) is None


def is_host(marks: HostMarks, *, has_scheme: bool) -> bool:
    """Return True if this can be a host: an address, a listed name, or one marked beyond doubt."""
    name = PORT.sub("", marks.authority.rpartition("@")[2])
    known = host_in_browsers(name) if NAME.fullmatch(name) else None
    if known is None or ".." in known:
        return False
    if matches_ipv4(name) or has_scheme:
        return True
    labels = known.rstrip(".").split(".")
    is_listed_name = is_listed(known) or labels[-1] in SPECIAL_NAMES
    is_certain = marks.is_enclosed or (marks.is_sure and "@" in marks.authority)
    return len(labels) > 1 and (is_listed_name or (is_certain and labels[-1].isalpha()))


def is_usual(authority: str) -> bool:
    name = lowered(PORT.sub("", authority.rpartition("@")[2]))
    ending = name.rpartition(".")[2]
    is_name = USUAL.fullmatch(ending) is not None and is_listed(name)
    return is_name or bool(matches_ipv4(name))


# The maximum length of a run that is searched for a defanged link, and of its part before the mark.
LONGEST_RUN, FRONT = 2_048, 256
_ENCLOSED_SYMBOL = (
    rb"[ \t]?(?::?//|[.,:@/-]|(?i:dot|punkt|punto|point|at|arroba))[ \t]?[\])}]{1,2}[ \t]?"
)
_WEB = rb"(?i:h(?:tt|xx|xt|tx|\*\*|__)p(?:s|[\[({]s[\])}])?|ftp|fxp|ftx)"
_SEPARATOR = rb"(?:[!&@^]?[\])}]?(?:://|:__)| ://|__|//|%3[aA](?://|%2[fF]%2[fF])|:\\\\)"
# Alternatives are grouped by their first character, which rules most positions out quickly.
SIGN = expression(
    rb"[\[({.\\^<\xefhHfF](?:(?<=[\[({])(?:[\[({]?"
    + _ENCLOSED_SYMBOL
    + rb"(?=[A-Za-z0-9/\[({])|\.(?=[a-z0-9]))"
    rb"|(?<=\.)[\])}\[({](?=[a-z0-9])|(?<=[\\^])\.(?=[a-z0-9])|(?<=<)\.>(?=[a-z0-9])"
    rb"|(?<=\xef)\xbc\xbb\.\xef\xbc\xbd|(?<=[hHfF])(?<=(?="
    + _WEB
    + rb").)[A-Za-z*_]{2,4}"
    + _SEPARATOR
    + rb"(?=[\w\[({]))"
)
RUN = expression(rb"(?:[ \t]?[\[({]{1,2}" + _ENCLOSED_SYMBOL + rb"|<\.>| ://|[^\s<>\"]|(?!))*+")
# A mark with a bracket on one side must directly follow a label.
HALF = expression(rb"[\[({]?\.(?![ \t]?[\])}]{1,2})|[\\^<]|\.")
# An intact scheme: links that begin with it are found elsewhere.
PLAIN = expression(rb"(?i:https?|ftp)://")
ENDS_RUN = expression(rb".*[\s<>\",;|]", re.DOTALL)
INSIDE = expression(rb"[A-Za-z0-9_.+-]")
CONTINUING = expression(rb"[\x80-\xbf]{1,3}")
# Brackets and markup before a link, but not brackets around its scheme.
IN_FRONT = expression(rb"(?![\[({](?:" + _WEB + rb"|(?i:www))[\])}])[(\[{'*_`|]+")


def marked_runs(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield each run that contains a mark, in order and without overlaps."""
    at = start
    while sign := SIGN.search(octets, at, end):
        first, at = sign.span()
        if PLAIN.fullmatch(sign[0]):
            continue
        if octets[first : first + 1].isalpha() and INSIDE.match(octets, first - 1, first):
            continue
        if HALF.match(sign[0]) and not octets[first - 1 : first].isalnum():
            continue
        least = max(start, first - FRONT)
        if octets[first : first + 1] in b"[({":
            while least < first and octets[first - 1 : first] in b" \t":
                first -= 1
        before = ENDS_RUN.match(octets, least, first)
        begin = before.end() if before else _whole(octets, least, first) if least > start else least
        skipped = IN_FRONT.match(octets, begin, end)
        begin = skipped.end() if skipped else begin
        run = RUN.match(octets, begin, min(end, begin + LONGEST_RUN))
        if run and run[0]:
            at = max(at, run.end())
            yield begin, _whole(octets, run.end(), end)


def _whole(octets: bytes, at: int, end: int) -> int:
    """Move a position inside a UTF-8 character to the end of that character (RFC 3629 3)."""
    rest = CONTINUING.match(octets, at, end)
    return rest.end() if rest else at


_SLASHES = rf"(?:{OPEN}{{0,4}}{SLASH}{CLOSE}{{0,4}}){{2,3}}|__"
HEAD = expression(
    rf"(?P<before>{OPEN}{{0,3}})(?P<scheme>h__ps?|[hH][tTxX]{{2}}[pP]{OPEN}[sS]{CLOSE}|[A-Za-z*][A-Za-z0-9*+.#-]{{0,30}}?)"
    rf"(?P<junk>[!&@^]?)(?P<after>{CLOSE}{{0,3}})"
    rf"(?P<separator>[ \t]{{0,3}}{OPEN}{{0,4}}{COLON}{CLOSE}{{0,4}}(?:{_SLASHES})?|{_SLASHES})"
    r"(?P<blank>[ \t]*)"
)
SLASHES = expression(rf"{SLASH}|_")
BRACKET = expression(f"{OPEN}|{CLOSE}")
# Spellings that people write instead of "http" and "ftp", such as "hxxp", "meow" and "xxxx".
HTTP = expression(
    r"h(?=[tx0z]*[x*_#+.0z-])[tx*_#+.0z-]{2,4}p(s?)|meow(s?)|xxxx([xs]?)|https?a(?<=(.)a)"
)
FTP = expression(r"(s?)f(?:xp|tx|xxp|\*\*|\*p|t\*)(s?)")
# Schemes that always have a host after two slashes.
HIERARCHICAL = frozenset({"http", "https", "ftp", "ftps", "sftp", "ssh", "tcp", "udp", "ws", "wss"})
# Schemes followed by an address without slashes.
ADDRESSED = frozenset({"mailto", "sip", "sips", "xmpp"})
# Separators that browsers read as "://".
READ_ALIKE = expression(r":[/\\]{2,3}")


class MarkedScheme(NamedTuple):
    """The intended scheme, the end of its separator, and the edits that restore it.

    ``is_escaped``: the slashes are percent-encoded, so what follows may be, too.
    """

    end: int
    edits: tuple[Edit, ...]
    scheme: str
    has_slashes: bool
    is_escaped: bool

    @property
    def is_marked(self) -> bool:
        return bool(self.edits)

    @property
    def has_authority(self) -> bool:
        return self.has_slashes or has_host(self.scheme)


def has_host(scheme: str) -> bool:
    return scheme in HIERARCHICAL or scheme in ADDRESSED


def marked_scheme(text: str, start: int) -> MarkedScheme | None:
    """Return the scheme at ``start``, undoing any marks in it; None if there is none."""
    match = HEAD.match(text, start)
    if match is None:
        return None
    written, separator = match["scheme"], match["separator"]
    scheme = _meant_scheme(written)
    is_wrapped = bool(match["before"]) and not match["after"]
    if scheme is None or (is_wrapped and scheme == written):
        return None  # a bracket that closes elsewhere is not a mark
    small = lowered(scheme)
    has_slashes = SLASHES.search(separator) is not None
    has_colon = re.search(COLON, separator) is not None
    if not has_colon and small not in HIERARCHICAL:
        return None
    end = match.end() if has_slashes else match.end("separator")
    if not has_slashes and scheme != written and SLASHES.match(text, end):
        has_slashes, end = True, end + 1  # one slash: "hxxp:/host"
    rest = text[match.end("scheme") : end]
    is_as_read = rest in {":", "://"} or (scheme == written and READ_ALIKE.fullmatch(rest))
    edits = [(start, match.start("scheme"), ""), (*match.span("scheme"), scheme)]
    if not is_as_read:
        edits.append((match.end("scheme"), end, "://" if has_slashes else ":"))
    is_escaped = has_slashes and "%2" in separator
    return MarkedScheme(end, changing(text, edits), small, has_slashes, is_escaped)


def _meant_scheme(written: str) -> str | None:
    small = lowered(BRACKET.sub("", written))
    if small in HIERARCHICAL or small in schemes():
        return written if len(small) == len(written) else small
    if match := HTTP.fullmatch(small):
        secure = any(group not in {None, "", "p"} for group in match.groups())
        plain = "https" if secure else "http"
        return plain.upper() if written.isupper() else plain
    if match := FTP.fullmatch(small):
        return f"{match[1]}ftp{match[2]}"
    return None


# The "%" may be encoded again: "%3A" becomes "%253A".
BEGINNING = expression(
    r"(?P<scheme>[A-Za-z]++)%(?P<again>(?:25){0,7})3[aA]%(?P=again)2[fF]%(?P=again)2[fF]"
)
NOT_ENCODED = expression(r"[/?=&#\s]")
# Runs of bytes that are encoded once or several times.
ESCAPES = expression("(?:%(?:25){0,8}[0-9A-Fa-f]{2})+")
RUNS = {again: expression(f"(?:%{'25' * again}[0-9A-Fa-f]{{2}})+") for again in range(8)}
ENDS_AUTHORITY = frozenset("/?#")


def encoded_link_edits(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """Return the edits that decode a percent-encoded link; none if the text is not one."""
    match = BEGINNING.match(text, start, end)
    if match is None or lowered(match["scheme"]) not in HIERARCHICAL:
        return ()
    if NOT_ENCODED.search(text, match.end(), end):
        return ()
    edits = tuple(decoded(text, match.end("scheme"), end, len(match["again"]) // 2))
    ends = (first for first, _, after in edits if first >= match.end() and after in ENDS_AUTHORITY)
    limit = next(ends, end)
    inside = tuple(edit for edit in edits if match.end() <= edit[0] and edit[1] <= limit)
    name = PORT.sub("", edited(text, match.end(), limit, inside).rpartition("@")[2])
    return edits if host_in_browsers(name) is not None else ()


def decoded(text: str, start: int, end: int, again: int = 0) -> Iterator[Edit]:
    """Yield edits that decode escapes, except for invalid UTF-8 and control characters."""
    escape = f"%{'25' * again}"
    for run in RUNS[again].finditer(text, start, end):
        octets, first = bytes.fromhex(run[0].replace(escape, "")), run.start()
        for character in octets.decode("utf-8", "surrogateescape"):
            octet_count = len(character.encode("utf-8", "surrogateescape"))
            last = first + octet_count * (len(escape) + 2)
            if category(character)[0] != "C":
                yield first, last, character
            first = last


# Longer texts are left alone: no link is that long.
LONGEST_LINK = 65_536
SPACE = expression(r"\s")
# Another link after white space; such a text is more than one link.
ANOTHER = expression(r"\s\S{0,40}?(?:://|\[:\]//|\[://\])")
# The beginning of the path; a backslash before a dot, bracket or slash is a mark.
PATH = expression(rf"[/?#\uff0f]|(?<!\\)\\++(?![.,@:/{BRACKETS}])")
ESCAPED_PATH = expression(r"[/?#]|%(?:2[fF]|3[fF]|23)")
IN_PATH = expression(rf"\[*(?:{ANY_MARK})\]*|\\[.)(]*\.|\\(?=/)", re.IGNORECASE)
OUR_MARK = expression(ANY_MARK, re.IGNORECASE)
# Delimiters to decode if only part of a link is percent-encoded.
DELIMITERS = {*":/?=&#."}
# Characters that no DNS name contains, though browsers look such names up.
STRANGE = expression(r"[^a-z0-9._\[\]:-]|\A__")


def is_followed(host: str | None) -> bool:
    """Return True if browsers find a host and DNS can contain it."""
    return bool(host) and STRANGE.search(host or "") is None


def link_edits(text: str, *, needs_scheme: bool = False) -> tuple[Edit, ...]:
    """Return the edits that undo the marks of one defanged link; none if the text is not one.

    ``needs_scheme``: accept the link only with a marked scheme, for places where references may be
    relative.
    """
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if start == end or end - start > LONGEST_LINK:
        return ()
    if encoded := encoded_link_edits(text, start, end):
        return encoded
    head = marked_scheme(text, start)
    if needs_scheme and not (head and head.is_marked):
        return ()
    if head and not head.has_authority:
        # A marked scheme is enough: "javascript[:]alert(1)".
        return (*head.edits, *_after(text, head.end, end)) if head.is_marked else ()
    at = head.end if head else start + 2 * text.startswith(("//", "\\\\"), start)
    stop = (ESCAPED_PATH if head and head.is_escaped else PATH).search(text, at, end)
    limit = stop.start() if stop else end
    if ANOTHER.search(text, limit, end) if head else SPACE.search(text, limit, end):
        return ()
    if text.startswith("[", at) and text.count(":", at, limit) > 1:
        literal = _ours(text, at, limit)
        is_meant = bool(literal) or (head is not None and head.is_marked)
        host: tuple[Edit, ...] | None = literal if is_meant else None
    else:
        host = _host_edits(text, at, limit, head)
    if host is None:
        return ()
    tail = _tail(text, limit, end, is_escaped=bool(head and head.is_escaped))
    return (*(head.edits if head else ()), *host, *tail)


def _host_edits(
    text: str, start: int, end: int, head: MarkedScheme | None
) -> tuple[Edit, ...] | None:
    """Return the edits that restore the host; None if neither host nor scheme is marked."""
    marks = marks_of(text, start, end, is_escaped=head is not None and head.is_escaped)
    if marks and _is_encoding(text, marks, head):
        return None
    if marks and _is_meant(marks, head) and (marks.edits or (head and head.is_marked)):
        return marks.edits
    if head is None:
        words = bare_words(text, start, end)
        is_link = words.edits and is_host(words, has_scheme=False)
        return words.edits if is_link and is_usual(words.authority) else None
    dots = with_dots(text, start, end)
    is_link = "." not in text[start:end] and is_usual(dots.authority)
    return dots.edits if is_link and dots.edits else None


def _is_encoding(text: str, marks: HostMarks, head: MarkedScheme | None) -> bool:
    """Return True if the only marks are percent-encoded dots, which do not count on their own."""
    is_marked = head is not None and head.is_marked
    dots = [text[start:end].lower() == "%2e" for start, end, _ in marks.edits]
    return not is_marked and bool(dots) and all(dots)


def _is_meant(marks: HostMarks, head: MarkedScheme | None) -> bool:
    """Return True if removing the marks gives a host and the evidence is strong enough."""
    # With an intact scheme, a bracket at one end alone is weak evidence.
    is_plain = head is not None and not head.is_marked and not marks.is_sure and bool(marks.edits)
    has_scheme = head is not None and head.scheme not in ADDRESSED and not is_plain
    if not is_host(marks, has_scheme=has_scheme):
        return False
    if has_scheme or marks.is_sure or is_plain:
        return True
    return marks.is_spaced and is_usual(marks.authority)


def _tail(text: str, start: int, end: int, *, is_escaped: bool) -> tuple[Edit, ...]:
    if is_escaped:
        return tuple(edit for edit in decoded(text, start, end) if edit[2] in DELIMITERS)
    closing = re.compile(rf"(?<={re.escape('/')}){CLOSE}+").match(text, start + 1, end)
    opened = text[start - 1 : start] in {*OPENING}
    if closing and opened:
        return ((*closing.span(), ""), *_after(text, closing.end(), end))
    return _after(text, start, end)


def _after(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """Return the edits after the host: bracketed marks, and backslashes before a dot or slash."""
    edits = []
    for match in IN_PATH.finditer(text, start, end):
        mark = match[0].strip("[]").lower()
        plain = MARKS.get(f"[{mark}]") or MARKS.get(mark) or match[0].lstrip("\\()")
        edits.append((*match.span(), plain))
    return changing(text, edits)


def _ours(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """Undo only our own marks in an IPv6 literal, since other marks look like its brackets."""
    return tuple(
        (*match.span(), MARKS[match[0].lower()]) for match in OUR_MARK.finditer(text, start, end)
    )
