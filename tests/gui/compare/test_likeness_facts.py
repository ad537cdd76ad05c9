"""Facts about how similar two references look."""

from tests.for_each import for_each
from uriinspector.gui.compare.comparison_view import ComparePair, fact_rows, look_at
from uriinspector.gui.text.pieces import Kind, plain_text

PUNY = "xn--pple-43d.com"


@for_each(
    "a, b, skeleton, domains, labels",
    ("http://a.org/", "http://a.org/", "identical text", ("a.org",) * 2, ("a.org",) * 2),
    ("http://www.apple.com/", "http://www.\u0430pple.com/", "confusable (UTS 39)",
        ("apple.com", PUNY), ("www.apple.com", f"www.{PUNY}")),
    ("http://a.co.uk/", "urn:a-b:c", "not confusable (UTS 39)", ("a.co.uk", "none"),
        ("a.co.uk", "none")),
    ("http://10.0.0.1/", "//[::1]/", "not confusable (UTS 39)", ("none", "none"),
        ("10.0.0.1", "[::1]")),
)  # fmt: skip
def test_skeleton_domain_and_labels_are_shown(
    a: str, b: str, skeleton: str, domains: tuple[str, str], labels: tuple[str, str]
) -> None:
    both = look_at(ComparePair(a, b)).both
    assert both is not None
    first, _hosts, second, third, _unicode = fact_rows(both)
    assert plain_text(first.a) == skeleton
    assert (plain_text(second.a), plain_text(second.b)) == domains
    assert (plain_text(third.a), plain_text(third.b)) == labels


def test_different_names_are_marked() -> None:
    both = look_at(ComparePair("http://apple.com", "http://\u0430pple.com")).both
    assert both is not None
    _, _, domain, _, letters = fact_rows(both)
    assert [piece.kind for piece in domain.b] == [Kind.DIFFERS]
    assert [piece.text for piece in letters.b if piece.kind is Kind.DIFFERS] == ["\u0430"]


@for_each(
    "a, b, said",
    ("http://apple.com", f"http://{PUNY}", "confusable (UTS 39)"),
    ("http://apple.com", "http://APPLE.com", "identical text"),
    ("http://apple.com", "http://pear.com", "not confusable (UTS 39)"),
    ("http://apple.com", "apple.com", "none"),
)
def test_domains_are_compared_as_readers_see_them(a: str, b: str, said: str) -> None:
    both = look_at(ComparePair(a, b)).both
    assert both is not None
    assert plain_text(fact_rows(both)[1].a) == said
