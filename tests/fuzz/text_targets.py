"""Targets that read a text: a reference, a pair, a link, running text."""

from typing import Any

import uriinspector
from tests.fuzz import invariants
from tests.fuzz.target import MANY, SOME, Target
from uriinspector import EDITIONS
from uriinspector.analysis.defang import defang, refang
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.running_text import references_in
from uriinspector.analysis.values.value import flattened
from uriinspector.core.compare import normalize
from uriinspector.core.model import PROTOCOL
from uriinspector.core.parse import ABOVE_ROOT, parse
from uriinspector.export.formats import LINK_FORMATS
from uriinspector.export.options import ExportMaterial, ExportOptions

TOKENS = "links"


def decoded(data: bytes) -> str:
    """Decode any bytes as text, with lone surrogates."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def chosen(data: bytes) -> tuple[int, bytes]:
    """Split off the first byte, which selects options."""
    return (data[0], data[1:]) if data else (0, b"")


def parser(data: bytes) -> None:
    """Parse a text in one edition, with its derivation and its normal form."""
    how, rest = chosen(data)
    reference = parse(decoded(rest), edition=EDITIONS[how % 4])
    invariants.spans_are_in_range(reference)
    invariants.parts_rejoin(reference)
    invariants.violations_decide_validity(reference)
    if how & 4:
        assert reference.derivation.rule
    if how & 8:
        invariants.normalizing_twice_changes_nothing(reference)
    if how & 16:
        invariants.is_json(reference.to_dict())
    if how & 32:
        rungs = normalize(reference)
        assert all(rung.text is not None or rung.name == PROTOCOL for rung in rungs)


def resolver(data: bytes) -> None:
    """Resolve a reference against a base with all options of an edition."""
    how, rest = chosen(data)
    base, _, text = decoded(rest).partition("\n")
    options: dict[str, Any] = {
        "edition": EDITIONS[how % 4],
        "strict": bool(how & 4),
        "above_root": ABOVE_ROOT[how // 8 % 3],
    }
    resolution = uriinspector.resolve(base, text, **options)
    invariants.trace_ends_at_the_target(resolution)
    if how & 64:
        invariants.is_json(resolution.to_dict())


def text(data: bytes) -> None:
    """Inspect a link and check everything reported about it."""
    how, rest = chosen(data)
    base, line_end, link = decoded(rest).partition("\n") if how & 4 else (None, "", decoded(rest))
    found = uriinspector.inspect(
        link if line_end or base is None else base,
        base=base if line_end else None,
        edition=EDITIONS[how % 4],
        protect=("example.com", "b\u00fccher.example") if how & 8 else (),
    )
    invariants.findings_are_in_the_text(found)
    invariants.verdict_goes_where_browsers_go(found)
    if how & 16:
        invariants.is_json(found.to_dict())
    if how & 32:
        assert found.recipients is not None
    if how & 64:
        values(found)


def values(inspection: Inspection) -> None:
    """Check that decoded values have spans inside the text."""
    for each in flattened(inspection.values):
        assert 0 <= each.value.start <= each.value.end <= len(inspection.text)
        invariants.is_json(each.to_dict())


def pair(data: bytes) -> None:
    """Compare two references in both directions."""
    how, rest = chosen(data)
    one, _, other = decoded(rest).partition("\n")
    edition = EDITIONS[how % 4]
    there = uriinspector.compare(one, other, edition=edition)
    assert there.first_equal == uriinspector.compare(other, one, edition=edition).first_equal
    assert uriinspector.compare(one, one, edition=edition).differs == ()
    invariants.is_json(there.to_dict())


def words(data: bytes) -> None:
    """Find links in running text; defang and refang it."""
    running = decoded(data)
    for each in references_in(running, 20):
        assert each
    assert refang(defang(running)) is not None


def report(data: bytes) -> None:
    """Write a link in one of the export formats."""
    how, rest = chosen(data)
    forms = [each for each in LINK_FORMATS.values() if not each.is_drawn]
    options = ExportOptions(exact=bool(how & 1), without_recipient=bool(how & 2))
    given = ExportMaterial(uriinspector.inspect(decoded(rest)), options)
    assert forms[how // 4 % len(forms)].write(given).encode("utf-8", "surrogatepass")


TARGETS = (
    Target("parser", parser, 400, MANY, TOKENS),
    Target("resolver", resolver, 400, MANY, TOKENS),
    Target("text", text, 600, MANY, TOKENS), Target("pair", pair, 400, SOME, TOKENS),
    Target("words", words, 1_000, SOME, TOKENS), Target("report", report, 400, SOME, TOKENS),
)  # fmt: skip
