"""Questions about the characters of a text: percent-encoding, and valid characters."""

from collections.abc import Iterator, Mapping
from itertools import islice
from unicodedata import normalize

from uriinspector.analysis.correction import Correction, correct
from uriinspector.core.expression import expression
from uriinspector.core.model import Message, Part, message
from uriinspector.core.parse import parse
from uriinspector.core.percent import encode
from uriinspector.lessons.diagnosis import Diagnosis, diagnosed, of_choice
from uriinspector.lessons.draw import Draw, Pool
from uriinspector.lessons.mistake import Mistake, by_code, quoted
from uriinspector.lessons.mistakes.characters import (
    DECODING,
    ENCODING,
    ESCAPE,
    MOST_TIMES,
    NEEDLESS,
    STAYS,
    UNRESERVED,
    EncodedText,
    PlainText,
    decoded_only,
    decoding_slips,
    encoding_slips,
)
from uriinspector.lessons.mistakes.grammar_answers import NO, ROWS, YES, GrammarText
from uriinspector.lessons.question import (
    Judged,
    Question,
    QuestionKind,
    Wishes,
    not_right,
    values_of,
)

ENCODE, DECODE = "encode", "decode"
PLACES = {
    Part.USERINFO: "the userinfo",
    Part.PATH: "one segment of a path",
    Part.QUERY: "a query",
    Part.FRAGMENT: "a fragment",
}
# Texts to encode; their encoded forms are the texts to decode.
TEXTS = (
    "{dir} {name}",
    "{dir}/{name}",
    "{dir}?{name}",
    "{dir}#{fragment}",
    "50% {dir}",
    "100%/{name}",
    "{dir} & {name}",
    "{user} {dir}/{name}",
    "caf\u00e9 {dir}",
    "{dir}/m\u00fcller",
    "{name} 5 \u20ac",
    "\u00fcber {dir}#{fragment}",
    "{dir}+{name} {fragment}",
    "a+b = {name}?",
    "{user}@{dir}/{name}",
    "{dir} [{name}]",
    "~{user}/{dir} {name}",
    "na\u00efve {dir}?",
)
UPPER = message("Uppercase letters are usual in percent-encoding.")
FORM_DATA = message(
    'In a query with form data, "&", "=" and "+" have a special meaning. Encode them if they are '
    "data."
)
ANOTHER_TEXT = message("Your answer decodes to a different text.")
NOT_ALLOWED = message("Your answer has a character that this component does not allow.")
NOT_IT = message("Your answer is not the result of decoding.")
TIMES = {
    "1": "Decode the percent-encoding of this text once.",
    "2": "Decode the percent-encoding of this text twice in a row.",
    "3": "Decode the percent-encoding of this text three times in a row.",
}


def encode_question(given: Mapping[str, str]) -> Question:
    """Make a question about encoding a text as data of a component."""
    values = values_of(given, "text part")
    asks = message(
        "Write this text with percent-encoding in UTF-8, as data in {place}. ASCII letters, "
        "digits and -._~ stay as they are.",
        place=message(PLACES[Part(values["part"])]),
    )
    return Question(ENCODE, values, asks, PlainText(**values).key)


def decode_question(given: Mapping[str, str]) -> Question:
    """Make a question about decoding a text."""
    values = values_of(given, "text times")
    asks = message(TIMES[values["times"]])
    return Question(DECODE, values, asks, EncodedText(**values).key)


def draw_encode(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a text with something that must be encoded."""
    text = Pool(draw).text(wishes.texts or TEXTS)
    part = Part(draw.choice(tuple(wishes.parts) or tuple(each.value for each in PLACES)))
    given = PlainText(text, part)
    must = set(text) - STAYS[part]
    return encode_question({"text": text, "part": part.value}) if must and given.key else None


def draw_decode(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a text encoded as many times as it is to be decoded, or one time more."""
    text = Pool(draw).text(wishes.texts or TEXTS)
    times = int(draw.choice(wishes.levels)) if wishes.levels else 1 + draw.number(2)
    layers = min(times + draw.number(2), MOST_TIMES)
    texts = [text]
    for _ in range(layers):
        texts.append(encode(texts[-1], Part.QUERY) or "")
    drawn = decode_question({"text": texts[-1], "times": str(times)})
    return drawn if drawn.key == texts[layers - times] != drawn.given["text"] else None


def judge_encode(asked: Question, answer: str) -> Judged:
    """Judge an encoded text; characters that are not delimiters may be encoded or not."""
    text = answer.strip()
    given = PlainText(**asked.given)
    if given.is_right(text):
        is_lower = any(each != each.upper() for each in ESCAPE.findall(text))
        is_form = given.part == Part.QUERY and not set("&=+").isdisjoint(text)
        notes = (*((UPPER,) if is_lower else ()), *((FORM_DATA,) if is_form else ()))
        return Judged(True, Diagnosis(near=notes))
    near = NOT_ALLOWED if set(ESCAPE.sub("", text)) - STAYS[given.part] else ANOTHER_TEXT
    if given.is_right(decoded_only(text, UNRESERVED)):
        return Judged(False, Diagnosis((NEEDLESS,)))
    found = diagnosed(ENCODING, given, text, near, given.alike)
    if not found.causes:
        found = _slipped(ENCODING, encoding_slips(given, text), near)
    return Judged(False, found)


def _slipped(mistakes: tuple[Mistake, ...], codes: tuple[str, ...], near: Message) -> Diagnosis:
    """Return the mistakes with these codes, made together."""
    made = tuple(each for each in mistakes if each.code in codes)
    return Diagnosis(made, is_joint=len(made) > 1, near=() if made else (near,))


def judge_decode(asked: Question, answer: str) -> Judged:
    """Judge a decoded text character by character."""
    text = answer.strip()
    # Keyboards compose accents in different ways.
    if normalize("NFC", text) == normalize("NFC", asked.key.strip()):
        return Judged(True)
    given = EncodedText(**asked.given)
    found = diagnosed(DECODING, given, text, NOT_IT, is_same_inside)
    return Judged(
        False, found if found.causes else _slipped(DECODING, decoding_slips(given, text), NOT_IT)
    )


def is_same_inside(answer: str | None, wrong: str | None) -> bool:
    """Return True if two texts are the same, apart from surrounding white space."""
    return answer == (wrong or "").strip()


ENCODING_KINDS = (
    QuestionKind(ENCODE, draw_encode, encode_question, judge_encode),
    QuestionKind(DECODE, draw_decode, decode_question, judge_decode),
)

VALID = "valid"
WORD_OR_PLACE = expression(r"[^\W\d_]+|\d{1,6}")
LONGEST = 100  # maximum length of an answer
YES_OR_NO = {
    **dict.fromkeys(["yes", "y", "ja", "j", "valid", "gültig"], YES),
    **dict.fromkeys(["no", "n", "nein", "not", "nicht", "kein", "invalid", "ungültig"], NO),
}
AGREEING = frozenset({"yes", "y", "ja", "j"})
DELIMITER = expression("[/?#:]")
# Possible continuations of a component, and of a text: a byte, a host after userinfo, an address.
OF_COMPONENT = ("", "a", "1")
ENDINGS = (*OF_COMPONENT, "A1", "@a", "@a/", "a.a", "]", ":]", "::]", "1]", "a:a")
MOST_VIABLE = 40
# Templates of texts that are valid in some editions, in all, or in none.
FORMS = (
    "{scheme}://{host}/{dir}/{name}",
    "{dir}/{name}",
    "//{host}/{name}",
    "{scheme}://{host}:/{dir}/{name}",
    "{scheme}://{dir}_{user}.example/{file}",
    "{scheme}://{user}@{host}/{dir}",
    "{scheme}://{host}/{dir}?",
    "{scheme}://{host}/{dir}#",
    "{scheme}://{host}?{query}",
    "{scheme}://[2001:db8::1]/{dir}",
    "{scheme}://{host}/~{user}/{name}",
    "{scheme}://{host}/{dir}/%20{name}",
    "../{name}?{query}",
    "{scheme}://{host}/{dir} {name}",
    "{scheme}://{host}/{dir}/%{name}",
    "{scheme}://{host}/{dir}/{name}%",
    "{scheme}://{host}/{dir}/[{name}]",
    "{scheme}://{host}/{dir}/{name}\u00e9",
    "{scheme}://{host}/{dir}|{name}",
    '{scheme}://{host}/{dir}/"{name}"',
    "{scheme}://{host}/{dir}?{query}#{fragment}#{fragment}",
    "{scheme}://{host}/{dir}\\{name}",
    "{scheme}://{host}/{dir}?{query}^2",
    "{scheme}://{host}/<{name}>",
)


def valid_question(given: Mapping[str, str]) -> Question:
    """Make a question about the validity of a text."""
    values = values_of(given, "text edition")
    asks = message(
        'Does this match the grammar of the {year} edition? Answer "yes", or "no" '
        "and the number of the first character that does not match, counted from 1.",
        year=values["edition"],
    )
    places = dict.fromkeys(places_of(GrammarText(**values)))
    key, *also = (f"{NO} {at + 1}" for at in places) if places else (YES,)
    return Question(VALID, values, asks, key, also=tuple(also))


def places_of(given: GrammarText) -> Iterator[int]:
    """Yield the positions of characters that may count as the first one that does not match.

    The first is the violation if it is a single character, or else where the text stops matching.
    If that is ":", another is the first character that a scheme cannot contain. The last is the one
    after which the text can no longer be completed: "%" and a port can match up to there.
    """
    text, first, year = given.text, given.first, given.edition
    if first is None:
        return
    is_one = first.end - first.start <= 1
    yield first.start if is_one else next(_stuck(given, OF_COMPONENT), first.start)
    front = text[: first.start]
    if text[first.start : first.start + 1] == ":" and not DELIMITER.search(front):
        yield next(
            at
            for at in range(len(front))
            if parse(f"{front[: at + 1]}:x", edition=year).scheme is None
        )
    yield from islice(_stuck(given, ENDINGS), 1)


def _stuck(given: GrammarText, endings: tuple[str, ...]) -> Iterator[int]:
    """Yield the position of each character after which no ending makes the text valid."""
    start = given.first.start if given.first else 0
    for at in range(start, min(len(given.text), start + MOST_VIABLE)):
        front = given.text[: at + 1]
        if not any(parse(front + end, edition=given.edition).valid for end in endings):
            yield at


def draw_valid(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a valid text, or one whose first violation is one character."""
    text = Pool(draw).text(wishes.texts or FORMS)
    given = GrammarText(text, wishes.edition)
    first = given.first
    if (given.key == YES) != (first is None):
        return None
    if first is not None and first.end - first.start != 1:
        return None
    return valid_question({"text": text, "edition": wishes.edition})


def judge_valid(asked: Question, answer: str) -> Judged:
    """Judge "yes", or "no" with a position; the diagnosis says how to correct an invalid text."""
    words = WORD_OR_PLACE.findall(answer.casefold()[:LONGEST])
    numbers = [each for each in words if each[0].isdigit()]
    answers = {YES_OR_NO[each] for each in words if each in YES_OR_NO} or {NO for _ in numbers}
    is_both = NO in answers and not AGREEING.isdisjoint(words)
    if not answers or is_both or len(numbers) > 1:
        return not_right(message('Answer "yes", or "no" and a number.'))
    given = GrammarText(**asked.given)
    place = int(numbers[0]) - 1 if numbers else None
    result = _judged(asked, given, NO if NO in answers else YES, place)
    corrected = correct(given.text, edition=given.edition)
    if not isinstance(corrected, Correction):
        return result
    correction = message("Corrected: {written}", written=quoted(corrected.text))
    near = (*result.diagnosis.near, correction)
    return result._replace(diagnosis=result.diagnosis._replace(near=near))


def _judged(asked: Question, given: GrammarText, choice: str, place: int | None) -> Judged:
    """Judge an answer; ``judged`` compares it with other positions that also count as right."""
    key, _, number = asked.key.partition(" ")
    if choice != key:
        diagnosis = of_choice(ROWS, given, choice)
        char = given.text[place : place + 1] if place is not None and place >= 0 else ""
        if char and diagnosis.mistake == "called-invalid":
            near = message("This edition allows {text} in that position.", text=quoted(char))
            diagnosis = diagnosis._replace(near=(near,))
        return Judged(False, diagnosis)
    if not number:
        return Judged(True) if place is None else Judged(False, of_choice(ROWS, given, NO))
    right = int(number) - 1
    if place == right:
        return Judged(True)
    if place is None:
        near = message(
            "The text does not match the grammar. Which is the first character that does not match?"
        )
        return Judged(False, Diagnosis(near=(near,)))
    diagnosis = of_choice(ROWS, given, f"{NO} {place + 1}")
    if not diagnosis.causes:
        code = "later-violation" if place > right else "earlier-place"
        diagnosis = Diagnosis((by_code(ROWS)[code],))
    return Judged(False, diagnosis)


VALID_KIND = QuestionKind(VALID, draw_valid, valid_question, judge_valid)
