"""The effect of each element and attribute, and how it weighs findings on the spelling."""

from tests.for_each import for_each
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.rules.deceptive_characters import DROPPED, DROPPED_EARLY
from uriinspector.documents.judge import WEIGHTS, effect_of

FRAMES = "iframe frame embed object applet ilayer layer"
FOLLOWED = "href xlink:href action formaction content"
PICTURED = "src srcset imagesrcset poster background lowsrc dynsrc icon style"
NAMED = "itemid itemtype cite longdesc profile usemap urn"


@for_each("element", *FRAMES.split())
def test_framed_elements_are_loaded_automatically(element: str) -> None:
    assert effect_of(element, "src") == "framed"
    assert effect_of(element, "usemap") == "named"
    assert effect_of(f"{element}x", "data") is None


@for_each("attribute", *FOLLOWED.split())
def test_link_attributes_are_followed(attribute: str) -> None:
    assert effect_of("a", attribute) == "followed"
    assert effect_of("a", attribute[:-1]) is None


@for_each("attribute", *PICTURED.split())
def test_image_attributes_are_loaded(attribute: str) -> None:
    assert effect_of("a", attribute) == "pictured"


@for_each("element", "image", "use", "feimage", "link")
def test_elements_that_only_load_are_not_followed(element: str) -> None:
    assert effect_of(element, "href") == "pictured"


@for_each("attribute", *NAMED.split())
def test_attributes_that_name_a_resource_are_not_loaded(attribute: str) -> None:
    assert effect_of("a", attribute) == "named"


DECEPTIVE = """
backslash bidi-control control-char double-encoding double-scheme empty-host encoded-control
encoded-payload hidden-page host-syntax hostlike-in-fragment hostlike-in-path hostlike-in-query
idna-error invisible-char ip-invalid long-host missing-authority name-in-path port-invalid
parser-differential port-unusual scheme-typo subdomain-deception
"""
IMITATING = """
compatibility-mapping confusable lookalike mixed-script userinfo-deceptive whole-script-confusable
"""
WHERE = ("followed", "framed", "pictured", "scripted", "in code", "named")


def counts(code: str, text: str = "http://a.test/", severity: str = "high") -> str:
    """Return the weighed severities of a finding, effect by effect."""
    also = Finding(code, severity, 2, 3, "", "{char}: x", (), {"char": "y"})
    finding = also._replace(start=0, end=1, also=(also,))
    result = []
    for place in WHERE:
        (weighed,) = WEIGHTS[place](text, (finding,))
        assert [each.severity for each in weighed.also] == [weighed.severity]
        result.append(weighed.severity)
    return " ".join(result)


def test_deceptive_spelling_counts_where_it_is_visible() -> None:
    for code in DECEPTIVE.split():
        assert counts(code) == "high high low low low low", code
    for code in IMITATING.split():
        assert counts(code) == "high high medium medium medium low", code
        assert counts(code, severity="medium") == "medium medium low low low low", code
    assert counts("text-href-mismatch") == "high high high high high low"
    assert counts("shortener", severity="medium") == "medium medium medium medium medium low"


@for_each(
    "code, text, expected",
    ("dangerous-scheme", "vbscript:x", "high high medium high high low"),
    ("dangerous-scheme", "javascript:x()", "low low medium high high low"),
    ("dangerous-scheme", " J a v a s c r i p t :x()", "low low medium high high low"),
    ("data-active", "data:text/html,<p>", "high high info low info low"),
    ("data-active", "data:text/html," + "x" * 15, "high high info low info low"),
    ("data-active", "data:text/html," + "x" * 16, "high high info medium medium low"),
    ("data-active", "DATA:text/html,\n" + "x" * 15, "high high info medium medium low"),
)
def test_severity_of_executable_urls_depends_on_their_place(
    code: str, text: str, expected: str
) -> None:
    assert counts(code, text) == expected


def test_severity_below_the_limit_of_a_place_is_kept() -> None:
    finding = Finding("confusable", "info", 0, 1, "", "x", ())
    for place in WHERE:
        assert WEIGHTS[place]("http://a.test/", (finding,)) == (finding,)
    worst = finding._replace(code="x", severity="high")
    for place in WHERE:
        assert WEIGHTS[place]("http://a.test/", (finding, worst))[0].code == "x"


@for_each(
    "start, template, severity",
    (0, DROPPED, "high"), (4, DROPPED, "low"), (9, DROPPED, "low"), (9, DROPPED_EARLY, "medium"),
    (9, "{char}: browsers keep it", "high"),
)  # fmt: skip
def test_line_break_in_a_long_value_is_low(start: int, template: str, severity: str) -> None:
    finding = Finding("control-char", "high", start, start + 1, "", template, (), {"char": "x"})
    (result,) = WEIGHTS["followed"]("http://a.test/", (finding,))
    assert result.severity == severity


def test_line_break_in_a_scheme_is_not_hidden_by_one_after_it() -> None:
    first = Finding("control-char", "high", 2, 3, "", DROPPED, (), {"char": "x"})
    both = first._replace(start=9, end=10, also=(first,))
    (result,) = WEIGHTS["followed"]("http://a.test/", (both,))
    assert result.severity == "high"


def test_empty_host_is_low_unless_browsers_find_one() -> None:
    empty = Finding("empty-host", "high", 0, 1, "", "x", ())
    assert WEIGHTS["followed"]("http:///a", (empty,))[0].severity == "low"
    named = empty._replace(args={"host": "a.test"})
    assert WEIGHTS["followed"]("http:///a", (named,))[0].severity == "high"
