"""Collects the licences of everything that is shipped into one file.

``licences.py FILE`` writes what the program and all that it requires is under: from what the
installed packages say of themselves.  ``licences.py --bundle FOLDER`` adds to the file inside of a
bundle what only that holds: what PyInstaller brings, and libraries of the system that Python needs.
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
OURS = TOP / "packaging/licences"
COMMON = Path("/usr/share/common-licenses")
RULE = "=" * 78
HEAD = """\
URI Inspector and everything that is shipped with it, or that it requires:
whose it is, and under which licence. Made by packaging/make/licences.py from
what the packages say of themselves.
"""
# Packages that do not carry the text of their licence.
UNDER_QT = {"PySide6_Essentials", "shiboken6"}
QT = """\
The libraries of Qt come with PySide6 as it is published, unchanged, as
libraries of their own that can be replaced. Their source is at
https://download.qt.io. What lies inside of them stands below, under
"Parts of Qt".
"""
# By packaging/make/qt_parts.py, from what Debian says of the same release of Qt.
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
with an exception: what is built with it may be under any licence. Its source
is at https://pyinstaller.org.
"""


class Part(NamedTuple):
    """One thing that is shipped: its name, its licence by the names of SPDX, and the text of it."""

    name: str
    licence: str
    text: str


def collected() -> Iterator[Part]:
    """The program, all that it requires, and what they in turn stand on."""
    yield _distribution("uriinspector")
    for name in sorted(required("uriinspector") - {"uriinspector"}, key=str.lower):
        yield _distribution(name)
    texts = [_read(COMMON / each) for each in ("LGPL-3", "GPL-3")]
    yield Part("Qt", "LGPL-3.0-only", "\n\n".join((QT, *texts)))
    yield Part("Parts of Qt", QT_PARTS, _read(OURS / "Qt-parts.txt"))
    yield Part("Python", "PSF-2.0", _read(Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"))
    unicode = _read(OURS / "Unicode-3.0.txt")
    yield Part("Unicode data", "Unicode-3.0", f"{TABLES}\n{unicode}")


def required(name: str) -> set[str]:
    """A package with all that it requires, and what that requires; no extras."""
    found = {metadata.metadata(name)["Name"]}
    for each in metadata.requires(name) or []:
        if "extra ==" in each:
            continue
        wanted = re.match(r"[\w.-]+", each)
        try:
            found |= required(wanted[0]) if wanted else set()
        except metadata.PackageNotFoundError:  # for another system or another Python
            continue
    return found


def distribution_licence(name: str) -> str:
    """What a package says that it is under."""
    told = metadata.metadata(name)
    licence: str = told.get("License-Expression") or told.get("License") or _classified(told)
    if "\n" in licence.strip():  # the whole text: its classifier has the name
        licence = _classified(told)
    return licence.strip()


def _distribution(name: str) -> Part:
    told = metadata.metadata(name)
    texts = [_read(path) for path in _files(name)]
    if not texts:
        assert told["Name"] in UNDER_QT, f"{name} brings no licence"
        texts.append("The text of the LGPL stands below, under Qt.")
    return Part(told["Name"], distribution_licence(name), "\n\n".join(texts))


def _classified(told: metadata.PackageMetadata) -> str:
    found = [c for c in told.get_all("Classifier") or [] if c.startswith("License :: ")]
    return " AND ".join(c.rpartition(":: ")[2].removesuffix(" License") for c in found)


def _files(name: str) -> list[Path]:
    """The files of a package that tell its licence, and who made it."""
    place = metadata.distribution(name).locate_file("")
    files = metadata.files(name) or []
    told = [each for each in files if ".dist-info" in each.parts[0] and _is_licence(each.name)]
    return [Path(str(place)) / each for each in sorted(told)]


def _is_licence(name: str) -> bool:
    return re.match(r"(?i)(licen[cs]e|copying|notice)", name) is not None


def _read(path: Path) -> str:
    """A text without what only a printer would want."""
    rows = path.read_text("utf-8", errors="replace").replace("\f", "").splitlines()
    return "\n".join(row.rstrip() for row in rows).strip("\n")


def of_bundle(folder: Path) -> Iterator[Part]:
    """What a bundle holds besides: the loader, and libraries of the system it was built on."""
    loader = _distribution("pyinstaller")
    yield Part(
        "PyInstaller loader", "GPL-2.0-or-later with an exception", f"{BOOTLOADER}\n{loader.text}"
    )
    libraries = [path.name for path in folder.glob("_internal/lib*.so*")]
    for package in sorted(
        {system_package(name) for name in libraries if "python" not in name} - {""}
    ):
        yield Part(package, "as told below", _read(Path(f"/usr/share/doc/{package}/copyright")))


def system_package(library: str) -> str:
    """The package of the system that a library comes from; nothing if it comes from elsewhere."""
    if shutil.which("dpkg-query") is None:
        return ""
    command = ["dpkg-query", "-S", f"*/{library}"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return told.partition(":")[0] if "/lib/" in told else ""


def written(parts: Iterator[Part]) -> str:
    """The parts, each under its name and licence."""
    return "".join(
        f"\n{RULE}\n{part.name}\nLicence: {part.licence}\n{RULE}\n\n{part.text}\n" for part in parts
    )


def main(given: list[str]) -> None:
    """Write the licences of what is installed, or add those of what a bundle holds besides."""
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
