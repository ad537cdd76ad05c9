"""The work that reading one file may cost: it grows with the size of the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from uriinspector.core.expression import expression

# A unit is one decoded byte, or work that takes as long.  A file never gets more than OCTETS;
# a small one gets less: one that unpacks to more than TIMES its size was made to cost time.
OCTETS = 256 << 20
AT_LEAST, TIMES = 4 << 20, 128
# Points of pictures, decoded or searched, and the seconds of processor time for all of them: a
# small file can contain a thousand large ones.
POINTS, SECONDS = 400_000_000, 12.0
# Of these one picture gets its share: as much as each of those that are left, but never more than
# MOST_SECONDS, and enough for an ordinary one while there is anything left.
MOST_SECONDS = 5.0
ENOUGH_POINTS, ENOUGH_SECONDS = 6_000_000, 1.0
# A picture costs as much as this even where it is empty.
LEAST_POINTS = 10_000

# A file has a link in SHORTEST of its bytes at most, and what it unpacks to one for DENSE units.
SHORTEST, DENSE = 8, 1 << 9
# Judging links is charged in other units, each some 50 microseconds.  A file gets JUDGING, and one
# for each PACKED of its bytes; links that are not compressed share another one for each WRITTEN.
JUDGING, PACKED, WRITTEN = 180_000, 256, 24
# A link that can name a host takes twice as long as one that cannot.  Other letters than ASCII
# (in one name with them, twice), links inside, what looks like a token, and length add to that.
RARE, NESTED, TOKEN, SPELLED = 11, 4, 8, 24
# The content of a data link costs by its length alone, whatever it is.
CONTENT, DATA, LONGEST_START = 48, b"data:", 64
MIXED = expression(rb"[^/?]*+//[^/?]*[A-Za-z](?:[\x80-\xff]|&#)")
# Units for judging that are kept for each byte that follows, where as many are left.
LIKELY = 8
# What ordinary content costs for each of its bytes; a small file costs as much as one of FEW.
ORDINARY, FEW = 4, 1 << 12


def octets_for(size: int) -> int:
    """Return the units of work for a file of this size."""
    return min(OCTETS, AT_LEAST + TIMES * size)


def links_for(size: int) -> int:
    """Return how many links are kept of a file of this size."""
    return size // SHORTEST + octets_for(size) // DENSE


def judging_cost(value: bytes, references: int) -> int:
    """Return the units for judging a value with this number of references."""
    if value[:LONGEST_START].lstrip()[: len(DATA)].lower() == DATA:
        return 2 * references + len(value) // CONTENT
    can_name_host = b"/" in value or b":" in value
    is_rare = not value.isascii() or b"xn--" in value or b"&#" in value
    rare = RARE * (is_rare + (MIXED.match(value) is not None)) if is_rare else 0
    # "//", and "%2F%2F" however often it is encoded.
    inside = value.count(b"//") + value.count(b"2F%") + value.count(b"2f%") - references
    tokens = value.count(b"eyJ") + value.count(b"@")
    each = 1 + can_name_host + rare
    return references * each + NESTED * max(inside, 0) + TOKEN * tokens + len(value) // SPELLED


class WorkBudget:
    """The units and points that are left; all work on a file is charged here."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.left = octets_for(size)
        # As much again for decoding again what was given up.
        self.repeats = octets_for(size)
        self.judging = JUDGING + size // PACKED
        self.written = size // WRITTEN
        self.points = POINTS
        self.seconds = SECONDS
        # How often work was refused.
        self.refusals = 0

    def charge(self, units: int) -> bool:
        """Charge work that is to be done; False, and nothing is charged, if too little is left."""
        if self.left < units:
            return self.refuse()
        self.left -= units
        return True

    def pay(self, units: int) -> int:
        """Charge as much of the work as is left, or can be a debt; return how much."""
        paid = min(units, max(self.left + AT_LEAST, 0))
        self.left -= paid
        if paid < units:
            self.refuse()
        return paid

    def spend(self, units: int) -> None:
        """Charge work whose amount was known only when it was done."""
        self.left -= units

    def repeat(self, units: int) -> None:
        """Charge what was decoded again."""
        self.repeats -= units

    def charge_judging(self, units: int, *, is_packed: bool) -> bool:
        """Charge judging a link; False, and nothing is charged, if too little is left."""
        written = 0 if is_packed else min(units, self.written)
        if self.judging < units - written:
            return self.refuse()
        self.written -= written
        self.judging -= units - written
        return True

    def has_rest(self) -> bool:
        """Return True if anything is left; otherwise work is refused."""
        return (self.left > 0 and self.repeats > 0) or self.refuse()

    def share(self, pictures: int) -> tuple[int, float]:
        """Return the points and seconds for the next picture of those that are left."""
        points = max(self.points // pictures, min(self.points, ENOUGH_POINTS))
        seconds = max(self.seconds / pictures, min(self.seconds, ENOUGH_SECONDS))
        return points, min(seconds, MOST_SECONDS)

    def charge_picture(self, points: int, seconds: float) -> None:
        """Charge what a picture cost."""
        self.points -= max(points, LEAST_POINTS)
        self.seconds -= seconds

    @contextmanager
    def sharing(self, following: int) -> Iterator[None]:
        """Keep a reserve for the bytes that follow while a part is read.

        The part gets half of what is left, and more if the rest would not get that much as a file
        of its own; less where half would be too little for the rest.
        """
        kept = self._reserve(self.left, following)
        again = self._reserve(self.repeats, following)
        judging = min(self.judging // 2, following * LIKELY)
        self.left -= kept
        self.repeats -= again
        self.judging -= judging
        try:
            yield
        finally:
            self.left += kept
            self.repeats += again
            self.judging += judging

    @staticmethod
    def _reserve(left: int, following: int) -> int:
        if following <= 0 or left <= 0:
            return 0
        ordinary = min(ORDINARY * (following + FEW), left - left // 32)
        return min(octets_for(following), max(left // 2, ordinary))

    def refuse(self) -> bool:
        """Note that something was not read because of its cost; return False."""
        self.refusals += 1
        return False
