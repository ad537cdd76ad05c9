"""Reading custom keys and reporting mistakes in their file."""

from pathlib import Path

import pytest

from uriinspector.gui.place_keys import USUAL as PLACES
from uriinspector.gui.storage.key_rows import LONGEST, chosen_keys

USUAL = {
    "open": ("Ctrl+O",), "redo": ("Ctrl+Shift+Z", "Ctrl+Y"), "next_finding": ("F8",), "about": (),
}  # fmt: skip
TAKEN = [
    ("", {}),
    ('next_finding = "F4"', {"next_finding": ("F4",)}),
    ('about = "ctrl+alt+a"', {"about": ("Ctrl+Alt+A",)}),
    ('open = ["F4", "Ctrl+Shift+P", "F4"]', {"open": ("F4", "Ctrl+Shift+P")}),
    ('open = ""', {"open": ()}),
    ("open = []", {"open": ()}),
    ('open = "F8"\nnext_finding = "Ctrl+O"', {"open": ("F8",), "next_finding": ("Ctrl+O",)}),
    ('\ufeffopen = "Alt+Left" # a remark', {"open": ("Alt+Left",)}),
]
TOLD = [
    ('opne = "F4"', 'There is no action named "opne".', {}),
    ("open = 4", 'open: the key must be in quotes, such as "Ctrl+K".', {}),
    ('[open]\nkeys = "F4"', 'open: the key must be in quotes, such as "Ctrl+K".', {}),
    ('open = "Hyper+Q"', 'open: "Hyper+Q" is not a key.', {}),
    ('open = "Ctrl+"', 'open: "Ctrl+" is not a key.', {}),
    ('open = "F4, F5"', "open: \"F4, F5\" is more than one key: use a list.", {}),
    ('open = "a"', "open: \"a\" already has a use in fields and lists: add Ctrl or Alt.", {}),
    (
        'open = "Shift+Ä"',
        'open: "Shift+Ä" already has a use in fields and lists: add Ctrl or Alt.',
        {},
    ),
    ('open = "Esc"', "open: \"Esc\" already has a use in fields and lists: add Ctrl or Alt.", {}),
    ('open = "Alt+F"', 'open: "Alt+F": Alt plus a letter is reserved for menus. Add Ctrl.', {}),
    (
        'open = "\\u202e"',
        'open: "‹U+202E›" already has a use in fields and lists: add Ctrl or Alt.',
        {},
    ),
    ('open = "F4"\nredo = ["F4", "F5"]', "F4 is assigned to open and redo; it is used for open.",
        {"open": ("F4",), "redo": ("F5",)}),
    ('open = "Ctrl+Y"', "Ctrl+Y was the key for redo and now belongs to open.",
        {"open": ("Ctrl+Y",), "redo": ("Ctrl+Shift+Z",)}),
]  # fmt: skip
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys.toml"


@pytest.mark.parametrize(("text", "changed"), TAKEN)
def test_custom_keys_are_read(file: Path, text: str, changed: dict[str, tuple[str, ...]]) -> None:
    file.write_text(text, "utf-8")
    assert chosen_keys(file, USUAL) == (USUAL | changed, ())


@pytest.mark.parametrize(("text", "problem", "changed"), TOLD)
def test_mistakes_in_key_file_are_reported(
    file: Path, text: str, problem: str, changed: dict[str, tuple[str, ...]]
) -> None:
    file.write_text(text, "utf-8")
    assert chosen_keys(file, USUAL) == (USUAL | changed, (f"keys.toml: {problem}",))


@pytest.mark.parametrize(
    "octets", [b"open =", b'open = "F4"\nopen = "F5"', b"\xff\xfe", b"\x00", b"x = 1\n" * LONGEST]
)
def test_damaged_key_file_is_ignored(file: Path, octets: bytes) -> None:
    file.write_bytes(octets)
    keys, problems = chosen_keys(file, USUAL)
    assert keys == USUAL
    assert len(problems) == 1
    assert problems[0].startswith("keys.toml: ")
    assert len(problems[0]) <= 160


def test_missing_or_impossible_key_file_gives_default_keys(file: Path) -> None:
    assert chosen_keys(None, USUAL) == chosen_keys(file, USUAL) == (USUAL, ())
    file.mkdir()
    keys, problems = chosen_keys(file, USUAL)
    assert keys == USUAL
    assert len(problems) == 1


ROWS = {"open": ("Ctrl+O",), **PLACES}


@pytest.mark.parametrize(
    ("text", "name", "keys", "problem"),
    [
        ('mark_benign = "G"', "mark_benign", ("G",), ""),
        ('mark_benign = ["G", "F4"]', "mark_benign", ("G", "F4"), ""),
        ('mark_benign = ""', "mark_benign", (), ""),
        ('mark_benign = "M"\nmark_malicious = "B"', "mark_malicious", ("B",), ""),
        ('mark_benign = "M"', "mark_malicious", (), "M was the key for mark_malicious and"),
        ('mark_benign = "Up"', "mark_benign", ("B",), '"Up" already has a use in fields'),
        ('mark_benign = "Space"', "show_details", (), "Space was the key for show_details and"),
        ('remove_mark = ["Del", "X"]', "remove_mark", ("Del", "X"), ""),
        ('leave_rows = "F4"', "leave_rows", ("F4",), ""),
        ('mark_benign = "Esc"', "leave_rows", (), "Esc was the key for leave_rows and"),
        ('next_component = "F4"', "next_component", ("F4",), ""),
        ('next_component = "G"', "next_component", ("Alt+Down",),
            '"G" already has a use in fields'),
        ('open = "G"', "open", ("Ctrl+O",), '"G" already has a use in fields'),
    ],
)  # fmt: skip
def test_widget_keys_are_configurable(
    file: Path, text: str, name: str, keys: tuple[str, ...], problem: str
) -> None:
    file.write_text(text, encoding="utf-8")
    found = chosen_keys(file, ROWS)
    assert found.keys[name] == keys
    assert problem in " ".join(found.problems) if problem else not found.problems
