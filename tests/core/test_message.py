"""Messages of the core can be translated: their templates contain no outside text."""

import pickle
from collections.abc import Iterator
from itertools import chain

from tests.for_each import for_each
from uriinspector import EDITIONS, parse, resolve
from uriinspector.core.compare import normalize
from uriinspector.core.model import (
    HOST,
    WORD,
    Marked,
    Message,
    Violation,
    conjoined,
    counting,
    joined,
    kind_of,
    listed,
    message,
)
from uriinspector.core.practice import good_practice
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.lookup import describe

# This text is in the examples below, but in no message of the core.
OUTSIDE = "zqxj"
BASES = ["http://zqxj/zqxj/zqxj", "foo:zqxj/b", "mailto:zqxj", "zqxj"]
TEXTS = [
    "",
    *[r"zqxj", r"/zqxj/../..", r"?zqxj", r"#zqxj", r".//zqxj", r"../../../zqxj", r"zqxj?a:b",
        r"//zqxj|", r"http:zqxj", r"http://zqxj@zqxj:zqxj/zqxj|%zz?zqxj#zqxj", r"http://[zqxj]/",
        r"http://[::1]zqxj", r"http://zqxj:21/", r"ws://zqxj@zqxj#zqxj",
        r"ftp://zqxj@h/zqxj/zqxj;type=zqxj", r"ftp://h/a!Azqxj", r"file://zqxj/zqxj",
        r"file:///c|/zqxj", r"gopher://zqxj:25/1zqxj%0D%0Azqxj", r"gopher://h/hURL:zqxj",
        r"gopher://h/8zqxj", r"gopher://h/7zqxj%09zqxj%09+zqxj",
        r"mailto:zqxj@zqxj?subject=zqxj&subject=b",
        r"mailto:zqxj%0D%0Azqxj@zqxj..zqxj?zqxj=zqxj&amp;cc=zqxj", r'mailto:"zqxj@[zqxj',
        r"news:zqxj@zqxj", r"nntp://zqxj/zqxj/12345678901234567890",
        r"telnet://zqxj:zqxj@zqxj/zqxj", r"tn3270://zqxj@zqxj/", r"wais://zqxj/zqxj?zqxj",
        r"wais://zqxj/zqxj/zqxj/zqxj", r"prospero://zqxj/zqxj;zqxj=zqxj;zqxj",
        r"mid:zqxj@zqxj/zqxj", r"cid:zqxj", r"geo:zqxj,99;zqxj=zqxj;zqxj=1", r"geo:95,1?zqxj",
        r"tel:zqxj", r"tel:+1;zqxj=1;zqxj=2;phone-context=zqxj", r"sms:+1?body=zqxj",
        r"ldap://zqxj@zqxj/zqxj?zqxj?zqxj?zqxj?", r"data:zqxj/zqxj;zqxj;base64,zqxj!",
        r"data:text/html,zqxj#zqxj", r"javascript:zqxj", r"magnet:?zqxj=zqxj",
        r"intent:zqxj#Intent;zqxj=zqxj;S.zqxj=zqxj;end", r"ms-word:zqxj|u|http://zqxj/",
        r"ms-word:ofe|zqxj", r"jar:http://zqxj!/zqxj", r"zqxj:zqxj", r"afs:zqxj",
        r"snews://zqxj/zqxj", r"imap://zqxj/zqxj", r"urn:zqxj:zqxj", r"urn:isbn:0395363411",
        r"urn:isbn:zqxj", r"urn:uuid:zqxj", r"urn:oid:1.zqxj", r"urn:ietf:rfc:zqxj",
        r"urn:nbn:de:zqxj-1", r"urn:issn:1234-zqxj", r"urn:lex:zqxj", r"urn:ietf:zqxj",
        r"urn:a:zqxj?s=zqxj&zqxj=1&zqxj=2", r"urn:zqxj:a?+zqxj?=zqxj#zqxj",
        r"urn:zqxjzqxjzqxjzqxjzqxjzqxjzqxjzqxjzqxj:a", r"urn:a:b?=zqxj?+zqxj", r"smb://zqxj\\zqxj",
        r"ssh://-zqxj@-zqxj", r"vnc://zqxj:zqxj@zqxj:22/", r"URL:http://zqxj/<"],
]  # fmt: skip
every_edition = for_each("edition", *EDITIONS)


def keys(text: str) -> list[str]:
    """Return the templates to translate, of a message and its arguments."""
    if not isinstance(text, Message):
        return [text]
    inner = (each for each in text.args.values() if isinstance(each, Message))
    return [text.template, *chain.from_iterable(map(keys, inner))]


def of_violation(found: Violation) -> Iterator[str]:
    yield found.message
    yield found.expected


def of_dossier(reference: Reference) -> Iterator[str]:
    found = describe(reference)
    if found:
        yield found.title
        yield from (field.meaning for field in found.fields)
        yield from (action.note for action in found.actions)
        yield from (note.message for note in found.notes)
        for each in found.violations:
            yield from of_violation(each)


def messages_about(text: str, edition: str) -> Iterator[str]:
    """Return every message that the window shows about a text."""
    reference = parse(text, edition=edition)
    for each in reference.violations:
        yield from of_violation(each)
    yield from of_dossier(reference)
    yield from (rung.note for rung in normalize(reference))
    yield from (practice.rule for practice in good_practice(reference))
    for base in BASES:
        for strict, above_root in ((True, "keep"), (False, "refuse")):
            found = resolve(base, text, edition=edition, strict=strict, above_root=above_root)
            yield from (step.note for step in found.steps)
            if found.problem:
                yield found.problem.message


@every_edition
@for_each("form", "zqxj", "zqxj%0Azqxj", "%07zqxj", "{zqxj}", "}zqxj{")
@for_each("text", *TEXTS)
def test_templates_contain_no_outside_text(text: str, form: str, edition: str) -> None:
    for sentence in messages_about(text.replace(OUTSIDE, form), edition):
        for template in keys(sentence):
            assert OUTSIDE not in template.lower()


def test_message_is_its_english_text_with_template_and_arguments() -> None:
    filled = message("no {what} in {scheme}", what=message("user"), scheme="user")
    assert filled == "no user in user"
    assert isinstance(filled, Message)
    assert (filled.template, dict(filled.args)) == (
        "no {what} in {scheme}",
        {"what": "user", "scheme": "user"},
    )
    assert pickle.loads(pickle.dumps(filled)).template == filled.template


@for_each(
    "names, english", ([], ""), (["Latin"], "Latin"), (["Latin", "Greek"], "Latin and Greek"),
    (["Latin", "Greek", "Han"], "Latin, Greek and Han"),
)  # fmt: skip
def test_last_of_several_names_follows_and(names: list[str], english: str) -> None:
    assert conjoined(names) == english
    assert keys(conjoined(names))[0] == ("{front} and {last}" if names[1:] else english)


def test_listed_messages_are_joined_by_commas() -> None:
    assert listed(["user"]) == "user"
    texts = listed(["user", message("{a}", a="b"), "c"])
    assert texts == "user, b, c"
    assert {*keys(texts)} == {"{before}, {next}", "user", "{a}", "c"}


def test_counting_message_has_singular_and_plural() -> None:
    one, many = (
        counting(count, "1 link of {file}", "{count} links", file="a") for count in (1, 1234)
    )
    assert (one, many) == ("1 link of a", "1,234 links")
    assert {each.template for each in (one, many)} == {"1 link of {file}"}
    assert pickle.loads(pickle.dumps(many)).plural == "{count} links"


def test_marked_text_keeps_its_kind() -> None:
    filled = message("to {host}", host=Marked("a.example", HOST))
    assert filled == "to a.example"
    copied = pickle.loads(pickle.dumps(filled)).args["host"]
    assert (copied, copied.kind) == ("a.example", HOST)


def test_pickled_argument_keeps_its_kind() -> None:
    host = pickle.loads(pickle.dumps(Marked("example.com", HOST)))
    assert (host, kind_of(host)) == ("example.com", HOST)
    assert kind_of("example.com") == WORD


def test_joined_messages_follow_each_other_without_separator() -> None:
    texts = joined([message("{a}: ", a="b"), message("c")])
    assert texts == "b: c"
    assert {*keys(texts)} == {"{before}{next}", "{a}: ", "c"}
