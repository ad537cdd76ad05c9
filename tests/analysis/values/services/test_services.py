"""Readings by the table of services: sentences, positions, and links without any."""

import pickle
from collections.abc import Callable
from typing import NamedTuple

from tests.analysis.test_golden import links
from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.confidence import CONFIDENCES
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.list_files import shipped_source
from uriinspector.analysis.list_sources import PARAMETERS
from uriinspector.analysis.parameters import READER_NAMES, ServiceTable, shipped_parameters
from uriinspector.analysis.values.services import READERS
from uriinspector.analysis.values.value import PlacedReading, flattened

HOME = "https://a.example/"
AWS = (
    "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20231114"
    "%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20231114T221320Z&X-Amz-Expires=604800"
    "&X-Amz-SignedHeaders=host&X-Amz-Signature=0123456789abcdef0123456789abcdef"
)
MICROSOFT = "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"


class Unexplained(NamedTuple):
    """A link without sentences that contain these words, or without any sentences."""

    text: str
    words: str = ""


UNEXPLAINED = (
    Unexplained("https://www.google.icu/search?q=a"),
    Unexplained("https://www.google.com.evil.example/search?q=a"),
    Unexplained("https://evil.example\\@www.google.com/search?q=a"),
    Unexplained("https://notgoogle.com/search?q=a"),
    Unexplained("ftp://www.google.com/search?q=a"),
    Unexplained("https://www.google.com/searching?q=a", "Search words"),
    Unexplained("https://www.google.com/search?q=", "Search words"),
    Unexplained("https://www.google.com/maps?hl=xx"),
    Unexplained("https://www.google.com/search?tbm=zzz", "Kind of results"),
    Unexplained("https://docs.google.com/document/d/e/2PACX/pub", "Document ID"),
    Unexplained("https://docs.google.com/document/create"),
    Unexplained("https://meet.google.com/landing"),
    Unexplained("https://youtu.be/short"),
    Unexplained("https://www.youtube.com/watch?v=short", "Video ID"),
    Unexplained("https://github.com/settings/tokens"),
    Unexplained("https://github.com/login/oauth", "Owner"),
    Unexplained("https://github.com/features"),
    Unexplained("https://github.com/a/b/issues/new", "Issue number"),
    Unexplained("https://github.com/a/b#Lines", "Lines"),
    Unexplained("https://www.facebook.com/groups/", "User"),
    Unexplained("https://www.facebook.com/login"),
    Unexplained("https://www.facebook.com/photo.php?type=3&theater", "Photo ID"),
    Unexplained("https://www.instagram.com/explore/"),
    Unexplained("https://www.instagram.com/explore/tags/a/"),
    Unexplained("https://x.com/home"),
    Unexplained("https://x.com/i/status/12", "User"),
    Unexplained("https://x.com/anna/status/abc"),
    Unexplained("https://t.me/joinchat", "Channel or user"),
    Unexplained("https://t.me/share/url?url=a", "Channel or user"),
    Unexplained("https://discord.com/channels/abc/def"),
    Unexplained("https://discord.com/developers"),
    Unexplained("https://app.slack.com/archives/C1/p1700000000123456"),
    Unexplained("https://acme.slack.com/archives/C1/p12", "sent at"),
    Unexplained("https://zoom.us/pricing"),
    Unexplained("https://www.zoom.us/j/abc"),
    Unexplained("https://us02web.zoom.us/j/12345678901", "Organization"),
    Unexplained("https://teams.microsoft.com/l/message/a/12", "sent at"),
    Unexplained(f"{HOME}?code=abc"),
    Unexplained(f"{HOME}?client_id=abc"),
    Unexplained(f"{HOME}?state=CA&city=LA"),
    Unexplained(f"{HOME}?Expires=1700000000&Signature=a"),
    Unexplained(f"{HOME}?sv=1&sig=2"),
    Unexplained(f"{HOME}?sv=a&sig=b&se=c", "Valid"),
    Unexplained(f"{HOME}?{AWS.replace('604800', 'soon')}", "Valid until"),
    Unexplained(f"{HOME}?{AWS.replace('20231114T221320Z', 'now')}", "Valid until"),
    Unexplained(f"{HOME}?{AWS.replace('20231114T221320Z', '99991231T235959Z')}", "Valid until"),
    Unexplained("https://s3.amazonaws.com/"),
    Unexplained("https://b.s3-accelerate.amazonaws.com/k"),
    Unexplained("https://acc.blob.core.windows.net/a.html", "Container"),
    Unexplained("https://www.youtube.com/embed/videoseries?list=PLabc", "Video ID"),
    Unexplained("https://t.me/+491701234567", "Invitation"),
    Unexplained("https://t.me/s/durov", "Message"),
    Unexplained("https://www.reddit.com/r/all/"),
    Unexplained("https://www.dropbox.com/sh/abc/AADef?dl=0", "File name"),
    Unexplained("https://contoso-files.sharepoint.com/a", "contoso-files"),
    Unexplained(f"{HOME}?_gl=1"),
    Unexplained(f"{HOME}?awc=no&mkt_tok=&_hsenc=x"),
    Unexplained("https://amazonaws.com/b/k"),
    Unexplained("https://mega.nz/file/abc"),
    Unexplained("https://contoso-my.sharepoint.com/", "contoso-my"),
    Unexplained(f"{HOME}?lang=zz"),
    Unexplained(f"{HOME}?lang=english"),
    Unexplained(f"{HOME}?lang=en_US_and_more_words_than_that"),
    Unexplained(f"{HOME}?gclid=short"),
    Unexplained(f"{HOME}?fbclid="),
    Unexplained(f"{HOME}?source=newsletter&medium=mail"),
    Unexplained(f"{HOME}?id=1&u=2&e=3"), Unexplained(f"{HOME}?q=words"),
    Unexplained("mailto:a@b.example?utm_source=x"), Unexplained("utm_source=newsletter"),
    Unexplained("//?utm_source=x"),
)  # fmt: skip


def explained(text: str) -> list[PlacedReading]:
    """Return the readings by the table of services, including members of lists."""
    rows = flattened(inspect(text).values)
    own = {at for at, each in enumerate(rows) if each.reading.decoder == "service"}
    return [
        each
        for at, each in enumerate(rows)
        if at in own or (each.reading.decoder == "part" and each.of in own and each.reading.source)
    ]


@for_each("row", *UNEXPLAINED)
def test_service_table_does_not_explain_unknown_parts(row: Unexplained) -> None:
    said = [each.reading.phrase for each in explained(row.text)]
    assert [text for text in said if row.words in text] == []


def test_every_service_reading_has_the_source_of_a_row() -> None:
    sources = {row.source for row in shipped_parameters().rows}
    for _, (text, *_) in links():
        for each in explained(text):
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
