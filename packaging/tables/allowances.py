"""Shorten the list of texts that are allowed to break a language rule."""

from __future__ import annotations

import sys
from collections import Counter

from tests.language.allowances import FILE, allowed, shortened
from tests.language.glossary import glossary
from tests.language.house import RULES, offences
from tests.language.printed import printed


def main(arguments: list[str]) -> int:
    """Shorten the list, and print its size by rule."""
    if arguments not in ([], ["--add"]):
        sys.stderr.write("usage: packaging/allowances [--add]\n")
        return 2
    gone, new = shortened(FILE, offences(printed(), glossary()), add=bool(arguments))
    counts = Counter(each.rule for each in allowed(FILE.read_text("utf-8")))
    sys.stdout.write("".join(f"{counts[rule]:5} {rule}\n" for rule in RULES))
    sys.stdout.write(f"{gone} removed\n")
    for each in sorted(new):
        sys.stderr.write(f"not allowed: {each.rule}: {each.text!r}: {each.by}\n")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
