"""Findings whose severity or message depends on a table row, a limit or a position."""

import re

from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.international.lookalike import KINDS as LOOK_ALIKE_KINDS
from uriinspector.analysis.rules.table import RULES

A = "https://a.example/"


def reported(text: str, code: str) -> tuple[str, str] | None:
    """Return the severity and message of the first finding with a code."""
    findings = (each for each in inspect(text).findings if each.code == code)
    return next(((each.severity, str(each.message)) for each in findings), None)


def severity(text: str, code: str) -> str | None:
    """Return the severity of the first finding with a code."""
    answer = reported(text, code)
    return answer and answer[0]


COUNTRIES = (
    *("uk", "de", "fr", "nl", "us", "eu", "ch", "at", "it", "es", "pl", "br", "au", "ca", "jp"),
    *("cn", "ru", "in", "se", "no", "dk", "fi", "be", "pt", "cz", "co"),
)


@for_each("ending", *COUNTRIES, *(f"co.{each}" for each in ("uk", "jp", "in")))
def test_country_domain_as_a_subdomain_is_deceptive(ending: str) -> None:
    shown = f"www.some-shop.{ending}"
    assert reported(f"https://{shown}.login-site.test/", "subdomain-deception") == (
        "high",
        f'"{shown}" is only a subdomain; the registrable domain is login-site.test.',
    )


@for_each(
    "site, expected",
    ("mypost.com-track.id", "medium"), ("mypost.gov-track.id", "low"),
    ("mypost.gov-track.top", "medium"), ("mypost.gov-track.biz.ua", "medium"),
    ("mypost.co-track.id", None), ("po.com-track.id", None),
)  # fmt: skip
def test_ending_followed_by_a_hyphen_is_judged_by_the_suffix(
    site: str, expected: str | None
) -> None:
    assert severity(f"https://{site}/", "subdomain-deception") == expected


PREMIUM = {
    "all countries": ("979",), "North America": ("1900",),
    "United Kingdom": ("4490", "4491", "4498"), "Germany": ("49900",), "France": ("3389",),
    "Italy": ("3989",),
    "Spain": ("34803", "34806", "34807", "34905", "34907"),
    "Switzerland": ("41900", "41901", "41906"),
    "Austria": ("43900", "43901", "43930", "43931"),
    "Netherlands": ("31900", "31906", "31909"),
    "Belgium": ("32900", "32901", "32902", "32903", "32904", "32905"),
    "Poland": ("4870",),
}  # fmt: skip


@for_each("country, prefix", *[(name, each) for name, those in PREMIUM.items() for each in those])
def test_premium_rate_number_names_its_country(country: str, prefix: str) -> None:
    message = f"Numbers that begin with +{prefix} are premium-rate numbers ({country})."
    assert reported(f"tel:+{prefix[:2]}-{prefix[2:]}12345", "phone-number") == ("low", message)


@for_each("number", "+49901234567", "+48601234567", "+97812345", "900123456")
def test_other_numbers_are_not_called_premium_rate(number: str) -> None:
    assert reported(f"tel:{number}", "phone-number") is None


HANDLERS = (
    *("search-ms", "search", "ms-msdt", "ms-officecmd", "ms-appinstaller", "shell"),
    *("ms-cxh", "ms-cxh-full", "ms-its", "mk", "its", "res", "hcp", "wscript", "ms-search"),
    *("ms-gamingoverlay", "ms-screensketch", "ms-windows-store", "ldap-search", "itms-services"),
)


@for_each("scheme", *HANDLERS)
def test_scheme_that_starts_a_system_program_has_high_severity(scheme: str) -> None:
    assert severity(f"{scheme}:x=1", "dangerous-scheme") == "high"


@for_each("ending", "application", "desktop", "pkg", "deb", "rpm", "reg", "img")
def test_ordinary_compound_extension_is_not_hidden(ending: str) -> None:
    assert severity(f"{A}a.zip.{ending}", "double-extension") is None
    assert severity(f"{A}a.zip.{ending}", "runnable-file") == "low"


@for_each(
    "name, expected",
    ("returnto", "low"), ("redirect_uri", None), ("post_logout_redirect_uri", "low"),
    ("wreply", "low"), ("r", "low"), ("to", "low"), ("a", None), ("service", "low"),
)  # fmt: skip
def test_open_redirect_depends_on_the_parameter_name(name: str, expected: str | None) -> None:
    assert severity(f"https://login.a.example/?{name}=https://b.example/", "open-redirect") == (
        expected
    )


@for_each("label", "\u65e5\u672cshop\u2665", "\u65e5\u672cshop", "\u65e5\u672c\u2665")
def test_invalid_character_is_not_called_a_mixed_script(label: str) -> None:
    assert reported(f"https://{label}.example/", "mixed-script") is None


# A name, a misspelling of a known one, and additional words: made-up hosts.
@for_each(
    "host, expected",
    ("wwwsharepoint.com", "medium"), ("dropbox-com.net", "medium"), ("0utlook.net", "medium"),
    ("0nedrive.net", "high"), ("1cloud.net", "low"), ("disnuyplueus.net", "medium"),
    ("telegrmsigins.webflow.io", "high"),
    ("public-ledger-sso-io.webflow.io", "high"),
    ("dropbox-offers.com", "low"),
    # A name between hyphens counts regardless of the other words.
    ("dropbox-quix.com", "low"), ("dropbox-quixo.com", "low"), ("dropbox-quix.top", "medium"),
    ("dropbox-quixo.top", "medium"),
    ("whatsapp-quix.webflow.io", "medium"),
    ("whatsapp-quixo.webflow.io", "medium"),
)  # fmt: skip
def test_lookalike_severity_depends_on_similarity_and_other_words(
    host: str, expected: str | None
) -> None:
    assert severity(f"https://{host}/", "lookalike") == expected


FRONTS = (
    *("www", "blog", "docs", "mail", "shop", "news", "support", "help", "app", "web", "forum"),
    *("api", "cdn", "img", "images", "static", "assets", "media", "files", "download", "forums"),
)


@for_each("label", *FRONTS, "sho", "helpx", "northwind")
def test_common_label_imitates_no_protected_name(label: str) -> None:
    found = inspect(f"https://{label}.evil.test/", protect=(f"{label}.example",)).findings
    is_said = "subdomain-deception" in {each.code for each in found}
    assert is_said == (label not in FRONTS)


TERMS = re.compile(
    r"userinfo|registrable|subdomain|\blabels?\b|punycode|reg-name|authority|grammar|parser"
    r"|homoglyph|percent-encod|octet|\bhosts?\b",
    re.IGNORECASE,
)
MOST = 100


def test_plain_sentences_are_short_and_free_of_jargon() -> None:
    for rule in RULES:
        assert rule.plain.keys() <= rule.texts.keys()
        for text in {**rule.texts, **rule.plain}.values():
            words = re.sub(r"\{\w+\}", "", text)
            assert not TERMS.search(words), (rule.code, text)
            assert len(words) <= MOST, (rule.code, text)
    assert not TERMS.search(" ".join(LOOK_ALIKE_KINDS.values()))


@for_each(
    "link, code, plain",
    ("http://login.microsoftonline.com.evil.example/", "subdomain-deception",
        'The site is evil.example. Its owner can put any name in front, here "login.microsoftonline'
        '.com".'),
    ("http://www.paypal.com@192.0.2.1/", "userinfo-deceptive",
        'What is before "@" does not count. The site is 192.0.2.1, not www.paypal.com.'),
    ("http://www.paypal.com@192.0.2.1/", "special-ip",
        "192.0.2.1 is only for examples: no public site uses it."),
    ("http://user:secret@oak-tables.test/", "userinfo-password",
        "The link contains a password; anyone who sees the link can read it."),
    ("https://paypa1.com/", "lookalike", None),
)  # fmt: skip
def test_plain_sentence_of_a_finding_names_the_site(
    link: str, code: str, plain: str | None
) -> None:
    (found,) = (each for each in inspect(link).findings if each.code == code)
    assert found.to_dict()["plain"] == (plain or found.message)
    assert bool(found.plain_template) is bool(plain)


@for_each(
    "text, said",
    ("http://2130706433/", '"2130706433" is a disguised way to write 127.0.0.1: the computer '),
    ("http://0xa000001/", '"0xa000001" is a disguised way to write 10.0.0.1, a device on your '),
    ("http://[::ffff:10.0.0.1]/", "Another way to write 10.0.0.1, a device on your own network."),
    ("http://[::ffff:93.184.216.34]/login", "The site has no name, only a number (93.184.216.34)"),
    ("http://[64:ff9b:1::a00:1]/", "On some networks, it goes to 10.0.0.1 instead: "),
    ("https://ba\u2060nk.example/x", "Hidden character in the site's name: word joiner."),
    ("https://ba\u115fnk.example/x", "An invisible character (hangul choseong filler) in "),
    ("D:/setup/run.exe", 'On Windows, the text names a drive and a file ending in ".exe", '),
    ("D:/setup/run.txt", "On Windows, the text names a drive and a file or folder; "),
    ("intent:#Intent;action=android.intent.action.CALL;scheme=tel;end",
        "The app is asked to call at once, but the link contains no number."),
    ("intent:+123#Intent;action=android.intent.action.CALL;scheme=tel;end",
        "Asks the app to call at once, without showing the number first."),
    ("mailto:%22a%40b%22@example.com", "The \"@\" in the quoted part is written as a "),
    ("blob:https://app.example/9", "Works only in the browser in which a page of app.example "),
    ("blob:null/9", "Works only in the browser in which a page created the link; "),
    ("https://h.test/\u202egpj.exe", 'The file really ends in ".exe" and can start a program'),
    ("https://h.test/\u202efdp\u202c.exe", "An invisible character can reverse the text "),
    ("https://h.test/\u202efdp/x.exe", "An invisible character can reverse the text "),
    ("mailto:?bcc=b%40h", "The email goes to b@h (Bcc), hidden from any other recipients."),
    ("mailto:a@h.test?bcc=", "Adds a hidden recipient (Bcc), "),
    ("https://h.test:99999/", 'The number after ":" is too large; '),
    ("https://h.test:8o/", 'The ":" is not followed by a number made of the digits 0 to 9; '),
    ("data:application/hta,x", "The link itself contains a page that Windows can run as a "),
    ("data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+", "The decoded content of the link "),
)  # fmt: skip
def test_plain_sentences_say_what_the_reader_needs(text: str, said: str) -> None:
    assert any(each.plain.startswith(said) for each in inspect(text).findings)
