"""The page of documents with a page of faulty links on it."""

from tests.gui.documents.conftest import desk, page

__all__ = ["desk", "page"]
