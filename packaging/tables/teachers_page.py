"""The page of the manual for teachers: packs, sheets and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_table import table

from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.mistakes.table import MISTAKES
from uriinspector.lessons.pack_fields import KIND_FIELDS
from uriinspector.lessons.pack_file import MOST_COUNT, MOST_ITEMS, MOST_QUESTIONS
from uriinspector.lessons.requirement import CONDITIONS
from uriinspector.lessons.template import PLACES
from uriinspector.lessons.tricks import TRICKS

if TYPE_CHECKING:
    from collections.abc import Iterator

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

The same pack, version and student always give the same questions. After a change, raise `version`:
sheets that were given out keep their key only with the pack that they were made from.

## Print it for a class

```
uriinspect sheet --count 30 --format html -o sheets.html week47.toml
uriinspect sheet --count 30 --format html --key alone -o key.html week47.toml
```

Open `sheets.html` in a browser and print it, or save it as a PDF there. Each student begins on a
new page, with a code such as 7K3-F2Q in place of a name. The key has the same order and codes, and
up to three wrong answers with their mistakes for questions that have such. Without `--format` the
key is a table.

With names: `--students class.csv` in place of `--count 30`. The file has one student per line; if
there are several columns, the one called "student" or "name" counts.

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
"also". An empty answer is neither right nor wrong, and its mark is 0. `--by student`, `--by item`
and `--by mistake` show sums. Files of several students can be marked one after the other, or
joined into one.

Other programs can write that file, too. Only "student", "item", "number" and "answer" are needed:

```
student,item,number,answer
7K3-F2Q,merge,1,http://a.example/b/c
7K3-F2Q,link,1,x93.test
```

Without a pack, a table of "base", "reference" and "answer" is enough: see `uriinspect check
--help`. `uriinspect explain kept-last-segment` shows what a mistake is and its clauses.

## In Moodle

```
uriinspect sheet --format moodle -o week47.xml week47.toml
```

In the question bank, import the file as "Moodle XML format". Each item becomes a category, one
that is drawn with 30 variants (`--count N` for others): add random questions from it to a quiz.
Each named wrong answer has its reason as feedback. Items of the kind `write` are left out: Moodle
cannot mark them.

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

`tricks` of `where`, `site` and `tricks`: {tricks}.

`wants` of `write` is a list of conditions, such as
`wants = [{{ has = "port" }}, {{ valid = "2005" }}]`:

{conditions}

`about` names mistakes that give another answer on each drawn question, such as
`about = ["kept-last-segment"]`. The program knows {mistakes} mistakes.

## Marks

A right answer counts 1, or what `[scoring]` has as `first`. White space at both ends of an answer
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
- In the terminal, there is no PDF: print the HTML file from a browser.
"""
BRACES = str.maketrans("", "", "{}")
ANSWERS = {
    "target": "the target, or `none`, or `same document`",
    "where": "the host, or `none`",
    "site": "the registrable domain, or `none`",
    "mark": "the text of the component, or `none`, or `empty`",
    "origin": "a word or letter for each component: `base base merged`, or `bbm`",
    "rung": "a letter",
    "valid": "`yes`, or `no 12`",
    "relative": "a reference, or `empty`; a longer one that leads there is right, too",
    "write": "a text that meets all conditions",
    "editions": "years and `browsers`, or `none`",
    "tricks": "letters, or `none`",
    "base": "a letter, or the base URL",
    "order": "letters in their order",
    "steps": "letters from A to E, such as `EECE`",
}
GIVEN = {
    "target": "`base`, `reference` (or `references`)",
    "where": "`text` (or `texts`), `base` if it is relative",
    "site": "as for `where`",
    "mark": "`text` (or `texts`), `parts`",
    "origin": "as for `target`",
    "rung": "`a`, `b`",
    "valid": "`text` (or `texts`)",
    "relative": "`base`, `target` (or `targets`)",
    "write": "`wants`, and `asks` for words of your own",
    "editions": "`base`, `reference` (or `references`), `result`",
    "tricks": "as for `where`",
    "base": "`page` (the text of a web page), `url` (where it is)",
    "order": "as for `target`",
    "steps": "as for `target`",
}


def kind_rows() -> Iterator[tuple[str, ...]]:
    """Describe each kind: what it asks, its answers, and what a fixed question gives."""
    asks = {
        "target": "What is the target of a reference?",
        "where": "To which host does a browser go?",
        "site": "What is the registrable domain?",
        "mark": "Which text is this component?",
        "origin": "From base, reference, or both?",
        "rung": "On which level of normalization do two become equal?",
        "valid": "Does a text match the grammar of an edition?",
        "relative": "Which reference leads from here to there?",
        "write": "Write a reference that meets conditions.",
        "editions": "Which editions, and do browsers, make this target?",
        "tricks": "Which findings describe this link?",
        "base": "What is the base URL of a link in a page?",
        "order": "Which lines of the algorithm work on the path, in which order?",
        "steps": "Which rules of 5.2.4 remove the dot segments?",
    }
    for kind in KINDS:
        edition = "edition" in KIND_FIELDS[kind]
        fields = GIVEN[kind] + (", `edition`" if edition else "")
        yield f"`{kind}`", asks[kind], ANSWERS[kind], fields


def condition_rows() -> Iterator[tuple[str, ...]]:
    """Describe each condition."""
    examples = {
        "length_at_most": "`30`",
        "resolves_to": '`{ base = "...", target = "..." }`',
        "same_as": '`{ text = "...", rung = "case" }`',
        "finding": "a code of a finding",
        "no_finding": "a code of a finding",
    }
    for name, each in CONDITIONS.items():
        values = examples.get(name) or ", ".join(f"`{value}`" for value in each.values)
        yield f"`{name}`", each.is_met.replace("{value}", "X").translate(BRACES), values


def teachers_page() -> str:
    """Write the page, with the tables that packs are read by."""
    return TEACHERS_PAGE.format(
        kinds=table((("kind", "question", "answer", "fields of fixed questions"), *kind_rows())),
        most_count=MOST_COUNT,
        most_items=MOST_ITEMS,
        most_questions=f"{MOST_QUESTIONS:,}",
        places=", ".join(f"`{{{each}}}`" for each in PLACES),
        tricks=", ".join(f"`{each}`" for each in TRICKS),
        conditions=table((("condition", "meaning", "values"), *condition_rows())),
        mistakes=len({each.code for each in MISTAKES}),
    )
