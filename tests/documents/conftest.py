"""What the tests of documents share."""

from tests.documents.site_checks import close_checks  # noqa: F401  # a fixture, used by every test
