"""Findings must follow from the link: honest links next to attacks of the same form."""

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.rewriters import shipped_rewriters
from uriinspector.core.schemes.lookup import schemes
from uriinspector.core.schemes.table import REGISTERED


def codes(text: str) -> dict[str, str]:
    """Return the severities of a link's findings by code."""
    return {each.code: each.severity for each in uriinspector.inspect(text).findings}


def sentences(text: str) -> str:
    """Return every sentence about a link."""
    found = uriinspector.inspect(text)
    messages = [each.message for each in found.findings]
    return " ".join([found.verdict.headline, found.verdict.detail, *messages])


HEADLINES = [
    # a known domain before the registrable domain
    ("http://www.paypal.com.evil.test/", "Goes to evil.test, not paypal.com"),
    ("http://appleid.apple.com-view.account-locked.xyz/",
        "Goes to account-locked.xyz, not apple.com"),
    ("http://www.usps.com-track.evil.test/",
        "Goes to evil.test, not usps.com"),
    # an unknown name
    ("http://profs.info.uaic.ro/", "Goes to uaic.ro"),
    ("http://www.nobody-knows.com.evil.test/", "Names evil.test (reserved for tests)"),
    ("http://x.abcd.com-mail.evil.test/", "Names evil.test (reserved for tests)"),
    # a whole host in the userinfo is sufficient evidence
    ("http://profs.info@uaic.test/", "Goes to uaic.test, not profs.info"),
]  # fmt: skip


@for_each("text, headline", *HEADLINES)
def test_headline_names_another_host_only_if_it_is_known(text: str, headline: str) -> None:
    assert uriinspector.inspect(text).verdict.headline == headline


def test_headline_names_a_protected_host() -> None:
    link = "http://www.nobody-knows.com.evil.test/"
    headline = uriinspector.inspect(link, protect=["nobody-knows.com"]).verdict.headline
    assert headline == "Goes to evil.test, not nobody-knows.com"


DISGUISED = "https://www.paypal.com@10.0.0.1/"
HANDED_OVER = [
    "ms-photos:viewer?fileName={}", "x-unheard-of://open?url={}",
    "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&ws={}", "whatsapp://send?text={}",
    "vscode://file?url={}", "view-source:{}", "feed:{}", "git+{}",
    "mailto:carol@good.example?body={}", "sms:+49301234567?body={}", "data:text/plain,see {}",
    "jar:{}!/x", "blob:{}",
    "intent://good.example/#Intent;scheme=https;S.browser_fallback_url={};end",
]  # fmt: skip


@for_each("template", *HANDED_OVER)
def test_app_link_is_as_severe_as_its_nested_link(template: str) -> None:
    bad = uriinspector.inspect(template.format(DISGUISED))
    inner = [each.inspection.verdict.severity for each in bad.nested if each.inspection]
    inside = max(RANK[each or "info"] for each in inner)
    assert inside == RANK["high"]
    assert RANK[bad.verdict.severity or "info"] >= inside
    assert max(RANK[each.severity] for each in bad.findings) >= inside
    good = uriinspector.inspect(template.format("https://good.example/"))
    assert RANK[good.verdict.severity or "info"] < RANK["high"]
    nested = [each.severity for each in good.findings if each.code == "nested-uri"]
    assert set(nested) <= {"info"}


def test_hosts_of_listed_services_are_not_lookalikes() -> None:
    shipped = shipped_rewriters()
    hosts = {each.removeprefix("*.") for row in shipped.rows for each in row.hosts}
    assert "t.umblr.com" in hosts
    assert [each for each in sorted(hosts) if "lookalike" in codes(f"https://{each}/")] == []


@for_each("host", "t.tumb1r.com", "tumbIr.example", "paypa1.com")
def test_hosts_that_are_not_listed_are_lookalikes(host: str) -> None:
    assert "lookalike" in codes(f"https://{host}/redirect?z=https%3A%2F%2Fexample.org%2F")


@for_each(
    "text",
    "data:text/plain,a///b", "data:///a///b,c", "javascript:a///b", "mailto:a///b@c.example",
    "urn:example:a///b", "tel:+1///2", "about:a///b", "sip:a///b@c.example",
)  # fmt: skip
def test_slashes_in_an_opaque_path_are_not_segments(text: str) -> None:
    assert "empty segments" not in sentences(text)
    assert "runnable-file" not in codes(f"{text}/a.exe")


def test_slashes_before_the_host_are_not_empty_segments() -> None:
    assert "empty segments" not in sentences("https://////evil.test/setup.exe")
    assert codes("https://////evil.test/setup.exe")["missing-authority"] == "high"
    assert "runnable-file" in codes("https://////evil.test/setup.exe")


@for_each("text", "https://a.example/b///c", "x://a.example/b///c", "/a///b")
def test_slashes_in_a_path_of_segments_are_reported(text: str) -> None:
    assert "empty segments" in sentences(text)


def test_file_extension_alone_is_not_called_a_program() -> None:
    for link in ("https://en.wikipedia.org/wiki/Cmd.exe", "https://evil.test/dl/setup.exe"):
        assert codes(link)["runnable-file"] == "low"
        assert "such a file" not in sentences(link)
        assert 'The path ends in ".exe". If it names a file,' in sentences(link)


REGISTERED_ROWS = [
    ("imap://mail.example.org/INBOX", "Connects to example.org over imap"),
    ("coap://sensor.example.org/t", "Connects to example.org over coap"),
    ("udp://tracker.example.org:1337/x", "Connects to example.org over udp"),
    ("irc://irc.example.org/x", "Connects to example.org over irc"),
    (
        "stun:stun.example.org",
        "Does not open a web page. It can start an app for this: a server that reports the "
        "client's public address",
    ),
    ("dns:www.example.org", "Does not open a web page. It can start an app for this: a DNS entry"),
    (
        "payto://iban/DE75512108001245126199",
        "Does not open a web page. It can start an app for this: a payment request",
    ),
    ("ms-recall:x", 'Does not open a web page. It can start an app for "ms-recall" links'),
    ("MVRP://h.example.org/x",
        'Does not open a web page. It can start an app for "mvrp" links, with h.example.org'),
]  # fmt: skip


@for_each("text, headline", *REGISTERED_ROWS)
def test_registered_scheme_is_not_reported_as_unknown(text: str, headline: str) -> None:
    assert "unknown-scheme" not in codes(text)
    assert uriinspector.inspect(text).verdict.headline == headline


def test_no_registered_scheme_is_reported_as_unknown() -> None:
    assert [each for each in sorted(REGISTERED) if "unknown-scheme" in codes(f"{each}:x")] == []
    assert REGISTERED.isdisjoint(schemes())
    assert REGISTERED.isdisjoint({"hxxp", "hxxps"})


@for_each("scheme", "ms-photos", "imapx", "paytoo", "web+foo", "x-web3")
def test_unregistered_schemes_are_reported_as_unknown(scheme: str) -> None:
    assert codes(f"{scheme}:x")["unknown-scheme"] == "low"


def test_odd_address_is_found_in_registered_schemes() -> None:
    assert codes("coap://0x7f.1/")["rare-ip"] == "high"
    assert codes("imap://paypal.com@evil.test/")["userinfo-deceptive"] == "high"


def test_tracker_of_a_magnet_link_is_a_server() -> None:
    tracker = "udp%3A%2F%2Ftracker.example.org%3A1337%2Fannounce"
    text = f"magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&tr={tracker}"
    nested = uriinspector.inspect(text).nested
    inner = [each.inspection.verdict.headline for each in nested if each.inspection]
    assert inner[-1] == "Connects to example.org over udp"
    assert uriinspector.inspect(text).verdict.severity == "info"
    odd = text.replace("tracker.example.org", "0x7f.1")
    assert uriinspector.inspect(odd).verdict.severity == "high"


SCOPES = "https://www.googleapis.com/auth/drive+https://mail.google.com/"


def test_oauth_scopes_are_not_nested_links() -> None:
    asked = f"https://login.example.org/auth?client_id=1&scope={SCOPES}&redirect_uri="
    answer = "https://app.example.org/cb"
    assert [each.layer.text for each in uriinspector.inspect(asked + answer).nested] == [answer]
    # the same parameter outside a consent request, and another one next to it
    plain = uriinspector.inspect(
        "https://login.example.org/?scope=https://www.paypal.com@evil.test/"
    )
    assert len(plain.nested) == 1
    both = f"https://login.example.org/auth?client_id=1&scope=a+b&next={DISGUISED}"
    assert uriinspector.inspect(both).verdict.severity == "high"


TEXTS = [
    ("nonsense", "Not a link"), ("\u00dcbergr\u00f6\u00dfe", "Not a link"),
    ("This is prose, you see", "Not a link"), ("Note: nothing to see here", "Not a link"),
    ("See https://a.example/x and http://b.example/y", "Text with 2 links"),
    ("aHR0cHM6Ly9ldmlsLmV4YW1wbGUvbG9naW4/bmV4dD0vL2JhZC50ZXN0", "Base64: contains a link"),
    ("d29yZHMgYW5kIG5vIGxpbmsgYXQgYWxsCg", "Not a link"),
    ("/dev/null", "A path, not a complete link"),
    ("~/Documents/mail.eml", "A path, not a complete link"),
    ("git@github.com:x/y.git", "In Git or scp, connects to github.com over SSH"),
    ("github.com:x/y.git", "In Git or scp, connects to github.com over SSH"),
    ("joe@host.example.org:~/a", "In Git or scp, connects to example.org over SSH"),
    ("git@github.com.evil.test:x/y.git", "In Git or scp, connects to evil.test over SSH"),
    # references, and texts that contain a link
    ("../x", "Incomplete link: where it goes depends on the page it is on"),
    ("a/b", "Incomplete link: where it goes depends on the page it is on"),
    ("?q=1", "Incomplete link: where it goes depends on the page it is on"),
    ("index.html", "Incomplete link: where it goes depends on the page it is on"),
    ("see www.example.com now", "Incomplete link: where it goes depends on the page it is on"),
    ("github.com:443/x", "Typed into a browser, goes to github.com"),
    ("ssh://git@github.com/x/y.git", "Connects to github.com over ssh"),
    ("myapp:open", 'Does not open a web page. It can start an app for "myapp" links'),
]  # fmt: skip


@for_each("text, headline", *TEXTS)
def test_headline_describes_the_kind_of_text(text: str, headline: str) -> None:
    assert uriinspector.inspect(text).verdict.headline.partition(";")[0] == headline
    assert 'app for "note"' not in sentences(text)
    # in a page, any of them without a scheme is a relative reference
    if ":" not in text:
        assert uriinspector.inspect(text, base="https://a.test/").verdict.host == "a.test"


HOSTS = [
    "http://256.1.1.1./", "http://a.1./", "http://0x7f.1./", "http://127.0.0.1./", "http://a..b/",
    "http://-a.test/", "http://a_b.test/", "http://pay%70al.com/",
    "http://www.paypal.com.evil_x.test/", "http://www.paypal.com@10.0.0.1./",
    "http://paypa1_x.com/", "https://bit.ly./x",
]  # fmt: skip


@for_each("text", *HOSTS)
def test_every_edition_reports_the_same_about_a_host(text: str) -> None:
    """A name that is not a host by the grammar of 2003 is still one for programs."""
    grammar = {"syntax-error", "syntax-suspicious", "parser-differential", "lowercase-hex"}
    said = {}
    for edition in ("1994", "1997", "2003", "2005"):
        found = uriinspector.inspect(text, edition=edition)
        said[edition] = {(each.code, each.severity) for each in found.findings}
        said[edition] = {each for each in said[edition] if each[0] not in grammar}
    assert said["2003"] == said["2005"]
    assert {each for each in said["2005"] if each[1] in {"medium", "high"}} <= said["1997"]


@for_each("text", "http://www.example.com/", "http://a.example.org./", "foo://a_b/")
def test_ordinary_host_has_the_same_severity_in_2003(text: str) -> None:
    found = uriinspector.inspect(text, edition="2003").verdict.severity
    assert found == uriinspector.inspect(text).verdict.severity
