"""QR codes drawn with block characters or with the cells of a table."""

from itertools import groupby
from typing import Any

import zxingcpp

from tests.for_each import for_each
from uriinspector import scan

LINK = "https://evil.test/a"
HEAD = "From: a@shop.example.org\nContent-Type: text/{}; charset=utf-8\n\n"
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def modules() -> list[list[int]]:
    """Return the rows of a QR code, with its margin; 1 is a dark module."""
    barcode = zxingcpp.create_barcode(LINK, zxingcpp.BarcodeFormat.QRCode)
    made: Any = zxingcpp.write_barcode_to_image(barcode)
    height, width = made.shape
    view = memoryview(made)
    return [[int(view[y, x] < 128) for x in range(width)] for y in range(height)]


ROWS = modules()
WHOLE = "\n".join("".join("██" if each else "  " for each in row) for row in ROWS)
NARROW = "\n".join("".join("█" if each else "\xa0" for each in row) for row in ROWS)
LIGHT = "\n".join("".join("  " if each else "██" for each in row) for row in ROWS)
PAIRS = zip(ROWS[::2], [*ROWS[1::2], [0] * len(ROWS[0])], strict=True)
HALF = "\n".join("".join(HALVES[pair] for pair in zip(*rows, strict=True)) for rows in PAIRS)
STRIPPED = "\n".join(line.rstrip() for line in HALF.split("\n") if line.strip())


def table(cell: str, dark: str, light: str) -> str:
    rows = ("".join(cell.format(dark if each else light) for each in row) for row in ROWS)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def joined(row: list[int]) -> str:
    """Return a row whose equal neighbors are one cell."""
    cells: list[list[int]] = []
    for each in row:
        if cells and cells[-1][0] == each:
            cells[-1][1] += 1
        else:
            cells.append([each, 1])
    return "".join(
        f"<td colspan={count} bgcolor={'black' if each else 'white'}></td>" for each, count in cells
    )


def boxes(form: str, row: str = "{}", width: int = 4, *, dark_only: bool = False) -> str:
    """Return the modules as empty elements; ``form`` has names for the place and the color."""
    rows = (
        "".join(
            form.format(x=width * x, y=width * y, c="#000" if each else "#fff", n="bw"[not each])
            for x, each in enumerate(line)
            if each or not dark_only
        )
        for y, line in enumerate(ROWS)
    )
    return "<div>" + "".join(row.format(each) for each in rows) + "</div>"


def runs(row: list[int]) -> str:
    """Return a row whose equal neighbors are one box."""
    sized = "<i style='float:left;height:3px;width:{}px;background:{}'></i>"
    return "".join(
        sized.format(3 * len(list(each)), "black" if module else "white")
        for module, each in groupby(row)
    )


PLACED = (
    "<div style='position:absolute;left:{x}px;top:{y}px;width:4px;height:4px;background:{c}'></div>"
)
FLOATED = "<span style='float:left;width:.5em;height:.5em;background-color:{c}'>&nbsp;</span>"
CLASSES = "<style>.b{background:#000}.w{background:#fff}</style>"
SHADOW = ",".join(
    f"{4 * x}px {4 * y}px 0 #000"
    for y, line in enumerate(ROWS)
    for x, each in enumerate(line)
    if each
)


@for_each(
    "kind, drawing",
    ("html", boxes(PLACED)),
    ("html", boxes(PLACED, dark_only=True)),
    ("html", boxes(FLOATED, "<div style='clear:both'>{}</div>")),
    ("html", boxes(FLOATED)),  # the width of the outer element wraps the rows
    ("html", boxes(FLOATED, "{}<br clear=all>")),
    ("html", CLASSES + boxes("<i class={n}></i>", "<p>{}</p>")),
    ("html", CLASSES + boxes("<td class='x {n}'></td>", "<tr>{}</tr>")),
    ("html", "".join(f"<div style='clear:left'>{runs(row)}</div>" for row in ROWS)),
    ("html", f"<div style='width:4px;height:4px;box-shadow:{SHADOW}'></div>"),
    *(("plain", f"Scan this:\n\n{each}\n\nThe shop") for each in (WHOLE, NARROW, LIGHT, HALF)),
    ("plain", STRIPPED),
    ("html", f"<pre>{HALF}</pre>"),
    ("html", "<p>" + WHOLE.replace("\n", "<br>").replace(" ", "&nbsp;")),
    ("html", table("<td bgcolor={}></td>", "#000", "#fff")),
    ("html", table('<td style="width:4px;background-color: {}"></td>', "rgb(0, 0, 40)", "white")),
    ("html", "<TABLE>" + "".join(f"<TR>{joined(row)}</TR>" for row in ROWS) + "</TABLE>"),
)
def test_drawn_qr_code_is_read(kind: str, drawing: str) -> None:
    octets = (HEAD.format(kind) + drawing).encode()
    (link,) = [each for each in scan(octets).links if each.value == LINK]
    assert octets[: link.source.start].count(b"\n") >= 3
    assert link.source.start < link.source.end <= len(octets)


@for_each(
    "kind, drawing",
    ("plain", "█" * 40 + "\n" + "▄▀█ " * 200),
    ("plain", (" " * 40 + "\n") * 60),
    ("html", "<table>" + "<tr><td bgcolor=black>1</td></tr>" * 90 + "</table>"),
    ("html", table("<td bgcolor={}></td>", "#eee", "#fff")),
    ("html", boxes(FLOATED.replace("{c}", "#eee"))),
    ("html", "<i style='float:left;width:1px;background:#000'></i>" * 9000),
    ("html", "<i style='left:9999px;top:.1px;width:9999px;background:#000'></i>" * 900),
    ("html", "<p><i class=icon></i> <a>Menu</a></p>" * 400),
)
def test_drawing_without_a_qr_code_has_no_link(kind: str, drawing: str) -> None:
    document = scan((HEAD.format(kind) + drawing).encode())
    assert len(document.links) == 0
    assert document.findings == ()
