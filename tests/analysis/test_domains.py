"""The program's lookup of public suffixes agrees with the library that provides the list."""

from random import Random

from publicsuffixlist import PSLFILE, PublicSuffixList

from tests.for_each import for_each
from uriinspector.analysis.domains import LABELS, is_listed, public_suffix, registrable_domain

LIBRARY = PublicSuffixList()
with open(PSLFILE, encoding="utf-8") as lines:  # noqa: PTH123
    RULES = sorted({line.split()[0] for line in lines if line.strip() and line[:2] != "//"})
NAMES = [rule.removeprefix("!").removeprefix("*.") for rule in RULES]
FORMS = (
    *("{}", "a.{}", "b.a.{}", "c.b.a.{}", "x.y.z.q.r.t.w.v.u.{}"),
    *("{}.", "a.{}..", ".{}", "a..{}"),
)


def agree(name: str) -> bool:
    """Return True if both find the same; the library removes one final dot itself."""
    bare = name.removesuffix(".")
    listed = LIBRARY.publicsuffix(bare, accept_unknown=False) is not None
    expected = (LIBRARY.publicsuffix(bare), LIBRARY.privatesuffix(bare), listed)
    return (public_suffix(name), registrable_domain(name), is_listed(name)) == expected


def encoded(name: str) -> str:
    return name.encode("idna").decode()


@for_each("form", *FORMS)
def test_every_suffix_rule_agrees_with_the_library(form: str) -> None:
    assert [name for name in NAMES if not agree(form.format(name))] == []
    assert [name for name in NAMES if not agree(form.format(encoded(name)).upper())] == []


def test_random_names_agree_with_the_library() -> None:
    random = Random(3986)
    labels = ["", "www", "unheard-of", *{label for name in NAMES for label in name.split(".")}]
    names = [".".join(random.choices(labels, k=random.randint(1, 10))) for _ in range(20_000)]
    assert [name for name in names if not agree(name)] == []


def test_no_rule_has_more_labels_than_the_limit() -> None:
    assert max(name.count(".") for name in NAMES) + 1 < LABELS


def test_very_long_name_is_read_from_its_end() -> None:
    assert registrable_domain("a." * 100_000 + "example.co.uk") == "example.co.uk"
