"""What receivers claim to have checked: whose domain it is about, and how much of it is read."""

from __future__ import annotations

import pytest

from uriinspector.documents.authentication import claims_of

# RFC 8601 2.7: the property that says what a method was asked about.
ABOUT = {
    "spf": ["smtp.mailfrom", "smtp.mfrom", "smtp.helo", "envelope-from", "helo"],
    "dkim": ["header.d", "header.i"],
    "dmarc": ["header.from"],
    "compauth": ["header.from"],
}
EVERY = [(method, name) for method, names in ABOUT.items() for name in names]


def domains(field: str) -> list[str | None]:
    return [each.domain for each in claims_of((field,), None, ())]


@pytest.mark.parametrize(("method", "name"), EVERY)
def test_the_domain_is_that_of_the_property_of_the_method(method: str, name: str) -> None:
    for value in ("a.test", "A.Test.", "<x@a.test>", '"x@a.test"', "@a.test"):
        assert domains(f"mx.test; {method}=pass {name}={value}") == ["a.test"], value
    for value in ("", "none", "unknown", "<>"):
        assert domains(f"mx.test; {method}=pass {name}={value}") == [None], value
    assert domains(f"mx.test; {method}=pass x.{name}=a.test") == [None]


@pytest.mark.parametrize("method", ABOUT)
def test_the_first_of_several_properties_counts(method: str) -> None:
    names = ABOUT[method]
    pairs = " ".join(f"{name}={at}.test" for at, name in reversed([*enumerate(names)]))
    assert domains(f"mx.test; {method}=pass {pairs}") == ["0.test"]


def test_a_property_of_another_method_says_nothing() -> None:
    for method in ABOUT:
        foreign = [name for other, name in EVERY if name not in ABOUT[method] and other != method]
        pairs = " ".join(f"{name}=a.test" for name in foreign)
        assert domains(f"mx.test; {method}=pass {pairs}") == [None]
    assert domains("mx.test; iprev=pass policy.iprev=192.0.2.1") == [None]


def test_results_are_kept_in_their_order_and_only_so_many() -> None:
    for count in (31, 32, 33):
        field = "mx.test; " + "; ".join(f"dkim=pass header.d={at}.test" for at in range(count))
        assert domains(field) == [f"{at}.test" for at in range(min(count, 32))]


@pytest.mark.parametrize(("blanks", "is_read"), [(8, True), (9, False)])
def test_of_a_field_8192_characters_are_read(blanks: int, is_read: bool) -> None:
    result = "spf=pass"
    field = f"mx.test;{' ' * (8192 - 8 - 8 - 8 + blanks)}{result}"
    assert len(field) == 8184 + blanks
    found = [each.result for each in claims_of((field,), None, ())]
    assert found == (["pass"] if is_read else ["pas"])


@pytest.mark.parametrize(
    ("arc", "domain"),
    [
        (("i=1; mx; spf=pass helo=a.test", "i=2; mx; spf=pass helo=b.test"), "b.test"),
        (("i=10; mx; spf=pass helo=a.test", "i=9; mx; spf=pass helo=b.test"), "a.test"),
        (("mx; spf=pass helo=a.test", "i=1; mx; spf=pass helo=b.test"), "b.test"),
        (("mx; spf=pass helo=a.test", "i=0; mx; spf=pass helo=b.test"), "a.test"),
        (("i=1; mx; spf=pass helo=a.test", "i=1000; mx; spf=pass helo=b.test"), "a.test"),
    ],
)
def test_of_arc_the_latest_instance_counts(arc: tuple[str, ...], domain: str) -> None:
    # RFC 8617 4.2.1: instances are numbered from 1 on.
    assert [each.domain for each in claims_of((), None, arc)] == [domain]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        # Others of the same receiver add methods, and change none.
        (("mx.test; spf=pass", "MX.test; spf=fail; dkim=pass"), ["spf=pass", "dkim=pass"]),
        (("mx.test; spf=pass", "my.test; dkim=pass"), ["spf=pass"]),
        # Nobody is named: nothing shows that the second is of the same.
        (("spf=pass", "dkim=pass"), ["spf=pass"]),
    ],
)
def test_what_one_receiver_says_in_several_fields(
    results: tuple[str, ...], expected: list[str]
) -> None:
    assert [f"{each.method}={each.result}" for each in claims_of(results, None, ())] == expected


def test_what_spf_said_is_no_news_where_a_result_has_it() -> None:
    spf = "Fail client-ip=192.0.2.1; helo=h.test"
    assert [each.result for each in claims_of(("mx.test; dkim=pass",), spf, ())] == ["pass", "fail"]
    assert [each.result for each in claims_of(("mx.test; spf=pass",), spf, ())] == ["pass"]
    assert claims_of((), spf, ())[0].domain == "h.test"
    assert claims_of((), "", ()) == ()
