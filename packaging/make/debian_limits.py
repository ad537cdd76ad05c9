"""Fills in what the wheels of the Debian source fit: ``debian_limits.py WHEELS CONTROL``.

The wheels were fetched for one Python and one kind of computer.  The control file that is printed
asks for just that, so that a build elsewhere ends with its build dependencies, and not with pip.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

WHEEL = re.compile(
    r"(?P<name>[^-]+)-[^-]+(?:-\d[^-]*)?-(?P<python>[^-]+)-(?P<abi>[^-]+)-(?P<on>[^-]+)\.whl"
)
LINUX = re.compile(r"manylinux_2_(\d+)_(\w+)")
# What packages were named for before they named the version of the C library.
OLDER = {"manylinux1": "manylinux_2_5", "manylinux2010": "manylinux_2_12"}
OLDER |= {"manylinux2014": "manylinux_2_17"}
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# Minor versions of Python 3: the oldest that the program runs on, and later than any that is out.
OLDEST, LATER = 11, 99


class Fit(NamedTuple):
    """What a library fits: minor versions of Python 3, and by architecture the least glibc 2."""

    pythons: frozenset[int]
    libc: dict[str, int]


def pythons(python: str, abi: str) -> frozenset[int]:
    """The minor versions of Python 3 that two tags of a wheel allow."""
    every = range(OLDEST, LATER + 1)
    versions = [re.fullmatch(r"(cp|py)3(\d*)", each) for each in python.split(".")]
    found: set[int] = set()
    for version in filter(None, versions):
        least = int(version[2] or 0)
        is_exact = version[1] == "cp" and abi != "abi3"
        found |= {each for each in every if (each == least if is_exact else each >= least)}
    return frozenset(found)


def libc(platform: str) -> dict[str, int]:
    """The architectures that the tags of a platform allow, each with the least glibc."""
    if platform == "any":
        return dict.fromkeys(ARCHITECTURES.values(), 0)
    result: dict[str, int] = {}
    for tag in platform.split("."):
        name, _, machine = tag.partition("_")
        found = LINUX.fullmatch(f"{OLDER[name]}_{machine}" if name in OLDER else tag)
        if found and found[2] in ARCHITECTURES:
            architecture = ARCHITECTURES[found[2]]
            result[architecture] = min(int(found[1]), result.get(architecture, LATER))
    return result


def fits(names: Iterable[str]) -> Fit:
    """What every library fits, by at least one of its wheels."""
    libraries: dict[str, list[re.Match[str]]] = defaultdict(list)
    for name in names:
        found = WHEEL.fullmatch(name)
        assert found, name
        libraries[found["name"]].append(found)
    every, least = frozenset(range(OLDEST, LATER + 1)), dict.fromkeys(ARCHITECTURES.values(), 0)
    for wheels in libraries.values():
        every &= frozenset().union(*(pythons(each["python"], each["abi"]) for each in wheels))
        needed = [libc(each["on"]) for each in wheels]
        least = {
            name: max(before, min(each[name] for each in needed if name in each))
            for name, before in least.items()
            if any(name in each for each in needed)
        }
    return Fit(every, least)


def filled(control: str, fit: Fit) -> str:
    """The control file with these limits."""
    assert fit.pythons, "no Python has a wheel of every library"
    assert fit.libc, "no architecture has a wheel of every library"
    first, last = min(fit.pythons), max(fit.pythons)
    assert len(fit.pythons) == last - first + 1, "Pythons with a gap between them"
    limits = [f"python3 (>= 3.{first})"]
    if last < LATER:
        limits.append(f"python3 (<< 3.{last + 1}~)")
    control = control.replace("@PYTHON@", ", ".join(limits))
    control = control.replace("@LIBC@", f"libc6 (>= 2.{max(fit.libc.values())})")
    return control.replace("@ARCHITECTURE@", " ".join(sorted(fit.libc)))


if __name__ == "__main__":
    held = fits(path.name for path in Path(sys.argv[1]).glob("*.whl"))
    sys.stdout.write(filled(Path(sys.argv[2]).read_text("utf-8"), held))
