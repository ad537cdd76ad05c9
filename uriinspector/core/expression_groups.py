"""The nine groups of the regular expression in appendix B, for any text."""

from __future__ import annotations

import re

from uriinspector.core.model import Json, NamedTuple, Span

# The groups $1 to $9, each from its opening to its closing parenthesis.
SUBEXPRESSIONS = (
    "(([^:/?#]+):)",
    "([^:/?#]+)",
    "(//([^/?#]*))",
    "([^/?#]*)",
    "([^?#]*)",
    r"(\?([^#]*))",
    "([^#]*)",
    "(#(.*))",
    "(.*)",
)
_SCHEME, _, _AUTHORITY, _, _PATH, _QUERY, _, _FRAGMENT, _ = SUBEXPRESSIONS
EXPRESSION = f"^{_SCHEME}?{_AUTHORITY}?{_PATH}{_QUERY}?{_FRAGMENT}?"
# Names of the groups without delimiters; RFC 1738 has no appendix B.
COMPONENTS = {2: "scheme", 4: "authority", 5: "path", 7: "query", 9: "fragment"}
TERMS = {"1997": {**COMPONENTS, 4: "site"}, "2003": COMPONENTS, "2005": COMPONENTS}
# With DOTALL, because a text can contain line breaks.
_MATCH = re.compile(EXPRESSION, re.DOTALL).match


class ExpressionGroup(NamedTuple):
    """A pair of parentheses and the span it matched; None where it is undefined."""

    number: int
    expression: str
    term: str  # "" if the group includes a delimiter
    span: Span | None

    def value(self, text: str) -> str | None:
        """Return the matched text, or None if the group is undefined."""
        return self.span.of(text) if self.span else None

    def to_dict(self, text: str) -> Json:
        start, end = self.span or (None, None)
        return {
            "number": self.number,
            "expression": self.expression,
            "term": self.term or None,
            "start": start,
            "end": end,
            "text": self.value(text),
        }


def expression_groups(text: str, edition: str) -> tuple[ExpressionGroup, ...]:
    """Return the groups $1 to $9 of a text; none in an edition without appendix B.

    The expression only splits the text: nothing is validated, not even the scheme.
    """
    terms = TERMS.get(edition)
    if terms is None:
        return ()
    match = _MATCH(text)
    assert match is not None  # every part of the expression may be empty
    return tuple(
        ExpressionGroup(
            number,
            expression,
            terms.get(number, ""),
            None if match[number] is None else Span(*match.span(number)),
        )
        for number, expression in enumerate(SUBEXPRESSIONS, 1)
    )
