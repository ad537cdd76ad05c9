"""What each kind of question asks, and how it is answered: for sheets, for teachers, for packs."""

from __future__ import annotations

from uriinspector.analysis.finding import Phrase
from uriinspector.core.model import NamedTuple


class KindWords(NamedTuple):
    """``answer`` says which forms an answer may have; where the question says so, it is not said
    again.  ``fixed`` are the fields of a fixed question, in words.  ``of`` is what else can be
    asked, after its name."""

    asks: str
    answer: Phrase
    fixed: str
    is_asked: bool = False
    of: tuple[str, str] = ("", "")


OF_PAIRS = "`base`, `reference` (or `references`)"
OF_LINKS = "`text` (or `texts`), `base` if it is relative"
KIND_WORDS = {
    "target": KindWords(
        "What is the target of a reference?",
        Phrase('The whole target, or "none", or "same document".'),
        OF_PAIRS,
    ),
    "where": KindWords(
        "To which host does a browser go?",
        Phrase('The host, or "none".'),
        OF_LINKS,
        of=("innermost", "Which host does the innermost link in a link have?"),
    ),
    "site": KindWords(
        "What is the registrable domain?",
        Phrase('The registrable domain, or "none".'),
        OF_LINKS,
    ),
    "mark": KindWords(
        "What is the text of a component?",
        Phrase('The text of the component, or "none", or "empty".'),
        "`text` (or `texts`), `parts`",
        is_asked=True,
    ),
    "origin": KindWords(
        "From base, reference, or both?",
        Phrase('One word or letter for each component, such as "base reference merged" or "brm".'),
        OF_PAIRS,
        is_asked=True,
    ),
    "rung": KindWords(
        "On which level of normalization do two become equal?",
        Phrase("The letter of one choice."),
        "`a`, `b`",
    ),
    "valid": KindWords(
        "Does a text match the grammar of an edition?",
        Phrase('"yes", or "no" and a number, such as "no 12".'),
        "`text` (or `texts`)",
        is_asked=True,
    ),
    "relative": KindWords(
        "Which reference leads from here to there?",
        Phrase('A reference, or "empty". A longer one that leads there is right, too.'),
        "`base`, `target` (or `targets`)",
    ),
    "write": KindWords(
        "Write a reference that meets conditions.",
        Phrase("A text that meets all conditions."),
        "`wants`, and `asks` for words of your own",
        is_asked=True,
    ),
    "editions": KindWords(
        "Which editions, and do browsers, make this target?",
        Phrase('Years and "browsers", such as "1997 browsers", or "none".'),
        f"{OF_PAIRS}, `result`",
    ),
    "base": KindWords(
        "What is the base URL of a link in a page?",
        Phrase("The letter of one choice, or the base URL."),
        "`page` (the text of a web page), `url` (where it is)",
    ),
    "steps": KindWords(
        "Which rules of 5.2.4 remove the dot segments?",
        Phrase('Letters in their order, such as "EEBE" or "E E B E".'),
        OF_PAIRS,
        of=("lines", "Which lines of the algorithm work on the path, in which order?"),
    ),
    "letters": KindWords(
        "Which letter of a host is of another script?",
        Phrase('A number, or "none".'),
        "`text` (or `texts`)",
        is_asked=True,
    ),
    "encode": KindWords(
        "Write a text with percent-encoding.",
        Phrase("The text with percent-encoding."),
        "`text` (or `texts`), `parts`",
    ),
    "decode": KindWords(
        "Decode percent-encoding.",
        Phrase("The decoded text."),
        "`text` (or `texts`), `times`",
    ),
}
