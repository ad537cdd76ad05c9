"""A row of the table: whose links, which of them, and what their parameters mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.parameters.place_pattern import (
    fragment_pattern,
    host_pattern,
    path_pattern,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.analysis.parameters.place_pattern import PlacePattern

# What a value is made of, by the name that a row has for it.
FORMS = {
    "digits": expression("[0-9]{1,40}+"),
    "hex": expression("[0-9A-Fa-f]{6,128}+"),
    "letters": expression("[A-Za-z]++"),
    "token": expression("[A-Za-z0-9_-]++"),
    "name": expression("[A-Za-z0-9._-]++"),
    "uuid": expression("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
    "email": expression(r"[^\s@/]{1,64}+@[^\s@/.]++(?:\.[^\s@/.][^\s@/.]*+)++"),
    "click": expression("[A-Za-z0-9._-]{10,1000}+"),
    "linker": expression(r"1\*[a-z0-9]{1,20}\*.{1,2000}", re.DOTALL),
    "region": expression("[a-z]{2}(?:-[a-z]{3,12}){1,2}-[0-9]{1,2}"),
    "invite": expression("(?=[0-9]*[A-Za-z_-])[A-Za-z0-9_-]{8,64}"),
    "username": expression("[A-Za-z0-9_]{3,40}+"),
    "meeting": expression("[a-z]{3}-[a-z]{4}-[a-z]{3}"),
    "video": expression("[A-Za-z0-9_-]{11}"),
    "lines": expression("[0-9]{1,9}(?:C[0-9]{1,9})?(?:-L[0-9]{1,9}(?:C[0-9]{1,9})?)?"),
    "asin": expression("[A-Z0-9]{10}"),
    "sharepoint": expression(":[a-z]:"),
    "discord": expression("@me|[0-9]{15,20}"),
    "domain": expression(r"[\w-]++(?:\.[\w-][\w-]*+)++"),
}
# Ways to read a value; words alone where the row has words, else the text as it stands.
READER_NAMES = (
    *("text", "words", "language", "seconds", "unix", "unix-ms", "unix-us"),
    *("unix-hex", "unix-dot", "iso", "until", "credential"),
)
# Any host at all: such rows are found by their parameters.
ANYWHERE = "*"
# Where apps ask for access, and devices for a sign-in: the table of endpoints has hosts and paths.
CONSENT, DEVICE = "consent", "device"
ENDPOINTS_OF = (CONSENT, DEVICE)
# Rows go to other processes, which takes plain dictionaries.
NO_WORDS: Mapping[str, str] = {}
NO_EXAMPLES: Mapping[str, Mapping[str, str]] = {}


class Meaning(NamedTuple):
    """What a parameter means, and how its value is read."""

    means: str
    words: Mapping[str, str] = NO_WORDS
    form: str = ""
    reader: str = ""
    # The parameter that a duration begins at.
    after: str = ""
    # What stands between the members of a list; "letters": each character is one.
    split: str = ""
    confidence: str = ""
    exclude: tuple[str, ...] = ()

    def allows(self, text: str) -> bool:
        """Whether a value has the form, and is none of those that mean something else."""
        if text in self.exclude:
            return False
        return not self.form or FORMS[self.form].fullmatch(text) is not None


class ServiceRow(NamedTuple):
    """Hosts, paths, a fragment and parameters that must be there; then what the places mean."""

    name: str
    hosts: tuple[str, ...]
    values: dict[str, Meaning]
    source: str
    paths: tuple[str, ...] = ()
    fragment: str = ""
    needs: tuple[str, ...] = ()
    says: str = ""
    confidence: str = "likely"
    endpoints: str = ""
    # Links with what the row must read in them: its own test.
    examples: Mapping[str, Mapping[str, str]] = NO_EXAMPLES

    def meaning_of(self, name: str) -> Meaning | None:
        """What a parameter means; "name*" stands for all that begin so."""
        meaning = self.values.get(name)
        if meaning is None:
            for known, each in self.values.items():
                if known.endswith("*") and name.startswith(known[:-1]):
                    return each
        return meaning

    @property
    def path_patterns(self) -> tuple[PlacePattern, ...]:
        """Any of these, those with the most places first; without one, any path."""
        return tuple(sorted(map(path_pattern, self.paths), key=lambda each: -len(each.runs)))

    @property
    def host_patterns(self) -> tuple[PlacePattern, ...]:
        """The hosts that have places."""
        return tuple(host_pattern(host) for host in self.hosts if "{" in host)

    @property
    def fragment_pattern(self) -> PlacePattern | None:
        """What the fragment must be."""
        return fragment_pattern(self.fragment) if self.fragment else None
