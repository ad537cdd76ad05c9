"""Questions about the level of comparison on which two texts become equal."""

from collections.abc import Mapping
from ipaddress import IPv4Address

from uriinspector.core.model import message
from uriinspector.lessons.diagnosis import of_choice
from uriinspector.lessons.draw import Draw, Pool
from uriinspector.lessons.mistakes import sameness
from uriinspector.lessons.mistakes.sameness import (
    LEVELS,
    NOT_SHOWN,
    ComparedPair,
    level_reasons,
    rule_cites,
)
from uriinspector.lessons.question import (
    AnswerChoice,
    Judged,
    Question,
    QuestionKind,
    Wishes,
    chosen,
    judged_choice,
    values_of,
    with_choices,
)
from uriinspector.lessons.tricks import taken

# By kind of link: the level on which a pair becomes equal, the lists to draw from, and both texts.
PAIRS = {
    "addresses": (
        ("not-shown", "addresses rest", "http://{0}{1}", ""),
        ("not-shown", "addresses rest", "http://{0}{1}", ""),
        ("not-shown", "rest addresses addresses", "http://{1}{0}", "http://{2}{0}"),
        ("case", "addresses6 rest", "http://{0}{1}", "http://{0.raised}{1}"),
        ("scheme", "address rest", "http://{0}{1}", "http://{0}:80{1}"),
        ("percent-encoding", "addresses rest", "http://{0}{1}", "http://{0.last_encoded}{1}"),
    ),
    # URNs in the namespace for examples (RFC 6963), compared by the rules of RFC 8141 3.1.
    "names": (
        ("case", "dirs names", "urn:example:{0}:{1}", "URN:example:{0}:{1}"),
        ("scheme", "dirs names", "urn:example:{0}:{1}", "urn:EXAMPLE:{0}:{1}"),
        ("case", "dirs names names", "urn:example:{0}:{1}%2F{2}", "urn:example:{0}:{1}%2f{2}"),
        ("not-shown", "dirs names", "urn:example:{0}:{1}", "urn:example:{0}:{1.raised}"),
        ("not-shown", "dirs names", "urn:example:{0}:{1}", "urn:example:{0}:{1.first_encoded}"),
        (
            "scheme",
            "dirs names ending fragments",
            "urn:example:{0}:{1}",
            "urn:example:{0}:{1}{2}{3}",
        ),
    ),
}


def built_pair(of: str, pool: Pool) -> tuple[str, str, str]:
    """Draw two links; return the level on which they become equal, then both links."""
    level, names, one, other = pool.draw.choice(PAIRS[of])
    texts = list(taken(names, pool))
    if not other:  # another spelling of the address, which RFC 3986 treats as a name
        other = f"http://{pool.draw.choice(spellings(texts[0]))}{{1}}"
    return level, one.format(*texts), other.format(*texts)


def spellings(address: str) -> tuple[str, ...]:
    """Return other spellings of an IPv4 address that programs accept."""
    number, numbers = int(IPv4Address(address)), address.split(".")
    octal = ".".join(f"0{int(each):o}" for each in numbers)
    short = f"{numbers[0]}.{numbers[1]}.{number & 0xFFFF}"
    return (str(number), f"0x{number:08x}", short, octal)


NAME = "rung"
CHOICES = (
    AnswerChoice("string", message("As they are, character by character")),
    AnswerChoice("case", message("After case normalization")),
    AnswerChoice("percent-encoding", message("After percent-encoding normalization")),
    AnswerChoice("dot-segments", message("After removing dot segments")),
    AnswerChoice("scheme", message("After normalization according to the rules of the scheme")),
    AnswerChoice(NOT_SHOWN, message("None of these levels makes the texts equal")),
)


def question(given: Mapping[str, str]) -> Question:
    """Make a question about two texts."""
    values = values_of(given, "a b edition")
    asks = message(
        "At which level do the two references first become equal in the {year} edition?",
        year=values["edition"],
    )
    return with_choices(Question(NAME, values, asks, ""), CHOICES, (ComparedPair(**values).key,))


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a link and a variant that becomes equal on one level, as confirmed by the comparison."""
    pool = Pool(draw)
    if wishes.pairs:
        return _of_pair(*built_pair(wishes.pairs, pool), draw, wishes.edition)
    host, directory, name = pool.take("hosts"), pool.take("dirs"), pool.take("names")
    query = f"?{pool.take('queries')}&{pool.take('queries')}" if draw.chance(2) else ""
    level = draw.choice(wishes.levels or (*LEVELS[1:], NOT_SHOWN, NOT_SHOWN))
    one = f"http://{host}/{directory}/{name}{query}"
    other = _changed(level, host, directory, name, query, draw)
    if draw.chance(3) and level in {"percent-encoding", "dot-segments", "scheme"}:
        other = other.replace(host, host.upper(), 1)  # also differs on a lower level
    return _of_pair(level, one, other, draw, wishes.edition)


def _of_pair(level: str, one: str, other: str, draw: Draw, edition: str) -> Question | None:
    """Make a question about two texts, unless the comparison finds a different level."""
    texts = draw.sample((one, other), 2)
    drawn = question({"a": texts[0], "b": texts[1], "edition": edition})
    return drawn if chosen(drawn, drawn.key) == level and one != other else None


# Templates of variants by level, of which one is drawn if there are several.
FORMS = {
    "percent-encoding": ("http://{host}/{directory}/{encoded}{query}",),
    "scheme": ("http://{host}:80{path}{query}",),
    "case": ("HTTP://{host}{path}{query}", "http://{title}{path}{query}"),
    "dot-segments": (
        "http://{host}/{directory}/./{name}{query}",
        "http://{host}/x/../{directory}/{name}{query}",
        "http://{host}/.{path}{query}",
    ),
    "not-shown": (
        "https://{host}{path}{query}",
        "http://{host}{path}/{query}",
        "http://{host}/{folder}/{name}{query}",
        "http://{host}/{directory}%2F{name}{query}",
        "http://{host}{path}?{reversed}",
        "http://{host}{path}{query}#top",
        "http://{host}{path}{present}",
        "http://{www}{host}{path}{query}",
    ),
}


def _changed(level: str, host: str, directory: str, name: str, query: str, draw: Draw) -> str:
    forms = FORMS[level]
    at = draw.number(len(name)) if level == "percent-encoding" else 0
    return (draw.choice(forms) if len(forms) > 1 else forms[0]).format(
        host=host,
        directory=directory,
        name=name,
        path=f"/{directory}/{name}",
        encoded=f"{name[:at]}%{ord(name[at]):02X}{name[at + 1 :]}",
        query=query,
        title=host.title(),
        folder=directory.title(),
        reversed="&".join(query[1:].split("&")[::-1]),
        present=query or "?",
        www="" if host.startswith("www.") else "www.",
    )


def judge(asked: Question, answer: str) -> Judged:
    """Judge the letter or name of a level; the right one is explained as well."""
    pair, year = ComparedPair(**asked.given), asked.given["edition"]
    judgement = judged_choice(
        asked, answer, lambda code: of_choice(sameness.ROWS, pair, code, year)
    )
    code = chosen(asked, answer)
    if code is None:
        return judgement
    reasons, cites = level_reasons(pair, code), rule_cites(pair)
    return judgement._replace(diagnosis=judgement.diagnosis._replace(near=reasons, cites=cites))


KIND = QuestionKind(NAME, draw_question, question, judge)
