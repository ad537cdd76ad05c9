"""Read a text according to an edition, in the form that all readers share."""

from dataclasses import dataclass

from uriinspector.core.expression import lowered
from uriinspector.core.model import JsonFields
from uriinspector.core.parse import Resolution, parse
from uriinspector.core.reference import Reference


@dataclass(frozen=True, slots=True)
class Reading(JsonFields):
    """The components that one reader finds in a text, and whether it accepts the text."""

    reader: str
    accepted: bool
    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str | None = None
    query: str | None = None
    fragment: str | None = None
    serialized: str | None = None
    note: str | None = None


def reading_of(
    reader: str, reference: Reference, *, accepted: bool, note: str | None = None
) -> Reading:
    """Make a reading from the components of a parsed reference."""
    return Reading(
        reader=reader,
        accepted=accepted,
        scheme=reference.scheme,
        userinfo=reference.userinfo,
        host=reference.host,
        port=reference.port,
        path=reference.path,
        query=reference.query,
        fragment=reference.fragment,
        serialized=reference.text,
        note=note,
    )


# RFC 1738 4 reserves these names without a definition; draft 03 describes four more.
RESERVED_IN_1994 = frozenset({"afs", "nfs", "mailserver", "z39.50"})
DRAFTED_IN_1994 = frozenset({"mid", "cid", "rlogin", "tn3270"})
UNKNOWN_SCHEME = "scheme unknown in this edition"
RESERVED_SCHEME = "a scheme name that this edition only reserves"
CURRENT_DOCUMENT = "the current document"


def read(text: str, edition: str, resolution: Resolution | None = None) -> Reading:
    """Return the components according to an edition; the note is about the first fault.

    With a resolution, the components are those of its target, but the text itself is checked.
    """
    reference = parse(text, edition=edition)
    note = _grammar_note(reference)
    accepted, note = note is None, note or _scheme_note(reference)
    if resolution is None:
        return reading_of(edition, reference, accepted=accepted, note=note)
    if resolution.target is None:
        problem = resolution.problem
        why = problem.message if problem else CURRENT_DOCUMENT
        return Reading(edition, accepted and problem is None, note=why)
    target = parse(resolution.target, edition=edition)
    return reading_of(edition, target, accepted=accepted, note=note)


def _grammar_note(reference: Reference) -> str | None:
    faults = reference.violations
    if not faults:
        return None
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"does not match the {reference.edition} grammar: {faults[0].message}{more}"


def _scheme_note(reference: Reference) -> str | None:
    """Return a note for a scheme that has no grammar in 1994, else None."""
    if reference.edition != "1994":
        return None
    from uriinspector.core.editions.year1994 import GRAMMARS

    scheme = lowered(reference.scheme or "")
    if scheme in GRAMMARS or scheme in DRAFTED_IN_1994:
        return None
    return RESERVED_SCHEME if scheme in RESERVED_IN_1994 else UNKNOWN_SCHEME
