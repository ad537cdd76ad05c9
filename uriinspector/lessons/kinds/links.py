"""Questions about one link: a component, its destination, a letter in its host, its base."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from uriinspector.analysis.domains import site_of
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, Part, Span, message
from uriinspector.core.parse import resolve
from uriinspector.core.reference import recompose
from uriinspector.documents.scan import scan
from uriinspector.lessons.diagnosis import NOT_THE_COMPONENT, diagnosed, of_choice, of_host
from uriinspector.lessons.draw import Draw, Pool
from uriinspector.lessons.kinds.scenes import SCENES, in_scene, judge_scene, scene_question
from uriinspector.lessons.mistake import EMPTY, FIVE, NONE, components, quoted
from uriinspector.lessons.mistakes.characters import SCRIPTS, MixedName, same_escapes
from uriinspector.lessons.mistakes.hosts import (
    HOSTS,
    NESTED,
    LinkQuestion,
    NestedLink,
    SiteQuestion,
    same_host,
)
from uriinspector.lessons.mistakes.page_bases import PAGE_BASE_ROWS, PageBase
from uriinspector.lessons.mistakes.part_spans import PARTS, MarkedLink
from uriinspector.lessons.question import (
    Judged,
    Question,
    QuestionKind,
    Wishes,
    can_go_wrong,
    judged_choice,
    meant,
    not_right,
    text_choice,
    values_of,
    with_choices,
)
from uriinspector.lessons.tricks import (
    HONEST,
    HONEST_MIXED,
    MIXED,
    built_link,
    honest_host,
    with_look_alike,
)
from uriinspector.readers import browser
from uriinspector.readers.browser import host_in_browsers

MARK = "mark"


def key_of(text: str | None) -> str:
    """Return a component as it is given in an answer."""
    return NONE if text is None else text or EMPTY


def mark_question(given: Mapping[str, str]) -> Question:
    """Make a question about a component of a link."""
    values = values_of(given, "text part edition")
    part = Part(values["part"])
    is_usual = values["edition"] == "2005"
    asks = message(
        'What is the text of this component: {part}? Answer "none" if it is not present, "empty" '
        "if it is empty."
        if is_usual
        else 'What is the text of this component in the {year} edition: {part}? Answer "none" if '
        'it is not present, "empty" if it is empty.',
        part=message(part.value),
        **({} if is_usual else {"year": values["edition"]}),
    )
    marked = MarkedLink(**values)
    return Question(MARK, values, asks, key_of(marked.key), also=tuple(other_marks(marked)))


def other_marks(marked: MarkedLink) -> Iterator[str]:
    """Yield other right answers, where the text of an edition contradicts itself.

    Before the 2005 edition, the grammar omits an empty path or host, but the expression of appendix
    B finds it. In the 1994 edition, the slash before a url-path is not part of it (RFC 1738 3.1),
    and an empty fragment counts as none (draft 02). In the 2003 edition, an opaque part has neither
    path nor query according to the grammar, but the expression divides it.
    """
    reference, key, part = marked.reference, marked.key or "", marked.part
    edition, has_authority = reference.edition, reference.authority is not None
    optional = {Part.PATH, Part.HOST} | ({Part.FRAGMENT} if edition == "1994" else set())
    if edition != "2005" and marked.key == "" and part in optional:
        yield NONE
    if edition == "1994" and has_authority and key[:1] == "/":
        yield from (key[1:],) if key[1:] else (EMPTY, NONE)
    is_opaque = (
        reference.scheme is not None and not has_authority and reference.path[:1] not in {"", "/"}
    )
    if edition == "2003" and is_opaque:
        if part == Part.PATH:
            yield recompose(None, None, key, reference.query)
        if part in {Part.PATH, Part.QUERY}:
            yield NONE


IN_AUTHORITY = {"userinfo": "{}@", "host": "{}", "port": ":{}"}


def draw_mark(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a link with many components; the parser must confirm its structure."""
    pool = Pool(draw)
    if wishes.texts:
        text = pool.text(wishes.texts)
        return _mark_of(text, dict(zip(FIVE, components(text), strict=True)), draw, wishes)
    built = _drawn_components(pool)
    pieces = (
        form.format(built[Part(part)]) for part, form in IN_AUTHORITY.items() if part in built
    )
    built[Part.AUTHORITY] = "".join(pieces)
    scheme, site, path, *ends = map(built.get, FIVE)
    return _mark_of(recompose(scheme, site, path or "", *ends), built, draw, wishes)


def _mark_of(
    text: str, built: Mapping[Part, str | None], draw: Draw, wishes: Wishes
) -> Question | None:
    """Ask for a component; return None if the parser does not confirm the text's structure."""
    part = Part(draw.choice(wishes.parts or tuple(Part)))
    drawn = mark_question({"text": text, "part": part.value, "edition": wishes.edition})
    return drawn if drawn.key == key_of(built.get(part)) else None


def _drawn_components(pool: Pool) -> dict[Part, str]:
    draw = pool.draw
    built = {Part.SCHEME: draw.choice(("http", "https", "ftp")), Part.HOST: pool.take("hosts")}
    if draw.number(2):
        secret = f":{pool.take('passwords')}" if draw.number(2) else ""
        built[Part.USERINFO] = pool.take("users") + secret
    if draw.number(2):
        built[Part.PORT] = pool.take("ports")
    built[Part.PATH] = f"/{pool.take('dirs')}/{pool.take('files')}"
    if draw.number(3):
        more = f"?{pool.take('queries')}" if draw.chance(4) else ""
        built[Part.QUERY] = "" if draw.chance(4) else pool.take("queries") + more
    if draw.number(3):
        built[Part.FRAGMENT] = "" if draw.chance(4) else pool.take("fragments")
    return built


def span_asked(asked: Question) -> Span | None:
    """Return the span of the component that the question is about; None for other kinds of
    questions.
    """
    if asked.kind != "mark":
        return None
    given = asked.given
    return MarkedLink(**given).span


def judge_mark(asked: Question, answer: str) -> Judged:
    """Judge the text of a component, ignoring surrounding white space."""
    text, values, word = answer.strip(), asked.given, meant(answer)
    if asked.key == word or is_same_part(values["part"], asked.key, text):
        return Judged(True)
    given = {NONE: None, EMPTY: ""}.get(word, text)
    return Judged(False, diagnosed(PARTS, MarkedLink(**values), given, NOT_THE_COMPONENT))


def is_same_part(part: str, key: str, text: str) -> bool:
    """Return True if two texts are the same component; the case of schemes and hosts is ignored."""
    if part in {Part.SCHEME, Part.HOST}:
        return key.lower() == text.lower()
    return same_escapes(key, text)


MARK_KIND = QuestionKind(MARK, draw_mark, mark_question, judge_mark)

WHERE, SITE = "where", "site"
INNERMOST = "innermost"  # the variant of "where" about the innermost link
ASKS = {
    WHERE: message("To which host does a browser go?"),
    SITE: message("What is the registrable domain of the host?"),
    INNERMOST: message("There is a link inside this link. What is the host of the innermost one?"),
}
ASKED = {WHERE: LinkQuestion, SITE: SiteQuestion}
# The tricks that nest a link in a link.
NESTING = ("redirect", "redirect-path", "nested-twice")
NOT_IT = message("This is not the host of the innermost link.")


def destination_question(kind: str, given: Mapping[str, str]) -> Question:
    """Make a question about the destination of a link."""
    values = values_of(given, "text base")
    if given.get("of") in SCENES:
        return scene_question({**given, **values})
    if given.get("of"):
        key = NestedLink(**values).key or NONE
        return Question(kind, {**values, "of": INNERMOST}, ASKS[INNERMOST], key)
    link = ASKED[kind](**values)
    # The final dot of the host may be part of its registrable domain.
    also = (f"{link.key}.",) if kind == SITE and (link.host or "").endswith(".") else ()
    return Question(kind, values, ASKS[kind], link.key or NONE, also=also)


def draw_destination(kind: str, draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a link with a trick; builder, verdict and browser parser must agree on its host."""
    if wishes.of in SCENES:
        trick = _trick(draw, wishes.tricks)
        own = draw_destination(kind, draw, replace(wishes, of="", tricks=(trick,)))
        return own and in_scene(own, wishes.of, draw, is_honest=trick in HONEST)
    if wishes.of:
        return _draw_innermost(kind, draw, wishes)
    pool = Pool(draw)
    built = built_link(_trick(draw, wishes.tricks), pool, wishes.material)
    link = ASKED[kind](built.text, built.base)
    reading = browser.read(built.text, built.base or None)
    in_browsers = reading.host if built.host is not None else None
    if not built.host == link.host == in_browsers:
        return None
    if kind == SITE and site_of(built.host or "") is None:
        return None

    is_right = partial(same_host, link.key)
    if not can_go_wrong(wishes, HOSTS, link, is_right):
        return None
    return destination_question(kind, {"text": built.text, "base": built.base})


def _draw_innermost(kind: str, draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a link with a nested link; parser and builder must agree on the innermost host."""
    built = built_link(draw.choice(wishes.tricks or NESTING), Pool(draw), wishes.material)
    drawn = destination_question(kind, {"text": built.text, "of": INNERMOST})
    if not built.inside or drawn.key != built.inside:
        return None
    is_right, link = partial(same_host, drawn.key), NestedLink(built.text)
    has_wrong = not wishes.about or can_go_wrong(wishes, NESTED, link, is_right)
    return drawn if has_wrong else None


def _trick(draw: Draw, tricks: tuple[str, ...]) -> str:
    """Choose a trick; unless some are given, two in five links are honest."""
    if tricks:
        return draw.choice(tricks)
    return draw.choice(HONEST_MIXED if draw.number(5) < 2 else MIXED)


def judge_destination(asked: Question, answer: str) -> Judged:
    """Judge a host, ignoring case; both its ASCII form and its displayed form are right."""
    of = asked.given.get("of")
    if of in SCENES:
        return judge_scene(asked, answer)
    text = answer.strip()
    key = None if asked.key == NONE else asked.key
    given = None if meant(text) == NONE and not same_host(text, key) else text
    link = ASKED[asked.kind](**asked.given)
    if given is None and link.asks_site and link.has_no_domain:
        return Judged(True)
    if same_host(given, key):
        return Judged(True)
    if not of:
        return Judged(False, of_host(link, given))
    nested = NestedLink(link.text, link.base)
    found = diagnosed(NESTED, nested, given, NOT_IT, same_host)
    inner = of_host(LinkQuestion(nested.layers[-1][0]), given)
    return Judged(False, inner if inner.causes and not found.causes else found)


DESTINATION_KINDS = tuple(
    QuestionKind(
        name,
        partial(draw_destination, name),
        partial(destination_question, name),
        judge_destination,
    )
    for name in (WHERE, SITE)
)

LETTERS = "letters"
NUMBER = expression(r"\d{1,6}")
# Words that exclude a number or offer another one.
EXCLUDING = expression(r"\b(?:but|except|without|or|not|oder|nicht|ohne|au\u00dfer)\b", re.I)
BEFORE = ("https://", "http://")


def letter_question(given: Mapping[str, str]) -> Question:
    """Make a question about a link's host, whose ASCII form reveals look-alikes."""
    name = MixedName(given["text"])
    host = name.span.of(name.text)
    values = {"text": name.text, "ascii": host_in_browsers(host) or host}
    asks = message(
        "Which character of the host is from a different script than the letters around it? "
        'Answer with its position in the link, counted from 1, or with "none".'
    )
    return Question(LETTERS, values, asks, name.key)


def draw_letter(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a host with one Cyrillic letter, or an honest host with digits or a single script."""
    del wishes  # the question has no variants
    pool = Pool(draw)
    front = draw.choice(BEFORE)
    place = NONE
    form = draw.number(5)
    if form < 3:
        host, at = with_look_alike(pool)
        place = str(len(front) + at + 1)
    elif form == 3:
        host = honest_host(pool)
    else:
        name, dot, ending = pool.take("lures").rpartition(".")
        host = (name.replace("o", "0", 1) if "o" in name else name.replace("l", "1")) + dot + ending
    drawn = letter_question({"text": f"{front}{host}/{pool.take('dirs')}"})
    return drawn if drawn.key == place else None


def judge_letter(asked: Question, answer: str) -> Judged:
    """Judge an answer that is a character or its number."""
    text = answer.strip()
    name = MixedName(**asked.given)
    given = _place(name, text)
    if not given:
        return not_right(message('Answer with a number or with "none".'))
    if given != NONE and not 0 < int(given) <= len(name.text):
        return not_right(
            message(
                'Answer with a number from 1 to {count}, or "none".', count=Count(len(name.text))
            )
        )
    if given in {asked.key, *(str(at + 1) for at in name.places)}:
        return Judged(True)
    return Judged(False, of_choice(SCRIPTS, name, given))


def _place(name: MixedName, text: str) -> str:
    """Return the number in an answer as text, or ""."""
    numbers = NUMBER.findall(text)
    if EXCLUDING.search(text):
        return ""
    if len(numbers) == 1:
        return str(int(numbers[0]))
    if meant(text) == NONE:
        return NONE
    places = (at for at in range(*name.span) if name.text[at] == text)
    return next((str(at + 1) for at in places), "")


LETTER_KIND = QuestionKind(LETTERS, draw_letter, letter_question, judge_letter)

BASE = "base"
URLS = ("{scheme}://{host}/{dir}/{file}", "{scheme}://{host}/{dir}/{dir}/{file}?{query}")
PAGES = (
    '<p>See <a href="{name}">this page</a>.</p>',
    '<base href="{scheme}://{other}/{dir}/">\n<p>See <a href="{name}">this page</a>.</p>',
    '<base href="/{dir}/">\n<p>See <a href="{name}">this page</a>.</p>',
    '<base href="../{dir}/">\n<p>See <a href="../{name}">this page</a>.</p>',
    '<base target="_blank">\n<base href="{dir}/">\n<a href="{name}">This page</a>',
    '<base href="/{dir}/">\n<base href="/{dir}/">\n<a href="{name}">This page</a>',
    '<!-- <base href="/{dir}/"> -->\n<p>See <a href="{name}">this page</a>.</p>',
    '<p>See <a href="{name}">this page</a>.</p>\n<base href="/{dir}/">',
)


def base_question(given: Mapping[str, str]) -> Question:
    """Make a question about the base of the last link of a page."""
    values = values_of(given, "page url")
    page = PageBase(**values)
    asks = message("What is the base URL of the link {link}?", link=quoted(page.link))
    texts = Draw(BASE, *values.values()).sample(page.candidates, len(page.candidates))
    asked = with_choices(
        Question(BASE, values, asks, ""), map(text_choice, texts), (page.key or "",)
    )
    return asked if asked.key else replace(asked, key=NONE)


def draw_base(draw: Draw, wishes: Wishes) -> Question | None:
    """Pick a small page and its URL at random, with at least three bases to choose from."""
    pool = Pool(draw)
    url = pool.text(wishes.bases or URLS)
    page = pool.text(wishes.texts or PAGES)
    drawn = base_question({"page": page, "url": url})
    key = PageBase(page, url).key
    links = scan(page.encode(), base=url).links
    target = resolve(key or url, links[-1].value).target if links else None
    agrees = bool(links) and links[-1].target == target
    return drawn if agrees and drawn.key != NONE and len(drawn.choices) > 2 else None


def judge_base(asked: Question, answer: str) -> Judged:
    """Judge an answer that is a letter or the text of the base."""
    page = PageBase(**asked.given)
    return judged_choice(asked, answer, lambda code: of_choice(PAGE_BASE_ROWS, page, code))


BASE_KIND = QuestionKind(BASE, draw_base, base_question, judge_base)
