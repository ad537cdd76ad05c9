"""Exports in German: all sentences are translated, values for machines are not."""

import re

from tests.export.texts import DECEPTIVE, ROUTE
from tests.for_each import for_each
from tests.language.untranslated import Untranslated
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.resource_files import shipped
from uriinspector.core.model import Count, message
from uriinspector.export.formats import LINK_FORMATS, export_as
from uriinspector.export.language import Language, english, speaking
from uriinspector.export.options import ExportOptions

PACKED = "https://a.example/1700000000?d=eyJ1IjoiaHR0cHM6Ly9iLmV4YW1wbGUvP2V4cD0xNzAwMDAwMDAwIn0"
LINKS = (DECEPTIVE, ROUTE, PACKED, "", "mailto:a@b.example", "https://user@h/%zz" + "x" * 1_200)
WRITTEN = tuple(name for name, each in LINK_FORMATS.items() if not each.is_drawn)
GERMAN = ExportOptions(say=speaking("de"), without_recipient=True)


def test_english_is_the_default_language() -> None:
    assert speaking("en") is english


def test_german_formats_numbers_and_nested_messages() -> None:
    say = speaking("de")
    assert say.count(1234, "1 more character", "{count} more characters") == (
        "1.234 weitere Zeichen"
    )
    assert say("more than {count} rows", count=Count(20_000)) == "mehr als 20.000 Einträge"
    inner = message("more than {count} rows", count=Count(5_000))
    assert say(message("line {line}: {reason}", line=Count(7), reason=inner)) == (
        "Zeile 7: mehr als 5.000 Einträge"
    )
    assert say("no such template of ours {x}", x="y") == "no such template of ours y"
    assert say("{} stays as it is") == "{} stays as it is"


@for_each("link", *LINKS)
@for_each("form", *WRITTEN)
def test_no_report_sentence_stays_english(form: str, link: str) -> None:
    """Every template in a report has a German translation."""
    missing = Untranslated()
    german = Language("de", shipped("translations/de.mo"))
    german.catalog.add_fallback(missing)
    export_as(inspect(link), form, GERMAN._replace(say=german))
    words = {re.sub(r"\{[^}]*\}", "", each) for each in missing.templates if " " in each}
    assert {each for each in words if re.search(r"[a-z]{3}", each)} == set()


@for_each("form", "svg", "route", "values")
def test_images_are_labelled_in_german(form: str) -> None:
    shown = export_as(inspect(PACKED + "&mail=a@b.example"), form, GERMAN)
    assert "Ausgabe: 2005" in shown
    assert "Links entschärft." in shown
    assert "Edition:" not in shown
    assert "Recipient" not in shown
