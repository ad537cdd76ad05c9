"""The page of documents with a page of faulty links on it."""

from __future__ import annotations

from tests.gui.documents.conftest import desk, page

__all__ = ["desk", "page"]
