"""Indicators in messages, and the length of their text in the terminal."""

from tests.cli.conftest import Command
from tests.cli.transcript_runs import LISTED
from tests.for_each import for_each
from uriinspector.cli.scan_report import WHOLE
from uriinspector.documents.indicators import indicators_in, is_bitcoin


@for_each(
    "text, is_right",
    ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", True),
    ("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", True),
    ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", True),
    ("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", True),
    ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", False),
    ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", False),
)
def test_bitcoin_addresses_need_a_valid_checksum(text: str, is_right: bool) -> None:
    assert is_bitcoin(text) is is_right


@for_each(
    "text, is_number",
    *(("+1 (888) 555-0123", True), ("888-555-0123", True), ("+49 30 1234567", True)),
    *(("2026-11-28 12:30:11", False), ("192.168.100.2000", False), ("978-3-16-148410-0", False)),
    *(("123-456-7890", False), ("id=888-555-0123", False)),
)
def test_telephone_numbers_in_the_text_are_recognized(text: str, is_number: bool) -> None:
    assert bool(indicators_in(f"So: {text}", (), ()).telephones) is is_number


@for_each(
    "text, address",
    ("https://a.test/?to=ann%40b.example.com&x", "ann@b.example.com"),
    ("https://a.test/?to=ann%2540b.example.com", "ann@b.example.com"),
    ("%3Cann@b.example.com%3E", "ann@b.example.com"),
    ("mailto:%20ann@b.example.com", "ann@b.example.com"),
    ("from=3Dann@b.example.com", "ann@b.example.com"),
    ('"\\u003cann@b.example.com\\u003e"', "ann@b.example.com"),
    ("u003eann@b.example.com", "ann@b.example.com"),
    ("...ann.lee+a@b.example.com.", "ann.lee+a@b.example.com"),
    ("3dprint@b.example.com", "3dprint@b.example.com"),
    ("logo@2x.png", None),
    ("https://ann@b.example.com/", None),
    ("https://ann:pw@b.example.com/", None),
)
def test_addresses_in_encoded_text_are_decoded(text: str, address: str | None) -> None:
    assert indicators_in(text, (), ()).addresses == ((address,) if address else ())


def test_encoded_numbers_are_decoded() -> None:
    bitcoin = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
    found = indicators_in(f"tel:%2B1%20888%20555%200123 bitcoin%3A{bitcoin}", (), ())
    assert (found.telephones, found.bitcoin) == (("+1 888 555 0123",), (bitcoin,))


def test_text_of_a_message_is_shown_up_to_a_limit(uriinspect: Command) -> None:
    given = LISTED % (b"word " * WHOLE)
    out = uriinspect("scan", "--full", "-", given=given, columns=200).out
    assert "    The rest of the text is not shown.\n" in out
