"""Answers in words: the right answer, and the forms in which answers can be given."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from uriinspector.analysis.international.scripts import script, script_name
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.core.listing import LISTINGS
from uriinspector.core.model import (
    EVIDENCE,
    HOST,
    Marked,
    Message,
    NamedTuple,
    kind_of,
    listed,
    message,
)
from uriinspector.core.parse import parse, resolve
from uriinspector.core.reference import Buffer, Step
from uriinspector.lessons.kinds import dot_removals, targets
from uriinspector.lessons.kinds.dot_removals import steps_of
from uriinspector.lessons.kinds.targets import BROWSERS
from uriinspector.lessons.mistake import EMPTY, NONE, OPEN, SAME_DOCUMENT
from uriinspector.lessons.mistakes.dots import BufferStep
from uriinspector.lessons.mistakes.grammar_answers import YES, GrammarText
from uriinspector.lessons.mistakes.hosts import plain
from uriinspector.lessons.mistakes.sameness import ComparedPair, rule_phrases
from uriinspector.lessons.question import Question


class KindWords(NamedTuple):
    """Texts about a kind of question.

    ``answer`` describes the allowed answers; ``is_asked`` is True if the question itself describes
    them. ``fixed`` describes the fields of a fixed question. ``of`` is the name and description of
    the kind's variant.
    """

    asks: str
    answer: Message
    fixed: str
    is_asked: bool = False
    of: tuple[str, str] = ("", "")


KINDS_IN_WORDS: dict[str, tuple[Any, ...]] = {
    "target": (
        "What is the target of a reference?",
        'The whole target, or "none", or "same document".',
        "`base`, `reference` (or `references`)",
    ),
    "where": (
        "To which host does a browser go?",
        'The host, or "none".',
        "`text` (or `texts`), `base` if it is relative",
        False,
        ("innermost", "What is the host of the innermost nested link?"),
    ),
    "site": (
        "What is the registrable domain?",
        'The registrable domain, or "none".',
        "`text` (or `texts`), `base` if it is relative",
    ),
    "mark": (
        "What is the text of a component?",
        'The text of the component, or "none", or "empty".',
        "`text` (or `texts`), `parts`",
        True,
    ),
    "origin": (
        "Does a component come from the base, the reference, or both?",
        'One word or letter for each component, such as "base reference merged" or "brm".',
        "`base`, `reference` (or `references`)",
        True,
    ),
    "rung": (
        "At which level of normalization do two references become equal?",
        "The letter of one choice.",
        "`a`, `b`",
    ),
    "valid": (
        "Does a text match the grammar of an edition?",
        '"yes", or "no" and a number, such as "no 12".',
        "`text` (or `texts`)",
        True,
    ),
    "relative": (
        "Which reference leads from one URL to another?",
        'A reference, or "empty". Any reference that leads to the target is right.',
        "`base`, `target` (or `targets`)",
    ),
    "write": (
        "Write a reference that meets the given conditions.",
        "Any text that meets all of the conditions.",
        "`wants`, `asks` (your own wording of the question)",
        True,
    ),
    "editions": (
        "Which editions give this target? Do browsers give it, too?",
        'Years, "browsers" or both, such as "1997 browsers"; or "none".',
        "`base`, `reference` (or `references`), `result`",
    ),
    "base": (
        "What is the base URL of a link on a page?",
        "The letter of one choice, or the base URL.",
        "`page` (the text of a web page), `url` (where it is)",
    ),
    "steps": (
        "Which rules of section 5.2.4 remove the dot segments?",
        'Letters in order, such as "EEBE" or "E E B E".',
        "`base`, `reference` (or `references`)",
        False,
        ("lines", "Which lines of the algorithm act on the path, and in which order?"),
    ),
    "letters": (
        "Which letter of a host is from another script?",
        'A number, or "none".',
        "`text` (or `texts`)",
        True,
    ),
    "encode": (
        "Write a text with percent-encoding.",
        "The text with percent-encoding.",
        "`text` (or `texts`), `parts`",
    ),
    "decode": ("Decode percent-encoding.", "The decoded text.", "`text` (or `texts`), `times`"),
}
KIND_WORDS = {
    name: KindWords(asks, message(answer), *more)
    for name, (asks, answer, *more) in KINDS_IN_WORDS.items()
}
# Kinds whose answers consist of several words; other answers are a single word, or text.
OF_WORDS = frozenset({"valid", "origin", "editions"})
QUOTED = expression('["\u201e]([^"\u201c\u201d\u201e]+)["\u201c\u201d]')


def written_answer(kind: str, answer: str, translate: Callable[[str], str]) -> str:
    """Return an answer in the language of the question: "no 25" is "nein 25" in German.

    Sheets name the allowed words in quotation marks, and must use the same words for the right
    answer.
    """
    template = KIND_WORDS[kind].answer.template
    words = dict(zip(_words(template), _words(translate(template)), strict=False))
    if kind in OF_WORDS:
        return " ".join(words.get(each, each) for each in answer.split(" "))
    return words.get(answer, answer)


def _words(template: str) -> Iterator[str]:
    """Yield the quoted texts, then each word in them."""
    quoted = QUOTED.findall(template)
    return chain(quoted, *(each.split() for each in quoted))


DOT_RULE = "5.2.4 2"
# The rules of RFC 3986 5.2.4 by letter.
DOT_RULES = {
    line.rule.removeprefix(DOT_RULE): message(line.words)
    for line in LISTINGS["2005"].lines
    if line.rule.startswith(DOT_RULE)
}


def offers(question: Question) -> tuple[str, ...]:
    """Return the answers to choose from; empty if the answer is typed or marked."""
    if question.kind == targets.RESULT:
        return tuple(targets.ways_of(question.given["base"], question.given["reference"]))
    if question.kind == dot_removals.NAME and not question.choices:
        return tuple(DOT_RULES)
    return question.letters


def offered(question: Question, offer: str) -> Message | None:
    """Return what an answer letter stands for; None if the option is self-explanatory."""
    if question.kind == dot_removals.NAME and not question.choices:
        return DOT_RULES.get(offer)
    choices = (each.phrase for each in question.choices)
    return dict(zip(question.letters, choices, strict=True)).get(offer)


def is_text(phrase: Message) -> bool:
    """Return True if a phrase is text from the question, not a sentence of the program."""
    return phrase.template == "{text}" and kind_of(phrase.args["text"]) == EVIDENCE


PHRASES: dict[str, tuple[str, dict[str, str]]] = {
    "target": (
        "Target: {target}",
        {"none": "There is no target.", "same document": "The target is the same document."},
    ),
    "where": (
        "Browsers go to {host}",
        {"none": "With this link, browsers do not connect to a host."},
    ),
    "site": (
        "Registrable domain: {host}",
        {"none": "With this link, browsers do not connect to a host."},
    ),
    "innermost": (
        "Host of the innermost link: {host}",
        {"none": "There is no link inside this link."},
    ),
    "relative": ("Reference: {reference}", {"empty": "The empty reference leads to the target."}),
    "write": ("A correct answer: {text}", {"": "No right answer was found."}),
    "encode": ("Encoded: {text}", {}),
    "decode": ("Decoded: {text}", {}),
}
OF_TARGET = {
    NONE: message("There is no target."),
    SAME_DOCUMENT: message("The target is the same document."),
    OPEN: message("The specification leaves this open."),
}
OF_MARKS = {NONE: "not present", EMPTY: "empty"}
BROWSERS_WORD = {BROWSERS: "Browsers"}
OF_OTHERS = {
    NONE: message('Also right: "none"'),
    SAME_DOCUMENT: message('Also right: "same document"'),
}


def evidence_phrase(template: str, **values: str) -> Message:
    """Fill the placeholders of a sentence with text from the question."""
    return message(template, **{name: Marked(text, EVIDENCE) for name, text in values.items()})


def answer_lines(question: Question) -> tuple[Message, ...]:
    """Return the right answer, and what else the edition allows."""
    return (*ANSWERS[question.kind](question), *other_answers(question))


def other_answers(question: Question) -> Iterator[Message]:
    """Yield the other right answers, if the edition allows more than one."""
    for key in question.also:
        if question.kind == "valid":
            yield message("Also right: character {number}", number=key.removeprefix("no "))
        elif question.kind in OF_WORDS:
            words = listed([BROWSERS_WORD.get(each, each) for each in key.split()])
            yield message("Also right: {text}", text=words)
        elif question.kind == "mark" and key in OF_MARKS:
            yield message("Also right: {text}", text=message(OF_MARKS[key]))
        else:
            yield OF_OTHERS.get(key) or evidence_phrase("Also right: {text}", text=key)


def solved_lines(question: Question) -> tuple[Message, ...]:
    """Return the right answer to a question that is not shown, without the letters of choices."""
    has_letters = bool(question.choices) and question.kind != "rung"
    return tuple(_choices(question)) if has_letters else answer_lines(question)


def _simple(question: Question) -> Iterator[Message]:
    """Yield a sentence that contains the key, or a fixed sentence for keys such as "none"."""
    if question.kind == "where" and question.choices:
        yield from _choices(question)
        return
    template, others = PHRASES[question.variant]
    if question.key in others:
        yield message(others[question.key])
        return
    place = template.partition("{")[2].removesuffix("}")
    kind = HOST if place == "host" else EVIDENCE
    yield message(template, **{place: Marked(question.key, kind)})


def _mark(question: Question) -> Iterator[Message]:
    part = message(question.given["part"])
    if question.key == NONE:
        yield message("This component is not present: {part}.", part=part)
    elif question.key == EMPTY:
        yield message("This component is present and empty: {part}.", part=part)
    else:
        yield message("{part}: {value}", part=part, value=Marked(question.key, EVIDENCE))


def _origins(question: Question) -> Iterator[Message]:
    for part, origin in zip(question.given["parts"].split(), question.key.split(), strict=True):
        args = {"part": message(part), "origin": message(origin)}
        yield message("{part}: {origin}", **args)


def _valid(question: Question) -> Iterator[Message]:
    first = GrammarText(**question.given).first
    if question.key == YES or first is None:
        yield message("The text matches the grammar.")
        return
    number = question.key.removeprefix("no ")
    text = question.given["text"][int(number) - 1 : first.end]
    if text:
        # White space by itself would not be visible.
        wrong = Marked(text if text.strip() else described(text[0]), EVIDENCE)
        yield message(
            "From character {number} on, the text does not match the grammar: {text}",
            number=number,
            text=wrong,
        )
    else:
        yield message("At character {number}, something is missing.", number=number)


def _choices(question: Question, *, has_letters: bool = False) -> Iterator[Message]:
    """Yield the right choices; with ``has_letters``, each after its letter."""
    if question.key == NONE:
        yield message("None of these")
        return
    for letter in question.key.split():
        words = offered(question, letter)
        if words is not None:
            yield message("{letter}: {words}", letter=letter, words=words) if has_letters else words


def _level(question: Question) -> Iterator[Message]:
    """Yield the level, and the rules that make the texts equal on it."""
    yield from _choices(question)
    yield from rule_phrases(ComparedPair(**question.given))


def _editions(question: Question) -> Iterator[Message]:
    if question.key == NONE:
        yield message("None of these")
        return
    for way in question.key.split():
        yield message("Browsers" if way == BROWSERS else "The {year} edition", year=way)


def _steps(question: Question) -> Iterator[Message]:
    if question.choices:
        yield from _choices(question, has_letters=True)
        return
    for each in steps_of(question):
        yield step_line(each)


def step_line(step: BufferStep) -> Message:
    """Return a step on one line: its rule, and both buffers after it."""
    return _buffers(f"2{step.letter}", step.output, step.input)


def _letters(question: Question) -> Iterator[Message]:
    if question.key == NONE:
        yield message(
            "No letter in the host is from a different script than the letters around it."
        )
        return
    char = question.given["text"][int(question.key) - 1]
    args = {"number": question.key, "name": message(script_name(script(char)))}
    yield message("Character {number} is from this script: {name}.", **args)


ANSWERS: dict[str, Callable[[Question], Iterator[Message]]] = {
    **dict.fromkeys(("target", "where", "site", "relative", "write", "encode", "decode"), _simple),
    "mark": _mark,
    "origin": _origins,
    "valid": _valid,
    "rung": _level,
    "base": _choices,
    "editions": _editions,
    "steps": _steps,
    "letters": _letters,
}


def leading_lines(question: Question) -> Iterator[Message]:
    """Yield the steps that lead to the answer, if a few lines can explain it."""
    given = question.given
    if question.kind == "target" or (question.kind == "steps" and question.choices):
        trace = resolve(given["base"], given["reference"], edition=given["edition"]).steps
        yield from (_step(each) for each in trace if each.part is None and each.after is not None)
    elif question.kind in {"where", "site"} and question.key != NONE and not given.get("of"):
        yield from _authority(question)


def _step(step: Step) -> Message:
    after, rule = step.after, step.rule
    if isinstance(after, Buffer):
        return _buffers(rule, after.output, after.input)
    return message("{rule}: {text}", rule=rule, text=Marked(str(after), EVIDENCE))


def _buffers(rule: str, output: str, rest: str) -> Message:
    done, left = Marked(output, EVIDENCE), Marked(rest, EVIDENCE)
    if not rest:
        return message("{rule}: output {output}, nothing left", rule=rule, output=done)
    if not output:
        return message("{rule}: no output, input {input}", rule=rule, input=left)
    return message("{rule}: output {output}, input {input}", rule=rule, output=done, input=left)


def _authority(question: Question) -> Iterator[Message]:
    """Yield the parts from the authority down to the host, if RFC 3986 and browsers agree on the
    host.
    """
    reference = parse(question.given["text"], edition="2005")
    host, is_site = reference.host, question.kind == "site"
    name, key = plain(host or ""), plain(question.key)
    if host is None or not (f".{name}".endswith(f".{key}") if is_site else name == key):
        return
    yield evidence_phrase("Authority: {value}", value=reference.authority or "")
    for part, text in (("userinfo", reference.userinfo), ("port", reference.port)):
        if text:
            yield message("{part}: {value}", part=message(part), value=Marked(text, EVIDENCE))
    if is_site:
        yield message("Host: {host}", host=Marked(host, HOST))
