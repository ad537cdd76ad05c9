"""A known name in the words of a link that goes elsewhere: which words make it worse, and how far
a text is read for it.
"""

import uriinspector
from tests.documents.mails import simple
from tests.for_each import for_each

# What asks somebody to log in, to confirm something, or speaks of an account, in several languages.
ASKING = """
login log-in signin sign-in logon log-on verify confirm validate unlock restore recover reactivate
update secure account password anmelden einloggen best\xe4tigen bestaetigen entsperren verifizieren
konto passwort connexion connecter confirmer compte iniciar verificar confirmar cuenta accedi
accesso conto entrar conta inloggen bevestigen
"""


def severity_of(text: str, href: str = "https://evil.example/") -> str | None:
    """That of what is said of the words of a link in a message."""
    page = f"<a href='{href}'>{text}</a>"
    octets = simple("Content-Type: text/html; charset=utf-8", page)
    (link,) = uriinspector.scan(octets, name="a.eml").links
    found = (each.severity for each in link.findings if each.code == "known-name-elsewhere")
    return next(found, None)


@for_each("word", *ASKING.split(), "log in", "sign in", "log on")
def test_a_word_that_asks_for_something_makes_it_worse(word: str) -> None:
    for text in (f"{word} PayPal", f"PayPal: {word}!", f"{word.upper()} PayPal"):
        assert severity_of(text) == "medium", text
    for text in (f"{word}x PayPal", f"x{word} PayPal"):
        assert severity_of(text) == "low", text


@for_each("word", "news", "more", "log out", "sign", "confirmed", "accounts", "in")
def test_another_word_does_not(word: str) -> None:
    assert severity_of(f"{word} PayPal") == "low"


@for_each("size, severity", (59, "low"), (60, "low"), (61, None))
def test_a_longer_text_is_a_sentence_about_something(size: int, severity: str | None) -> None:
    assert severity_of("PayPal and others ".ljust(size, "x")) == severity


@for_each(
    "text, severity",
    *(("PayPal", "low"), ("the PayPal news", "low"), ("paypal", None), ("PayPals", None)),
    # Ordinary words are names, too, and a name with a site beside it is compared elsewhere.
    *(("Apple pie", None), ("Target", None), ("PayPal on paypal.com", None)),
)
def test_a_name_has_a_capital_letter_and_is_no_ordinary_word(
    text: str, severity: str | None
) -> None:
    assert severity_of(text) == severity


@for_each("host", "www.paypal.com", "paypal.de", "paypal-news.example")
def test_a_site_that_has_something_of_the_name_is_not_elsewhere(host: str) -> None:
    assert severity_of("PayPal", f"https://{host}/") is None
