"""Namespaces whose names are analyzed: their fields and notes."""

from tests.core.schemes.urn.reading import EDITIONS, dossier, field, notes, texts
from tests.for_each import for_each

UNGROUPED_TEN = {"isbn-ten", "isbn-grouping"}
WRONG_AND_UNGROUPED = {"isbn-check-digit", "isbn-grouping"}
OUTER = {"nid", "nss", "r-component", "q-component", "f-component"}


def inner(text: str) -> dict[str, str | None]:
    """Return only the fields of the namespace."""
    return {name: found for name, found in texts(text).items() if name not in OUTER}


@for_each("number, fields, codes",

        (
            "0-306-40615-2",
            {
                "isbn": "0-306-40615-2", "registration group": "0", "registrant": "306",
                "publication": "40615", "check digit": "2",
            },
            {"isbn-ten"},
        ),
        (
            "978-3-16-148410-0",
            {
                "isbn": "978-3-16-148410-0", "prefix element": "978", "registration group": "3",
                "registrant": "16", "publication": "148410", "check digit": "0",
            },
            set(),
        ),
        ("0306406152", {"isbn": "0306406152", "check digit": "2"}, UNGROUPED_TEN),
        ("080442957x", {"isbn": "080442957x", "check digit": "x"}, UNGROUPED_TEN),
        ("9780306406157", {"isbn": "9780306406157", "check digit": "7"}, {"isbn-grouping"}),
        ("97-80-30640-615-7", {"isbn": "97-80-30640-615-7", "check digit": "7"}, {"isbn-grouping"}),
        ("0-306-40-6152", {"isbn": "0-306-40-6152", "check digit": "2"}, UNGROUPED_TEN),
        ("0306406153", {"isbn": "0306406153", "check digit": "3"}, WRONG_AND_UNGROUPED),
        ("9780306406158", {"isbn": "9780306406158", "check digit": "8"}, WRONG_AND_UNGROUPED),
        ("1234567890123", {}, {"isbn-form"}), ("978030640615X", {}, {"isbn-form"}),
        ("03064X6152", {}, {"isbn-form"}), ("0--306406152", {}, {"isbn-form"}),
        ("-0306406152", {}, {"isbn-form"}), ("0306406152-", {}, {"isbn-form"}),
        ("123", {}, {"isbn-form"}),
        ("%30306406152", {}, {"isbn-form"}))  # fmt: skip
def test_isbn_has_fields_and_notes(number: str, fields: dict[str, str], codes: set[str]) -> None:
    text = f"urn:isbn:{number}"
    assert dossier(text).valid
    assert inner(text) == fields
    assert set(notes(text)) == codes


def test_isbn_elements_and_check_digits_are_explained() -> None:
    text = "urn:ISBN:0-306-40615-2"
    assert field("registration group", text).meaning == "English"
    assert field("registrant", text).meaning == "the publisher"
    other = field("registration group", "urn:isbn:978-80-85892-15-4")
    assert other.meaning == "a country, a region or a language"
    messages = [each.message for each in dossier(text).notes if each.code == "isbn-ten"]
    assert "9780306406157" in messages[0]
    found = [each for each in dossier("urn:isbn:0804429578").notes if "check" in each.code]
    assert [(each.message, each.span) for each in found] == [
        ("the check digit is 8, but should be X", (18, 19))
    ]


@for_each(
    "number, codes",
    ("0317-8471", set()), ("2434-561X", set()), ("2434-561x", set()), ("03178471", {"issn-hyphen"}),
    ("0317-8472", {"issn-check-digit"}), ("0317-847", {"issn-form"}), ("031-78471", {"issn-form"}),
    ("0317-8471-", {"issn-form"}),
)  # fmt: skip
def test_issn_has_fields_and_notes(number: str, codes: set[str]) -> None:
    text = f"urn:issn:{number}"
    assert dossier(text).valid
    assert set(notes(text)) == codes
    assert ("check digit" in inner(text)) is ("issn-form" not in codes)


# RFC 9562 appendix A: one moment in three versions.
UUIDS = [
    ("C232AB00-9414-11EC-B3C8-9F6BDECED846", "1", "2022-02-22T19:22:22.0000000Z", None),
    ("1EC9414C-232A-6B00-B3C8-9F6BDECED846", "6", "2022-02-22T19:22:22.0000000Z", None),
    ("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "7", "2022-02-22T19:22:22.000Z", None),
    ("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "1", "1997-02-03T17:43:12.2168750Z", "00a0c91e6bf6"),
    ("919108f7-52d1-4320-9bac-f847db4148a8", "4", None, None),
    ("00000000-0000-1000-8000-010000000000", "1", "1582-10-15T00:00:00.0000000Z", None),
    ("00000000-0000-f000-8000-010000000000", "15", None, None),
]


@for_each("text, version, moment, node", *UUIDS)
def test_uuid_has_fields_and_notes(
    text: str, version: str, moment: str | None, node: str | None
) -> None:
    whole = f"urn:uuid:{text}"
    found = {each.name: each for each in dossier(whole).fields}
    assert found["uuid"].value == text.lower()
    assert found["variant"].value == "RFC 9562"
    assert found["version"].value == version
    assert (found["time"].value if "time" in found else None) == moment
    assert (found["node"].value if "node" in found else None) == node
    assert ("uuid-node" in notes(whole)) is (node is not None)


@for_each(
    "digit, variant",
    ("0", "reserved for backward compatibility (NCS)"),
    ("7", "reserved for backward compatibility (NCS)"),
    ("8", "RFC 9562"),
    ("B", "RFC 9562"),
    ("c", "reserved for backward compatibility (Microsoft)"),
    ("D", "reserved for backward compatibility (Microsoft)"),
    ("E", "reserved for future use"),
    ("f", "reserved for future use"),
)
def test_uuid_variant_is_named(digit: str, variant: str) -> None:
    text = f"urn:uuid:919108f7-52d1-4320-{digit}bac-f847db4148a8"
    assert field("variant", text).value == variant
    assert ("version" in inner(text)) is (variant == "RFC 9562")


@for_each(
    "text, code",
    ("00000000-0000-0000-0000-000000000000", "uuid-nil"),
    ("ffffffff-FFFF-ffff-ffff-ffffffffffff", "uuid-max"),
    ("f81d4fae7dec11d0a76500a0c91e6bf6", "uuid-form"),
    ("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "uuid-form"),
    ("f81d4fae-7dec-11d0-a765-00a0c91e6bfg", "uuid-form"),
    ("f81d4fae-7dec-11d0-a765-00a0c91e6bf", "uuid-form"),
)
def test_special_or_malformed_uuid_has_a_note(text: str, code: str) -> None:
    assert code in notes(f"urn:uuid:{text}")


@for_each(
    "text, moment",
    ("00000000-0000-7000-8000-000000000000", "1970-01-01T00:00:00.000Z"),
    ("00dd9fcd-3bff-7000-8000-000000000000", "2000-02-29T23:59:59.999Z"),
    ("ffffffff-ffff-7000-8000-000000000000", "10889-08-02T05:31:50.655Z"),
)
def test_uuid_time_covers_the_whole_range(text: str, moment: str) -> None:
    assert field("time", f"urn:uuid:{text}").value == moment


@for_each(
    "number, meanings, codes",
    ("1.3.6.1", ["iso", "identified organizations", "dod", "internet"], set()),
    ("2.999", ["joint-iso-itu-t", "a subordinate node"], set()),
    ("0", ["itu-t"], set()),
    ("1.39", ["iso", "a subordinate node"], set()),
    ("1.40", ["iso", "a subordinate node"], {"oid-form"}),
    ("3.1", ["a subordinate node", "a subordinate node"], {"oid-form"}),
    ("1.3.6.1.4.1.2.5.5", None, set()), ("1.02", [], {"oid-form"}), ("1..2", [], {"oid-form"}),
    ("1.2.", [], {"oid-form"}), ("a", [], {"oid-form"}),
)  # fmt: skip
def test_oid_has_arcs_and_notes(number: str, meanings: list[str] | None, codes: set[str]) -> None:
    text = f"urn:oid:{number}"
    arcs = [each for each in dossier(text).fields if each.name.startswith("arc ")]
    if meanings is None:
        assert [each.text for each in arcs] == number.split(".")
        assert {each.meaning for each in arcs[6:]} == {"a subordinate node"}
    else:
        assert [each.meaning for each in arcs] == meanings
    assert set(notes(text)) == codes


@for_each(
    "name, fields, codes",
    ("rfc:2648", {"kind": "rfc", "number": "2648"}, set()),
    ("STD:50", {"kind": "STD", "number": "50"}, set()),
    ("bcp:9x", {"kind": "bcp", "number": "9x"}, {"ietf-form"}),
    ("fyi:", {"kind": "fyi", "number": ""}, {"ietf-form"}),
    ("id:draft-a-00", {"kind": "id", "name": "draft-a-00"}, set()),
    ("mtg:41-urn", {"kind": "mtg", "name": "41-urn"}, set()),
    ("params:xml", {"kind": "params", "class": "xml"}, set()),
    ("params:oauth:grant-type:jwt",
        {"kind": "params", "class": "oauth", "identifier": "grant-type:jwt"}, set()),
    ("rfc", {}, {"ietf-form"}),
    ("foo:1", {}, {"ietf-form"}),
)  # fmt: skip
def test_ietf_name_has_fields_and_notes(name: str, fields: dict[str, str], codes: set[str]) -> None:
    assert inner(f"urn:ietf:{name}") == fields
    assert set(notes(f"urn:ietf:{name}")) == codes


@for_each("name, fields, codes",

        ("it:stato:legge:2003-09-21;456", {"jurisdiction": "it", "authority": "stato",
            "measure": "legge"} | {"details": "2003-09-21;456"}, set()),
        ("it:stato:legge:2006-05-14;22:a:b@originale:it$text-xml:x", {"jurisdiction": "it",
            "authority": "stato", "measure": "legge"} | {"details": "2006-05-14;22",
            "annex": "b"} | {"expression": "originale:it", "manifestation": "text-xml:x"}, set()),
        ("it", {"jurisdiction": "it"}, {"lex-form"}),
        (
            "it:a$x@y",
            {"jurisdiction": "it", "authority": "a", "manifestation": "x@y"},
            {"lex-form"},
        ))  # fmt: skip
def test_lex_name_has_fields_and_notes(name: str, fields: dict[str, str], codes: set[str]) -> None:
    assert inner(f"urn:lex:{name}") == fields
    assert set(notes(f"urn:lex:{name}")) == codes


@for_each(
    "name, fields, codes",
    ("fi-fe19981001", {"country": "fi", "number": "fe19981001"}, set()),
    ("de:101:1-2009",
        {"country": "de", "sub-namespace 1": "101", "sub-namespace 2": "1", "number": "2009"},
        set()),
    ("se:uu:diva-3475",
        {"country": "se", "sub-namespace 1": "uu", "sub-namespace 2": "diva", "number": "3475"},
        set()),
    ("fi", {}, {"nbn-form"}), ("fi-", {}, {"nbn-form"}), ("fin-1", {}, {"nbn-form"}),
    ("fi:-1", {}, {"nbn-form"}),
)  # fmt: skip
def test_nbn_has_fields_and_notes(name: str, fields: dict[str, str], codes: set[str]) -> None:
    assert inner(f"urn:nbn:{name}") == fields
    assert set(notes(f"urn:nbn:{name}")) == codes


@for_each("urn_edition", *EDITIONS)
@for_each("nid", "isbn", "issn", "uuid", "oid", "ietf", "lex", "nbn")
def test_empty_or_odd_urn_name_does_not_raise(nid: str, urn_edition: str) -> None:
    for text in (f"urn:{nid}", f"urn:{nid}:", f"urn:{nid}:\u0661\ud800"):
        assert not dossier(text, urn_edition).valid
