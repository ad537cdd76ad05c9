"""The work that reading one file may cost: it grows with the size of the file."""

from __future__ import annotations

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
        self.seconds = SECONDS
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

    def share(self, pictures: int) -> tuple[int, float]:
        """Return the points and seconds for the next picture of those that are left."""
        points = max(self.points // pictures, min(self.points, ENOUGH_POINTS))
        seconds = max(self.seconds / pictures, min(self.seconds, ENOUGH_SECONDS))
        return points, min(seconds, MOST_SECONDS)

    def charge_picture(self, points: int, seconds: float) -> None:
        """Charge what a picture cost."""
        self.points -= max(points, LEAST_POINTS)
        self.seconds -= seconds

    def refuse(self) -> bool:
        """Note that something was not read because of its cost; return False."""
        self.is_refused = True
        return False
