"""The number of Hypothesis examples: all in the long run, fewer before a commit."""

from hypothesis import settings

# Hypothesis's own default; the profile of the quick run has fewer.
USUAL = 100


def at_most(count: int) -> int:
    """Return a number of examples, scaled down as the profile of this run is."""
    profile = settings.default
    assert profile is not None
    return max(1, count * profile.max_examples // USUAL)
