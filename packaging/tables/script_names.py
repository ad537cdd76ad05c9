"""Write the table of scripts with their names and their classes in UAX 31."""

from __future__ import annotations

import icu
import tables
from fontTools.unicodedata import Scripts

# UAX 31, tables 4 to 7, by ICU's numbers.
USAGES = {2: "excluded", 3: "limited", 4: "limited", 5: "recommended"}


def usages() -> dict[str, str]:
    """Return the class of each script that ICU knows."""
    found = {}
    for number in range(icu.Char.getIntPropertyMaxValue(icu.UProperty.SCRIPT) + 1):
        known = icu.Script(number)
        found[known.getShortName()] = USAGES.get(known.getUsage(), "excluded")
    return found


def rows() -> list[str]:
    """Return a line for each script; those unknown to ICU are excluded."""
    classes = usages()
    return [
        "\t".join((code, name.replace("_", " "), classes.get(code, "excluded")))
        for code, name in sorted(Scripts.NAMES.items())
    ]


def main() -> None:
    """Write the table."""
    tables.write(
        "script-names",
        "script, its name, its class in UAX 31",
        source="fonttools pyicu-wheels",
        unicode=f"{tables.unicode_of_fonttools()} (names), {icu.UNICODE_VERSION} (classes)",
        date=tables.dated_like_fonttools(),
        lines=rows(),
    )


if __name__ == "__main__":
    main()
