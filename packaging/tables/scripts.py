"""Write the script of each code point, with its script extensions if they differ."""

from __future__ import annotations

import tables
from fontTools.unicodedata import script, script_extension


def scripts(code: int) -> str:
    """Return the script and its extensions, or an empty string for unknown ones."""
    char = chr(code)
    own, used = script(char), sorted(script_extension(char))
    if own == "Zzzz":
        return ""
    return own if used == [own] else f"{own}\t{' '.join(used)}"


def main() -> None:
    """Write the table."""
    tables.write(
        "scripts",
        "code points, script, script extensions where they are not the script alone",
        source="fonttools",
        unicode=tables.unicode_of_fonttools(),
        date=tables.dated_like_fonttools(),
        lines=(
            f"{tables.ranged(first, last)}\t{value}" for first, last, value in tables.runs(scripts)
        ),
    )


if __name__ == "__main__":
    main()
