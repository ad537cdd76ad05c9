"""A known name in the text of a link that goes elsewhere: words that make it worse, and limits."""

import uriinspector
from tests.documents.mails import simple
from tests.for_each import for_each

# Words that ask for a login or a confirmation, or mention an account, in several languages.
ASKING = """
login log-in signin sign-in logon log-on verify confirm validate unlock restore recover reactivate
update secure account password anmelden einloggen best\xe4tigen bestaetigen entsperren verifizieren
konto passwort connexion connecter confirmer compte iniciar verificar confirmar cuenta accedi
accesso conto entrar conta inloggen bevestigen
"""


def severity_of(text: str, href: str = "https://evil.example/") -> str | None:
    """Return the severity of known-name-elsewhere for a link in a message."""
    octets = simple("Content-Type: text/html; charset=utf-8", f"<a href='{href}'>{text}</a>")
    (link,) = uriinspector.scan(octets, name="a.eml").links
    found = (each.severity for each in link.findings if each.code == "known-name-elsewhere")
    return next(found, None)


@for_each("word", *ASKING.split(), "log in", "sign in", "log on")
def test_login_words_in_a_link_text_raise_the_severity(word: str) -> None:
    for text in (f"{word} PayPal", f"PayPal: {word}!", f"{word.upper()} PayPal"):
        assert severity_of(text) == "medium", text
    for text in (f"{word}x PayPal", f"x{word} PayPal"):
        assert severity_of(text) == "low", text


@for_each("word", "news", "more", "log out", "sign", "confirmed", "accounts", "in")
def test_other_words_in_a_link_text_do_not_raise_the_severity(word: str) -> None:
    assert severity_of(f"{word} PayPal") == "low"


@for_each("size, severity", (59, "low"), (60, "low"), (61, None))
def test_link_text_over_60_characters_is_not_checked_for_names(
    size: int, severity: str | None
) -> None:
    assert severity_of("PayPal and others ".ljust(size, "x")) == severity


@for_each(
    "text, severity",
    *(("PayPal", "low"), ("the PayPal news", "low"), ("paypal", None), ("PayPals", None)),
    # Common words can be names; a name next to a site is compared elsewhere.
    *(("Apple pie", None), ("Target", None), ("PayPal on paypal.com", None)),
)
def test_name_must_be_capitalized_and_not_a_common_word(text: str, severity: str | None) -> None:
    assert severity_of(text) == severity


@for_each("host", "www.paypal.com", "paypal.de", "paypal-news.example")
def test_name_in_the_host_of_the_link_is_not_reported(host: str) -> None:
    assert severity_of("PayPal", f"https://{host}/") is None
