"""Texts that people read as a host or a known name, and names of people."""

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.host_shape import read_host, read_name
from uriinspector.analysis.international.known_names import index

HOSTS = [
    ("paypal.com", "paypal.com"),
    ("PAYPAL.COM:443", "PAYPAL.COM"),
    ("www.anything.hu", "www.anything.hu"),
    ("a.b.hu", "a.b.hu"), ("my-bank.co.uk", "my-bank.co.uk"), ("me.github.io", "me.github.io"),
    ("paypal.com&x=1", "paypal.com"), ("user:paypal.com", "paypal.com"), ("10.0.0.1", "10.0.0.1"),
    ("10.0.0.1:80", "10.0.0.1"), ("日本.jp", "日本.jp"), ("пример.рф", "пример.рф"),
    ("localhost:8080", "localhost"), ("[2001:db8::1]", "[2001:db8::1]"),
    ("2001:db8::1", "2001:db8::1"), ("a:b:c", None), ("Иван.Петров", None),
    ("paypal.com.\u3002", "paypal.com"), ("раураӏ.com", "раураӏ.com"),
    ("paypal.com@x", "paypal.com"), ("a.example", "a.example"), ("bonnie.raffel", None),
    ("john.doe", None), ("jane.kim", None), ("anna.maria.li", None), ("app.service.bot", None),
    ("first.last@example.com", None),
    ("first.last@example.com:secret", None),
    ("user.name+tag", None), ("1.2", None), ("3.14.15", None), ("a..b", None), ("", None),
    ("\ud800.com", None), ("paypal", None), ("...", None),
]  # fmt: skip


@for_each("text, written", *HOSTS)
def test_host_that_people_would_read_in_a_text_is_found(text: str, written: str | None) -> None:
    result = read_host(text, index())
    assert (result.written if result else None) == written


ENDINGS = (
    *("com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "bank", "example", "test"),
    *("io", "shop", "store", "online", "site", "website", "top", "xyz", "club", "cloud", "icu"),
    *("uk", "de", "fr", "nl", "us", "eu", "ch", "at", "it", "es", "pl", "br", "au", "nz", "za"),
    *("ca", "jp", "cn", "ru", "in", "se", "no", "dk", "fi", "be", "pt", "cz", "gr", "ua", "tr"),
    *("mx", "ar", "ro", "ie", "kr", "tw", "hk"),
)


@for_each("ending", *ENDINGS)
def test_two_words_are_read_as_a_host_if_the_second_is_a_common_suffix(ending: str) -> None:
    host = read_host(f"some-shop.{ending}", index())
    assert host is not None
    assert host.written == f"some-shop.{ending}"


NAMES = [
    ("paypal", "paypal.com"), ("PayPal_user", "paypal.com"), ("paypa1", "paypal.com"),
    ("pаypal", "paypal.com"), ("secure-paypal", "paypal.com"), ("my-paypal", None),
    ("www-paypal-com", "paypal.com"), ("apple", None), ("apple-login", "apple.com"),
    ("my-northwind", "northwind.example"), ("dhl", None), ("admin", None), ("", None),
]  # fmt: skip


@for_each("text, domain", *NAMES)
def test_known_name_is_read_at_the_start_or_next_to_an_urgent_word(
    text: str, domain: str | None
) -> None:
    result = read_name(text, index(("northwind.example",)))
    assert (result.domain if result else None) == domain


@for_each("piece", "a.", "a.com@", "é.", "\u0301", "@", "/", "xn--a.")
def test_finding_a_host_in_a_text_takes_linear_time(piece: str) -> None:
    assert is_linear_over(lambda text: read_host(text, index()), lambda size: piece * size, 2_000)


PERSONAL = (
    *("name", "dev", "app", "bot", "prod", "kim", "ford", "chase", "lincoln", "abbott", "bond"),
    *("page", "rich", "wang", "dell", "li", "ma", "su", "la", "na", "ng", "so", "lu", "lilly"),
    *("gallo", "black", "green", "cash", "moe", "ye", "services", "support"),
)


@for_each("ending", *PERSONAL)
def test_names_of_people_and_accounts_are_not_hosts(ending: str) -> None:
    assert read_host(f"anna.maria.{ending}", index()) is None
