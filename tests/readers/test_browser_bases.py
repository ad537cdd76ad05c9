"""Links that a quick check finds to stay on the host of their base do so in browsers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.corpus import references
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector.analysis.facts import Facts
from uriinspector.core.parse import parse
from uriinspector.readers.browser import RELATIVE, host_of_base, serialized

BASES = [
    "http://a.example/b/c;d?e#f", "HTTPS://user@[2001:db8::1]:8443/", "ftp://ftp.example",
    "https:evil.test", "ws://0x7f.1/", "http://b\u00fccher.example/",
]  # fmt: skip
REFUSED = "http://"
PIECES = [*"abz09.:/\\?#@%[]<>\"' \t\n|", "//", "http:", "C:", "..", "%2e", "\u00fc", "\u200b"]


def hosts(text: str, base: str) -> tuple[str | None, bool, bool]:
    """Return host and acceptance in browsers, and whether the quick check recognized a relative
    link.
    """
    facts = Facts(parse(text), base)
    return facts.browser_host, facts.is_accepted, facts.is_plainly_relative


@for_each("base", *BASES)
def test_quick_check_of_realistic_links_agrees_with_browsers(base: str) -> None:
    seen = 0
    for text in references(600):
        read = serialized(text, base)
        host, is_accepted, is_below = hosts(text, base)
        assert (host, is_accepted) == (read.host if read else None, read is not None)
        assert not is_below or host == host_of_base(base)
        seen += is_below
    assert seen > 150


@settings(max_examples=at_most(200), deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.sampled_from([*BASES, REFUSED])
)
def test_quick_check_of_any_text_agrees_with_browsers(text: str, base: str) -> None:
    if RELATIVE.fullmatch(text):
        read = serialized(text, base)
        assert (read.host if read else None) == host_of_base(base)


@for_each("base", "file:///a/b", "mailto:a@b.example", "data:,a", "g")
def test_other_bases_are_not_plainly_relative(base: str) -> None:
    assert not Facts(parse("/a"), base).is_plainly_relative


def test_reference_without_a_base_is_not_plainly_relative() -> None:
    assert not Facts(parse("/a")).is_plainly_relative
