"""Authentication results in a header: domain, trust, and limits."""

from tests.for_each import for_each
from uriinspector.documents.authentication import AuthenticationClaim, claims_of

# RFC 8601 2.7: the property that a method checked.
ABOUT = {
    "spf": ["smtp.mailfrom", "smtp.mfrom", "smtp.helo", "envelope-from", "helo"],
    "dkim": ["header.d", "header.i"],
    "dmarc": ["header.from"],
    "compauth": ["header.from"],
}
EVERY = [(method, name) for method, names in ABOUT.items() for name in names]


RESULTS, SPF, ARC = "authentication-results", "received-spf", "arc-authentication-results"
BORDER = ("received", "from mail.test (mail.test [192.0.2.9]) by mx.test with ESMTP")


def claims(*fields: tuple[str, str]) -> tuple[AuthenticationClaim, ...]:
    return claims_of((*fields, BORDER))


def domains(field: str) -> list[str | None]:
    return [each.domain for each in claims((RESULTS, field))]


@for_each("method, name", *EVERY)
def test_authentication_domain_comes_from_the_property_of_the_method(
    method: str, name: str
) -> None:
    for value in ("a.test", "A.Test.", "<x@a.test>", '"x@a.test"', "@a.test"):
        assert domains(f"mx.test; {method}=pass {name}={value}") == ["a.test"], value
    for value in ("", "none", "unknown", "<>"):
        assert domains(f"mx.test; {method}=pass {name}={value}") == [None], value
    assert domains(f"mx.test; {method}=pass x.{name}=a.test") == [None]


@for_each("method", *ABOUT)
def test_first_of_several_authentication_properties_counts(method: str) -> None:
    names = ABOUT[method]
    pairs = " ".join(f"{name}={at}.test" for at, name in reversed([*enumerate(names)]))
    assert domains(f"mx.test; {method}=pass {pairs}") == ["0.test"]


def test_authentication_property_of_another_method_is_ignored() -> None:
    for method in ABOUT:
        foreign = [name for other, name in EVERY if name not in ABOUT[method] and other != method]
        pairs = " ".join(f"{name}=a.test" for name in foreign)
        assert domains(f"mx.test; {method}=pass {pairs}") == [None]
    assert domains("mx.test; iprev=pass policy.iprev=192.0.2.1") == [None]


def test_authentication_results_keep_their_order_and_are_limited() -> None:
    for count in (31, 32, 33):
        field = "mx.test; " + "; ".join(f"dkim=pass header.d={at}.test" for at in range(count))
        assert domains(field) == [f"{at}.test" for at in range(min(count, 32))]


@for_each("blanks, is_read", (8, True), (9, False))
def test_header_field_is_read_up_to_8192_characters(blanks: int, is_read: bool) -> None:
    result = "spf=pass"
    field = f"mx.test;{' ' * (8192 - 8 - 8 - 8 + blanks)}{result}"
    assert len(field) == 8184 + blanks
    found = [each.result for each in claims((RESULTS, field))]
    assert found == (["pass"] if is_read else ["pas"])


def test_arc_and_received_spf_only_add_missing_results() -> None:
    fields = (
        (ARC, "i=1; mx.test; spf=pass helo=a.test; dkim=pass header.d=b.test"),
        (SPF, 'Fail client-ip=192.0.2.1; envelope-from="x@c.test"; helo=h.test'),
        (RESULTS, "mx.test; spf=pass smtp.mailfrom=d.test"),
    )
    assert [f"{each.method}={each.result} {each.domain}" for each in claims(*fields)] == [
        *("spf=pass d.test", "dkim=pass b.test", "spf=fail c.test")
    ]
    assert claims((SPF, "")) == ()


@for_each(
    "field, domain",
    ("Pass (mx.test: domain of a@b.test designates 192.0.2.1) helo=h.test", "b.test"),
    ("None (mx.test: b.test does not designate permitted hosts) helo=h.test", "b.test"),
    ("Pass (mailfrom) identity=mailfrom; helo=h.test; envelope-from=a@b.test", "b.test"),
    ("Pass (helo) identity=helo; helo=h.test; envelope-from=a@b.test", "h.test"),
    ("Pass client-ip=192.0.2.1; helo=h.test", "h.test"),
    ("Pass", None),
)
def test_received_spf_field_names_its_domain(field: str, domain: str | None) -> None:
    assert [each.domain for each in claims((SPF, field))] == [domain]


@for_each(
    "field, value, place",
    (RESULTS, "mx.test; spf=pass", "border"), (RESULTS, "MX.test 1; spf=pass", "border"),
    (RESULTS, "other.test; spf=pass", "sender"), (RESULTS, "spf=pass", "sender"),
    (RESULTS, "test; spf=pass", "sender"), (ARC, "i=1; mx.test; spf=pass", "border"),
    (ARC, "i=1; spf=pass", "sender"),
    (SPF, "pass (mx.test: domain of a@b.test)", "border"),
    (SPF, "pass (other.test: domain of a@b.test)", "sender"),
    (SPF, "pass receiver=mx.test; helo=a.test", "border"),
    (SPF, "pass helo=a.test", "sender"),
)  # fmt: skip
def test_authentication_claim_is_above_or_below_the_border(
    field: str, value: str, place: str
) -> None:
    assert [each.place for each in claims_of([(field, value), BORDER])] == ["receiver"]
    assert [each.place for each in claims_of([BORDER, (field, value)])] == [place]
    assert [each.place for each in claims_of([BORDER, BORDER, (field, value)])] == ["sender"]
    assert [each.place for each in claims_of([(field, value), BORDER], is_inside=True)] == [
        "sender"
    ]
    assert [each.place for each in claims_of([(field, value)])] == ["sender"]
