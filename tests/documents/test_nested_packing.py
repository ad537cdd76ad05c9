"""Links in nested containers: repeated decoding and memory for positions."""

import base64
import gzip
import io
import random
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest

from tests.documents.samples import zipped
from tests.for_each import for_each
from uriinspector.documents import octets as octet_module
from uriinspector.documents.document import Document
from uriinspector.documents.html.tokens import attribute_value, value_pieces
from uriinspector.documents.reading.page import AttributeCoding
from uriinspector.documents.scan import scan
from uriinspector.documents.work_budget import WorkBudget

LINKS = 100
# More than the cache of decoded bytes holds.
PADDING = base64.b64encode(random.Random(1).randbytes(150_000))


def page(padding: bytes = PADDING) -> bytes:
    links = b"".join(b'<a href="http://a%d.example/">x</a>\n' % each for each in range(LINKS))
    return links + b"<!--" + padding + b"-->"


def gzipped(octets: bytes, times: int) -> bytes:
    for _ in range(times):
        octets = gzip.compress(octets, 0)
    return octets


def mailed(octets: bytes, kind: str = "text/html", encoding: str = "base64") -> bytes:
    head = f"From: a@a.example\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n"
    return head.encode() + (base64.encodebytes(octets) if encoding == "base64" else octets)


def mails(octets: bytes, times: int) -> bytes:
    for _ in range(times):
        octets = mailed(octets, "application/octet-stream")
        octets = gzip.compress(octets, 1)
    return octets


NESTED: dict[str, Callable[[], bytes]] = {
    "gzip": lambda: gzipped(page(), 10),
    "base64 in gzip": lambda: mails(page(), 5),
    "mail in zip in mail": lambda: mailed(zipped({"a.eml": mailed(page())}), "application/zip"),
    "zip in zip": lambda: zipped({"a.zip": zipped({"a.zip": zipped({"a.html": page()})})}),
}


@pytest.fixture(autouse=True)
def small_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrink the cache of decoded bytes."""
    monkeypatch.setattr(octet_module, "CACHE_SIZE", 1 << 10)


def all_places(document: Document) -> list[tuple[int, int]]:
    document.to_dict()
    return [(each.source.start, each.source.end) for each in document.links]


@for_each("name", *NESTED)
def test_layers_are_not_unpacked_again_for_each_link(name: str, budgets: list[WorkBudget]) -> None:
    budgets.clear()
    octets = NESTED[name]()
    document = scan(octets)
    (budget,) = budgets
    decoded, repeats = budget.left, budget.repeats
    assert len(all_places(document)) == LINKS
    whole = WorkBudget(len(octets))
    # Each layer once for the scan, and at most twice for all links.
    assert whole.repeats - repeats < len(PADDING)
    assert repeats - budget.repeats <= 2 * (whole.left - decoded)
    assert budget.left == decoded


def test_links_of_packed_files_cost_one_pass_for_each_file(budgets: list[WorkBudget]) -> None:
    members = {f"{each}.html": page(PADDING[:50_000]) for each in range(2 * octet_module.TOGETHER)}
    document = scan(mailed(zipped({"a.zip": zipped(members)}), "application/zip"))
    (budget,) = budgets
    decoded = WorkBudget(document.size).left - budget.left
    assert len(all_places(document)) == LINKS * len(members)
    assert WorkBudget(document.size).repeats - budget.repeats <= 3 * decoded


def test_position_in_compressed_layers_is_that_of_the_outer_file() -> None:
    octets = mailed(gzipped(page(b""), 3), "application/gzip")
    start = octets.index(b"\n\n") + 2
    assert set(all_places(scan(octets))) == {(start, len(octets) - 1)}


def test_position_in_a_stored_member_is_exact() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(
            "a.eml", mailed(b"http://a.example/ http://b.example/", "text/plain", "7bit")
        )
    octets = buffer.getvalue()
    places = all_places(scan(octets))
    assert [octets[slice(*each)] for each in places] == [b"http://a.example/", b"http://b.example/"]


VALUES = {
    "plain": b"<a href=http://a.example/>x</a> ", "references": b"&lt;&amp;&quot;",
    "line ends": b"a\r\nb\rc\0", "UTF-8": "ä€😀".encode(), "windows-1252": b"\xe4\x81",
    "GBK": "中文".encode("gbk"),
}  # fmt: skip
AMP = "http://a.example/?a&amp;b"
ENCODINGS = {"windows-1252": "windows-1252", "GBK": "gbk"}


@for_each("name", *VALUES)
def test_srcdoc_takes_little_memory(name: str) -> None:
    unit = VALUES[name]
    head = f"<meta charset={ENCODINGS.get(name, 'utf-8')}><iframe srcdoc='".encode()
    octets = head + unit * ((1 << 16) // len(unit)) + b"'>"
    scan(head + b"'>")
    tracemalloc.start()
    try:
        document = scan(octets)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [each.path for each in document.parts] == ["1", "1.srcdoc1"]
    links = 500 * len(document.links)
    assert peak < 45 * len(octets) + links


@for_each("name", *VALUES)
def test_pieces_of_an_attribute_value_join_to_the_value(name: str) -> None:
    octets = VALUES[name] * 3
    if name in ENCODINGS:
        octets = octets.decode(ENCODINGS[name], "ignore").encode()
    value = b"".join(each.octets for each in value_pieces(octets, 0, len(octets)))
    assert value.decode("utf-8", "replace") == attribute_value(octets)


def test_each_byte_of_a_value_maps_to_its_reference() -> None:
    octets = "x&lt;é&nGg;\r\n\0y".encode()
    coding = AttributeCoding()
    value = coding.decoded(octets, 0, len(octets))
    places = [octets[slice(*coding.place(None, at, at + 1))] for at in range(len(value))]  # type: ignore[arg-type]
    assert value == "x<é\u22d9\u0338\n\ufffdy".encode()
    assert places == [b"x", b"&lt;", b"\xc3", b"\xa9", *[b"&nGg;"] * 5, b"\r\n", *[b"\0"] * 3, b"y"]


@for_each("encoding", "utf-8", "windows-1252", "gbk", "shift_jis")
def test_link_in_srcdoc_has_its_position(encoding: str) -> None:
    page = f"<meta charset={encoding}>é中<iframe srcdoc='é中&lt;a href={AMP}>é中'>"
    octets = page.encode(encoding, "ignore")
    (link,) = scan(octets, name="a.html").links
    assert link.value == "http://a.example/?a&b"
    source = link.source
    assert octets[source.start : source.end] == AMP.encode()
