"""The help texts of all commands. A test runs every example."""

USAGE = "usage: uriinspect [options] LINK ...\n       uriinspect COMMAND [options] ...\n"

MAIN = (
    USAGE
    + """
Shows where a link really goes and why, citing clauses of the specifications.
Works offline: opens nothing, resolves no names, runs no scripts.

Put links in single quotes: the shell interprets "&", "#", "?" and "$". If a
text contains several links, such as lines of a log, each link is listed.

examples:
  uriinspect 'http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm'
  uriinspect --base http://a/b/c/d '../g?y#s'
  uriinspect --json 'http://0x7f.1/' | python3 -m json.tool
  uriinspect --jsonl --jobs 2 --fail-on medium < links.txt

commands:
  scan PATH ...         check every link in web pages, emails and other files
  fix PATH ...          fix invalid links in files
  table IN OUT          inspect a column of links: Parquet, Arrow, CSV, JSON
  report LINK           write a report: Markdown, HTML, JSON or SVG
  fill NAME LINK        fill in a template, such as a log search or a ticket
  defang [TEXT ...]     make links unclickable; "refang" restores them
  values [TEXT ...]     decode the values in a link, layer by layer
  explain CODE|CLAUSE   explain a finding or a clause
  resolve BASE REF      resolve a reference step by step, in all four editions
  compare A B           show whether two links are equivalent
  normalize LINK        normalize a link step by step
  tree LINK             show the grammar rules that match a link
  batch WHAT FILE       resolve, validate or compare each row of a CSV file
  sheet [PACK]          print questions for a class, different for each student
  check FILE            mark the answers of a class and name the mistakes
  spot [CODE]           practice: which host does each of 20 links go to?
  lists [KIND]          show the lists of names and services, and your own
  desktop               inspect links and files from the desktop
  "uriinspect COMMAND --help" has examples and options. Put "--" before a link
  that is also the name of a command.

input:
  --base URL            the page that a relative link is on
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
  --json                print one JSON object per link
  --jsonl               print one line of JSON for each LINK or, without LINK,
                        for each line of standard input: a link, or an object
                        {"text", "base", "edition", "protect"}; only "text" is
                        required
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
"""
)

LESSONS = {
    "sheet": """usage: uriinspect sheet [options] [PACK]

Prints questions from a pack for a class, different ones for each student. A
PACK is a file with your questions, or lesson:4 for lesson 4 of the course.
Without a PACK, prints an example of one.

examples:
  uriinspect sheet --count 30 --format html lesson:4
  uriinspect sheet --format html --key alone pack.toml
  uriinspect sheet -o week47.toml
  uriinspect sheet --list mistakes

options:
  --students FILE      names, one student per row, in the only column or in the
                       one called "student" or "name"
  --column NAME        the column with the names; give the option twice to join
                       two columns
  --count N            number of students, with codes instead of names (default:
                       1, for moodle: 30)
  --format FORMAT      csv (default), html to print, json, or moodle: questions
                       to import, with feedback for each named wrong answer
  --key KEY            whether to print the right answers: without (default),
                       with, or alone (only the answer key)
  --check              test that questions can be drawn for 200 students, and
                       show how many different questions there are
  --list WHAT          list what a pack can use: kinds with their fields,
                       mistakes, tricks, conditions or lessons
  --language LANGUAGE  language of the questions: en or de (default: that of the
                       pack)
  -o FILE              write to FILE

The same pack and student always give the same questions. Students fill in the
column "answer" of the CSV file, and "uriinspect check --pack PACK" marks it.
Print the HTML file from a browser, or save it as a PDF there.

With --check, the exit status is 1 if a question could not be drawn.
""",
    "spot": """usage: uriinspect spot [options] [CODE]

A game: shows 20 links one by one and asks which host a browser goes to. The
same CODE, such as 7K3-F2Q, always gives the same links, so a class can play the
same round. Without a CODE, starts a new round.

examples:
  uriinspect spot
  uriinspect spot 7K3-F2Q
  uriinspect spot --trick subdomain --count 5

options:
  --trick TRICK         deceptive links of one kind only, such as userinfo
  --count N             number of links (default: 20)
  --in SCENE            where the links are shown: email (as a button) or bar
                        (in an address bar); also asks which part shows the
                        host
  --typed               do not show choices: type the host instead
  --language LANGUAGE   en (default) or de

Answer with the letter of a choice, with the host, or with "none". Two in five
links are legitimate; wrong answers to them are counted separately. The time is
shown, but does not count. Ctrl+D ends the round (on Windows, Ctrl+Z and
Enter).
""",
    "check": """usage: uriinspect check [options] FILE

Marks the answers of a class, and names the mistake behind a wrong one if it is
known. FILE is a table with answers, from "uriinspect sheet" or your own; "-" is
standard input.

examples:
  uriinspect check answers.csv
  uriinspect check --pack pack.toml --format html -o results.html answers.csv
  uriinspect check --by mistake --language de answers.csv

options:
  --pack PACK           the pack whose questions were answered, or lesson:4
  --students FILE       the class list: its names are found in any word order,
                        other names are left out, and students who did not
                        answer are listed
  --column NAME         the column with the names; give the option twice to join
                        two columns
  --base URL            base URL of rows without one
  --edition YEAR        edition of rows without one (default: 2005)
  --by GROUP            show only totals by student, question, item, mistake
                        (most common first) or class
  --format FORMAT       csv (default), json (one line per row), or html: a page
                        for each student to print, with every question, the
                        answer, the reason and the marks
  --key KEY             for html: without (default) or with the right answers
  --language LANGUAGE   language of the reasons: en or de (default: that of the
                        pack, or en)
  --fail-on WHEN        when to set exit status 1: wrong (if an answer is
                        wrong) or never (default)
  --json                the same as --format json
  -o FILE               write to FILE

These columns are added to the table:

  right    yes or no; empty if there is no answer
  mark     with --pack: the points for the answer
  mistake  a code, such as kept-last-segment, if a known mistake gives exactly
           this answer
  reason   the mistake in one sentence
  also     other mistakes that explain all or part of this answer, and the
           editions and programs that give this answer

With --pack, the table needs the columns student, question (the number on the
sheet) and answer. Without --pack, it needs base, reference and answer. The
columns edition and ask are optional; ask is target (default), host or site.
All other columns are kept. The columns can have any order if the first row
names them. Commas, semicolons and tabs can separate them; the text is UTF-8
or Windows-1252.

If "ask" is target, the answer is the target, "same document" or "none". If it
is host, the answer is the host that browsers go to, or "none". If it is site,
the answer is the registrable domain of that host. Answers can be in quotation
marks.

The exit status is 2 if a row could not be read.
""",
}

FILES = {
    "scan": """usage: uriinspect scan [options] PATH ...

Checks every link in web pages, emails, text files and attachments, and lists
sites and findings with their locations. PATH is a file, a folder, a pattern
such as '*.eml', or "-" for standard input. What could not be checked is listed
with the reason.

examples:
  uriinspect scan mail.eml
  uriinspect scan --site public
  uriinspect scan --base https://www.example.com/ page.html
  uriinspect scan --jsonl --fail-on medium mails
  uriinspect scan --format markdown --without-recipient mails
  uriinspect scan - < mail.eml

options:
  --base URL            base URL of the documents
  --group site|target   list sites (default), or each URL
  --full                also show link findings below medium, the whole text
                        of an email, and the servers that it passed through
  --format FORM         for each file: table (default), json, jsonl (one line
                        per document and per link) or sarif; for spreadsheets:
                        csv (links), targets (links by target), messages
                        (emails) or timeline (all times); for all files
                        together: markdown, html, stix (2.1) or misp
  --json, --jsonl       short for --format json and --format jsonl
  --site ROOT           check the folder ROOT as a site: missing files and
                        fragments, letter case, ids and more. --base is the URL
                        of ROOT. More formats: site-csv (one row per page),
                        site-json and site-svg
  --jobs N              number of files to read in parallel (default: 1)
  --edition YEAR        1994, 1997, 2003 or 2005 (default)
  --protect FILE        names to protect from imitation, one per line
  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
                        your own list instead of a built-in one; see
                        "uriinspect lists --help"
  --min-severity LEVEL  lowest severity to show: info (default), low, medium or
                        high
  --exact               show original links in the table, CSV and reports
                        (default: defanged)
  --without-recipient   remove recipient data, such as email addresses, from
                        CSV, reports, stix and misp
  --language LANGUAGE   en (default) or de, for markdown and html
  --date DATE           date of the report, such as 2026-11-21 or
                        2026-11-21T12:00:00Z (default: now)
  --fail-on LEVEL       lowest severity that sets exit status 1: info, low,
                        medium, high (default) or never
  --strict              exit status 3 if something was not checked

In a location such as 1.2:24:15, 1.2 is the part of the file, 24 the line and
15 the column. In the format messages, the column "codes" has findings about
the email, not about its links. To write the output to a file, add > FILE.

The formats json, jsonl, sarif, stix and misp contain original links. Symbolic
links, named pipes, sockets and devices in folders are listed, but not read.

The exit status is 1 if there is a finding at or above --fail-on; 2 if a file or
a folder could not be read; 3 with --strict if something was skipped or not
checked.
""",
    "fix": """usage: uriinspect fix [options] PATH ...

Fixes invalid links in web pages, style sheets, emails and text files: spaces,
backslashes, stray "%" signs and more. Lists all fixes and changes nothing,
unless you add --write. Where there are two ways to fix a link, shows both and
leaves the link alone, unless you choose one with --choose.

examples:
  uriinspect fix page.html
  uriinspect fix --diff page.html
  uriinspect fix --check page.html
  uriinspect fix --only lowercase-hex --diff page.html

options:
  --diff            print a patch for "patch -p1" or "git apply"
  --write           write the fixed files in place
  --check           print one line for each file with something to fix
  --json            print one JSON object per file
  --backup ENDING   ending of the copies of the old files (default: .bak);
                    existing copies are not overwritten
  --no-backup       make no copies
  --only CODES      only these kinds of fixes, such as lowercase-hex,backslash
  --choose CHOICES  which way to fix a link if there are two, such as
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
                    that can start a character reference
  --edition YEAR    1994, 1997, 2003 or 2005 (default)
  --base URL        base URL of the documents
  --exact           show original links in the list (default: defanged)
  --strict          exit status 1 also if a choice is still open or a link was
                    left unfixed

No fix changes the host that browsers go to, or the requested resource. A
choice can change the resource and, with missing-authority, also the host.
Template placeholders and links in scripts are left alone. All other bytes
stay the same, except in base64 text: there, the bytes after a fix change, too.
A changed email no longer matches its signatures, such as DKIM.

The exit status is 0 if there is nothing to fix or everything was written, 1 if
something is left to fix, 2 if a file could not be read or written. Standard
error lists files that were not checked.
""",
    "table": """usage: uriinspect table [options] IN OUT

Inspects a column of links and writes the table with the results. IN is
Parquet, Arrow, CSV or JSON lines; OUT ends in .parquet, .arrow, .csv or .jsonl.
Needs the library pyarrow: pip install pyarrow

examples:
  uriinspect table --column url proxy.csv judged.parquet
  uriinspect table --jobs 2 --columns uri.severity,uri.codes proxy.csv judged/
  uriinspect table inbox.mbox links.csv

options:
  --column NAME       column of the links (default: url)
  --content NAME      column of emails or pages, as text or bytes
  --columns LIST      the columns to add, such as uri.severity,uri.codes,url
                      (default: all columns); "Columns of links" in the manual
                      describes the columns
  --format FORM       parquet, arrow, csv or jsonl (default: by the extension of
                      OUT; parquet if OUT is a folder)
  --jobs N            number of processes (default: 1)
  --edition YEAR      1994, 1997, 2003 or 2005 (default)
  --protect FILE, --known-names FILE, --services FILE, --rewriters FILE,
  --parameters FILE   as for "uriinspect LINK"

CSV and JSON lines can be compressed with gzip, bzip2 or xz. In CSV, the first
row names the columns. The results are in the column "inspection"; in CSV,
each result has its own column. In CSV, a "'" is added in front of texts that
a spreadsheet would read as formulas, and links are not defanged.

With emails or pages instead of links, each link in them becomes a row of OUT.
IN is then an mbox, a WARC file, or a table with a column of files (--content).

If a run is stopped, the same command continues it; the result is the same,
byte for byte. Until the run is complete, its finished parts are in the folder
OUT.parts. If the input, the rules or the options have changed, the run starts
again. If OUT is a folder ("name/"), each part is a file in that folder.

The exit status is 0, whatever the findings; 2 if the table could not be read
or written; 3 if rows were left out or changed: standard error lists their
numbers.
""",
}

LINKS = {
    "report": """usage: uriinspect report [options] LINK

Writes a report that you can pass on: links are defanged, hidden characters are
shown, and nothing is clickable.

examples:
  uriinspect report 'http://www.example.com@10.0.0.1/'
  uriinspect report --format html --without-recipient 'http://a.example/?uid=87'
  uriinspect report --format svg --theme dark 'http://0x7f.1/'

options:
  --format FORMAT      markdown (default), html, svg (an image of the link with
                       its components), route or values (images of the route and
                       of the decoded values), or json, which contains original
                       links
  --theme NAME         dark or light (default) colors in the image
  --exact              show original links
  --without-recipient  remove recipient data: email addresses, tokens, secrets,
                       service fields
  --language LANGUAGE  en (default) or de; JSON is always English
  -o FILE              write to FILE
  --base URL, --edition YEAR, --urn-edition NAME, --protect FILE,
  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
                       as for "uriinspect LINK"

The exit status is 0, whatever the findings.
""",
    "fill": """usage: uriinspect fill [options] [NAME LINK]

Fills in a template, such as a search for Splunk, Elastic or Sentinel, a Sigma
rule or a ticket, with the parts of a link. Without a NAME, lists the
templates.

examples:
  uriinspect fill
  uriinspect fill splunk 'https://0x7f.1/a?b'
  uriinspect fill ticket --without-recipient 'http://a.example/?uid=12345678'

options:
  --templates FILE     your own templates; they replace built-in ones of the
                       same name. resources/lists/templates.toml shows the
                       format
  --date DATE          value for {date}, such as 2026-11-21
  --without-recipient  remove recipient data
  -o FILE              write to FILE
  --base URL, --edition YEAR, --urn-edition NAME, --protect FILE,
  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
                       as for "uriinspect LINK"

A filled-in value can never close the quotes around it; if that cannot be
guaranteed, nothing is printed.
""",
    "defang": """usage: uriinspect defang [TEXT ...]

Makes every link in a text unclickable: hxxp for http, [.] for the dots of a
host, [:] and [@]. Reads standard input if there is no TEXT. "uriinspect
refang" restores the original text.

examples:
  uriinspect defang 'http://user@[::1]/?to=http://example.com/'
  uriinspect defang < mail.txt
  uriinspect defang < mail.txt | uriinspect refang
""",
    "refang": """usage: uriinspect refang [TEXT ...]

Restores defanged links, as written by "uriinspect defang" and in other forms.
Reads standard input if there is no TEXT.

examples:
  uriinspect refang 'hxxps://www[.]example[.]com/'
  uriinspect refang 'hxxp://10[.]0[.]0[.]1/ and www(dot)example(dot)com'
  uriinspect refang < report.txt
""",
    "values": """usage: uriinspect values [options] [TEXT ...]

Decodes the values in a link: identifiers, times, tokens, and content in
base64, zlib, JSON and other formats, layer by layer. Reads standard input line
by line if there is no TEXT.

examples:
  uriinspect values 'https://a.example/?t=1700000000'
  uriinspect values --json 'https://a.example/?d=eyJ0cyI6MTcwMDAwMDAwMH0'
  uriinspect values 'MTcwMDAwMDAwMA=='

options:
  --edition YEAR      1994, 1997, 2003 or 2005 (default)
  --parameters FILE   your own services and their parameters; see
                      "uriinspect lists --help"
  --exact             show original links (default: defanged)
  --json              print one JSON object per TEXT, with original links

Each reading has its position, decoder, source and confidence:

  certain   because of its structure or a checksum
  likely    because of its form and its name
  possible  one reading of several

A TEXT that is not a link is decoded as a whole.
""",
    "explain": """usage: uriinspect explain [options] [CODE|CLAUSE ...]

Explains a finding (severity, messages, clauses), a clause (findings and grammar
rules that cite it), or a mistake of "uriinspect check". Without an argument,
lists all findings.

examples:
  uriinspect explain userinfo-deceptive
  uriinspect explain 'RFC 3986 3.2' '2003 6.3'
  uriinspect explain kept-last-segment
  uriinspect explain

options:
  --json               print JSON
  --language LANGUAGE  en (default) or de; JSON is always English
""",
}

SPECIFICATIONS = {
    "resolve": """usage: uriinspect resolve [options] BASE REF

Shows the target of a reference: the steps of the algorithm with their clauses,
and the result in each of the other editions.

examples:
  uriinspect resolve 'http://a/b/c/d;p?q' '../../g'
  uriinspect resolve --edition 1997 'http://a/b/c/d;p?q' 'g?y/../x'
  uriinspect resolve --lenient 'http://a/b/c/d;p?q' 'http:g'

options:
  --edition YEAR      edition to use (default: 2005)
  --lenient           resolve "http:g" as relative, where the edition allows it
  --above-root WHAT   what to do with ".." above the root, which the 2003
                      edition leaves open: keep (default), drop or refuse
  --json              print one JSON object

The exit status is 1 if there is no target.
""",
    "compare": """usage: uriinspect compare [options] A B

Shows whether two links are equivalent, level by level, and where they differ,
character by character. It can show that they are equivalent, but never that
they are not.

examples:
  uriinspect compare 'http://example.com/a/../b' 'http://EXAMPLE.com/b'
  uriinspect compare --urn-edition rfc2141 'URN:ISBN:0-395' 'urn:isbn:0395'
  uriinspect compare --base-a http://example.com/a/ '../b' http://example.com/b

options:
  --edition YEAR      edition to use (default: 2005)
  --urn-edition NAME  for two URNs: rfc2141, draft2012 or rfc8141 (default)
  --base-a URL        resolve A with this base URL, and compare its target
  --base-b URL        resolve B with this base URL, and compare its target
  --without-fragments ignore fragments, which are not sent in a request
  --json              print one JSON object

The exit status is 1 if equivalence was not shown.
""",
    "normalize": """usage: uriinspect normalize [options] LINK ...

Shows the normal form of a link step by step, and checks it against the good
practice of the 2003 edition.

examples:
  uriinspect normalize 'HTTP://User@EXAMPLE.com:80/%7efoo/../a'
  uriinspect normalize --form 'http://example.com:80/./a'
  uriinspect normalize 'URN:EXAMPLE:a%2cb'

options:
  --edition YEAR      edition to use (default: 2005)
  --urn-edition NAME  for URNs: rfc2141, draft2012 or rfc8141 (default)
  --form              print only the normal form, one per line
  --json              print one JSON object per link
""",
    "tree": """usage: uriinspect tree [options] LINK

Shows the grammar rules that match a link, each with the characters it matches.
Where the grammar does not match, shows what was expected. Also shows the nine
groups of the regular expression in appendix B (not in 1994).

examples:
  uriinspect tree 'http://[::1]:80/a%20b'
  uriinspect tree --edition 1994 'gopher://host/11/menu'
  uriinspect tree 'http://a b/'

options:
  --edition YEAR      edition to use (default: 2005)
  --json              print the tree and the groups as one JSON object
""",
    "batch": """usage: uriinspect batch resolve|valid|equal [options] FILE

Runs one test on each row of a CSV file, and marks the row right or wrong if it
has an expected answer. FILE "-" is standard input.

examples:
  uriinspect batch resolve --base 'http://a/b/c/d;p?q' homework.csv
  uriinspect batch valid --edition 1997 homework.csv
  uriinspect batch resolve --json --base 'http://a/b/c' homework.csv

options:
  --base URL          base URL of every row
  --edition YEAR      1994, 1997, 2003 or 2005 (default)
  --urn-edition NAME  for two URNs: rfc2141, draft2012 or rfc8141 (default)
  --lenient, --above-root WHAT
                      as for "resolve"
  --json              print one line of JSON per row

The columns of the file:

  resolve  columns: base, reference, expected; with --base: reference, expected
           expected: the target, or "none"
  valid    columns: reference, expected
           expected: yes or no
  equal    columns: a, b, expected
           expected: yes or no, or the first level at which they match

These columns are added: got, mark (right or wrong), mistake and reason. If the
first row names the columns, they can have any order, and semicolons or tabs can
separate them. A "'" is added in front of cells that a spreadsheet would read
as formulas.

The exit status is 1 if a row is marked wrong.
""",
}

SETTINGS = {
    "lists": """usage: uriinspect lists [options] [KIND]

Shows the lists that are used to judge links, with their dates, and checks your
own. With a KIND, prints the built-in list: edit a copy of it to make your own.

examples:
  uriinspect lists
  uriinspect lists known-names
  uriinspect lists --all

options:
  --known-names FILE, --services FILE, --rewriters FILE, --parameters FILE
               your own list instead of the built-in one, or in addition to it,
               if the first lines of your list say "# extends: shipped"
               (known-names) or extends = "shipped" (the others). A file with
               an error is not used
  --all        show every list and table that has a date, with that date and
               its origin, and say which are more than a year old
  --json       print the lists as JSON; with --all, every list and table

A KIND is one of these, or the name of any list that --all shows:

  known-names  names that others imitate, and the domains of their owners
  services     hosts where many people can publish, and link shorteners
  rewriters    services that wrap other links in their own
  parameters   the meaning of the parts of links, for "uriinspect values"

Put your own lists into the folder that "uriinspect lists" shows: the terminal
and the window use them. A file with the name of a built-in list replaces it
(known-names.txt, services.toml, public_suffix_list.dat). A file with ".add" in
its name, such as known-names.add.txt, adds rows to that list. To use the
built-in list again, remove the file. Files are in UTF-8. A list of known names
can have up to 4 MB, any other list up to 1 MB.

A row of known-names has 5 columns, separated by tabs:
  name     the name that others imitate: one label, such as examplebank
  kind     "name", or another kind listed at the top of the built-in list
  pack     a group of your choice, such as banks
  source   where the domains come from, such as "own". If it is "typed" or
           "unverified", the domains can still be reported as imitations of
           others
  domains  separated by spaces; the first one is shown in messages. "=other"
           adds all domains of the name "other" from a row above
Several rows can add domains to the same name.

For the other kinds, the first lines of the built-in list explain the fields.
""",
    "desktop": """usage: uriinspect desktop [options]

Sets up the desktop to inspect links and files with this program. Without
options, shows the current state. Changes only files in your home folder. Works
on Linux and BSD desktops.

examples:
  uriinspect desktop
  uriinspect desktop --handle-links
  uriinspect desktop --undo

options:
  --handle-links  make URI Inspector the handler of http and https links: a
                  click in an email program shows the inspection, and nothing
                  opens. To visit a page, copy its link into your browser
  --file-menus    offer "Inspect with URI Inspector" in the menus of Dolphin,
                  Nemo, PCManFM, Nautilus and Caja, and in Thunar's "Send To"
  --undo          undo --handle-links and --file-menus: the previous handler
                  handles links again, unless you have chosen another one since
""",
}

COMMANDS = {**FILES, **LINKS, **SPECIFICATIONS, **LESSONS, **SETTINGS}
