"""Helpers for dossiers in tables of test cases, and properties of every dossier."""

import json

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import uriinspector
from tests.examples import at_most
from uriinspector.core.parse import parse
from uriinspector.core.schemes.dossier import Dossier
from uriinspector.core.schemes.lookup import describe

BRISK = settings(
    max_examples=at_most(150), derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def dossier(text: str, edition: str = "2005") -> Dossier:
    """Return the dossier of a text."""
    found = describe(parse(text, edition=edition))
    assert found is not None
    return found


def fields(found: Dossier) -> list[tuple[str, str]]:
    """Return the names and values of the fields present."""
    return [(each.name, each.value) for each in found.fields if each.value is not None]


def actions(found: Dossier, variant: str = "") -> list[str]:
    """Return the verbs and texts of one variant's actions."""
    chosen = [each for each in found.actions if each.variant == variant]
    return [f"{each.verb} {each.text}".rstrip(" ") for each in chosen]


def variants(found: Dossier) -> set[str]:
    """Return the names of all variants of actions."""
    return {each.variant for each in found.actions} - {""}


def faults(text: str, edition: str = "2005") -> list[tuple[str, str]]:
    """Return the violated rules, each with the text at fault."""
    found = dossier(text, edition)
    assert found.valid is (not found.violations)
    return [(each.rule, text[each.start : each.end]) for each in found.violations]


def notes(text: str, edition: str = "2005", *, level: str = "") -> list[tuple[str, str]]:
    """Return the codes of the notes with their texts, optionally of one level only."""
    return [
        (each.code, each.span.of(text) if each.span else "")
        for each in dossier(text, edition).notes
        if level in {"", each.level}
    ]


def tails(*pieces: str) -> st.SearchStrategy[str]:
    """Generate texts to follow a scheme: any text, and combinations of parts that it handles."""
    parts = [*pieces, "a", "\ud800", "\x00", "%00", "%", "%zz", "%FF", "\u202e", "/", "//", "@"]
    return st.one_of(
        st.text(alphabet=st.characters(exclude_categories=[])),
        st.lists(st.sampled_from([*parts, "?", "#", ":", "<", ">", "[", "]", ","])).map("".join),
    )


def everything_holds(text: str) -> None:
    """Check that nothing raises in any edition and that every span is inside the text."""
    for edition in uriinspector.EDITIONS:
        found = dossier(text, edition)
        json.dumps(found.to_dict(), ensure_ascii=True)
        for field in found.fields:
            assert (field.span is None) is (field.text is None)
            if field.span:
                assert 0 <= field.span.start <= field.span.end <= len(text)
                assert field.text == field.span.of(text)
        for fault in found.violations:
            assert 0 <= fault.start <= fault.end <= len(text)
            assert all((fault.rule, fault.expected, fault.message, fault.cites))
        spans = [*(each.span for each in found.notes), *(each.span for each in found.inner)]
        for span in spans:
            assert span is None or 0 <= span.start <= span.end <= len(text)
        starts = [fault.start for fault in found.violations]
        assert starts == sorted(starts)
