"""A really full disk: a small file system in memory without free space.

Files are written completely or stay as they were, no temporary files remain, the error is
reported, and everything works again once there is space.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.documents.cases.test_save_as import WHOLE
from tests.documents.cases.test_store import HEAD, ROWS, parts_of
from uriinspector.analysis.list_files import UserLists
from uriinspector.analysis.whole_files import replacing
from uriinspector.cli.main import main
from uriinspector.documents.cases import schema
from uriinspector.documents.cases.link_row import Decision
from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.cases.store import CaseFile, save
from uriinspector.gui.storage.history import READ_ONLY, History
from uriinspector.gui.storage.own_lists import NameFile
from uriinspector.gui.storage.profile import FILES, DraftStore, RecentPlaces, read
from uriinspector.gui.storage.settings import Settings

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(sys.platform != "linux", reason="the file system is one of Linux"),
]
SIZE = 512 << 10
FILLING = "filling"
LONG = "x" * 4_000


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a small file system that can be filled."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path) -> None:
    with (disk / FILLING).open("ab", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            with suppress(OSError):
                while file.write(b"x" * size):
                    pass
    assert os.statvfs(disk).f_bavail == 0


def clear(disk: Path) -> None:
    """Free the space again."""
    (disk / FILLING).unlink()


def files(disk: Path) -> list[str]:
    return sorted(
        str(each.relative_to(disk))
        for each in disk.rglob("*")
        if each.is_file() and each.name != FILLING
    )


def test_case_on_a_full_disk_is_saved_completely_or_not_at_all(disk: Path) -> None:
    path = disk / "a.uricase"
    small = WHOLE._replace(links=ROWS, size=len(ROWS))
    save(path, small, None).close()
    before = path.read_bytes()
    fill(disk)
    with pytest.raises(CaseError) as error:
        save(path, WHOLE, None)
    assert error.value.why == schema.FULL
    assert files(disk) == ["a.uricase"]
    assert path.read_bytes() == before
    clear(disk)
    save(path, small, None).close()
    assert files(disk) == ["a.uricase"]


def test_open_case_keeps_earlier_rows_and_decisions(disk: Path) -> None:
    path = disk / "a.uricase"
    case = CaseFile.make(path)
    case.add([(0, HEAD), (0, ROWS)])
    case.decide({0: Decision("benign")})
    fill(disk)
    with pytest.raises(CaseError) as error:
        case.add([(len(ROWS), ROWS * 200)])
    assert error.value.why == schema.FULL
    clear(disk)
    case.decide({1: Decision("malicious", LONG)})
    case.close()
    decided = {0: Decision("benign"), 1: Decision("malicious", LONG)}
    assert parts_of(path) == [HEAD, ROWS, decided]
    assert files(disk) == ["a.uricase"]


def test_failed_creation_of_a_case_leaves_nothing(disk: Path) -> None:
    fill(disk)
    with pytest.raises(CaseError) as error:
        CaseFile.make(disk / "a.uricase")
    assert error.value.why == schema.FULL
    assert files(disk) == []


def test_report_is_written_completely_or_not_at_all(
    disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = disk / "report.md"
    command = ["report", "-o", str(path), "http://a@10.0.0.1/" + LONG]
    path.write_bytes(b"before")
    fill(disk)
    assert main(command) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert path.read_bytes() == b"before"
    assert files(disk) == ["report.md"]
    clear(disk)
    assert main(command) == 0
    assert len(path.read_bytes()) > len(LONG)
    assert files(disk) == ["report.md"]


def test_large_file_that_does_not_fit_leaves_the_old_one(disk: Path) -> None:
    path = disk / "links.csv"
    path.write_bytes(b"before")
    with pytest.raises(OSError, match="No space left"), replacing(path) as file:
        file.writelines([b"some octets\n"] * SIZE)
    assert path.read_bytes() == b"before"
    assert files(disk) == ["links.csv"]


def test_history_on_a_full_disk_reports_the_problem_and_recovers(disk: Path) -> None:
    history = History(disk / "history.sqlite")
    history.note("http://a.test/", "2005", None)
    fill(disk)
    for number in range(30):
        history.note(f"http://b.test/{number}{LONG * 20}", "2005", None)
    assert history.problem == READ_ONLY
    clear(disk)
    history.note("http://c.test/", "2005", None)
    assert history.problem is None
    texts = [entry.text for entry in history.entries()]
    assert (texts[0], texts[-1]) == ("http://c.test/", "http://a.test/")
    history.close()
    assert files(disk) == ["history.sqlite"]


def test_draft_on_a_full_disk_keeps_its_earlier_text(disk: Path) -> None:
    store = DraftStore(disk / "drafts")
    store.keep("http://a.test/", "2005")
    store.finish()
    fill(disk)
    store.keep("http://a.test/" + LONG * 3, "2005")
    store.finish()
    draft = read(disk / "drafts" / "1.draft")
    assert draft
    assert draft.text == "http://a.test/"
    clear(disk)
    store.keep("http://a.test/b", "2005")
    store.finish()
    draft = read(disk / "drafts" / "1.draft")
    assert draft
    assert draft.text == "http://a.test/b"
    assert files(disk) == ["drafts/1.draft", "drafts/1.lock"]
    store.close()


def test_names_lists_and_recent_places_survive_a_full_disk(disk: Path) -> None:
    names = NameFile(disk / "protected.txt")
    assert names.save("a.test\n")
    recent = RecentPlaces(disk / "recent.json")
    recent.add(FILES, "/a")
    own = UserLists(disk / "lists", {})
    row = b"nordbankia\tname\tbanks\town\tnordbankia.example\n"
    own.put("lists/known-names.txt", row, adds=True)
    before = {each: (disk / each).read_bytes() for each in files(disk)}
    fill(disk)
    assert not names.save("c.test\n" + LONG * 3)
    recent.add(FILES, "/b" + LONG * 3)
    with pytest.raises(OSError, match="No space left"):
        own.put("lists/known-names.txt", row + b"#" * 2_000_000, adds=True)
    assert {each: (disk / each).read_bytes() for each in files(disk)} == before


def test_settings_survive_a_full_disk_and_report_it(disk: Path) -> None:
    path = disk / "settings.json"
    settings = Settings(path)
    settings.set("theme", "dark")
    assert not settings.problem
    fill(disk)
    settings.set("geometry", LONG.encode() * 3)
    assert settings.problem
    assert Settings(path)["theme"] == "dark"
    assert files(disk) == ["settings.json"]


def test_table_is_written_completely_or_not_at_all(
    disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "in.csv", disk / "out.jsonl"
    rows = (f"http://{number}.test/" for number in range(100))
    source.write_text("url\n" + "\n".join(rows) + "\n", "utf-8")
    fill(disk)
    assert main(["table", str(source), str(out)]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert files(disk) == []
    clear(disk)
    assert main(["table", str(source), str(out)]) == 0
    assert files(disk) == ["out.jsonl"]
    assert len(out.read_text("utf-8").splitlines()) == 100
