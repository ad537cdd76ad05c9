"""German words for the tables of the manual."""

from __future__ import annotations

from tests.language.templates import german

# Words that are missing in the program's own translations.
WORDS = {
    ",": ".",
    ".": ",",
    "{percent}%": "{percent} %",
    "Values of `about` for": "Werte von `about` für",
    "any host": "jeder Host",
    "bit": "Bit",
    "clauses": "Fundstellen",
    "clauses and sources": "Fundstellen und Quellen",
    "code": "Code",
    "defanged": "entschärft",
    "file": "Datei",
    "number": "Anzahl",
    "keys": "Tasten",
    "links": "Links",
    "links in it": "Links darin",
    "name": "Name",
    "original": "original",
    "reason": "Grund",
    "rises or falls": "abweichender Schweregrad",
    "service": "Dienst",
    "severity": "Schweregrad",
    "share": "Anteil",
    "source": "Quelle",
    "title": "Titel",
    "usual text": "üblicher Text",
    "description": "Beschreibung",
    "what is done": "Korrektur",
    "what is explained": "was erklärt wird",
    "rows": "Zeilen",
    "new hosts": "neue Hosts",
    "lines of a log": "Zeilen eines Protokolls",
    "{count} seconds": "{count} Sekunden",
    "{count} minutes": "{count} Minuten",
    "{count} hours": "{count} Stunden",
    " and 1 more": " und ein weiterer",
    " and {count} more": " und {count} weitere",
    "{count} of {total}": "{count} von {total}",
    "legitimate links with a severity above low (false alarms)": (
        "legitime Links mit einem höheren Schweregrad als „niedrig“ (Fehlalarme)"
    ),
    "other links with every expected finding, its severity and position": (
        "andere Links, bei denen alle erwarteten Befunde samt Schweregrad und Stelle stimmen"
    ),
    "attacks found with high severity": "Angriffe, deren Schweregrad als „hoch“ erkannt wurde",
    "links whose verdict names the right last host, or correctly none": (
        "Links, deren Urteil den richtigen letzten Host nennt oder zu Recht keinen"
    ),
    # For the pages about columns and sites.
    "basis": "Grundlage",
    "column": "Spalte",
    "message": "Meldung",
    "type": "Typ",
    "value": "Wert",
    "The text as given.": "Der Text, unverändert.",
    "The scheme, in lowercase.": "Das Schema, in Kleinbuchstaben.",
    "The host, in lowercase.": "Der Host, in Kleinbuchstaben.",
    "The registrable domain, such as example.co.uk.": (
        "Die registrierbare Domain, etwa example.co.uk."
    ),
    "The public suffix, such as co.uk.": "Ihr öffentliches Suffix, etwa co.uk.",
    "The labels before the registrable domain.": "Die Labels vor der registrierbaren Domain.",
    "The port, if it is valid.": "Der Port, falls er gültig ist.",
    "The path; it can be empty.": "Der Pfad; er kann leer sein.",
    'The text after "?".': "Der Text nach „?“.",
    'The text after "#".': "Der Text nach „#“.",
    "The userinfo up to the first colon.": "Die Userinfo bis zum ersten Doppelpunkt.",
    "high, medium, low or info; null without a finding.": (
        "high, medium, low oder info; null ohne Befund."
    ),
    "The severity as a number: 4 for high, 0 without a finding.": (
        "Der Schweregrad als Zahl: 4 für high, 0 ohne Befund."
    ),
    "The codes of the findings, the most severe first.": (
        "Die Codes der Befunde, der schwerste zuerst."
    ),
    "Where the link goes, in one sentence.": "Wohin der Link führt, in einem Satz.",
    "The host that browsers go to first.": "Der Host, den Browser zuerst aufrufen.",
    "The last host of the route.": "Der letzte Host des Weges.",
    "Each link on the route that the text shows.": "Jeder Link des Weges, den der Text zeigt.",
    "True if the text matches the grammar.": "True, wenn der Text der Grammatik entspricht.",
    "The position of each component, in code points.": (
        "Die Stelle jeder Komponente, in Codepunkten."
    ),
    "The host with lookalike letters replaced by plain ones.": (
        "Der Host; ähnlich aussehende Buchstaben sind durch gewöhnliche ersetzt."
    ),
    "The version of the program and the date of its newest list.": (
        "Die Version des Programms und das Datum seiner neuesten Liste."
    ),
    # For the page for teachers.
    "answer": "Antwort",
    "a code of a finding": "ein Code eines Befunds",
    "condition": "Bedingung",
    "fields of fixed questions": "Felder fester Fragen",
    "kind": "Art",
    "meaning": "Bedeutung",
    "question": "Frage",
    "values": "Werte",
    "`base`, `reference` (or `references`)": "`base`, `reference` (oder `references`)",
    "`base`, `reference` (or `references`), `result`": (
        "`base`, `reference` (oder `references`), `result`"
    ),
    "`text` (or `texts`), `base` if it is relative": (
        "`text` (oder `texts`), `base` für relative Referenzen"
    ),
    "`text` (or `texts`), `parts`": "`text` (oder `texts`), `parts`",
    "`a`, `b`": "`a`, `b`",
    "`text` (or `texts`)": "`text` (oder `texts`)",
    "`base`, `target` (or `targets`)": "`base`, `target` (oder `targets`)",
    "`wants`, `asks` (your own wording of the question)": (
        "`wants`, `asks` (eigener Wortlaut der Frage)"
    ),
    "`page` (the text of a web page), `url` (where it is)": (
        "`page` (der Text einer Webseite), `url` (wo sie ist)"
    ),
    "`text` (or `texts`), `times`": "`text` (oder `texts`), `times`",
    # Names that are the same in all languages.
    "SARIF 2.1.0": "SARIF 2.1.0",
    "JSON Lines, original links": "JSON Lines, Original-Links",
}


def say(template: str) -> str:
    """Translate a text; raise LookupError if it is not translated."""
    if not template:
        return ""
    text = WORDS.get(template) or german().get(template)
    if text is None:
        message = f"no German in packaging/tables/german.py or de.po: {template!r}"
        raise LookupError(message)
    return text
