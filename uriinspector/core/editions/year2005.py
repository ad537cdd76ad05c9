"""2005: RFC 3986, the current standard."""

from collections.abc import Iterator

from uriinspector.core import charset
from uriinspector.core.expression import expression
from uriinspector.core.host import literal_faults, matches_ipv4
from uriinspector.core.model import CASE, Ladder, Part, Violation
from uriinspector.core.production import Production
from uriinspector.core.reference import LETTER_SCHEME, Edition, Reference, reader

SEGMENTS = charset.PCHAR_2005 + "/"
USERINFO = Production("userinfo", charset.USERINFO_2005, "RFC 3986 3.2.1")
REG_NAME = Production("reg-name", charset.REG_NAME_2005, "RFC 3986 3.2.2")
PORT = Production("port", charset.DIGIT, "RFC 3986 3.2.3", escapes=False)
NO_COLON = Production("segment-nz-nc", charset.SEGMENT_NZ_NC_2005, "RFC 3986 3.3", "RFC 3986 4.2")
QUERY = Production("query", charset.QUERY_2005, "RFC 3986 3.4")
FRAGMENT = Production("fragment", charset.FRAGMENT_2005, "RFC 3986 3.5")
PATHS = {
    form: Production(form, SEGMENTS, "RFC 3986 3.3")
    for form in ("path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty")
}
PATHS["path-empty"].expected = "nothing"  # 0<pchar>
LITERAL = "RFC 3986 3.2.2"

read = reader(LETTER_SCHEME)

_AUTHORITY = f"//(?:{USERINFO.pattern}@|(?!))?+{REG_NAME.pattern}(?::{PORT.pattern})?+(?=[/?#]|\\Z)"
# The whole grammar except for IP literals. A text that matches has no fault; all others are checked
# part by part.
WHOLE = expression(
    rf"(?:{LETTER_SCHEME}:(?:{_AUTHORITY}|(?!//))|{_AUTHORITY}|(?!//){NO_COLON.pattern}(?=[/?#]|\Z))"
    rf"{PATHS['path-abempty'].pattern}(?:\?{QUERY.pattern})?+(?:\#{FRAGMENT.pattern})?+"
)


def path_form(reference: Reference) -> str:
    """Return which of the five forms of 3.3 the path has."""
    spans = reference.spans
    start, end = spans[6]
    if spans[2][0] >= 0:
        return "path-abempty"
    if start == end:
        return "path-empty"
    if reference.text.startswith("/", start):
        return "path-absolute"
    return "path-rootless" if spans[1][0] >= 0 else "path-noscheme"


TERMS = {form: {part: part.value for part in Part} | {Part.PATH: form} for form in PATHS}


def terms(reference: Reference) -> dict[Part, str]:
    """Return the edition's names for the eight components."""
    return TERMS[path_form(reference)]


def parts(reference: Reference) -> tuple[tuple[str, int, int], ...]:
    """Return the kind of host, which is named in addition to the eight components."""
    start, end = reference.spans[4]
    if start >= end:
        return ()
    host = reference.text[start:end]
    if host[0] != "[":
        return () if matches_ipv4(host) else (("reg-name", start, end),)
    if host[-1] != "]":
        return ()
    inside = "IPvFuture" if host[1:2] in {"v", "V"} else "IPv6address"
    return ("IP-literal", start, end), (inside, start + 1, end - 1)


def violations(reference: Reference) -> Iterator[Violation]:
    """Yield every violation of appendix A.

    The scheme needs no check: text with an invalid scheme has been parsed as a path.
    """
    text = reference.text
    _, _, authority, userinfo, host, port, path, query, fragment = reference.spans
    if authority[0] >= 0:
        yield from USERINFO.faults(text, *userinfo)
        yield from host_faults(text, *host)
        yield from PORT.faults(text, *port)
    yield from path_faults(reference, *path)
    yield from QUERY.faults(text, *query)
    yield from FRAGMENT.faults(text, *fragment)


def path_faults(reference: Reference, start: int, end: int) -> Iterator[Violation]:
    """Check the path; in a relative path without a scheme, the first segment has no colon (4.2)."""
    text, form = reference.text, path_form(reference)
    if form == "path-noscheme":
        slash = text.find("/", start, end)
        first = end if slash < 0 else slash
        yield from NO_COLON.faults(text, start, first)
        start = first
    yield from PATHS[form].faults(text, start, end)


def host_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    """Check host = IP-literal / IPv4address / reg-name (3.2.2)."""
    if text.startswith("[", start, end):
        yield from literal_faults(text, start, end, LITERAL, future=True)
    else:
        yield from REG_NAME.faults(text, start, end)


def without_dots(path: str) -> str:
    """Remove dot segments from any path (RFC 3986 5.2.4 and 6.2.2.3)."""
    from uriinspector.core.resolution import remove_dot_segments

    return remove_dot_segments(path)


EDITION = Edition(
    name="2005",
    title="2005 \u00b7 RFC 3986",
    read=read,
    terms=terms,
    parts=parts,
    whole=WHOLE,
    judge=violations,
    compares_with_base=True,
    ladder=Ladder(
        string=("RFC 3986 6.2.1",),
        case=("RFC 3986 6.2.2.1",),
        unescape=charset.UNESCAPE_2005,
        escapes=("RFC 3986 6.2.2.2", "RFC 3986 2.3"),
        dots=("RFC 3986 6.2.2.3", "RFC 3986 5.2.4"),
        scheme=("RFC 3986 6.2.3",),
        protocol=("RFC 3986 6.2.4",),
        hex_case=CASE,
        remove_dots=without_dots,
        rootless_dots=True,
        empty_path=lambda _: "RFC 3986 6.2.3",
        scheme_note="default port, empty path and the rules of the scheme",
    ),
)
