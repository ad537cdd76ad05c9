"""All printed texts, in English and German, follow the language rules."""

from collections import Counter

import pytest

from tests.for_each import for_each
from tests.language.allowances import FILE, allowed, written
from tests.language.glossary import glossary
from tests.language.house import RULES, Offence, offences, unused_exceptions
from tests.language.printed import printed

FEWEST = {"window": 800, "findings": 200, "verdicts": 30, "core": 500, "clauses": 800}


@pytest.fixture(scope="module")
def today() -> set[Offence]:
    return offences(printed(), glossary())


@pytest.fixture(scope="module")
def allowances() -> set[Offence]:
    return allowed(FILE.read_text("utf-8"))


@pytest.mark.parametrize("rule", RULES)
def test_no_text_breaks_a_language_rule(
    rule: str, today: set[Offence], allowances: set[Offence]
) -> None:
    assert [each for each in sorted(today - allowances) if each.rule == rule] == []


@pytest.mark.parametrize("rule", RULES)
def test_every_allowance_is_needed(
    rule: str, today: set[Offence], allowances: set[Offence]
) -> None:
    gone = [each for each in sorted(allowances - today) if each.rule == rule]
    assert gone == [], "packaging/allowances takes them out"


def test_allowances_file_has_the_format_of_the_script(allowances: set[Offence]) -> None:
    assert FILE.read_text("utf-8") == written(allowances)


def test_every_exception_is_needed_and_has_a_reason() -> None:
    assert unused_exceptions(printed(), glossary()) == []
    assert all(each.why for each in glossary().exceptions)
    assert all(bool(each.text) != bool(each.phrase) for each in glossary().exceptions)


@for_each("kind", *FEWEST)
def test_enough_texts_are_checked(kind: str) -> None:
    assert len(printed().kinds[kind]) >= FEWEST[kind]


@for_each("kind", "help", "terminal", "grammar", "productions", "services")
def test_printed_texts_of_every_kind_are_found(kind: str) -> None:
    assert len(printed().kinds[kind]) > 50


def test_terms_and_concepts_are_unique() -> None:
    for language in ("english", "german"):
        terms = Counter(
            term.lower() for each in glossary().terms for term in getattr(each, language)
        )
        assert [term for term, count in terms.items() if count > 1] == []
    names = [each.concept for each in glossary().terms]
    assert len(names) == len(set(names))


def test_banned_words_are_unique_and_in_no_term() -> None:
    faults = [
        (term, word.shown)
        for each in glossary().terms
        for term, german in [(t, False) for t in each.english] + [(t, True) for t in each.german]
        for word in glossary().banned
        if word.german == german and word.pattern.search(term)
    ]
    assert faults == []
    banned = Counter((word.shown.lower(), word.german) for word in glossary().banned)
    assert [word for word, count in banned.items() if count > 1] == []


def test_every_pair_comes_from_a_known_term() -> None:
    terms = {
        english.lower(): " ".join(each.german).lower()
        for each in glossary().terms
        for english in each.english
    }
    for english in glossary().pairs:
        assert any(english.lower() in term for term in terms), english
