"""Mistakes that learners make, and the answers that each leads to."""
