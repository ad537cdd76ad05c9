"""Golden file of every fix and every choice."""

from collections.abc import Iterator
from pathlib import Path

from tests.documents.fixes.test_reference_fixer import FIXED, LEFT, REASONS
from tests.golden_files import compare
from uriinspector import EDITIONS
from uriinspector.analysis.correction import OPTIONS, FixSetting, fix_reference

FOLDER = Path(__file__).parents[1] / "golden"
CHOICES = (
    *("/%zz", "/%4", "/a%", "/%u00e9", "/%u00e9%zz", "/%ud800", "/%E9", "/%e9%e8/%ff", "/%C3%28"),
    *("?a=1&amp;b=2", "?a&ampb", "/a\u200bb", "/a\u00adb?c\u2060d#e\ufeff", "///h.example/a"),
    *("////h.example/a", "\u200bhttps://h.example/", "htt\xadps://h.example/", "%68ttp://x"),
    *("ht tp://h.example/", "\ufeffmailto:a@h.example", "htt\u0440s://h.example/", "1://x"),
    "mailto:a b@h.example",
)
TWICE = ("/a%2520b", "/a%253Fb%2525c", "/a%25252520b", "?x=%252e")
BY_EDITION = (
    *("/p|q[1]", "/%7euser", "/a b", "?b[]={}", "/é", "http://h.example:/", "/../x", "/%zz"),
    *("http://a@b@h.example/", "#a#b", "/%e9", "http://us er@h.example/", "a;b|c", "../../../x"),
)


def lines(text: str, setting: FixSetting) -> Iterator[str]:
    result = fix_reference(text, setting)
    yield f"{text!a} -> {result.fixed!a}"
    if result.omitted is not None:
        yield f"  left: {result.omitted}"
    for each in result.fixes:
        cites, taken = ", ".join(each.cites), f" ({each.option})" if each.option else ""
        place = f"{each.start}-{each.end} {each.replacement!a}"
        yield f"  {place} {each.code}{taken}: {each.title} [{cites}]"
    for choice in result.choices:
        cites = ", ".join(choice.cites)
        yield f"  ? {choice.start}-{choice.end} {choice.code}: {choice.title} [{cites}]"
        for option in choice.options:
            yield f"      {option.name} {option.replacement!a}: {option.meaning}"


def test_fixes_match_the_golden_file() -> None:
    texts = [text for text, _ in FIXED] + LEFT + [text for text, _ in REASONS]
    found = [line for text in (*texts, *CHOICES) for line in lines(text, FixSetting())]
    twice = FixSetting(codes=frozenset({"double-encoding"}))
    found += [line for text in TWICE for line in lines(text, twice)]
    found += lines("?a=1\xa9=2&b=\xe9", FixSetting(bare={4: "&amp;copy"}))
    for edition in EDITIONS:
        found.append(f"== {edition}")
        setting = FixSetting(edition=edition, base="http://h.example/a/b/c")
        found += [line for text in BY_EDITION for line in lines(text, setting)]
    compare("fixes.txt", "".join(f"{each}\n" for each in found), FOLDER)


def test_every_listed_option_is_offered() -> None:
    offered: dict[str, dict[str, None]] = {}
    settings = [FixSetting(bare={4: "&amp;copy"}), FixSetting(codes=frozenset({"double-encoding"}))]
    for text in (*CHOICES, *TWICE, "?a=1\xa9=2", "https:/h.example/", "h.example::80/"):
        for setting in (FixSetting(), *settings):
            for choice in fix_reference(text, setting).choices:
                names = [each.name for each in choice.options if each.replacement is not None]
                offered.setdefault(choice.code, {}).update(dict.fromkeys(names))
    assert {code: set(names) for code, names in offered.items()} == {
        code: set(names) for code, names in OPTIONS.items()
    }
