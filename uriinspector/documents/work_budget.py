"""The work that reading one file may cost: it grows with the size of the file."""

from __future__ import annotations

# A unit is one decoded byte, or work that takes as long.  A file never gets more than OCTETS;
# a small one gets less: one that unpacks to more than TIMES its size was made to cost time.
OCTETS = 256 << 20
AT_LEAST, TIMES = 4 << 20, 128
# Points of pictures: a small file can contain a thousand large ones.
POINTS = 200_000_000


def octets_for(size: int) -> int:
    """Return the units of work for a file of this size."""
    return min(OCTETS, AT_LEAST + TIMES * size)


class WorkBudget:
    """The units and points that are left; all work on a file is charged here."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.left = octets_for(size)
        # As much again for decoding again what was given up.
        self.repeats = octets_for(size)
        self.points = POINTS
        # True once work was refused, until the scan has made a finding of it.
        self.is_refused = False

    def charge(self, units: int) -> bool:
        """Charge work; False, and nothing is charged, if nothing is left."""
        if not self.has_rest():
            return False
        self.left -= units
        return True

    def has_rest(self) -> bool:
        """Return True if anything is left; otherwise work is refused."""
        return (self.left > 0 and self.repeats > 0) or self.refuse()

    def decoded(self, units: int, *, is_repeated: bool) -> None:
        """Charge what came out of decoding."""
        if is_repeated:
            self.repeats -= units
        else:
            self.left -= units

    def charge_points(self, points: int) -> bool:
        """Charge points to be drawn; False, and nothing is charged, if there are too few left."""
        if self.points < points:
            return self.refuse()
        self.points -= points
        return True

    def refuse(self) -> bool:
        """Note that something was not read because of its cost; return False."""
        self.is_refused = True
        return False
