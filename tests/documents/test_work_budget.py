"""The work for a file is bounded by its size, even if content is nested or compressed."""

import base64
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib

import pytest

from tests.for_each import for_each
from tests.linear import seconds
from uriinspector.analysis.finding import Finding
from uriinspector.documents.document import Document
from uriinspector.documents.rules.stopped_reading import stopped_reading
from uriinspector.documents.scan import scan
from uriinspector.documents.work_budget import WorkBudget, judging_cost, links_for, octets_for


def zipped(*members: bytes, name: str = "a.zip") -> bytes:
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, octets in enumerate(members):
            archive.writestr(f"{number}{name}", octets)
    return to.getvalue()


def nested(unit: bytes, times: int = 16) -> bytes:
    leaf = zipped(unit * ((1 << 20) // len(unit)), name=".txt")
    return zipped(*[zipped(*[leaf] * times)] * times)


@for_each("unit", b" ", b"http: ", b"[.]")
def test_decompression_bomb_is_stopped_and_reported(unit: bytes) -> None:
    octets = nested(unit)
    document = scan(octets, name="a.zip")
    assert len(octets) < 25_000
    assert sum(part.size for part in document.parts) < octets_for(len(octets)) + (2 << 20)
    assert any("more files not opened" in each.reason for each in document.not_examined)
    # Content cut by the limit is not reported as damaged.
    assert not any("damaged" in each.reason for each in document.not_examined)


def test_more_nested_archives_cost_no_more_time() -> None:
    some, more = (nested(b" ", times) for times in (8, 24))
    scan(some)
    costs = [min(seconds(lambda: scan(each)) for _ in range(3)) for each in (some, more)]  # noqa: B023 - called at once
    assert costs[1] < 3 * costs[0] + 0.1


def test_small_compressed_file_keeps_all_its_links() -> None:
    links = b"".join(b"<a href=http://a.test/%d>x</a>" % each for each in range(60_000))
    document = scan(gzip.compress(links, 9), name="a.html.gz")
    assert len(document.links) == 60_000
    assert stopped(document) == []


def test_number_of_links_of_a_bomb_is_bounded() -> None:
    octets = gzip.compress(b"<a href=http://a.test/>x</a>" * 140_000, 9)
    document = scan(octets, name="a.html.gz")
    most = links_for(len(octets))
    assert len(document.links) == most < 20_000
    assert document.not_examined[0].reason == f"only the first {most:,} links are listed"
    assert len(stopped(document)) == 1
    assert len(scan(gzip.decompress(octets), name="a.html").links) == 140_000


@for_each("unit", b"[.]", b"a.b ", b"http: ")
def test_text_dense_with_possible_addresses_costs_more(
    unit: bytes, budgets: list[WorkBudget]
) -> None:
    budgets.clear()
    size = 600_000
    scan(zipped(unit * (size // len(unit)), name=".txt"), name="a.zip")
    words = b"A line of 2026-11-28 12:00:00 from 10.0.0.1 with https://a.example/b. "
    scan(zipped(words * (size // len(words)), name=".txt"), name="a.zip")
    dense, ordinary = (octets_for(each.size) - each.left for each in budgets)
    assert ordinary < 2.5 * size
    assert dense > 4 * size


def test_beginning_of_a_text_is_read_with_a_spent_budget() -> None:
    document = scan(gzip.compress(b"http://a.test/ " + b"[.]" * (8 << 20), 9), name="a.txt.gz")
    assert [each.value for each in document.links] == ["http://a.test/"]
    assert len(stopped(document)) == 1
    reasons = [each.reason for each in document.not_examined]
    assert "decoding limit of the document reached" in reasons


def test_empty_members_are_charged() -> None:
    inner = zipped(*[b""] * 60, name="")
    octets = zipped(*[zipped(*[inner] * 60)] * 60)
    document = scan(octets, name="a.zip")
    most = octets_for(len(octets)) // 1024 + 1
    assert 0.8 * most < len(document.parts) <= most
    assert any("more files not opened" in each.reason for each in document.not_examined)


def test_rtf_word_costs_sixteen_bytes(budgets: list[WorkBudget]) -> None:
    words = rb"\b " * 5_000
    octets = rb"{\rtf1 " + words + b"}"
    scan(octets, name="a.rtf")
    spent = octets_for(len(octets)) - budgets[0].left
    assert 16 * 5_000 <= spent < 16 * 5_000 + 4_096


def test_rtf_files_are_read_until_the_budget_is_spent(budgets: list[WorkBudget]) -> None:
    octets = zipped(*[rb"{\rtf1 " + rb"\b " * 20_000 + b"}"] * 100, name=".rtf")
    document = scan(octets, name="a.zip")
    assert 10 < len(document.parts) < 101
    assert budgets[0].left > -100_000
    assert "more files not opened" in document.not_examined[-1].reason


@for_each(
    "size, most",
    *((0, 4 << 20), (1, (4 << 20) + 128), (1 << 20, 132 << 20), (2_064_383, (256 << 20) - 128)),
    *((2_064_384, 256 << 20), (2_064_385, 256 << 20), (200 << 20, 256 << 20)),
)
def test_decoding_limit_depends_on_the_file_size(size: int, most: int) -> None:
    assert octets_for(size) == most


def stopped(document: Document) -> list[Finding]:
    return [each for each in document.findings if each.code == "reading-stopped"]


def test_work_is_charged_until_the_budget_is_spent() -> None:
    budget = WorkBudget(0)
    assert budget.charge(4 << 20)
    assert budget.refusals == 0
    assert not budget.charge(1)
    assert budget.refusals == 1
    assert budget.left == 0


def test_each_image_gets_its_share_of_pixels_and_seconds() -> None:
    budget = WorkBudget(0)
    assert budget.share(1) == (400_000_000, 5.0)
    assert budget.share(100) == (6_000_000, 1.0)
    budget.charge_picture(100_000_000, 4.0)
    assert budget.share(3) == (100_000_000, 8 / 3)
    budget.charge_picture(300_000_000 - 10_001, 0)
    assert budget.share(1)[0] == 10_001
    budget.charge_picture(1, 8.5)
    assert budget.points == 1
    assert budget.share(2)[1] < 0


def test_spent_budget_is_a_finding_of_the_file() -> None:
    octets = nested(b" ")
    (found,) = stopped(scan(octets, name="a.zip"))
    assert found.severity == "medium"
    assert 0 <= found.start < found.end <= len(octets)
    assert stopped(scan(zipped(b"http://a.test/"), name="a.zip")) == []


def test_spent_budget_is_a_finding_of_its_message() -> None:
    head = "From: a@a.test\nMIME-Version: 1.0\nContent-Type: application/zip\n"
    body = base64.encodebytes(nested(b" ")).decode()
    mail = f"{head}Content-Transfer-Encoding: base64\n\n{body}"
    box = f"From x\nSubject: a\n\nhttp://a.test/\nFrom x\n{mail}\n".encode()
    calm, bomb = scan(box, name="a.mbox").messages
    assert [each.code for each in calm.findings].count("reading-stopped") == 0
    assert [each.code for each in bomb.findings].count("reading-stopped") == 1


def test_stopped_reading_is_less_severe_in_a_large_file() -> None:
    assert stopped_reading(0, 1, 16 << 20).severity == "medium"
    assert stopped_reading(0, 1, (16 << 20) + 1).severity == "low"


def xz_with_window(bits: int) -> bytes:
    """Return an xz file whose header asks for a window of this size (xz format 5.3.1)."""
    octets = bytearray(lzma.compress(b"http://a.test/", filters=[{"id": lzma.FILTER_LZMA2}]))
    size = (octets[12] + 1) * 4
    at = octets.index(b"\x21\x01", 12) + 2
    octets[at] = bits
    octets[8 + size : 12 + size] = zlib.crc32(octets[12 : 8 + size]).to_bytes(4, "little")
    return bytes(octets)


@for_each("bits, links", (29, 1), (30, 0))
def test_xz_window_is_at_most_96_mb(bits: int, links: int) -> None:
    document = scan(xz_with_window(bits), name="a.xz")
    assert len(document.links) == links
    assert len(stopped(document)) == (not links)
    reasons = [each.reason for each in document.not_examined if each.part == "1"]
    assert reasons == ["nothing could be unpacked"] * (not links)


@for_each("before, links", (9_999, 1), (10_000, 0))
def test_at_most_ten_thousand_gzip_streams_are_unpacked(before: int, links: int) -> None:
    octets = gzip.compress(b" ") * before + gzip.compress(b"http://a.test/")
    document = scan(octets, name="a.gz")
    assert len(document.links) == links
    assert len(stopped(document)) == (not links)


def object_stream(octets: bytes, head: bytes = b"/Type /ObjStm") -> bytes:
    start = b"1 0 obj << " + head + b" /Filter /FlateDecode >>\nstream\n"
    return start + octets + b"\nendstream\nendobj\n"


@for_each("before, links", (9_999, 1), (10_000, 0))
def test_at_most_ten_thousand_pdf_streams_are_unpacked(before: int, links: int) -> None:
    streams = object_stream(zlib.compress(b"")) * before
    octets = b"%PDF-1.7\n" + streams + object_stream(zlib.compress(b"/URI (http://a.test/)"))
    document = scan(octets, name="a.pdf")
    assert len(document.links) == links
    assert len(stopped(document)) == (not links)


@for_each(
    "head", b"/Type /ObjStm", b"/Subtype /Image /Width 5000 /Height 5000 /BitsPerComponent 8",
    b"/Subtype /Image /Filter [ /FlateDecode /DCTDecode ] /Width 9 /Height 9",
)  # fmt: skip
@for_each("is_broken", False, True)
def test_failing_pdf_streams_are_charged(
    head: bytes, is_broken: bool, budgets: list[WorkBudget]
) -> None:
    budgets.clear()
    size, times = 1 << 20, 3
    packed = zlib.compress(bytes(size))
    stream = object_stream(packed[:-6] + b"!" if is_broken else packed, head)
    octets = b"%PDF-1.7\n" + stream * times
    scan(octets, name="a.pdf")
    (budget,) = budgets
    spent = octets_for(len(octets)) - budget.left
    assert times * size * 9 // 10 < spent < times * (size + 4_096)


def test_link_after_pdf_decompression_bombs_is_read() -> None:
    bomb = object_stream(zlib.compress(bytes(8 << 20)))
    link = object_stream(zlib.compress(b"/URI (http://a.test/)"))
    octets = b"%PDF-1.7\n" + link + bomb * 20 + link
    document = scan(octets, name="a.pdf")
    assert len(document.links) == 2
    assert len(stopped(document)) == 1
    assert "decoding limit of the document reached" in [x.reason for x in document.not_examined]


def test_empty_pdf_streams_are_charged(budgets: list[WorkBudget]) -> None:
    octets = b"%PDF-1.7\n" + object_stream(b"") * 100
    scan(octets, name="a.pdf")
    assert octets_for(len(octets)) - budgets[0].left >= 100 << 10


def test_archive_member_cut_by_the_budget_is_a_finding() -> None:
    document = scan(zipped(bytes(20 << 20)), name="a.zip")
    assert len(stopped(document)) == 1


def part(octets: bytes, kind: str = "application/octet-stream", more: str = "") -> bytes:
    head = f"--B\nContent-Type: {kind}\nContent-Transfer-Encoding: base64\n{more}\n"
    return head.encode() + base64.encodebytes(octets)


def mail(*parts: bytes, kind: str = "mixed") -> bytes:
    head = f'From: a@a.test\nContent-Type: multipart/{kind}; boundary="B"\n\n'.encode()
    return head + b"".join(parts) + b"--B--\n"


def bomb() -> bytes:
    """Return an archive that exceeds the budget of its size."""
    return nested(b" ")


LINK = b"http://a.test/"
BODIES = {
    "text": part(LINK, "text/plain"),
    "page": part(b"<a href=http://a.test/>x</a>", "text/html"),
    "body without a type": b"--B\n\nhttp://a.test/\n",
    "parts": b'--B\nContent-Type: multipart/mixed; boundary="C"\n\n--C\n\nhttp://a.test/\n--C--\n',
    "message": b"--B\nContent-Type: message/rfc822\n\nSubject: http://a.test/\n\nx\n",
    "archive": part(zipped(LINK, name=".txt"), "application/zip"),
}


@for_each("name", *BODIES)
@for_each("bombs", 1, 8)
def test_content_after_decompression_bombs_is_read(name: str, bombs: int) -> None:
    document = scan(mail(*[part(bomb())] * bombs, BODIES[name]), name="a.eml")
    assert [each.value for each in document.links] == ["http://a.test/"]
    assert len(stopped(document)) == 1


@for_each("kind", "zip", "tar", "mbox")
def test_file_after_a_decompression_bomb_is_read(kind: str) -> None:
    small = zipped(LINK, name=".txt")
    if kind == "zip":
        octets = zipped(bomb(), small, name=".zip")
    elif kind == "mbox":
        octets = b"".join(b"From x\n" + mail(part(each)) for each in (bomb(), small))
    else:
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for name, content in (("a.zip", bomb()), ("b.zip", small)):
                info = tarfile.TarInfo(name)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
        octets = buffer.getvalue()
    document = scan(octets)
    assert [each.value for each in document.links] == ["http://a.test/"]


def test_bodies_are_read_first_and_listed_in_order() -> None:
    archive = zipped(b"http://zip.test/", name=".txt")
    octets = mail(
        part(archive, "application/zip", "Content-Disposition: attachment; filename=a.zip\n"),
        part(b"http://text.test/", "text/plain"),
        part(b"x", "application/x-unknown", "Content-Disposition: attachment; filename=b\n"),
        BODIES["parts"],
        part(b"http://end.test/", "text/plain"),
    )
    document = scan(octets, name="a.eml")
    hosts = [each.value[7:] for each in document.links]
    assert hosts == ["zip.test/", "text.test/", "a.test/", "end.test/"]
    paths = [each.path for each in document.parts]
    assert paths == ["1", "1.1", "1.1.1", "1.2", "1.3", "1.4.1", "1.5"]
    assert [each.part for each in document.examined] == paths
    assert [each.path for each in document.messages[0].attachments] == ["1.1", "1.3"]


def test_part_gets_half_of_the_work_budget() -> None:
    budget = WorkBudget(1 << 20)
    whole = budget.left
    with budget.sharing(1 << 20):
        assert budget.left == whole // 2
        budget.spend(whole // 2)
    assert budget.left == whole // 2
    with budget.sharing(0):
        assert budget.left == whole // 2
    budget = WorkBudget(0)
    with budget.sharing(1 << 20):
        budget.spend(5 << 20)
        assert not budget.has_rest()
    assert budget.left == -(1 << 20)


def test_rest_of_the_budget_is_kept_for_later_content() -> None:
    budget = WorkBudget(200 << 20)
    with budget.sharing(1):
        assert budget.left == (256 << 20) - octets_for(1)
    budget = WorkBudget(1 << 20)
    for _ in range(40):
        with budget.sharing(1 << 10):
            budget.spend(budget.left)
    assert budget.left > 4 << 10


def anchors(count: int, link: str = "https://www.example{site}.test/articles/{number}") -> bytes:
    """Return a page with this number of different links, each in a sentence."""
    lines = (
        f"<p>See <a href='{link.format(site=each % 50, number=each)}'>article {each}</a> too.\n"
        for each in range(count)
    )
    return "".join(lines).encode()


def addresses(count: int) -> bytes:
    rows = (f"row{each},https://a{each % 50}.test/{each}\n" for each in range(count))
    return "".join(rows).encode()


def base64_mail(page: bytes) -> bytes:
    return mail(part(page, "text/html"))


@pytest.mark.parametrize(
    ("octets", "name", "links"),
    [
        (anchors(20_000), "a.html", 20_000),
        (addresses(100_000), "a.csv", 100_000),
        (zipped(anchors(20_000), name=".html"), "a.zip", 20_000),
        (zipped(*[anchors(4_000)] * 8, name=".html"), "a.zip", 32_000),
        (base64_mail(anchors(20_000)), "a.eml", 20_000),
        (b"From x\n" + b"\nFrom x\n".join([base64_mail(anchors(2_000))] * 20), "a.mbox", 40_000),
        (anchors(15_000, "https://россия{site}.рф/статья/{number}"), "a.html", 15_000),
        (anchors(20_000, "/wiki/%D0%97%D0%B0%D0%B3%D0%BB%D0%B0%D0%B2{number}"), "a.html", 20_000),
    ],
    ids=["page", "table", "archive", "pages", "mail", "mailbox", "letters", "encoded"],
)
def test_large_ordinary_files_are_judged_completely(octets: bytes, name: str, links: int) -> None:
    document = scan(octets, name=name)
    assert len(document.links) == links
    assert stopped(document) == []


HOSTILE = {
    "short": "//h{number}.test",
    "look-alike": "http://pаypal{number}.com/",
    "written as numbers": "http://p&#1072;ypal{number}.com/",
    "ASCII form": "http://xn--pypal{number}-4ve.com/",
    "nested": "http://a.test/?u=http%3A%2F%2Fb.test%2F%3Fu%3Dhttp%253A%252F%252Fh{number}.test",
    "token": "http://h{number}.test/?a=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.a&b=c@d.test",
}


@for_each(
    "name, kind", *((name, "page") for name in HOSTILE), ("nested", "srcdoc"), ("nested", "comment")
)
def test_links_over_the_judging_budget_are_not_listed(name: str, kind: str) -> None:
    page = anchors(100_000, HOSTILE[name]).replace(b"<p>See ", b"").replace(b" too.", b"")
    if kind == "srcdoc":
        page = b'<iframe srcdoc="' + page + b'"></iframe>'
    elif kind == "comment":
        page = b"<!--" + page + b"-->"
    octets = gzip.compress(page, 6)
    document = scan(octets, name="a.html.gz")
    every = [each.value.encode() for each in (*document.links, *document.commented)]
    assert 2_000 < len(every) < 95_000
    assert sum(judging_cost(each, 1) for each in every) <= WorkBudget(len(octets)).judging
    assert len(stopped(document)) == 1
    reasons = [each.reason for each in document.not_examined]
    assert f"only the first {len(every):,} links are listed" in reasons


def test_each_srcset_candidate_is_charged() -> None:
    candidates = ", ".join(f"http://h{each}.test/{each} 2x" for each in range(100_000))
    document = scan(gzip.compress(f'<img srcset="{candidates}">'.encode()), name="a.html.gz")
    assert len(document.links) == 0
    assert "none of the links are listed" in [each.reason for each in document.not_examined]
    assert len(stopped(document)) == 1


def test_file_after_an_archive_full_of_links_is_judged() -> None:
    document = scan(zipped(anchors(100_000), anchors(5_000), LINK, name=".html"), name="a.zip")
    counts = [each.links for each in document.examined if each.type == "text/html"]
    assert counts[0] < 50_000
    assert counts[1] == 5_000
    assert len(stopped(document)) == 1


def test_uncompressed_links_cost_less_than_compressed_ones() -> None:
    budget = WorkBudget(24_000)
    for _ in range(1_000):
        assert budget.charge_judging(1, is_packed=False)
    whole = WorkBudget(24_000).judging
    assert (budget.written, budget.judging) == (0, whole)
    assert budget.charge_judging(1, is_packed=False)
    assert budget.judging == whole - 1
    assert budget.charge_judging(whole - 1, is_packed=True)
    assert not budget.charge_judging(1, is_packed=True)
    assert (budget.judging, budget.refusals) == (0, 1)


def test_data_link_is_charged_by_its_length() -> None:
    """Base64 contains "//" and "@" by chance; an image of white pixels is nothing but slashes."""
    white, mixed = (b"data:image/bmp;base64," + each * 12_000 for each in (b"//////", b"QmFzZQ"))
    assert judging_cost(white, 1) == judging_cost(mixed, 1) > len(white) // 100
    assert judging_cost(b" DATA:" + white, 1) < judging_cost(b"http://a.test/" + white, 1) // 10
