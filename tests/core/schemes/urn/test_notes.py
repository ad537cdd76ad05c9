"""Notes about a URN that go beyond its grammar."""

from tests.core.schemes.urn.reading import EDITIONS, dossier, notes
from tests.for_each import for_each
from uriinspector.core.schemes.urn_namespaces import utc


@for_each("urn_edition", *EDITIONS)
def test_urn_note_states_that_a_name_is_not_a_location(urn_edition: str) -> None:
    found = dossier("urn:example:a", urn_edition)
    (note,) = [each for each in found.notes if each.code == "names-only"]
    assert "does not say where the resource is" in note.message
    assert [each.verb for each in found.actions] == ["nothing"]


@for_each(
    "nid, objected",
    ("example", False), ("abc", False), ("urn-1", False), ("urn-0", True), ("urn-x", True),
    ("URN", True), ("x-abc", True), ("X-abc", True), ("us-abc", True), ("xn--abc", True),
    ("ab", True), ("usa-b", False), ("x1-b", False),
)  # fmt: skip
def test_namespace_that_cannot_be_registered_is_noted(nid: str, objected: bool) -> None:
    assert dossier(f"urn:{nid}:a").valid
    spans = notes(f"urn:{nid}:a")
    assert ("nid-not-registrable" in spans) is objected
    if objected:
        assert spans["nid-not-registrable"] == (4, 4 + len(nid))


@for_each(
    "text, span",
    ("urn:example:a?+b?+c", (16, 18)), ("urn:example:a?=b?+c", (16, 18)),
    ("urn:example:a?=b?=c", (16, 18)), ("urn:example:a?+b?=c", None),
)  # fmt: skip
def test_second_component_mark_in_a_urn_is_noted(text: str, span: tuple[int, int] | None) -> None:
    assert notes(text).get("mark-inside") == span
    assert ("r-undefined" in notes(text)) is ("a?+" in text)


@for_each(
    "text, urn_edition, span",
    ("urn:example:a b", "rfc8141", (13, 14)), ("urn:example:a>", "draft2012", (13, 14)),
    ("urn:example:a/b", "draft2012", (13, 14)), ("urn:example:a/b", "rfc8141", None),
    ("urn:example:%41~", "rfc2141", (15, 16)), ("urn:example:<", "rfc2141", (12, 13)),
    ("urn:example:a%", "rfc8141", None), ("urn:example:a", "rfc8141", None),
    ("urn:example", "rfc8141", None),
)  # fmt: skip
def test_end_of_a_urn_in_running_text_is_noted(
    text: str, urn_edition: str, span: tuple[int, int] | None
) -> None:
    assert notes(text, urn_edition).get("ends-in-text") == span


@for_each(
    "text, expected",
    ("urn:example:a?b#c", {"no-query": (13, 14), "no-fragment": (15, 16)}),
    ("urn:example?b", {"no-query": (11, 12)}),
    ("urn:example:a", {}),
)
def test_rfc_2141_reserves_query_and_fragment_marks(
    text: str, expected: dict[str, tuple[int, int]]
) -> None:
    found = notes(text, "rfc2141")
    found.pop("ends-in-text", None)
    assert found == expected


@for_each(
    "ticks, per_second, time", (0, 1, "1970-01-01T00:00:00Z"),
    (1500, 1000, "1970-01-01T00:00:01.5Z"), (-1, 1000, "1969-12-31T23:59:59.999Z"),
)  # fmt: skip
def test_uuid_time_has_no_trailing_zeros(ticks: int, per_second: int, time: str) -> None:
    assert utc(ticks, per_second) == time
