"""tel: RFC 3966; sms: RFC 5724."""

from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each
from uriinspector.core.compare import compare, normal_form
from uriinspector.core.parse import parse

LATER = "2005"


@for_each(
    "text, number, normal",
    ("tel:+1-201-555-0123", "+12015550123", "tel:+12015550123"),
    ("tel:7042;phone-context=example.com", "7042", "tel:7042;phone-context=example.com"),
    ("tel:863-1234;phone-context=+1-914-555", "8631234", "tel:8631234;phone-context=+1-914-555"),
    ("tel:+358-555-1234567;postd=pp22", "+3585551234567", "tel:+3585551234567;postd=pp22"),
    ("TEL:+1(201)555.0123;EXT=5", "+12015550123", "tel:+12015550123;ext=5"),
    ("tel:*6A;phone-context=a.b.", "*6A", "tel:*6a;phone-context=a.b."),
)
def test_tel_numbers_are_global_or_have_a_context(text: str, number: str, normal: str) -> None:
    found = dossier(text, LATER)
    assert found.valid
    assert values(found)["number"] == number
    assert found.normal == normal
    assert actions(found) == [f"call {number}"]


@for_each(
    "text, expected",
    ("tel:", [("context", ""), ("telephone-subscriber", "")]),
    ("tel:+", [("telephone-subscriber", "")]),
    ("tel:-;phone-context=+1", [("telephone-subscriber", "")]),
    ("tel:+1a", [("global-number-digits", "a")]),
    ("tel:+1,,2", [("global-number-digits", ",,")]),
    ("tel:+1%32", [("global-number-digits", "%")]),
    ("tel:12", [("context", "")]),
    ("tel:1g;phone-context=+1", [("local-number-digits", "g")]),
    ("tel:1 2;phone-context=+1", [("local-number-digits", " ")]),
    ("tel:1;phone-context=", [("pvalue", "")]),
    ("tel:1;phone-context", [("phone-context", "")]),
    ("tel:1;phone-context=a_b", [("descriptor", "a_b")]),
    ("tel:1;phone-context=a.1", [("descriptor", "a.1")]),
    ("tel:1;phone-context=+x", [("global-number-digits", "x")]),
    ("tel:+1;", [("pname", "")]), ("tel:+1;=2", [("pname", "")]),
    ("tel:+1;a_b=2", [("pname", "_")]), ("tel:+1;a=", [("pvalue", "")]),
    ("tel:+1;a=b=c", [("pvalue", "=")]), ("tel:+1;a=%zz", [("pvalue", "%")]),
    ("tel:+1;ext", [("ext", "")]), ("tel:+1;ext=x", [("extension", "x")]),
    ("tel:+1;isub", [("isub", "")]), ("tel:+1;isub=a^", [("isdn-subaddress", "^")]),
    ("tel://h", [("local-number-digits", "//h"), ("context", "")]),
)  # fmt: skip
def test_faults_of_tel_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(faults(text, LATER)) == sorted(expected)


@for_each("text", "tel:*%2306%23", "tel:*21*1%23", "tel:*#06#", "tel:%2A1")
def test_tel_service_code_is_dangerous(text: str) -> None:
    assert notes(dossier(text, LATER))["service-code"] == "danger"


@for_each(
    "a, b",
    ("tel:+1-201-555-0123", "TEL:+1(201)5550123"),
    ("tel:86A;phone-context=a.b", "tel:8-6a;phone-context=a.b"),
)
def test_tel_comparison_ignores_separators_and_case(a: str, b: str) -> None:
    assert compare(a, b).first_equal == "scheme"


@for_each("text", "tel:%4-1", "tel:a/b-c", "tel://h-h/-1", "tel:-//x")
def test_tel_numbers_with_letters_keep_their_separators(text: str) -> None:
    assert normal_form(parse(text)) == text


@for_each(
    "text, expected",
    ("sms:", [("context", ""), ("telephone-subscriber", "")]),
    ("sms:+1,", [("context", ""), ("telephone-subscriber", "")]),
    ("sms:12345", [("context", "")]), ("sms:+1?", [("sms-field", "")]),
    ("sms:+1?body", [("sms-field", "")]), ("sms:+1?=x", [("sms-field", "")]),
    ("sms:+1?b@=x", [("sms-field-name", "@")]),
    ("sms:+1?body=a+b", [("escaped-value", "+")]),
    ("sms:+1?body=a b&x=%", [("escaped-value", " "), ("escaped-value", "%")]),
    ("sms:+1&body=x", [("global-number-digits", "&body=x")]),
)  # fmt: skip
def test_faults_of_sms_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected
