"""The words of --help; a test runs every example in them."""

from __future__ import annotations

LISTS = {
    "lists": """usage: uriinspect lists [options] [KIND]

Shows the lists that links are judged by, with entries and dates, and checks
your own.  With a KIND, prints the built-in list: edit a copy of it to make your
own.  KIND can be one of these, or the name of any list that --all shows:

  known-names  names that others imitate, and the domains of their owners
  services     hosts where many people can publish, and link shorteners
  rewriters    services that put other links into their own
  parameters   what the parts of links mean, for "uriinspect values"

  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
               your own list instead of the built-in one; if its first lines say
               "# extends: shipped" (known-names) or extends = "shipped"
               (the others), in addition to it.  A file with an error is not
               used
  --all        show every dated list and table by its file name, with its date
               and origin, and which are more than a year old
  --json       print the lists as JSON; with --all, every list and table

Files in the folder for your own lists judge in the terminal and in the window;
"uriinspect lists" shows the folder, what is in it, and what is wrong in a file
that is not used.  With the file name of a built-in list, a file replaces it
(known-names.txt, services.toml, public_suffix_list.dat); with .add before the
ending, it adds rows to it (known-names.add.txt).  To use the built-in list
again, remove the file.  A file that is older than the built-in list is named.

Files are UTF-8, at most 4 MB (known-names) or 1 MB (the others).

A row of known-names has 5 columns with tabs between them:
  name     what others imitate: one label, such as examplebank
  kind     name, or another of the kinds in the first lines of the built-in list
  pack     a group of your choice, such as banks
  source   who says that the domains belong to the name, such as own.  With
           typed or unverified, the domains can be reported as imitations
  domains  with spaces between them; the first one is shown in messages.  =other
           adds all domains of a name in a row above
Each row of a name adds domains to it.

The first lines of a built-in list explain the fields of the last three.

examples:
  uriinspect lists
  uriinspect lists known-names
  uriinspect lists rewriters
  uriinspect lists --all
""",
}

DESKTOP = {
    "desktop": """usage: uriinspect desktop [options]

Has web links and files inspected from the desktop.  Without options, shows what
is chosen.  Only files in your home folder change.  For Linux and BSD desktops.

  --handle-links  make URI Inspector the handler of http and https links: a
                  click in an email program shows the inspection, and nothing
                  opens.  To visit a page, copy its link into your browser
  --file-menus    offer "Inspect with URI Inspector" in the menus of Dolphin,
                  Nemo, PCManFM, Nautilus and Caja, and in Thunar's "Send To"
  --undo          take both back: the handler of before handles links again,
                  unless another one was chosen since

examples:
  uriinspect desktop
""",
}

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
  --in SCENE            where the links are: email (its button) or bar (an
                        address bar); which text shows the host is asked, too
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

TABLES = {
    "table": """usage: uriinspect table [options] IN OUT

Inspects the links in a column of a table and writes its rows with one more
column, "inspection"; in CSV, with a column for each value.  Equal links of a
part are inspected once.  The columns are listed in the manual, "Columns of
links".  Needs the extra "arrow": pip install 'uriinspector[arrow]'

IN is Parquet, Arrow, CSV or JSON lines, the last two also packed with gzip,
bzip2 or xz.  In CSV, the first row names the columns.

OUT is a file whose name ends in .parquet, .arrow, .csv or .jsonl, or a folder,
"name/", that gets one file for each part.  The work is done in parts; those of
a file are in the folder OUT.parts until it is complete.  If a run is stopped,
the same command goes on from its parts and writes the same bytes.  A change of
the input, of the rules or of the options starts anew.

With emails or pages instead of links, each link in them is a row of OUT.  Then
IN is an mbox, a WARC file, or a table with a column of files (--content).

  --column NAME       column of the links (default: url)
  --content NAME      column of emails or pages, as text or bytes
  --columns LIST      what to add, such as uri.severity,uri.codes,url
                      (default: all columns)
  --format FORM       parquet, arrow, csv or jsonl (default: by the name of OUT;
                      in a folder parquet)
  --jobs N            number of processes (default: 1)
  --edition YEAR      1994, 1997, 2003 or 2005 (default)
  --protect FILE, --known-names FILE, --services FILE, --rewriters FILE,
  --parameters FILE   as for "uriinspect URI"

In CSV, a "'" is added in front of texts that a spreadsheet would read as
formulas, and links are original.

The exit status is 0, whatever the findings; 2 if the table could not be read or
written; 3 if rows were left out or not kept as they are, with their numbers on
standard error.

examples:
  uriinspect table --column url proxy.csv judged.parquet
  uriinspect table --jobs 2 --columns uri.severity,uri.codes proxy.csv judged/
  uriinspect table inbox.mbox links.csv
""",
}

USAGE = "usage: uriinspect [options] URI ...\n       uriinspect COMMAND [options] ...\n"

MAIN = (
    USAGE
    + """
Shows where a link really goes and why, citing clauses of the specifications.
Works offline: opens nothing, resolves no names, runs no scripts.

Quote links: the shell interprets "&", "#", "?" and "$".  A text with several
links, such as lines of a log, is listed like a file.

commands:
  resolve BASE REF      resolve a reference against a base, step by step, in all
                        four editions
  compare A B           test two references for equivalence and show where they
                        differ
  normalize URI         normalize a URI step by step
  tree URI              show the grammar rules that match a URI
  explain CODE|CLAUSE   explain a finding code or a clause
  defang [TEXT ...]     make links unclickable ("refang" restores them)
  batch WHAT FILE       resolve, validate or compare each row of a CSV file and
                        grade the results
  sheet [PACK]          print questions for a class, different ones for each
                        student
  check FILE            mark the answers of a class and name the mistake behind
                        each wrong one
  spot [CODE]           practice: to which host does each of 20 links lead?
  report URI            write a report: Markdown, HTML, JSON or SVG
  fill NAME URI         fill a template, such as a log search or a ticket
  scan PATH ...         find and check every link in web pages, emails and text
                        files
  table IN OUT          inspect a column of links: Parquet, Arrow, CSV, JSON
  fix PATH ...          fix faulty links in files: as a list, as a patch, or in
                        place
  lists [KIND]          show which lists of names and services are used, and the
                        format of your own
  values [TEXT ...]     decode the values in a link, layer by layer
  desktop               have web links and files inspected from the desktop
  Run "uriinspect COMMAND --help" for details.  Put "--" before a URI that is
  also a command name.

input:
  --base URI            base URI of the reference
  --edition YEAR        1994, 1997, 2003 or 2005 (default: 2005, RFC 3986)
  --urn-edition NAME    rfc2141, draft2012 or rfc8141 (default)
  --protect FILE        names to protect from imitation, one per line; "#"
                        starts a comment
  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
                        your own list instead of a built-in one; see
                        "uriinspect lists --help"

output:
  --full                also show other parsers, scheme details and links inside
  --exact               show original links in sentences and lists (default:
                        defanged; the inspected link and excerpts of it are
                        always original)
  --min-severity LEVEL  lowest severity to show: info (default), low, medium or
                        high
  --json                print one JSON object per URI
  --jsonl               print one line of JSON per input line, or per URI.  An
                        input line is a reference, or an object {"text", "base",
                        "edition", "protect"}; only "text" is required
  --jobs N              number of processes for --jsonl (default: 1)
  --color WHEN          auto (default: on a terminal, unless NO_COLOR is set),
                        always or never
  --theme NAME          dark or light colors

  --fail-on LEVEL       lowest severity that sets exit status 1: info, low,
                        medium, high (default) or never
  --version             show versions of the program and its data tables
  --help                show this help

exit status:
  0  no finding at or above --fail-on (not a guarantee)
  1  a finding at or above --fail-on, a failed comparison, resolution or batch
     row, or something left to fix
  2  invalid command line, file or input
  3  scan --strict, table: no such finding, but not everything was checked

examples:
  uriinspect 'http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm'
  uriinspect --base http://a/b/c/d '../g?y#s'
  uriinspect --json 'http://0x7f.1/' | python3 -m json.tool
  uriinspect --jsonl --jobs 2 --fail-on medium < links.txt
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
    **LESSONS,
    **LISTS,
    **DESKTOP,
    **TABLES,
    "values": """usage: uriinspect values [options] [TEXT ...]

Decodes the values in a link: identifiers, times, tokens, and what is packed in
base64, zlib, JSON and other formats, layer by layer.  Shows the position of
each value, the decoder, its source, and the confidence of each reading:

  certain   by its structure or a checksum
  likely    by its form and its name
  possible  one reading of several

Reads standard input line by line if there is no TEXT.  A TEXT that is no link
is decoded as a whole.

  --edition YEAR      1994, 1997, 2003 or 2005 (default)
  --parameters FILE   your own services and their parameters; see
                      "uriinspect lists --help"
  --exact             show original links (default: defanged)
  --json              print one JSON object per TEXT, with original links

examples:
  uriinspect values 'https://a.example/?t=1700000000'
  uriinspect values --json 'https://a.example/?d=eyJ0cyI6MTcwMDAwMDAwMH0'
""",
    "resolve": """usage: uriinspect resolve [options] BASE REF

Resolves a reference against a base URI: the target, the steps of the algorithm
with their clauses, and the result in each of the other editions.

  --edition YEAR      edition to use (default: 2005)
  --lenient           resolve "http:g" as relative, where the edition allows it
  --above-root WHAT   what to do with ".." above the root, which the 2003
                      edition leaves open: keep (default), drop or refuse
  --json              print one JSON object

The exit status is 1 if there is no target.

examples:
  uriinspect resolve 'http://a/b/c/d;p?q' '../../g'
  uriinspect resolve --lenient 'http://a/b/c/d;p?q' 'http:g'
""",
    "compare": "usage: uriinspect compare [options] A B\n\nCompares two URIs level by level "
    "until they match, then character by character.\nIt can show that two URIs are "
    "equivalent, never that they are not.\n\n  --edition YEAR      edition to use "
    "(default: 2005)\n  --urn-edition NAME  for two URNs: rfc2141, draft2012 or "
    "rfc8141 (default)\n  --base-a URI        resolve A first, and compare its "
    "target\n  --base-b URI        the same for B\n  --without-fragments leave out "
    "the fragments, as for a request\n  --json              print one JSON "
    "object\n\nThe exit status is 1 if equivalence was not shown.\n\nexamples:\n  "
    "uriinspect compare 'http://example.com/a/../b' 'http://EXAMPLE.com/b'\n  "
    "uriinspect compare --urn-edition rfc2141 'URN:ISBN:0-395' 'urn:isbn:0395'\n  "
    "uriinspect compare --base-a http://example.com/a/ '../b' http://example.com/b\n",
    "normalize": """usage: uriinspect normalize [options] URI ...

Shows the normal form step by step, and checks the rules of good practice of the
2003 edition.

  --edition YEAR      edition to use (default: 2005)
  --urn-edition NAME  for URNs: rfc2141, draft2012 or rfc8141 (default)
  --form              print only the normal form, one per line
  --json              print one JSON object per URI

examples:
  uriinspect normalize 'HTTP://User@EXAMPLE.com:80/%7efoo/../a'
  uriinspect normalize --form 'http://example.com:80/./a'
""",
    "tree": """usage: uriinspect tree [options] URI

Shows the grammar rules that match the URI, each with the characters it covers.
Where the grammar does not match, the tree shows what was expected.  Then lists
the nine groups of the regular expression in appendix B (not in 1994).

  --edition YEAR      edition to use (default: 2005)
  --json              print the tree and the groups as one JSON object

examples:
  uriinspect tree 'http://[::1]:80/a%20b'
  uriinspect tree --edition 1994 'gopher://host/11/menu'
""",
    "explain": """usage: uriinspect explain [CODE|CLAUSE ...]

For a finding code: severity, exceptions, messages and clauses.  For a clause:
the findings and grammar rules that cite it or its subclauses.  For a mistake of
"uriinspect check": its reason and clauses.  Without an argument: all finding
codes.

  --json              print JSON

examples:
  uriinspect explain
  uriinspect explain parser-differential
  uriinspect explain 'RFC 3986 3.2' '2003 6.3'
""",
    "defang": """usage: uriinspect defang [TEXT ...]

Makes every link in a text unclickable: hxxp for http, [.] for the dots of a
host, [:] and [@].  Reads standard input if there is no TEXT.  "uriinspect
refang" restores the original text.

examples:
  uriinspect defang 'http://user@[::1]/?to=http://example.com/'
  uriinspect defang < mail.txt
""",
    "refang": """usage: uriinspect refang [TEXT ...]

Restores defanged links: the marks of "uriinspect defang" and other common ones.
Reads standard input if there is no TEXT.

examples:
  uriinspect refang 'hxxps://www[.]example[.]com/'
  uriinspect refang < report.txt
""",
    "scan": "usage: uriinspect scan [options] PATH ...\n\nLists every link in web pages, emails, "
    "text files and attachments, with its\nlocation, base and findings.  PATH is a "
    'file, a folder with all its contents, a\npattern, or "-" for standard input.  '
    "Lists what was not checked, with the\nreason.\n\n  --base URI            base URI of "
    "the documents\n  --group site|target   grouping in the table (default: site)\n"
    "  --full                also show the servers that messages passed\n  "
    "--format FORM         table (default), json, jsonl (one line per document and\n    "
    "                    per link), csv, targets (references by target), timeline\n        "
    "                (all times), messages or sarif; or one case for all\n                "
    "        files: markdown or html; stix (2.1) or\n                "
    "        misp, with original links\n  --json, --jsonl       short for --format json "
    "and --format jsonl\n "
    " --site ROOT           "
    "check the folder ROOT as a site: missing files and\n                        fragments, "
    "letter case, ids and more.  Only files in\n                        ROOT are read; "
    "--base is the URL of ROOT.  More formats:\n                        site-csv (one row per "
    "page), site-json and site-svg\n "
    " --jobs N              number of files read in parallel (default: 1)\n  --edition YEAR       "
    " 1994, 1997, 2003 or 2005 (default)\n  --protect FILE        names to protect from "
    "imitation, one per line\n"
    "  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE\n"
    "                        your own list instead of a built-in one; see\n"
    '                        "uriinspect lists --help"\n'
    "  --min-severity LEVEL  lowest severity to show: info "
    "(default), low, medium or\n                        high\n  --exact               "
    "show original links in the table, CSV and reports\n                        "
    "(default: defanged)\n  --without-recipient   remove recipient data, such as email "
    "addresses, from CSV\n                        and cases\n  --language LANGUAGE   "
    "en (default) or de, for markdown and html\n  --date DATE           "
    "date of the case, such as 2026-11-21 or\n                        "
    "2026-11-21T12:00:00Z (default: now)\n  --fail-on LEVEL       lowest severity that "
    "sets exit status 1: info, low,\n                        medium, high (default) or "
    "never\n  --strict              exit status 3 if something was not "
    "checked\n\nThe exit status is 1 if there is a finding at or above --fail-on, 2 if a "
    "file\nor a named folder could not be read; with --strict 3 if something was skipped\nor not "
    "checked.\n\n"
    "Symbolic links, named pipes, sockets and devices in folders are not read, but\n"
    "named at the end.\n\nexamples:\n  uriinspect scan --base "
    "https://www.example.com/ page.html\n  uriinspect scan --site public\n"
    "  uriinspect scan --jsonl --fail-on medium mails\n  uriinspect scan - < mail.eml\n"
    "  uriinspect scan --format markdown --without-recipient mails\n",
    "fix": """usage: uriinspect fix [options] PATH ...

Fixes faulty links in web pages, style sheets, emails and text files, where
there is one right answer: encodes characters that the grammar does not allow,
writes stray "%" signs as %25 and backslashes as slashes, removes white space
around links, colons of empty ports and ".." above the root.  Each fix names its
clause.  Where there are two answers, both are shown, and nothing is changed
unless --choose says how.

No fix changes the host that browsers go to, nor what is asked for.  A choice
can change what is asked for; with missing-authority also the host.  Template
placeholders and links in scripts are left alone.  Only the bytes of the fixes
change; in base64 text, also the groups after them.

Without --diff, --write, --check or --json: lists all fixes.

  --diff            print a patch for "patch -p1" or "git apply"
  --write           write the fixed files in place, each at once
  --check           print one line for each file with something to fix
  --json            print one JSON object per file
  --backup ENDING   ending of the copies of the old files (default: .bak); older
                    copies are not overwritten
  --no-backup       make no copies
  --only CODES      only these kinds of fixes, such as lowercase-hex,backslash
  --choose CHOICES  what to do where there are two answers, such as
                    invalid-percent=literal,invalid-utf8=bytes:
                      invalid-percent    literal or character (of %uXXXX)
                      invalid-utf8       utf-8 or bytes
                      invisible-char     remove or encode
                      syntax-suspicious  once or keep ("&amp;" in a query)
                      double-encoding    once or keep ("%2520")
                      raw-non-ascii      parameter or character ("&copy")
                      missing-authority, empty-host    host or path (slashes)
                      colon              scheme or path ("ht tp://name")
  --ampersands      write every "&" in an attribute as "&amp;", not only those
                    that can be read as a character reference
  --edition YEAR    1994, 1997, 2003 or 2005 (default)
  --base URI        base URI of the documents
  --exact           show original links in the list (default: defanged)
  --strict          exit status 1 also if a choice or an unchanged link is left

Standard error says if there is nothing to fix, and what was not checked.  The
exit status is 0 if there is nothing to fix or everything was written, 1 if
something is left to fix, 2 if a file could not be read or written.

A changed email no longer matches its signatures, such as DKIM.

examples:
  uriinspect fix page.html
  uriinspect fix --diff page.html
  uriinspect fix --check page.html
  uriinspect fix --only lowercase-hex --diff page.html
""",
    "batch": """usage: uriinspect batch resolve|valid|equal [options] FILE

Runs one test on each row of a CSV file ("-" for standard input) and writes all
its columns and four more: got, mark, mistake and reason.  Where the row has an
expected answer, the mark is right or wrong.  A wrong one has a reason, and a
wrong target the code of the mistake that gives it, if there is one.

  resolve  columns: base, reference, expected; with --base: reference, expected
           expected: the target, or "none" if there is none
  valid    columns: reference, expected
           expected: yes or no
  equal    columns: a, b, expected
           expected: yes or no, or the first level at which they match

A header row with these names can put the columns in any order, and the cells
can then be delimited by semicolons or tabs.  A "'" is added in front of cells
that a spreadsheet would read as formulas.

  --base URI          base URI of every row
  --edition YEAR      1994, 1997, 2003 or 2005 (default)
  --urn-edition NAME  for two URNs: rfc2141, draft2012 or rfc8141 (default)
  --lenient, --above-root WHAT
                      as for "resolve"
  --json              print one line of JSON per row

The exit status is 1 if a mark is wrong.

examples:
  uriinspect batch resolve --base 'http://a/b/c/d;p?q' homework.csv
  uriinspect batch valid --edition 1997 homework.csv
""",
    "report": """usage: uriinspect report [options] URI

Writes a report.  Links are defanged, hidden characters are shown, and nothing
is clickable.  The SVG image shows the link with its components colored and
labeled.

  --format FORMAT      markdown (default), html, svg, or json, which has
                       original links
  --theme NAME         dark or light (default) colors in the image
  --exact              show original links
  --without-recipient  remove recipient data: email addresses, tokens, secrets,
                       service fields
  --language LANGUAGE  en (default) or de; JSON is English in any case
  -o FILE              write to FILE
  --base URI, --edition YEAR, --urn-edition NAME, --protect FILE,
  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
                       as for "uriinspect URI"

The exit status is 0, whatever the findings.

examples:
  uriinspect report 'http://www.example.com@10.0.0.1/'
  uriinspect report --format html --without-recipient 'http://a.example/?uid=87'
  uriinspect report --format svg --theme dark 'http://0x7f.1/'
""",
    "fill": "usage: uriinspect fill [options] [NAME URI]\n\nFills a template: a search for "
    "Splunk, Elastic or Sentinel, the search text of a\nservice, a ticket.  Values are "
    "written so that they cannot end the quotes around\nthem; where that is impossible, "
    "nothing is printed.  Without a name, lists the\ntemplates.  The result is text: "
    "nothing is opened.\n\n  --templates FILE     your own templates; they replace "
    "built-in ones of the\n                       same name.  "
    "resources/lists/templates.toml shows the\n                       format\n  --date "
    "DATE          value for {date}, such as 2026-11-21\n  --without-recipient  remove "
    "recipient data\n  -o FILE              write to FILE\n  --base URI, --edition YEAR, "
    "--urn-edition NAME, --protect FILE,\n  --known-names FILE, --services FILE, "
    '--rewriters FILE, --parameters FILE\n                       as for "uriinspect '
    "URI\"\n\nexamples:\n  uriinspect fill\n  uriinspect fill splunk 'https://0x7f.1/a?b'\n  "
    "uriinspect fill ticket --without-recipient 'http://a.example/?uid=12345678'\n",
}
