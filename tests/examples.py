"""With how many examples a property is tried: all of them in the long run, some before a commit."""

from hypothesis import settings

# What Hypothesis takes where nothing is said; the profile of the quick run has fewer.
USUAL = 100


def at_most(count: int) -> int:
    """So many in the long run, and as many fewer in the quick one as its profile says."""
    profile = settings.default
    assert profile is not None
    return max(1, count * profile.max_examples // USUAL)
