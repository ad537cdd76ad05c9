"""How services write a link inside their own, one function for each way.

The first is a plain parameter.  The second puts "-" for "%" and "_" for "/".  The third leaves the
link as it is between "__" and "__;", but for characters that it takes out and keeps in base64
behind it: "*" stands for the next one, and "**" with a letter for as many as the letter counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from uriinspector.analysis.unpack import MOST, decode_escapes, depth, from_base64
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.core.schemes.lookup import schemes

# What a service does with the link inside: it checks it and goes on, it counts the click and goes
# on, it goes on, it shows the page under its own name, and so on; an "opaque" one goes on too, and
# mostly does not let it be read.
KINDS = ("rewriter", "counter", "redirector", "proxy", "amp", "translate", "archive", "opaque")
# The kinds that bring a browser to what is inside, or show it as it is there.
FOLLOWED = frozenset({"rewriter", "counter", "redirector", "amp", "translate", "opaque"})
# The kinds that show the page under a name of their own.
SHOWN = frozenset({"proxy", "translate", "archive"})
# How a row's path ends where more may follow; no path at all is any path.
OPEN = frozenset({"", "/", "*"})


@dataclass(frozen=True, slots=True)
class Rewriter:
    """A service: whose links they are, and where the other link stands in them.

    A host is exact, or "*.name" for all names below one.  A path is the whole path; with "/" at its
    end, whatever is below it; with "*", whatever begins so.
    """

    name: str
    kind: str
    hosts: tuple[str, ...]
    path: str = ""
    decoder: str = "parameter"
    parameters: tuple[str, ...] = ()
    # The parameters that tell for whom the link was made.
    recipient: tuple[str, ...] = ()

    @property
    def follows(self) -> bool:
        """Whether a browser ends up at what is inside."""
        return self.kind in FOLLOWED

    @property
    def start(self) -> str:
        """What the path begins with."""
        return self.path.removesuffix("*")

    def has(self, path: str) -> bool:
        """Whether a path is one of the service's: whole segments, so that "/urls" is not "/url"."""
        if not path.startswith(self.start):
            return False
        return self.path[-1:] in OPEN or path[len(self.path) :] in {"", "/"}


class Inside(NamedTuple):
    """The link inside of a rewritten one: where it stands, and what it says."""

    start: int
    end: int
    text: str


class RewrittenLink:
    """A link of a service, as its decoder sees it."""

    def __init__(self, reference: Reference, row: Rewriter) -> None:
        self.reference = reference
        self.text = reference.text
        self.row = row

    @property
    def path(self) -> Span:
        """Where the path stands."""
        return Span(*self.reference.spans[6])

    @property
    def after_path(self) -> Span:
        """All after the row's part of the path, query and fragment too."""
        return Span(self.path.start + len(self.row.start), len(self.text))

    def value(self) -> Span | None:
        """The first of the row's parameters that has a value."""
        return next(iter(self.values(self.row.parameters)), None)

    def values(self, names: tuple[str, ...]) -> list[Span]:
        """The values of these parameters, in the order of the names."""
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
# How many characters "**A", "**B" ... stand for.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
COUNT = {letter: count for count, letter in enumerate(LETTERS, start=2)}
STARS = expression(r"\*\*([A-Za-z0-9_-])|\*")
# A single slash after the scheme, which some servers make of two.
MENDED = expression(r"\A([a-z][a-z0-9+.-]{0,30}:)/(?=[^/])", re.IGNORECASE)


def proofpoint_2(link: RewrittenLink) -> Inside | None:
    """ "http-3A__host_path": hyphens for percent signs, underscores for slashes."""
    span = link.value()
    if span is None:
        return None
    text = decode_escapes(HYPHEN.sub("%", span.of(link.text)).replace("_", "/"))
    return Inside(*span, text)


def proofpoint_3(link: RewrittenLink) -> Inside | None:
    """ "__link__;base64!!": what was taken out is put back."""
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
    """Each star is the next of the characters that were kept; beyond them it is a star."""
    at = 0

    def next_ones(match: re.Match[str]) -> str:
        nonlocal at
        count = COUNT[match[1]] if match[1] else 1
        taken = removed[at : at + count]
        at += count
        return taken or match[0]

    return STARS.sub(next_ones, text[:MOST]) + text[MOST:]


SCHEME = expression(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:|//")
# A host with a dot in it, and what may follow one.
HOST = expression(r"[\w-]+(?:\.[\w-]+){1,20}(?=[:/?#]|\Z)")
COLON = expression(r"%(?:25)*3[aA]")
WEB = expression(r"https?(?::|%(?:25)*3[aA])(?:/|%(?:25)*2[fF])", re.IGNORECASE)
JSON_URL = expression(r'"(?:url|href)"\s*:\s*"([^"]{1,4096})"')
# What Disqus puts behind the link: a signature.
SIGNATURE = expression(r":[A-Za-z0-9_-]{20,}\Z")


def link_in_run(text: str, span: Span, *, encoded: bool = True) -> Inside | None:
    """The link that stands in a run, its escapes taken off; "https:" where no scheme is there."""
    run = span.of(text)
    if encoded:
        run = decode_escapes(run, times(run))
    run = run.strip()
    begins = SCHEME.match(run)
    if begins and (begins[0] == "//" or lowered(begins[0][:-1]) in schemes()):
        return Inside(*span, run)
    return Inside(*span, f"https://{run}") if HOST.match(run) else None


def times(run: str) -> int:
    """How often to take escapes off: as deep as the colon of the scheme is packed."""
    colon = COLON.search(run, 0, 64)
    return depth(colon[0]) if colon and ":" not in run[: colon.start()] else 1


def plain_link(text: str, span: Span) -> Inside | None:
    """The link that stands in a run as it is."""
    return link_in_run(text, span, encoded=False)


def base64_link(text: str, span: Span) -> Inside | None:
    """The link in base64."""
    decoded = from_base64(span.of(text))
    return Inside(*span, decoded.strip()) if decoded and SCHEME.match(decoded) else None


def json_link(text: str, span: Span) -> Inside | None:
    """Base64 around JSON, in which another piece of JSON may name the link."""
    decoded = from_base64(span.of(text))
    at = JSON_URL.search(decoded.replace("\\", "")) if decoded else None
    return Inside(*span, at[1]) if at and SCHEME.match(at[1]) else None


def _bing(link: RewrittenLink) -> Span | None:
    """Bing: "a1" and base64 for the web."""
    span = link.value()
    is_web = span is not None and link.text.startswith("a1", span.start)
    return Span(span.start + 2, span.end) if span and is_web else None


def _all_after(link: RewrittenLink) -> Span:
    return link.after_path


def _first_segment(link: RewrittenLink) -> Span:
    """The first segment after the path's beginning."""
    start, end = link.after_path
    stop = ESCAPE_END.search(link.text, start, end)
    return Span(start, stop.start() if stop else end)


ESCAPE_END = expression("[/?#]")


def _query(link: RewrittenLink) -> Span | None:
    return link.reference.span(Part.QUERY)


def _yahoo(link: RewrittenLink) -> Span | None:
    """A segment that begins with "RU="."""
    start = link.text.find("/RU=", *link.path) + 4
    end = link.text.find("/", start, link.path.end)
    return Span(start, end if end >= 0 else link.path.end) if start >= 4 else None


def _underscores(link: RewrittenLink) -> Span | None:
    """Between two rows of three underscores."""
    start, end = link.text.find("___", link.path.start) + 3, len(link.text)
    close = link.text.find("___", start, end)
    return Span(start, close) if close > start else None


CACHE = expression(r"cache(?::|%3[Aa])(?:[\w-]{12}(?::|%3[Aa]))?")


def _cached(link: RewrittenLink) -> Span | None:
    """A search for "cache:", maybe with an identifier, and the link."""
    span = link.value()
    match = CACHE.match(link.text, *span) if span else None
    return Span(match.end(), span.end) if span and match else None


def at(
    place: Callable[[RewrittenLink], Span | None],
    read: Callable[[str, Span], Inside | None] = link_in_run,
) -> Callable[[RewrittenLink], Inside | None]:
    """Return a decoder for links at this place, written in this way."""

    def decode(link: RewrittenLink) -> Inside | None:
        span = place(link)
        return read(link.text, span) if span else None

    return decode


def anywhere(link: RewrittenLink) -> Inside | None:
    """The first thing in the path that begins like a web address, to the end."""
    start, end = link.after_path
    at = WEB.search(link.text, start, end)
    return link_in_run(link.text, Span(at.start(), end), encoded="%" in at[0]) if at else None


def amp(link: RewrittenLink) -> Inside | None:
    """ "/s/" for https, then host and path."""
    start, end = link.after_path
    secure = link.text.startswith("s/", start)
    start += 2 if secure else 0
    return _hosted(link.text, Span(start, end), "https" if secure else "http")


def amp_cache(link: RewrittenLink) -> Inside | None:
    """The same after a letter for the kind of content: "/c/s/", "/v/s/", "/i/s/" ..."""
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


def photon(link: RewrittenLink) -> Inside | None:
    """Host and path of a picture."""
    return _hosted(link.text, Span(link.path.start + 1, link.path.end), "https")


def translated_host(link: RewrittenLink) -> Inside | None:
    """The first label is the host: "-" for ".", "--" for "-"; "_x_tr_" parameters are its own."""
    label = (link.reference.host or "").partition(".")[0]
    query = link.reference.query or ""
    if "_x_tr_enc=" in query or "-" not in label:
        return None  # names that do not fit are packed in another way
    host = label.replace("--", "\0").replace("-", ".").replace("\0", "-")
    texts = [each for each in query.split("&") if each and not each.startswith("_x_tr_")]
    scheme = "http" if "_x_tr_sch=http&" in query + "&" else "https"
    fragment = link.reference.fragment
    text = f"{scheme}://{host}{link.reference.path}" + ("?" + "&".join(texts) if texts else "")
    start = link.reference.spans[4][0]
    return Inside(start, start + len(label), text + ("" if fragment is None else f"#{fragment}"))


def gateway(link: RewrittenLink) -> Inside | None:
    """A name of the Tor network with the gateway's behind it."""
    start, end = link.reference.spans[4]
    stop = link.text.lower().find(".onion", start, end)
    if stop <= start:
        return None
    span = Span(start, stop + len(".onion"))
    return Inside(*span, f"http://{span.of(link.text)}{link.text[end:]}")


def video(link: RewrittenLink) -> Inside | None:
    """YouTube's short form: an identifier of eleven characters, and parameters of the page."""
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
    """A parameter, a signature behind its last colon."""
    read = at(RewrittenLink.value)(link)
    return read and read._replace(text=SIGNATURE.sub("", read.text))


DECODERS: dict[str, Callable[[RewrittenLink], Inside | None]] = {
    "amp": amp,
    "amp-cache": amp_cache,
    "anywhere": anywhere,
    "base64-parameter": at(RewrittenLink.value, base64_link),
    "bing": at(_bing, base64_link),
    "cached": at(_cached),
    "disqus": disqus,
    "gateway": gateway,
    "json-segment": at(_first_segment, json_link),
    "mandrill": at(RewrittenLink.value, json_link),
    # Only the service can read it.
    "opaque": lambda _: None,
    "parameter": at(RewrittenLink.value),
    "photon": photon,
    "proofpoint-2": proofpoint_2,
    "proofpoint-3": proofpoint_3,
    "segment": at(_first_segment),
    "tail": at(_all_after, plain_link),
    "translated-host": translated_host,
    "underscores": at(_underscores, plain_link),
    "video": video,
    "whole-query": at(_query),
    "yahoo": at(_yahoo),
}
