"""Links in an email or an address bar, surrounded by other host names."""

from collections.abc import Iterator, Mapping

from uriinspector.core.model import HOST, Marked, Message, NamedTuple, message
from uriinspector.core.parse import resolve
from uriinspector.lessons.diagnosis import Diagnosis, of_host, of_mistake
from uriinspector.lessons.draw import Draw, Pool
from uriinspector.lessons.mistake import NONE
from uriinspector.lessons.mistakes.hosts import HOST_NAME, HOSTS, LinkQuestion, same_host
from uriinspector.lessons.question import (
    AnswerChoice,
    Judged,
    Question,
    judged_choice,
    not_right,
    with_choices,
)

MAIL, BAR = "email", "bar"
MOST_WRONG = 2
RESERVED = (".example", ".test", ".invalid")
LONGEST = 80  # maximum length of an answer to choose


class Scene(NamedTuple):
    """A kind of scene: the question, the place that decides, and why the other places do not."""

    asks: Message
    decides: str
    reasons: Mapping[str, str]


# The places are fields of the question; their values are the hosts shown there.
SCENES = {
    MAIL: Scene(
        message("Which host does the button in this email lead to, and which text shows that?"),
        "button",
        {
            "sender": "You chose the sender. An email can show any address as its sender.",
            "words": "You chose the text. Text can show any address.",
        },
    ),
    BAR: Scene(
        message("Which site is this page from, and which text shows it?"),
        "address bar",
        {
            "tab": "You chose the tab. A page chooses what its tab shows.",
            "heading": "You chose the heading. A page can show any name.",
        },
    ),
}


PLACES = {
    "sender": message("Sender"),
    "words": message("Text"),
    "button": message("Button"),
    "tab": message("Tab"),
    "heading": message("Heading"),
    "address bar": message("Address bar"),
}


def scene_question(given: Mapping[str, str]) -> Question:
    """Make a question about a link in an email or an address bar."""
    scene = SCENES[given["of"]]
    values = {name: given[name] for name in ("text", "base", "of", "user", *scene.reasons)}
    link = LinkQuestion(**values)
    right = f"{scene.decides} {link.host or NONE}"
    others = [f"{place} {values[place]}" for place in scene.reasons]
    codes = [right, *others, *(f"{scene.decides} {wrong}" for wrong in _wrong_hosts(link))]
    codes = Draw("scene", *values.values()).sample(codes, len(codes))
    choices = (AnswerChoice(code, _shown(code)) for code in codes)
    return with_choices(Question("where", values, scene.asks, ""), choices, (right,))


def _shown(code: str) -> Message:
    place, _, host = code.rpartition(" ")
    if host == NONE:
        return message("{place}: no host", place=PLACES[place])
    return message("{place}: {host}", place=PLACES[place], host=Marked(host, HOST))


def _wrong_hosts(link: LinkQuestion) -> Iterator[str]:
    """Yield two names that can be mistaken for the link's host, for different reasons."""
    found: list[str] = []
    for mistake in HOSTS:
        for wrong in mistake.wrong(link):
            text = (wrong or NONE).strip()
            known = (link.host or NONE, *found)
            is_name = len(text) <= LONGEST and (text == NONE or HOST_NAME.fullmatch(text))
            if is_name and not any(same_host(text, each) for each in known):
                found.append(text)
                yield text
                break
        if len(found) == MOST_WRONG:
            return


def in_scene(question: Question, name: str, draw: Draw, *, is_honest: bool) -> Question:
    """Put the link of a question into an email or an address bar.

    For an honest link, all places show its host; for any other link, they show a deceptive
    name.
    """
    pool, given = Pool(draw), question.given
    lure, user = pool.take("lures"), pool.take("users")
    text = resolve(given["base"], given["text"]).target if given["base"] else None
    link = LinkQuestion(text or given["text"])
    names = (each for each in _wrong_hosts(link) if each.endswith(RESERVED) and each != link.domain)
    shown = link.host if is_honest and link.host else next(names, lure)
    places = dict.fromkeys(SCENES[name].reasons, shown)
    return scene_question({"text": link.text, "base": "", "of": name, "user": user, **places})


def judge_scene(asked: Question, answer: str) -> Judged:
    """Judge the letter of a choice, which consists of a place and a host."""

    def why(code: str) -> Diagnosis:
        place, _, host = code.rpartition(" ")
        reason = SCENES[asked.given["of"]].reasons.get(place)
        if reason:
            return of_mistake(f"looked-at-{place}", message(reason))
        return of_host(LinkQuestion(**asked.given), None if host == NONE else host)

    hosts = [
        code
        for code in (each.code for each in asked.choices)
        if same_host(answer.strip(), code.split()[-1])
    ]
    if len(hosts) > 1:
        return not_right(message("Several places show this host. Name the place, too."))
    return judged_choice(asked, hosts[0] if hosts else answer, why)


def scene_lines(question: Question) -> Iterator[tuple[str, Message]]:
    """Yield the name and text of each place except the one that decides."""
    given = question.given
    if given["of"] == MAIL:
        yield "sender", message("{user}@{host}", user=given["user"], host=given["sender"])
        yield (
            "words",
            message(
                "Confirm your latest order at {host} today.", host=Marked(given["words"], HOST)
            ),
        )
    else:
        yield "tab", message("Sign in – {host}", host=Marked(given["tab"], HOST))
        yield "heading", message("Welcome to {host}", host=Marked(given["heading"], HOST))
