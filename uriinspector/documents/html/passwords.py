"""Fields for passwords, plain text fields that ask for one, and the forms that they belong to."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import WINDOWS
from uriinspector.core.expression import expression
from uriinspector.documents.html.attribute_values import attribute_value
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.tag import Tag, lowered_name, read_tag
from uriinspector.documents.html.tokens import COMMENT

if TYPE_CHECKING:
    import re

STEP = expression(
    rb"(?i)<(?:!--|(input|/form|" + "|".join(sorted(RAW)).encode() + rb")(?=[\t\n\f\r />]))"
)

# Types under which what is typed is seen.
PLAIN = frozenset({"", "text", "tel", "number", "email", "search"})
CALLED = ("name", "id", "placeholder", "aria-label", "autocomplete")
LONGEST = 200
# In windows-1252, as names of fields mostly are: other letters come as what UTF-8 looks like there.
ASKING = expression(
    r"(?i)passwor[dt]|passcode|passphrase|kennwort|contrase(?:n|\xf1|\xc3\xb1)a|wachtwoord|parola"
    r"|mot[\s_-]?de[\s_-]?passe|has(?:l|\xc5\u201a)o\b|l(?:o|\xf6|\xc3\xb6)senord"
    r"|(?<![a-z])(?:pass|passwd|pwd|psw|psswd|mdp|senha)(?![a-z])"
)


class Passwords:
    """Where a page asks for them: looked for once, however many forms it has."""

    def __init__(self, octets: bytes, start: int, end: int) -> None:
        self._octets = octets
        self._places = array("Q")
        self._ends = array("Q")
        # Fields that name the form that they belong to, wherever they stand (HTML 4.10.17.3).
        self._named: set[bytes] = set()
        at = start
        while match := STEP.search(octets, at, end):
            at = self._after(match, end)

    def _after(self, match: re.Match[bytes], end: int) -> int:
        at = match.end()
        if match[1] is None:
            comment = COMMENT.match(self._octets, at, end)
            return comment.end() if comment else end
        name = lowered_name(match[1])
        if name == "/form":
            self._ends.append(match.start())
            return at
        tag = read_tag(self._octets, at, end)
        if name != "input":
            return content_end(self._octets, name, tag.end, end)
        if self._is_for_password(tag):
            if "form" in tag.attributes:
                self._named.add(self._value(tag, "form"))
            else:
                self._places.append(match.start())
        return tag.end

    def _is_for_password(self, tag: Tag) -> bool:
        """By its type, by a style that hides what is typed, or by what it is called."""
        kind = attribute_value(self._value(tag, "type"), WINDOWS).strip().lower()
        if kind == "password":
            return True
        if kind not in PLAIN:
            return False
        if b"text-security" in self._value(tag, "style").lower():
            return True
        return any(
            ASKING.search(attribute_value(self._value(tag, name), WINDOWS)[:LONGEST])
            for name in CALLED
        )

    def _value(self, tag: Tag, name: str) -> bytes:
        attribute = tag.attributes.get(name)
        return self._octets[attribute.start : attribute.end] if attribute else b""

    @property
    def are_any(self) -> bool:
        """Whether the page asks for one anywhere."""
        return bool(self._places or self._named)

    def are_asked_for(self, form: Tag) -> bool:
        """Whether one belongs to the form with that start tag."""
        if "id" in form.attributes and self._value(form, "id") in self._named:
            return True
        closed = bisect_left(self._ends, form.end)
        field = bisect_left(self._places, form.end)
        if field == len(self._places):
            return False
        return closed == len(self._ends) or self._places[field] < self._ends[closed]
