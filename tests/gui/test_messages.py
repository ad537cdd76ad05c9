"""Translation of templates and of the messages nested in them."""

import uriinspector
from tests.for_each import for_each
from uriinspector.gui.text import translation

HOSTS = {
    "xn--80ak6aa92e.com": ("non-ascii-host",
        "Schriften: Kyrillisch. Nach Chromiums Regeln wird der Host "
        "in Punycode angezeigt (Schritt 10): jeder "
        "Buchstabe der Schrift Kyrillisch sieht wie ein lateinischer Buchstabe oder eine Ziffer "
        "aus (apple)."),
    "p\u0430ypal.com": ("mixed-script",
        "Ein Label mischt Lateinisch und Kyrillisch und sieht aus wie paypal."),
    "a\u0431\u03b3.com": ("non-ascii-host",
        "Schriften: Lateinisch, Kyrillisch, Griechisch. Nach Chromiums Regeln wird der Host "
        "in Punycode angezeigt (Schritt "
        "5): das Label mischt Lateinisch, Kyrillisch und Griechisch."),
    "i\u2764.ws": ("non-ascii-host", "Schriften: Lateinisch. Nach Chromiums Regeln wird der Host "
        "in Punycode angezeigt (Schritt 3): U+2764 Unicode-Name HEAVY "
        "BLACK HEART ist in Bezeichnern nicht erlaubt (not-xid)."),
    "\u2764.ws": ("non-ascii-host", "Schriften: keine. Nach Chromiums Regeln wird der Host "
        "in Punycode angezeigt (Schritt 3): U+2764 Unicode-Name HEAVY "
        "BLACK HEART ist in Bezeichnern nicht erlaubt (not-xid)."),
}  # fmt: skip


@for_each("host, expected", *HOSTS.items())
def test_findings_about_a_label_are_translated(host: str, expected: tuple[str, str]) -> None:
    translation.speak("de")
    try:
        said = {
            each.code: translation.say(each.message)
            for each in uriinspector.inspect(f"http://{host}/").findings
        }
        assert said[expected[0]] == expected[1]
    finally:
        translation.speak("en")


def test_arguments_of_findings_are_translated() -> None:
    translation.speak("de")
    try:
        found = uriinspector.inspect("http://ex\u202eample.com/\xe9").findings
        told = {each.code: translation.say(each.message) for each in found}
        assert told["idna-error"].endswith("ist in Domainnamen nicht erlaubt.")
        assert "an dieser Stelle im Link nicht erlaubt" in told["raw-non-ascii"]
    finally:
        translation.speak("en")
