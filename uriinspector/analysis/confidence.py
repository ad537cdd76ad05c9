"""Levels of confidence in the reading of a value."""

# Certain: from structure, a checksum or the service's documentation. Likely: from shape and place.
# Possible: one reading among several, never stated as a fact.
CONFIDENCES = ("certain", "likely", "possible")
