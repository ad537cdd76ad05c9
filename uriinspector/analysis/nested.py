"""Links inside a link, in layers."""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.analysis.rewriters import inside
from uriinspector.analysis.running_text import QUOTES, delimited_at, is_mention
from uriinspector.analysis.triggers import ENDINGS
from uriinspector.analysis.unpack import PACKED, decode_escapes, decoded_run, depth, from_packed
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.core.schemes.nesting import MENTIONED

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts

# ``via`` of a link to the site that a service names in its link, although only the service knows
# the full destination.
CLAIMED = "claimed"
# The maximum number of links directly inside one reference; further ones are ignored.
MOST = 16


class Layer(NamedTuple):
    """A reference inside another: its place, how it was found, and its text.

    ``via`` is "query-value", "path-tail", "fragment", "base64", "data", "scheme", "rewriter",
    CLAIMED or one of MEANT (``analysis.derived``) if the whole text stands for it.  ``service``
    names a known rewriter or redirector; ``follows`` is True if a browser that opens the outer
    link ends up at this one.  ``name`` is the name of the parameter, if there is one.
    """

    start: int
    end: int
    via: str
    text: str
    service: str = ""
    follows: bool = False
    name: str = ""


class LayerTree(NamedTuple):
    layer: Layer
    inside: tuple[LayerTree, ...] = ()


COLON = r"(?::|%(?:25)*3[aA])"
SLASH = r"(?:[/\\]|%(?:25)*(?:2[fF]|5[cC]))"
HEAD = expression(
    rf"(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]{{0,30}})(?P<colon>{COLON})(?P<slashes>{SLASH}{{0,2}})"
    rf"|(?:{SLASH}|(?!)){{2,8}}+(?=[\w\[-])"
)
# A possible end of a scheme within a text.
SPOT = expression(f"{COLON}{SLASH}")
SECOND = expression(SLASH)
DEPTH = expression(r"%(?:25)*[0-9A-Fa-f]{2}")
SCHEME_CHARS = expression(r"[A-Za-z0-9+.\-]")
KNOWN = expression(r"(?:https?|ftp|wss?)\Z", re.IGNORECASE)
NAME = expression(r"[A-Za-z][A-Za-z0-9+.\-]+\Z")
# Browsers need no slashes after these schemes.
WEB = frozenset({"http", "https", "ftp", "ws", "wss"})
# Schemes whose references have no slashes.
BARE = frozenset(
    {"javascript", "vbscript", "data", "mailto", "file", "blob", "view-source", "filesystem", "jar"}
    | {"intent", "feed", "tel", "sms", "urn", "magnet", "ms-msdt", "search-ms", "ms-appinstaller"}
)
# A host with a path but without a scheme, or a host that begins with "www.".
HOSTLIKE = expression(
    r"(?:www\.[\w-]+\.|(?=[\w.-]{1,253}(?::[0-9]+)?[/\\])[\w-]+\.)(?:[\w-]+\.){0,20}"
    r"[A-Za-z][\w-]+(?::[0-9]+)?(?=[/\\?#]|\Z)"
)
# A host alone, with an ending that files do not have.
BARE_HOST = expression(
    rf"\s*(?:[\w-]{{1,63}}\.){{1,8}}(?:{ENDINGS})(?::[0-9]{{1,5}})?\s*", re.IGNORECASE
)
# The maximum number of decodings to find the letters of a scheme.
TRIES = 4
# Only this much of a value is searched for its start.
REACH = 2_048


class LinkStart(NamedTuple):
    """The start of a reference in a value, and the number of decodings that it needs."""

    at: int
    times: int


def link_start(value: str, *, hosts: bool = False) -> LinkStart | None:
    """Return the start if a whole value is a reference; with ``hosts``, also without a scheme."""
    start = len(value) - len(value.lstrip())
    front = value[start : start + REACH]
    for tried in range(TRIES + 1):
        times = _times(front)
        if times is None and hosts and (HOSTLIKE.match(front) or BARE_HOST.fullmatch(front)):
            times = 1
        if times is not None:
            return LinkStart(start, tried + times)
        if "%" not in front[:64]:
            return None
        front = decode_escapes(front)
    return None


def _times(front: str) -> int | None:
    head = HEAD.match(front)
    if head is None:
        return None
    scheme = (head["scheme"] or "").lower()
    slashes = len(SECOND.findall(head["slashes"])) if scheme else 2
    if slashes < 2 and scheme not in BARE and (scheme not in WEB or head.end() == len(front)):
        return None
    if slashes == 0 and SPACE.match(front, head.end()):
        return None
    if scheme == "data" and not DATA.match(decode_escapes(front[:200], _depth(head[0]))):
        return None
    return max(1, _depth(head[0]))


# After a space, "javascript:" is prose, as in "javascript: the good parts".
SPACE = expression(r"[\s+]|%(?:25)*(?:20|2[bB]|0[aAdD9])")
# "data:" without a type or delimiter is an ordinary word before a colon.
DATA = expression(r"data:(?:[a-z]+/|[,;])", re.IGNORECASE)


def _depth(marks: str) -> int:
    return max((depth(match[0]) for match in DEPTH.finditer(marks)), default=0)


def first_link_start(text: str, start: int, end: int) -> LinkStart | None:
    """Return the first place where a reference with slashes begins, and its depth of escaping.

    After a web scheme one slash is enough, as servers reduce two to one.
    """
    for spot in SPOT.finditer(text, start, end):
        at = spot.start()
        low = at
        while low > start and at - low < 31 and SCHEME_CHARS.match(text, low - 1):
            low -= 1
        known = KNOWN.search(text, max(low, at - 5), at)
        name = known or (NAME.search(text, low, at) if SECOND.match(text, spot.end()) else None)
        # Letters that continue a word are not a scheme.
        is_in_word = known is None and low > start and text[low - 1].isalnum()
        if name and not is_in_word:
            return LinkStart(name.start(), _depth(spot[0]))
    return None


# Values without any of these contain no reference.
HINT = expression(r"[:/\\%.]|\A\s*www\.|[A-Za-z0-9+_-]{12}")
IS_PACKED = expression(PACKED, re.IGNORECASE)
# The end of a reference in running text.
STOP = expression("[\\s\"'<>`{}|]")
AFTERTHOUGHT = ".,;!)"
# Longer packed values are not decoded.
LONGEST = 16_384


def in_value(text: str, span: Span, via: str, name: str = "", *, hosts: bool) -> Iterator[Layer]:
    raw = span.of(text)
    if len(raw) < 4 or not HINT.search(raw):
        return
    begins = link_start(raw, hosts=hosts)
    if begins:
        start = span.start + begins.at
        whole = decoded_run(raw[begins.at :], begins.times, placed=False).text.rstrip()
        trimmed = len(raw) - len(raw.rstrip())
        yield Layer(start, span.end - trimmed, via, whole, name=name)
    elif result := in_packed(raw):
        yield from (Layer(*span, "base64", each, name=name) for each in result)
    else:
        yield from in_prose(text, span, via, name)


def in_packed(raw: str, tries: int = 3) -> list[str]:
    """Return the references in base64 or hexadecimal: the decoded text, or those in its JSON."""
    if len(raw) > LONGEST or not IS_PACKED.match(raw):
        return []
    plain = from_packed(raw)
    if plain is None:
        return []
    if link_start(plain):
        return [plain.strip()]
    if plain.startswith("{"):
        return [each for each, _ in prose(plain.replace("\\/", "/"))]
    return in_packed(plain, tries - 1) if tries else []


def in_prose(text: str, span: Span, via: str, name: str = "") -> Iterator[Layer]:
    raw = span.of(text)
    first = first_link_start(raw, 0, len(raw))
    if first is None:
        return
    plain = decoded_run(raw, max(first.times, 1))
    for result, (start, end) in prose(plain.text):
        place = plain.place(start, end)
        yield Layer(span.start + place[0], span.start + place[1], via, result, name=name)


def prose(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the references in running text, each up to a space or a quotation mark."""
    at = 0
    for _ in range(MOST):
        result = first_link_start(text, at, len(text))
        if result is None:
            return
        stop = STOP.search(text, result.at)
        at = stop.start() if stop else len(text)
        run = text[result.at : at].rstrip(AFTERTHOUGHT)
        if not NAMESPACE.search(text, max(0, result.at - 24), result.at):
            yield run, (result.at, result.at + len(run))


# An identifier, not a link: xmlns="http://www.w3.org/2000/svg".
NAMESPACE = expression(r"xmlns(?::\w{1,12})?\s*=\s*[\"']?\Z")
# Parameter names that clearly mean a destination.
SURE = expression(
    r"(?:[a-z]{0,12}[_.-]?)?(?:redirect|redir|return|forward|continue|callback|success|failure|error"
    r"|cancel|logout|login|next|goto|back|dest|destination|target|landing|exit|out|jump|referrer)"
    r"[_.-]?(?:to|url|uri|link|path|page|location|_?url_?)?"
    r"|r?url|uri|ru|relaystate|service|cpdir|post_logout_redirect_uri|checkout_url|image_url|go|rurl|returnto|wreply|gourl|toasturl"
)
# Ambiguous names: they count if the path is about leaving the site.
UNSURE = frozenset({"p1", "u", "q", "to", "r", "l", "link", "href", "site", "view", "a", "z", "d"})
LEAVING = expression(
    r"(?:\A|[/._-])(?:out|go|goto|redirect|redir|away|jump|link|links|click|exit|leave|forward|r"
    r"|track|visit|ext|external|l\.php|cl0)(?=[/._?-]|\Z)",
    re.IGNORECASE,
)
# Parameter names for links that archives, checks, previews and share buttons only look at.
LOOKED_AT = frozenset({"url", "uri", "image_url", "page_url", "referrer", "service", "error_url"})
# Path segments of services that only look at links.
LOOKING = expression(
    r"(?:\A|[/._-])(?:save|archive|check|checker|validate|validator|preview|share|sharer|oembed|embed"
    r"|scan|lookup|whois|report|screenshot|snapshot|submit)(?=[/._?-]|\Z)",
    re.IGNORECASE,
)
# Parameters whose values have to be registered, so that sites do not redirect to others.
REGISTERED = frozenset({"redirect_uri"})
# Ambiguous names that count if they are the first in the query: "/?r=https://...".
FIRST = ("?r=", "?to=")


def redirects(name: str) -> bool:
    """Return True if a parameter with this name usually contains a destination."""
    name = lowered(name)
    return name in UNSURE - {"q", "a", "d", "l", "r"} or SURE.fullmatch(name) is not None


def leads_on(name: str, path: str) -> bool:
    """Return True if a site probably redirects to the value of this parameter."""
    name = lowered(name)
    if name in REGISTERED:
        return False
    is_unsure = name in UNSURE and (path.endswith(FIRST) or LEAVING.search(path))
    return bool(is_unsure) or SURE.fullmatch(name) is not None


def forwards(name: str, path: str) -> bool:
    """Return True if the name or the path clearly says that a site redirects to the value."""
    name = lowered(name)
    if name in REGISTERED:
        return False
    says_so = SURE.fullmatch(name) is not None and name not in LOOKED_AT
    return says_so or LEAVING.search(path) is not None


# Schemes that lead to the reference inside.
LEADING = frozenset({"view-source", "feed", "jar", "url"})
# Schemes in which no other search is needed.
EXPLICIT_VIA = frozenset({"data", "javascript", "vbscript"})
# Parameters with permissions for an app (RFC 6749 3.3), many of which look like links.
NAMES_RIGHTS = frozenset({"scope", "scopes", "resource", "audience"})
ASKS_FOR_RIGHTS = expression(r"[?&#!](?:amp;)?(?:client_id|response_type)=")
# Servers reduce two slashes to one.
MENDED = expression(r"\A([A-Za-z]+:)[/\\](?![/\\])")
PACKED_SEGMENT = expression(r"/((?:aHR0c|687474703a|eyJ)[A-Za-z0-9+_/=-]{8,}+)(?![.])")


def layers(facts: Facts) -> tuple[Layer, ...]:
    return facts.once(_layers) if facts.may_nest else ()


def _layers(facts: Facts) -> tuple[Layer, ...]:
    result: list[Layer] = []
    for layer in islice(candidates(facts), 4 * MOST):
        # References inside a layer belong to that layer.
        if all(layer.end <= each.start or each.end <= layer.start for each in result):
            result.append(layer)
        if len(result) == MOST:
            break
    return tuple(sorted(result, key=lambda each: each.start))


def candidates(facts: Facts) -> Iterator[Layer]:
    """Yield the references inside: those that a service or scheme defines, then likely ones."""
    meant = facts.derived
    if meant is not None:
        place = meant.place(0, len(meant.text))
        yield Layer(*place, meant.how, meant.text, follows=True)
    row = facts.carrier
    read = inside(row, facts.reference) if row else None
    if row and read:
        follows = row.follows
        yield Layer(*read[:2], "rewriter", read.text, service=row.name, follows=follows)
    elif row and row.follows:
        yield from _claimed(facts)
    if facts.scheme is not None and not facts.is_web:
        yield from _of_scheme(facts)
        if facts.scheme in EXPLICIT_VIA:
            return
    tail = next(_in_path(facts), None)
    if tail:
        yield tail
        if tail.end == len(facts.text):
            return
    yield from _in_query(facts)
    yield from _in_fragment(facts)


def _claimed(facts: Facts) -> Iterator[Layer]:
    for name, value in facts.query_pairs():
        if value is not None and name.of(facts.text) == "domain" and not value.is_empty:
            yield Layer(*value, CLAIMED, f"https://{value.of(facts.text)}/")
            return


def _of_scheme(facts: Facts) -> Iterator[Layer]:
    if facts.scheme == "data":
        yield from in_content(facts.text, facts.reference)
        return
    leads = facts.scheme in LEADING
    service = facts.scheme or "" if leads else ""
    row = scheme_of(facts.scheme)
    if not row.nests:
        return
    for inner in facts.dossier.inner if facts.dossier else ():
        follows = leads or (row.danger == "program" and inner.via != MENTIONED)
        yield Layer(*inner.span, "scheme", inner.text, service, follows)


def _in_path(facts: Facts) -> Iterator[Layer]:
    """Yield a reference at the end of the path; if unescaped, query and fragment belong to it."""
    text, (start, end) = facts.text, facts.path_span
    link_start = first_link_start(text, start, end)
    if link_start and link_start.at > start:
        if not link_start.times:
            is_prose = facts.has_no_scheme
            delimited = delimited_at(text, link_start.at) if is_prose else None
            last = len(text) - (QUOTES.get(text[:1]) == text[-1:])
            stop, tail = delimited or (last, text[link_start.at : last])
            if delimited is None or not is_mention(tail):
                yield Layer(link_start.at, stop, "path-tail", MENDED.sub(r"\1//", tail))
            return
        slash = text.find("/", link_start.at, end)
        stop = slash if slash >= 0 else end
        run = decode_escapes(text[link_start.at : stop], link_start.times)
        yield Layer(link_start.at, stop, "path-tail", run)
    packed = PACKED_SEGMENT.search(text, start, end)
    if packed:
        yield from _packed_segment(packed)


def _packed_segment(packed: re.Match[str]) -> Iterator[Layer]:
    """Decode base64 in a path: a segment, or several if it contains slashes."""
    for run in (packed[1].split("/", 1)[0], packed[1].replace("/", "")):
        for text in in_packed(run.rstrip("=")):
            last = len(run) if "/" not in packed[1][: len(run)] else len(packed[1])
            yield Layer(packed.start(1), packed.start(1) + last, "base64", text)
            return


def _in_query(facts: Facts) -> Iterator[Layer]:
    span = facts.query_span
    if span is not None:
        yield from _in_pairs(facts, span, "query-value")


def _in_fragment(facts: Facts) -> Iterator[Layer]:
    """Search the whole fragment or its pairs, as in "#/go?url=...", which web apps use."""
    span = facts.span(Part.FRAGMENT)
    if span is None:
        return
    start = span.start
    if facts.text.startswith("!", start):
        start += 1
    question = facts.text.find("?", start, span.end)
    colon = first_link_start(facts.text, start, span.end)
    if question >= 0 and (colon is None or question < colon.at):
        start = question + 1
    yield from _in_pairs(facts, Span(start, span.end), "fragment")


def _in_pairs(facts: Facts, span: Span, via: str) -> Iterator[Layer]:
    """Search the values of all pairs, or the whole text if it begins like a reference."""
    text = facts.text
    first = first_link_start(text, span.start, min(span.end, span.start + 40))
    if first and first.at == span.start:
        yield from in_value(text, span, via, hosts=False)
        return
    for name, value in pairs(text, span):
        if value is None or not value.of(text).strip("="):
            # Not a pair: base64 may end in "=".
            whole = Span(name.start, value.end if value else name.end)
            yield from in_value(text, whole, via, hosts=False)
        else:
            called = name.of(text).removeprefix("amp;") if len(name.of(text)) < 64 else ""
            if lowered(called) in NAMES_RIGHTS and ASKS_FOR_RIGHTS.search(
                text, span.start - 1, span.end
            ):
                continue
            yield from in_value(text, value, via, called, hosts=redirects(called))


# The maximum length of content to search, in written characters.
MOST_CONTENT = 65_536
BASE64_CONTENT = expression(r";\s*base64\s*\Z", re.IGNORECASE)
# Textual content; pictures and sounds are not searched.
TEXTUAL = expression(
    r"data:(?:\s*(?:text|application|message|multipart)/|image/svg|[;,]|\Z)", re.IGNORECASE
)


def in_content(text: str, reference: Reference) -> Iterator[Layer]:
    """Yield the references in the content of a data URL, after the comma."""
    end = max(reference.spans[6][1], reference.spans[7][1])
    comma = text.find(",", 0, end)
    if comma < 0 or not TEXTUAL.match(text, 0, comma + 1):
        return
    content = Span(comma + 1, min(end, comma + 1 + MOST_CONTENT))
    if BASE64_CONTENT.search(text, max(0, comma - 16), comma):
        yield from _in_base64(text, content)
    else:
        yield from in_prose(text, content, "data")


def _in_base64(text: str, span: Span) -> Iterator[Layer]:
    """Yield the references in base64, at the groups of four characters that encode them."""
    run = span.of(text).rstrip("=")
    run = run[: len(run) - len(run) % 4] if len(run) % 4 == 1 else run
    try:
        octets = a2b_base64(run + "=" * (-len(run) % 4), strict_mode=True)
    except (Error, ValueError):
        return
    for result, (start, end) in prose(octets.decode("latin-1")):
        first, last = span.start + start // 3 * 4, span.start + (end + 2) // 3 * 4
        yield Layer(first, min(last, span.end), "data", result)
