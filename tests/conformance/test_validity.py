"""Each edition accepts its language, and reports the position of faults in other texts."""

from typing import Final

import uriinspector
from tests.conformance import validity_1994 as rfc1738
from tests.conformance import validity_1997 as draft05
from tests.conformance import validity_2003 as bis01
from tests.conformance import validity_2005 as rfc3986
from tests.conformance import validity_ipv6 as ipv6
from tests.conformance.validity_extents import EXTENTS, Extent
from tests.conformance.validity_row import Invalid, Valid
from tests.for_each import for_each

VALID: Final = (
    *(("1994", row) for row in rfc1738.VALID), *(("1997", row) for row in draft05.VALID),
    *(("2003", row) for row in bis01.VALID), *(("2005", row) for row in rfc3986.VALID),
    *(("2003", Valid(f"http://[{text}]/", "3.2.2", why)) for text, why in ipv6.VALID),
    *(("2005", Valid(f"http://[{text}]/", "3.2.2", why)) for text, why in ipv6.VALID),
)  # fmt: skip
INVALID: Final = (
    *(("1994", row) for row in rfc1738.INVALID), *(("1997", row) for row in draft05.INVALID),
    *(("2003", row) for row in bis01.INVALID), *(("2005", row) for row in rfc3986.INVALID),
    *(("2003", Invalid(f"http://[‸{text}]/", "3.2.2", why)) for text, why in ipv6.INVALID),
    *(("2005", Invalid(f"http://[‸{text}]/", "3.2.2", why)) for text, why in ipv6.INVALID),
)  # fmt: skip
SOMEWHERE: Final = (
    *(("1994", row) for row in rfc1738.SOMEWHERE), *(("1997", row) for row in draft05.SOMEWHERE),
    *(("2003", row) for row in bis01.SOMEWHERE), *(("2005", row) for row in rfc3986.SOMEWHERE),
)  # fmt: skip


@for_each("edition, row", *VALID)
def test_text_in_the_language_is_valid(edition: str, row: Valid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    assert (got.valid, got.violations) == (True, ()), f"{row.clause} {row.why}"


@for_each("edition, row", *INVALID)
def test_every_fault_is_reported_once_at_its_start(edition: str, row: Invalid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    starts = tuple(violation.start for violation in got.violations)
    assert (got.valid, starts) == (False, row.starts), f"{row.clause} {row.why}"


@for_each("edition, row", *INVALID)
def test_missing_part_is_an_empty_fault(edition: str, row: Invalid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    empty = {violation.start for violation in got.violations if violation.start == violation.end}
    assert empty >= set(row.gaps), f"{row.clause} {row.why}"


@for_each("row", *EXTENTS)
def test_fault_covers_its_whole_extent(row: Extent) -> None:
    got = uriinspector.parse(row.text, edition=row.edition).violations
    assert tuple((fault.start, fault.end) for fault in got) == row.spans, row.why


@for_each("edition, row", *SOMEWHERE)
def test_text_outside_the_language_is_invalid(edition: str, row: Valid) -> None:
    got = uriinspector.parse(row.text, edition=edition)
    assert not got.valid, f"{row.clause} {row.why}"
    assert got.violations


@for_each("edition", *uriinspector.EDITIONS)
def test_validity_tables_have_sixty_texts_per_edition(edition: str) -> None:
    texts = [row.text for where, row in VALID if where == edition]
    texts += [row.text for where, row in INVALID + SOMEWHERE if where == edition]
    assert len(set(texts)) == len(texts) >= 60
