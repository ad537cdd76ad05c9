"""List the parts of a package as CycloneDX: ``sbom.py PACKAGE [--bundle FOLDER]``.

PACKAGE is a wheel, an archive or a Debian package; the list is written next to it with the
suffix ".cdx.json". A wheel contains only the program: its requirements are listed at the locked
versions, as not contained. With ``--bundle``, the list has the parts of that folder: installed
packages, Python, and libraries of the system.

The same package and date always result in the same list. ``sbom.py --check FILE`` validates a
list against the schema of CycloneDX.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from licences import UNDER_QT, distribution_licence, required, system_package
from packageurl import PackageURL
from packaging.requirements import Requirement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TOP = Path(__file__).resolve().parents[2]
SHIPPED = TOP / "packaging/locked/shipped.txt"
NAME, ENGINE = "uriinspector", "uriinspector-engine"
CONTAINED = "uriinspector:contained"


def part(name: str, version: str, kind: str, licence: str = "", *, is_contained: bool) -> Component:
    """Return a component with its package URL, and a property for whether the package contains
    it.
    """
    purl = PackageURL(kind, None if kind != "deb" else "debian", name.lower(), version)
    licences = [LicenseFactory().make_from_string(licence)] if licence else []
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        version=version,
        bom_ref=purl.to_string(),
        purl=purl,
        licenses=licences,
        properties=[Property(name=CONTAINED, value=str(is_contained).lower())],
    )


def name_of(package: Path) -> str:
    """Return the project to which a package belongs: the whole program or its engine."""
    return ENGINE if package.name.startswith("uriinspector_engine-") else NAME


def required_by_the_wheel(package: str) -> Iterator[Component]:
    """Yield the requirements at their locked versions; for the window also the engine."""
    if package == NAME:
        yield part(ENGINE, program_version(), "pypi", "MIT", is_contained=False)
    without = {each.lower().replace("_", "-") for each in UNDER_QT} if package == ENGINE else set()
    for line in SHIPPED.read_text("utf-8").splitlines():
        if line.startswith((" ", "#")) or not line.strip():
            continue
        wanted = Requirement(line.rstrip("\\ "))
        if wanted.name in without:
            continue
        if wanted.marker is None or wanted.marker.evaluate():
            version = str(wanted.specifier).removeprefix("==")
            licence = distribution_licence(wanted.name)
            yield part(wanted.name, version, "pypi", licence, is_contained=False)


def contained(folder: Path) -> Iterator[Component]:
    """Yield installed packages, Python, the loader, and libraries of the system."""
    for name in sorted(required(NAME) - {NAME, ENGINE}, key=str.lower):
        version = metadata.version(name)
        yield part(name, version, "pypi", distribution_licence(name), is_contained=True)
    yield part("python", platform.python_version(), "generic", "PSF-2.0", is_contained=True)
    loader = metadata.version("pyinstaller")
    yield part(
        "pyinstaller", loader, "pypi", distribution_licence("pyinstaller"), is_contained=True
    )
    libraries = [path.name for path in folder.glob("_internal/lib*.so*")]
    packages = {system_package(name) for name in libraries if "python" not in name} - {""}
    for name in sorted(packages):
        yield part(name, system_version(name), "deb", is_contained=True)


def system_version(package: str) -> str:
    command = ["dpkg-query", "--show", "--showformat=${Version}", package]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def program_version() -> str:
    """Return the version of the program, which is also that of the engine."""
    found = re.search(r'__version__ = "([^"]+)"', (TOP / NAME / "__init__.py").read_text("utf-8"))
    assert found
    return found[1]


def listed(package: Path, parts: Sequence[Component]) -> str:
    """Return the list as JSON."""
    octets = package.read_bytes()
    digest = hashlib.sha256(octets).hexdigest()
    version = program_version()
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, f"{package.name} {digest}"))
    built_at = int(os.environ["SOURCE_DATE_EPOCH"])
    bom.metadata.timestamp = datetime.fromtimestamp(built_at, UTC)
    name = name_of(package)
    purl = PackageURL("pypi", None, name, version)
    bom.metadata.component = Component(
        type=ComponentType.APPLICATION,
        name=name,
        version=version,
        bom_ref=package.name,
        purl=purl,
        licenses=[LicenseFactory().make_from_string("MIT")],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
    )
    bom.components.update(parts)
    bom.register_dependency(bom.metadata.component, parts)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def check(text: str) -> str:
    """Return the first error of schema validation, or an empty string."""
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    return str(fault).partition("\n")[0] if fault else ""


def main(given: Sequence[str]) -> int:
    """Write the list of a package, or check one."""
    parser = argparse.ArgumentParser(prog="sbom.py", description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("--bundle", type=Path, metavar="FOLDER")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args(given)
    if asked.check:
        fault = check(asked.package.read_text("utf-8"))
        sys.stdout.write(f"{fault}\n" if fault else "")
        return 1 if fault else 0
    parts = list(
        contained(asked.bundle) if asked.bundle else required_by_the_wheel(name_of(asked.package))
    )
    text = listed(asked.package, parts)
    fault = check(text)
    assert not fault, fault
    name = re.sub(r"\.(?:whl|deb|tar\.xz)$", "", asked.package.name)
    asked.package.with_name(f"{name}.cdx.json").write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
