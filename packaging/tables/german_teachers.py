"""The page of the manual for teachers in German; its tables speak by the translations."""

from __future__ import annotations

TEACHERS = """\
# Lehrkräfte

Sie wählen Fragen über URIs, und jede Schülerin und jeder Schüler bekommt andere derselben Art. Das
Programm berechnet die Antworten, bewertet, was zurückkommt, und sagt zu den meisten falschen
Antworten, welcher Fehler sie ergibt: „Sie haben das letzte Segment der Basis behalten.“ Keine
Antwort wird von Hand geschrieben.

## Ein Paket, Schritt für Schritt

Ein Paket ist eine Textdatei mit Ihren Fragen. Schreiben Sie ein erstes, und ändern Sie es mit einem
beliebigen Texteditor:

```
uriinspect sheet -o woche47.toml
```

Geben Sie ihm am Anfang eine `id` (Ihre Schule und ein Name), einen `title` und `version = 1`.
Behalten Sie dann die Aufgaben (`[[item]]`), die Sie brauchen. Dieses Paket hat vier Fragen für jede
Person:

```toml
pack = 1
id = "school.example/woche47"
version = 1
title = "Woche 47: relative Referenzen"
language = "de"          # oder "en"
edition = "2005"         # RFC 3986; andere: 1994, 1997, 2003
material = 2             # jede Referenz unten gleich oft; auch Tricks und Komponenten

[[item]]                 # drei gezogene Fragen: Alle bekommen andere
id = "zusammen"
kind = "target"
count = 3
base = ["http://{{host}}/{{dir}}/{{dir}}/{{file}}"]
reference = ["{{name}}", "../{{name}}", "?{{query}}"]

[[item]]                 # eine feste Frage: für alle dieselbe
id = "link"
kind = "where"
text = "https://www.school.example@x93.test/"
```

Prüfen Sie, ob sich alles ziehen lässt. Ein Fehler wird mit seiner Zeile genannt:

```
uriinspect sheet --check woche47.toml
```

Was ein Paket nennen kann, steht auf dieser Seite und im Terminal: die Arten von Fragen mit ihren
Feldern, die [Fehler](mistakes.md), auf die eine Frage zielen kann, die Tricks der Links und die
Bedingungen:

```
uriinspect sheet --list kinds --language de
uriinspect sheet --list mistakes --language de
```

Dasselbe Paket, dieselbe Version und derselbe Name ergeben immer dieselben Fragen. Erhöhen Sie nach
einer Änderung die `version`: Ausgeteilte Blätter behalten ihren Lösungsschlüssel nur mit dem Paket,
aus dem sie gemacht wurden.

Mit `material = 2` kommen die Referenzen, Tricks oder Komponenten, die eine Aufgabe nennt, bei jeder
Person gleich oft vor: Von 8 Fragen mit 4 Tricks haben je zwei denselben Trick. Ohne diese Zeile,
wie in früheren Paketen, zieht jede Frage für sich, und derselbe Trick kann mehrmals kommen.

## Für eine Klasse drucken

```
uriinspect sheet --count 30 --format html -o blaetter.html woche47.toml
uriinspect sheet --count 30 --format html --key alone -o loesungen.html woche47.toml
```

Öffnen Sie `blaetter.html` in einem Browser und drucken Sie die Seite, oder speichern Sie sie dort
als PDF. Jede Person beginnt auf einer neuen Seite, mit einem Code wie 7K3-F2Q statt eines Namens.
Die Lösungen haben dieselbe Reihenfolge und dieselben Codes, und bis zu drei falsche Antworten mit
ihren Fehlern, wo es welche gibt. Ohne `--format` entsteht eine Tabelle.

Mit Namen: `--students klasse.csv` statt `--count 30`. Die Datei hat eine Zeile je Person; von
mehreren Spalten zählt die, die „student“, „name“, „Schüler“ oder „Schülerin“ heißt. Eine andere
wählen Sie mit `--column`, oder zwei davon: `--column Vorname --column Nachname`.

Titel, Name oder Code und die Zahl der Fragen stehen oben auf jeder gedruckten Seite. Am Ende eines
Blatts wird die letzte Frage genannt. Chrome und Edge (ab Version 131) zählen die Seiten jeder
Person; wie viele es insgesamt sind, weiß kein Browser, deshalb gibt es kein „Seite 1 von 2“. Bei
jeder Frage steht, wie eine Antwort geschrieben werden kann. Eine Frage heißt überall nach ihrer
Nummer auf dem Blatt: in den Lösungen, in Tabellen und in den Ergebnissen.

## Blätter aus dem Fenster

Öffnen Sie das Paket unter „Gehe zu“, „Paket einer Lehrkraft öffnen …“, und wählen Sie „Blätter für
eine Klasse …“. Ohne Paket entstehen Blätter aus der Lektion, die gezeigt wird. Geben Sie an, wie
viele Personen es sind, oder öffnen Sie eine Liste mit Namen (CSV; wenn von mehreren Spalten keine
„student“ oder „name“ heißt, wählen Sie eine). Wählen Sie den Inhalt (Fragen, Fragen mit den
richtigen Antworten oder nur die richtigen Antworten), die Sprache und das Papierformat, und
speichern Sie als PDF oder als HTML. Dieselben Namen oder Codes ergeben dieselben Blätter wie das
Terminal. Am Fuß jeder Seite im PDF stehen der Code und die Zahl der Seiten, etwa
„7K3-F2Q · Seite 1 von 3“. Das PDF enthält seine Schriften und keine Links. Eine Klasse hat hier
höchstens 1.000 Personen.

## Eine Lektion als Arbeitsblatt

Die Lektionen des Kurses lassen sich wie ein Paket drucken; ihr Text steht vor den Fragen:

```
uriinspect sheet --list lessons --language de
uriinspect sheet --count 30 --format html --language de -o lektion.html lesson:4
```

`uriinspect check --pack lesson:4` bewertet die Antworten.

## Im Fenster

Geben Sie die Datei des Pakets weiter. Im Fenster wählt man „Paket einer Lehrkraft öffnen …“ unter
„Gehe zu“, oder zieht die Datei darauf, und tippt den Namen oder Code ein, der in Ihrer Liste steht.
Die Fragen sind die des Blatts dieser Person. Was beantwortet ist, bleibt auf diesem Rechner
gespeichert, sodass man später weitermachen kann. „Abgeben …“ schreibt eine CSV-Datei für
`uriinspect check --pack`, mit diesen Spalten dazu: „tries“ (Versuche), „hints“ (Hinweise) und
„sheet“, der Code aus Paket, Version und Name. Eine Zeile mit dem Code eines anderen Pakets, einer
anderen Version oder einer anderen Person wird nicht bewertet.

Diese Zeilen am Anfang eines Pakets, vor der ersten Aufgabe, sind für das Fenster:

```toml
tries = 2                # Versuche je Frage; 0: bis sie richtig ist. Bei einer Auswahl ist es einer
reasons = "at once"      # sofort; oder "after the deadline", oder "never": dann ohne Hinweise
due = 2026-11-28         # wird angezeigt, nicht erzwungen; ein Datum, oder eines mit Uhrzeit

[scoring]                # was eine richtige Antwort zählt
first = 1.0              # im ersten Versuch, ohne Hinweis
second = 0.5             # in einem späteren Versuch
hinted = 0.5             # nach einem Hinweis
shown = 0.0              # nach dem letzten Hinweis, der die Antwort ist
```

Versuche und Hinweise stehen in der Datei der Schülerin oder des Schülers, und diese lässt sich
ändern wie jede andere.

## Bewerten

Die Antworten kommen in einer CSV-Datei zurück, aus einer Tabellenkalkulation:

```
uriinspect sheet --students klasse.csv -o antworten.csv woche47.toml
```

Die Spalte „answer“ wird ausgefüllt. Antworten auf Papier tippen Sie in dieselbe Datei. Dann:

```
uriinspect check --pack woche47.toml antworten.csv > bewertet.csv
uriinspect check --pack woche47.toml --by student antworten.csv
uriinspect check --pack woche47.toml --by mistake antworten.csv
```

`bewertet.csv` hat alle Spalten der Antworten und diese: „right“ (richtig: yes oder no), „mark“
(Punkte), „mistake“ (Code des Fehlers), „reason“ (Grund) und „also“ (was dieselbe Antwort ergibt).
Eine leere Antwort ist weder richtig noch falsch und zählt 0. Die Dateien mehrerer Personen lassen
sich nacheinander bewerten oder zu einer zusammenfügen.

`--by student`, `--by question`, `--by item`, `--by mistake` und `--by class` zeigen Summen. `--by
mistake` sagt, wie viele Personen einen Fehler gemacht haben und in wie vielen Antworten: der
häufigste zuerst, mit seinem Satz. Mit `--students klasse.csv` werden Namen in jeder Schreibweise
gefunden, andere ausgelassen, und wer nicht geantwortet hat, wird genannt.

Auch andere Programme können diese Datei schreiben. Nötig sind nur „student“, „question“ (die Nummer
auf dem Blatt) und „answer“; „Name“, „Frage“ und „Antwort“ gehen auch:

```
Name;Frage;Antwort
7K3-F2Q;1;http://a.example/b/c
7K3-F2Q;4;x93.test
```

Ohne Paket genügt eine Tabelle mit „base“, „reference“ und „answer“: siehe `uriinspect check
--help`. `uriinspect explain kept-last-segment` zeigt, was ein Fehler ist, und seine Fundstellen.

## Zurückgeben

```
uriinspect check --pack woche47.toml --format html -o ergebnisse.html antworten.csv
```

`ergebnisse.html` hat für jede Person eine neue Seite, zu drucken oder als PDF zu speichern wie die
Blätter: jede Frage mit der Antwort, ob sie richtig ist, dem Grund, dem Code des Fehlers und den
Punkten, und die Summe. `--key with` fügt die richtigen Antworten hinzu. Die Sprache ist die des
Pakets; `--language en` wählt die andere.

## In Moodle

```
uriinspect sheet --format moodle -o woche47.xml woche47.toml
```

Importieren Sie die Datei in der Fragensammlung als „Moodle-XML-Format“. Aus jeder Aufgabe wird eine
Kategorie; eine gezogene hat 30 Varianten (`--count N` für andere): Nehmen Sie daraus Zufallsfragen
in einen Test. Jede benannte falsche Antwort hat ihren Grund als Feedback. Wo ein Test mehrere
Versuche erlaubt (Frageverhalten „Mehrfachbeantwortung“), erscheinen nacheinander drei Hinweise: wo
man hinsehen soll, die Regel, und eine andere Frage mit ihrer Antwort. Ein falscher Versuch kostet,
was `[scoring]` bei `second` abzieht; `reasons = "never"` lässt die Hinweise weg. Aufgaben der Art
`write` fehlen: Moodle kann sie nicht bewerten.

## Arten von Fragen

{kinds}

Jede Aufgabe braucht `id` und `kind`. Gezogene Aufgaben haben `count`, von 1 bis {most_count}. Ein
Paket hat höchstens {most_items} Aufgaben und {most_questions} Fragen für jede Person. `says` kann
die Antwort nennen, die Sie auf eine feste Frage erwarten: Ist die berechnete eine andere, sagt es
das Programm. `resources/schema/uriinspector-pack-1.schema.json` beschreibt alle Felder für
Editoren, die TOML prüfen.

Diese Namen können in den Texten gezogener Fragen stehen und werden durch gezogene ersetzt:
{places}.
Die gezogenen Hosts sind reservierte Namen, die auf .example, .test oder .invalid enden, oder
Adressen für Dokumentation.

`tricks` von `where` und `site`: {tricks}.

`wants` von `write` ist eine Liste von Bedingungen, etwa
`wants = [{{ has = "port" }}, {{ valid = "2005" }}]`:

{conditions}

`about` nennt Fehler, die bei jeder gezogenen Frage eine andere Antwort ergeben, etwa
`about = ["kept-last-segment"]`. Das Programm kennt {mistakes} Fehler: Die Seite
[Fehler](mistakes.md) hat sie alle.

## Punkte

Eine richtige Antwort zählt 1, oder was `[scoring]` als `first` hat; wo die Datei sagt, wie viele
Versuche und Hinweise es waren, das, was `[scoring]` dafür hat. Leerraum an beiden Enden einer
Antwort zählt nicht. Eine Ziel-URI wird Zeichen für Zeichen verglichen, ein Host ohne Unterschied
von Groß- und Kleinschreibung.

## Datenschutz

- Nichts wird gesendet, und kein Link wird geöffnet. Es gibt kein Konto und keinen Server.
- Namen stehen nur in Ihren eigenen Dateien. Mit `--count` haben die Blätter Codes, und Sie behalten
  die Liste, die sagt, wem welcher gehört.
- Blätter und Lösungen haben keine Links, die man anklicken kann.

## Grenzen

- Wer dieses Programm hat, kann Ziele und Hosts darin nachsehen. Nehmen Sie für Prüfungen Papier
  oder einen Rechner ohne das Programm.
- Wer das Paket, seine Version und einen Namen kennt, kann dieses Blatt berechnen. Geben Sie das
  Paket vor einer Prüfung nicht heraus.
- Manche falschen Antworten haben keinen Namen, etwa mit zwei Fehlern in einer Komponente: Dann
  werden die Komponenten genannt, die abweichen. Andere können zwei Ursachen haben, und beide werden
  gezeigt.
- Der Grund sagt, was genau diese Antwort ergibt. Was jemand gedacht hat, kann er nicht wissen.
- Das Terminal schreibt kein PDF, das Fenster schon. Die HTML-Datei hat Regeln für den Druck (A4 und
  Letter, eine neue Seite je Person, keine Frage auf zwei Seiten): Drucken Sie sie aus einem
  Browser, oder speichern Sie sie dort als PDF.
"""
