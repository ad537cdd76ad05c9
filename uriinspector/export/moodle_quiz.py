"""Write questions as Moodle XML, with feedback for typical wrong answers and without live links.

Moodle turns plain addresses into links, even deceptive ones, so each is in a span of the class
"nolink". In answers, "*" is a wildcard unless there is a backslash before it.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from html import escape

from uriinspector.analysis.safe_text import visible
from uriinspector.core.expression import expression
from uriinspector.core.model import EVIDENCE, HOST, Message, message
from uriinspector.export.sheet_forms import EMPTY, SheetForm, answer_words, in_lines, shown_texts
from uriinspector.lessons.answer_lines import BROWSERS_WORD
from uriinspector.lessons.hints import RUNGS, hint
from uriinspector.lessons.kinds.table import judged
from uriinspector.lessons.kinds.targets import ways_of
from uriinspector.lessons.kinds.written_references import forms
from uriinspector.lessons.mistake import EMPTY as EMPTY_ANSWER
from uriinspector.lessons.mistake import NONE, SAME_DOCUMENT, leads
from uriinspector.lessons.mistakes.characters import MixedName, PlainText, lower_escapes
from uriinspector.lessons.pack import NEVER, Pack, PackItem, Scoring, Sheet, SheetRow
from uriinspector.lessons.question import (
    MEANINGS,
    AnswerChoice,
    NoQuestionError,
    Question,
    letter_of,
)
from uriinspector.lessons.wrong_answers import named_answers
from uriinspector.readers.browser import host_in_unicode

# Questions with free text, which Moodle cannot mark by comparison.
UNMARKED = frozenset({"write"})
# Questions whose answers are not case-sensitive.
WITHOUT_CASE = frozenset({"where", "site", "origin", "valid", "steps", "letters"})
IN_ORDER = frozenset({"rung", "editions"})  # choices that are not shuffled
SEVERAL = frozenset({"editions"})
CHOSEN = frozenset({"editions", "rung", "base", "mark"})
NONE_OF_THESE = message("None of these")
# The words that mean "none", "empty" or "same document", as students type them.
WORDS_ALLOWED = frozenset({"target", "where", "site", "letters", "relative", "steps"})
WORDS = {key: words.split() for key, words in MEANINGS.items()}
WORDS[SAME_DOCUMENT] = [
    f"{each} {word}" for each in WORDS[SAME_DOCUMENT] for word in ("document", "Dokument")
]
MOST_VARIANTS = 30
MOST_CHOICES = 6
# Texts that Moodle or a mail program turns into links.
ADDRESS = expression(r"(\S*(?:://|www\.|\w@\w)\S*)", re.IGNORECASE)
NO_XML = "\ufffe\uffff"


def unmarked(pack: Pack) -> list[str]:
    """Return the codes of the items that Moodle cannot mark."""
    return [each.code for each in pack.items if each.kind in UNMARKED]


def as_moodle(pack: Pack, sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """Yield a category for each item, with the distinct variants of its questions in all sheets."""
    rows = [row for sheet in sheets for row in sheet.rows]
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
    for item in pack.items:
        if item.kind in UNMARKED:
            continue
        # Slashes separate categories; a slash in a name is doubled.
        name = "/".join(each.replace("/", "//") for each in (pack.title, item.code))
        yield f'<question type="category"><category><text>$course$/top/{_xml(name)}'
        yield "</text></category></question>\n"
        asked: dict[tuple[str, ...], SheetRow] = {}
        for row in rows:
            if row.item == item.code and (item.fixed or row.number == 1):
                asked.setdefault(tuple(row.question.given.values()), row)
        for number, row in enumerate(asked.values(), 1):
            hints = "" if pack.reasons == NEVER else "".join(_hints(row.question, item, form))
            after = f"<penalty>{penalty(pack.scoring):.7f}</penalty>\n{hints}"
            yield from _question(row.question, f"{item.code} {number}", form, after)
    yield "</quiz>\n"


def penalty(scoring: Scoring) -> float:
    """Return the share of the mark that a wrong try costs in Moodle's interactive mode."""
    return max((scoring.first - scoring.second) / scoring.first, 0.0) if scoring.first else 0.0


def _hints(question: Question, item: PackItem, form: SheetForm) -> Iterator[str]:
    """Yield the hints after wrong tries: where to look, the rule, and a similar question with
    its answer.
    """
    for rung in range(1, RUNGS):  # except the last hint, which is the answer
        with suppress(NoQuestionError):
            made = hint(question, rung, item.wishes, question.seed or item.code)
            lines = "".join(f"<p>{html_of((each,), form)}</p>" for each in made.lines)
            text = _xml(lines + (f"<p>{escape(visible(made.cite))}</p>" if made.cite else ""))
            yield f'<hint format="html"><text>{text}</text></hint>\n' if text else ""


def _question(question: Question, name: str, form: SheetForm, after: str) -> Iterator[str]:
    has_choices = question.kind in CHOSEN
    kind = "multichoice" if has_choices else "shortanswer"
    yield f'<question type="{kind}">\n<name><text>{_xml(name)}</text></name>\n'
    asked = _xml(_asked(question, form, has_choices=has_choices))
    yield f'<questiontext format="html"><text>{asked}</text>'
    yield "</questiontext>\n<defaultgrade>1</defaultgrade>\n"
    if has_choices:
        single = "false" if question.kind in SEVERAL else "true"
        shuffle = "false" if question.kind in IN_ORDER else "true"
        yield f"<single>{single}</single><shuffleanswers>{shuffle}</shuffleanswers>"
        yield "<answernumbering>ABCD</answernumbering>\n"
        yield from _marks(question, form) if question.kind == "mark" else _choices(question, form)
    else:
        yield f"<usecase>{int(question.kind not in WITHOUT_CASE)}</usecase>\n"
        yield from _answers(question, form)
    yield after
    yield "</question>\n"


def _asked(question: Question, form: SheetForm, *, has_choices: bool) -> str:
    parts = [f"<p>{html_of((question.asks,), form)}</p>"]
    for label, text in shown_texts(question):
        shown = nolink(text) if text else f"<em>{escape(form.say(EMPTY))}</em>"
        parts.append(f"<p>{escape(form.say(label))}: {shown}</p>")
    if question.choices and not has_choices:
        words = (
            f"<p>{letter_of(at)}: {html_of((each.phrase,), form)}</p>"
            for at, each in enumerate(question.choices)
        )
        parts += words
    answer = "" if has_choices else answer_words(question, form)
    if answer:
        parts.append(f"<p>{escape(visible(answer))}</p>")
    return "".join(parts)


def _answers(question: Question, form: SheetForm) -> Iterator[str]:
    """Yield the right answers, and wrong ones with feedback."""
    right = list(dict.fromkeys((question.key, *right_texts(question, form))))
    for text in right:
        also = html_of(judged(question, text).diagnosis.phrases, form)
        yield _answer(100, wildcard_free(text), also, "moodle_auto_format")
    seen = {_folded(text, question) for text in right}
    for each in named_answers(question):
        if _folded(each.text, question) not in seen:
            seen.add(_folded(each.text, question))
            feedback = html_of(each.diagnosis.phrases, form)
            yield _answer(0, wildcard_free(each.text), feedback, "moodle_auto_format")


def right_texts(question: Question, form: SheetForm) -> Iterator[str]:
    """Yield all spellings of the right answer."""
    for key in question.also:
        yield from right_texts(replace(question, key=key, also=()), form)
    written = form.written(question.kind, question.key)
    yield from dict.fromkeys((question.key, written))
    if question.kind in WORDS_ALLOWED:
        yield from _meant_alike(question.key)
    if question.kind == "origin":
        for words in (question.key.split(), written.split()):
            yield ", ".join(words)
            yield " ".join(word[0] for word in words)
            yield "".join(word[0] for word in words)
    if question.kind == "steps":
        letters = question.key.replace(" ", "")
        yield from (letters, " ".join(letters), ", ".join(letters))
    if question.kind == "valid":
        yield question.key.replace(" ", ", ")
        yield question.key.removeprefix("no ")
        yield question.key.replace("no", "nein").replace("yes", "ja")
    if question.kind == "encode":
        given = PlainText(**question.given)
        for text in (question.key, given.shortest):
            yield from (text, lower_escapes(text))
    if question.kind == "letters":
        name = MixedName(**question.given)
        yield from (name.text[at] for at in name.places)
    if question.kind == "relative":
        base, target, edition = (question.given[name] for name in ("base", "target", "edition"))
        ways = (each for each in forms(base, target) if leads(base, each, target, edition))
        yield from (each or EMPTY_ANSWER for each in ways)


def _meant_alike(key: str) -> Iterator[str]:
    """Yield other words for keys such as "none", or a host as displayed by browsers."""
    for word in WORDS.get(key, ()):
        yield from dict.fromkeys((word, word[:1].upper() + word[1:]))
    if key not in WORDS and ":" not in key:
        yield host_in_unicode(key)


def _marks(question: Question, form: SheetForm) -> Iterator[str]:
    """Yield the right component as a choice, and a wrong one for each kind of mistake."""
    wrong = {each.diagnosis.mistake: each for each in reversed(named_answers(question))}
    yield _answer(100, nolink(form.written(question.kind, question.key)), "", "html")
    for each in list(reversed(wrong.values()))[: MOST_CHOICES - 1]:
        text = nolink(form.written(question.kind, each.text))
        yield _answer(0, text, html_of(each.diagnosis.phrases, form), "html")


def _choices(question: Question, form: SheetForm) -> Iterator[str]:
    choices, right = list(question.choices), question.key.split()
    codes = [letter_of(at) for at in range(len(choices))]
    reasons = {each.text: each.diagnosis for each in named_answers(question)}
    if question.kind == "editions":
        codes = ways_of(question.given["base"], question.given["reference"])
        choices = [AnswerChoice(code, message(BROWSERS_WORD.get(code, code))) for code in codes]
    if question.kind in SEVERAL:
        choices.append(AnswerChoice(NONE, NONE_OF_THESE))
        codes.append(NONE)
    for code, choice in zip(codes, choices, strict=True):
        whole = round(100 / len(right), 5)
        is_open = any(code in key.split() for key in question.also)
        wrong = -whole if question.kind in SEVERAL and not is_open else 0
        reason = reasons.get(code)
        feedback = html_of(reason.phrases, form) if reason else ""
        text = html_of((choice.phrase,), form)
        yield _answer(whole if code in right else wrong, text, feedback, "html")


def _answer(fraction: float, text: str, feedback: str, form: str) -> str:
    return (
        f'<answer fraction="{fraction:g}" format="{form}"><text>{_xml(text)}</text>'
        f'<feedback format="html"><text>{_xml(feedback)}</text></feedback></answer>\n'
    )


def _folded(text: str, question: Question) -> str:
    return text.casefold() if question.kind in WITHOUT_CASE else text


def wildcard_free(text: str) -> str:
    return text.replace("*", "\\*")


def html_of(phrases: Iterable[Message], form: SheetForm) -> str:
    """Return phrases as HTML in the form's language, with quoted texts that never become links."""
    return " ".join(
        "".join(
            nolink(piece.text) if piece.kind in {EVIDENCE, HOST} else _plain(piece.text)
            for piece in form.say.pieces(phrase)
        )
        for phrase in phrases
    )


def _plain(text: str) -> str:
    """Return our own text, preventing example addresses in it from becoming links."""
    parts = ADDRESS.split(text)
    return "".join(nolink(part) if at % 2 else escape(part) for at, part in enumerate(parts))


def nolink(text: str) -> str:
    """Return a text that Moodle does not turn into a link."""
    return f'<span class="nolink"><code>{in_lines(text)}</code></span>'


def _xml(text: str) -> str:
    """Escape a text for XML; replace characters that XML does not allow by visible ones."""
    return escape("".join(char if _is_allowed(char) else visible(char) for char in text))


def _is_allowed(char: str) -> bool:
    return char in "\t\n\r" or " " <= char <= "\ud7ff" or (char >= "\ue000" and char not in NO_XML)
