"""Hosts: their kind by the edition, and how browsers treat them."""

from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.analysis.domains import Host, describe_host, public_suffix, registrable_domain

every_edition = for_each("edition", *EDITIONS)


def described(text: str, edition: str = "2005") -> Host:
    host = describe_host(parse(text, edition=edition))
    assert host
    return host


@every_edition
@for_each("text", "", "a/b", "mailto:a@b", "urn:a:b", "http:a", "/a", "?h", "#h")
def test_reference_without_an_authority_has_no_host(text: str, edition: str) -> None:
    assert describe_host(parse(text, edition=edition)) is None


def test_registry_name_is_not_a_host() -> None:
    assert describe_host(parse("http://a_b/", edition="2003")) is None


KINDS = [
    # host, its kind from 1994 to 2005
    ("example.com", ["reg-name"] * 4),
    ("10.0.0.1", ["ipv4"] * 4),
    ("999.9.9.9", ["ipv4", "ipv4", "reg-name", "reg-name"]),
    ("010.0.0.1", ["ipv4", "ipv4", "reg-name", "reg-name"]),
    ("0x7f.1", ["reg-name"] * 4), ("[::1]", ["ipv6"] * 4), ("[v1.a]", ["ipvfuture"] * 4),
    ("", ["empty"] * 4),
]  # fmt: skip
CASES = [
    (host, edition, kind)
    for host, kinds in KINDS
    for edition, kind in zip(EDITIONS, kinds, strict=True)
]


@for_each("host, edition, kind", *CASES)
def test_host_kind_follows_the_edition(host: str, edition: str, kind: str) -> None:
    assert described(f"http://{host}/", edition).kind == kind


ROWS = [
    # text, and the host: ASCII, Unicode, address, range, registrable domain, public suffix
    ("http://www.example.com/", "www.example.com", None, None, None, "example.com", "com"),
    ("http://WWW.Example.com./", "www.example.com.", None, None, None, "example.com", "com"),
    ("http://a.b.co.uk/", "a.b.co.uk", None, None, None, "b.co.uk", "co.uk"),
    ("http://co.uk/", "co.uk", None, None, None, None, "co.uk"),
    ("http://me.github.io/", "me.github.io", None, None, None, "me.github.io", "github.io"),
    (*("http://b\u00fccher.example/", "xn--bcher-kva.example", "b\u00fccher.example"),
        *(None, None, "xn--bcher-kva.example", "example")),
    (*("http://xn--bcher-kva.example/", "xn--bcher-kva.example", "b\u00fccher.example"),
        *(None, None, "xn--bcher-kva.example", "example")),
    ("http://10.0.0.1/", "10.0.0.1", None, "10.0.0.1", "private use", None, None),
    ("http://0x7f.1/", "127.0.0.1", None, "127.0.0.1", "loopback", None, None),
    ("http://2130706433/", "127.0.0.1", None, "127.0.0.1", "loopback", None, None),
    ("//0x7f.1/", "127.0.0.1", None, "127.0.0.1", "loopback", None, None),
    ("http://[::1]/", "[::1]", None, "::1", "loopback", None, None),
    ("http://[2001:DB8::7]/", "[2001:db8::7]", None, "2001:db8::7", "documentation", None, None),
    ("foo://10.0.0.1/", "10.0.0.1", None, "10.0.0.1", "private use", None, None),
    ("foo://[::1]/", "[::1]", None, "::1", "loopback", None, None),
    ("http://256.1.1.1/", None, None, None, None, None, None),
    ("http://[v1.a]/", None, None, None, None, None, None),
    ("http://[::1/", None, None, None, None, None, None),
    ("http:///", None, None, None, None, None, None),
    ("http://a b/", None, None, None, None, None, None),
    ("http://\ud800/", None, None, None, None, None, None),
]  # fmt: skip


@for_each("text, ascii_form, unicode_form, address, meant_for, domain, suffix", *ROWS)
def test_host_has_its_ascii_and_unicode_form_in_browsers(
    text: str,
    ascii_form: str | None,
    unicode_form: str | None,
    address: str | None,
    meant_for: str | None,
    domain: str | None,
    suffix: str | None,
) -> None:
    found = described(text)
    assert (found.ascii, found.unicode) == (ascii_form, unicode_form)
    assert (found.address, found.range) == (address, meant_for)
    assert (found.registrable_domain, found.public_suffix) == (domain, suffix)


def test_number_is_not_an_address_in_a_scheme_unknown_to_browsers() -> None:
    assert described("foo://0x7f.1/").address is None


def test_host_json_has_every_field() -> None:
    assert described("http://www.example.com/").to_dict() == {
        "kind": "reg-name",
        "text": "www.example.com",
        "ascii": "www.example.com",
        "unicode": None,
        "address": None,
        "range": None,
        "registrable_domain": "example.com",
        "public_suffix": "com",
    }


DOMAINS = [
    # name, registrable domain, public suffix
    ("example.com", "example.com", "com"), ("a.b.example.com", "example.com", "com"),
    ("example.com.", "example.com", "com"), ("com", None, "com"), ("a.co.uk", "a.co.uk", "co.uk"),
    ("x.github.io", "x.github.io", "github.io"),
    ("a.b.unheard-of", "b.unheard-of", "unheard-of"),
    ("localhost", None, "localhost"),
    ("xn--bcher-kva.de", "xn--bcher-kva.de", "de"),
]  # fmt: skip


@for_each("name, domain, suffix", *DOMAINS)
def test_registrable_domain_and_public_suffix_are_found(
    name: str, domain: str | None, suffix: str
) -> None:
    assert registrable_domain(name) == domain
    assert public_suffix(name) == suffix
