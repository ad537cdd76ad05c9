"""What is the base URL of a link in a page?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import EVIDENCE, Arg, Phrase
from uriinspector.core.parse import resolve
from uriinspector.documents.scan import scan
from uriinspector.lessons.choice import chosen, letters_of, text_choice
from uriinspector.lessons.diagnosis import UNKNOWN_CHOICE, of_choice
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.base_urls import ROWS, PageBase
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.template import filled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.question import Wishes

NAME = "base"
NO_BASE = "none"
LONGEST_PAGE = 20_000
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


def question(given: Mapping[str, str]) -> Question:
    """A question about the last link of a page."""
    values = {"page": given["page"], "url": given["url"]}
    page = PageBase(values["page"], values["url"])
    asks = Phrase(
        "What is the base URL of the link {link}?", (Arg("link", f'"{page.link}"', EVIDENCE),)
    )
    draw = Draw(NAME, *values.values())
    texts = page.candidates
    choices = tuple(text_choice(each) for each in draw.sample(texts, len(texts)))
    asked = Question(NAME, values, asks, "", choices=choices)
    return replace(asked, key=letters_of((page.key or "",), asked) or NO_BASE)


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A small page and where it came from, with at least three different answers."""
    pool = Pool(draw)
    url = filled(draw.choice(wishes.bases or URLS), pool)
    page = filled(draw.choice(wishes.texts or PAGES), pool)
    drawn = question({"page": page, "url": url})
    key = PageBase(page, url).key
    links = scan(page.encode(), base=url).links
    target = resolve(key or url, links[-1].value).target if links else None
    agrees = bool(links) and links[-1].target == target
    return drawn if agrees and drawn.key != NO_BASE and len(drawn.choices) > 2 else None


def judge(asked: Question, answer: str) -> Judged:
    """By the letter, or the text of the base."""
    if not answer.strip():
        return Judged(None)
    code = chosen(asked, answer)
    right = chosen(asked, asked.key)
    if code is not None and code == right:
        return Judged(True)
    if code is None:
        return Judged(False, UNKNOWN_CHOICE)
    return Judged(False, of_choice(ROWS, PageBase(asked.given["page"], asked.given["url"]), code))


KIND = QuestionKind(NAME, draw_question, question, judge)
