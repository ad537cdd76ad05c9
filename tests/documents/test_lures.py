"""Luring phrases in subjects and texts, however disguised, returned as written."""

from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.documents.rules.message_context import lures_in, plain_letters

SUBJECT, TEXT, DOUBTFUL = ("subject", "text"), ("text", "pressing"), ("doubtful",)


@for_each(
    "text, plain", ("You Won", "you won"), ("\xe9\xc9\xf1\u0130", "eeni"), ("e\u0301", "e"),
    # Styled letters, and invisible characters.
    ("\U0001d418\U0001d428\U0001d42e", "you"),
    ("\uff39\uff4f\uff55", "you"),
    *((f"y{hidden}ou", "you") for hidden in "\u200b\u00ad\u200d\u2060\ufeff\u202e"),
    # Symbols after a name separate words and are not letters.
    *((f"Name{sign}Pay", "name pay") for sign in "\u2122\xae\xa9\u2120"),
    ("\u0443\u043e", "\u0443\u043e"),
)  # fmt: skip
def test_lure_search_folds_letters_to_plain_lowercase(text: str, plain: str) -> None:
    assert plain_letters(text) == plain
    assert plain_letters(text, is_small=False).lower() == plain


def words(text: str, places: tuple[str, ...] = SUBJECT) -> list[str]:
    return [each.words for each in lures_in(text, places)]


@for_each(
    "subject, lure",
    ("You have won", "You have won"),
    ("So YOU HAVE WON, Ann", "YOU HAVE WON"),
    ("You ha\u200bve w\u00adon!", "You ha\u200bve w\u00adon"),
    ("\U0001d418\U0001d428\U0001d42e have won", "\U0001d418\U0001d428\U0001d42e have won"),
    ("\u00c9! Y\xf3\xfa h\xe4ve won", "Y\xf3\xfa h\xe4ve won"),
    ("You have wonder", None),
    ("xYou have won", None),
    ("You have two", None),
)
def test_lure_is_returned_as_written(subject: str, lure: str | None) -> None:
    assert words(subject) == ([lure] if lure else [])


# Texts that must and must not match, by language.
LURING = """
Your account is locked
Account deactivation
(5) messages are pending
Incoming mails blocked
Password expires today
Your package is on hold
Firmware update: security incident
Your photos will be deleted
We have blocked your account
Airdrop is now live
Payment was declined
Ihr Konto wurde gesperrt
Ihr Passwort l\xe4uft ab: Passwort l\xe4uft ab
Ihre Sendung wird angehalten
Votre compte a \xe9t\xe9 suspendu
Votre colis est en attente
V\xe9rification de votre identit\xe9
Su cuenta ha sido bloqueada
Pago rechazado: pago ha sido rechazado
Il tuo conto \xe8 stato bloccato
La consegna \xe8 in sospeso
Sua conta foi suspensa
Bloqueamos sua conta
Encomenda retida na alf\xe2ndega
Uw account is geblokkeerd
Uw pakket wacht
\u30a2\u30ab\u30a6\u30f3\u30c8\u304c\u4e00\u6642\u505c\u6b62\u3055\u308c\u307e\u3057\u305f
\u3010\u91cd\u8981\u3011\u3054\u5229\u7528\u78ba\u8a8d\u306e\u304a\u9858\u3044
\u304a\u8377\u7269\u306e\u304a\u5c4a\u3051\u306b\u3064\u3044\u3066
\u60a8\u7684\u90ae\u7bb1\u5bb9\u91cf\u5df2\u6ee1
\u5bc6\u78bc\u5230\u671f\u901a\u77e5
"""
CALM = """
Locked room mystery: an account by the author
Accounting for the message queue
Messages from the board
The mail was not blocked
Re: passwords in the test suite
Minutes of the board: photos of the tour
Blocked drains at the office
Update of the firmware team
Kontoauszug f\xfcr M\xe4rz
Passwortregeln im Team
Compte rendu de la r\xe9union
La cuenta del restaurante
Il racconto bloccante
Contato com a equipe
Het pakketje is leuk
\u4f1a\u8b70\u306e\u304a\u77e5\u3089\u305b
\u6771\u4eac\u30bf\u30ef\u30fc\u306e\u8cc7\u6599
\u4f1a\u8bae\u901a\u77e5
"""


@for_each("subject", *LURING.strip().splitlines())
def test_lure_in_a_subject_is_found_in_each_language(subject: str) -> None:
    assert words(subject)


@for_each("subject", *CALM.strip().splitlines())
def test_honest_subject_of_each_language_is_not_a_lure(subject: str) -> None:
    assert words(subject) == []


def test_every_listed_lure_phrase_is_found() -> None:
    for phrase, about, place, language in shipped_rows("lists/lures.txt"):
        spoken = phrase.replace("*", "").replace(" ... ", " it has been ")
        around = f"\u3042{spoken}\u3042" if language in {"ja", "zh"} else f"So: {spoken}, now"
        (first, *_) = lures_in(around, (place,))
        assert first.words, phrase
        assert phrase == plain_letters(phrase) or language in {"ja", "zh"}, phrase
        assert about


def test_lure_is_found_anywhere_in_a_long_text() -> None:
    text = "lorem ipsum " * 10_000 + "an ATM card and an ATM visa card"
    assert words(text, TEXT) == ["ATM card", "ATM visa card"]


@for_each(
    "text, lures",
    ("an ATM card and an ATM visa card", ["ATM card", "ATM visa card"]),
    ("one ATM card, and one more atm  card", ["ATM card"]),
    ("You have won, action required", []),
    ("kindly reply about the inheritance", ["inheritance", "kindly reply"]),
)
def test_repeated_lure_phrases_count_once(text: str, lures: list[str]) -> None:
    assert words(text, TEXT) == lures


def test_some_lure_phrases_count_only_for_a_doubtful_sender() -> None:
    assert words("the account will be closed") == []
    assert words("the account will be closed", DOUBTFUL) == ["account will be"]
