"""Questions about scripts, nested links and percent-encoding: judgments and reasons."""

from tests.for_each import for_each
from tests.lessons.question_kinds import drawn_question
from uriinspector.lessons.kinds.table import drawn, judged
from uriinspector.lessons.question import Wishes
from uriinspector.lessons.wrong_answers import wrong_answers


@for_each("kind", "innermost", "letters", "encode", "decode")
def test_blank_answers_are_not_judged_and_wrong_answers_have_their_mistake(kind: str) -> None:
    for number in range(40):
        question = drawn_question(kind, f"w{number}")
        assert judged(question, " ").right is None
        for each in wrong_answers(question):
            judgement = judged(question, each.text)
            if judgement.right is None:
                continue
            assert judgement.right is False, (dict(question.given), each)
            codes = {*(cause.code for cause in judgement.diagnosis.causes)}
            assert each.mistake.code in codes | set(judgement.diagnosis.also)


def test_mixed_rounds_do_not_use_later_tricks() -> None:
    """Otherwise existing sheets and codes would change their links."""
    texts = [drawn("where", f"m{number}").given["text"] for number in range(300)]
    assert not [each for each in texts if "xn--" in each or not each.isascii() or "urn:" in each]


@for_each("times", "1", "2")
def test_number_of_decodings_can_be_requested(times: str) -> None:
    for number in range(20):
        assert drawn("decode", f"t{number}", Wishes(levels=(times,))).given["times"] == times
