"""The desktop command: choosing the link handler, file menus, and undo."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.cli.conftest import Command
from tests.cli.test_options import same_as
from tests.for_each import for_each
from uriinspector.cli.commands import desktop
from uriinspector.cli.commands.desktop import (
    ENTRIES,
    ENTRY,
    SCHEMES,
    UNREAD,
    AssociationFile,
    FileMenus,
    LinkHandler,
    media_types,
    places_of,
    quoted_program,
    shell_quoted,
    window_program,
)
from uriinspector.documents.scan_state import KINDS
from uriinspector.gui.command_line import argument

LISTS = (
    "",
    "[Default Applications]\nx-scheme-handler/http=browser.desktop\n",
    "[Default Applications]\n# mine\nx-scheme-handler/https=a.desktop;b.desktop;\nx/y=vim.desktop",
    "\n\n[Added Associations]\r\nx-scheme-handler/http=a.desktop;\r\n\r\n[Removed]\r\nx=y\r\n",
    "[Default Applications]\n\n[Added Associations]\n",
    "garbage\n[Default Applications\nx-scheme-handler/http = spaced.desktop \n",
    "\ufeff[Default Applications]\nx-scheme-handler/http=browser.desktop\n",
)


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Return patches that last for the whole test: the usual fixture's are undone by the
    command.
    """
    with pytest.MonkeyPatch.context() as made:
        yield made


@pytest.fixture
def home(tmp_path: Path, patch: pytest.MonkeyPatch) -> Path:
    """Return a temporary home folder with a program that can be started."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CURRENT_DESKTOP"):
        patch.delenv(name, raising=False)
    patch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home/.config").mkdir(parents=True)
    program = tmp_path / "bin/uriinspector"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" >"$HOME/started"\n', encoding="utf-8")
    program.chmod(0o755)
    patch.setattr("uriinspector.cli.commands.desktop.window_program", lambda: program)
    return tmp_path / "home"


def handler() -> LinkHandler:
    return LinkHandler(places_of(os.environ))


def files_in(home: Path) -> dict[str, bytes]:
    return {
        str(each.relative_to(home)): each.read_bytes() for each in home.rglob("*") if each.is_file()
    }


@pytest.mark.parametrize("text", LISTS, ids=range(len(LISTS)))
@pytest.mark.parametrize("session", ["", "GNOME", "ubuntu:GNOME", "KDE"])
def test_undo_restores_the_desktop_files_byte_for_byte(
    home: Path, text: str, session: str, uriinspect: Command, patch: pytest.MonkeyPatch
) -> None:
    patch.setenv("XDG_CURRENT_DESKTOP", session)
    for name in ("mimeapps.list", "gnome-mimeapps.list", "kdeglobals"):
        body = text + "[General]\nBrowserApplication=b.desktop\n" if name == "kdeglobals" else text
        if body:
            (home / ".config" / name).write_bytes(body.encode())
    before = files_in(home)
    for _ in range(2):  # choosing twice does not lose the previous settings
        assert uriinspect("desktop", "--handle-links", "--file-menus").status == 0
        assert handler().is_chosen
    assert uriinspect("desktop", "--undo").status == 0
    assert files_in(home) == before
    assert not handler().is_chosen
    assert uriinspect("desktop", "--undo").out == "There is nothing to undo.\n"


def test_undo_keeps_a_link_handler_chosen_later(home: Path, uriinspect: Command) -> None:
    file = home / ".config/mimeapps.list"
    file.write_text(LISTS[1], encoding="utf-8")
    uriinspect("desktop", "--handle-links")
    changed = AssociationFile(file)
    changed.set("Default Applications", SCHEMES[0], "other.desktop")
    changed.write()
    printed = uriinspect("desktop", "--undo").out
    kept = (
        "mimeapps.list: x-scheme-handler/http has been changed since then and stays as it is: "
        "other.desktop."
    )
    assert kept in " ".join(printed.split())
    assert handler().handlers() == ["other.desktop", None]
    assert ENTRY not in file.read_text("utf-8")


def test_handle_links_adds_no_file_menus(home: Path, uriinspect: Command) -> None:
    assert "Handler of http links: not chosen" in uriinspect("desktop").out
    assert "File managers: not added" in uriinspect("desktop").out
    uriinspect("desktop", "--handle-links")
    assert f"Handler of https links: {ENTRY}" in uriinspect("desktop").out
    assert not FileMenus(places_of(os.environ)).is_added
    assert sorted(files_in(home)) == [
        ".config/mimeapps.list",
        f".local/share/applications/{ENTRY}",
        ".local/share/uriinspector/link-handler.json",
    ]


def test_symlinked_settings_file_stays_a_symlink(home: Path, uriinspect: Command) -> None:
    dotfiles = home / "dotfiles"
    dotfiles.mkdir()
    (dotfiles / "mimeapps.list").write_text(LISTS[1], encoding="utf-8")
    (home / ".config/mimeapps.list").symlink_to(dotfiles / "mimeapps.list")
    uriinspect("desktop", "--handle-links")
    assert ENTRY in (dotfiles / "mimeapps.list").read_text("utf-8")
    uriinspect("desktop", "--undo")
    assert (home / ".config/mimeapps.list").is_symlink()
    assert (dotfiles / "mimeapps.list").read_text("utf-8") == LISTS[1]


@pytest.mark.parametrize(
    "memory",
    ["", "{", "7", "{}", '{"changes": 7}',
        '{"changes": [], "before": {"mimeapps.list": "a"}, "after": {}}', "[" * 99_999,
        '{"changes": [], "before": {"../../x": "YQ=="}, "after": {}}',
        '{"changes": [["mimeapps.list", 1]], "before": {}, "after": {}}',
        json.dumps({"changes": [], "before": {"../started": "YQ=="}, "after": {}})],
)  # fmt: skip
def test_undo_with_damaged_stored_settings_writes_no_other_file(
    home: Path, memory: str, uriinspect: Command
) -> None:
    uriinspect("desktop", "--handle-links")
    places_of(os.environ).memory.write_text(memory, encoding="utf-8")
    assert uriinspect("desktop", "--undo").status == 0
    assert sorted(files_in(home)) == [".config/mimeapps.list"]


def test_wrong_desktop_options_are_reported(
    home: Path, uriinspect: Command, patch: pytest.MonkeyPatch
) -> None:
    def refused(*arguments: str) -> str:
        answer = uriinspect("desktop", *arguments)
        assert (answer.status, answer.out) == (2, "")
        words = answer.err.removesuffix(" (see uriinspect desktop --help)\n")
        return words.removeprefix("uriinspect: ")

    assert refused("--undo", "--file-menus") == (
        "--undo cannot be combined with --handle-links or --file-menus"
    )
    where = "uriinspector.cli.commands.desktop.window_program"
    patch.setattr(where, lambda: None)
    no_window = "the package uriinspector, which has the window, is not installed"
    assert refused("--handle-links") == no_window
    patch.setattr(where, lambda: Path("/100%/uriinspector"))
    field = "/100%/uriinspector: desktops cannot start a program with % in its path"
    assert refused("--file-menus") == field
    for platform in ("win32", "darwin"):
        patch.setattr(sys, "platform", platform)
        assert refused() == (
            "this works only on Linux and BSD desktops; elsewhere, choose the link handler in "
            "the system settings"
        )
    assert files_in(home) == {}


def test_desktop_files_match_the_golden_file(home: Path, uriinspect: Command) -> None:
    """Compares every file with its path, mode and content."""
    mask = os.umask(0o022)
    try:
        uriinspect("desktop", "--handle-links", "--file-menus")
    finally:
        os.umask(mask)
    types = "".join(f"{each};" for each in media_types())
    pieces = []
    for path in sorted(each for each in home.rglob("*") if each.is_file()):
        text = path.read_text("utf-8").replace(types, "TYPES;").replace(str(home.parent), "/FOLDER")
        name = path.relative_to(home).as_posix()
        pieces.append(f"# {name} {path.stat().st_mode & 0o777:o}\n{text}")
    same_as(Path(__file__).parent / "transcripts/desktop-files.txt", "\n".join(pieces))


def test_association_file_in_another_encoding_is_kept(home: Path, uriinspect: Command) -> None:
    file = home / ".config/mimeapps.list"
    file.write_bytes(b"[Default Applications]\nx/y=caf\xe9.desktop\n")
    uriinspect("desktop", "--handle-links")
    assert b"\nx/y=caf\xe9.desktop\n" in file.read_bytes()
    file.write_bytes(file.read_bytes() + b"z/z=z.desktop\n")
    uriinspect("desktop", "--undo")
    assert b"\nx/y=caf\xe9.desktop\n" in file.read_bytes()
    assert ENTRY.encode() not in file.read_bytes()


def test_association_file_over_4_mb_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.list"
    file.write_bytes(b"[A]\n#" + b"#" * ((4 << 20) - 5 - 4) + b"\nb=c")
    assert AssociationFile(file).value("A", "b") == "c"
    file.write_bytes(file.read_bytes() + b"\n")
    with pytest.raises(OSError, match=r"larger than 4 MB: '.*a\.list'"):
        AssociationFile(file)


def test_handler_chosen_by_the_user_is_kept_and_reported(home: Path, uriinspect: Command) -> None:
    file = home / ".config/mimeapps.list"
    uriinspect("desktop", "--handle-links")
    own = f"{ENTRY};\n"
    text = file.read_text("utf-8").replace(own, "b.desktop\n", 1)
    file.write_text(text.replace(f"https={own}", "https=\n", 1), "utf-8")
    assert uriinspect("desktop", "--undo", columns=120).out.splitlines() == [
        (
            "mimeapps.list: x-scheme-handler/https has been changed since then and stays as it is: "
            "no handler."
        ),
        (
            "mimeapps.list: x-scheme-handler/http has been changed since then and stays as it is: "
            "b.desktop."
        ),
        "URI Inspector no longer handles web links.",
    ]


def test_window_program_is_found_next_to_this_one_or_on_the_path(
    tmp_path: Path, patch: pytest.MonkeyPatch
) -> None:
    patch.setattr(sys, "executable", str(tmp_path / "no/python"))
    patch.setenv("PATH", f"{tmp_path}/empty::{tmp_path}/b")
    assert window_program(str(tmp_path / "a/uriinspect")) is None
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / desktop.WINDOW).touch(0o755)
    assert window_program(str(tmp_path / "a/uriinspect")) == tmp_path / "a/uriinspector"
    assert window_program(str(tmp_path / "c/uriinspect")) == tmp_path / "b/uriinspector"
    # Python's own folder comes before the PATH.
    patch.setattr(sys, "executable", str(tmp_path / "a/python"))
    assert window_program(str(tmp_path / "c/uriinspect")) == tmp_path / "a/uriinspector"


def test_earlier_link_handlers_are_listed_after_the_program(
    home: Path, uriinspect: Command
) -> None:
    file = home / ".config/mimeapps.list"
    kind = f"x-scheme-handler/{SCHEMES[0].rpartition('/')[2]}"
    file.write_text(f"[Added Associations]\n{kind}=a.desktop;;b.desktop\n", encoding="utf-8")
    for _ in range(2):
        uriinspect("desktop", "--handle-links")
        assert f"{kind}={ENTRY};a.desktop;b.desktop;\n" in file.read_text("utf-8")


@for_each(
    "path, written",
    ("/usr/bin/uriinspector", "/usr/bin/uriinspector"),
    ("/a b/u", '"/a b/u"'),
    ('/a"`$\\b/u', '"/a\\\\"\\\\`\\\\$\\\\\\\\b/u"'),
)
def test_program_paths_are_quoted_for_desktop_entries(path: str, written: str) -> None:
    assert quoted_program(Path(path)) == written


def test_file_menu_scripts_start_the_program_with_the_files(home: Path, tmp_path: Path) -> None:
    program = tmp_path / "it's here" / "uriinspector"
    program.parent.mkdir()
    shutil.copy(tmp_path / "bin/uriinspector", program)
    menus = FileMenus(places_of(os.environ))
    menus.add(program)
    for name in ("Nautilus", "Caja"):
        subprocess.run([menus.files[name], "/tmp/a b.eml", "/tmp/-x"], check=True)
        assert (home / "started").read_text("utf-8") == "/tmp/a b.eml\n/tmp/-x\n"
        (home / "started").unlink()
    assert shell_quoted(Path("a'b")) == "'a'\\''b'"
    assert menus.remove()
    assert not menus.remove()


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="no desktop-file-utils")
def test_desktop_entries_are_valid(home: Path, tmp_path: Path) -> None:
    program = tmp_path / "bin/uriinspector"
    handler().choose(program)
    FileMenus(places_of(os.environ)).add(program)
    entry = home / ".local/share/applications" / ENTRY
    thunar = home / ".local/share/Thunar/sendto/uriinspector.desktop"
    result = subprocess.run(
        ["desktop-file-validate", entry, thunar], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.parametrize("name", list(ENTRIES))
def test_every_file_menu_entry_lists_all_media_types(home: Path, name: str) -> None:
    menus = FileMenus(places_of(os.environ))
    menus.add(Path("/opt/a b/uriinspector"))
    text = menus.files[name].read_text("utf-8")
    assert menus.files[name].is_relative_to(home / ".local/share")
    assert '\nExec="/opt/a b/uriinspector" %F\n' in text
    listed = next(line for line in text.splitlines() if line.lower().startswith("mimetype"))
    assert listed.partition("=")[2].rstrip(";").split(";") == list(media_types())


def test_packages_contain_the_file_menu_entries(tmp_path: Path) -> None:
    script = ROOT / "packaging/make/file_menus.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, cwd=ROOT)
    assert {each.relative_to(tmp_path).as_posix() for each in tmp_path.rglob("uriinspector.*")} == {
        file for _, file in ENTRIES.values()
    }
    for _, file in ENTRIES.values():
        assert "\nExec=uriinspector %F\n" in (tmp_path / file).read_text("utf-8")


@pytest.mark.skipif(not shutil.which("gio"), reason="no gio")
@pytest.mark.usefixtures("home")
def test_gio_finds_the_handler(tmp_path: Path) -> None:
    def current_handlers() -> str:
        run = ["gio", "mime", SCHEMES[1]]
        return subprocess.run(run, capture_output=True, text=True, check=False).stdout

    assert ENTRY not in current_handlers()
    handler().choose(tmp_path / "bin/uriinspector")
    assert f"{ENTRY}\n" in current_handlers().split("Registered")[0]
    assert handler().undo() == []
    assert ENTRY not in current_handlers()


def test_media_types_have_no_separators_and_match_the_golden_file() -> None:
    assert all(each.count("/") == 1 and ";" not in each for each in media_types())
    assert {"message/rfc822", "application/pdf", "image/png", "text/html"} <= set(media_types())
    golden = Path(__file__).parent / "golden/media-types.txt"
    same_as(golden, "".join(f"{each}\n" for each in media_types()))


def test_every_readable_type_known_to_desktops_is_offered() -> None:
    """Compares with the names in version 2.4 of the shared MIME info, and folders."""
    table = (Path(__file__).parent / "golden/desktop-types.txt").read_text("utf-8")
    known = {ending: names for ending, *names in map(str.split, table.splitlines())}
    read = {each for kind in KINDS if kind.media not in UNREAD for each in kind.endings}
    assert len(known.keys() & read) > 20
    offered = set(media_types())
    assert [each for each in read & known.keys() if offered.isdisjoint(known[each])] == []
    assert "inode/directory" in offered


@pytest.mark.skipif(not shutil.which("gio"), reason="no gio")
@for_each(
    "dropped", "https://www.example.com@evil.test/?a=b&c=%20$HOME`id`;x",
    "HTTP://EVIL.test:0080/%7e", "mailto:a@b.example?subject=x%20y",
)  # fmt: skip
def test_link_dropped_onto_the_icon_arrives_unchanged(tmp_path: Path, dropped: str) -> None:
    """Desktops start the entry with the dropped link; here, another program is started in its
    place.
    """
    (tmp_path / "uriinspector").write_text(
        f"#!/bin/sh\ncd '{tmp_path}' && printf '%s\\n' \"$@\" >given.new && mv given.new given\n"
    )
    (tmp_path / "uriinspector").chmod(0o755)
    mail = tmp_path / "a b.eml"
    mail.touch()
    entry = ROOT / "packaging/desktop/uriinspector.desktop"
    path = f"{tmp_path}:{os.environ['PATH']}"
    run = ["gio", "launch", str(entry), dropped, str(mail)]
    subprocess.run(run, env=os.environ | {"PATH": path}, check=True, timeout=60)
    end = time.monotonic() + 30
    while not (tmp_path / "given").exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    given = (tmp_path / "given").read_text().splitlines()
    assert [argument(each) for each in given] == [(dropped, False), (str(mail), True)]


def test_xdg_folders_have_defaults(home: Path) -> None:
    places = places_of({"HOME": str(home)})
    assert (places.config, places.data) == (home / ".config", home / ".local/share")
    assert places.desktops == ()
    assert places_of({}).config == Path.home() / ".config"
    odd = places_of({"HOME": str(home), "XDG_CONFIG_HOME": "here", "XDG_DATA_HOME": "/there"})
    assert (odd.config, odd.data) == (home / ".config", Path("/there"))
    assert places_of({"XDG_CURRENT_DESKTOP": "a:b/c:d"}).desktops == ("a", "d")


@for_each("text", "", "\n", "[A]\nb=c", "[A]\nb=c\n", "[A]\nb=c\n\n")
def test_new_group_is_appended_after_a_blank_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.list"
    path.write_text(text, "utf-8")
    file = AssociationFile(path)
    file.set("New", "kind", "x.desktop")
    file.write()
    written = path.read_text("utf-8")
    assert AssociationFile(path).value("New", "kind") == "x.desktop"
    assert written.startswith(text.rstrip("\n"))
    assert "\n\n\n" not in written
    assert written.endswith("\n")
