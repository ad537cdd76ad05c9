"""The words of ``--help`` for the commands that teachers use."""

from __future__ import annotations

LESSONS = {
    "sheet": """usage: uriinspect sheet [options] [PACK]

Prints the questions of a pack: the same ones each time for the same student,
and others for each student.  The answers are computed, and names of hosts in
drawn questions are reserved ones.  Without PACK, prints a pack to start from.
PACK is a file, or lesson:4 for a lesson of the course (with html, its text is
printed, too).

  --students FILE      one student per row: the only column, or the one called
                       "student" or "name"
  --column NAME        the column with the names; give it twice to join two
  --count N            number of students, with codes for names (default: 1,
                       for moodle: 30)
  --format FORMAT      csv (default), html to print, json, or moodle: questions
                       to import, with feedback for each named wrong answer
  --key KEY            without (default), with, or alone: right answers
  --check              see that questions can be drawn for 200 students, and
                       show how many different ones there are
  --list WHAT          what a pack can name: kinds with their fields, mistakes,
                       tricks, conditions or lessons
  --language LANGUAGE  of the questions: en or de (default: that of the pack)
  -o FILE              write to FILE

Students fill in the column "answer" of the CSV file; "uriinspect check --pack
PACK" marks it.  Print the html file from a browser, or save it as a PDF there.
With --check, the exit status is 1 if a question could not be drawn.

examples:
  uriinspect sheet
  uriinspect sheet --list mistakes
  uriinspect sheet --count 30 --format html pack.toml
  uriinspect sheet --format html lesson:4
""",
    "spot": """usage: uriinspect spot [options] [CODE]

Shows links one after the other and asks to which host a browser goes.  Two in
five links are honest.  The same CODE, such as 7K3-F2Q, always gives the same
links; without it, a new round begins.

Answer with the letter of a choice or with the host, or "none".  The result
counts honest links that were answered wrong apart.  The time is shown and does
not count.  The end of the input (Ctrl+D; on Windows, Ctrl+Z and Enter) ends the
round.

  --trick TRICK         deceptive links of one kind only, such as userinfo
  --count N             number of links (default: 20)
  --typed               show no choices
  --language LANGUAGE   en (default) or de

examples:
  uriinspect spot
  uriinspect spot 7K3-F2Q
  uriinspect spot --trick subdomain --count 5
""",
    "check": """usage: uriinspect check [options] FILE

Marks answers in a table ("-" for standard input) and names the mistake behind
each wrong one.  Writes the table with more columns:

  right    yes or no; empty where there is no answer
  mistake  a code, such as kept-last-segment, if a known mistake gives exactly
           this answer
  reason   what was done, and what holds
  also     other mistakes with this answer or in it, and editions and programs
           whose result it is

Columns: base, reference, edition, answer, and ask, which is target (default),
host or site.  Edition and ask may be missing; host and site may have no base.
All other columns are kept.  With --pack: student, question (its number on the
sheet) and answer; then "mark" is what the answer counts.

For "target" answer the target, or "same document" or "none"; for "host" the
host that browsers go to, or "none"; for "site" its registrable domain.  An
answer can be in quotation marks.

A header row with these names can put the columns in any order.  Cells can be
delimited by commas, semicolons or tabs; the text is UTF-8 or Windows-1252.

  --pack PACK           the pack whose questions were answered, or lesson:4
  --students FILE       the list that the sheets were made from: finds names
                        that are written in another way, leaves out all others,
                        and names who did not answer
  --column NAME         the column with the names; give it twice to join two
  --base URI            base URI of rows without one
  --edition YEAR        edition of rows without one (default: 2005)
  --by GROUP            only show sums: student, question, item, mistake (the
                        commonest first) or class
  --format FORMAT       csv (default), json (a line per row), or html: a page to
                        print for each student, with every question, the answer,
                        whether it is correct, the reason, and the marks
  --key KEY             of html: without (default) or with the right answers
  --language LANGUAGE   of the reasons: en or de (default: that of the pack,
                        or en)
  --fail-on WHEN        exit status 1 if an answer is wrong: wrong or never
                        (default)
  --json                the same as --format json
  -o FILE               write to FILE

The exit status is 2 if a row could not be read.

examples:
  uriinspect check answers.csv
  uriinspect check --pack pack.toml --format html -o results.html answers.csv
  uriinspect check --by mistake --language de answers.csv
""",
}
