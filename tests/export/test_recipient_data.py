"""Removing recipient data: the removed and the remaining text, and the note about it."""

import json
import re
from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.examples import at_most
from tests.for_each import for_each
from tests.linear import is_linear_over, seconds
from uriinspector.analysis.inspection import inspect
from uriinspector.export.formats import LINK_FORMATS, export_as, material
from uriinspector.export.options import ExportOptions
from uriinspector.export.recipient_data import ANY_ADDRESS, REMOVED, TOKEN, without_recipient
from uriinspector.export.templates import fill, shipped_templates

SECRETS = ("alice", "12345678", "s3cret")


def packed(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode()


INNER = "https://evil.test/?uid=12345678&x=1"
SAFE = "https://nam02.safelinks.protection.outlook.com/"
PROOF = "https://urldefense.proofpoint.com/v2/url"

# (text, remaining text, number of removed places)
TABLE = [
    ("https://x.test/u?email=alice@corp.example&a=1", "https://x.test/u?email=removed&a=1", 1),
    ("https://x.test/unsub/alice%40corp.example/1", "https://x.test/unsub/removed/1", 1),
    ("https://x.test/#alice@corp.example", "https://x.test/#removed", 1),
    ("https://x.test/?e=alice%252B1%2540corp.example", "https://x.test/?e=removed", 1),
    ("https://x.test/?q%253D%2561lice%252Eb%2540corp.example%26c",
        "https://x.test/?q%253Dremoved%26c", 1),
    (f"https://x.test/{'alice.' * 30}b@corp.example", "https://x.test/removed", 1),
    ("https://x.test/?e=alice.%C3%BC%40corp%2Eexample", "https://x.test/?e=removed", 1),
    ("https://x.test/?e=alice.m\u00fcller@b\u00fcro.example", "https://x.test/?e=removed", 1),
    ("https://x.test/?e=alice@xn--bro-hoa.xn--p1ai", "https://x.test/?e=removed", 1),
    (f"https://x.test/?d={packed('alice@corp.example')}", "https://x.test/?d=removed", 1),
    ("https://x.test/?uid=12345678#rid=12345678", "https://x.test/?uid=removed#rid=removed", 2),
    ("https://x.test/?access_token=s3cret-s3cret", "https://x.test/?access_token=removed", 1),
    ("https://x.test/?password=s3cret&a", "https://x.test/?password=removed&a", 1),
    ("https://alice%40corp.example@evil.test/", "https://removed@evil.test/", 1),
    ("ftp://bob:s3cret@host.test/", "ftp://bob:removed@host.test/", 1),
    ("mailto:alice@corp.example,%22alice%20b%22@x.test", "mailto:removed,removed", 2),
    ("mailto:?to=alice@corp.example&cc=alice&subject=a", "mailto:?to=removed&cc=removed&subject=a",
        2),
    ("sip:alice@corp.example", "sip:removed", 1),
    ("<URL:mailto:alice@corp.example>", "<URL:mailto:removed>", 1),
    ('"https://x.test/?uid=12345678#alice@corp.example"', '"https://x.test/?uid=removed#removed"',
        2),
    ("alice@corp.example", "removed", 1),
    (
        f"{SAFE}?url=https%3A%2F%2Fevil.test%2F%3Fuid%3D12345678%26e%3Dalice%2540c.example&data=12345678",
        f"{SAFE}?url=https%3A%2F%2Fevil.test%2F%3Fuid%3Dremoved%26e%3Dremoved&data=removed",
        3,
    ),
    (f"{PROOF}?u=https-3A__evil-2Dsite.test_-3Fuid-3D12345678&d=DwM&r=12345678",
        f"{PROOF}?u=https%3A%2F%2Fevil-site.test%2F%3Fuid%3Dremoved&d=DwM&r=removed", 2),
    ("https://urldefense.com/v3/__https://evil.test/?e=alice@corp.example__;!!abc!def$",
        "https://urldefense.com/v3/__https://evil.test/?e=removed__;!!abc!def$", 1),
    (f"https://r.test/?u={packed(INNER)}",
        "https://r.test/?u=https%3A%2F%2Fevil.test%2F%3Fuid%3Dremoved%26x%3D1", 1),
    ("hxxps://evil[.]test/?uid=12345678&x=1", "hxxps://evil[.]test/?uid=removed&x=1", 1),
    # Kept: hosts, names of users and files, and links that do not identify a person.
    ("https://www.example.com@evil.test/", "https://www.example.com@evil.test/", 0),
    ("https:\\\\www.example.com@evil.test\\x", "https:\\\\www.example.com@evil.test\\x", 0),
    ("http:bob@evil.test/", "http:bob@evil.test/", 0),
    ("//bob@evil.test/", "//bob@evil.test/", 0),
    ("https://x.test/logo@2x.png", "https://x.test/logo@2x.png", 0),
    ("https://x.test/@bob/1", "https://x.test/@bob/1", 0),
    ("https://x.test/?uid=1", "https://x.test/?uid=1", 0),
    ("https://x.test/?e=removed&uid=removed", "https://x.test/?e=removed&uid=removed", 0),
    ("", "", 0),
]  # fmt: skip


@for_each("text, left, count", *TABLE)
def test_recipient_data_is_removed_and_the_rest_kept(text: str, left: str, count: int) -> None:
    found = without_recipient(inspect(text))
    assert (found.inspection.text, found.removed) == (left, count)


@for_each("text", *[row[0] for row in TABLE if row[2]])
@for_each("form", *LINK_FORMATS)
def test_recipient_data_is_in_no_format(text: str, form: str) -> None:
    made = inspect(text, base="http://b.test/?e=alice@corp.example")
    found = export_as(made, form, ExportOptions(without_recipient=True))
    assert [secret for secret in SECRETS if secret in found] == []
    assert "removed" in found


@for_each("name", *shipped_templates())
def test_recipient_data_is_in_no_template(name: str) -> None:
    made = inspect("https://x.test/alice@corp.example?uid=12345678")
    given = material(made, ExportOptions(without_recipient=True))
    found = fill(shipped_templates()[name], given.inspection)
    assert [secret for secret in SECRETS if secret in found] == []
    assert given.notes == (without_recipient(made).note,)


def words(text: str) -> str:
    """Return a pattern for these words, which an image may divide into two rows."""
    return r"(?:\s|</?text[^>]*>)+".join(map(re.escape, text.split()))


@for_each("form", "markdown", "html", "svg")
def test_removing_recipient_data_is_noted(form: str) -> None:
    wished = ExportOptions(without_recipient=True)
    made = inspect("https://x.test/?uid=12345678")
    assert "removed" in without_recipient(made).note
    assert re.search(words("in 1 place."), export_as(made, form, wished))
    two = inspect(f"{made.text}&rid=1234")
    assert re.search(words("in 2 places."), export_as(two, form, wished))
    none = inspect("https://x.test/")
    assert re.search(words("No recipient data was recognized."), export_as(none, form, wished))
    assert "Recipient data" not in export_as(made, form)


def test_json_counts_the_removed_places() -> None:
    made = inspect("https://x.test/?uid=12345678")
    record = json.loads(export_as(made, "json", ExportOptions(without_recipient=True)))
    assert record["recipient_data_removed"] == 1
    assert record["text"] == "https://x.test/?uid=removed"
    assert "recipient_data_removed" not in export_as(made, "json")


def test_options_are_kept_when_recipient_data_is_removed() -> None:
    made = inspect(
        "../x?uid=12345678",
        base="http://b.test/c/d?uid=12345678",
        edition="1997",
        protect=["b.test"],
    )
    found = without_recipient(made)
    assert (found.inspection.base, found.removed) == ("http://b.test/c/d?uid=removed", 2)
    assert found.inspection.options == made.options
    assert found.inspection.target == "http://b.test/x?uid=removed"


def test_value_nested_too_deep_is_removed_completely() -> None:
    text = "http://deep.example/?uid=12345678"
    for _ in range(11):
        text = "http://a.example/?u=" + b64encode(text.encode()).decode().rstrip("=")
    found = without_recipient(inspect(text))
    assert found.removed
    inner = found.inspection
    while inner.nested:
        assert inner.nested[0].inspection
        inner = inner.nested[0].inspection
    assert inner.text == "http://a.example/?u=removed"


@settings(max_examples=at_most(80))
@given(st.lists(st.sampled_from([row[0] for row in TABLE] + ["/", "?u=", "&", "%40", "@", "a"])))
def test_recipient_removal_is_idempotent(pieces: list[str]) -> None:
    found = without_recipient(inspect("".join(pieces[:4])))
    assert without_recipient(found.inspection).removed == 0


def test_recipient_removal_keeps_every_host() -> None:
    for row in (*BENIGN, *MALICIOUS):
        made = inspect(row.text, base=row.base)
        found = without_recipient(made)
        assert found.inspection.verdict.host == made.verdict.host
        assert found.inspection.verdict.final_host == made.verdict.final_host
        if not found.removed:
            assert found.inspection.to_dict() == made.to_dict()


@for_each(
    "pattern",
    "a", "a@", "a.", "@a.", "%2540", "%25", "%", "&uid=", "&uid=%25", "a@b.c", "a%2B", "%2541",
    "%3D%41",
)  # fmt: skip
def test_recipient_removal_takes_linear_time(pattern: str) -> None:
    def work(text: str) -> None:
        ANY_ADDRESS.spans(text)
        list(TOKEN.finditer(text))

    assert is_linear_over(work, lambda size: pattern * size, 4_000)


def test_recipient_removal_work_is_limited_for_nested_links() -> None:
    text = "https://x.test/?uid=12345678"
    for _ in range(6):
        text = "https://x.test/?" + "&".join(f"u{at}={quote(text, safe='')}" for at in range(3))
    once = seconds(lambda: inspect(text).to_dict())
    found = []
    assert seconds(lambda: found.append(without_recipient(inspect(text)))) < 80 * once + 0.5
    assert "12345678" not in found[0].inspection.text


@for_each(
    "text, left",
    ("to ann@work.example, now", "to removed, now"),
    ("<ann@work.example>x", "<removed>x"),
    ("ann@work.example", "removed"),
    ("see logo@2x.png here", "see logo@2x.png here"),
    ("npm vue@3.2.1/dist.js, page@small.html", "npm vue@3.2.1/dist.js, page@small.html"),
    ("Invoice ann@work.example.html", "Invoice removed.html"),
    ("bounce+ann=work.example@news.example", "removed"),
    ("https://ann@host.example/", "https://ann@host.example/"),
    ("a@b.example and c@d.example.", "removed and removed."),
)
def test_mail_addresses_in_a_text_are_replaced(text: str, left: str) -> None:
    assert ANY_ADDRESS.replaced(text, REMOVED) == left
