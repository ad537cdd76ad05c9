"""The mistakes of learners, and the answers that each leads to."""
