"""What an edition says about normal forms: the values of section 6."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from uriinspector.core.model import JsonFields
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


STRING, CASE, ESCAPES, DOTS, SCHEME, PROTOCOL = (
    "string",
    "case",
    "percent-encoding",
    "dot-segments",
    "scheme",
    "protocol",
)


class Pieces(NamedTuple):
    """A reference taken apart, every part a text or undefined.

    ``authority`` is only set where it has no host in it: a registry's name (2003).
    """

    scheme: str | None
    authority: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None

    def whole_authority(self) -> str | None:
        """Userinfo, host and port with their delimiters."""
        if self.host is None:
            return self.authority
        user = "" if self.userinfo is None else f"{self.userinfo}@"
        return f"{user}{self.host}" + ("" if self.port is None else f":{self.port}")


class Ladder(NamedTuple):
    """How far an edition lets a text be changed and still be shown equivalent.

    A rung of which the edition says nothing has no clauses; it is there to be compared with others.
    """

    string: tuple[str, ...]
    case: tuple[str, ...]
    unescape: str
    escapes: tuple[str, ...]
    dots: tuple[str, ...]
    scheme: tuple[str, ...]
    protocol: tuple[str, ...]
    # The rung on which the hexadecimal digits of a triplet become capital letters, if any.
    hex_case: str | None
    # Takes the dots out of a path that begins with "/"; None where the edition has no such rule.
    remove_dots: Callable[[str], str] | None
    # The clause by which an empty path after an authority is the same as "/"; "" where there is
    # none for these pieces.
    empty_path: Callable[[Pieces], str]
    # What happens on the rung of schemes, in words.
    scheme_note: str
    # The clause by which "#" at the end means nothing at all; "" where it has a meaning.
    void_fragment: str = ""
    # What comparing holds to be the same decoded, where that is more than normalizing decodes.
    equivalent: str = ""


@dataclass(frozen=True, slots=True)
class Rung(JsonFields):
    """One rung of the ladder: the text as it stands there; None where it is not climbed."""

    name: str
    text: str | None
    note: str
    cites: tuple[str, ...]

    json_names: ClassVar[Mapping[str, str]] = {"name": "rung"}
