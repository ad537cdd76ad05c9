"""Links nested in a reference are found with their positions and decoded."""

from base64 import b64encode
from itertools import pairwise
from urllib.parse import quote

import pytest

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.facts import Facts
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.inspection import DEPTH, LAYERS, Inspection, inspect
from uriinspector.analysis.nested import MOST, layers
from uriinspector.core.parse import parse

EVIL = "https://evil.test/a"
OUTER = "https://good.example/"


def found(text: str) -> list[tuple[str, str, str]]:
    return [
        (each.via, text[each.start : each.end], each.text) for each in layers(Facts(parse(text)))
    ]


def base64(text: str) -> str:
    return b64encode(text.encode()).decode()


QUERIES = {
    "plain": ("?url={}", EVIL, EVIL),
    "escaped": ("?url={}", "https%3A%2F%2Fevil.test%2Fa", EVIL),
    "only slashes escaped": ("?url={}", "https:%2F%2Fevil.test%2Fa", EVIL),
    "escaped twice": ("?u={}", "https%253A%252F%252Fevil.test%252Fa", EVIL),
    "escaped five times": ("?u={}", "https%252525253A%252525252F%252525252Fevil.test", EVIL[:-2]),
    "letters escaped": ("?u={}", "%68%74%74%70%73%3a%2f%2fevil.test%2Fa", EVIL),
    "under any name": ("?x=1&anything={}&y=2", EVIL, EVIL),
    "under no name": ("?{}", EVIL, EVIL),
    "under no name, with pairs of its own": ("?{}", f"{EVIL}?b=c&d=e", f"{EVIL}?b=c&d=e"),
    "behind an entity": ("?a=1&amp;u={}", EVIL, EVIL),
    "without scheme": ("?next={}", "%2F%2Fevil.test", "//evil.test"),
    "with backslashes": ("?next={}", "\\\\evil.test", "\\\\evil.test"),
    "a host and a path, where places to go are named": ("?to={}", "evil.test/a", "evil.test/a"),
    "a host with www": ("?url={}", "www.evil.test", "www.evil.test"),
    "one slash": ("?u={}", "http:/evil.test", "http:/evil.test"),
    "code": ("?next={}", "javascript:alert(1)", "javascript:alert(1)"),
    "content": ("?u={}", "data:text/html,hi", "data:text/html,hi"),
    "a mail": ("?u={}", "mailto:a@b.test", "mailto:a@b.test"),
    "another scheme": ("?u={}", "gopher%3A%2F%2Fa.test%3A70", "gopher://a.test:70"),
    "within other text": ("?t=Look%20at%20{}%20now", "http%3A%2F%2Fa.test%2F%C3%A4", "http://a.test/ä"),
    "octets that are no UTF-8": ("?t=a%20{}%20b", "http://a.test/%E4", "http://a.test/ä"),
    "in a relative reference": ("?n=%2Flogin%3Fu%3D{}", "http%3A%2F%2Fa.test", "http://a.test"),
}  # fmt: skip


@for_each("frame, written, inside", *QUERIES.values(), ids=QUERIES)
def test_link_in_a_query_value_is_found(frame: str, written: str, inside: str) -> None:
    assert found(OUTER + frame.format(written)) == [("query-value", written, inside)]


NOTHING = {
    "no host": "?u=a%2Fb", "a time": "?t=12:30", "two words": "?x=a:b",
    "a search": "?q=example.com/path", "prose about code": "?q=javascript%3A+urls",
    "a word": "?u=data:foo", "a scheme alone": "?u=http:", "a percent sign": "?u=%",
    "percent signs all the way": "?u=" + "%25" * 9, "two slashes in a path": "a//b/c",
    "a ratio": "a/1://",
    "a path of one's own": "?next=/home/a",
    "a route": "#/inbox/42",
    "base64 of something else": "?d=" + base64("nothing of interest"),
    "base64 cut short": "?d=aHR0cDovLw9",
    "a namespace in content": "?d=eyJhIjoxfQ",
}  # fmt: skip


@for_each("text", *NOTHING.values(), ids=NOTHING)
def test_text_that_is_not_a_link_is_not_nested(text: str) -> None:
    assert found(OUTER + text) == []


PATHS = {
    "as it is": ("", EVIL, EVIL),
    "with query and fragment": ("p/", f"{EVIL}?b#c", f"{EVIL}?b#c"),
    "after a date": ("web/2020id_/", EVIL, EVIL),
    "with one slash left": ("p/", "http:/evil.test/a", "http://evil.test/a"),
    "another scheme": ("p/", "ftp://evil.test/", "ftp://evil.test/"),
    "a scheme nobody knows": ("p/", "x+y://evil.test/", "x+y://evil.test/"),
}


@for_each("front, written, inside", *PATHS.values(), ids=PATHS)
def test_link_at_the_end_of_a_path_is_found(front: str, written: str, inside: str) -> None:
    assert found(OUTER + front + written) == [("path-tail", written, inside)]


def test_escaped_reference_in_a_path_is_one_segment() -> None:
    text = f"{OUTER}w_200/https%3A%2F%2Fevil.test%2Fa/b.png?u=ftp://x.test"
    assert found(text) == [
        ("path-tail", "https%3A%2F%2Fevil.test%2Fa", EVIL),
        ("query-value", "ftp://x.test", "ftp://x.test"),
    ]


FRAGMENTS = {
    "all of it": ("#{}", EVIL), "after a bang": ("#!{}", EVIL), "a pair": ("#a=1&url={}", EVIL),
    "a pair in a route": ("#/go?to={}", EVIL),
    "a reference with a query": ("#{}", f"{EVIL}?b=c"),
}  # fmt: skip


@for_each("frame, inside", *FRAGMENTS.values(), ids=FRAGMENTS)
def test_link_in_a_fragment_is_found(frame: str, inside: str) -> None:
    assert found(OUTER + frame.format(inside)) == [("fragment", inside, inside)]


PACKED = {
    "a value": ("?p={}", base64(EVIL)),
    "a value, padding escaped": ("?p={}", base64(EVIL).replace("=", "%3D")),
    "a value without padding": ("?p={}", base64(EVIL).rstrip("=")),
    "twice": ("?p={}", base64(base64(EVIL))),
    "hexadecimal": ("?p={}", EVIL.encode().hex()),
    "in JSON": ("?p={}", base64('{"x":1,"url":"https:\\/\\/evil.test\\/a"}')),
    "a segment": ("r/{}/more", base64(EVIL).rstrip("=")),
    "JSON in a segment": ("c/{}", base64('{"url":"https://evil.test/a"}').rstrip("=")),
    "in a fragment": ("#{}", base64(EVIL)),
}


@for_each("frame, written", *PACKED.values(), ids=PACKED)
def test_nested_link_in_base64_is_found(frame: str, written: str) -> None:
    got = found(OUTER + frame.format(written))
    assert [(via, text) for via, text, _ in got] == [("base64", written)]
    assert got[0][2] == EVIL


def test_nested_base64_link_may_span_several_segments() -> None:
    packed = base64(EVIL + "?long=" + "x" * 20).rstrip("=")
    text = f"{OUTER}{packed[:16]}/{packed[16:32]}/{packed[32:]}"
    assert [each[0] for each in found(text)] == ["base64"]


def test_signed_ticket_is_not_a_reference() -> None:
    ticket = base64('{"iss":"https://issuer.test"}').rstrip("=")
    assert found(f"{OUTER}{ticket}.{ticket}.x") == []


SCHEMES = {
    "view-source": ("view-source:https://x.test/a?b#c", [("scheme", "https://x.test/a?b#c")]),
    "blob": ("blob:https://x.test/1", [("scheme", "https://x.test/1")]),
    "jar": ("jar:https://x.test/a.jar!/b", [("scheme", "https://x.test/a.jar")]),
    "javascript": ("javascript:open('http://x.test/')", [("scheme", "http://x.test/")]),
    "mailto": ("mailto:a@b.test?body=see%20http://x.test/", [("query-value", "http://x.test/")]),
    "data": ("data:text/html,<a href='http://x.test/'>", [("data", "http://x.test/")]),
    "data, a vocabulary": ("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>", []),
    "data, a picture": ("data:image/png,http://x.test/", []),
    "data without a comma": ("data:text/html;http://x.test/", []),
    "data, broken base64": ("data:text/html;base64,http://x.test/", []),
}


@for_each("text, inside", *SCHEMES.values(), ids=SCHEMES)
def test_link_nested_by_a_scheme_is_found(text: str, inside: list[tuple[str, str]]) -> None:
    assert [(via, inner) for via, _, inner in found(text)] == inside


def test_base64_content_is_marked_by_groups_of_four() -> None:
    content = base64("<script>location='http://evil.test/a'</script>")
    [(via, written, inside)] = found(f"data:text/html;base64,{content}")
    assert (via, inside) == ("data", "http://evil.test/a")
    assert base64("http://evil.test/a").rstrip("=")[4:20] in written


def test_layers_are_ordered_and_do_not_overlap() -> None:
    text = f"{OUTER}https%3A%2F%2Fa.test/x?u={EVIL}&v=http://b.test/?w=http://c.test#http://d.test"
    spans = [(each.start, each.end) for each in layers(Facts(parse(text)))]
    assert len(spans) == 4
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def test_number_of_nested_links_is_limited() -> None:
    assert len(found(OUTER + "?" + f"&u={EVIL}" * 100)) == MOST
    assert len(found(OUTER + "?t=" + f"%20{EVIL}" * 100)) == MOST


def count(inspection: Inspection) -> tuple[int, int]:
    inner = [count(each.inspection) for each in inspection.nested if each.inspection]
    return (
        len(inspection.nested) + sum(number for number, _ in inner),
        1 + max((depth for _, depth in inner), default=0),
    )


@for_each(
    "wrap",
    lambda inner: f"http://a.test/?u={quote(inner, safe='')}",
    lambda inner: f"http://a.test/{inner}",
    lambda inner: f"http://a.test/?u={inner}&v={inner}"[:5000],
    lambda inner: f"https://www.google.com/url?q={inner}",
    ids=["escaped", "path", "twice", "redirector"],
)
def test_total_number_of_inspected_layers_is_limited(wrap: object) -> None:
    text = "http://evil.test/"
    for _ in range(64):
        text = wrap(text)  # type: ignore[operator]
    number, depth = count(inspect(text))
    assert number <= LAYERS + 8 * MOST
    assert 2 <= depth <= 10


@for_each("times", 1, DEPTH - 1, DEPTH, DEPTH + 1, DEPTH + 2)
def test_nested_links_are_inspected_up_to_the_maximum_depth(times: int) -> None:
    text = "https://last.test/"
    for _ in range(times):
        text = f"{OUTER}?url={quote(text, safe='')}"
    inner = inspect(text)
    depth = 0
    while inner.nested and (below := inner.nested[0].inspection):
        inner, depth = below, depth + 1
    assert depth == min(times, DEPTH)
    # Links below the maximum depth are still named.
    assert bool(inner.nested) == (times > DEPTH)


def escaped(*inner: str) -> str:
    """Return a link with others in its query."""
    return "http://a.test/?" + "&".join(
        f"u{at}={quote(each, safe='')}" for at, each in enumerate(inner)
    )


def inspected(inspection: Inspection) -> list[str]:
    """Return all nested links inspected, in order."""
    return [
        text
        for each in inspection.nested
        if each.inspection
        for text in (each.layer.text, *inspected(each.inspection))
    ]


@for_each("levels, last", (7, 1), (8, 1), (9, 0))
def test_eight_levels_are_inspected_and_one_more_is_named(levels: int, last: int) -> None:
    text = "http://end.test/"
    for _ in range(levels):
        text = escaped(text)
    texts = inspected(inspect(text))
    assert len(texts) == min(levels, 8)
    assert texts.count("http://end.test/") == last
    inspection = inspect(text)
    while inspection.nested and inspection.nested[0].inspection:
        inspection = inspection.nested[0].inspection
    assert [each.layer.text for each in inspection.nested] == ["http://end.test/"] * (1 - last)


@for_each("wide, count", (7, 56), (8, 64), (9, 64))
def test_sixty_four_links_in_total_are_inspected(wide: int, count: int) -> None:
    inner = [f"http://c{at}.test/" for at in range(wide)]
    assert len(inspected(inspect(escaped(*[escaped(*inner)] * wide)))) == count


def test_sixteen_links_of_one_level_are_listed() -> None:
    for wide in (15, 16, 17):
        texts = [each.layer.text for each in inspect(escaped(*["http://c.test/"] * wide)).nested]
        assert texts == ["http://c.test/"] * min(wide, 16)


def test_nested_network_path_takes_the_scheme_of_its_link() -> None:
    inspection = inspect("https://good.example/?next=//evil.test/").nested[0].inspection
    assert inspection is not None
    assert inspection.verdict.headline == "Names evil.test (reserved for tests)"


def test_layer_names_the_service_that_added_it() -> None:
    [nested] = inspect("https://l.facebook.com/l.php?u=http%3A%2F%2Fx.test").nested
    assert nested.to_dict()["service"] == "Facebook"
    assert nested.to_dict()["follows"] is True


HOSTILE = [
    "http://", "%25", "%2525", "%", "=", "&", "&u=", ":/", "//", "aHR0c", "eyJ", "a@b.", "=www.",
    "&u=%2568", "\ud800", "%e4", "(25", "x-y+z.", "/http:", "a:",
]  # fmt: skip
FRAMES = [
    "{}", "http://h.test/{}", "http://h.test/?u={}", "http://h.test/#{}", "data:text/html,{}",
    "data:;base64,{}", "http://h.test/?u=a%20http%3A%2F%2Fx%20{}",
]  # fmt: skip


@for_each("frame", *FRAMES)
@pytest.mark.parametrize("piece", HOSTILE)
def test_nested_links_are_found_in_linear_time(piece: str, frame: str) -> None:
    def text(size: int) -> str:
        return frame.replace("{}", piece * (size // len(piece)))

    assert is_linear_over(lambda text: layers(Facts(parse(text))), text, 4_000)


@for_each(
    "text, meant",
    ("hxxps://www[.]paypal[.]com@0x7f[.]1/", "https://www.paypal.com@0x7f.1/"),
    ("https://evil[.]test/a", EVIL),
    ("evil[.]test/a", "evil.test/a"),
)
def test_defanged_text_is_judged_like_the_original_link(text: str, meant: str) -> None:
    assert found(text)[0] == ("defanged", text, meant)
    judged, itself = inspect(text).verdict, inspect(meant).verdict
    assert judged.headline == itself.headline
    assert RANK[judged.severity or "info"] >= RANK[itself.severity or "info"]
    assert judged.final_host == itself.final_host
    codes = {each.code for each in inspect(text).findings}
    assert "defanged" in codes
    assert not codes & {"nested-uri", "syntax-error"}


@for_each("text", "https://a.test/b[.]c", "https://a.test/?to=me(at)b.test", "see a[.]b")
def test_defanging_mark_inside_a_live_link_is_ignored(text: str) -> None:
    assert all(each.layer.via != "defanged" for each in inspect(text).nested)
    assert inspect(text).verdict.host in {"a.test", None}


def test_nested_defanging_marks_are_removed_one_by_one() -> None:
    verdict = inspect("hxxp://a[[.]]test/").verdict
    assert verdict.final_host == "a.test"
    assert verdict.detail.count("cannot be clicked") == 1
