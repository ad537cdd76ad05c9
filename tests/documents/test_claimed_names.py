"""Known names in display names: filler words and free mail providers."""

from tests.for_each import for_each
from uriinspector.analysis.international.known_names import index
from uriinspector.documents.rules.message_context import ClaimedName, claimed_in, is_free_mail

FILLERS = """
the your a of and team ihr ihre dein der die das von o os do da dos de del la el le les het uw je
inc llc ltd gmbh ag co com net org no reply noreply paket package parcel prime group global
nachricht message mail via for fur para pour voor per new newsletter news online und van info
"""
# Anyone can get an address at these providers.
FREE_MAIL = """
gmail.com googlemail.com outlook.com hotmail.com live.com msn.com aol.com yahoo.com ymail.com
icloud.com me.com gmx.de gmx.net gmx.com web.de mail.ru yandex.ru yandex.com proton.me
protonmail.com zoho.com mail.com tutanota.com qq.com 163.com 126.com consultant.com email.com
usa.com zohomail.com inbox.lv rediffmail.com t-online.de yahoo.co.uk hotmail.fr outlook.es live.nl
kontoso.onmicrosoft.com
"""


def claimed(text: str) -> ClaimedName | None:
    return claimed_in(text, index())


@for_each("word", *FILLERS.split())
def test_filler_word_next_to_a_claimed_name_is_ignored(word: str) -> None:
    for text in (f"{word} PayPal", f"PayPal {word}", f"{word.title()} PayPal 24"):
        name = claimed(text)
        assert name is not None, text
        assert (name.known.label, name.is_whole, name.written) == ("paypal", True, "PayPal"), text


@for_each("word", "brotherhood", "miller", "thee", "vann")
def test_other_word_next_to_a_claimed_name_is_not_ignored(word: str) -> None:
    name = claimed(f"PayPal {word}")
    assert name is not None
    assert not name.is_whole


@for_each("domain", *FREE_MAIL.split())
def test_free_mail_providers_are_known(domain: str) -> None:
    assert is_free_mail(domain)
    assert not is_free_mail(f"mail.{domain}") or domain.endswith(".onmicrosoft.com")
    assert not is_free_mail(f"x{domain}") or domain.endswith(".onmicrosoft.com")


@for_each("domain", "paypal.com", "gmail.example", "web.com", "onmicrosoft.com")
def test_other_domains_are_not_free_mail_providers(domain: str) -> None:
    assert not is_free_mail(domain)


@for_each(
    "text, written, is_disguised",
    ("P a y P a l", "paypal", True), ("Pay Pal", "Pay Pal", False), ("PayPaI", "paypal", True),
    ("PayPal365", "PayPal365", False), ("D H L", "D H L", False), ("D.H.L", "D H L", False),
    ("P\u0430yPal", "paypal", True),
)  # fmt: skip
def test_disguised_spelling_of_a_name_is_detected(
    text: str, written: str, is_disguised: bool
) -> None:
    name = claimed(text)
    assert name is not None
    assert (name.written, name.is_disguised) == (written, is_disguised)


@for_each("filler", 192, 193, 194, 195)
def test_claimed_name_is_searched_in_the_first_200_characters(filler: int) -> None:
    text = "x" * filler + " PayPal"
    assert (claimed(text) is not None) == (len(text) <= 200)
