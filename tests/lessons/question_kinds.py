"""Every kind of question, and the variants of a kind that ``of`` selects."""

from collections.abc import Iterator

from uriinspector.lessons.answer_lines import KIND_WORDS
from uriinspector.lessons.kinds.table import KINDS, drawn
from uriinspector.lessons.question import Question, Wishes

JOINED = {words.of[0]: kind for kind, words in KIND_WORDS.items() if words.of[0]}
ASKED = (*KINDS, *JOINED)


def drawn_question(asks: str, seed: str) -> Question:
    """Draw a question of a kind or variant."""
    if asks in JOINED:
        return drawn(JOINED[asks], seed, Wishes(of=asks))
    return drawn(asks, seed)


def asked_items() -> Iterator[tuple[str, str, str]]:
    """Yield each kind and variant: its name, the kind, and its line in a pack."""
    for asks in ASKED:
        yield asks, JOINED.get(asks, asks), f'of = "{asks}"\n' if asks in JOINED else ""
