"""Questions about resolution: the target, the origin of its components, and differences between
editions.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from operator import eq

from uriinspector import EDITIONS
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, message
from uriinspector.core.parse import Resolution, resolve
from uriinspector.lessons.diagnosis import UNNAMED, Diagnosis, of_target, one_by_one
from uriinspector.lessons.draw import Draw, Pool
from uriinspector.lessons.mistake import (
    FIVE,
    NONE,
    SAME_DOCUMENT,
    Mistake,
    allowed_answers,
    allowed_resolutions,
    answer_of,
    components,
    holds,
    is_defined,
    quoted,
)
from uriinspector.lessons.mistakes.pairs import RESOLVING, Pair
from uriinspector.lessons.question import (
    Judged,
    Question,
    QuestionKind,
    Wishes,
    can_go_wrong,
    meant,
    not_right,
    values_of,
)
from uriinspector.readers import browser

TARGET, PAIR = "target", "base reference edition"
BASES = (
    "{scheme}://{host}/{dir}/{dir}/{file}?{query}",
    "{scheme}://{host}/{dir}/{dir}/{file}",
    "{scheme}://{host}/{dir}/{dir}/{dir}/{file}?{query}",
    "{scheme}://{host}/{dir}/{dir}/{dir}/{file}",
    "{scheme}://{host}/{dir}/{dir}/{file}?{query}#{fragment}",
    "{scheme}://{host}/{dir}/{dir}/",
    "{scheme}://{host}/{dir}/{dir}/{file};{name}?{query}",
    "{scheme}://{host}:{port}/{dir}/{dir}/{file}",
    "{scheme}://{user}@{host}/{dir}/{dir}/{file}",
    "{scheme}://{host}",
)
REFERENCES = (
    "{name}",
    "{name}/{name}",
    "./{name}",
    "../{name}",
    "../../{name}",
    "../{dir}/{name}",
    "{dir}/../{name}",
    "{dir}/./{name}",
    "../../../../../{name}",
    "..",
    "../..",
    ".",
    "../",
    "./",
    "{name}/",
    "?{query}",
    "{name}?{query}",
    "../{name}?{query}",
    "#{fragment}",
    "{name}#{fragment}",
    "{name}?{query}#{fragment}",
    "",
    "?",
    "#",
    "{name}?",
    "{name}#",
    "/{name}",
    "/{dir}/{name}",
    "/{dir}/../{name}",
    "//{host}",
    "//{host}/{name}",
    "//{host}/{dir}/../{name}",
    "{scheme}:{name}",
    "{name}:{name}",
    "{name}?{query}/../{name}",
    "{name}#{fragment}/../{name}",
    "..{name}",
    "{name}..",
    "%2e%2e/{name}",
    "..//{name}",
    "{dir}//../{name}",
    "{dir}//{name}",
    "{name};{name}",
    "{name};{name}/../{name}",
)


def target_question(given: Mapping[str, str]) -> Question:
    """Make a question about a base and a reference."""
    values = values_of(given, PAIR)
    year = values["edition"]
    asks = message("What is the target of the reference in the {year} edition?", year=year)
    key, *also = allowed_answers(**values)
    return Question(TARGET, values, asks, key, also=tuple(also))


def draw_pair(
    draw: Draw, wishes: Wishes, references: Sequence[str] = REFERENCES
) -> tuple[str, str]:
    """Draw a base and a reference from templates, with the same words in both."""
    pool = Pool(draw)
    base = pool.text(wishes.bases or BASES)
    return base, pool.text(wishes.references or references, base.partition(":")[0])


def draw_target(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a pair that has a target, and for which a requested mistake gives another answer."""
    base, reference = draw_pair(draw, wishes)
    given = {"base": base, "reference": reference, "edition": wishes.edition}
    resolution = resolve(base, reference, edition=wishes.edition)
    if resolution.target is None or not is_defined(resolution):
        return None
    last = [each.after for each in resolution.steps if isinstance(each.after, str)]
    if not last or last[-1] != resolution.target:
        return None

    wrong = can_go_wrong(wishes, RESOLVING, Pair(**given), partial(eq, resolution.target))
    return target_question(given) if wrong else None


def explained(resolution: Resolution, answer: str) -> Diagnosis:
    """Return the reasons why an answer is not the target of a strict resolution."""
    pair = Pair(resolution.base, resolution.reference, resolution.edition)
    return of_target(pair, _target_given(pair.reference, answer))


def _target_given(reference: str, answer: str) -> str:
    """Return the answer, replacing words for "no target" by their key.

    The examples of the 1997 and 2003 editions write "(current document)#s", with the reference's
    fragment.
    """
    text = answer.strip()
    words, mark, fragment = text.partition("#")
    meaning = meant(words)
    if meaning == SAME_DOCUMENT and mark:
        return meaning if reference.partition("#")[2] == fragment else text
    return meaning if meaning in {NONE, SAME_DOCUMENT} else text


def judge_target(asked: Question, answer: str) -> Judged:
    """Judge the target character by character, ignoring surrounding white space."""
    given = asked.given
    text = _target_given(given["reference"], answer)
    if text == asked.key:
        return Judged(True)
    return Judged(False, of_target(Pair(**given), text))


TARGET_KIND = QuestionKind(TARGET, draw_target, target_question, judge_target)

ORIGIN = "origin"
ORIGINS = ("base", "reference", "merged")
# First letters of answers in English and German (Basis, Referenz, zusammen, gemischt).
ORIGIN_LETTERS = {"b": "base", "r": "reference"} | dict.fromkeys("mzg", "merged")
ORIGIN_WORDS = dict.fromkeys(("both", "beide", "beides", "verschmolzen"), "merged")
ORIGIN_WORD = expression(r"[^\W\d_]+")
ORIGIN_ASKS = (
    "Where does each component come from?",
    "Where does {a} come from: base, reference or both (merged)?",
    "Where do {a} and {b} come from? One word or letter each: base, reference, merged.",
    "Where do {a}, {b} and {c} come from? One word or letter each: base, reference, merged.",
    "Where do {a}, {b}, {c} and {d} come from? One word or letter each: base, reference, merged.",
    "Where do {a}, {b}, {c}, {d} and {e} come from? One word or letter each: base, reference, "
    "merged.",
)
COMES_FROM = {
    "base": "This component comes from the base: {part}.",
    "reference": "This component comes from the reference: {part}.",
    "merged": "This component is merged from base and reference: {part}.",
}


def origins_of(given: Mapping[str, str]) -> dict[Part, str]:
    """Return each component that the target has, with its origin."""
    resolution = resolve(given["base"], given["reference"], edition=given["edition"])
    origins = resolution.origins
    return {part: origins[part] for part in FIVE if part in origins}


def origin_question(given: Mapping[str, str]) -> Question:
    """Make a question about the origins of the target's components."""
    pair = values_of(given, PAIR)
    origins = origins_of(pair)
    args = {name: message(part.value) for name, part in zip("abcde", origins, strict=False)}
    asks = message(ORIGIN_ASKS[len(args)], **args)
    ways = (each.origins for each in allowed_resolutions(**pair))
    key, *also = dict.fromkeys(
        " ".join(way[part] for part in origins) for way in ways if origins.keys() <= way.keys()
    )
    values = {**pair, "parts": " ".join(origins)}
    return Question(ORIGIN, values, asks, key, also=tuple(also))


def draw_origins(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a pair whose target's components have at least two different origins."""
    drawn = draw_target(draw, wishes)
    if drawn is None:
        return None
    result = origin_question(drawn.given)
    return result if len(set(result.key.split())) > 1 else None


def judge_origins(asked: Question, answer: str) -> Judged:
    """Judge one word for each component, in order."""
    written = ORIGIN_WORD.findall(answer.casefold())
    if not written:
        return Judged(None)
    if len(written) == 1 and set(written[0]) <= ORIGIN_LETTERS.keys():
        written = list(written[0])
    parts, keys = asked.given["parts"].split(), asked.key.split()
    words = [ORIGIN_WORDS.get(word) or ORIGIN_LETTERS.get(word[0]) for word in written]
    if len(words) != len(parts):
        words = [each for each in words if each]
    if words == keys:
        return Judged(True)
    if len(words) != len(parts):
        return not_right(message("The question asks for {count} words.", count=str(len(parts))))
    wrong = {
        part: Mistake("wrong-origin", message(COMES_FROM[right], part=message(part)), (CLAUSE,))
        for part, given, right in zip(parts, words, keys, strict=True)
        if given != right
    }
    diagnosis = one_by_one(wrong.values())
    pair = Pair(**{name: asked.given[name] for name in PAIR.split()})
    why = (
        reason
        for of, when, reason in ORIGIN_REASONS
        if next(iter(wrong)) in of and holds(when, pair)
    )
    return Judged(False, diagnosis._replace(near=(*diagnosis.near, *islice(why, 1))))


# Components, a condition, and the reason for their origin; the first that applies is given.
ORIGIN_REASONS = (
    (
        "scheme authority path query",
        "r.scheme !same_scheme",
        message("The reference has a scheme, so it takes nothing from the base."),
    ),
    (
        "scheme authority path query",
        "r.authority",
        message('The reference begins with "//", so it takes only the scheme from the base.'),
    ),
    ("scheme", "relative", message("The reference has no scheme.")),
    ("authority", "relative", message('The reference does not begin with "//".')),
    (
        "path",
        "r.is_rooted",
        message("The path of the reference begins with a slash, so it is not merged."),
    ),
    (
        "path",
        "merged",
        message("The path of the reference does not begin with a slash, so it is merged."),
    ),
    (
        "path",
        "relative !r.path",
        message("The reference has no path, so the path of the base is kept."),
    ),
    ("fragment", "", message("The fragment always comes from the reference.")),
)
CLAUSE = "RFC 3986 5.2.2"
ORIGIN_KIND = QuestionKind(ORIGIN, draw_origins, origin_question, judge_origins)

RESULT = "editions"
BROWSERS = "browsers"
WAYS = (*EDITIONS, BROWSERS)
EDITION_WORDS = {
    **{year: year for year in EDITIONS},
    "browsers": BROWSERS,
    "browser": BROWSERS,
    "3986": "2005",
    "1738": "1994",
}
# Words to ignore between editions.
AND = frozenset(
    {"and", "und", "sowie", "only", "nur", "rfc", "edition", "editions", "ausgabe", "ausgaben"}
)
WORD_OR_YEAR = expression(r"[^\W_]+")
# References that the editions often resolve differently.
EDITION_REFERENCES = (
    "?{query}",
    "#{fragment}",
    "",
    "../../../../{name}",
    "/../{name}",
    "/./{name}",
    "{name}?{query}/../{name}",
    "{scheme}:{name}",
    "{name}/..",
    "./{name}",
    "{name};{name}/../{name}",
    "..",
)


def ways_of(base: str, reference: str) -> list[str]:
    """Return the editions whose text decides the case, followed by browsers."""
    editions = [year for year in EDITIONS if is_defined(resolve(base, reference, edition=year))]
    return [*editions, BROWSERS]


def result_of(way: str, base: str, reference: str) -> str | None:
    """Return the result of an edition, or of browsers, for a pair."""
    if way == BROWSERS:
        return browser.read(reference, base).serialized
    return answer_of(resolve(base, reference, edition=way))


def editions_question(given: Mapping[str, str]) -> Question:
    """Make a question about a pair and a result."""
    values = values_of(given, "base reference result")
    ways = ways_of(values["base"], values["reference"])
    asks = message(
        'Which of these give this target: {years}, browsers? Name all of them, or answer "none".',
        years=", ".join(ways[:-1]),
    )
    pair, result = (values["base"], values["reference"]), values["result"]
    makes = [way for way in ways if result_of(way, *pair) == result]
    can_make = [
        year
        for year in ways
        if year not in {*makes, BROWSERS} and result in allowed_answers(*pair, year)
    ]
    also = (
        " ".join((*makes, *more))
        for count in range(1, len(can_make) + 1)
        for more in combinations(can_make, count)
    )
    return Question(RESULT, values, asks, " ".join(makes) or NONE, also=tuple(also))


def draw_editions(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a pair that editions or browsers resolve differently, and pick one of the results."""
    pair = draw_pair(draw, wishes, EDITION_REFERENCES)
    results = [result_of(way, *pair) for way in ways_of(*pair)]
    base, reference = pair
    hosts = {components(base)[1], components(reference)[1], None}
    # Results with another host are not printed: next to a name, it could be a real host.
    texts = sorted({each for each in results if each and components(each)[1] in hosts})
    texts = [each for each in texts if ":" in each]
    if len(set(results)) < 2 or not texts:
        return None
    return editions_question({"base": base, "reference": reference, "result": draw.choice(texts)})


def judge_editions(asked: Question, answer: str) -> Judged:
    """Judge a list of editions in any order."""
    words = set() if meant(answer) == NONE else {*WORD_OR_YEAR.findall(answer.casefold())} - AND
    if words - EDITION_WORDS.keys() or not (words or meant(answer)):
        return not_right(message('Answer with years, with "browsers", or with both.'))
    given = {EDITION_WORDS[word] for word in words}
    key = set() if asked.key == NONE else set(asked.key.split())
    if given == key:
        return Judged(True)
    wrong = tuple(_wrong_editions(asked, given, key))
    return Judged(False, one_by_one(wrong) if wrong else UNNAMED)


def _wrong_editions(asked: Question, given: set[str], key: set[str]) -> Iterator[Mistake]:
    ways = ways_of(asked.given["base"], asked.given["reference"])
    allowed = {way for each in asked.also for way in each.split()}
    for way in WAYS:
        if way in allowed - key:
            continue
        if way in given - set(ways):
            reason = message("The {way} edition leaves this open.", way=way)
            yield Mistake("edition-too-many", reason)
        elif way in given - key:
            real = result_of(way, asked.given["base"], asked.given["reference"])
            shown = quoted(real or NONE)
            reason = message(
                "In the {way} edition, the result is different: {text}.", way=way, text=shown
            )
            if way == BROWSERS:
                reason = message("In browsers, the result is different: {text}.", text=shown)
            yield Mistake("edition-too-many", reason)
        elif way in key - given:
            reason = message("In the {way} edition, the result is the same.", way=way)
            if way == BROWSERS:
                reason = message("Browsers arrive at this target, too.")
            yield Mistake("edition-left-out", reason)


EDITIONS_KIND = QuestionKind(RESULT, draw_editions, editions_question, judge_editions)
