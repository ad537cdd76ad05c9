"""Lookalikes of delimiters: where they deceive, and where they are ordinary letters."""

from tests.for_each import for_each
from uriinspector import inspect
from uriinspector.analysis.international.idna import encoded, map_char
from uriinspector.analysis.rules.international_names import delimiter_look_alike
from uriinspector.readers.browser import host_in_browsers


@for_each(
    "char, imitates, becomes",
    ("\u2044", "/", None), ("\u2215", "/", None), ("\u29f8", "/", None), ("\uff0f", "/", "/"),
    ("\u3002", ".", "."), ("\uff0e", ".", "."), ("\uff61", ".", "."), ("\u2024", ".", None),
    ("\ufe55", ":", ":"), ("\uff1a", ":", ":"), ("\ua789", ":", None), ("\u2236", ":", None),
    ("\uff20", "@", "@"), ("\ufe6b", "@", "@"), ("\uff1f", "?", "?"), ("\uff03", "#", "#"),
    ("\u2010", "-", None), ("\u2011", "-", None), ("\u2100", "a/c", "a/c"),
)  # fmt: skip
def test_delimiter_lookalike_is_mapped_to_its_delimiter(
    char: str, imitates: str, becomes: str | None
) -> None:
    found = delimiter_look_alike(char)
    assert found is not None
    assert (found.imitates, found.becomes) == (imitates, becomes)
    assert found.is_one is (imitates == becomes)


@for_each("char", "/", "a", "é", "\ud800", "\u0430", "\uff21")
def test_other_characters_are_not_delimiter_lookalikes(char: str) -> None:
    assert delimiter_look_alike(char) is None


def reported(link: str) -> list[tuple[str, str]]:
    findings = inspect(link).findings
    return [
        (each.severity, each.message) for each in findings if each.code == "confusable-delimiter"
    ]


# (label before ".test", severity)
LABELS = [
    ("日本・野球", None), ("ビタミン・b6", "high"), ("a・b", "high"), ("com丿test", "high"),
    ("丶乀乁丿", None), ("丿乀", None), ("com\u2044test", "high"), ("com\u2215x", "high"),
    ("google·com", "high"), ("paypal\u2027com", "high"), ("paypal\u2022com", "high"),
    ("col·lecció", "low"), ("abc\u2010def", "medium"), ("日本\u2212語", "medium"), ("שד״צ", None),
    ("۰۱", None), ("ナ゠ナ", None), ("com\ua789x", "high"),
]  # fmt: skip


@for_each("label, severity", *LABELS)
def test_unicode_and_punycode_labels_get_the_same_findings(
    label: str, severity: str | None
) -> None:
    written, coded = reported(f"https://{label}.test/"), reported(f"https://{encoded(label)}.test/")
    assert written == coded
    assert [each for each, _ in written] == ([severity] if severity else [])


TEXTS = [
    ("https://a.test/wiki/マイケル・ジャクソン", None),
    ("https://a.test/wiki/U2・ボノ", None), ("https://a.test/你好：世界？", None),
    ("https://a.test/標題：abc", None), ("https://a.test/wiki/1914\u20131918", None),
    ("https://a.test/wiki/L·L", None), ("https://a.test/AKB・SKE", None),
    ("https://a.test/a\u2022b", None), ("https://a.test/3\u20444", None),
    ("https://a.test/16\u22369", None), ("https://a.test/C\u266f", None),
    ("https://a.test/10\u2030", None), ("https://a.test/C＃入門", None),
    ("https://a.test/faq？page=2", "low"), ("https://a.test/a\u2215b", "low"),
    ("https://a.test/?a=b＆c=d", "low"), ("https://a.test/report\u2024pdf", "low"),
    ("https://ユーザー・名@a.test/", None), ("https://paypal.com\u2044x@a.test/", "high"),
    ("https://paypal\u2024com@a.test/", "high"),
    ("https://日本語。jp/", "low"), ("https://paypal。com/", "medium"),
    ("https://a.test\u2044/", "high"), ("ssh://a\u2215b.test/", "high"),
    ("https://a.test／b.test/", "high"),
]  # fmt: skip


@for_each("link, severity", *TEXTS)
def test_punctuation_is_judged_by_the_letters_around_it(link: str, severity: str | None) -> None:
    assert [each for each, _ in reported(link)] == ([severity] if severity else [])


SENTENCES = [
    ("https://a.test\u2044/", "but is not a delimiter."),
    ("https://a.test\u2044b/", "but the host continues after it."),
    ("https://a·b.test/", "but does not separate labels of the host."),
    ("https://a\u2010b.test/", "but is another character."),
    ("https://a。test/", "browsers convert it to that character."),
    ("https://a.test／b/", "browsers convert it, then reject the link."),
    ("https://a\u2044b@c.test/", "of the userinfo; the host comes after the"),
]


@for_each("link, end", *SENTENCES)
def test_effect_of_a_delimiter_lookalike_is_described(link: str, end: str) -> None:
    assert [end in message for _, message in reported(link)] == [True]


def every_look_alike() -> list[str]:
    chars = map(chr, [*range(0x80, 0xD800), *range(0xE000, 0x20000)])
    return [char for char in chars if delimiter_look_alike(char)]


def test_sentences_about_delimiter_lookalikes_agree_with_browsers() -> None:
    wrong = []
    for char in every_look_alike():
        link = f"https://one{char}two.test/"
        host = host_in_browsers(f"one{char}two.test")
        labels = host.count(".") if host else None
        for _, message in reported(link):
            if "browsers convert it to that character" in message:
                is_true = labels == 2
            elif "then reject" in message:
                is_true = labels is None and map_char(char) is not None
            else:
                is_true = labels in {None, 1}
            if not is_true:
                wrong.append((char, host, message))
    assert wrong == []


def test_every_lookalike_in_a_latin_host_is_reported() -> None:
    looks = [char for char in every_look_alike() if map_char(char) not in {"-", "_"}]
    assert [char for char in looks if not reported(f"https://com{char}test.test/")] == []
