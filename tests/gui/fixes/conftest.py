"""Fixtures shared with the documents tests."""

from tests.gui.documents.conftest import desk, page

__all__ = ["desk", "page"]
