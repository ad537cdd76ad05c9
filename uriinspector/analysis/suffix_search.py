"""The Public Suffix List as it is written, searched for single rules.

Reading all of its 10,000 rules takes longer than judging a link, and a link asks for a few.
"""

from __future__ import annotations

# What a rule takes besides the name that it is written with: nothing, one label in front of it
# ("*.ck"), or, as the exception from such a rule ("!www.ck"), all but its first label.
EXACT, WILDCARD, EXCEPTION = range(3)
# Of the rules with one name, the last one here counts.
MARKS = ((b"!", EXCEPTION), (b"*.", WILDCARD), (b"", EXACT))
# The line where the part for companies begins.
PRIVATE = "===begin private domains==="
# After so many searches all rules are worth reading.
FEW = 60
WHITE = b" \t\r\n\f\v"


class SuffixSearch:
    """Answers as a dictionary of all rules would."""

    def __init__(self, octets: bytes) -> None:
        self._octets = b"\n" + octets.lower() + b"\n"
        self._companies = self._octets.find(PRIVATE.encode())
        self._searches = 0

    @property
    def is_over(self) -> bool:
        """Whether so much was searched that a dictionary is due."""
        return self._searches >= FEW

    def get(self, name: str) -> int | None:
        """What the rule with this name takes; None where there is none."""
        octets = self._octets_of(name)
        if octets is not None:
            for mark, kind in MARKS:
                if self._has(mark + octets):
                    return kind
        return None

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def is_private(self, name: str) -> bool:
        """Whether it is the name of a rule in the part for companies, and no exception."""
        octets = self._octets_of(name)
        start = self._companies
        if octets is None or start < 0 or name[0] in "*!":
            return False
        return self._has(octets, start) or self._has(b"*." + octets, start)

    def _octets_of(self, name: str) -> bytes | None:
        """How a line with this name would begin; None where none can."""
        self._searches += 1
        if name.split() != [name] or name.startswith("//"):
            return None
        return name.encode("utf-8", "surrogatepass")

    def _has(self, rule: bytes, at: int = 0) -> bool:
        """Whether a line has this rule: it ends at the first white space."""
        while (at := self._octets.find(b"\n" + rule, at)) >= 0:
            at += 1 + len(rule)
            if self._octets[at : at + 1] in WHITE:
                return True
        return False
