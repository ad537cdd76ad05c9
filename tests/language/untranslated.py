"""Collects templates that have no translation."""

from gettext import NullTranslations


class Untranslated(NullTranslations):
    """A catalog that records the requested templates and returns them unchanged."""

    def __init__(self) -> None:
        super().__init__()
        self.templates: set[str] = set()

    def gettext(self, message: str) -> str:
        self.templates.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)
