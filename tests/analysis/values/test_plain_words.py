"""Short words that no decoder reads are skipped before any is called."""

from tests.for_each import for_each
from uriinspector.analysis.values.candidates import (
    FRAGMENT,
    HOST,
    PATH,
    QUERY,
    USERINFO,
    Datum,
    Within,
)
from uriinspector.analysis.values.decoder import Shape, shape_of
from uriinspector.analysis.values.walk import DECODERS, LONGEST_WORD, rows_for
from uriinspector.core.parse import parse

WORDS = ("a", "b.example", "www", "login", "Index", "index.php", "shorts", "xn-a", "abcdefghi")
LINKS = ("http://a@b.example/", "https://www.youtube.com/shorts/abc", "https://youtu.be/abc")


@for_each("word", *WORDS)
@for_each("part", HOST, PATH, USERINFO)
@for_each("link", *LINKS)
def test_no_decoder_reads_a_short_word(word: str, part: str, link: str) -> None:
    for name in ("", "label", "user", "password"):
        datum = Datum(word, part, Within(0), name, parse(link), index=1)
        assert not rows_for(datum)
        rows = (row for row in DECODERS if row.shapes & shape_of(word))
        asked = (row for row in rows if row.least <= datum.size <= row.most)
        assert not [each for row in asked for each in row.function(datum)]


def test_few_decoders_are_called_for_short_words() -> None:
    names = {row.name for row in DECODERS if row.shapes & Shape.WORD and row.least <= LONGEST_WORD}
    assert names == {"punycode", "text-fragment", "youtube"}  # another one: see it above


@for_each(
    "text, part",
    ("abc", QUERY), ("abc", FRAGMENT), ("abcdefghij", HOST), ("ab1", HOST), ("a%20", PATH),
)  # fmt: skip
def test_decoders_are_called_for_a_possible_value(text: str, part: str) -> None:
    assert rows_for(Datum(text, part, Within(0), "", parse("http://a/")))
