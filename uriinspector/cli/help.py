"""The words of ``--help``: written to be read; a test runs every example in them."""

from __future__ import annotations

USAGE = "usage: uriinspect [options] URI ...\n       uriinspect COMMAND [options] ...\n"

MAIN = (
    USAGE
    + """
Shows where a link really goes, why, and which clause of which specification
says so.  Nothing is ever opened: no connection, no name look-up, no script.

Put links in quotes: "&", "#", "?" and "$" mean something to the shell.

commands:
  resolve BASE REF      what a reference means where it stands, step by step, in
                        all four editions
  compare A B           whether two references are shown to be the same, and
                        where they differ
  normalize URI         every rung from the text as it is to its normal form
  tree URI              the rules of the grammar that the text derives from
  explain CODE|CLAUSE   what a finding or a clause is about
  defang [TEXT ...]     links that nobody follows by accident; and refang back
  batch WHAT FILE       resolve, valid or equal for each row of a CSV file, and
                        a grade
  report URI            a report to hand on: Markdown, HTML, JSON, or a picture
  fill NAME URI         a template filled in: a search in logs, a ticket
  scan PATH ...         every link in pages, mails and texts: where it stands,
                        where it goes, whether it tells the truth
  COMMAND --help tells more.  A URI named like a command goes after "--".

what to look at:
  --base URI            where the reference stands
  --edition YEAR        1994, 1997, 2003 or 2005 (default: 2005, RFC 3986)
  --urn-edition NAME    rfc2141, draft2012 or rfc8141 (default)
  --protect FILE        names that nobody should imitate: one a line; "#" begins
                        a remark

what is told:
  --full                also how others read it, what the scheme says, and what
                        is inside
  --exact               fixes and inner links to the letter; without it they are
                        defanged
  --min-severity LEVEL  leave out findings below info (default), low, medium or
                        high
  --json                an object for each URI
  --jsonl               a line of JSON for each line of standard input, or for
                        each URI.  A line of input is a reference as it is, or
                        an object {"text", "base", "edition", "protect"} of
                        which all but the text may be left out
  --color WHEN          auto (default: on a terminal, unless NO_COLOR is set),
                        always or never
  --theme NAME          dark or light colours

  --fail-on LEVEL       info, low, medium, high (default) or never
  --version             this program, and every table that it goes by
  --help                this text

exit status:
  0  nothing at or above --fail-on was found; that is not a promise
  1  something was; or a comparison, a resolution, a row of a batch came out
     wrong
  2  the command line, a file or a line of input could not be understood

examples:
  uriinspect 'http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm'
  uriinspect --base http://a/b/c/d '../g?y#s'
  uriinspect --json 'http://0x7f.1/' | python3 -m json.tool
  uriinspect --jsonl --fail-on medium < links.txt
  uriinspect resolve --edition 1997 'http://a/b/c/d;p?q' 'g?y/../x'
  uriinspect compare 'HTTP://example.com/%7eu' 'http://example.com:80/~u'
  uriinspect explain userinfo-deceptive
  uriinspect explain 'RFC 3986 6.2.2'
  uriinspect defang < mail.txt | uriinspect refang
  uriinspect batch resolve --base 'http://a/b/c/d;p?q' homework.csv
  uriinspect scan --format csv page.html
  uriinspect -- resolve
"""
)

COMMANDS = {
    "resolve": """usage: uriinspect resolve [options] BASE REF

What a reference means where it stands: the target, the steps of the algorithm,
each with its clause, and what the other editions make of it.

  --edition YEAR      whose steps are told (default: 2005)
  --lenient           take "http:g" as relative where the edition leaves it open
  --above-root WHAT   2003 leaves open what to do with ".." above the root:
                      keep (default), drop or refuse
  --json              all of it as an object

The exit status is 1 where there is no target.

examples:
  uriinspect resolve 'http://a/b/c/d;p?q' '../../g'
  uriinspect resolve --lenient 'http://a/b/c/d;p?q' 'http:g'
""",
    "compare": """usage: uriinspect compare [options] A B

Climbs the ladder of comparison, rung by rung, until the two meet; then lays
them side by side, character by character.  That they are the same can be shown;
that they are not never can.

  --edition YEAR      whose ladder (default: 2005)
  --urn-edition NAME  for two URNs: rfc2141, draft2012 or rfc8141 (default)
  --json              all of it as an object

The exit status is 1 where they are not shown to be the same.

examples:
  uriinspect compare 'http://example.com/a/../b' 'http://EXAMPLE.com/b'
  uriinspect compare --urn-edition rfc2141 'URN:ISBN:0-395' 'urn:isbn:0395'
""",
    "normalize": """usage: uriinspect normalize [options] URI ...

The normal form, rung by rung, and the 2003 edition's rules of good practice.

  --edition YEAR      whose ladder (default: 2005)
  --urn-edition NAME  for URNs: rfc2141, draft2012 or rfc8141 (default)
  --form              only the last form, one a line
  --json              all of it as an object

examples:
  uriinspect normalize 'HTTP://User@EXAMPLE.com:80/%7efoo/../a'
  uriinspect normalize --form 'http://example.com:80/./a'
""",
    "tree": """usage: uriinspect tree [options] URI

The rules of an edition's grammar that match the text, each with the characters
that it covers; a place that does not match is marked, with what was expected
there.  Then the nine groups of the regular expression in appendix B (not in
1994).

  --edition YEAR      whose grammar (default: 2005)
  --json              the tree and the groups as an object

examples:
  uriinspect tree 'http://[::1]:80/a%20b'
  uriinspect tree --edition 1994 'gopher://host/11/menu'
""",
    "explain": """usage: uriinspect explain [CODE|CLAUSE ...]

With the code of a finding: its severity, when it has another, what it says, its
clauses.  With a clause: the findings and the rules of the grammars that rest on
it and on what is below it.  With nothing: every code there is.

  --json              as objects

examples:
  uriinspect explain
  uriinspect explain parser-differential
  uriinspect explain 'RFC 3986 3.2' '2003 6.3'
""",
    "defang": """usage: uriinspect defang [TEXT ...]

The text with marks wherever a program could see a link in it: hxxp for http,
[.] for the dots of a host, [:] and [@].  Without a text it reads standard
input.  "uriinspect refang" gives back every text to the letter.

examples:
  uriinspect defang 'http://user@[::1]/?to=http://example.com/'
  uriinspect defang < mail.txt
""",
    "refang": """usage: uriinspect refang [TEXT ...]

The text with the marks taken out: those of "uriinspect defang", and the usual
ones of others.  Without a text, standard input is read.

examples:
  uriinspect refang 'hxxps://www[.]example[.]com/'
  uriinspect refang < report.txt
""",
    "scan": """usage: uriinspect scan [options] PATH ...

Every link in pages, mails, texts and what is attached to them, with its place
in the file, its base, and what is said of it.  A PATH is a file, a folder with
all that is in it, a pattern, or "-" for standard input.  What was not looked at
is told, and why.

  --base URI            where the documents came from
  --group site|target   what the table puts together (default: site)
  --format FORM         table (default), json, jsonl (a line for each document
                        and each link), csv or sarif; or all files as one case:
                        markdown or html, a report to hand on; stix (2.1) or
                        misp, exact, for machines alone
  --json, --jsonl       the same as --format json and --format jsonl
  --jobs N              so many files at a time, in processes of their own
  --edition YEAR        1994, 1997, 2003 or 2005 (default)
  --protect FILE        names that nobody should imitate: one a line
  --min-severity LEVEL  leave out findings below info (default), low, medium or
                        high
  --exact               links to the letter; without it they are defanged in the
                        table, in CSV and in reports
  --without-recipient   in CSV and in a case: first removes recipient data, such
                        as email addresses
  --date DATE           in a case: when it was made, as in 2026-11-21 or
                        2026-11-21T12:00:00Z (default: now)
  --fail-on LEVEL       info, low, medium, high (default) or never

The exit status is 1 where something at or above --fail-on was found, 2 where a
file could not be read.

examples:
  uriinspect scan --base https://www.example.com/ page.html
  uriinspect scan --jsonl --fail-on medium mails
  uriinspect scan - < mail.eml
  uriinspect scan --format markdown --without-recipient mails
""",
    "batch": """usage: uriinspect batch resolve|valid|equal [options] FILE

Does the same for each row of a CSV file ("-": standard input) and writes a CSV
file: reference, expected, got, mark.  Where there is an expected answer, the
mark is right or wrong.

  resolve  columns: base, reference, expected; with --base: reference, expected
           expected: the target, or "none" where there is none
  valid    columns: reference, expected
           expected: yes or no
  equal    columns: a, b, expected
           expected: yes or no, or the rung of the ladder where they first meet

A first row with these names may put them in any order.  Cells that a
spreadsheet would take for formulas get a "'" in front.

  --base URI          for every row
  --edition YEAR      1994, 1997, 2003 or 2005 (default)
  --urn-edition NAME  for two URNs: rfc2141, draft2012 or rfc8141 (default)
  --lenient, --above-root WHAT
                      as for "resolve"
  --json              a line of JSON for each row instead

The exit status is 1 where a mark is wrong.

examples:
  uriinspect batch resolve --base 'http://a/b/c/d;p?q' homework.csv
  uriinspect batch valid --edition 1997 homework.csv
""",
    "report": """usage: uriinspect report [options] URI

A report to hand on.  Links in it are defanged, nothing in it is hidden, and
nothing can be followed.  The picture is an SVG, with the parts in colour and
labelled.

  --format FORMAT      markdown (default), html, json or svg; JSON is exact
  --theme NAME         the picture in dark or light (default) colours
  --exact              links to the letter
  --without-recipient  first takes out what tells whom the link was made for:
                       mail addresses, tokens, secrets, services' own fields
  -o FILE              into a file
  --base URI, --edition YEAR, --urn-edition NAME, --protect FILE
                       as for an inspection

The exit status is 0 whatever was found.

examples:
  uriinspect report 'http://www.example.com@10.0.0.1/'
  uriinspect report --format html --without-recipient 'http://a.example/?uid=87'
  uriinspect report --format svg --theme dark 'http://0x7f.1/'
""",
    "fill": """usage: uriinspect fill [options] [NAME URI]

Fills in a template: a search for Splunk, Elastic or Sentinel, the search text
of a service, a ticket.  Values are written so that none ends the quotes that it
stands in; where that cannot be done nothing comes out.  Without a name it tells
which templates there are.  The result is text: nothing is opened.

  --templates FILE     templates of your own, over those that are shipped;
                       resources/lists/templates.toml says how they are written
  --date DATE          what {date} is filled with, as in 2026-11-21
  --without-recipient  first takes out what tells whom the link was made for
  -o FILE              into a file
  --base URI, --edition YEAR, --urn-edition NAME, --protect FILE
                       as for an inspection

examples:
  uriinspect fill
  uriinspect fill splunk 'https://0x7f.1/a?b'
  uriinspect fill ticket --without-recipient 'http://a.example/?uid=12345678'
""",
}
