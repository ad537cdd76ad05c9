"""Rules about unusual hosts, and about parsers that find different hosts."""

from collections.abc import Iterator

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import SPECIAL, Facts, Hit, Rule, valid_fix
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.rules.ip_addresses import ip_future, ip_invalid
from uriinspector.analysis.rules.userinfo import imitated
from uriinspector.analysis.running_text import is_mention
from uriinspector.analysis.triggers import WEB
from uriinspector.analysis.verdict import NO_FETCH, share_of
from uriinspector.core.characters import described
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse
from uriinspector.core.reference import split_authority
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.readers import python
from uriinspector.readers.browser import host_in_browsers

BROWSERS = ("WHATWG URL 4.4",)
LONG_HOST, VERY_LONG_HOST = 75, 100
END = expression("[?#]")
BACKSLASHES = expression(r"\\+")
# A character in JSON and many programming languages.
ESCAPE = expression(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2}))")


def missing_authority(facts: Facts) -> Iterator[Hit]:
    """Find "https:evil.test": a path to the grammar, a host to browsers."""
    if facts.scheme not in WEB or facts.reference.authority or not facts.browser_host:
        return
    if facts.base and facts.base.lower().startswith(f"{facts.scheme}:"):
        return  # browsers, too, read it as relative
    start, end = facts.reference.spans[1][1] + 1, facts.path_span.end
    # Like browsers: read backslashes as slashes, and add a path before a query.
    written = facts.text[start:end].lstrip("/\\").replace("\\", "/")
    slash = "/" if "/" not in written and facts.text.startswith("?", end) else ""
    fixed = f"{facts.text[:start]}//{written}{slash}{facts.text[end:]}"
    fix = valid_fix(facts, 'Show with "//"', fixed)
    is_path = facts.reference.authority is None
    variant = "invalid" if not facts.reference.valid else "" if is_path else "empty"
    args = {"host": facts.browser_host}
    shown = imitated(facts.browser.userinfo or "", facts.names, facts.browser_host)
    # In programs that do not change backslashes, an "@" after one ends the userinfo.
    other = parse("https://" + facts.text[start:].lstrip("/\\")).host
    if shown and shown[0] in {"site", "name"}:
        variant, args["shown"] = "user", shown[1]
        if known := facts.names.labels.get(shown[1].lower()):
            args["instead"] = known.domain
    elif other and "@" in written and _is_another(other, facts.browser_host):
        variant, args["other"] = "other", other
    yield Hit(start, max(end, start), None, variant, fix, args)


def _is_another(host: str, in_browsers: str) -> bool:
    return in_browsers not in {host, host_in_browsers(host)}


def network_path(facts: Facts) -> Iterator[Hit]:
    """Find "//host/path": another host, with the scheme of the page around it."""
    span = facts.authority_span
    if span is None or facts.scheme is not None:
        return
    place = Span(span.start - 2, span.end)
    if facts.is_refused:
        yield Hit(*place, variant="refused")
    elif host := _named(facts):
        yield Hit(*place, args={"host": host})
    else:
        yield Hit(*place, variant="empty")


def _named(facts: Facts) -> str | None:
    """Return the host to show: as browsers change it in special schemes, otherwise as written."""
    written = facts.reference.host
    if not facts.is_special:
        return written or facts.reached_host
    if facts.effective_scheme == "file" and lowered(written or "") == "localhost":
        return facts.reached_host or written
    return facts.reached_host


def empty_host(facts: Facts) -> Iterator[Hit]:
    """Find an empty host; in its place browsers use the text after the extra slashes."""
    span = facts.host_span
    if span is None or span.start < span.end or facts.effective_scheme in NO_FETCH:
        return
    if facts.effective_scheme == "file":
        return
    if facts.reference.spans[0][0] and is_mention(facts.text[slice(*facts.reference.spans[0])]):
        return  # a scheme alone in a wrapper (1994) is only mentioned
    if next(missing_authority(facts), None):
        return  # that finding is more specific
    host = facts.reached_host if facts.is_special else None
    start = span.start - 2
    if host:
        yield Hit(start, span.end + 1, MEDIUM, "skipped", args={"host": host})
    else:
        # Identifiers without a server may have this form: "ni:///sha-256;...",
        # "vscode:///file".
        needs_host = facts.is_special or scheme_of(facts.scheme).port is not None
        yield Hit(start, span.end, None if needs_host else INFO)


def host_unexpected(facts: Facts) -> Iterator[Hit]:
    span = facts.authority_span
    if span is not None and span.start < span.end and facts.scheme in NO_FETCH:
        yield Hit(*span, args={"scheme": facts.scheme})


def long_host(facts: Facts) -> Iterator[Hit]:
    """Find hosts so long that their end, the important part, may be out of view."""
    span = facts.host_span
    if span is not None and span.end - span.start > LONG_HOST and facts.labels:
        length = span.end - span.start
        severity = MEDIUM if length > VERY_LONG_HOST else None
        host = facts.reached_host if facts.is_web and facts.is_read_as_written else None
        site = registrable_domain(host) if host and not facts.is_address else None
        if site:
            yield Hit(*span, severity, args={"length": str(length), "site": site})
        else:
            yield Hit(*span, severity, "plain", args={"length": str(length)})


def backslash(facts: Facts) -> Iterator[Hit]:
    """Find backslashes, which browsers read as slashes in special schemes."""
    ends = END.search(facts.text)  # also in editions where "?" does not end the path
    end = min(facts.path_span.end, ends.start() if ends else len(facts.text))
    if (facts.stripped_scheme or facts.effective_scheme) not in SPECIAL or facts.has_no_scheme:
        return
    authority = facts.reference.spans[2]
    # If the number of slashes is wrong, too, that finding names the host.
    told = next(missing_authority(facts), None)
    for match in BACKSLASHES.finditer(facts.text, 0, end):
        inside = authority[0] <= match.start() < authority[1] or facts.is_rooted
        if inside and told is None and _hosts_differ(facts):
            args = _both_hosts(facts, facts.generic_host)
            yield Hit(*match.span(), HIGH, "host" if "other" in args else "none", args=args)
        else:
            code = None if inside else ESCAPE.match(facts.text, match.start())
            char = chr(int(code[1] or code[2], 16)) if code else ""
            args = {"found": f'"{code[0]}"', "char": described(char)} if code else {}
            variant = "escape" if code else ""
            yield Hit(*match.span(), MEDIUM if inside else LOW, variant, args=args)


def _written_host(facts: Facts) -> str | None:
    """Return the host that the generic syntax finds, as browsers would normalize it."""
    host = facts.reference.host
    return facts.host.ascii if host and facts.host else host


def _hosts_differ(facts: Facts) -> bool:
    return bool(facts.browser_host) and _written_host(facts) != facts.browser_host


def _both_hosts(facts: Facts, other: str | None) -> dict[str, str]:
    """Return message arguments: the host in browsers, and any host in the generic syntax."""
    return {"host": facts.browser_host or "none", **({"other": other} if other else {})}


def parser_differential(facts: Facts) -> Iterator[Hit]:
    """Find links in which parsers find different hosts, which can bypass a check."""
    if not facts.is_special or facts.has_no_scheme:
        return
    if facts.is_plain or facts.stays_with_base or share_of(facts) is not None:
        return
    if next(missing_authority(facts), None):
        return  # that finding is more specific
    if any(hit.severity == HIGH for hit in backslash(facts)):
        return  # that finding names both hosts, too
    span = facts.authority_span or facts.reference.span(Part.PATH)
    if span is None:
        return
    if not facts.is_accepted:
        # For an invalid address, its own finding says that browsers reject it.
        is_told = next(ip_invalid(facts), None) or next(ip_future(facts), None)
        if (other := facts.generic_host) and not is_told:
            yield Hit(*span, LOW, "refused", args={"other": other})
    elif facts.reference.host is None and facts.reference.authority:
        yield from _registry(facts, span)
    elif _hosts_differ(facts) and facts.reference.authority != facts.browser_host:
        args = _both_hosts(facts, facts.reference.host)
        # In 1994, an authority extends to the next slash and may contain "?" (RFC 1738
        # 3.1).
        variant = "query" if "?" in (facts.reference.authority or "") else ""
        yield Hit(*span, variant=variant if "other" in args else "none", args=args)
    elif other := _python_host(facts):
        yield Hit(*span, variant="python", args={"host": facts.browser_host or "", "other": other})


def _registry(facts: Facts, span: Span) -> Iterator[Hit]:
    """Find registry names (2003 3.2.1), which browsers read as user, host and port."""
    user, host, _ = split_authority(facts.text, *span)
    name = facts.text[slice(*host)]
    agrees = lowered(name) == facts.browser_host
    if user[0] >= 0 and imitated(facts.text[slice(*user)], facts.names):
        severity = HIGH
    elif agrees:
        return
    else:
        severity = LOW if host_in_browsers(name) == facts.browser_host else HIGH
    yield Hit(*span, severity, "registry", args={"host": facts.browser_host or ""})


def _python_host(facts: Facts) -> str | None:
    read = python.host(facts.text, facts.base) if facts.browser_host else None
    if not read:
        return None
    bare = f"[{read}]" if ":" in read else read
    agrees = bare == facts.browser_host or host_in_browsers(bare) == facts.browser_host
    return None if agrees else read


RULES = (
    Rule(
        "missing-authority",
        HIGH,
        "Wrong number of slashes",
        {
            "": "Address bars read the host as {host}; by the grammar, this text is a path.",
            "empty": "Address bars read the host as {host}; by the grammar, the authority is "
            "empty.",
            "invalid": "Address bars read the host as {host}, whatever the number of slashes.",
            "user": 'Address bars read the host as {host}, and "{shown}" as userinfo, which does '
            "not select the server.",
            "other": "Address bars read the host as {host}; programs that do not read backslashes "
            "as slashes find {other}.",
        },
        ("RFC 3986 3", *BROWSERS),
        missing_authority,
        plain={
            **dict.fromkeys(
                ("", "empty", "invalid"),
                "The slashes before the name are wrong, which can get a link past security "
                "checks. Browsers go to {host}.",
            ),
            "user": 'What is before "@" does not count. The site is {site}, not {shown}.',
            "other": "The slashes before the name are wrong. Browsers go to {host}, other programs "
            "may go to {other}.",
        },
        when="is_odd",
    ),
    Rule(
        "network-path",
        INFO,
        "Scheme-relative link",
        {
            "": "Browsers go to {host}, with the scheme of the page or base URL.",
            "refused": "Takes its scheme from the page or base URL; browsers reject the link.",
            "empty": "Takes its scheme from the page or base URL; browsers find no host.",
        },
        ("RFC 3986 4.2",),
        network_path,
        plain={
            "empty": 'Takes its beginning, such as "https:", from the page; browsers find no site.',
            "": 'The beginning, such as "https:", is missing; browsers take it from the '
            "page and go to {host}.",
            "refused": 'The beginning, such as "https:", is missing, and browsers reject the link.',
        },
        when="is_odd",
    ),
    Rule(
        "empty-host",
        MEDIUM,
        "Empty host",
        {
            "": "No host follows the slashes.",
            "skipped": "No host follows the slashes; browsers skip ahead and go to {host}.",
        },
        ("RFC 3986 3.2.2", *BROWSERS),
        empty_host,
        rises="Info if the scheme does not require a host.",
        plain={
            "": "The name of the site is missing after the slashes.",
            "skipped": "The name of the site is missing after the slashes. Browsers go to {host}; "
            "security filters can miss it.",
        },
        when="is_odd",
    ),
    Rule(
        "host-unexpected",
        LOW,
        "Host in a link whose scheme has no hosts",
        {"": "{scheme} links have no host; this part does not select a server."},
        ("RFC 3986 3.2",),
        host_unexpected,
        plain={"": 'The "//" suggests a link to a site, but "{scheme}" links do not go to sites.'},
        when="is_other",
    ),
    Rule(
        "long-host",
        LOW,
        "Very long host name",
        {
            "": "{length} characters. The registrable domain is at the end: {site}.",
            "plain": "{length} characters. The end of such a long name can be pushed out of view.",
        },
        ("RFC 3986 7.6",),
        long_host,
        rises="Medium if the name has more than 100 characters.",
        plain={
            "": "The name has {length} characters, which can hide its end. The site is at "
            "the end: {site}.",
            "plain": "The name has {length} characters; its end, the part that counts, can be "
            "out of view.",
        },
        when="is_odd",
    ),
    Rule(
        "backslash",
        MEDIUM,
        "Backslash in the link",
        {
            "": "Browsers read the backslash as a slash; the grammar does not allow it.",
            "escape": "{found} is {char} in JSON and many languages; browsers read the backslash "
            "as a slash.",
            "host": "Browsers read the backslash as a slash and the host as {host}; other "
            "parsers read {other}.",
            "none": "Browsers read the backslash as a slash and the host as {host}; other "
            "parsers may find no host.",
        },
        ("RFC 3986 2", *BROWSERS),
        backslash,
        rises="High if the backslash changes the host. Low in a path.",
        plain={
            "": 'Contains "\\" where "/" is usual; browsers accept that, other programs may not.',
            "escape": '{found} is how some programs write {char}; browsers read its "\\" as "/".',
            "host": 'Browsers read "\\" as "/" and go to {host}; security filters may '
            "check {other} instead.",
            "none": 'Browsers read "\\" as "/" and go to {host}; security filters can miss it.',
        },
        when="is_odd",
    ),
    Rule(
        "parser-differential",
        HIGH,
        "Parsers disagree about the host",
        {
            "": "Browsers read the host as {host}; according to RFC 3986, appendix B, it is "
            "{other}.",
            "query": 'Browsers read the host as {host}; in this edition, "?" does not end the '
            "authority, and the host is {other}.",
            "none": "Browsers read the host as {host}; split as in RFC 3986 appendix B, the text "
            "has no host.",
            "python": "Browsers read the host as {host}; Python's urllib reads it as {other}.",
            "refused": "Browsers reject the link; other programs may go to {other}.",
            "registry": "Browsers read the host as {host}; in this edition the authority is a "
            "registry name without a host.",
        },
        ("RFC 3986 7.6", *BROWSERS),
        parser_differential,
        rises="Low if browsers reject the link, or if the authority is a registry name (2003 "
        "edition).",
        plain={
            **dict.fromkeys(
                ("", "query"),
                "Browsers go to {host}, but security filters may check {other} instead.",
            ),
            "none": "Browsers go to {host}, but security filters may find no site to check.",
            "python": "Browsers go to {host}, but filters written in Python may check {other} "
            "instead.",
            "registry": "Browsers go to {host}; programs that follow this edition find no site.",
            "refused": (
                "Programs disagree: browsers reject the link, but other programs may go to {other}."
            ),
        },
        when="is_odd",
    ),
)
