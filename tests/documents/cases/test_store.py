"""Case files: round trips, crashes, damage, and files that are not cases."""

import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

import uriinspector
from tests.damage import spoiled
from tests.gui.documents.samples import MAIL
from uriinspector.documents.cases import schema, store
from uriinspector.documents.cases.contents import INTERRUPTED
from uriinspector.documents.cases.link_row import (
    Decision,
    DecisionKey,
    FileKey,
    Head,
    LinkRow,
    Trouble,
    head_of,
    row_of,
)
from uriinspector.documents.cases.schema import CaseError, connected
from uriinspector.documents.cases.store import CaseFile, CaseSummary

NASTY = ["http://a/\ud800\udfff", "\0", "a'b\"--;%_", "\u202ex", "ÄÖ\r\n\u2028", "\U0001f600", ""]
# Adds links and decisions and prints a line after each commit; killed while it runs.
WRITER = """
import sys
from pathlib import Path
from uriinspector.documents.cases.link_row import Decision
from uriinspector.documents.cases.store import CaseFile
from tests.documents.cases.test_store import HEAD, ROWS
case = CaseFile.make(Path(sys.argv[1]))
case.add([(0, HEAD)])
number = 0
while True:
    case.add([(number * len(ROWS), ROWS)])
    case.decide({number: Decision("benign", f"note {number}")})
    print(number, flush=True)
    number += 1
"""
DOCUMENT = uriinspector.scan(MAIL, name="invoice.eml", protect=["b\u00fccher.example"])
HEAD = head_of(DOCUMENT, "/mails/invoice.eml", 123_456_789_012_345_678)
ROWS = [row_of(link, 0) for link in DOCUMENT.links]
DECIDED: dict[DecisionKey, Decision] = {1: Decision("malicious", "asked"), 2: Decision("", "why?")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "a.uricase"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A case with everything, made once because each commit waits for the disk."""
    path = tmp_path_factory.mktemp("cases") / "a.uricase"
    case = CaseFile.make(path)
    case.add([(0, HEAD._replace(octets=MAIL))])
    case.add([(0, ROWS)])
    case.keep_octets(0, HEAD._replace(octets=MAIL))
    case.decide({1: Decision("malicious", "asked"), 2: Decision("", "why?")})
    case.add([(0, Trouble("gone.eml", "not a file"))])
    case.close()
    return path


@pytest.fixture
def full(path: Path, template: Path) -> Path:
    path.parent.mkdir()
    shutil.copy(template, path)
    return path


def parts_of(path: Path) -> list[object]:
    with closing(CaseFile.open(path)) as case:
        return list(case.contents())


def refused(path: Path) -> str:
    with pytest.raises(CaseError) as error:
        parts_of(path)
    return error.value.why


def changed(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as rows:
        rows.execute("PRAGMA synchronous = OFF")
        rows.execute(statement)
        rows.commit()


def test_case_round_trips_through_its_file(full: Path) -> None:
    assert parts_of(full) == [
        HEAD,
        ROWS,
        {1: Decision("malicious", "asked"), 2: Decision("", "why?")},
        Trouble("gone.eml", "not a file"),
    ]
    assert HEAD.envelopes
    assert HEAD.bases
    assert any(row.own for row in ROWS)


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_any_text_round_trips_through_a_case(path: Path, text: str) -> None:
    row = ROWS[0]._replace(value=text, target=text, host=text, site=text, base=text, title=text)
    head = HEAD._replace(path=text, name=text, protect=(text,))
    case = CaseFile.make(path)
    case.add([(0, head)])
    case.add([(0, [row, row._replace(target=None, host=None, base=None)])])
    case.decide({0: Decision("benign", text or "?")})
    case.close()
    assert parts_of(path) == [
        head,
        [row, row._replace(target=None, host=None, base=None)],
        {0: Decision("benign", text or "?")},
    ]


def test_links_are_read_in_pages_and_more_can_be_added(path: Path) -> None:
    case = CaseFile.make(path)
    case.add([(0, HEAD)])
    many = [ROWS[at % len(ROWS)]._replace(line=at) for at in range(2_500)]
    case.add([(0, many)])
    case.close()
    case = CaseFile.open(path)
    case.add([(1, HEAD._replace(name="other.eml"))])
    more = [row._replace(file=1, title="a title that is new") for row in ROWS]
    case.add([(len(many), more)])
    case.close()
    _, _, *pages, _ = parts_of(path)
    assert [len(each) for each in pages if isinstance(each, list)] == [1000, 1000, 500 + len(more)]
    assert [row for page in pages if isinstance(page, list) for row in page] == many + more


def test_last_decision_is_stored_and_cleared_ones_are_erased(path: Path) -> None:
    case = CaseFile.make(path)
    case.add([(0, HEAD)])
    case.add([(0, ROWS)])
    case.decide({0: Decision("malicious", "SECRET"), 1: Decision("benign")})
    case.decide({0: Decision(), 1: Decision("ignored")})
    assert list(case.contents())[2] == {1: Decision("ignored")}
    assert case.summary() == CaseSummary("invoice.eml", 1, 0, len(ROWS), 1)
    case.close()
    assert b"SECRET" not in path.read_bytes()


@pytest.mark.parametrize("links", [1, 200])
def test_deleted_note_is_overwritten_in_the_file(path: Path, links: int) -> None:
    with closing(CaseFile.make(path)) as case:
        case.add([(0, HEAD), (0, ROWS)])
        case.decide({number: Decision("malicious", "a deleted note") for number in range(links)})
    assert b"a deleted note" in path.read_bytes()
    with closing(CaseFile.open(path)) as case:
        case.decide({number: Decision() for number in range(links)})
    assert b"a deleted note" not in path.read_bytes()


def test_partly_read_files_are_reported_as_interrupted(path: Path) -> None:
    case = CaseFile.make(path)
    case.wait_for(["a.eml", "b\udcff.eml"])
    case.close()
    told = [{}, Trouble("a.eml", INTERRUPTED), Trouble("b\udcff.eml", INTERRUPTED)]
    path.chmod(0o400)
    assert parts_of(path) == told
    path.chmod(0o600)
    assert parts_of(path) == parts_of(path) == told
    case = CaseFile.open(path)
    case.wait_for(["c.eml"])
    case.wait_for([])
    case.close()
    assert parts_of(path) == told


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such bits")
def test_case_is_a_single_file_readable_only_by_its_owner(full: Path) -> None:
    assert full.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in full.parent.iterdir()] == [full.name]


def test_case_never_replaces_an_existing_file(full: Path) -> None:
    with pytest.raises(CaseError):
        CaseFile.make(full)
    assert parts_of(full)[0] == HEAD


def test_removed_case_leaves_no_files(full: Path) -> None:
    CaseFile.open(full).remove()
    assert list(full.parent.iterdir()) == []


# How a good file is spoiled, and the error reported for it.
REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "gone": (lambda path: path.unlink(), schema.GONE),
    "empty": (lambda path: path.write_bytes(b""), schema.NO_CASE),
    "text": (lambda path: path.write_bytes(b"http://a/\n" * 99), schema.NO_CASE),
    "another data base": (lambda path: changed(path, "PRAGMA application_id = 7"), schema.NO_CASE),
    "newer": (lambda path: changed(path, "PRAGMA user_version = 4"), schema.NEWER),
    "cut": (lambda path: path.write_bytes(path.read_bytes()[:9000]), schema.DAMAGED),
    "a table less": (lambda path: changed(path, "DROP TABLE waiting"), schema.DAMAGED),
    "a table more": (lambda path: changed(path, "CREATE TABLE x (y)"), schema.DAMAGED),
    "a view": (lambda path: changed(path, "CREATE VIEW x AS SELECT 1"), schema.DAMAGED),
    "a trigger": (
        lambda path: changed(
            path, "CREATE TRIGGER x AFTER INSERT ON links BEGIN DELETE FROM links; END"
        ),
        schema.DAMAGED,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_file_that_cannot_be_opened_is_reported_and_unchanged(full: Path, name: str) -> None:
    spoil, why = REFUSED[name]
    spoil(full)
    before = full.read_bytes() if full.exists() else None
    assert refused(full) == why
    assert (full.read_bytes() if full.exists() else None) == before


# Values that our program never writes: reported, not trusted.
HOSTILE = [
    "UPDATE links SET file = 1", "UPDATE links SET file = -1", "UPDATE links SET rank = 4",
    "UPDATE links SET rank = 'x'", "UPDATE links SET part = 99", "UPDATE links SET value = 7",
    "UPDATE links SET value = NULL", "UPDATE links SET value = CAST(x'ff' AS TEXT)",
    "UPDATE links SET value = x'ff'", "UPDATE links SET start = -5", 'UPDATE links SET "end" = 0',
    "UPDATE links SET line = NULL", "UPDATE links SET own = '[{}]'", "UPDATE links SET own = '{'",
    "UPDATE links SET own = '[7]'",
    f"UPDATE links SET own = '{'[' * 100_000}'",
    f"UPDATE files SET told = '{'[' * 100_000}'",
    'UPDATE links SET own = replace(own, \'"severity": "\', \'"severity": "very \')',
    "UPDATE links SET own = replace(own, '\"cites\": [', '\"cites\": [1, ')",
    "DELETE FROM links WHERE number = 1", "DELETE FROM texts", "DELETE FROM files",
    "UPDATE texts SET text = 1", "UPDATE files SET told = '[]'", "UPDATE files SET told = '{}'",
    'UPDATE files SET told = replace(told, \'"path": "1"\', \'"path": 1\')',
    "UPDATE files SET told = replace(told, '\"senders\"', '\"other\"')",
    "UPDATE files SET told = replace(told, '\"findings\": [', '\"findings\": [null, ')",
    "UPDATE files SET size = 'large'", "UPDATE decisions SET mark = 'good'",
    "UPDATE decisions SET note = NULL", "UPDATE troubles SET why = 1",
]  # fmt: skip


def lost(path: Path) -> str:
    """Return the problem reported for a damaged case; check that the other rows are in order."""
    *read, trouble = parts_of(path)
    assert isinstance(trouble, Trouble)
    assert trouble.path == str(path)
    assert schema.is_damage(trouble.why)
    links = [row for page in read if isinstance(page, list) for row in page]
    assert links == [row for row in ROWS if row in links]
    assert [each for each in read if isinstance(each, Head)] in ([HEAD], [])
    decisions = next(each for each in read if isinstance(each, dict))
    for key, decision in decisions.items():
        if isinstance(key, int):
            assert DECIDED[ROWS.index(links[key])] == decision
    return trouble.why


@pytest.mark.parametrize("statement", HOSTILE)
def test_impossible_contents_are_reported(full: Path, statement: str) -> None:
    changed(full, statement)
    assert "; left out: " in lost(full)


def test_corrupted_cases_are_read_in_part_or_rejected(full: Path) -> None:
    good, read = full.read_bytes(), 0
    for seed in range(200):
        full.write_bytes(spoiled(good, seed))
        parts: list[object] = []
        with suppress(CaseError):
            parts = parts_of(full)
        read += bool(parts)
        links = [row for page in parts if isinstance(page, list) for row in page]
        assert all(isinstance(row, LinkRow) for row in links)
        assert len(links) <= len(ROWS)
    assert read > 50


# Losses caused by the damage of one row.
LOSSES = {
    "UPDATE links SET value = x'ff' WHERE number = 1": "1 link from invoice.eml, 1 mark or note",
    "UPDATE links SET value = CAST(x'ff' AS TEXT) WHERE number = 1": (
        "1 link from invoice.eml, 1 mark or note, an unreadable part of the file"
    ),
    "UPDATE links SET own = '[' WHERE number = 0": "1 link from invoice.eml",
    f"UPDATE links SET own = '{'[' * 100_000}' WHERE number = 0": "1 link from invoice.eml",
    "DELETE FROM links WHERE number = 1": "1 link from invoice.eml, 1 mark or note",
    "DELETE FROM links WHERE number IN (0, 1)": "2 links from ?, 1 mark or note",
    "UPDATE links SET value = x'ff' WHERE number IN (0, 1)": (
        "2 links from invoice.eml, 1 mark or note"
    ),
    "UPDATE decisions SET mark = 'good' WHERE number = 1": "1 mark or note",
    "UPDATE decisions SET mark = 'good'": "2 marks or notes",
    "UPDATE troubles SET why = 1": "1 other entry",
    "INSERT INTO troubles VALUES (7, 'a', 1), (8, 'b', 1)": "2 other entries",
    "UPDATE files SET told = '{'": (
        f"the file invoice.eml, {len(ROWS)} links from ?, 2 marks or notes"
    ),
}


@pytest.mark.parametrize(("statement", "what"), LOSSES.items(), ids=range(len(LOSSES)))
def test_only_the_damaged_row_is_left_out(full: Path, statement: str, what: str) -> None:
    changed(full, statement)
    assert lost(full) == f"this case is damaged; left out: {what}"


def test_files_after_a_damaged_one_keep_links_decisions_and_bytes(path: Path) -> None:
    octets = [b"http://a.example/", b"http://b.example/"]
    with closing(CaseFile.make(path)) as case:
        for number, each in enumerate(octets):
            entry = head_for(each)._replace(octets=each, name=f"{number}.txt")
            case.add([(number, entry)])
            case.add([(number, [row_of(link, number) for link in uriinspector.scan(each).links])])
            assert case.keep_octets(number, entry)
        case.decide({1: Decision("malicious"), FileKey(1): Decision("benign")})
    changed(path, "UPDATE files SET told = '' WHERE number = 0")
    with closing(CaseFile.open(path)) as case:
        head, rows, decided, trouble = case.contents()
        assert isinstance(head, Head)
        assert isinstance(rows, list)
        assert isinstance(trouble, Trouble)
        assert (head.name, [row.value for row in rows]) == ("1.txt", ["http://b.example/"])
        assert decided == {0: Decision("malicious"), FileKey(0): Decision("benign")}
        assert trouble.why == "this case is damaged; left out: the file 0.txt, 1 link from ?"
        assert case.octets(0, 0, 99) == octets[1]
        copy = kept(path.with_name("b.uricase"), head)
        assert copy.take_octets(0, case)
        assert copy.octets(0, 0, 99) == octets[1]
        copy.close()


def test_overwritten_bytes_are_reported_as_damage(full: Path) -> None:
    good = full.read_bytes()
    told = 0
    for at in range(100, len(good), 611):
        full.write_bytes(good[:at] + b"\xff" * 24 + good[at + 24 :])
        try:
            told += any(isinstance(e, Trouble) and schema.is_damage(e.why) for e in parts_of(full))
        except CaseError:
            told += 1
    assert told > 5


def test_case_can_be_open_only_once(full: Path) -> None:
    first = CaseFile.open(full)
    assert refused(full) == schema.IN_USE
    assert next(first.contents()) == HEAD
    first.close()
    assert parts_of(full)[0] == HEAD


def test_read_only_case_can_be_read(full: Path) -> None:
    full.chmod(0o400)
    case = CaseFile.open(full)
    assert not case.can_write
    assert next(case.contents()) == HEAD
    with pytest.raises(CaseError) as error:
        case.decide({0: Decision("benign")})
    assert error.value.why == schema.READ_ONLY
    case.close()


def test_full_disk_is_reported_and_nothing_is_half_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "connected", small)
    case = CaseFile.make(path)
    case.add([(0, HEAD)])
    with pytest.raises(CaseError) as error:
        case.add([(0, ROWS * 200)])
    assert error.value.why == schema.FULL
    case.close()
    assert parts_of(path) == [HEAD, {}]


def small(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to a file that cannot grow, like one on a full disk."""
    rows = connected(path, mode)
    rows.execute("PRAGMA max_page_count = 20")
    return rows


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_killing_the_program_loses_no_committed_work(tmp_path: Path) -> None:
    path = tmp_path / "a.uricase"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout
    told = [writer.stdout.readline() for _ in range(3)]
    writer.send_signal(signal.SIGKILL)
    told += writer.stdout.read().splitlines(keepends=True)
    writer.wait()
    writer.stdout.close()
    done = sum(line.endswith("\n") for line in told)
    head, *pages, decided = parts_of(path)
    links = [row for page in pages if isinstance(page, list) for row in page]
    assert head == HEAD
    assert links == ROWS * (len(links) // len(ROWS))
    assert len(links) >= done * len(ROWS)
    assert isinstance(decided, dict)
    assert {at: Decision("benign", f"note {at}") for at in range(done)}.items() <= decided.items()


LONG = bytes(range(256)) * 2_000


def kept(path: Path, head: Head) -> CaseFile:
    case = CaseFile.make(path)
    case.add([(0, head)])
    return case


def head_for(content: bytes, where: str = "") -> Head:
    return head_of(uriinspector.scan(content), where, 0)


@pytest.mark.parametrize(
    ("start", "end"),
    [(0, 10), (schema.PIECE - 3, schema.PIECE + 3), (0, 999_999), (511_990, 600_000), (7, 7)],
)
def test_bytes_are_stored_in_pieces(path: Path, start: int, end: int) -> None:
    head = head_for(LONG)._replace(octets=LONG)
    with closing(kept(path, head)) as case:
        assert case.octets(0, start, end) is None
        assert case.keep_octets(0, head)
        assert case.octets(0, start, end) == LONG[start:end]


def test_bytes_are_read_from_the_original_file_if_it_is_unchanged(
    path: Path, tmp_path: Path
) -> None:
    file = tmp_path / "a.bin"
    file.write_bytes(LONG)
    head = head_for(LONG, str(file))
    with closing(kept(path, head)) as case:
        file.write_bytes(LONG[::-1])
        assert not case.keep_octets(0, head)
        assert case.octets(0, 0, 9) is None
        file.write_bytes(LONG)
        assert case.keep_octets(0, head)
        file.unlink()
        assert case.octets(0, 0, 9) == LONG[:9]
        copy = kept(path.with_name("b.uricase"), head)
        assert copy.take_octets(0, case)
        assert copy.octets(0, 0, 9) == LONG[:9]
        copy.close()


def test_content_over_the_size_limit_is_not_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = head_for(LONG)._replace(octets=LONG)
    monkeypatch.setattr("uriinspector.documents.cases.schema.LARGEST", len(LONG) - 1)
    with closing(kept(path, head)) as case:
        assert not case.keep_octets(0, head)
        assert not case.keeps(0)


def test_decompressed_piece_is_limited_in_size(full: Path) -> None:
    bomb = zlib.compress(bytes(10_000_000))
    with closing(sqlite3.connect(full)) as rows:
        rows.execute("UPDATE pieces SET octets = ?", (bomb,))
        rows.commit()
    with closing(CaseFile.open(full)) as case:
        assert case.octets(0, 0, 99_999_999) == bytes(schema.PIECE)
    changed(full, "UPDATE pieces SET octets = x'0000'")
    with closing(CaseFile.open(full)) as case, pytest.raises(CaseError):
        case.octets(0, 0, 9)


def test_equal_strings_of_rows_are_shared(full: Path) -> None:
    links = parts_of(full)[1]
    assert isinstance(links, list)
    rows: list[LinkRow] = links
    same = [row.base for row in rows if row.base == rows[1].base]
    assert all(base is same[0] for base in same)
    assert len(same) > 1


OLD = ("DROP TABLE file_decisions", "DROP TABLE steps", "PRAGMA user_version = 1")


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_case_of_the_first_version_can_be_read_and_extended(full: Path, mode: int) -> None:
    whole = parts_of(full)
    for statement in OLD:
        changed(full, statement)
    full.chmod(mode)
    with closing(CaseFile.open(full)) as case:
        assert list(case.contents()) == whole
        assert case.summary().decisions == 2
        if case.can_write:
            case.decide({FileKey(0, "1.2"): Decision("benign", "")})
        else:
            with pytest.raises(CaseError, match="Save it elsewhere"):
                case.decide({FileKey(0): Decision("benign", "")})
    assert schema.VERSION == 3
    if mode & 0o200:
        more: dict[DecisionKey, Decision] = {FileKey(0, "1.2"): Decision("benign")}
        assert DECIDED | more in parts_of(full)


@pytest.mark.parametrize(
    "statement",
    ["INSERT INTO file_decisions VALUES (0, '', 'good', '')",
        "INSERT INTO file_decisions VALUES (0, 7, 'benign', x'ff')",
        "INSERT INTO file_decisions VALUES ('0', NULL, 'benign', '')"],
)  # fmt: skip
def test_impossible_decision_on_a_file_is_reported(full: Path, statement: str) -> None:
    changed(full, statement)
    assert lost(full) == "this case is damaged; left out: 1 mark or note"


def test_decisions_on_missing_files_are_dropped(full: Path) -> None:
    changed(full, "INSERT INTO file_decisions VALUES (9, '', 'benign', '')")
    assert DECIDED in parts_of(full)


def test_file_of_exactly_the_maximum_size_is_kept(path: Path) -> None:
    content = bytes(32 << 20)
    head = head_for(b"x")._replace(size=len(content), sha256=hashlib.sha256(content).hexdigest())
    with closing(kept(path, head)) as case:
        assert not case.keep_octets(0, head._replace(size=len(content) + 1, octets=content))
        assert case.keep_octets(0, head._replace(octets=content))


def test_total_size_of_kept_files_is_limited(path: Path) -> None:
    size = 32 << 20
    content = bytes(1)
    head = head_for(content)._replace(octets=content, size=size)
    with closing(kept(path, head)) as case:
        assert [case.keep_octets(at, head) for at in range(9)] == [True] * 8 + [False]
        assert not case.keep_octets(9, head._replace(size=1))
    with closing(CaseFile.open(path)) as case:  # counted when it is opened again
        assert [case.keep_octets(at, head) for at in range(9)] == [True] * 7 + [False] * 2


def test_file_is_in_place_until_it_is_moved_or_replaced(full: Path) -> None:
    with closing(CaseFile.open(full)) as case:
        assert case.is_in_place
        full.rename(full.with_name("moved.uricase"))
        assert not case.is_in_place
        full.write_bytes(b"")
        assert not case.is_in_place
        # An unreadable path counts as in place: here the folder is a file.
        case.path = full / "below"
        assert case.is_in_place


def test_case_without_files_has_no_name(path: Path) -> None:
    with closing(CaseFile.make(path)) as case:
        assert case.summary() == CaseSummary("", 0, 0, 0, 0)
