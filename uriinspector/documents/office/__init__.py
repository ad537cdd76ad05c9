"""Office files of both generations: where links are in them, and what they load or run."""
