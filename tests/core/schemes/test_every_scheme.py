"""Properties of every scheme in the table, whatever follows its colon."""

import json
import subprocess
import sys
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import uriinspector
from tests.core.test_hostile import calls
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector.core.compare import normal_form
from uriinspector.core.schemes.dossier import Dossier
from uriinspector.core.schemes.lookup import SchemeRows, describe
from uriinspector.core.schemes.table import SCHEMES

LONG = 100_000
# Additional calls that are allowed at any length: for rounding, or a branch.
SLACK = 100
PIECES = [
    *("//", "/", "?", "#", "@", ":", ";", "&", "=", ",", "!", "!/", "::", "|", "+", "-", "\\", "."),
    *("%00", "%0D%0A", "%2F", "%5C", "%7C", "%41", "%", "%zz", "%C3", "\x00", "\r\n", "\ud800"),
    *("\u202e", "\u00e9", "h", "1", "u:p@h:80", "[::1]", "localhost", "C:", "?/UNC/", "base64"),
    *(";base64,", "QUJD", "Intent;", ";end", "scheme=x;", "S.browser_fallback_url=http://h;",
        "url="),
    *("http://h/", "crumb=location:", "ofe|u|", "phone-context=", "crs=wgs84", "xt=", "@x:", "%22"),
]  # fmt: skip
FIRST = ["", "//", "//h/", "?", "#Intent;", "1,2;", "+1;", "text/html;base64,"]
BRISK = settings(
    max_examples=at_most(25), derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def way(name: str) -> object:
    """Return the function that describes the scheme, or finds nested links if it has a row."""
    function = SCHEMES[name].describe
    return function.args[0].inner.__qualname__ if isinstance(function, partial) else function


# One scheme for each of these functions.
DIFFERENT = sorted({way(name): name for name in SCHEMES}.values())
every_scheme = pytest.mark.parametrize("name", SCHEMES)
tails = st.one_of(
    st.text(alphabet=st.characters(exclude_categories=[])),
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.tuples(
        st.sampled_from(FIRST), st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
    ).map("".join),
)


def described(text: str, edition: str = "2005") -> Dossier:
    """Return the dossier after converting it to JSON."""
    found = describe(uriinspector.parse(text, edition=edition))
    assert found is not None
    json.dumps(found.to_dict())
    return found


@every_scheme
@BRISK
@given(tail=tails, edition=st.sampled_from(uriinspector.EDITIONS))
def test_dossier_never_raises_and_its_spans_are_inside_the_text(
    name: str, tail: str, edition: str
) -> None:
    text = f"{name}:{tail}"
    found = described(text, edition)
    assert found.known
    assert found.scheme == name
    assert found.valid is (not found.violations)
    for field in found.fields:
        assert (field.span is None) is (field.text is None) is (field.value is None)
        assert field.meaning
        if field.span:
            assert 0 <= field.span.start <= field.span.end <= len(text)
            assert field.text == field.span.of(text)
    for fault in found.violations:
        assert 0 <= fault.start <= fault.end <= len(text)
        assert fault.rule
        assert fault.expected
        assert fault.message
        assert fault.cites
    places = [(fault.start, fault.end) for fault in found.violations]
    assert places == sorted(places)
    for span in (*(note.span for note in found.notes), *(each.span for each in found.inner)):
        assert span is None or 0 <= span.start <= span.end <= len(text)
    assert all(note.level in {"info", "unusual", "danger"} for note in found.notes)


@every_scheme
def test_dossier_sentences_have_no_invisible_characters(name: str) -> None:
    odd = "\u202e\u200b\x00\n\ud800"
    found = described(f"{name}://{odd}@{odd}:{odd}/{odd};{odd}={odd}?{odd}={odd}#{odd}")
    for text in (
        *(action.text for action in found.actions),
        *(note.message for note in found.notes),
        *(fault.message for fault in found.violations),
    ):
        assert text.isprintable(), text


@every_scheme
@BRISK
@given(tail=tails, edition=st.sampled_from(uriinspector.EDITIONS))
def test_normal_form_by_scheme_is_stable(name: str, tail: str, edition: str) -> None:
    once = normal_form(uriinspector.parse(f"{name}:{tail}", edition=edition))
    assert normal_form(uriinspector.parse(once, edition=edition)) == once


FRAMES = ["{}", "//{}", "//h/{}", "//h:{}", "//h/?{}", "#Intent;{}", "text/html;base64,{}", "+1;{}"]
BAD = ["%", "/", ";a=b", "a&", "1a", "|", "\\", "http://h/ ", "\ud800", "%00", "!/"]


def cost(name: str, frame: str, piece: str, size: int) -> int:
    """Return the number of calls for a dossier of a piece that is repeated up to the size."""
    text = f"{name}:" + frame.replace("{}", piece * (size // len(piece)))
    described(text)  # compiles expressions on first use
    return calls(lambda: described(text))


@for_each("name", *DIFFERENT)
@pytest.mark.parametrize("frame", FRAMES)
def test_describing_a_link_takes_linear_time(name: str, frame: str) -> None:
    for piece in BAD:
        once, twice = (cost(name, frame, piece, size) for size in (300, 600))
        assert twice <= 2 * once + SLACK, piece


@for_each("name", "ftp", "file", "telnet", "data", "tel", "intent", "search-ms")
@pytest.mark.parametrize("piece", ["%", "/", ";a", "\\", "1a", "http://h/ "])
def test_long_link_of_every_scheme_is_described(name: str, piece: str) -> None:
    for edition in ("1994", "2005"):
        reference = uriinspector.parse(
            f"{name}://h:{piece * (LONG // len(piece))}", edition=edition
        )
        assert describe(reference) is not None


@for_each("name", *sorted(name for name, row in SCHEMES.items() if not row.nests))
def test_scheme_without_nesting_has_no_inner_links(name: str) -> None:
    for inside in (
        "http://a.test/",
        "//a.test/?url=http://b.test/",
        "a?u=http%3A%2F%2Fb.test#http://c",
    ):
        dossier = describe(uriinspector.parse(f"{name}:{inside}"))
        assert dossier is not None
        assert dossier.inner == ()


def test_dossier_json_has_every_key() -> None:
    found = describe(uriinspector.parse("http://a/"))
    assert found
    assert list(found.to_dict()) == [
        *("scheme", "title", "known", "danger", "default_port", "valid", "fields", "actions"),
        *("violations", "notes", "inner", "normal", "display", "cites", "content"),
    ]


def test_scheme_looked_up_alone_equals_the_table_row() -> None:
    assert {name: SchemeRows()[name] for name in SchemeRows()} == SCHEMES
    assert all(name in SchemeRows() for name in SCHEMES)
    assert "nothing" not in SchemeRows()
    assert len(SchemeRows()) == len(SCHEMES)


def test_looking_up_a_scheme_does_not_import_the_others() -> None:
    script = "from uriinspector.core.schemes.lookup import schemes; import sys; schemes()['http']"
    script += "; print(*(name for name in sys.modules if '.schemes.' in name))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    names = {name.rpartition(".")[2] for name in loaded.stdout.split()}
    assert "http" in names
    assert names.isdisjoint({"urn", "mailto", "rows", "gopher", "table"})
