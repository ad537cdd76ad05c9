"""Dossiers as rows of a table, and what holds for every one of them."""

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
    """What the scheme says about a text."""
    found = describe(parse(text, edition=edition))
    assert found is not None
    return found


def fields(found: Dossier) -> list[tuple[str, str]]:
    """Names and values of what is there."""
    return [(each.name, each.value) for each in found.fields if each.value is not None]


def actions(found: Dossier, variant: str = "") -> list[str]:
    """Verbs and texts of one variant."""
    chosen = [each for each in found.actions if each.variant == variant]
    return [f"{each.verb} {each.text}".rstrip(" ") for each in chosen]


def variants(found: Dossier) -> set[str]:
    """The readings beside that of the edition."""
    return {each.variant for each in found.actions} - {""}


def faults(text: str, edition: str = "2005") -> list[tuple[str, str]]:
    """The rules that are not met, and the text there."""
    found = dossier(text, edition)
    assert found.valid is (not found.violations)
    return [(each.rule, text[each.start : each.end]) for each in found.violations]


def notes(text: str, edition: str = "2005", *, level: str = "") -> list[tuple[str, str]]:
    """Codes of the notes, of one level or of all, and the text there."""
    return [
        (each.code, each.span.of(text) if each.span else "")
        for each in dossier(text, edition).notes
        if level in {"", each.level}
    ]


def tails(*pieces: str) -> st.SearchStrategy[str]:
    """Any text after a scheme, and texts made of the pieces that the scheme looks for."""
    parts = [*pieces, "a", "\ud800", "\x00", "%00", "%", "%zz", "%FF", "\u202e", "/", "//", "@"]
    return st.one_of(
        st.text(alphabet=st.characters(exclude_categories=[])),
        st.lists(st.sampled_from([*parts, "?", "#", ":", "<", ">", "[", "]", ","])).map("".join),
    )


def everything_holds(text: str) -> None:
    """Nothing raises in any edition, and what has a place has it inside of the text."""
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
