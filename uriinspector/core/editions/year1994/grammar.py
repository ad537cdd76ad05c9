"""RFC 1738 section 5: what the 1994 edition allows.

1994 knows URLs only.  A wrapper and a "URL:" before it are set aside; a fragment-id and a partial
form are recognised, as draft 02 has them, and said to be no part of a URL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.editions.year1994.reading import unwrapped
from uriinspector.core.editions.year1994.schemes import GRAMMARS, XCHAR, Url
from uriinspector.core.editions.year1997.grammar import host_kind_part, split_user
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

# Draft 02: a full form has a colon, and that before any slash.
FULL_FORM = expression("[^:/]*+:")
# Schemes whose URLs begin with a hostport alone, without a user (section 5).
WITHOUT_USER = frozenset({"http", "gopher", "nntp", "wais", "prospero", "file"})


def terms(reference: Reference) -> dict[Part, str]:
    """The edition's words for the eight components."""
    values = {part: part.value for part in Part}
    values[Part.AUTHORITY] = _authority_rule(reference)
    values[Part.USERINFO] = "user:password" if ":" in (reference.userinfo or "") else "user"
    # 3.1: the slash before a url-path is no part of it, so that the component has no name there.
    if reference.scheme is None:
        values[Part.PATH] = "partial form"
    elif reference.authority is None:
        values[Part.PATH] = "schemepart"
    return values | {Part.QUERY: "search", Part.FRAGMENT: "fragment-id"}


def _authority_rule(reference: Reference) -> str:
    """What the scheme's rule has after the two slashes; with a user it can only be a login."""
    scheme = (reference.scheme or "").lower()
    if scheme not in WITHOUT_USER or reference.userinfo is not None:
        return "login"
    return "host" if scheme == "file" and reference.port is None else "hostport"


def parts(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Wrapper and prefix, the scheme-specific part and what the Internet form has in it."""
    text = reference.text
    start, end, prefix = unwrapped(text)
    if end < len(text):
        yield "wrapper", 0, 1
        yield "wrapper", end, end + 1
    if prefix >= 0:
        yield "prefix", prefix, start
    _, scheme, login, user, host, _, path, query, _ = reference.spans
    if scheme[0] >= 0:
        yield "schemepart", scheme[1] + 1, max(path[1], query[1])
    if login[0] >= 0:
        rule = _authority_rule(reference)
        if rule == "login":
            yield "login", *login
        if user[0] >= 0:
            yield from split_user(text, *user)
        if rule != "host":
            yield "hostport", host[0], login[1]
        yield from host_kind_part(text, *host)
        if path[0] < path[1]:
            # The slash before it is no part of a url-path (3.1); a search after it is.
            yield "url-path", path[0] + 1, max(path[1], query[1])


def violations(reference: Reference) -> Iterator[Violation]:
    """By the scheme's own grammar where section 5 has one, else by genericurl."""
    url = Url(reference.text, reference.spans)
    *_, fragment = reference.spans
    if reference.scheme is None:
        start = unwrapped(reference.text)[0]
        full = FULL_FORM.match(reference.text, start) is not None
        explanation = (
            "no scheme before the colon" if full else "a partial form (draft 02) is not a URL"
        )
        yield Violation(
            start, start, "genericurl", 'a scheme and ":"', explanation, ("RFC 1738 2.1",)
        )
        yield from XCHAR.faults(url.text, start, url.end)
    else:
        yield from GRAMMARS.get(reference.scheme.lower(), GRAMMARS[""])(url)
    if fragment[0] >= 0:
        explanation, cites = (
            "a fragment is not part of a URL",
            ("RFC 1738 2.2", "url-draft-02 Fragment-id"),
        )
        yield Violation(
            fragment[0] - 1, fragment[1], "url", "the end of the URL", explanation, cites
        )
