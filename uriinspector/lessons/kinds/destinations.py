"""Where does a browser go, and whose name is it?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.phrase import Phrase
from uriinspector.lessons.diagnosis import causes_of, of_host
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.link_question import NO_HOST, LinkQuestion, same_host
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.table import HOSTS
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.tricks import HONEST_MIXED, MIXED, built_link
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

WHERE, SITE = "where", "site"
ASKS = {
    WHERE: Phrase("To which host does a browser go?"),
    SITE: Phrase("What is the registrable domain of the host?"),
}
# What people type for that there is no host, without case.
NOWHERE = frozenset(
    {"none", "nowhere", "no host", "(none)", "-", "keiner", "kein host", "nirgends"}
)


def question(kind: str, given: Mapping[str, str]) -> Question:
    """A question about a link."""
    values = {"text": given["text"], "base": given.get("base", "")}
    link = LinkQuestion(values["text"], values["base"], kind == SITE)
    return Question(kind, values, ASKS[kind], link.key or NO_HOST)


def draw_question(kind: str, draw: Draw, wishes: Wishes) -> Question | None:
    """A link of one trick; the host built into it, the verdict and a browser's parser agree."""
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
    return Judged(True) if right else Judged(False, of_host(link, given))


KINDS = tuple(
    QuestionKind(name, partial(draw_question, name), partial(question, name), judge)
    for name in (WHERE, SITE)
)
