"""Findings and explanations derived from references and readings."""
