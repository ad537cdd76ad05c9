"""Collect the licenses of everything that is shipped in one file.

``licences.py FILE`` writes those of the program and its requirements, from the metadata of the
installed packages. ``licences.py --bundle FOLDER`` adds the licenses of the other parts of a bundle
to the file in it: PyInstaller's loader, and system libraries that Python needs.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

TOP = Path(__file__).resolve().parents[2]
LICENCE_TEXTS = TOP / "packaging/licences"
COMMON = Path("/usr/share/common-licenses")
RULE = "=" * 78
HEAD = """\
URI Inspector and everything that is shipped with it or required by it: the
owners and the licenses. Made by packaging/make/licences.py from
the metadata of the packages.
"""
# Packages that do not contain the text of their license.
UNDER_QT = {"PySide6_Essentials", "shiboken6"}
QT = """\
The libraries of Qt are those in the published PySide6, unchanged. They are
separate libraries that can be replaced. Their source is at
https://download.qt.io. The parts that they contain are listed below, under
"Parts of Qt".
"""
# Written by packaging/make/qt_parts.py, from Debian's package of the same release of Qt.
QT_PARTS = (
    "BSD-3-Clause AND MIT AND MIT-Modern-Variant AND ISC AND FTL AND IJG AND Zlib AND libpng-2.0"
    " AND CC0-1.0 AND Brian-Gladman-3-Clause"
)
TABLES = """\
The tables of characters in resources/unicode are made from the Unicode
Character Database and the data of Unicode Technical Standards 39 and 51.
"""
BOOTLOADER = """\
The two commands begin with the loader of PyInstaller, which is under the GPL,
with an exception: what is built with it may be under any license. Its source
is at https://pyinstaller.org.
"""


class Part(NamedTuple):
    """A shipped part with its name, its SPDX license expression and the text of the license."""

    name: str
    licence: str
    text: str


def collected() -> Iterator[Part]:
    """Yield the program, its requirements, Qt, Python and the Unicode data."""
    yield _distribution("uriinspector")
    for name in sorted(required("uriinspector") - {"uriinspector"}, key=str.lower):
        yield _distribution(name)
    texts = [_read(COMMON / each) for each in ("LGPL-3", "GPL-3")]
    yield Part("Qt", "LGPL-3.0-only", "\n\n".join((QT, *texts)))
    yield Part("Parts of Qt", QT_PARTS, _read(LICENCE_TEXTS / "Qt-parts.txt"))
    yield Part("Python", "PSF-2.0", _read(Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"))
    unicode = _read(LICENCE_TEXTS / "Unicode-3.0.txt")
    yield Part("Unicode data", "Unicode-3.0", f"{TABLES}\n{unicode}")


def required(name: str) -> set[str]:
    """Return the names of a package and of all its requirements, without extras."""
    found = {metadata.metadata(name)["Name"]}
    for each in metadata.requires(name) or []:
        if "extra ==" in each:
            continue
        wanted = re.match(r"[\w.-]+", each)
        try:
            found |= required(wanted[0]) if wanted else set()
        except metadata.PackageNotFoundError:  # a requirement of another system or Python version
            continue
    return found


def distribution_licence(name: str) -> str:
    """Return the license of a package according to its metadata."""
    fields = metadata.metadata(name)
    licence: str = fields.get("License-Expression") or fields.get("License") or _classified(fields)
    if "\n" in licence.strip():  # the whole text: the classifier has the name
        licence = _classified(fields)
    return licence.strip().replace(" and ", " AND ")


def _distribution(name: str) -> Part:
    fields = metadata.metadata(name)
    texts = [_read(path) for path in _files(name)]
    if not texts:
        assert fields["Name"] in UNDER_QT, f"{name} has no licence"
        texts.append("The text of the LGPL is included below, under Qt.")
    return Part(fields["Name"], distribution_licence(name), "\n\n".join(texts))


def _classified(fields: metadata.PackageMetadata) -> str:
    found = [c for c in fields.get_all("Classifier") or [] if c.startswith("License :: ")]
    return " AND ".join(c.rpartition(":: ")[2].removesuffix(" License") for c in found)


def _files(name: str) -> list[Path]:
    """Return the files of a package with licenses and notices."""
    place = metadata.distribution(name).locate_file("")
    files = metadata.files(name) or []
    found = [each for each in files if ".dist-info" in each.parts[0] and _is_licence(each.name)]
    return [Path(str(place)) / each for each in sorted(found)]


def _is_licence(name: str) -> bool:
    return re.match(r"(?i)(licen[cs]e|copying|notice)", name) is not None


def _read(path: Path) -> str:
    """Read a text without form feeds and trailing spaces."""
    rows = path.read_text("utf-8", errors="replace").replace("\f", "").splitlines()
    return "\n".join(row.rstrip() for row in rows).strip("\n")


def of_bundle(folder: Path) -> Iterator[Part]:
    """Yield the other parts of a bundle: the loader, and libraries of the system that built it."""
    loader = _distribution("pyinstaller")
    yield Part(
        "PyInstaller loader", "GPL-2.0-or-later with an exception", f"{BOOTLOADER}\n{loader.text}"
    )
    libraries = [path.name for path in folder.glob("_internal/lib*.so*")]
    for package in sorted(
        {system_package(name) for name in libraries if "python" not in name} - {""}
    ):
        yield Part(package, "as stated below", _read(Path(f"/usr/share/doc/{package}/copyright")))


def system_package(library: str) -> str:
    """Return the system package that contains a library, or an empty string."""
    if shutil.which("dpkg-query") is None:
        return ""
    command = ["dpkg-query", "-S", f"*/{library}"]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return found.partition(":")[0] if "/lib/" in found else ""


def written(parts: Iterator[Part]) -> str:
    """Return the parts as text, each with its name and license."""
    return "".join(
        f"\n{RULE}\n{part.name}\nLicence: {part.licence}\n{RULE}\n\n{part.text}\n" for part in parts
    )


def main(given: list[str]) -> None:
    """Write the licenses of installed packages, or add those of a bundle."""
    parser = argparse.ArgumentParser(prog="licences.py", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="where they are written")
    parser.add_argument("--bundle", type=Path, metavar="FOLDER", help="add those of this folder")
    asked = parser.parse_args(given)
    if (asked.file is None) == (asked.bundle is None):
        parser.error("either FILE or --bundle FOLDER")
    if asked.bundle is not None:
        file = asked.bundle / "_internal/uriinspector/resources/licences.txt"
        file.write_text(file.read_text("utf-8") + written(of_bundle(asked.bundle)), "utf-8")
    else:
        asked.file.write_text(HEAD + written(collected()), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
