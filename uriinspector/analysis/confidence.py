"""Levels of confidence in the reading of a value."""

# Certain: by structure, checksum or documentation of the service. Likely: by shape and place.
# Possible: one reading among several, never stated as a fact.
CONFIDENCES = ("certain", "likely", "possible")
