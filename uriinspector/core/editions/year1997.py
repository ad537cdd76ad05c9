"""1997: draft-fielding-url-syntax-05, between RFC 1738, RFC 1808 and RFC 2396.

The text is first split as in 4.4 (greedily: a site takes precedence), then the parts are checked.
By the grammar alone, nearly any text could be an opaque-URL.
"""

from collections.abc import Iterator

from uriinspector.core import charset
from uriinspector.core.expression import expression
from uriinspector.core.host import is_hostname, matches_hostnumber
from uriinspector.core.model import Ladder, Part, Violation
from uriinspector.core.production import Production
from uriinspector.core.reference import ANY_SCHEME, Edition, Reference, reader

CITE = "url-syntax-05"
USER = Production("user", charset.USER_1997, f"{CITE} 4.3.1")
PASSWORD = Production("password", charset.USER_1997, f"{CITE} 4.3.1")
PORT = Production("port", charset.DIGIT, f"{CITE} 4.3.1", escapes=False)
PATH = Production("path", charset.PCHAR_1997 + ";/", f"{CITE} 4.3.2")
QUERY = Production("query", charset.URLC_1997, f"{CITE} 4.3.3")
FRAGMENT = Production("fragment", charset.URLC_1997, f"{CITE} 3")

PARAM = expression(";([^;/]*+)")

read = reader(ANY_SCHEME)


def terms(reference: Reference) -> dict[Part, str]:
    """Return the edition's names for the eight components."""
    values = {part: part.value for part in Part} | {Part.AUTHORITY: "site"}
    values[Part.USERINFO] = "user:password" if ":" in (reference.userinfo or "") else "user"
    if reference.path.startswith("/"):
        values[Part.PATH] = "abs_path"
    elif reference.path:
        values[Part.PATH] = "rel_path"
    return values


def split_user(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the user and password, separated by the first colon (RFC 1738 3.1, 1997 4.3.1)."""
    colon = text.find(":", start, end)
    yield "user", start, end if colon < 0 else colon
    if colon >= 0:
        yield "password", colon + 1, end


def parts(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield the site, its parts, and the parameters of every segment."""
    text = reference.text
    _, _, site, user, host, _, path, _, _ = reference.spans
    if site[0] >= 0:
        yield "site", *site
        if user[0] >= 0:
            yield from split_user(text, *user)
        if site[0] < site[1]:
            yield "hostport", host[0], site[1]
            yield from host_kind_part(text, *host)
    yield from params(text, *path)


def host_kind_part(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the kind of host: hostname or hostnumber (4.3.1, as in RFC 1738 5)."""
    if start < end:
        is_number = matches_hostnumber(text, start, end)
        yield "hostnumber" if is_number else "hostname", start, end


def params(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the parameters: segment = *pchar *( ";" param ) (4.3.2)."""
    for match in PARAM.finditer(text, start, end):
        yield "param", *match.span(1)


def violations(reference: Reference) -> Iterator[Violation]:
    """Yield every violation of appendix A in a text split as in 4.4."""
    text = reference.text
    _, _, site, _, _, _, path, query, fragment = reference.spans
    if site[0] >= 0:
        yield from site_faults(reference)
        if path[0] == path[1] and query[0] >= 0:
            at, expected = query[0] - 1, '"/" or the end of the site'
            explanation = "a query needs a path before it"
            yield Violation(at, at + 1, "net_path", expected, explanation, (f"{CITE} 5",))
    yield from PATH.faults(text, *path)
    yield from QUERY.faults(text, *query)
    yield from FRAGMENT.faults(text, *fragment)


def site_faults(reference: Reference) -> Iterator[Violation]:
    """Check site = [ [ user [ ":" password ] "@" ] hostport ] (4.3.1); an empty one is valid."""
    text = reference.text
    _, _, site, userinfo, host, port, *_ = reference.spans
    if site[0] == site[1]:
        return
    for term, start, end in split_user(text, *userinfo):
        yield from (USER if term == "user" else PASSWORD).faults(text, start, end)
    yield from host_faults(text, *host, f"{CITE} 4.3.1")
    yield from PORT.faults(text, *port)


def host_faults(text: str, start: int, end: int, cite: str) -> Iterator[Violation]:
    """Check host = hostname | hostnumber, as in RFC 1738: any digits, no final dot, no IPv6."""
    name = text[start:end]
    if is_hostname(name) or matches_hostnumber(name):
        return
    explanation = "neither a host name nor four numbers" if name else "the host is missing"
    expected = (
        'labels of letters, digits and "-" (the last one begins with a letter), or four numbers'
    )
    yield Violation(start, end, "host", expected, explanation, (cite,))


EDITION = Edition(
    name="1997",
    title="1997 · draft towards RFC 2396",
    read=read,
    terms=terms,
    parts=parts,
    judge=violations,
    ladder=Ladder(
        # Section 6 mentions only two of the normalizations: host names and default ports.
        string=(),
        case=(f"{CITE} 4.1", f"{CITE} 6"),
        unescape=charset.UNESCAPE_1997,
        escapes=(f"{CITE} 2.4.2",),
        dots=(),
        scheme=(f"{CITE} 6",),
        protocol=(),
        hex_case=None,
        remove_dots=None,
        empty_path=lambda _: "",
        scheme_note="default port and the rules of the scheme",
    ),
)
