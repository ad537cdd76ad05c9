"""Saving a case under another name: all of it, or nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.documents.cases.test_store import HEAD, ROWS, parts_of, small
from tests.gui.documents.samples import MAIL
from uriinspector.documents.cases import schema, store
from uriinspector.documents.cases.link_row import Decision, Trouble
from uriinspector.documents.cases.schema import CaseError, is_case
from uriinspector.documents.cases.store import CaseFile, Contents, save

MANY = [ROWS[at % len(ROWS)]._replace(line=at) for at in range(5_700)]
WHOLE = Contents(
    (HEAD._replace(octets=MAIL), HEAD._replace(path="/gone.eml")),
    MANY,
    len(MANY) - 100,
    (Trouble("x.eml", "not a file"),),
    lambda: {3: Decision("benign", "n")},
)


def test_save_as_writes_only_rows_present_at_the_request(tmp_path: Path) -> None:
    with closing(save(tmp_path / "a.uricase", WHOLE, None)) as made:
        assert [made.keeps(number) for number in (0, 1)] == [True, False]
        again = save(tmp_path / "b.uricase", WHOLE._replace(heads=(HEAD, HEAD)), made)
    with closing(again):
        assert again.octets(0, 0, 99_999) == MAIL
    head, _, *pages, decided, trouble = parts_of(tmp_path / "a.uricase")
    assert head == HEAD
    assert [row for page in pages if isinstance(page, list) for row in page] == MANY[:-100]
    assert (decided, trouble) == ({3: Decision("benign", "n")}, Trouble("x.eml", "not a file"))


def test_paths_in_an_opened_case_are_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def noted(path: object) -> object:
        asked.append(path)
        raise OSError

    monkeypatch.setattr(schema, "open_regular", noted)
    heads = [HEAD._replace(path=path) for path in (r"\\host.test\share\a.eml", "/b.eml")]
    there = WHOLE._replace(heads=heads, links=[], size=0, reopened=1)
    save(tmp_path / "a.uricase", there, None).close()
    assert asked == ["/b.eml"]


def test_failed_save_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.uricase"
    path.write_bytes(b"precious")
    with monkeypatch.context() as patched:
        patched.setattr(store, "connected", small)
        with pytest.raises(CaseError) as error:
            save(path, WHOLE, None)
    assert error.value.why == schema.FULL
    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(CaseError) as error:
        save(tmp_path / "no folder" / "\0", WHOLE, None)
    path.unlink()
    CaseFile.make(path).close()
    held = CaseFile.open(path)
    with pytest.raises(CaseError) as error:
        save(path, WHOLE, None)
    assert error.value.why == schema.IN_USE
    held.close()


def test_case_is_recognized_by_signature_or_extension(tmp_path: Path) -> None:
    for name, octets, meant in (
        ("a.uricase", b"anything", True),
        ("a.html", b"<a>", False),
        ("a.sqlite", b"SQLite format 3\0" + bytes(84), False),
    ):
        (tmp_path / name).write_bytes(octets)
        assert is_case(tmp_path / name) is meant
    CaseFile.make(tmp_path / "b").close()
    assert is_case(tmp_path / "b")
    assert not is_case(tmp_path / "gone.uricase")
    assert not is_case(tmp_path)


def test_failed_creation_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_rows: object) -> None:
        explanation = "database or disk is full"
        raise sqlite3.OperationalError(explanation)

    monkeypatch.setattr(schema, "make", full)
    with pytest.raises(CaseError):
        CaseFile.make(tmp_path / "march.uricase")
    assert list(tmp_path.iterdir()) == []
