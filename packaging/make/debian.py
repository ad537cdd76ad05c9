"""Write the metadata of the Debian package: ``debian.py ARCHITECTURE VERSION FOLDER``.

The folder contains the files to install. Dependencies come from the libraries in it, and from
the table that the program uses to check the requirements of the window.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from email.utils import formatdate
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.gui.shell.menu_dialogs import licences
from uriinspector.gui.system import BASE, OF_PLATFORM

if TYPE_CHECKING:
    from collections.abc import Iterator

WHO = "URI Inspector contributors <maintainers@uriinspector.invalid>"
FONTS = "fonts-inter, fonts-jetbrains-mono"
WHOLE = "/usr/lib/uriinspector/_internal/uriinspector/resources/licences.txt"
# First lines of licenses that every Debian system has, with their names there.
COMMON = {
    r"^ *GNU LESSER GENERAL PUBLIC LICENSE$": "LGPL-3",
    r"^ *GNU GENERAL PUBLIC LICENSE\n *Version 2": "GPL-2",
    r"^ *Apache License\n *Version 2\.0": "Apache-2.0",
    r"^Mozilla Public License, version 2\.0$": "MPL-2.0",
}
CONTROL = """\
Package: uriinspector
Version: {version}
Architecture: {architecture}
Maintainer: {who}
Installed-Size: {size}
Depends: {depends}
Recommends: {fonts}
Section: utils
Priority: optional
Description: see where a link really goes, and why
 Paste a link and see where it really goes, why, and which clause of which
 specification says so. Nothing is ever opened: no connection, no name
 look-up, no script.
 .
 Everything is read as the specifications of 1994, 1997, 2003 and 2005 read it,
 and as browsers do. Every link in pages, mails and texts is found, with its
 place, its base, and what is wrong with it. The window is uriinspector; the
 command for terminals and pipes is uriinspect.
"""
CHANGELOG = """\
uriinspector ({version}) unstable; urgency=medium

  * What changed stands in the history of the source.

 -- {who}  {moment}
"""


def main(architecture: str, version: str, folder: Path) -> None:
    """Write the control file, checksums, changelog and copyright."""
    told = folder / "usr/share/doc/uriinspector"
    (told / "copyright").write_text(copyright_of(), "utf-8")
    # A version with a revision belongs to a package in Debian's source format.
    history = "changelog.Debian.gz" if "-" in version else "changelog.gz"
    (told / history).write_bytes(gzip.compress(changelog(version).encode(), mtime=0))
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    control = CONTROL.format(
        version=version,
        architecture=architecture,
        who=WHO,
        size=sum(path.stat().st_size for path in files) // 1024,
        depends=", ".join(depends(folder, files)),
        fonts=FONTS,
    )
    sums = [
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
        for path in files
    ]
    (folder / "DEBIAN/md5sums").write_text("".join(sums), "utf-8")
    (folder / "DEBIAN/control").write_text(control, "utf-8")


def depends(folder: Path, files: list[Path]) -> list[str]:
    """Return the packages that the libraries in the folder and the window depend on."""
    programs = [path for path in files if path.open("rb").read(4) == b"\x7fELF"]
    private = sorted({path.parent for path in programs})
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "debian").mkdir()
        (Path(place) / "debian/control").write_text(f"Source: uriinspector\nMaintainer: {WHO}\n")
        command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0"]
        command += [f"-S{folder.resolve()}"]
        command += [f"-l{each.resolve()}" for each in private]
        command += [f"-e{each.resolve()}" for each in programs]
        told = subprocess.run(command, cwd=place, stdout=subprocess.PIPE, text=True, check=True)
    found = told.stdout.strip().partition("=")[2].split(", ")
    names = {each.split()[0] for each in found}
    asked = {*BASE.values(), *OF_PLATFORM["xcb"].values()}
    inside = {owner(path.name) for path in files if path.parent.name == "_internal"}
    return sorted(each for each in {*found, *(asked - names)} if each.split()[0] not in inside)


def owner(library: str) -> str:
    """Return the installed package that contains a library."""
    command = ["dpkg-query", "-S", f"*/{library}"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return told.stdout.partition(":")[0]


def changelog(version: str) -> str:
    """Return a changelog with one entry, for this version."""
    moment = formatdate(int(os.environ["SOURCE_DATE_EPOCH"]))
    return CHANGELOG.format(version=version, who=WHO, moment=moment)


def copyright_of() -> str:
    """Return the copyright file; licenses that every system has are only named."""
    return "".join(_paragraphs())


def _paragraphs() -> Iterator[str]:
    yield "URI Inspector, with Qt, Python and everything else that it needs.\n"
    yield f"The whole texts of all licences are in {WHOLE}.\n"
    for part in licences():
        yield f"\n{'-' * 78}\n{part.name}\nLicence: {part.licence}\n\n{_shortened(part.text)}\n"


def _shortened(text: str) -> str:
    for beginning, name in COMMON.items():
        found = re.search(beginning, text, re.MULTILINE)
        if found:
            text = (
                f"{text[: found.start()]}The whole text is in /usr/share/common-licenses/{name}.\n"
            )
    return text.strip("\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
