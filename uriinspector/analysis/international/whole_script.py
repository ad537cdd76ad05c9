"""Labels of one script all of whose letters look like Latin ones or digits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from uriinspector.analysis.international.codepoints import characters
from uriinspector.analysis.international.folding import looks_like_ascii
from uriinspector.analysis.international.scripts import COMMON, script, script_name
from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.core.model import NamedTuple


@dataclass(frozen=True, slots=True)
class WholeScript:
    """A label all of whose letters, of one script, pass for ASCII."""

    script: str
    name: str
    imitates: str | None
    at_home: tuple[str, ...]
    is_chosen: bool  # letters that hardly any word has, there for their looks


# Russian, Ukrainian, Belarusian and Bulgarian: every word of theirs that looks like Latin is
# written with these, so that only other letters are there for their looks.
EVERYDAY_CYRILLIC = frozenset(
    [*map(chr, range(0x430, 0x450)), *"\u0451\u0454\u0456\u0457\u0491\u045e"]
)


class _Letters(NamedTuple):
    """Of one script: what looks like Latin, where it is at home, its words that are shown."""

    letters: frozenset[str]
    at_home: tuple[str, ...]
    words: frozenset[str]


NO_LETTERS = _Letters(frozenset(), (), frozenset())


@cache
def _whole_scripts() -> dict[str, _Letters]:
    rows = shipped_rows("lists/whole-script.txt")
    return {
        code: _Letters(
            frozenset(characters(letters)),
            tuple(domains.split()),
            frozenset(" ".join(words).split()),
        )
        for code, domains, letters, *words in rows
    }


def whole_script(label: str) -> WholeScript | None:
    """The one script whose letters in the label all look like Latin ones or digits."""
    values = {char: script(char) for char in dict.fromkeys(label) if not char.isascii()}
    used = set(values.values()) - COMMON
    if len(used) != 1 or any(char.isascii() and char.isalpha() for char in label):
        return None
    code = used.pop()
    known = _whole_scripts().get(code, NO_LETTERS)
    if label in known.words:
        return None
    if any(char not in known.letters for char, own in values.items() if own == code):
        return None
    letters = {char for char, own in values.items() if own == code}
    is_chosen = code == "Cyrl" and not letters <= EVERYDAY_CYRILLIC
    imitates = looks_like_ascii(label)
    return WholeScript(code, script_name(code), imitates, known.at_home, is_chosen)
