"""Targets that read a file: one for each kind, and archives with changed members."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from functools import partial

import uriinspector
from tests.fuzz import invariants
from tests.fuzz.target import Target, tokens
from tests.fuzz.text_targets import chosen
from uriinspector.documents import scan_state as kinds
from uriinspector.documents.scan import READERS

SPLIT = b"\n--member--\n"


def scanned(data: bytes, name: str | None = None) -> None:
    """Scan a file and check its sources and its JSON."""
    document = uriinspector.scan(data, name=name)
    invariants.sources_decode_to_values(data, document)
    record = document.head()
    record["links"] = [link.to_dict() for link in document.links[: invariants.MOST_LINKS]]
    invariants.is_json(record)


def endings() -> dict[str, str]:
    """Return a file name for each kind of file that is recognized only by its name."""
    return {kind.name: f"a.{kind.endings[0]}" for kind in kinds.KINDS if kind.endings}


def zipped(data: bytes) -> bytes:
    """Return a ZIP archive; each member begins with a line that is its name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for each in data.split(SPLIT)[:8]:
            name, _, content = each.partition(b"\n")
            # In ZIP archives, a NUL ends a name.
            named = name.decode("utf-8", "replace")[:200].partition("\0")[0]
            archive.writestr(named or "a", content)
    return made.getvalue()


def tarred(data: bytes) -> bytes:
    """Return a tar archive of members in the same form."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for each in data.split(SPLIT)[:8]:
            name, _, content = each.partition(b"\n")
            member = tarfile.TarInfo(name.decode("utf-8", "replace")[:90] or "a")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return made.getvalue()


# Half of them are ZIP, because office documents are ZIP files.
PACKINGS: tuple[Callable[[bytes], bytes], ...] = (
    *(zipped, tarred, zipped, partial(gzip.compress, compresslevel=1, mtime=0), zipped),
    *(partial(bz2.compress, compresslevel=1), zipped, partial(lzma.compress, preset=0)),
)


def packed(data: bytes) -> None:
    """Scan an archive that is packed here, because a mutated archive can seldom be opened."""
    how, rest = chosen(data)
    scanned(PACKINGS[how % len(PACKINGS)](rest))


NAMES = endings()
# A compound file has at least some sectors.
LARGE = 12_288
# In a disc image, the volume begins after sixteen sectors.
DISC_SIZE = 45_056
SIZES = {kinds.OUTLOOK: LARGE, kinds.OLE: LARGE, kinds.DISC: DISC_SIZE}
TARGETS = (
    *(
        Target(f"document-{kind}", partial(scanned, name=NAMES.get(kind)), SIZES.get(kind, 4_096),
            tokens=kind if tokens(kind).exists() else "")
        for kind in READERS
    ),
    Target("packed", packed, tokens=kinds.HTML),
)  # fmt: skip
