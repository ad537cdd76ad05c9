"""Known offenses against the language rules, with their texts; the list may only get shorter."""

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tests.language.house import RULES, Offence

FILE = Path(__file__).resolve().parent / "allowances.toml"
HEAD = """\
# Texts that still break a rule of language (house.py), and by what. The list only gets shorter:
# "packaging/allowances" takes out what is no longer needed.
"""


def allowed(text: str) -> set[Offence]:
    """Parse the offenses of a file of allowances."""
    return {
        Offence(rule, offending, by)
        for rule, rows in tomllib.loads(text).items()
        for offending, reasons in rows.items()
        for by in reasons
    }


def written(offences: Iterable[Offence]) -> str:
    """Return the file of allowances for these offenses."""
    rows: dict[str, dict[str, list[str]]] = {rule: defaultdict(list) for rule in RULES}
    for each in sorted(offences):
        rows[each.rule][each.text].append(each.by)
    tables = [
        "\n".join((f"\n[{rule}]", *(f"{quoted(text)} = {listed(by)}" for text, by in own.items())))
        for rule, own in rows.items()
        if own
    ]
    return "\n".join((HEAD.rstrip("\n"), *tables)) + "\n"


def shortened(file: Path, today: set[Offence], *, add: bool = False) -> tuple[int, set[Offence]]:
    """Remove unneeded allowances; return their number, and the offenses that have none."""
    before = allowed(file.read_text("utf-8")) if file.exists() else set()
    after = today if add else before & today
    file.write_text(written(after), "utf-8")
    return len(before - today), today - after


def quoted(text: str) -> str:
    """Return a text as a TOML string, which is the same as in JSON except for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def listed(values: Iterable[str]) -> str:
    """Return texts as a TOML list."""
    return f"[{', '.join(map(quoted, values))}]"
