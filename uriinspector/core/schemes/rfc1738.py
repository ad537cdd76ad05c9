"""RFC 1738 as the common basis of its schemes: how it parses a text, and what it forbids.

The structure of a scheme is checked strictly. Two generic rules have changed since then and follow
the chosen edition: valid hosts (IPv6 literals, any registered name), and "~", which has been
unreserved since 1997.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

from uriinspector.core.expression import lowered
from uriinspector.core.model import Part, Span, Violation, message
from uriinspector.core.parse import parse
from uriinspector.core.percent import octets_of, shown, utf8_of
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import Action, Field, Note

# Most file servers accept "ftp" as well.
ANONYMOUS = frozenset({"anonymous", "ftp"})
CONTROLS = frozenset(range(0x20)) | {0x7F}


def as_1738(reference: Reference) -> Reference:
    """Parse the text according to RFC 1738, in which "?" is data in most schemes."""
    if reference.edition == "1994":
        return reference
    return parse(reference.text, edition="1994")


def scheme_violations(reference: Reference) -> tuple[Violation, ...]:
    """Return the violations of RFC 1738 in the scheme-specific part, ignoring a fragment."""
    violations = (each for each in as_1738(reference).violations if each.rule != "url")
    return unchanged(violations, reference)


def unchanged(violations: Iterable[Violation], reference: Reference) -> tuple[Violation, ...]:
    """Return the violations of RFC 1738 that still are faults in the chosen edition."""
    if reference.edition == "1994":
        return tuple(violations)
    later = reference.violations
    starts = [each.start for each in later]
    # For each violation, the furthest end of it and all previous ones, so that one search finds any
    # overlap.
    reach = list(accumulate((each.end for each in later), max))

    def is_still_one(fault: Violation) -> bool:
        before = bisect_left(starts, fault.end)
        return before > 0 and reach[before - 1] > fault.start

    return tuple(
        each
        for each in violations
        if (is_still_one(each) if each.rule in {"host", "port"} else not _is_tilde(each, reference))
    )


def _is_tilde(fault: Violation, reference: Reference) -> bool:
    run = reference.text[fault.start : fault.end]
    return run != "" and not run.strip("~")


def login_fields(reference: Reference, default_port: int, *, user: str = "") -> Iterator[Field]:
    """Yield the host and port, after the user and password if the scheme has them.

    ``user`` describes what happens if the login has no user; "" if the scheme has no users.
    """
    read = as_1738(reference)
    parts = {each.term: each.span for each in read.edition_parts}
    if user:
        for name, without in (("user", user), ("password", "not given")):
            span = parts.get(name)
            yield (Field(name, span, message("{name} for the login", name=name), without))
    host = read.span(Part.HOST)
    yield (Field("host", host, "the computer to connect to", "no computer is named"))
    yield port_field(read, default_port)


def port_field(reference: Reference, default_port: int) -> Field:
    """Return the port field, noting whether it is the default port."""
    span = reference.span(Part.PORT)
    if span is None or span.is_empty:
        return Field("port", None, message("default {default_port}", default_port=default_port))
    number = span.of(reference.text).lstrip("0")
    meaning = message("the default is {default_port}", default_port=default_port)
    if number == str(default_port):
        meaning = message("the default port")
    return Field("port", span, meaning)


def url_path(read: Reference) -> Span | None:
    """Return the path after a host, excluding the slash before it (3.1)."""
    span = read.span(Part.PATH)
    if span is None or span.is_empty or read.authority is None:
        return None
    return Span(span.start + 1, span.end)


def is_public_login(userinfo: str) -> bool:
    """Return True for a login whose password is not secret.

    RFC 1738 3.2.1: "anonymous" with a mail address; 1997 4.3.1: "guest" with "guest".
    """
    user, _, password = lowered(userinfo).partition(":")
    return user in ANONYMOUS or (user, password) == ("guest", "guest")


def connection(reference: Reference, default_port: int) -> Action:
    """Return the connection, which is the first action of an Internet scheme."""
    read = as_1738(reference)
    # In RFC 1738, only a slash ends a host; in the chosen edition it may end earlier.
    host, port = (reference if reference.host else read), reference.port or read.port
    written = message("{host} port {port}", host=host.host or "", port=port or default_port)
    return Action("connect", shown(utf8_of(written)))


def smuggled(text: str, span: Span, protocol: str) -> Iterator[Note]:
    """Warn about escaped control characters, which could start another command (RFC 1738 6)."""
    numbers = sorted(CONTROLS.intersection(octets_of(span.of(text))))
    if numbers:
        names = ", ".join(
            {0: "NUL", 9: "TAB", 10: "LF", 13: "CR"}.get(c, f"{c:02X}") for c in numbers
        )
        explanation = message(
            "control characters ({names}) would reach the {protocol} server decoded",
            names=names,
            protocol=protocol,
        )
        level = "danger" if {0, 10, 13}.intersection(numbers) else "unusual"
        yield Note("escaped-control", level, explanation, span, ("RFC 1738 6",))


def other_port(reference: Reference, default_port: int) -> Iterator[Note]:
    """Warn about a non-default port, which may belong to another protocol (RFC 1738 6)."""
    span = as_1738(reference).span(Part.PORT)
    digits = span.of(reference.text).lstrip("0") if span else ""
    if not digits.isdecimal() or digits == str(default_port):
        return
    reserved = len(digits) < 5 and int(digits) < 1024
    explanation = message(
        "not the default port ({default_port}): another protocol can answer on it",
        default_port=default_port,
    )
    level = "danger" if reserved else "unusual"
    yield Note("other-port", level, explanation, span, ("RFC 1738 6", "RFC 3986 7.2"))
