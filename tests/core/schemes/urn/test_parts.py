"""The parts of a URN in every edition: fields, spans and forms."""

import json

from hypothesis import given

import uriinspector
from tests.core.schemes.urn.reading import EDITIONS, dossier, field, texts
from tests.core.schemes.urn.test_validity import BRISK, ROWS, TEXTS
from tests.core.test_hostile import calls
from tests.for_each import for_each
from uriinspector.core.compare import normalize
from uriinspector.core.parse import parse
from uriinspector.core.schemes.dossier import Choice
from uriinspector.core.schemes.urn import equivalent

# Section 5.1 of the draft, and its sample directives in 2.3.1 and 2.3.2 in a name.
DRAFT = [
    ("URN:foo:a123,456", ("foo", "a123,456", None, None)),
    ("urn:foo:a123,456", ("foo", "a123,456", None, None)),
    ("urn:FOO:a123,456", ("FOO", "a123,456", None, None)),
    ("urn:foo:A123,456", ("foo", "A123,456", None, None)),
    ("urn:foo:a123%2C456", ("foo", "a123%2C456", None, None)),
    ("URN:FOO:a123%2c456", ("FOO", "a123%2c456", None, None)),
    ("urn:foo:a123,456?x=y", ("foo", "a123,456", "x=y", None)),
    ("urn:foo:a123,456#xyz", ("foo", "a123,456", None, "xyz")),
    ("URN:ISBN:0-306-40615-2?s=I2U", ("ISBN", "0-306-40615-2", "s=I2U", None)),
    ("URN:ISBN:0-306-40615-2?s=I2L&c=ToC", ("ISBN", "0-306-40615-2", "s=I2L&c=ToC", None)),
]


@for_each("text, parts", *DRAFT)
def test_urn_examples_of_the_draft_are_split_into_parts(
    text: str, parts: tuple[str | None, ...]
) -> None:
    found = dossier(text, "draft2012")
    assert found.valid
    named = texts(text, "draft2012")
    assert tuple(named[name] for name in ("nid", "nss", "query", "fragment")) == parts
    assert (found.scheme, found.danger) == ("urn", "names")


CURRENT = ("nid", "nss", "r-component", "q-component", "f-component")
PARTS = [
    ("urn:example:a", ("example", "a", None, None, None)),
    ("urn:example:a?+b", ("example", "a", "b", None, None)),
    ("urn:example:a?=b", ("example", "a", None, "b", None)),
    ("urn:example:a#b", ("example", "a", None, None, "b")),
    ("urn:example:a?+b?=c#d", ("example", "a", "b", "c", "d")),
    ("urn:example:a?+b#?=c", ("example", "a", "b", None, "?=c")),
    ("urn:example:a?=b?+c", ("example", "a", None, "b?+c", None)),
    ("urn:example:a?=b?=c", ("example", "a", None, "b?=c", None)),
    ("urn:example:a?+b?+c?=d?=e", ("example", "a", "b?+c", "d?=e", None)),
    ("urn:example:a/b:c?+?=#", ("example", "a/b:c", "", "", "")),
    ("urn:example:a?b", ("example", "a", None, None, None)),
    ("urn:example:a?", ("example", "a", None, None, None)),
    ("urn:example:", ("example", "", None, None, None)),
    ("urn:example", ("example", None, None, None, None)),
    ("urn:", ("", None, None, None, None)),
    ("urn::", ("", "", None, None, None)),
    ("urn:a?b:c", ("a", None, None, None, None)),
]


@for_each("text, parts", *PARTS)
def test_urn_is_split_into_components(text: str, parts: tuple[str | None, ...]) -> None:
    named = texts(text)
    assert tuple(named[name] for name in CURRENT) == parts


@for_each("urn_edition", *EDITIONS)
@for_each("text", "URN:x:y", "urn:", "urn:isbn:1#f")
def test_urn_tag_is_always_a_field(text: str, urn_edition: str) -> None:
    first = dossier(text, urn_edition).fields[0]
    assert (first.name, first.span, first.text) == ("urn", (0, 4), text[:4])


def test_meaning_of_a_urn_namespace_describes_its_kind() -> None:
    meanings = [field("nid", f"urn:{nid}:a").meaning for nid in ("EXAMPLE", "urn-5", "ISSN", "zz9")]
    assert meanings == [
        "the namespace: for examples only; names nothing (RFC 6963)",
        "the namespace: informal: registered only under a number",
        "the namespace: International Standard Serial Number",
        "the namespace: not checked here",
    ]


@for_each("text, normal, display",

        ("URN:EXAMPLE:aB%c3%a9", "urn:example:aB%C3%A9", "urn:example:aB\u00e9"),
        ("urn:Example:%2f%41?+%2f", "urn:example:%2F%41?+%2F", "urn:example:%2F%41?+%2F"),
        ("urn:example:%FF%C3", "urn:example:%FF%C3", "urn:example:%FF%C3"),
        ("urn:example:%C0%AF", "urn:example:%C0%AF", "urn:example:%C0%AF"),
        ("urn:example:%E2%80%AE", "urn:example:%E2%80%AE", "urn:example:%E2%80%AE"),
        ("urn:example:%E3%85%A4", "urn:example:%E3%85%A4", "urn:example:%E3%85%A4"),
        ("urn:example:%D0%B0%20#%D0%B0",) * 2 + ("urn:example:\u0430%20#\u0430",),
        ("urn:example:a b", None, None),
        ("urn:example", None, None))  # fmt: skip
def test_urn_has_a_normal_and_a_display_form(
    text: str, normal: str | None, display: str | None
) -> None:
    found = dossier(text)
    assert (found.normal, found.display) == (normal, display)


@for_each("urn_edition", *EDITIONS)
@BRISK
@given(text=TEXTS)
def test_urn_spans_are_inside_the_text(urn_edition: str, text: str) -> None:
    for edition in uriinspector.EDITIONS:
        found = dossier(text, urn_edition, edition)
        for each in found.fields:
            assert (each.span is None) is (each.text is None)
            assert each.span is None or each.span.of(text) == each.text
        for span in [each.span for each in found.notes] + [each.span for each in found.fields]:
            assert span is None or 0 <= span.start <= span.end <= len(text)
        assert [each.start for each in found.violations] == sorted(
            each.start for each in found.violations
        )
        assert all(0 <= each.start <= each.end <= len(text) for each in found.violations)
        json.dumps(found.to_dict(), ensure_ascii=True)


@for_each("urn_edition", *EDITIONS)
@BRISK
@given(text=TEXTS)
def test_urn_normal_form_is_stable(urn_edition: str, text: str) -> None:
    normal = dossier(text, urn_edition).normal
    if normal is not None:
        again = dossier(normal, urn_edition)
        assert (again.valid, again.normal) == (True, normal)
        assert all(each.equal for each in equivalent(text, normal, urn_edition))
    choice = Choice(urn_edition)
    climbed = normalize(parse(text), choice)[-2].text or ""
    assert normalize(parse(climbed), choice)[-2].text == climbed


@for_each("urn_edition", *EDITIONS)
@for_each("text", *[row[0] for row in ROWS])
def test_urn_dossier_can_be_written_as_json(text: str, urn_edition: str) -> None:
    json.dumps(dossier(text, urn_edition).to_dict(), ensure_ascii=True)


HOSTILE = [
    "a", ":", "?", "?+", "?=", "#", "&", "-", "%", "%00", "%C3", "=", "s=a&", "x-=&", "1.",
    "\u00e9",
]  # fmt: skip


def cost(text: str, urn_edition: str) -> int:
    """Return the number of calls for a dossier."""

    def work() -> None:
        dossier(text, urn_edition)

    return calls(work)


@for_each("urn_edition", *EDITIONS)
@for_each("piece", *HOSTILE)
@for_each("before", "urn:", "urn:ab:", "urn:ab:c?", "urn:oid:1.", "urn:lex:", "urn:isbn:1-")
def test_long_urn_is_described_in_linear_time(before: str, piece: str, urn_edition: str) -> None:
    text = before + piece * 2_000
    assert dossier(text, urn_edition).fields
    assert equivalent(text, text, urn_edition)[0].equal
    # Some calls do not depend on the length, because of rounding or an additional branch.
    once, twice = (before + piece * number for number in (300, 600))
    assert cost(twice, urn_edition) <= 2 * cost(once, urn_edition) + 40
