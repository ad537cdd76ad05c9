"""The texts of the generated pages of the manual in German; their tables speak by the translations.

A page that is not here is there in English alone, and says so in a German window.
"""

from __future__ import annotations

from uriinspector.export.language import catalogue

# Words of the tables that the program itself does not say.
WORDS = {
    "any host": "jeder Host",
    "bit": "Bit",
    "clauses": "Fundstellen",
    "clauses and sources": "Fundstellen und Quellen",
    "code": "Code",
    "defanged": "entschärft",
    "file": "Datei",
    "how many": "wie viele",
    "keys": "Tasten",
    "links": "Links",
    "links in it": "Links darin",
    "name": "Name",
    "original": "original",
    "reason": "Grund",
    "rises or falls": "steigt oder fällt",
    "service": "Dienst",
    "severity": "Schwere",
    "share": "Anteil",
    "source": "Quelle",
    "title": "Titel",
    "usual text": "üblicher Text",
    "what": "was",
    "what is counted": "was gezählt wird",
    "what is done": "was getan wird",
    "what is explained": "was erklärt wird",
    " and {count} more": " und {count} weitere",
    "{count} of {total}": "{count} von {total}",
    "honest references above low: false alarms": ("ehrliche Referenzen über „niedrig“: Fehlalarme"),
    "other references with every expected finding, its severity and its place": (
        "andere Referenzen mit jedem erwarteten Befund, seiner Schwere und seiner Stelle"
    ),
    "attacks that are called high": "Angriffe, die „hoch“ heißen",
    "references whose verdict names the right last host, or rightly none": (
        "Referenzen, deren Urteil den richtigen letzten Host nennt, oder zu Recht keinen"
    ),
    # Of the page for teachers.
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
    "`wants`, and `asks` for words of your own": "`wants`, und `asks` für eigene Worte",
    "`page` (the text of a web page), `url` (where it is)": (
        "`page` (der Text einer Webseite), `url` (wo sie ist)"
    ),
    "`text` (or `texts`), `times`": "`text` (oder `texts`), `times`",
    # Names that are the same in all languages.
    "SARIF 2.1.0": "SARIF 2.1.0",
    "JSON Lines, original links": "JSON Lines, Original-Links",
}


def say(template: str) -> str:
    """Translate; what has no translation would be English among German words."""
    if not template:
        return ""
    text = WORDS.get(template) or catalogue("de").get(template)
    if text is None:
        message = f"no German translation: {template!r}"
        raise LookupError(message)
    return text


RULES = """\
# Regeln

Jeder Befund hat einen Code, eine Schwere und die Fundstellen, auf denen er beruht. `uriinspect
explain CODE` zeigt einen mit allen Texten. Eine Schwere steigt oder fällt, wie die dritte Spalte
sagt.

## Links

{links}

## Links in Dokumenten

Diese hängen davon ab, wo ein Link steht: vom Element, vom gezeigten Text, von der Seite oder der
E-Mail um ihn herum.

{documents}

## Die eigenen Tabellen des Programms

{figures}

Diese Referenzen sind von Hand ausgewählt (`tests/analysis/expectations`), auch ehrliche, die
seltsam aussehen. Die Prüfungen verlangen jede Zeile; über Links, die in keiner Tabelle stehen,
sagen diese Zahlen also nichts.
"""
KEYS = """\
# Tasten

Jede Taste eines Menüs lässt sich in einer Datei ändern, `keys.toml` im Ordner der Einstellungen:
`~/.config/uriinspector` unter Linux, `~/Library/Preferences/uriinspector` unter macOS,
`%LOCALAPPDATA%\\uriinspector` unter Windows. Hilfe, „Tastenkürzel“ zeigt, wo er ist, welche Tasten
gelten und was in der Datei falsch ist. Die Datei wird gelesen, wenn das Fenster sich öffnet:

```toml
next_finding = "F4"
redo = ["Ctrl+Y", "Ctrl+Shift+Z"]
quit = ""
```

Jede Zeile nennt eine Aktion und ihre Taste, eine Liste von Tasten oder gar keine. Tasten werden
englisch geschrieben: `Ctrl` (Strg), `Alt`, `Shift` (Umschalt) und `Meta`, ein Pluszeichen und eine
Taste wie `K`, `F4`, `Left` oder `PgDown`. Unter macOS ist `Ctrl` die Befehlstaste.

- Eine Aktion, die nicht in der Datei steht, behält ihre Tasten, außer die Datei gibt eine davon
  einer anderen Aktion. Das Fenster sagt es.
- Gibt die Datei eine Taste zwei Aktionen, so hat sie die erste. Das Fenster sagt es.
- Tasten, die etwas schreiben oder in einer Liste bewegen, lassen sich nur mit `Ctrl` oder `Alt`
  vergeben, und `Alt` mit einem Buchstaben ist für Menüs.
- Eine Zeile, die sich nicht verwenden lässt, ändert nichts. Das Fenster sagt, welche und warum.
- Tasten, die zu einer Stelle gehören, wie M, B und I in einer Liste von Links, werden ebenso
  geändert. Zwischen Zeilen wird nichts getippt; ein Buchstabe allein genügt also.

{actions}
"""
EXPORTS = """\
# Exportformate

Was für Menschen ist, ist entschärft und enthält nichts Verborgenes. Was für Programme ist, ist das
Original, Zeichen für Zeichen. Aus beidem lassen sich Empfängerdaten entfernen.

## Ein Link

`uriinspect report --format NAME`, und „Exportieren“ im Fenster.

{links}

## Ein Fall aus Dokumenten

`uriinspect scan --format NAME`, und „Exportieren“ unter Dokumente.

{cases}

## Eine durchsuchte Datei

Nur `uriinspect scan --format NAME`: Diese Formate enthalten alles, was in jeder Datei gefunden
wurde.

{scans}

## Vorlagen

`uriinspect fill NAME`: Suchen in Protokollen und ein Ticket. Eigene Vorlagen: siehe den Anfang von
`resources/lists/templates.toml`.

{templates}
"""
MISTAKES = """\
# Fehler

Eine falsche Antwort wird benannt, wenn einer dieser Fehler genau diese Antwort ergibt. Jeder ist
eine Funktion, die den Fehler an der Frage macht. `uriinspect check` hat die Codes in den Spalten
„mistake“ und „also“; `uriinspect explain CODE` zeigt einen.

In einem Paket lässt `about` das Programm Fragen ziehen, bei denen ein Fehler eine andere Antwort
ergibt als die richtige. Es kann die Fehler der Art des Eintrags nennen.

{families}
## Nur in Antworten

{others}
"""
MISTAKES_OF = "Für `about` bei"
VALUES = """\
# Werte

`uriinspect values TEXT`, `inspect(text).values` und `to_dict(values=True)` in Python dekodieren,
was in einem Link geschrieben steht: in Userinfo, Host-Labels, Pfadsegmenten, Schlüsseln und Werten
der Query und im Fragment, und noch einmal in allem, was dekodiert wurde, bis zu {depth} Schichten
tief. Nirgends wird etwas nachgeschlagen.

Eine Lesart ist *sicher* durch ihren Aufbau oder eine Prüfsumme, *wahrscheinlich* durch ihre Form
und ihren Namen, oder nur *möglich*: eine von mehreren, nie eine Tatsache. Wo eine sicher ist,
fehlen die möglichen. Zeiten sind in UTC, wenn sie auf „Z“ enden; andere haben im Link keine
Zeitzone.

Mehr als {longest} Zeichen in einem Wert, {data} Werte oder {octets} dekodierte Byte in einem Link
werden nicht dekodiert.

## Dekodierer

{decoders}

## Dienste

Eine Tabelle mit {rows} Zeilen sagt, was die Teile der Links von {services} Diensten bedeuten. Eine
Zeile ist *sicher*, wo der Dienst selbst oder ein Standard es dokumentiert; was nur beobachtet
wurde, ist *wahrscheinlich* oder *möglich*. Jede Lesart nennt die Quelle ihrer Zeile.

{explained}

## Eigene Dienste

`uriinspect lists parameters` gibt die Tabelle aus; ihre ersten Zeilen erklären jedes Feld auf
Englisch. Schreiben Sie eine eigene Datei im selben Format:

{example}

Ein Name in Klammern ist eine Stelle in einem Host, einem Pfad oder einem Fragment, und `values`
sagt, was dort steht. Ein Link mit einem ausgeschlossenen Wert, oder mit einem, der die Form nicht
hat, wird von der Zeile nicht erklärt. Mit `extends = "shipped"` erklären die eingebauten Zeilen
alle anderen Links; ohne gelten nur Ihre.

Jedes der `examples` prüft die Zeile: Die Datei wird abgelehnt, wenn die Zeile im Link nicht liest,
was das Beispiel sagt, und die Meldung nennt die Zeile. Probieren Sie eine Datei aus mit

    uriinspect lists --parameters own.toml
    uriinspect values --parameters own.toml 'https://desk.example.org/ticket/42'

Damit sie immer gilt, speichern Sie sie in dem Ordner, den `uriinspect lists` zeigt, als
`parameters.add.toml`, dann ergänzt sie die eingebaute Tabelle, oder als `parameters.toml`, dann
ersetzt sie sie. Im Fenster wählen Sie die Datei in den Einstellungen unter „Listen“.
"""
FIXES = """\
# Korrekturen

`uriinspect fix PATH ...` schreibt fehlerhafte Links in Webseiten, Stylesheets, E-Mails und
Textdateien so, wie die Grammatik der gewählten Ausgabe sie verlangt. `--diff` gibt einen Patch
aus, `--write` schreibt die Dateien an ihrer Stelle und behält von jeder eine Kopie, `--check`
nennt sie nur. Der Exit-Status ist 0, wenn nichts zu korrigieren bleibt, 1, wenn etwas bleibt, und
2, wenn eine Datei nicht gelesen oder geschrieben werden konnte.

{kinds}

Die meisten Codes sind die der Befunde, die eine Korrektur beendet. Wo ein Fehler zwei richtige
Antworten hat, wie `%zz`, `%E9` oder ein unsichtbares Zeichen, werden beide mit ihrer Bedeutung
gezeigt, und der Link bleibt unverändert.

- Jede Korrektur wird von den Parsern aller Ausgaben, der Browser und von Python geprüft: Der Host
  bleibt derselbe, und das, was angefragt wird. Wo andere Parser nicht den Host fanden, zu dem
  Browser gehen, wie bei `http:\\\\host\\path`, nennt die Liste der Korrekturen die, die es jetzt
  tun.
- Eine Korrektur wird in der Schreibweise ihrer Stelle geschrieben: Attribute, Zeichenreferenzen,
  `srcset`, `url()`, Zeichenkodierungen, quoted-printable und Base64. Die Datei wird dann noch
  einmal gelesen und nur geschrieben, wenn alle Links wie beabsichtigt gelesen werden. Alle anderen
  Bytes bleiben gleich; in Base64 ändern sich auch die Gruppen hinter einer Korrektur anderer
  Länge.
- Eine Datei wird als Ganzes ersetzt: Nach einem Absturz ist sie die alte oder die neue.
- Unverändert bleiben Links in Skripten und Kommentaren, `javascript:`-Links, Links, die Browser
  ablehnen, Platzhalter von Vorlagensprachen wie `{{{{ x }}}}`, `{{% x %}}`, `${{x}}`, `<%= x %>`
  und `{{x}}`, und alles in Archiven und anderen gepackten Teilen.
- Eine geänderte E-Mail passt nicht mehr zu ihren Signaturen wie DKIM.

Auch `uriinspect scan --format sarif` enthält die Korrekturen jedes Befunds.

## Im Fenster

„Korrekturen durchsehen“ unter Dokumente listet jede Änderung der gewählten Datei, oder aller
Dateien: den Link davor und danach, und warum.

- Die Leertaste übernimmt eine Änderung oder lässt sie aus; „Alle einer Art“ tut das für alle
  Änderungen einer Art und entscheidet überall gleich. Alles lässt sich rückgängig machen und
  wiederholen.
- Die Details unter der Liste zeigen die Komponenten davor und danach, jede Art von Korrektur mit
  ihren Fundstellen, und die Entscheidungen mit ihrer Bedeutung. C nimmt die nächste Möglichkeit.
- Wo eine Änderung ausgelassen wird und der Link ohne sie etwas anderes anfragen würde, bleibt er
  unverändert.
- „Speichern“ schreibt Kopien, einen Patch oder die Dateien selbst; danach wird vorher gefragt, und
  die alten Dateien bleiben mit der Endung `.bak` erhalten; „Rückgängig“ holt sie zurück. Eine
  Datei, die seit dem Lesen geändert wurde, bleibt, wie sie ist.
- „Anders schreiben“ im Menü eines Links schreibt ihn relativ zur Seite, relativ zur Wurzel oder
  absolut und zeigt, was das jeweils bedeutet, wenn die Seite umzieht.
- „Herkunft der Seite“ zeigt das Ziel jeder Referenz davor und danach, für eine andere Adresse der
  Seite oder ein anderes BASE, bevor etwas getan wird.

## Vor jedem Commit

In `.pre-commit-config.yaml` eines Projekts, dessen Seiten fehlerfrei bleiben sollen:

```yaml
- repo: https://github.com/OWNER/uriinspector
  rev: v1.0.0
  hooks:
    - id: uriinspect-fix    # oder uriinspect-check, das nichts ändert
```
"""
