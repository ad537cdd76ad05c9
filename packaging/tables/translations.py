"""Update the catalogs in resources/translations from the program's templates.

New templates get entries without a translation; entries that are no longer used are removed.
"""

from __future__ import annotations

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tests.language.templates import CATALOGS, catalog, forms, is_needed, places, templates
from uriinspector import __version__


def updated(old: Catalog) -> Catalog:
    """Return a catalog with an entry for each template; new entries follow those of adjacent
    templates.
    """
    new = Catalog(
        locale=old.locale,
        header_comment=old.header_comment,
        project="URI Inspector",
        version=__version__,
        msgid_bugs_address="",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        last_translator=old.last_translator,
        language_team=old.language_team,
        fuzzy=False,
    )
    wanted, where = templates(), places()
    entries = [forms(each.id) for each in old if each.id]
    texts = [entry[0] for entry in entries if is_needed(entry)]
    known, before = {*texts}, 0
    for text in (*where, *sorted(wanted.keys() - where.keys())):
        if text in known:
            before = texts.index(text) + 1
        elif text in wanted:
            texts.insert(before, text)
            before += 1
    for text in texts:
        entry, plural = old.get(text), wanted.get(text)
        strings = forms(entry.string) if entry else ("",)
        new.add(
            (text, plural) if plural else text,
            strings if plural else strings[0],
            locations=[(file, 0) for file in where.get(text, ())],
            user_comments=entry.user_comments if entry else (),
        )
    return new


def main() -> None:
    """Write every catalog, and print missing translations."""
    for path in CATALOGS:
        new = updated(catalog(path))
        with path.open("wb") as file:
            write_po(file, new, width=0, include_lineno=False)
        for each in new:
            if not all(forms(each.string)):
                print(f"{path.name}: not translated: {each.id}")  # noqa: T201


if __name__ == "__main__":
    main()
