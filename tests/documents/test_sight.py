"""Names in link texts and senders as they look to readers."""

from tests.for_each import for_each
from uriinspector.documents.document_values import Envelope, Mailbox
from uriinspector.documents.rules.message_context import MessageContext
from uriinspector.documents.rules.sites import difference, named_by_sight, named_in, plain
from uriinspector.documents.rules.table import message_findings


@for_each(
    "text, shown",
    ("paypal\u2024com", "paypal.com"), ("paypal.com\u2044login", "paypal.com/login"),
    ("pay\u200bpal.com", "paypal.com"), ("\u202emoc.lapyap\u202c", "paypal.com"),
    ("service\uff20paypal.com", "service@paypal.com"),
    ("ソニー・ミュージック", "ソニー・ミュージック"),
    ("münchen.de", "münchen.de"),
    ("paypal.com", "paypal.com"),
)  # fmt: skip
def test_lookalike_delimiters_are_normalized(text: str, shown: str) -> None:
    assert plain(text) == shown


@for_each(
    "text, host",
    ("p\u0430ypal.com", "paypal.com"),
    ("p\u0338aypal.com", "paypal.com"),
    ("\uff50\uff41\uff59\uff50\uff41\uff4c.com", "\uff50\uff41\uff59\uff50\uff41\uff4c.com"),
    ("paypal.com", "paypal.com"), ("münchen.de", "münchen.de"), ("тест.com", "тест.com"),
    ("Köln", None),
)  # fmt: skip
def test_known_site_is_recognized_by_lookalike_letters(text: str, host: str | None) -> None:
    named = named_by_sight(text)
    assert (named.host if named else None) == host


@for_each(
    "name, domain, codes",
    ("p\u0430ypal.com", "evil.test", ["sender-name", "header-obfuscation"]),
    ("service\uff20paypal\u2024com", "evil.test", ["sender-name"]),
    ("paypal.com", "paypal.com", []),
    ("Zoë Müller", "example.com", []),
    ("山田・太郎", "example.jp", []),
)
def test_sender_name_is_compared_as_it_looks(name: str, domain: str, codes: list[str]) -> None:
    senders = (Mailbox(name, f"x@{domain}"),)
    envelope = Envelope("1", None, None, None, senders, (), None, (), (), (), ())
    assert [each.code for each in message_findings(MessageContext(envelope))] == codes


# Suffixes that are also file extensions, and suffixes that are often used for bare site names.
FILES = "py md sh rs pl so ps cc zip mov ml pm st bz im pk la name do to"
SITES = "ai app cl in info io is net com de"


@for_each("suffix", *FILES.split())
def test_bare_name_with_a_file_extension_is_not_a_site(suffix: str) -> None:
    assert named_in(f"see setup.{suffix}") is None
    assert named_in(f"setup.{suffix}") is None
    for text in (f"setup.{suffix}/a", f"http://setup.{suffix}", f"www.setup.{suffix}"):
        named = named_in(text)
        assert named is not None, text
        assert named.host.endswith(f"setup.{suffix}")


@for_each("suffix", *SITES.split())
def test_bare_name_with_a_common_suffix_is_a_site(suffix: str) -> None:
    named = named_in(f"setup.{suffix}")
    assert named is not None
    assert named.host == f"setup.{suffix}"


@for_each("end", "..", "\u2026", "-")
def test_truncated_site_name_is_none(end: str) -> None:
    assert named_in(f"http://setup.exa{end}") is None


def test_lookalike_delimiter_depends_on_its_neighbors() -> None:
    assert plain("a\u2024\u30ab") == "a.\u30ab"
    assert plain("\u30ab\u2024a") == "\u30ab.a"
    # A kana like a slash counts as a slash only without kana next to it.
    assert plain("a\u2024\u30bd\u30cb") == "a.\u30bd\u30cb"
    assert plain("a\u2024b\u30bdc") == "a.b/c"
    assert plain("\u30ab\u30fb\u30bd") == "\u30ab\u30fb\u30bd"
    assert plain("\u2024a") == ".a"


@for_each(
    "shown, host, is_told",
    ("abcdefghijkl", "abcdefgh", True),
    ("abcdefghijklmnop", "abcdefghijk", False),
    ("abcdef", "abcdxf", True), ("abcdef", "abcxyf", False), ("abc", "abx", False),
    ("abc", "abc", False),
)  # fmt: skip
def test_differing_characters_of_two_names_are_named(shown: str, host: str, is_told: bool) -> None:
    assert (difference(shown, host) is not None) is is_told


def test_difference_between_similar_hosts_is_found() -> None:
    assert difference("example-name.com", "examplename.com") == (
        'the link has nothing where the text shows "-" (U+002D HYPHEN-MINUS)'
    )
