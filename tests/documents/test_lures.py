"""Words of a subject that lure: found however they are disguised, and shown as they are written."""

from tests.for_each import for_each
from uriinspector.documents.rules.message_context import lure_in, lure_in_text, plain_letters


@for_each(
    "text, plain",
    ("You Won", "you won"),
    ("\xe9\xc9\xf1\u0130", "eeni"),
    ("e\u0301", "e"),
    # Styled letters, and what is not seen.
    ("\U0001d418\U0001d428\U0001d42e", "you"),
    ("\uff39\uff4f\uff55", "you"),
    *((f"y{hidden}ou", "you") for hidden in "\u200b\u00ad\u200d\u2060\ufeff\u202e"),
    # Signs behind a name part it from what follows, and are no letters.
    *((f"Name{sign}Pay", "name pay") for sign in "\u2122\xae\xa9\u2120"),
    ("\u0443\u043e", "\u0443\u043e"),
)
def test_letters_are_small_and_plain(text: str, plain: str) -> None:
    assert plain_letters(text) == plain
    assert plain_letters(text, is_small=False).lower() == plain


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
def test_a_lure_is_found_as_it_is_written(subject: str, lure: str | None) -> None:
    assert lure_in(subject) == lure


@for_each("size", 4095, 4096, 4097)
def test_a_lure_is_looked_for_in_the_beginning(size: int) -> None:
    lure = "you have won"
    assert (lure_in(lure.rjust(size)) == lure) is (size <= 4096)
    money = "atm card, atm visa card"
    assert (lure_in_text(money.rjust(size)) is not None) is (size <= 4096)


@for_each(
    "text, lure",
    ("an ATM card and an ATM visa card", "ATM card"),
    ("one ATM card, and one more atm card", None),
    ("You have won, action required", None),
)
def test_two_words_about_money_are_a_lure(text: str, lure: str | None) -> None:
    assert lure_in_text(text) == lure


def test_some_words_count_only_where_the_sender_is_in_doubt() -> None:
    assert lure_in("the account will be closed") is None
    assert lure_in("the account will be closed", is_doubtful=True) == "account will be"
