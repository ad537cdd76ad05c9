"""How sure a reading of a value is."""

from __future__ import annotations

# By structure, a checksum or the word of the service; by shape and place; one reading among
# others, never stated as fact.
CONFIDENCES = ("certain", "likely", "possible")
