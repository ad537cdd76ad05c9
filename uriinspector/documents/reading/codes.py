"""Read codes in pictures: in image files, and in pictures drawn with text, tables or boxes.

Pictures are searched after all text was read, so that they cannot use up its budget.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, pairwise, repeat
from math import isqrt

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import LinkPlace
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.octets import Octets
from uriinspector.documents.picture_codes import texts_in, texts_in_halves
from uriinspector.documents.picture_formats import png_file
from uriinspector.documents.scan_state import Entity, QueuedPicture, Scan

IN_PICTURE = LinkPlace("img", None)
# The maximum number of pairs of pictures that are searched as one, and their size in bytes.
PAIRS, HALVES_LARGEST = 8, 2 << 20


def read_picture(scan: Scan, entity: Entity) -> str | None:
    """Queue a picture; the codes in it become links, whose span is the picture."""
    place = (entity.octets, entity.start, entity.end)
    leaf = scan.leaf(entity, entity.octets, place[1:], UTF8)

    def read(texts: list[str], reasons: Sequence[str]) -> None:
        span = (entity.start, entity.start, entity.end)
        scan.add(leaf, ((*span, IN_PICTURE, None, text) for text in texts))
        for reason in reasons:
            scan.leave_out(entity, reason)
        if reasons and not texts:
            scan.unread.update((id(entity), id(leaf)))

    queue(scan, entity.size, lambda: bytes(entity.view()), place, read)
    return None


def queue(
    scan: Scan,
    size: int,
    octets: Callable[[], bytes | None],
    place: tuple[Octets, int, int],
    read: Callable[[list[str], Sequence[str]], None],
) -> None:
    """Queue a picture; ``read`` is called later with its texts, and why some may be missing."""
    picture = QueuedPicture(size, octets, place, scan.message)
    scan.pictures.append(picture)

    def hand_over() -> None:
        read(picture.result.texts, picture.result.reasons)
        for variant in picture.result.findings:
            scan.report_stopped(picture.scope, place, variant)

    scan.do_later(hand_over)


def read_pictures(scan: Scan) -> None:
    """Read the queued pictures, and hand over their texts in the order of the file."""
    queued = sorted(scan.pictures, key=lambda each: each.size)
    for done, each in enumerate(queued):
        each.result = texts_in(each.octets, scan.budget, len(queued) - done)
    _read_halves(scan)
    scan.do_what_is_left()


def _read_halves(scan: Scan) -> None:
    """Search neighboring pictures in which no codes were found as if they were one."""
    left = PAIRS
    for one, other in pairwise(scan.pictures):
        if one.scope.envelope is None or one.scope is not other.scope or left == 0:
            continue
        if not any((*one.result, *other.result)) and one.size + other.size < HALVES_LARGEST:
            left -= 1
            texts = texts_in_halves((one.octets(), other.octets()), scan.budget)
            one.result = one.result._replace(texts=texts)


# In modules: the side of the smallest code, the margin around a code, and the side of the largest
# drawing; then the pixels per module.
LEAST, MARGIN, MOST, SCALE = 21, 4, 400, 4
# The maximum number of drawings per text.
DRAWINGS = 16
# The black halves of each character: 1 for the upper one, 2 for the lower one, 3 for both.
HALVES = {b"\xe2\x96\x80": 1, b"\xe2\x96\x84": 2, b"\xe2\x96\x88": 3}
BLOCK = b"\xe2\x96"
CHARACTER = expression(rb"\xe2\x96[\x80\x84\x88]|\xc2\xa0|&nbsp;|[ \t]")
BREAK = expression(rb"\r?\n|<[bB][rR]\s{0,3}/?>(?:\r?\n)?")
LINES = expression(
    rb"(?:\A|(?<=[\n>]))(?:(?:\xe2\x96[\x80\x84\x88]|\xc2\xa0|&nbsp;|[ \t]|(?!)){10,400}+"
    rb"(?:\r?\n|<[bB][rR]\s{0,3}/?>(?:\r?\n)?|(?=<)|\Z)|(?!)){10,400}+"
)
CELL = expression(rb"(?i)<(/?table|tr|td)\b([^<>]{0,400}+)>")
SPAN = expression(rb"(?i)colspan\s{0,3}=\s{0,3}[\"']?([0-9]{1,3})")
PAINT = rb"#[0-9a-f]{3,6}|[a-z]{3,20}|rgba?\([0-9]{1,3}\s?,\s?[0-9]{1,3}\s?,\s?[0-9]{1,3}"
COLOUR = expression(
    rb"(?i)(?:bgcolor\s{0,3}=|background(?:-color)?\s{0,3}:)[\s\"']{0,3}(" + PAINT + rb")"
)
NUMBER = expression(rb"[0-9]+")
# An empty element, or another tag; a style by its class; and the numbers of a box.
BOX = expression(
    rb"(?i)<([a-z]{1,9}\b)([^<>]{0,400}+)>(?:\s|&nbsp;|&#160;|\xc2\xa0|(?!)){0,9}+</\1\s{0,3}>|<[^<>]{0,900}+>"
)
STYLE = expression(rb"\.([\w-]{1,40})\s{0,9}\{([^{}]{0,400}+)\}")
CLASS = expression(rb"(?i)\bclass\s{0,3}=\s{0,3}[\"']?([\w-]{1,40})(?:[ ]([\w-]{1,40}))?")
NUMBERS = expression(
    rb"(?i)(?<![\w-])(left|top|width|height)\s{0,3}[:=]\s{0,3}[\"']?(-?(?:[0-9]{1,4}(?:\.[0-9]{1,4})?|\.[0-9]{1,4}))"
)
# More tags than this between two rows end a drawing.
ROW_TAGS = 4
SHADOWS = expression(rb"(?i)box-shadow\s{0,3}:([^;{}\"']{999,200000}+)")
LENGTH = rb"(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)[a-z]{0,3}\s{1,9}"
SHADOW = expression(
    rb"(?i)" + LENGTH * 2 + rb"(?:[0-9][0-9.]{0,4}[a-z]{0,3}\s{0,9}){0,2}(" + PAINT + rb")?"
)
# The smallest distance between two modules.
STEP = 0.05
DARK = frozenset({b"black", b"navy", b"maroon", b"purple", b"midnightblue", b"darkslategray"})


class CodeDrawing(NamedTuple):
    """The rows of modules, 1 for a dark one, and the span of the text that draws them."""

    rows: Sequence[Sequence[int]]
    start: int
    end: int


def queue_drawings(scan: Scan, leaf: Leaf) -> None:
    """Queue the drawings in a text or page; codes in them become links with their span."""
    octets = leaf.octets.get()
    found = list(_of_blocks(octets, leaf.start, leaf.end))
    if leaf.is_page:
        cells = [
            each for each in _of_cells(octets, leaf.start, leaf.end) if any(map(any, each.rows))
        ]
        found += cells or _of_boxes(octets, leaf.start, leaf.end)
        found += _of_shadows(octets, leaf.start, leaf.end)
    for each in found[:DRAWINGS]:
        _queue(scan, leaf, each)


def _queue(scan: Scan, leaf: Leaf, drawing: CodeDrawing) -> None:
    span = (drawing.start, drawing.end)

    def read(texts: list[str], _reasons: Sequence[str]) -> None:
        scan.add(leaf, ((span[0], *span, IN_PICTURE, None, text) for text in texts))

    queue(scan, span[1] - span[0], lambda: _picture(drawing.rows), (leaf.octets, *span), read)


def _picture(modules: Sequence[Sequence[int]]) -> bytes:
    width = max(map(len, modules)) + 2 * MARGIN
    blank = b"\xff" * width
    edge = blank[:MARGIN]
    drawn = [edge + bytes(0 if each else 255 for each in row) + edge for row in modules]
    rows = [blank] * MARGIN + [row.ljust(width, b"\xff") for row in drawn] + [blank] * MARGIN
    scaled = (b"\0" + bytes(each for each in row for _ in range(SCALE)) for row in rows)
    octets = b"".join(row * SCALE for row in scaled)
    return png_file(width * SCALE, len(rows) * SCALE, 8, 0, zlib.compress(octets, 1))


def _of_blocks(octets: bytes, start: int, end: int) -> Iterator[CodeDrawing]:
    if octets.find(BLOCK, start, end) < 0:
        return
    for match in LINES.finditer(octets, start, end):
        if match[0].count(BLOCK) < LEAST * LEAST // 4:
            continue
        lines = [
            [HALVES.get(each, 0) for each in CHARACTER.findall(line)]
            for line in BREAK.split(match[0])
            if line
        ]
        is_wide = all(line[::2] == line[1::2] for line in lines)
        is_halved = any(each in {1, 2} for line in lines for each in line)
        times = 1 if is_wide or is_halved else 2
        rows = [
            [each & half for each in line for _ in range(times)]
            for line in lines
            for half in (1, 2)
        ]
        yield CodeDrawing(rows, *match.span())


def _of_cells(octets: bytes, start: int, end: int) -> Iterator[CodeDrawing]:
    rows: list[list[int]] = []
    first = start
    for match in CELL.finditer(octets, start, end):
        name = match[1].lower()
        if name.endswith(b"table"):
            if LEAST <= len(rows) <= MOST and LEAST <= max(map(len, rows)) <= MOST:
                yield CodeDrawing(rows, first, match.end())
            rows, first = [], match.start()
        elif name == b"tr":
            rows.append([])
        elif rows and len(rows[-1]) <= MOST:
            colour, span = COLOUR.search(match[2]), SPAN.search(match[2])
            module = int(colour is not None and _is_dark(colour[1]))
            rows[-1] += [module] * min(int(span[1]) if span else 1, MOST)


class CodeBox(NamedTuple):
    """An empty element: its position and size (None if not given), and 1 if it is dark."""

    left: float | None
    top: float | None
    width: float | None
    height: float | None
    module: int
    start: int
    end: int


def _of_boxes(octets: bytes, start: int, end: int) -> Iterator[CodeDrawing]:
    """Yield drawings made of empty elements with a background, positioned or in rows."""
    empty = sum(octets.count(each, start, end) for each in (b"></", b"&nbsp;</"))
    if empty < LEAST * LEAST // 4:
        return
    styles = dict(STYLE.findall(octets, start, end))
    rows: list[list[CodeBox]] = [[]]
    tags = 0
    for match in islice(BOX.finditer(octets, start, end), 2 * MOST * MOST):
        if match[1] is None:
            tags += 1
            continue
        if tags > ROW_TAGS:
            yield from _drawing(rows)
            rows = [[]]
        elif tags:
            rows.append([])
        tags = 0
        rows[-1].append(_box(match[2], styles, match.start(), match.end()))
    yield from _drawing(rows)


def _box(written: bytes, styles: dict[bytes, bytes], start: int, end: int) -> CodeBox:
    classes = CLASS.search(written)
    names = [each for each in classes.groups() if each] if classes else []
    style = b";".join([*(styles.get(each, b"") for each in names), written])
    given = {name.lower(): float(number) for name, number in NUMBERS.findall(style)}
    left, top, width, height = map(given.get, (b"left", b"top", b"width", b"height"))
    colours = COLOUR.findall(style)
    module = int(bool(colours) and _is_dark(colours[-1]))
    return CodeBox(left, top, width, height, module, start, end)


def _drawing(rows: list[list[CodeBox]]) -> Iterator[CodeDrawing]:
    boxes = [each for row in rows for each in row]
    if sum(each.module for each in boxes) < LEAST * LEAST // 9:
        return
    dark = [each for each in boxes if each.module]
    is_placed = sum(None not in (each.left, each.top) for each in dark) * 2 > len(dark)
    modules = _plotted(dark) if is_placed else _in_rows(rows)
    if LEAST <= len(modules) <= MOST and LEAST <= max(map(len, modules)) <= MOST:
        yield CodeDrawing(modules, boxes[0].start, boxes[-1].end)


def _in_rows(rows: list[list[CodeBox]]) -> list[list[int]]:
    """Return the modules of rows of boxes; a single row may be a square whose lines wrap."""
    unit = min((each.width for row in rows for each in row if each.width), default=1)
    rows = [row for row in rows if row][: MOST + 1]
    most = MOST if len(rows) > 1 else MOST * MOST
    modules = []
    for row in rows:
        sizes = (min(round((each.width or unit) / unit), MOST) for each in row)
        runs = (repeat(each.module, size) for each, size in zip(row, sizes, strict=True))
        modules.append(list(islice(chain.from_iterable(runs), most)))
    side = isqrt(len(modules[0]))
    if len(modules) == 1 and side * side == len(modules[0]):
        return [modules[0][at : at + side] for at in range(0, side * side, side)]
    return modules


def _plotted(boxes: Sequence[CodeBox]) -> list[list[int]]:
    """Return the rows of modules that dark boxes at these positions cover."""
    places = [(each.left or 0, each.top or 0) for each in boxes]
    lines = [sorted({each[axis] for each in places}) for axis in (0, 1)]
    steps = (b - a for line in lines for a, b in pairwise(line))
    unit = min((each for each in steps if each > STEP), default=1)
    wide, high = (min(round((line[-1] - line[0]) / unit) + MARGIN, MOST) for line in lines)
    modules = [[0] * wide for _ in range(high)]
    left = MOST * MOST
    for (x, y), box in zip(places, boxes, strict=True):
        row, column = round((y - lines[1][0]) / unit), round((x - lines[0][0]) / unit)
        across, down = (
            min(max(round((each or unit) / unit), 1), MOST) for each in (box.width, box.height)
        )
        for line in modules[row : row + down]:
            line[column : column + across] = [1] * len(line[column : column + across])
        left -= across * down
        if left < 0:
            break
    return modules


def _of_shadows(octets: bytes, start: int, end: int) -> Iterator[CodeDrawing]:
    """Yield the drawings that consist of the shadows of one element."""
    if octets.find(b"box-shadow", start, end) < 0:
        return
    for match in SHADOWS.finditer(octets, start, end):
        found = islice(SHADOW.findall(match[1]), MOST * MOST)
        places = [(float(x), float(y)) for x, y, colour in found if not colour or _is_dark(colour)]
        boxes = [CodeBox(x, y, None, None, 1, *match.span()) for x, y in places]
        yield from _drawing([boxes])


def _is_dark(colour: bytes) -> bool:
    if colour[:1] == b"#":
        digits = (
            colour[1:] if len(colour) == 7 else bytes(each for each in colour[1:4] for _ in "xx")
        )
        return sum(bytes.fromhex(digits.decode()[:6].ljust(6, "0"))) < 384
    if colour[:3].lower() == b"rgb":
        return sum(map(int, NUMBER.findall(colour))) < 384
    return colour.lower() in DARK
