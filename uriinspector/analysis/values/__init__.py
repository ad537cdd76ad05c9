"""Values inside a link that can be decoded, and the confidence of each reading."""
