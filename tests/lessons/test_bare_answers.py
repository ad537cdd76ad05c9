"""Quotes, brackets and other decoration around an answer do not make it wrong."""

from tests.for_each import for_each
from uriinspector.lessons.kinds.table import KINDS, bare_answer, judged


@for_each(
    "written, bare",
    *((f"{before}none{after}", "none") for before, after in ('""', "''", "()", "<>", "``")),
    *(("\u201cnone\u201d", "none"), ("\u201efehlt\u201c", "fehlt"), ("\u00bbleer\u00ab", "leer")),
    *((' ("none") ', "none"), ("None.", "None"), ("same document.", "same document")),
    *(("Answer: D", "D"), ("Antwort: \u201ekeine\u201c", "keine"), ("(F)", "F")),
    *(("g.", "g."), ("http://a/b.", "http://a/b."), ("a.test.", "a.test."), ('"', '"'), ("", "")),
    *(("\"a'", "\"a'"), ("((((x))))", "((x))")),
)
def test_quotes_and_blanks_around_an_answer_are_removed(written: str, bare: str) -> None:
    assert bare_answer(written) == bare


@for_each(
    "answer, right",
    *(("{0}", True), ("({0})", True), ("{0}.", True), ("{0}: {1}", True)),
    *(("{0}) no matter what", True), ("{0}: {2}", False), ("Answer: {0}", True)),
)
def test_letter_may_be_followed_by_its_choice(answer: str, right: bool) -> None:
    question = KINDS["rung"].question({"a": "http://A/", "b": "http://a/", "edition": "2005"})
    at = "ABCDEFGH".index(question.key)
    texts = [each.phrase for each in question.choices]
    written = answer.format(question.key, texts[at], texts[at - 1])
    assert judged(question, written).right is right
