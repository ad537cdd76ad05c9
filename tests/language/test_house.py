"""Each language rule finds a planted offense, and accepts correct texts."""

from pathlib import Path

import pytest

from tests.for_each import for_each
from tests.language.allowances import allowed, shortened, written
from tests.language.glossary import Glossary, read
from tests.language.house import RULES, Offence, offences, unused_exceptions
from tests.language.printed import PrintedTexts, help_entries, literals

WORDS = """
[[concept]]
name = "eight bits"
english = ["byte"]
german = ["Byte"]
banned = ["octet*", "laid off"]
banned_german = ["Oktett*"]
except = ["clauses"]

[[style]]
name = "promises"
banned = ["safe"]
patterns = ['\\d %']

[pairs]
"byte" = ["byte"]
"""
EXCEPTED = """
[[exception]]
text = "as safe as"
why = "a test"

[[exception]]
phrase = "Safe Links"
why = "a product"
"""


def texts(
    *window: str, titles: tuple[str, ...] = (), german: dict[str, str] | None = None
) -> PrintedTexts:
    return PrintedTexts({"window": frozenset(window)}, titles, german or {})


def words() -> Glossary:
    return read(WORDS, EXCEPTED)


PLANTED = [
    ("title-twice", texts(titles=("Invalid port", "Invalid port")), "Invalid port"),
    ("title-length", texts(titles=("x" * 49,)), "x" * 49),
    ("title-length", texts(titles=("Port",), german={"Port": "x" * 49}), "x" * 49),
    ("title-form", texts(titles=("A port",)), "A port"),
    ("title-form", texts(titles=("Port",), german={"Port": "Ein Port"}), "Ein Port"),
    ("title-form", texts(titles=("Invalid port.",)), "Invalid port."),
    ("message-length", texts("x" * 161), "x" * 161),
    ("message-length", texts("x", german={"x": "y" * 161}), "y" * 161),
    ("banned-english", texts("Every Octet"), "Every Octet"),
    ("banned-english", texts("two octets more"), "two octets more"),
    ("banned-english", texts("laid  off"), "laid  off"),
    ("banned-english", texts("100 % of it"), "100 % of it"),
    ("banned-german", texts("x", german={"x": "drei Oktette"}), "drei Oktette"),
    ("banned-german", texts(german={"elsewhere": "drei Oktette"}), "drei Oktette"),
    ("banned-german", PrintedTexts({}, german=frozenset({"vier Oktette"})), "vier Oktette"),
    ("habit", PrintedTexts({"pages": frozenset({"Whoever reads it"})}), "Whoever reads it"),
    ("habit", PrintedTexts({"help": frozenset({"a text that is no link"})}),
        "a text that is no link"),
    ("placeholders", texts(german={"{a} of {b}": "{a} von {c}"}), "{a} von {c}"),
    ("other-term", texts(german={"1 byte": "1 Zeichen"}), "1 Zeichen"),
    ("other-term", texts(german={"2 bytes": "2 Zeichen"}), "2 Zeichen"),
]  # fmt: skip


@for_each("rule, planted, text", *PLANTED)
def test_planted_offense_is_found(rule: str, planted: PrintedTexts, text: str) -> None:
    assert {(each.rule, each.text) for each in offences(planted, words())} == {(rule, text)}


@for_each(
    "right",
    texts(titles=("x" * 48, "Invalid port")),
    texts("x" * 160),
    texts("An octopus", "{octet} bytes", "{octets:,} and {a[octet]}", "100%"),
    texts("unsafe", "fail-safe", "--safe", "url.safe", "Safe Links", "as safe as"),
    texts(german={"{a} of {b}": "{b} hat {a}", "1 byte": "1 Byte", "byte-wise": "byteweise"}),
    PrintedTexts({"clauses": frozenset({"an octet", "x" * 161})}, (), {"an octet": "Oktett"}),
)
def test_correct_texts_have_no_offense(right: PrintedTexts) -> None:
    assert offences(right, words()) == set()


def test_every_rule_has_a_planted_offense() -> None:
    assert {rule for rule, _, _ in PLANTED} == set(RULES)


def test_unneeded_exception_is_found() -> None:
    assert unused_exceptions(texts("Safe Links", "as safe as"), words()) == []
    assert unused_exceptions(texts("Safe Links"), words()) == ["as safe as"]
    assert unused_exceptions(texts("as safe as"), words()) == ["Safe Links"]


def test_unknown_glossary_key_raises() -> None:
    with pytest.raises(ValueError, match="bannd"):
        read('[[style]]\nname = "x"\nbannd = ["y"]\n')


def test_written_allowances_are_read_back() -> None:
    some = {
        Offence("banned-english", 'an "octet"\n\\ \x7f', "octet*"),
        Offence("banned-english", 'an "octet"\n\\ \x7f', "safe"),
        Offence("title-form", "„Ein Port“", "an article"),
    }
    assert allowed(written(some)) == some
    assert allowed(written(set())) == set()


def test_allowances_are_only_added_on_request(tmp_path: Path) -> None:
    file = tmp_path / "allowances.toml"
    old, both, new = (Offence("title-form", text, "an article") for text in ("A", "B", "C"))
    file.write_text(written({old, both}))
    assert shortened(file, {both, new}) == (1, {new})
    assert allowed(file.read_text()) == {both}
    assert shortened(file, {both, new}, add=True) == (0, set())
    assert allowed(file.read_text()) == {both, new}


def test_help_entries_are_complete_without_examples() -> None:
    entries = set(help_entries())
    assert "--version show versions of the program and its data tables" in entries
    assert not [each for each in entries if "uriinspect --json 'http" in each]


def test_literals_are_read_as_templates(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text('"""A docstring."""\nx = f"{1} octets of {2:{3}}"\ny = "Kept"\nz = "key"\n')
    assert sorted(literals(file)) == ["Kept", "{} octets of {}"]
