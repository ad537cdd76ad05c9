"""Where does a browser go, whose name is it, and where does a link inside of the link go?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.finding import Phrase
from uriinspector.lessons.diagnosis import Diagnosis, alternatives, causes_of, of_host
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.link_question import NO_HOST, LinkQuestion, same_host
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.nested_hosts import NestedLink
from uriinspector.lessons.mistakes.table import HOSTS, NESTED
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.tricks import HONEST_MIXED, MIXED, built_link
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

WHERE, SITE = "where", "site"
INNERMOST = "innermost"  # what "where" asks for instead of the host that a browser goes to
ASKS = {
    WHERE: Phrase("To which host does a browser go?"),
    SITE: Phrase("What is the registrable domain of the host?"),
    INNERMOST: Phrase(
        "There is a link inside of this link. Which host does the innermost one have?"
    ),
}
# The tricks that put a link inside of a link.
NESTING = ("redirect", "redirect-path", "nested-twice")
NOT_IT = Phrase("This is not the host of the innermost link.")
# What people type for that there is no host, without case.
NOWHERE = frozenset(
    {"none", "nowhere", "no host", "(none)", "-", "keiner", "kein host", "nirgends"}
)


def question(kind: str, given: Mapping[str, str]) -> Question:
    """A question about a link."""
    values = {"text": given["text"], "base": given.get("base", "")}
    if given.get("of"):
        key = NestedLink(**values).key or NO_HOST
        return Question(kind, {**values, "of": INNERMOST}, ASKS[INNERMOST], key)
    link = LinkQuestion(values["text"], values["base"], kind == SITE)
    return Question(kind, values, ASKS[kind], link.key or NO_HOST)


def draw_question(kind: str, draw: Draw, wishes: Wishes) -> Question | None:
    """A link of one trick; the host built into it, the verdict and a browser's parser agree."""
    if wishes.of:
        return _draw_innermost(kind, draw, wishes)
    pool = Pool(draw)
    built = built_link(_trick(draw, wishes.tricks), pool, wishes.material)
    link = LinkQuestion(built.text, built.base, kind == SITE)
    reading = browser.read(built.text, built.base or None)
    in_browsers = reading.host if built.host is not None else None
    if not built.host == link.host == in_browsers:
        return None
    if kind == SITE and site_of(built.host or "") is None:
        return None

    def differs(wrong: str | None) -> bool:
        return (
            wrong is not None
            if link.key is None
            else wrong is None or not same_host(wrong, link.key)
        )

    wanted = [each for each in HOSTS if not wishes.about or each.code in wishes.about]
    if next(causes_of(wanted, link, differs, "2005"), None) is None:
        return None
    return question(kind, {"text": built.text, "base": built.base})


def _draw_innermost(kind: str, draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a link with a link inside; the parser and the builder agree on the innermost host."""
    built = built_link(draw.choice(wishes.tricks or NESTING), Pool(draw), wishes.material)
    drawn = question(kind, {"text": built.text, "of": INNERMOST})
    if not built.inside or drawn.key != built.inside:
        return None
    wanted = [each for each in NESTED if each.code in wishes.about]
    link = NestedLink(built.text)

    def differs(wrong: str | None) -> bool:
        return wrong is None or not same_host(wrong, drawn.key)

    return None if wanted and not any(causes_of(wanted, link, differs, "2005")) else drawn


def _trick(draw: Draw, tricks: tuple[str, ...]) -> str:
    """Of a mixed round, two in five are honest."""
    if tricks:
        return draw.choice(tricks)
    return draw.choice(HONEST_MIXED if draw.number(5) < 2 else MIXED)


def judge(asked: Question, answer: str) -> Judged:
    """Without case; the ASCII form or the displayed one."""
    text = answer.strip()
    if not text:
        return Judged(None)
    given = None if text.casefold() in NOWHERE else text
    link = LinkQuestion(asked.given["text"], asked.given["base"], asked.kind == SITE)
    key = None if asked.key == NO_HOST else asked.key
    if given is None and link.asks_site and link.has_no_domain:
        return Judged(True)
    right = given is key if given is None or key is None else same_host(given, key)
    if right:
        return Judged(True)
    is_innermost = bool(asked.given.get("of"))
    return Judged(False, _of_innermost(asked, given) if is_innermost else of_host(link, given))


def _of_innermost(asked: Question, given: str | None) -> Diagnosis:
    """Return why an answer is not the host of the innermost link."""

    def equals(wrong: str | None) -> bool:
        return wrong is given if wrong is None or given is None else same_host(given, wrong)

    link = NestedLink(asked.given["text"], asked.given["base"])
    causes = tuple(causes_of(NESTED, link, equals, "2005"))
    return alternatives(causes) if causes else Diagnosis(near=(NOT_IT,))


KINDS = tuple(
    QuestionKind(name, partial(draw_question, name), partial(question, name), judge)
    for name in (WHERE, SITE)
)
