"""Questions about scripts, nested links and percent-encoding: judgments and reasons."""

from tests.for_each import for_each
from tests.lessons.question_kinds import drawn_question
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.question import Wishes
from uriinspector.lessons.wrong_answers import wrong_answers

MIXED = {"text": "https://www.b\u0430nk.example/a"}
GERMAN = {"text": "https://b\u00fccher.example/1"}
RUSSIAN = {"text": "https://\u0431\u0438\u0431.test/"}
TWICE = {
    "text": "https://a.example/?u=https%3A%2F%2Fb.test%2F%3Fv%3Dhttps%253A%252F%252Fwww.c.test%252Fx",
    "of": "innermost",
}
PATH = {"text": "caf\u00e9 50%/x.y", "part": "path"}
QUERY = {"text": "a/b c", "part": "query"}
ONCE = {"text": "a%2520b%2Fc", "times": "1"}
SECOND = {"text": "a%2520b+%252Fc", "times": "2"}
UMLAUT = {"text": "m%C3%BC+%20x", "times": "1"}
ANSWERS = (
    ("letters", MIXED, "14", True, None),
    ("letters", MIXED, "\u0430", True, None),
    ("letters", MIXED, "none", False, "other-script-overlooked"),
    ("letters", MIXED, "13", False, "script-counted-from-zero"),
    ("letters", MIXED, "6", False, "script-counted-in-host"),
    ("letters", MIXED, "15", False, "ascii-taken-for-script"),
    ("letters", MIXED, "12", False, "delimiter-taken-for-script"),
    ("letters", MIXED, "2", False, "script-counted-in-label"),
    ("letters", MIXED, "3", False, "outside-the-host"),
    ("letters", MIXED, "this one", False, None),
    ("letters", GERMAN, "keiner", True, None),
    ("letters", GERMAN, "10", False, "accent-taken-for-script"),
    ("letters", GERMAN, "\u00fc", False, "accent-taken-for-script"),
    ("letters", RUSSIAN, "9", False, "one-script-taken-for-two"),
    ("letters", {"text": "https://b00k.example/"}, "10", False, "digit-taken-for-script"),
    ("where", TWICE, "WWW.c.test", True, None),
    ("where", TWICE, "a.example", False, "outer-instead-of-inner"),
    ("where", TWICE, "b.test", False, "link-between"),
    ("where", TWICE, "c.test", False, "inner-site-only"),
    ("where", TWICE, "https://www.c.test/x", False, "whole-inner-link"),
    ("where", TWICE, "u", False, "parameter-name"),
    ("where", TWICE, "none", False, "nothing-inside"),
    ("where", TWICE, "d.test", False, None),
    ("where", {"text": "https://a.example/", "of": "innermost"}, "nowhere", True, None),
    ("encode", PATH, "caf%C3%A9%2050%25%2Fx.y", True, None),
    ("encode", PATH, "caf%c3%a9%2050%25%2fx.y", True, None),
    ("encode", PATH, "caf%25C3%25A9%252050%2525%252Fx.y", False, "text-encoded-twice"),
    ("encode", PATH, "caf%C3%A9%2050%%2Fx.y", False, "percent-not-encoded"),
    ("encode", PATH, "caf%C3%A9+50%25%2Fx.y", False, "space-as-plus"),
    ("encode", PATH, "caf%C3%A9 50%25%2Fx.y", False, "space-not-encoded"),
    ("encode", PATH, "caf%C3%A9-50%25%2Fx.y", False, "space-replaced"),
    ("encode", PATH, "caf%E9%2050%25%2Fx.y", False, "latin-1-for-utf-8"),
    ("encode", PATH, "caf%u00e9%2050%25%2Fx.y", False, None),
    ("encode", PATH, "caf%u00E9%2050%25%2Fx.y", False, "code-point-for-bytes"),
    ("encode", PATH, "caf\u00e9%2050%25%2Fx.y", False, "non-ascii-not-encoded"),
    ("encode", PATH, "caf%C3%A9%2050%25/x.y", False, "delimiter-not-encoded"),
    ("encode", PATH, "caf%C3%A9%2050%25%2Fx%2Ey", False, "unreserved-encoded-too"),
    ("encode", PATH, "caf%195%169%3250%37%47x.y", False, "decimal-for-hexadecimal"),
    ("encode", PATH, "cafC3A920502 52Fx.y".replace(" ", ""), False, "percent-sign-forgotten"),
    ("encode", PATH, "caf50x.y", False, "characters-left-out"),
    ("encode", PATH, "caf\u00e9 50%/x.y", False, "nothing-encoded"),
    ("encode", PATH, "tea", False, None),
    ("encode", QUERY, "a/b%20c", True, None),
    ("encode", QUERY, "a%2Fb%20c", True, None),
    ("encode", {"text": "a/b c", "part": "userinfo"}, "a/b%20c", False, "delimiter-not-encoded"),
    ("decode", ONCE, "a%20b/c", True, None),
    ("decode", ONCE, "a b/c", False, "decoded-too-often"),
    ("decode", ONCE, "a%20b%2Fc", False, "delimiters-left-encoded"),
    ("decode", ONCE, "a%2520b%2Fc", False, "nothing-decoded"),
    ("decode", ONCE, "a%20b%2fc", False, None),
    ("decode", ONCE, "abc", False, "encoded-bytes-removed"),
    ("decode", SECOND, "a b+/c", True, None),
    ("decode", SECOND, "a%20b+%2Fc", False, "decoded-too-seldom"),
    ("decode", SECOND, "a b /c", False, "plus-as-space"),
    ("decode", UMLAUT, "m\u00c3\u00bc+ x", False, "latin-1-decoded"),
    ("decode", UMLAUT, "m\u00fc+%20x", False, "first-decoded-alone"),
    ("decode", UMLAUT, "m+x", False, "encoded-bytes-removed"),
)


@for_each("kind, given, answer, right, mistake", *ANSWERS)
def test_answer_about_letters_or_escapes_is_judged(
    kind: str, given: dict[str, str], answer: str, right: bool, mistake: str | None
) -> None:
    judgement = judged(KINDS[kind].question(given), answer)
    assert (judgement.right, judgement.diagnosis.mistake) == (right, mistake)
    assert right or judgement.diagnosis.text


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


def test_answer_with_invalid_utf_8_is_wrong() -> None:
    question = KINDS["encode"].question({"text": "\u00fc ", "part": "query"})
    assert judged(question, "%FC%20").right is False


def test_mixed_rounds_do_not_use_later_tricks() -> None:
    """Otherwise existing sheets and codes would change their links."""
    texts = [drawn("where", f"m{number}").given["text"] for number in range(300)]
    assert not [each for each in texts if "xn--" in each or not each.isascii() or "urn:" in each]


@for_each("times", "1", "2")
def test_number_of_decodings_can_be_requested(times: str) -> None:
    for number in range(20):
        assert drawn("decode", f"t{number}", Wishes(levels=(times,))).given["times"] == times
