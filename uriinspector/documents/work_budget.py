"""The budget of work for one file, which grows with the size of the file."""

from collections.abc import Iterator
from contextlib import contextmanager

from uriinspector.core.expression import expression

# A unit is one decoded byte, or work that takes as long. A file never gets more than OCTETS units,
# a small one fewer: if it unpacks to more than TIMES its size, it was made only to waste time.
OCTETS = 256 << 20
AT_LEAST, TIMES = 4 << 20, 128
# The pixels to decode or search, and the seconds of processor time, for all pictures: a small
# file can contain a thousand large ones.
POINTS, SECONDS = 400_000_000, 12.0
# The share of one picture: an equal part of what is left, but never more than MOST_SECONDS, and
# at least enough for an ordinary picture while there is anything left.
MOST_SECONDS = 5.0
ENOUGH_POINTS, ENOUGH_SECONDS = 6_000_000, 1.0
# The minimum cost of a picture, even of an empty one.
LEAST_POINTS = 10_000

# A file has at most one link per SHORTEST bytes, and its unpacked content one per DENSE units.
SHORTEST, DENSE = 8, 1 << 9
# Judging links is charged in units of about 50 microseconds. A file gets JUDGING, and one more per
# PACKED of its bytes; links that are not compressed share another one per WRITTEN bytes.
JUDGING, PACKED, WRITTEN = 180_000, 256, 24
# A link that can name a host costs twice as much as one that cannot. Non-ASCII letters (twice if
# mixed with ASCII in a name), embedded links, possible tokens, and length cost extra.
RARE, NESTED, TOKEN, SPELLED = 11, 4, 8, 24
# The content of a data URI costs by its length alone, whatever it is.
CONTENT, DATA, LONGEST_START = 48, b"data:", 64
MIXED = expression(rb"[^/?]*+//[^/?]*[A-Za-z](?:[\x80-\xff]|&#)")
# The judging units to reserve per following byte, up to half of those left.
LIKELY = 8
# The cost of ordinary content per byte, and the bytes to add for small files.
ORDINARY, FEW = 4, 1 << 12


def octets_for(size: int) -> int:
    return min(OCTETS, AT_LEAST + TIMES * size)


def links_for(size: int) -> int:
    return size // SHORTEST + octets_for(size) // DENSE


def judging_cost(value: bytes, references: int) -> int:
    if value[:LONGEST_START].lstrip()[: len(DATA)].lower() == DATA:
        return 2 * references + len(value) // CONTENT
    can_name_host = b"/" in value or b":" in value
    is_rare = not value.isascii() or b"xn--" in value or b"&#" in value
    rare = RARE * (is_rare + (MIXED.match(value) is not None)) if is_rare else 0
    # "//", and "%2F%2F" in any number of encodings.
    inside = value.count(b"//") + value.count(b"2F%") + value.count(b"2f%") - references
    tokens = value.count(b"eyJ") + value.count(b"@")
    each = 1 + can_name_host + rare
    return references * each + NESTED * max(inside, 0) + TOKEN * tokens + len(value) // SPELLED


class WorkBudget:
    """The units and pixels left for a file; all work on it is charged here."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.left = octets_for(size)
        # A separate budget for decoding again what was dropped from the cache.
        self.repeats = octets_for(size)
        self.judging = JUDGING + size // PACKED
        self.written = size // WRITTEN
        self.points = POINTS
        self.seconds = SECONDS
        # The number of refused charges.
        self.refusals = 0

    def charge(self, units: int) -> bool:
        """Charge work in advance; return False, without charging, if too little is left."""
        if self.left < units:
            return self.refuse()
        self.left -= units
        return True

    def pay(self, units: int) -> int:
        """Charge work that may overdraw the budget by AT_LEAST; return the units charged."""
        paid = min(units, max(self.left + AT_LEAST, 0))
        self.left -= paid
        if paid < units:
            self.refuse()
        return paid

    def spend(self, units: int) -> None:
        """Charge work whose amount is only known afterwards."""
        self.left -= units

    def repeat(self, units: int) -> None:
        """Charge bytes that were decoded again."""
        self.repeats -= units

    def charge_judging(self, units: int, *, is_packed: bool) -> bool:
        """Charge judging a link; return False, without charging, if too little is left."""
        written = 0 if is_packed else min(units, self.written)
        if self.judging < units - written:
            return self.refuse()
        self.written -= written
        self.judging -= units - written
        return True

    def has_rest(self) -> bool:
        """Return True if anything is left; otherwise count a refusal."""
        return (self.left > 0 and self.repeats > 0) or self.refuse()

    def share(self, pictures: int) -> tuple[int, float]:
        """Return the pixels and seconds for the next of the remaining pictures."""
        points = max(self.points // pictures, min(self.points, ENOUGH_POINTS))
        seconds = max(self.seconds / pictures, min(self.seconds, ENOUGH_SECONDS))
        return points, min(seconds, MOST_SECONDS)

    def charge_picture(self, points: int, seconds: float) -> None:
        self.points -= max(points, LEAST_POINTS)
        self.seconds -= seconds

    @contextmanager
    def sharing(self, following: int) -> Iterator[None]:
        """Reserve work for the following bytes while a part is read.

        The part gets half of what is left. It gets more if the following bytes, as a file of their
        own, would need less than the other half, and less if the other half would not be enough for
        them.
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
        """Count work that was not done because of its cost; return False."""
        self.refusals += 1
        return False
