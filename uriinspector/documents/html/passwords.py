"""Fields for passwords, and the forms that they belong to."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left

from uriinspector.analysis.encoding import WINDOWS
from uriinspector.documents.html.attribute_values import attribute_value
from uriinspector.documents.html.rawtext import RAW, content_end
from uriinspector.documents.html.tag import Tag, lowered_name, read_tag
from uriinspector.documents.html.tokens import COMMENT

STEP = re.compile(
    rb"(?i)<(?:!--|(input|/form|" + "|".join(sorted(RAW)).encode() + rb")(?=[\t\n\f\r />]))"
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
        if attribute_value(self._value(tag, "type"), WINDOWS).strip().lower() == "password":
            if "form" in tag.attributes:
                self._named.add(self._value(tag, "form"))
            else:
                self._places.append(match.start())
        return tag.end

    def _value(self, tag: Tag, name: str) -> bytes:
        attribute = tag.attributes.get(name)
        return self._octets[attribute.start : attribute.end] if attribute else b""

    def are_asked_for(self, form: Tag) -> bool:
        """Whether one belongs to the form with that start tag."""
        if "id" in form.attributes and self._value(form, "id") in self._named:
            return True
        closed = bisect_left(self._ends, form.end)
        field = bisect_left(self._places, form.end)
        if field == len(self._places):
            return False
        return closed == len(self._ends) or self._places[field] < self._ends[closed]
