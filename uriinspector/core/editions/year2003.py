"""2003: draft-fielding-uri-rfc2396bis-01, between RFC 2396 and RFC 3986.

Its appendix A is empty: the grammar is collected from the sections and corrected (a stray "|" in
the ABNF, and prose in angle brackets).
"""

from collections.abc import Iterator

from uriinspector.core import charset
from uriinspector.core.host import host_kind, is_qualified_hostname, literal_faults, matches_ipv4
from uriinspector.core.model import ESCAPES, Ladder, Part, Violation
from uriinspector.core.production import Production
from uriinspector.core.reference import LETTER_SCHEME, UNDEFINED, Edition, Reference, Spans, reader

CITE = "rfc2396bis-01"
USERINFO = Production("userinfo", charset.USERINFO_2003, f"{CITE} 3.2.2")
REG_NAME = Production("reg-name", charset.REG_NAME_2003, f"{CITE} 3.2.1", f"{CITE} 3.2.2")
PORT = Production("port", charset.DIGIT, f"{CITE} 3.2.2", escapes=False)
REL_SEGMENT = Production("rel-segment", charset.REL_SEGMENT_2003, f"{CITE} 5")
ABS_PATH = Production("abs-path", charset.PCHAR_2003 + "/", f"{CITE} 3", f"{CITE} 3.3")
OPAQUE = Production("opaque-part", charset.URIC_2003, f"{CITE} 3")
QUERY = Production("query", charset.QUERY_2003, f"{CITE} 3.4")
FRAGMENT = Production("fragment", charset.QUERY_2003, f"{CITE} 4.1")

split = reader(LETTER_SCHEME)


def read(text: str) -> Spans:
    """Split by appendix B; a registry-based authority has no userinfo, host or port (3.2.1)."""
    spans = split(text)
    if spans[2][0] < 0 or is_server(text, spans) or not REG_NAME.accepts(text, *spans[2]):
        return spans
    return (*spans[:3], UNDEFINED, UNDEFINED, UNDEFINED, *spans[6:])


def is_server(text: str, spans: Spans) -> bool:
    """Return True for server = [ [ userinfo "@" ] hostport ] (3.2.2); an empty one is valid.

    A reg-name has no brackets: an authority whose host begins with one is a server, even if
    invalid.
    """
    _, _, authority, userinfo, host, port, *_ = spans
    if authority[0] == authority[1] or text.startswith("[", *host):
        return True
    if not (USERINFO.accepts(text, *userinfo) and PORT.accepts(text, *port)):
        return False
    name = text[host[0] : host[1]]
    return matches_ipv4(name) is not None or is_qualified_hostname(name)


def is_opaque(reference: Reference) -> bool:
    """Return True if there is a scheme and no slash after it (section 3)."""
    _, scheme, authority, *_, path, query, _ = reference.spans
    text = reference.text
    if scheme[0] < 0 or authority[0] >= 0 or text.startswith("/", path[0], path[1]):
        return False
    # "foo:?[x]": a query has no brackets, so it must be an opaque-part.
    return path[0] < path[1] or not QUERY.accepts(text, *query)


def terms(reference: Reference) -> dict[Part, str]:
    """Return the edition's names for the eight components."""
    values = {part: part.value for part in Part}
    spans = reference.spans
    if is_opaque(reference):
        values[Part.PATH] = "opaque-part"
    elif reference.text.startswith("/", spans[6][0]):
        values[Part.PATH] = "abs-path"
    elif spans[6][0] < spans[6][1]:
        values[Part.PATH] = "rel-path"
    return values


def parts(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield the server or registry name, hostport, kind of host, and opaque part."""
    _, _, authority, _userinfo, host, _port, path, query, _ = reference.spans
    if authority[0] >= 0 and host[0] < 0:
        yield "reg-name", *authority
    elif authority[0] >= 0:
        yield "server", *authority
        if host[0] < host[1]:
            yield "hostport", host[0], authority[1]
            name = reference.text[host[0] : host[1]]
            kinds = {"ipv4": "IPv4address", "ipv6": "IPv6reference", "reg-name": "hostname"}
            yield kinds.get(host_kind(name) or "", "IPv6reference"), *host
    if is_opaque(reference):
        yield "opaque-part", path[0], max(path[1], query[1])


def violations(reference: Reference) -> Iterator[Violation]:
    """Yield every violation of the grammar."""
    text = reference.text
    _, scheme, authority, _, _, _, path, query, fragment = reference.spans
    if authority[0] >= 0:
        yield from authority_faults(reference)
    if scheme[0] >= 0 and authority[0] < 0 and not text.startswith("/", path[0], path[1]):
        # An opaque-part includes "?": it is checked as a whole, though appendix B splits it
        # there.
        yield from OPAQUE.faults(text, path[0], max(path[1], query[1]))
    else:
        yield from path_faults(reference)
        yield from QUERY.faults(text, *query)
    yield from FRAGMENT.faults(text, *fragment)


def authority_faults(reference: Reference) -> Iterator[Violation]:
    """Check authority = server / reg-name (3.2); an IP literal can only be a server."""
    text, spans = reference.text, reference.spans
    _, _, authority, userinfo, host, port, *_ = spans
    if host[0] < 0:
        return
    if not is_server(text, spans):
        yield from REG_NAME.faults(text, *authority)
    elif text.startswith("[", *host):
        yield from USERINFO.faults(text, *userinfo)
        yield from literal_faults(text, *host, f"{CITE} 3.2.2", future=False)
        yield from PORT.faults(text, *port)


def path_faults(reference: Reference) -> Iterator[Violation]:
    """Check the path; the first segment of a rel-path has no colon (section 5)."""
    text = reference.text
    _, scheme, authority, *_, (start, end), _, _ = reference.spans
    if scheme[0] < 0 and authority[0] < 0 and not text.startswith("/", start, end):
        slash = text.find("/", start, end)
        first = end if slash < 0 else slash
        yield from REL_SEGMENT.faults(text, start, first)
        start = first
    yield from ABS_PATH.faults(text, start, end)


def without_dots(path: str) -> str:
    """Remove dot segments (rfc2396bis-01 6.2.2.3) by merging the path with the base path "/"."""
    from uriinspector.core.resolution import merge_2003

    return merge_2003("/", path[1:], "keep") or ""


EDITION = Edition(
    name="2003",
    title="2003 · draft towards RFC 3986",
    read=read,
    terms=terms,
    parts=parts,
    judge=violations,
    ladder=Ladder(
        string=(f"{CITE} 6.2.1",),
        case=(f"{CITE} 6.2.2.1",),
        unescape=charset.UNESCAPE_2003,
        escapes=(f"{CITE} 6.2.2.2", f"{CITE} 2.3"),
        dots=(f"{CITE} 6.2.2.3", f"{CITE} 5.2"),
        scheme=(f"{CITE} 6.2.3",),
        protocol=(f"{CITE} 6.2.4",),
        hex_case=ESCAPES,
        remove_dots=without_dots,
        # 6.2.3 mentions default ports; the equivalence of an empty path and "/" was added in 2005.
        empty_path=lambda _: "",
        scheme_note="default port and the rules of the scheme",
        # 2.3: an encoded mark equals the plain mark, though decoding is recommended only
        # for "_" and "~"; 6.2.2.2 treats all unreserved characters as equivalent.
        equivalent=charset.UNRESERVED_2003,
    ),
)
