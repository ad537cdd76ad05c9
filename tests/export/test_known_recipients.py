"""Finding recipients in any text and coding."""

import gzip
import zlib
from base64 import b32encode, b64encode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import at_most
from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.documents.document_values import Mailbox
from uriinspector.documents.scan import scan
from uriinspector.export.recipient_data import (
    RecipientAddresses,
    RecipientNames,
    RecipientSearch,
    recipients_of,
    refused_recipients,
)

ADDRESS, NAME = "maria.musterfrau@kunde.example", "Maria Musterfrau"
KNOWN = RecipientAddresses([ADDRESS])
SEARCH = RecipientSearch(KNOWN, RecipientNames([Mailbox(NAME, ADDRESS)]))
# The search that checks an export finds only whole addresses of recipients.
WHOLE = RecipientSearch(KNOWN, takes_any=False)


def base64(octets: bytes) -> str:
    return b64encode(octets).decode()


# Functions that encode a text as another text.
CODINGS: dict[str, Callable[[str], str]] = {
    "base64": lambda text: base64(text.encode()),
    "base64 without padding": lambda text: base64(text.encode()).rstrip("="),
    "base64url": lambda text: urlsafe_b64encode(text.encode()).decode(),
    "base32": lambda text: b32encode(text.encode()).decode(),
    "small base32": lambda text: b32encode(text.encode()).decode().lower().rstrip("="),
    "hex": lambda text: text.encode().hex(),
    "capital hex": lambda text: text.encode().hex().upper(),
    "zlib": lambda text: base64(zlib.compress(text.encode())),
    "gzip": lambda text: base64(gzip.compress(text.encode(), mtime=0)),
    "deflate": lambda text: base64(zlib.compress(text.encode(), wbits=-15)),
    "UTF-16": lambda text: base64(text.encode("utf-16-le")),
    "percent": lambda text: quote(text, safe=""),
    "percent of everything": lambda text: "".join(f"%{each:02X}" for each in text.encode()),
    "percent twice": lambda text: quote(quote(text, safe=""), safe=""),
    "JSON": lambda text: base64(f'{{"mail": "{text}", "id": 7}}'.encode()),
}
# Spellings of an address that are not combined with other encodings.
SPELLINGS = {
    "plain": ADDRESS,
    "capitals": ADDRESS.upper(),
    "return path": "bounce+maria.musterfrau=kunde.example@news.example",
    "script": "maria.musterfrau%u0040kunde.example",
    "JSON": "maria.musterfrau\\u0040kunde.example",
    "entity": "maria.musterfrau&#64;kunde.example",
    "entity in entity": "maria.musterfrau&amp;#x40;kunde.example",
    "named entity": "maria.musterfrau&commat;kunde&period;example",
    "brackets": "maria.musterfrau[at]kunde[dot]example",
    "parentheses": "maria.musterfrau (at) kunde.example",
    "word": "maria.musterfrau at kunde.example",
    "wide sign": "maria.musterfrau\uff20kunde.example",
    "wide letters": "\uff4daria.musterfrau@kunde\uff0eexample",
    "soft hyphen": "maria.muster\u00adfrau@kunde.example",
    "defanged": "maria.musterfrau[@]kunde[.]example",
    "Markdown": r"maria\.musterfrau\@kunde\.example",
    "quoted-printable": "maria.musterfrau=40kunde.example",
    "file": "Rechnung_maria.musterfrau@kunde.example.html",
    "host": "maria.musterfrau@kunde.example.evil.test",
}


@for_each("text", *SPELLINGS.values(), ids=SPELLINGS)
def test_every_spelling_of_an_address_is_found(text: str) -> None:
    for search in (SEARCH, WHOLE):
        assert search.spans(f"before {text} behind")
        assert search.spans(f"https://x.test/?d={CODINGS['base64'](text)}&a=1")
    assert "musterfrau" not in SEARCH.replaced(text, "removed").lower()


@settings(max_examples=at_most(150), deadline=None)
@given(
    st.lists(st.sampled_from(list(CODINGS)), max_size=4),
    st.from_regex(r"[a-z]{2,9}[._-][a-z]{2,9}", fullmatch=True),
    st.from_regex(r"[a-z]{3,9}\.(?:example|test|co\.uk)", fullmatch=True),
)
def test_recipient_is_found_in_nested_codings(names: list[str], local: str, domain: str) -> None:
    text = f"{local}@{domain}"
    known = RecipientAddresses([text])
    for name in names:
        text = CODINGS[name](text)
    link = f"https://x.test/path/?d={text}"
    for search in (RecipientSearch(known), RecipientSearch(known, takes_any=False)):
        assert search.spans(link)
    left = RecipientSearch(known).replaced(link, "removed")
    assert not RecipientSearch(known, takes_any=False).spans(left)


def wrapped(text: str, times: int) -> str:
    for _ in range(times):
        text = base64(text.encode())
    return text


@for_each("search", SEARCH, WHOLE)
def test_text_coded_more_than_eight_times_counts_as_found(search: RecipientSearch) -> None:
    assert search.spans(wrapped(ADDRESS, 8))
    assert not search.spans(wrapped("somebody's words", 8))
    assert search.spans(wrapped("somebody's words", 9))


def test_compression_bomb_counts_as_recipient_data() -> None:
    assert not SEARCH.spans(base64(zlib.compress(b"word " * 1_000)))
    assert SEARCH.spans(base64(zlib.compress(b"word " * 1_000_000)))


NOT_FOUND = [
    "rosemary@kunde.example2", "maria@kunde.example", "xyza@b.example", "support@shop.example",
    "kunde.example", "https://kunde.example/maria", "musterfrau.kunde.example",
]  # fmt: skip


@for_each("text", *NOT_FOUND)
def test_other_addresses_do_not_block_an_export(text: str) -> None:
    search = RecipientSearch(RecipientAddresses([ADDRESS, "a@b.example"]), takes_any=False)
    assert search.spans(text) == []


@for_each(
    "text, left",
    ("Hallo Maria, Ihre Rechnung", "Hallo -, Ihre Rechnung"),
    ("Musterfrau, Maria", "-"), ("MARIA MUSTERFRAU", "-"), ("maria-musterfrau.pdf", "-.pdf"),
    ("MariaMusterfrau", "-"), ("M\u00e1ria Musterfra\u00fc", "-"),
    ("Marias and Musterfraus stay", "Marias and Musterfraus stay"),
)  # fmt: skip
def test_recipient_names_are_removed_from_prose(text: str, left: str) -> None:
    assert SEARCH.replaced(text, "-", is_prose=True) == left


def test_common_words_are_removed_only_if_capitalized_as_names() -> None:
    search = RecipientSearch(names=RecipientNames([Mailbox("Mark Rose", "mr@work.example")]))
    text = "Dear Mark, mark this rose"
    assert search.replaced(text, "-", is_prose=True) == "Dear -, mark this rose"
    assert search.replaced(text, "-") == text


def test_every_header_field_with_recipients_is_read() -> None:
    fields = {
        "To": "a@w.example, A <b@w.example>",
        "Cc": "=?utf-8?q?M=C3=BCller?= <c@w.example>",
        "Delivered-To": "d@w.example",
        "X-Original-To": "e@w.example",
        "Envelope-To": "f@w.example",
        "X-Forwarded-For": "g@w.example h@w.example",
        "Resent-To": "i@w.example",
        "Received": "from x.test by y.test with SMTP for <j@w.example>; Sun, 22 Nov 2026 01:10",
        "Original-Recipient": "rfc822; k@w.example",
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    boxes = recipients_of(scan(f"From: s@x.test\n{head}\ntext".encode()).envelopes)
    found = RecipientAddresses(each.address for each in boxes).addresses
    assert found >= {f"{local}@w.example" for local in "abcdefgijk"}
    assert "M\u00fcller" in {each.name for each in boxes}


def test_lists_and_senders_do_not_block_unless_delivered_to() -> None:
    head = (
        "From: Me <me@w.example>\nReply-To: reply@s.example\n"
        "To: me@w.example, reply@s.example, news@lists.example, you@w.example\n"
        "List-Post: <mailto:news@lists.example>\n"
    )
    (envelope,) = scan(f"{head}\ntext".encode()).envelopes
    assert refused_recipients([envelope]).addresses == {"you@w.example"}
    (envelope,) = scan(f"Delivered-To: me@w.example\n{head}\ntext".encode()).envelopes
    assert refused_recipients([envelope]).addresses == {"you@w.example", "me@w.example"}


@for_each(
    "pattern", "a", "@", "a@b.", "=", "%25", "%41", "&#64;", "aGk", "[at]", "\uff20", "-at-", "a/"
)
def test_searching_for_recipients_takes_linear_time(pattern: str) -> None:
    def work(text: str) -> None:
        SEARCH.spans(text, is_prose=True)

    assert is_linear_over(work, lambda size: pattern * size, 2_000)


@for_each("search", SEARCH, WHOLE, RecipientSearch())
@for_each("before", "", "a", "ab", "abc", "x1y2z", "u001", "AbC_", "id-")
@for_each("after", "", "z", "zz", "zzz", "-q")
def test_recipient_in_base64_between_letters_is_found(
    search: RecipientSearch, before: str, after: str
) -> None:
    run = before + base64(ADDRESS.encode()).rstrip("=") + after
    assert search.spans(f"https://x.test/?d={run}&a=1") == [(18, 18 + len(run))]


def test_other_base64_between_letters_is_kept() -> None:
    for text in ("a sentence about nothing at all", "http://work.example/mail?to=all"):
        for before in ("", "a", "ab", "abc"):
            run = before + base64(text.encode()).rstrip("=")
            assert RecipientSearch().spans(f"https://x.test/?d={run}") == []
