"""Readings by the table of services: sentences, positions, and links without any."""

import pickle
from collections.abc import Callable

from tests.analysis.values.services.service_links import (
    EXPLAINED,
    HOME,
    MICROSOFT,
    UNEXPLAINED,
    Explained,
    Unexplained,
)
from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.confidence import CONFIDENCES
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.list_files import shipped_source
from uriinspector.analysis.list_sources import PARAMETERS
from uriinspector.analysis.parameters import READER_NAMES, ServiceTable, shipped_parameters
from uriinspector.analysis.values.services import READERS
from uriinspector.analysis.values.value import PlacedReading, flattened


def explained(text: str) -> list[PlacedReading]:
    """Return the readings by the table of services, including members of lists."""
    rows = flattened(inspect(text).values)
    own = {at for at, each in enumerate(rows) if each.reading.decoder == "service"}
    return [
        each
        for at, each in enumerate(rows)
        if at in own or (each.reading.decoder == "part" and each.of in own and each.reading.source)
    ]


@for_each("row", *EXPLAINED)
def test_service_table_explains_a_part_of_a_link(row: Explained) -> None:
    said = {str(each.reading.phrase): each.reading.confidence for each in explained(row.text)}
    assert said.get(row.sentence) == row.confidence, said


@for_each("row", *UNEXPLAINED)
def test_service_table_does_not_explain_unknown_parts(row: Unexplained) -> None:
    said = [each.reading.phrase for each in explained(row.text)]
    assert [text for text in said if row.words in text] == []


def test_every_service_reading_has_the_source_of_a_row() -> None:
    sources = {row.source for row in shipped_parameters().rows}
    for row in EXPLAINED:
        for each in explained(row.text):
            assert each.reading.source in sources


def test_service_value_has_the_span_of_its_text() -> None:
    text = "https://acme.zoom.us/j/12345678901?pwd=abc"
    places = {each.reading.value: text[slice(*each.value.span)] for each in explained(text)}
    assert places == {
        "Meeting": "acme.zoom.us",
        "acme": "acme",
        "12345678901": "12345678901",
        "abc": "abc",
    }


def test_each_scope_has_the_span_of_its_text() -> None:
    text = f"{MICROSOFT}?client_id=x&scope=openid+Mail.Read"
    plain = text.replace("+", " ")
    members = [each for each in explained(plain) if each.of is not None]
    assert [plain[slice(*each.value.span)] for each in members] == ["openid", "Mail.Read"]
    # After decoding "+", both only have the span of the whole.
    members = [each for each in explained(text) if each.of is not None]
    assert [text[slice(*each.value.span)] for each in members] == ["openid+Mail.Read"] * 2


def test_service_of_a_nested_link_is_explained() -> None:
    inner = "https%3A%2F%2Fmeet.google.com%2Fabc-defg-hij"
    said = [each.reading.phrase for each in explained(f"{HOME}?u={inner}")]
    assert said == ["Google Meet: Meeting", "Meeting code: abc-defg-hij (Google Meet)"]


def test_every_shipped_service_has_a_source_a_meaning_and_a_valid_example() -> None:
    rows = shipped_parameters().rows
    assert len(rows) > 200
    for row in rows:
        assert row.source
        # Observations are never stated as certain.
        assert row.source != "observed" or row.confidence != "certain"
        assert row.values or row.says
        for meaning in row.values.values():
            assert meaning.confidence in ("", *CONFIDENCES)
    assert shipped_source(PARAMETERS).entries == len(shipped_parameters().rows)


def test_service_reader_names_match_the_readers() -> None:
    assert set(READER_NAMES) == READERS.keys()


def test_service_table_can_be_pickled() -> None:
    table = shipped_parameters()
    copy = pickle.loads(pickle.dumps(table))
    assert isinstance(copy, ServiceTable)
    assert copy.rows == table.rows
    assert copy.candidates("meet.google.com", ())[0].name == "Google Meet"


@for_each(
    "text",
    lambda size: f"{MICROSOFT}?client_id=x&scope=" + "a " * (size // 2),
    lambda size: "https://docs.google.com/document/d/" + "a" * size,
    lambda size: "https://github.com/" + "a/" * (size // 2),
    lambda size: "https://www.google.com/search?" + "q=a&" * (size // 4),
    lambda size: HOME + "?" + "&".join(f"utm_source{at}=x" for at in range(size // 14)),
    lambda size: "https://" + "a" * size + "-my.sharepoint.com/",
    lambda size: "https://youtu.be/LnhSTZgzKuY?t=" + "1" * size,
    lambda size: HOME + "?sv=1&sig=1&se=1&sp=" + "r" * size,
    lambda size: HOME + "?lang=" + "en-" * (size // 3),
)
def test_explaining_services_takes_linear_time(text: Callable[[int], str]) -> None:
    assert is_linear_over(lambda each: inspect(each).values, text, 30_000)
