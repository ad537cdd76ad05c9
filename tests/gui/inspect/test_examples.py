"""The examples in the menus: coverage of schemes, and fields that match their titles."""

from tests.for_each import for_each
from uriinspector import inspect, parse
from uriinspector.gui.inspect.examples import LONGEST, Example, ExampleGroup, groups, words_of

OF_1994 = [each for group in groups() for each in group.examples if each.edition == "1994"]
SCHEMES = {
    *("http", "ftp", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"),
    *("mid", "cid", "rlogin", "tn3270"),  # only in the drafts
}


def fields(example: Example) -> dict[str, str | None]:
    dossier = inspect(example.text, edition=example.edition).dossier
    assert dossier is not None
    return {field.name: field.value for field in dossier.fields}


def test_every_scheme_of_1994_has_an_example() -> None:
    shown = {parse(each.text, edition="1994").scheme for each in OF_1994}
    assert shown == SCHEMES


@for_each("example", *OF_1994)
def test_examples_of_1994_match_their_grammar(example: Example) -> None:
    messages = [each.message for each in parse(example.text, edition="1994").violations]
    allowed = ["a fragment is not part of a URL"] if "#" in example.text else []
    assert messages == allowed


@for_each(
    "title, name, value",
    ("Gopher: search", "search", "foobar"),
    ("Gopher+: default view", "gopher+", "+"),
    ("Gopher+: item with a form", "command", "?"),
    ("Gopher+: all attributes of an item", "command", "!"),
    ("Gopher+: attributes of all items in a directory", "command", "$"),
    ("Gopher+: two attributes", "attribute 2", "+SMELL"),
    ("Gopher+: another view in Spanish", "language", "Es_ES"),
    ("Gopher+: filled-in form", "answer 1", "yes"),
)
def test_example_fields_match_its_title(title: str, name: str, value: str) -> None:
    (example,) = [each for each in OF_1994 if each.title == title]
    assert fields(example)[name] == value


@for_each("letter", "D", "I")
def test_draft_only_ftp_types_are_noted(letter: str) -> None:
    (example,) = [each for each in OF_1994 if each.text.endswith(f"!{letter}")]
    dossier = inspect(example.text, edition="1994").dossier
    assert dossier is not None
    assert "draft-type" in {note.code for note in dossier.notes}


@for_each("group", *groups())
def test_example_menu_entries_are_unique_and_short(group: ExampleGroup) -> None:
    lines = [words_of(each) for each in group.examples]
    assert len(set(lines)) == len(lines)
    assert all(len(line.replace("&&", "&")) <= LONGEST for line in lines)
