"""Right answers in the words of a sheet's language, as a student would write them."""

from tests.for_each import for_each
from tests.lessons.question_kinds import ASKED, drawn_question
from uriinspector.export.language import speaking
from uriinspector.lessons.answer_lines import answer_lines, written_answer
from uriinspector.lessons.kinds.table import KINDS, judged

GERMAN = speaking("de")


@for_each("kind", *ASKED)
def test_right_answers_written_in_german_are_accepted(kind: str) -> None:
    for number in range(60):
        question = drawn_question(kind, str(number))
        written = written_answer(question.kind, question.key, GERMAN)
        assert judged(question, written).right, (question.given, question.key, written)
        assert written_answer(question.kind, question.key, str) == question.key


@for_each(
    "kind, answer, german",
    ("target", "none", "keine"),
    ("target", "same document", "dasselbe Dokument"),
    ("target", "http://none/", "http://none/"),
    ("where", "none", "keiner"), ("site", "none", "keine"), ("letters", "none", "keiner"),
    ("letters", "12", "12"), ("mark", "none", "fehlt"), ("mark", "empty", "leer"),
    ("mark", "no", "no"), ("relative", "empty", "leer"), ("valid", "yes", "ja"),
    ("valid", "no 25", "nein 25"),
    ("origin", "base reference merged", "Basis Referenz zusammengef\u00fchrt"),
    ("editions", "1997 browsers", "1997 Browser"),
    ("editions", "none", "keine"), ("steps", "A C", "A C"), ("decode", "none", "none"),
    ("write", "", ""),
)  # fmt: skip
def test_answer_word_is_in_the_language_of_the_sheet(kind: str, answer: str, german: str) -> None:
    assert written_answer(kind, answer, GERMAN) == german


@for_each(
    "text, words",
    ("http://a/b c", "From character 11 on, the text does not match the grammar: U+0020 SPACE"),
    ("http://a/b\tc", "From character 11 on, the text does not match the grammar: U+0009 TAB"),
    ("http://a/b|c", "From character 11 on, the text does not match the grammar: |"),
    ("http://a/b", "The text matches the grammar."),
)
def test_mismatch_of_an_invalid_text_is_shown(text: str, words: str) -> None:
    question = KINDS["valid"].question({"text": text, "edition": "2005"})
    assert list(answer_lines(question)) == [words]
