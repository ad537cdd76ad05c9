"""The command "spot": a round of "Spot the host" in the terminal."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator

from uriinspector.cli.arguments import refuse
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import BLANK, Block, heading, line, paragraph, run, section, table
from uriinspector.core.model import message
from uriinspector.export.language import Language, speaking
from uriinspector.lessons import spot_the_host
from uriinspector.lessons.answer_lines import answer_lines, written_answer
from uriinspector.lessons.kinds.scenes import PLACES, SCENES, scene_lines
from uriinspector.lessons.question import letter_of, lettered
from uriinspector.lessons.tricks import TITLES, TRICKS

MOST_LINKS = 100


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Ask about each link; end of input ends the round."""
    if not 1 <= options.count <= MOST_LINKS:
        refuse(f"--count must be a number from 1 to {MOST_LINKS}")
    if options.trick and options.trick not in TRICKS:
        refuse(f"--trick {options.trick}: unknown; available: {', '.join(TRICKS)}")
    code = (
        spot_the_host.spot_code(options.code)
        if options.code
        else spot_the_host.code_for(time.time_ns())
    )
    if code is None:
        refuse(message("{text}: not a code such as 7K3-F2Q", text=options.code))
    played = spot_the_host.spot_round(code, options.trick or "", options.count)
    say = speaking(options.language)
    screen.write(
        [heading(played.title), _introduced(options, len(played.links), say), _ending(say)]
    )
    answers: list[spot_the_host.SpotAnswer] = []
    for number, plain_link in enumerate(played.links, 1):
        link = spot_the_host.scene_link(plain_link, options.scene) if options.scene else plain_link
        screen.write(_asked(number, len(played.links), link, say, typed=options.typed))
        if screen.is_terminal:
            screen.out.write("> ")
        screen.out.flush()
        begun = time.monotonic()
        text = sys.stdin.readline() if sys.stdin else ""
        if not text:
            break
        text = lettered(link.question, text, say)
        answers.append(spot_the_host.spot_answer(link, text, time.monotonic() - begun))
        screen.write(_judged_lines(answers[-1], say))
    screen.write(_result_lines(spot_the_host.result_of(answers), say))
    screen.out.flush()
    return 0


def _introduced(options: argparse.Namespace, count: int, say: Callable[[str], str]) -> Block:
    text = say(
        "Links: {count}. To which host does a browser go? Type the host."
        if options.typed
        else "Links: {count}. To which host does a browser go? Answer with a letter or the host."
    )
    return paragraph(text.replace("{count}", str(count)))


def _ending(say: Callable[[str], str]) -> Block:
    key = "Ctrl+Z, Enter" if sys.platform == "win32" else "Ctrl+D"
    return paragraph(say(message("{key} ends the round.", key=key)), 0, "muted")


def _asked(
    number: int, count: int, link: spot_the_host.SpotLink, say: Callable[[str], str], *, typed: bool
) -> Iterator[Block]:
    question, given = link.question, link.question.given
    yield BLANK
    place = run(f"{number}/{count}  ", "muted")
    if given.get("of"):
        yield line(place, say(question.asks))
        for name, words in scene_lines(question):
            yield line(run(f"  {say(PLACES[name])}  ", "muted"), say(words))
        decides = PLACES[SCENES[given["of"]].decides]
        yield line(run(f"  {say(decides)}  ", "muted"), given["text"])
    else:
        yield line(place, given["text"])
    if given["base"]:
        yield line(run(f"{say('base')}  ", "muted"), given["base"])
    if not typed:
        for at, text in enumerate(link.choices):
            shown = written_answer(question.kind, text, say)
            shown = say(question.choices[at].phrase) if question.choices else shown
            yield line(run(f"  {letter_of(at)}  ", "muted"), shown)


def _judged_lines(answer: spot_the_host.SpotAnswer, say: Callable[[str], str]) -> Iterator[Block]:
    """Yield whether the answer is right and, if it is not, the right answer and the reason."""
    if answer.judged.right is None:
        yield line(run(say("No answer"), "muted"))
    if answer.judged.right:
        yield line(say("Right answer"))
        return
    question = answer.link.question
    right = written_answer(question.kind, question.key, say)
    right = " ".join(map(say, answer_lines(question))) if question.choices else right
    yield line(f"{say('The answer is')} ", run(right, "host"))
    if answer.judged.diagnosis.phrases:
        yield paragraph(" ".join(map(say, answer.judged.diagnosis.phrases)))


def _result_lines(result: spot_the_host.SpotResult, say: Language) -> Iterator[Block]:
    """Yield the results by trick, and the number of legitimate links that were answered wrongly."""
    yield from section(say("Result"))
    rows = [
        (each.trick, say(TITLES[each.trick]), f"{each.right}/{each.asked}")
        for each in result.tricks
    ]
    yield table(rows, "muted")
    yield line(f"{say('Right answers')}: {result.right}/{result.asked}")
    yield line(
        f"{say('Legitimate links answered incorrectly')}: {result.false_alarms}/{result.honest}"
    )
    if result.seconds is not None:
        yield line(f"{say('Median time')}: {say.decimal(f'{result.seconds:.1f}')} s")
    if result.again:
        titles = (say(TITLES[each]) for each in result.again)
        yield paragraph(f"{say('Worth practicing again')}: {', '.join(titles)}")
