"""The counts of a case match its rows."""

from collections import Counter
from random import Random

from tests.gui.documents.samples import MAIL, PAGE
from uriinspector.documents.cases.link_row import LinkRow, head_of, row_of
from uriinspector.documents.scan import scan
from uriinspector.gui.documents.open_case import OpenCase, SiteCount, worst

BOX = b"From a\n" + MAIL + b"\nFrom b\n" + MAIL.replace(b"bank", b"shop") + b"\nFrom c\n" + MAIL


def test_sites_are_ordered_by_severity_then_link_count() -> None:
    draw = Random(5)
    for most in (1, 7, 500):
        sites = [
            SiteCount(f"h{number}.test", draw.randrange(4), draw.randrange(-1, 4))
            for number in range(300)
        ]
        plain = sorted(sites, key=lambda each: (-each.rank, -each.links, each.name))
        assert worst(sites, most) == plain[:most]
    assert worst([], 5) == []


def test_case_counts_match_rows_added_in_batches() -> None:
    case = OpenCase()
    for number, (name, octets) in enumerate((("a.html", PAGE), ("b.mbox", BOX), ("c.eml", MAIL))):
        document = scan(octets, name=name)
        case.add(head_of(document, name, 0))
        rows = [row_of(link, number) for link in document.links]
        for at in range(0, len(rows), 3):
            case.add(rows[at : at + 3])
    rows = list(case.rows)
    assert case.ranks == Counter(row.rank for row in rows)
    assert case.parts == Counter((row.file, row.part) for row in rows)
    for site in case.sites.values():
        mine = [row for row in rows if row.site == site.name]
        assert (site.links, site.rank) == (len(mine), max(row.rank for row in mine))
    mails = {(row.host, row.file, *_message(case, row)) for row in rows if row.host}
    assert case.host_counts == Counter(host for host, *_ in mails)


def _message(case: OpenCase, row: LinkRow) -> list[str]:
    """Return the number of the message in a mailbox; other files count once."""
    return row.part.split(".")[1:2] if case.heads[row.file].kind == "mbox" else []
