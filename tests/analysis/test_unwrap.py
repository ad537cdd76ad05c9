"""A text that consists of a wrapper is judged by the link inside."""

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector import EDITIONS, inspect
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.running_text import is_one, unwrap

DECEPTIVE = "https://www.paypal.com@evil.test/"
WRAPPED = [
    "<{}>", '"{}"', "'{}'", "({})", "[{}]", "\u00ab{}\u00bb", "\u201c{}\u201d", "URL:{}",
    "<URL:{}>", "<url: {}>", " <{}>\n",
]  # fmt: skip


@for_each("around", *WRAPPED)
@for_each("inside", DECEPTIVE, "mailto:a@b.example", "javascript:alert(1)")
def test_verdict_on_wrapped_text_is_about_the_link_inside(around: str, inside: str) -> None:
    text = around.replace("{}", inside)
    outer, inner = inspect(text), inspect(inside).verdict
    (layer,) = (each.layer for each in outer.nested)
    assert (layer.via, layer.text, text[layer.start : layer.end]) == ("wrapped", inside, inside)
    verdict = outer.verdict
    assert (verdict.headline, verdict.host, verdict.final_host) == (
        inner.headline, inner.host, inner.final_host,
    )  # fmt: skip
    assert RANK[verdict.severity or "info"] >= RANK[inner.severity or "info"]
    note = "There is text around the link. The verdict is for the link inside."
    reasons = " ".join(inner.words.why)
    # Of links with problems, these come first.
    is_bad = inner.severity in {"high", "medium"}
    front = f"{reasons} {note}" if is_bad else f"{note} {reasons}"
    assert verdict.detail == " ".join((front, *inner.advice))


@for_each("around", *WRAPPED)
def test_unwrapping_keeps_the_original_text(around: str) -> None:
    text = around.replace("{}", DECEPTIVE)
    found = inspect(text)
    assert found.text == found.reference.text == text
    assert [(hop.host, hop.text) for hop in found.verdict.route] == [("evil.test", text)]
    codes = {each.code: each for each in found.findings}
    assert "nested-uri" not in codes
    fix = codes["wrapped"].fix
    assert fix is not None
    assert fix.text == DECEPTIVE


@for_each("edition", *EDITIONS)
@for_each("text", "<http://a.example/>", "<URL:http://a.example/>")
def test_wrapper_removed_by_the_edition_is_not_derived(edition: str, text: str) -> None:
    found = inspect(text, edition=edition)
    if edition == "1994":
        assert found.derived is None
        assert found.reference.authority == "a.example"
    else:
        assert found.derived is not None
        assert found.derived.how == "wrapped"


def test_line_breaks_redirectors_and_defanging_in_a_wrapper_are_undone() -> None:
    verdict = inspect("<https://a.example/long\r\n  er>").verdict
    assert verdict.host == "a.example"
    assert inspect("<https://a.example/long\r\n  er>").nested[0].layer.text.endswith("/longer")
    verdict = inspect('"https://www.google.com/url?q=https://evil.test/"').verdict
    assert [hop.host for hop in verdict.route] == ["www.google.com", "evil.test"]
    assert verdict.final_host == "evil.test"
    verdict = inspect("<hxxp://evil[.]test/>").verdict
    assert verdict.final_host == "evil.test"
    assert verdict.detail.startswith(
        "Written so that it cannot be clicked. The verdict is for the restored link. There is text"
    )


@for_each(
    "text",
    "(a)", "<>", "url:", "url:x", '"../x"', "(a:b)/c(d)", "<https://a.test/> <https://b.test/>",
    "<https://a.test/ http://b.test/>",
)  # fmt: skip
def test_text_other_than_one_wrapped_link_is_not_unwrapped(text: str) -> None:
    assert all(each.layer.via != "wrapped" for each in inspect(text).nested)
    assert inspect(text).verdict.host is None


@for_each(
    "text", '"https://a.test/ is more"', "<https://a.test/", "(https://a.test/)/(b)",
    '"https://a.test/"/"b"',
)  # fmt: skip
def test_single_link_in_a_text_is_judged(text: str) -> None:
    assert inspect(text).verdict.host == "a.test"


def test_with_a_base_a_wrapper_is_part_of_the_path() -> None:
    found = inspect("<https://evil.test/>", base="http://base.example/")
    assert found.verdict.host == found.verdict.final_host == "base.example"
    assert inspect("URL:https://evil.test/", base="http://base.example/").verdict.host is None


@for_each("edition", *EDITIONS)
def test_every_edition_finds_the_same_host_in_a_wrapper(edition: str) -> None:
    for text in ("<http://evil.test/>", "URL:http://evil.test/", "<URL:http://evil.test/>"):
        assert inspect(text, edition=edition).verdict.final_host == "evil.test"


def test_wrapper_must_be_balanced() -> None:
    assert is_one("a(b)c", "(")
    assert not is_one("a)(b", "(")
    assert not is_one("a(b", "(")
    assert not is_one('a"b', '"')
    assert is_one("a)b", "u")
    assert unwrap(" \t").text == ""


@for_each("piece", "(", "()", ")(", "<", ' "', "url:", "\n ")
def test_unwrapping_takes_linear_time(piece: str) -> None:
    def text(size: int) -> str:
        return f"({piece * (size // len(piece))})"

    assert is_linear_over(lambda text: (unwrap(text), is_one(text, "(")), text, 50_000)
