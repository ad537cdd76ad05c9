"""The page of the manual about a folder as a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_table import table

from uriinspector.analysis.facts import readable
from uriinspector.documents.rules.site_references import RULES
from uriinspector.documents.site.target_check import INDEXES, PAGES, SHEETS
from uriinspector.export.formats import SITE_FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator

SITES_PAGE = """\
# A folder as a site

`uriinspect scan --site ROOT` checks what the references in the pages of a folder lead to. Nothing
is requested from the network, and only files in ROOT are read: the program lists them first and
looks every target up in that list. A path that a link names is never asked for.

Pages are files that end in {pages}; references are also checked in files that end in
{sheets}. Symbolic links are followed where they name a file in ROOT; other ones, named pipes and
files that cannot be read are listed as not checked.

## Where the site is

`--base URL` says at which URL ROOT is, or will be: `--site public --base
https://www.example.org/docs/`. A URL that ends in a file name, such as `index.html`, stands for the
folder of that file. Without it, ROOT is taken as the root of a host: `/logo.png` is the file
`logo.png` in ROOT, and no link is known as one to the site's own host.

## What is checked

{rules}

- A target is resolved as browsers do it, with the BASE of the page. Its path is percent-decoded;
  the query has no influence on the file.
- A fragment is looked up among the `id` of all elements and the `name` of anchors, as it is and
  percent-decoded. An empty one, `#top` and text directives (`#:~:text=`) need no target. If the
  page has scripts, fragments that begin with `/` or `!` or contain `=` are left to them.
- A link to a folder leads to its index page: the first that exists of
  {indexes}.
- These are not checked: links in scripts and comments, placeholders of template languages, forms,
  and whatever scripts add to a page.

## Results

In the terminal, the findings are grouped, the most severe first, with the first place of each; a
table lists the pages with the most broken links. Ctrl+C stops the check and shows what was checked
until then. The exit status is the same as that of `scan`: `--fail-on medium` gives 1 if a file is
missing.

{forms}

All other formats of `scan`, such as `sarif` and `json`, have these findings next to the others.
"""


def sites_page() -> str:
    """List what is said of a site, and in which forms."""
    return SITES_PAGE.format(
        pages=names(PAGES),
        sheets=names(SHEETS),
        indexes=names(INDEXES),
        rules=table((("code", "severity", "what it says", "clauses and habits"), *rules())),
        forms=table((("name", "what", "file"), *forms())),
    )


def names(texts: tuple[str, ...]) -> str:
    """Write names in a row."""
    return ", ".join(f"`{each}`" for each in texts)


def rules() -> Iterator[tuple[str, ...]]:
    """Yield a row for each sentence."""
    for each in RULES:
        for variant, text in each.texts.items():
            code = "" if variant else f"`{each.code}`"
            cites = "" if variant else ", ".join(each.cites)
            yield code, "" if variant else each.severity, readable(text), cites


def forms() -> Iterator[tuple[str, ...]]:
    """Yield a row for each form."""
    for each in SITE_FORMATS.values():
        yield f"`{each.name}`", each.title, f".{each.ending}"
