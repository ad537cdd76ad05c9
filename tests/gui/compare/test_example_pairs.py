"""Example pairs of the menu: titles of the 2012 draft's examples match its results."""

from tests.for_each import for_each
from uriinspector.core.schemes.urn import equivalent
from uriinspector.gui.compare.comparison_view import ExamplePair, pairs

# draft-ietf-urnbis-rfc2141bis-urn-03 5.1, with the draft's numbers.
URNS = {
    "1": "URN:foo:a123,456",
    "2": "urn:foo:a123,456",
    "3": "urn:FOO:a123,456",
    "4": "urn:foo:A123,456",
    "5": "urn:foo:a123%2C456",
    "6": "URN:FOO:a123%2c456",
    "7": "urn:foo:a123,456?x=y",
    "8": "urn:foo:a123,456#xyz",
}
DRAFT = [each for each in pairs() if each.group]
ANSWERS = {
    ": equivalent (": (True, True),
    ": not equivalent (": (False, False),
    "5a, not": (True, False),
}


def test_draft_examples_cover_all_eight_urns() -> None:
    assert len(DRAFT) == 8
    assert {urn for each in DRAFT for urn in each.pair[:2]} == set(URNS.values())


@for_each("example", *DRAFT)
def test_draft_example_titles_match_the_results(example: ExamplePair) -> None:
    first, _, second = example.title.partition(":")[0].split(" ")
    assert example.pair[:2] == (URNS[first], URNS[second])
    answers = [answer for words, answer in ANSWERS.items() if words in example.title]
    rulings = {each.rule: each.equal for each in equivalent(*example.pair[:2], "draft2012")}
    assert answers == [(rulings["5a"], rulings["5b"])]
