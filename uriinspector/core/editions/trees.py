"""The derivation tree by edition."""

from __future__ import annotations

from uriinspector.core.editions.year1994.derivation import derive as derive_1994
from uriinspector.core.editions.year1997.derivation import derive as derive_1997
from uriinspector.core.editions.year2003.derivation import derive as derive_2003
from uriinspector.core.editions.year2005.derivation import derive as derive_2005

TREES = {"1994": derive_1994, "1997": derive_1997, "2003": derive_2003, "2005": derive_2005}
