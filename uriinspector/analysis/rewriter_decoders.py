"""Decoders for links inside the links of services, one function for each form.

The most common form is a plain parameter.  Proofpoint's second form writes "-" for "%" and "_" for
"/". Its third form has the link between "__" and "__;", except for some characters, which follow in
base64: "*" stands for the next one, and "**" with a letter for as many as the letter encodes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from uriinspector.analysis.unpack import MOST, decode_escapes, depth, from_base64
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.core.schemes.lookup import schemes

# Kinds of services: a rewriter checks the link and redirects, a counter counts the click and
# redirects, a redirector only redirects, a proxy shows the page under its own name, and so on. An
# "opaque" service redirects, but usually its links cannot be decoded.
KINDS = ("rewriter", "counter", "redirector", "proxy", "amp", "translate", "archive", "opaque")
# Kinds that lead browsers to the link inside, or show its page.
FOLLOWED = frozenset({"rewriter", "counter", "redirector", "amp", "translate", "opaque"})
# Kinds that show the page under another name.
SHOWN = frozenset({"proxy", "translate", "archive"})
# Ends of a row's path that allow any continuation; an empty path allows any path.
OPEN = frozenset({"", "/", "*"})


@dataclass(frozen=True, slots=True)
class Rewriter:
    """A service, and where its links contain another link.

    A host is exact, or "*.name" for all names below one.  A path is the whole path; "/" at its
    end also allows deeper paths, "*" any ending.
    """

    name: str
    kind: str
    hosts: tuple[str, ...]
    path: str = ""
    decoder: str = "parameter"
    parameters: tuple[str, ...] = ()
    # The parameters that identify the recipient.
    recipient: tuple[str, ...] = ()

    @property
    def follows(self) -> bool:
        """True if a browser that opens the outer link ends up at the inner one."""
        return self.kind in FOLLOWED

    @property
    def start(self) -> str:
        return self.path.removesuffix("*")

    def has(self, path: str) -> bool:
        """Return True if a path matches segment by segment: "/urls" does not match "/url"."""
        if not path.startswith(self.start):
            return False
        return self.path[-1:] in OPEN or path[len(self.path) :] in {"", "/"}


class Inside(NamedTuple):
    start: int
    end: int
    text: str


class RewrittenLink:
    def __init__(self, reference: Reference, row: Rewriter) -> None:
        self.reference = reference
        self.text = reference.text
        self.row = row

    @property
    def path(self) -> Span:
        return Span(*self.reference.spans[6])

    @property
    def after_path(self) -> Span:
        """The text after the row's path, including query and fragment."""
        return Span(self.path.start + len(self.row.start), len(self.text))

    def value(self) -> Span | None:
        return next(iter(self.values(self.row.parameters)), None)

    def values(self, names: tuple[str, ...]) -> list[Span]:
        """Return the values of parameters, in the order of the names."""
        result: dict[str, Span] = {}
        if not names:
            return []
        for name, value in pairs(self.text, self.reference.span(Part.QUERY)):
            called = name.of(self.text).removeprefix("amp;")
            if value is not None and value.start < value.end:
                result.setdefault(called, value)
        return [result[name] for name in names if name in result]


HYPHEN = expression("-(?=[0-9A-Fa-f]{2})")
START = expression("__", re.DOTALL)
END = expression(r"__;([A-Za-z0-9+/_=-]*)!")
# The counts for "**A", "**B" ...
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
COUNT = {letter: count for count, letter in enumerate(LETTERS, start=2)}
STARS = expression(r"\*\*([A-Za-z0-9_-])|\*")
# A single slash after the scheme, to which some servers reduce two.
MENDED = expression(r"\A([a-z][a-z0-9+.-]{0,30}:)/(?=[^/])", re.IGNORECASE)


def proofpoint_2(link: RewrittenLink) -> Inside | None:
    """Decode "http-3A__host_path": hyphens for percent signs, underscores for slashes."""
    span = link.value()
    if span is None:
        return None
    text = decode_escapes(HYPHEN.sub("%", span.of(link.text)).replace("_", "/"))
    return Inside(*span, text)


def proofpoint_3(link: RewrittenLink) -> Inside | None:
    """Decode "__link__;base64!!", putting the removed characters back."""
    start, end = link.after_path
    first = START.match(link.text, start, end)
    last = END.search(link.text, start + 2, end)
    if not first or not last:
        return None
    span = Span(first.end(), last.start())
    rest = from_base64(last[1]) if last[1] else ""
    text = span.of(link.text)
    if "*" in text and rest:
        text = _restored(text, rest)
    return Inside(*span, MENDED.sub(r"\1//", text))


def _restored(text: str, removed: str) -> str:
    """Replace each star with the next of the removed characters, as long as there are any."""
    at = 0

    def next_ones(match: re.Match[str]) -> str:
        nonlocal at
        count = COUNT[match[1]] if match[1] else 1
        taken = removed[at : at + count]
        at += count
        return taken or match[0]

    return STARS.sub(next_ones, text[:MOST]) + text[MOST:]


SCHEME = expression(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:|//")
# A host with a dot, before a delimiter or the end.
HOST = expression(r"[\w-]+(?:\.[\w-]+){1,20}(?=[:/?#]|\Z)")
COLON = expression(r"%(?:25)*3[aA]")
WEB = expression(r"https?(?::|%(?:25)*3[aA])(?:/|%(?:25)*2[fF])", re.IGNORECASE)
JSON_URL = expression(r'"(?:url|href)"\s*:\s*"([^"]{1,4096})"')
# The signature that Disqus puts after the link.
SIGNATURE = expression(r":[A-Za-z0-9_-]{20,}\Z")


def link_in_run(text: str, span: Span, *, encoded: bool = True) -> Inside | None:
    """Return the link in a run, decoded; "https:" is added if there is no scheme."""
    run = span.of(text)
    if encoded:
        run = decode_escapes(run, times(run))
    run = run.strip()
    begins = SCHEME.match(run)
    if begins and (begins[0] == "//" or lowered(begins[0][:-1]) in schemes()):
        return Inside(*span, run)
    return Inside(*span, f"https://{run}") if HOST.match(run) else None


def times(run: str) -> int:
    """Return how many times to decode, judging by how the scheme's colon is escaped."""
    colon = COLON.search(run, 0, 64)
    return depth(colon[0]) if colon and ":" not in run[: colon.start()] else 1


def plain_link(text: str, span: Span) -> Inside | None:
    return link_in_run(text, span, encoded=False)


def base64_link(text: str, span: Span) -> Inside | None:
    decoded = from_base64(span.of(text))
    if decoded and not SCHEME.match(decoded):
        decoded = decode_escapes(decoded)
    return Inside(*span, decoded.strip()) if decoded and SCHEME.match(decoded) else None


def json_link(text: str, span: Span) -> Inside | None:
    """Decode base64 with JSON, which may contain the link in nested JSON."""
    decoded = from_base64(span.of(text))
    at = JSON_URL.search(decoded.replace("\\", "")) if decoded else None
    return Inside(*span, at[1]) if at and SCHEME.match(at[1]) else None


def _bing(link: RewrittenLink) -> Span | None:
    """Return the base64 in Bing's parameter, where "a1" marks a web link."""
    span = link.value()
    is_web = span is not None and link.text.startswith("a1", span.start)
    return Span(span.start + 2, span.end) if span and is_web else None


def _all_after(link: RewrittenLink) -> Span:
    return link.after_path


def _first_segment(link: RewrittenLink) -> Span:
    start, end = link.after_path
    stop = ESCAPE_END.search(link.text, start, end)
    return Span(start, stop.start() if stop else end)


ESCAPE_END = expression("[/?#]")


def _last_segment(link: RewrittenLink) -> Span:
    start, end = _all_after(link)
    return Span(max(start, link.text.rfind("/", start, end) + 1), end)


def _query(link: RewrittenLink) -> Span | None:
    return link.reference.span(Part.QUERY)


def _yahoo(link: RewrittenLink) -> Span | None:
    """Return the value after "RU=" at the beginning of a segment."""
    start = link.text.find("/RU=", *link.path) + 4
    end = link.text.find("/", start, link.path.end)
    return Span(start, end if end >= 0 else link.path.end) if start >= 4 else None


def _underscores(link: RewrittenLink) -> Span | None:
    start, end = link.text.find("___", link.path.start) + 3, len(link.text)
    close = link.text.find("___", start, end)
    return Span(start, close) if close > start else None


CACHE = expression(r"cache(?::|%3[Aa])(?:[\w-]{12}(?::|%3[Aa]))?")


def _cached(link: RewrittenLink) -> Span | None:
    """Return the link in a search for "cache:", which may be followed by an identifier."""
    span = link.value()
    match = CACHE.match(link.text, *span) if span else None
    return Span(match.end(), span.end) if span and match else None


def at(
    place: Callable[[RewrittenLink], Span | None],
    read: Callable[[str, Span], Inside | None] = link_in_run,
) -> Callable[[RewrittenLink], Inside | None]:
    """Return a decoder for links at this place and in this form."""

    def decode(link: RewrittenLink) -> Inside | None:
        span = place(link)
        return read(link.text, span) if span else None

    return decode


def anywhere(link: RewrittenLink) -> Inside | None:
    """Return the first web address in the text after the row's path."""
    start, end = link.after_path
    at = WEB.search(link.text, start, end)
    return link_in_run(link.text, Span(at.start(), end), encoded="%" in at[0]) if at else None


def amp(link: RewrittenLink) -> Inside | None:
    """Decode AMP viewer paths: "/s/" for https, then host and path."""
    start, end = link.after_path
    secure = link.text.startswith("s/", start)
    start += 2 if secure else 0
    return _hosted(link.text, Span(start, end), "https" if secure else "http")


def amp_cache(link: RewrittenLink) -> Inside | None:
    """Decode AMP cache paths: a letter for the content type before "s/", as in "/c/s/", "/v/s/"."""
    start, end = link.after_path
    kind = AMP_KIND.match(link.text, start, end)
    if not kind:
        return None
    return _hosted(link.text, Span(kind.end(), end), "https" if kind[1] else "http")


AMP_KIND = expression(r"[a-z]{1,4}/(?:w[0-9]+/)?(s/)?(?=[\w-]+\.)")


def _hosted(text: str, span: Span, scheme: str) -> Inside | None:
    if not HOST.match(text, *span):
        return None
    return Inside(*span, f"{scheme}://{span.of(text)}")


def segments(link: RewrittenLink) -> Inside | None:
    """Decode a scheme and a host that are segments of the path: "/https/example.org/"."""
    scheme = SCHEME_SEGMENT.search(link.text, *link.path)
    return _hosted(link.text, Span(scheme.end(), len(link.text)), scheme[1]) if scheme else None


SCHEME_SEGMENT = expression("/(https?)/")


def photon(link: RewrittenLink) -> Inside | None:
    """Return the link whose host and path follow the row's path."""
    return _hosted(link.text, Span(link.after_path.start, link.path.end), "https")


def translated_host(link: RewrittenLink) -> Inside | None:
    """Decode the host from the first label: "-" is ".", "--" is "-"; drop "_x_tr_" parameters."""
    label = (link.reference.host or "").partition(".")[0]
    query = link.reference.query or ""
    if "_x_tr_enc=" in query or "-" not in label:
        return None  # such names are encoded in another way
    host = label.replace("--", "\0").replace("-", ".").replace("\0", "-")
    texts = [each for each in query.split("&") if each and not each.startswith("_x_tr_")]
    scheme = "http" if "_x_tr_sch=http&" in query + "&" else "https"
    fragment = link.reference.fragment
    text = f"{scheme}://{host}{link.reference.path}" + ("?" + "&".join(texts) if texts else "")
    start = link.reference.spans[4][0]
    return Inside(start, start + len(label), text + ("" if fragment is None else f"#{fragment}"))


def gateway(link: RewrittenLink) -> Inside | None:
    """Return the link to the onion address that the gateway's name was appended to."""
    start, end = link.reference.spans[4]
    stop = link.text.lower().find(".onion", start, end)
    if stop <= start:
        return None
    span = Span(start, stop + len(".onion"))
    return Inside(*span, f"http://{span.of(link.text)}{link.text[end:]}")


def video(link: RewrittenLink) -> Inside | None:
    """Expand YouTube's short form: an identifier of eleven characters, and parameters."""
    start, end = link.after_path
    name = VIDEO.match(link.text, start, end)
    if name is None:
        return None
    rest = link.text[name.end() :]
    text = f"https://www.youtube.com/watch?v={name[0]}" + (
        f"&{rest[1:]}" if rest[:1] == "?" else rest
    )
    return Inside(*name.span(), text)


VIDEO = expression(r"[A-Za-z0-9_-]{11}(?=[?#]|\Z)")


def disqus(link: RewrittenLink) -> Inside | None:
    """Return the link in a parameter without the signature after its last colon."""
    read = at(RewrittenLink.value)(link)
    return read and read._replace(text=SIGNATURE.sub("", read.text))


DECODERS: dict[str, Callable[[RewrittenLink], Inside | None]] = {
    "amp": amp,
    "amp-cache": amp_cache,
    "anywhere": anywhere,
    "base64-parameter": at(RewrittenLink.value, base64_link),
    "base64-tail": at(_last_segment, base64_link),
    "bing": at(_bing, base64_link),
    "cached": at(_cached),
    "disqus": disqus,
    "gateway": gateway,
    "json-segment": at(_first_segment, json_link),
    "mandrill": at(RewrittenLink.value, json_link),
    # Only the service can decode it.
    "opaque": lambda _: None,
    "parameter": at(RewrittenLink.value),
    "photon": photon,
    "proofpoint-2": proofpoint_2,
    "proofpoint-3": proofpoint_3,
    "segment": at(_first_segment),
    "segments": segments,
    "tail": at(_all_after, plain_link),
    "translated-host": translated_host,
    "underscores": at(_underscores, plain_link),
    "video": video,
    "whole-query": at(_query),
    "yahoo": at(_yahoo),
}
