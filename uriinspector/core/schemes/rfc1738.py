"""RFC 1738 as the ground that its schemes share: how it reads a text, and what it finds wrong.

The structure of a scheme is judged to the letter.  Two things of the generic syntax have changed
since, and where a later edition is chosen they count as it has them: what may be a host (IPv6
literals, any registered name), and "~", which is unreserved from 1997 on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.parse import parse
from uriinspector.core.schemes.dossier import Action, Field, Note, absent, octets_of, present

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

CONTROLS = frozenset(range(0x20)) | {0x7F}


def as_1738(reference: Reference) -> Reference:
    """The same text read by RFC 1738: "?" is data in most schemes."""
    if reference.edition == "1994":
        return reference
    return parse(reference.text, edition="1994")


def judged(reference: Reference) -> tuple[Violation, ...]:
    """What RFC 1738 finds wrong with the scheme's own part; a fragment is none of its business."""
    found = [each for each in as_1738(reference).violations if each.rule != "url"]
    if reference.edition == "1994":
        return tuple(found)
    return tuple(each for each in found if not _changed_since(each, reference))


def _changed_since(fault: Violation, reference: Reference) -> bool:
    if fault.rule in {"host", "port"}:
        later = reference.violations
        return not any(each.start < fault.end and fault.start < each.end for each in later)
    run = reference.text[fault.start : fault.end]
    return run != "" and set(run) == {"~"}


def login_fields(reference: Reference, default_port: int, *, user: str = "") -> Iterator[Field]:
    """User and password (where the scheme has them: ``user`` says what for), host and port."""
    read = as_1738(reference)
    text = read.text
    parts = {each.term: each.span for each in read.edition_parts}
    if user:
        for name, without in (("user", user), ("password", "none is given")):
            span = parts.get(name)
            yield (
                present(text, name, *span, f"{name} for the login")
                if span
                else absent(name, without)
            )
    host, port = read.span(Part.HOST), read.span(Part.PORT)
    yield (
        present(text, "host", *host, "the machine to connect to")
        if host
        else absent("host", "no machine is named")
    )
    told = f"{default_port} by default"
    yield (
        present(text, "port", *port, f"instead of {default_port}") if port else absent("port", told)
    )


def connection(reference: Reference, default_port: int) -> Action:
    """The first thing that a client of an Internet scheme does."""
    read = as_1738(reference)
    port = read.port or str(default_port)
    return Action("connect", f"{read.host or ''} port {port}")


def smuggled(text: str, span: Span, protocol: str) -> Iterator[Note]:
    """RFC 1738 6: escaped control characters could end a command and begin another."""
    found = sorted(CONTROLS.intersection(octets_of(span.of(text))))
    if found:
        names = ", ".join(
            {0: "NUL", 9: "TAB", 10: "LF", 13: "CR"}.get(c, f"{c:02X}") for c in found
        )
        told = f"control characters ({names}) would reach the {protocol} server unescaped"
        level = "danger" if {0, 10, 13}.intersection(found) else "unusual"
        yield Note("escaped-control", level, told, span, ("RFC 1738 6",))
