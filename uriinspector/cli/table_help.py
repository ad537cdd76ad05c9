"""The words of ``--help`` for tables."""

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
