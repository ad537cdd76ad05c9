"""Query directives of the 2012 draft: keywords, values, services, and void directives."""

from tests.core.schemes.urn.reading import dossier, faults, field, notes
from tests.for_each import for_each
from uriinspector.core.schemes.urn import KEYWORDS, SERVICES

START = len("urn:ab:c?")


def shifted(query: str) -> list[tuple[int, int, str]]:
    """Return the faults of a query, with positions relative to its start."""
    found = faults(f"urn:ab:c?{query}", "draft2012")
    return [(start - START, end - START, rule) for start, end, rule in found]


@for_each("query, expected",

        ("s=I2L", []),
        ("s=I2L&c=ToC", []), ("x=", []), ("x==", []), ("x=a?b/c:d@e%41;,+=!$'()*~", []),
        ("a-b-1=2", []), ("S=I2L&s=I2R", []), ("x=1&x=2", []), ("", [(0, 0, "urn-query")]),
        ("&", [(0, 1, "urn-query")]), ("&&&", [(0, 3, "urn-query")]),
        ("&a=b", [(0, 1, "urn-query")]), ("a=b&", [(3, 4, "urn-query")]),
        ("a=b&&", [(3, 5, "urn-query")]), ("a=b&&c=d", [(4, 5, "urn-query")]),
        ("a=b&&&c=d&&e=f", [(4, 6, "urn-query"), (10, 11, "urn-query")]),
        ("a", [(1, 1, "directive")]), ("a&b=c", [(1, 1, "directive")]), ("=b", [(0, 0, "keywd")]),
        ("1a=b", [(0, 1, "keywd")]), ("-a=b", [(0, 1, "keywd")]), ("a-=b", [(1, 2, "keywd")]),
        ("a--=b", [(1, 3, "keywd")]), ("a--b=c", [(1, 3, "keywd")]), ("-=b", [(0, 1, "keywd")]),
        ("a_b%41=c", [(1, 2, "keywd"), (3, 4, "keywd")]),
        ("a=b|c%", [(3, 4, "value"), (5, 6, "value")]),
        ("a=\u00e9", [(2, 3, "value")]),
        ("s=I2L&s=I2L", [(6, 7, "urn-query")]),
        ("s=1&c=2&s=3&c=4&s=", [(at, at + 1, "urn-query") for at in (8, 12, 16)]))  # fmt: skip
def test_urn_query_is_a_sequence_of_directives(
    query: str, expected: list[tuple[int, int, str]]
) -> None:
    assert shifted(query) == expected
    violations = dossier(f"urn:ab:c?{query}", "draft2012").violations
    assert all(each.expected and each.message for each in violations)


@for_each("service", *SERVICES)
def test_registered_urn_service_is_named(service: str) -> None:
    text = f"urn:ab:c?s={service}"
    name, cite = SERVICES[service]
    assert field("value 1", text, "draft2012").meaning == f"{name} (provisional, {cite})"
    assert dossier(text, "draft2012").valid
    assert "service-unknown" not in notes(text, "draft2012")


def test_urn_keyword_registry_matches_the_draft() -> None:
    assert list(SERVICES) == ["I2L", "I2Ls", "I2R", "I2Rs", "I2C", "I2Cs", "I2N", "I2Ns", "I=I"]
    assert list(KEYWORDS) == ["s", "c"]


@for_each("service", "I2U", "i2l", "", "I2LS")
def test_unknown_urn_service_is_not_a_fault(service: str) -> None:
    text = f"urn:ab:c?s={service}"
    assert dossier(text, "draft2012").valid
    assert notes(text, "draft2012")["service-unknown"] == (11, 11 + len(service))
    assert "not in the registry" in field("value 1", text, "draft2012").meaning
