"""The page of the manual for teachers: packs, sheets and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_table import table

from uriinspector.lessons.answer_lines import KIND_WORDS
from uriinspector.lessons.draw import PLACES
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.mistakes.reference_writing import CONDITIONS
from uriinspector.lessons.mistakes.table import MISTAKES
from uriinspector.lessons.pack_file import KIND_FIELDS, MOST_COUNT, MOST_ITEMS, MOST_QUESTIONS
from uriinspector.lessons.tricks import TRICKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    Say: TypeAlias = Callable[[str], str]

TEACHERS_PAGE = """\
# Teachers

You choose questions about URIs, and each student gets others of the same kind. The program
computes the answers, marks what comes back, and says for most wrong answers which mistake gives
them: "You kept the last segment of the base." No answer is written by hand.

## A pack, step by step

A pack is a text file with your questions. Write a first one and change it in any text editor:

```
uriinspect sheet -o week47.toml
```

At its beginning, give it an `id` (your school and a name), a `title`, and `version = 1`. Then keep
the items that you want. This pack has four questions for each student:

```toml
pack = 1
id = "school.example/week47"
version = 1
title = "Week 47: relative references"
language = "en"          # or "de"
edition = "2005"         # RFC 3986; others: 1994, 1997, 2003
material = 2             # each reference below equally often; also tricks and components

[[item]]                 # three drawn questions: each student gets other ones
id = "merge"
kind = "target"
count = 3
base = ["http://{{host}}/{{dir}}/{{dir}}/{{file}}"]
reference = ["{{name}}", "../{{name}}", "?{{query}}"]

[[item]]                 # one fixed question: the same for all
id = "link"
kind = "where"
text = "https://www.school.example@x93.test/"
```

See whether everything can be drawn. A fault is shown with its line:

```
uriinspect sheet --check week47.toml
```

What a pack can name is on this page and in the terminal: the kinds of questions with their fields,
the [mistakes](mistakes.md) that a question can be about, the tricks of links, and conditions:

```
uriinspect sheet --list kinds
uriinspect sheet --list mistakes
```

The same pack, version and student always give the same questions. After a change, raise `version`:
sheets that were given out keep their key only with the pack that they were made from.

With `material = 2`, the references, tricks or components that an item names come equally often to
each student: of 8 questions with 4 tricks, two have each trick. Without that line, as in packs of
before, each question draws one of them, and a student can have the same one several times.

## Print it for a class

```
uriinspect sheet --count 30 --format html -o sheets.html week47.toml
uriinspect sheet --count 30 --format html --key alone -o key.html week47.toml
```

Open `sheets.html` in a browser and print it, or save it as a PDF there. Each student begins on a
new page, with a code such as 7K3-F2Q in place of a name. The key has the same order and codes, and
up to three wrong answers with their mistakes for questions that have such. Without `--format` the
key is a table.

With names: `--students class.csv` in place of `--count 30`. The file has one student per line; of
several columns, the one called "student" or "name" counts. Choose another one with `--column`, or
two of them: `--column first --column last`.

The title, the name or code, and the number of questions are at the head of every printed page. The
last question is named at the end of a sheet. Chrome and Edge (from version 131) number the pages of
each student; no browser knows how many a student has, so there is no "page 1 of 2". Each question
shows how an answer may be written. It is named by its number on the sheet: in the key, in tables
and in results, too.

## Sheets from the window

Open the pack under "Go", "Open a teacher's pack…", and choose "Sheets for a class…". Without a
pack, that makes sheets of the lesson that is shown. Say how many students there are, or open a
list of names (CSV; if none of several columns is called "student" or "name", choose one). Choose
the content (questions, questions with the right answers, or the right answers alone), the language
and the paper size, and save it as a PDF or as HTML. The same names or codes give the same sheets as
the terminal. At the foot of each page in the PDF are the code and the number of pages, such as
"7K3-F2Q · Page 1 of 3". The PDF has its fonts in it, and no links. A class has at most 1,000
students here.

## A lesson as a handout

The lessons of the course can be printed like a pack, with their text in front of the questions:

```
uriinspect sheet --list lessons
uriinspect sheet --count 30 --format html -o handout.html lesson:4
```

`uriinspect check --pack lesson:4` marks the answers.

## In the window

Give the file of the pack to the students. In the window, they choose "Open a teacher's pack…"
under "Go", or drop the file on it, and type the name or code that is in your list. The questions
are those of that student's sheet. What was answered is kept on that computer, so that they can go
on later. "Hand in…" writes a CSV file for `uriinspect check --pack`, with these columns besides:
"tries", "hints" and "sheet", the code of the pack, its version and the student. A row with the
code of another pack, version or student is not marked.

These lines at the beginning of a pack, before the first item, are for the window:

```toml
tries = 2                # of each question; 0: until it is right. Choices have one
reasons = "at once"      # or "after the deadline", or "never": then there are no hints
due = 2026-11-28         # shown, and not enforced; a date, or a date with a time

[scoring]                # what a right answer counts
first = 1.0              # in the first try, without a hint
second = 0.5             # in a later try
hinted = 0.5             # after a hint
shown = 0.0              # after the last hint, which is the answer
```

Tries and hints come from the student's file, which can be edited like any other.

## Mark it

Answers come back in a CSV file, from a spreadsheet:

```
uriinspect sheet --students class.csv -o answers.csv week47.toml
```

Students fill in the column "answer". For answers on paper, type them into the same file. Then:

```
uriinspect check --pack week47.toml answers.csv > marked.csv
uriinspect check --pack week47.toml --by student answers.csv
uriinspect check --pack week47.toml --by mistake answers.csv
```

`marked.csv` has all columns of the answers and these: "right", "mark", "mistake", "reason" and
"also". An empty answer is neither right nor wrong, and its mark is 0. Files of several students can
be marked one after the other, or joined into one.

`--by student`, `--by question`, `--by item`, `--by mistake` and `--by class` show sums. `--by
mistake` says how many students made each mistake, and in how many answers: the commonest comes
first, with its sentence. With `--students class.csv`, names are found in any spelling, others are
left out, and who did not answer is named.

Other programs can write that file, too. Only "student", "question" (its number on the sheet) and
"answer" are needed:

```
student,question,answer
7K3-F2Q,1,http://a.example/b/c
7K3-F2Q,4,x93.test
```

## Give it back

```
uriinspect check --pack week47.toml --format html -o results.html answers.csv
```

`results.html` has a new page for each student, to be printed or saved as a PDF like the sheets:
every question with the answer, whether it is correct, the reason, the code of the mistake and the
mark, and the sum. `--key with` adds the right answers, `--language de` makes it German.

Without a pack, a table of "base", "reference" and "answer" is enough: see `uriinspect check
--help`. `uriinspect explain kept-last-segment` shows what a mistake is and its clauses.

## In Moodle

```
uriinspect sheet --format moodle -o week47.xml week47.toml
```

In the question bank, import the file as "Moodle XML format". Each item becomes a category, one
that is drawn with 30 variants (`--count N` for others): add random questions from it to a quiz.
Each named wrong answer has its reason as feedback. Where a quiz lets students try again (question
behaviour "Interactive with multiple tries"), three hints are shown one after the other: where to
look, the rule, and another question with its answer. A wrong try costs what `[scoring]` takes off
for `second`; `reasons = "never"` leaves the hints out. Items of the kind `write` are left out:
Moodle cannot mark them.

## Kinds of questions

{kinds}

Each item needs `id` and `kind`. Drawn items have `count`, from 1 to {most_count}. A pack has at
most {most_items} items and {most_questions} questions for each student. `says` can give the answer
that you expect to a fixed question: if the computed one differs, the program says so.
`resources/schema/uriinspector-pack-1.schema.json` describes all fields for editors that check TOML.

These names can be in the texts of drawn questions, and are replaced by drawn ones:
{places}.
The drawn hosts are reserved names that end in .example, .test or .invalid, or addresses for
documentation.

`tricks` of `where` and `site`: {tricks}.

`wants` of `write` is a list of conditions, such as
`wants = [{{ has = "port" }}, {{ valid = "2005" }}]`:

{conditions}

`about` names mistakes that give another answer on each drawn question, such as
`about = ["kept-last-segment"]`. The program knows {mistakes} mistakes: the page
[Mistakes](mistakes.md) has them all.

## Marks

A right answer counts 1, or what `[scoring]` has as `first`; where the file says how many tries and
hints it took, what `[scoring]` has for that. White space at both ends of an answer
is ignored. A target is compared character by character; a host without case.

## Privacy

- Nothing is sent, and no link is opened. There is no account and no server.
- Names are only in your own files. With `--count`, sheets have codes, and you keep the list that
  says whose they are.
- Sheets and keys have no links that can be clicked.

## Limits

- Students who have this program can look up targets and hosts in it. For exams, use paper or a
  computer without it.
- A student who knows the pack, its version and a name can compute that sheet. Do not hand out the
  pack before an exam.
- Some wrong answers have no name, for instance with two mistakes in one component: then the
  components that differ are named. Other wrong answers can have two causes, and both are shown.
- The reason says what gives exactly this answer. It cannot know what a student thought.
- The terminal writes no PDF, the window does. The HTML file has rules for print (A4 and Letter, a
  new page for each student, no question over two pages): print it from a browser, or save it as a
  PDF there.
"""
BRACES = str.maketrans("", "", "{}")


def kind_rows(say: Say) -> Iterator[tuple[str, ...]]:
    """Describe each kind: what it asks, its answers, and what a fixed question gives."""
    for kind in KINDS:
        words = KIND_WORDS[kind]
        edition = ", `edition`" if "edition" in KIND_FIELDS[kind] else ""
        more = f' `of = "{words.of[0]}"`: {say(words.of[1])}' if words.of[0] else ""
        asks, fixed = say(words.asks) + more, say(words.fixed) + edition
        yield f"`{kind}`", asks, say(words.answer.template), fixed


def condition_rows(say: Say) -> Iterator[tuple[str, ...]]:
    """Describe each condition."""
    examples = {
        "length_at_most": "`30`",
        "resolves_to": '`{ base = "...", target = "..." }`',
        "same_as": '`{ text = "...", rung = "case" }`',
        "finding": say("a code of a finding"),
        "no_finding": say("a code of a finding"),
    }
    for name, each in CONDITIONS.items():
        values = examples.get(name) or ", ".join(f"`{value}`" for value in each.values)
        yield f"`{name}`", say(each.is_met).replace("{value}", "X").translate(BRACES), values


def teachers_page(page: str = TEACHERS_PAGE, say: Say = str, comma: str = ",") -> str:
    """Write the page, with the tables that packs are read by."""
    kinds = tuple(map(say, ("kind", "question", "answer", "fields of fixed questions")))
    conditions = tuple(map(say, ("condition", "meaning", "values")))
    return page.format(
        kinds=table((kinds, *kind_rows(say))),
        most_count=MOST_COUNT,
        most_items=MOST_ITEMS,
        most_questions=f"{MOST_QUESTIONS:,}".replace(",", comma),
        places=", ".join(f"`{{{each}}}`" for each in PLACES),
        tricks=", ".join(f"`{each}`" for each in TRICKS),
        conditions=table((conditions, *condition_rows(say))),
        mistakes=len({each.code for each in MISTAKES}),
    )
