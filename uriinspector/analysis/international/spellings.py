"""What is left of a label when spellings that pass for each other are made one."""

from __future__ import annotations

from functools import lru_cache

from uriinspector.core.expression import expression

# Pairs and single characters that are mistaken for each other in small type.
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
SINGLES = str.maketrans("015384i|", "olseball")
REPEATED = expression(r"(.)\1+")
VOWELS = str.maketrans("", "", "aeiouy")


def folded(label: str) -> str:
    """What is left when letters and digits that pass for each other are made one."""
    (rn, m), (vv, w), (cl, d) = PAIRS
    return label.replace(rn, m).replace(vv, w).replace(cl, d).translate(SINGLES)


@lru_cache(maxsize=4096)
def squeezed(label: str) -> str:
    """The folded label with every letter once that stands twice or more in a row."""
    text = folded(label)
    return REPEATED.sub(r"\1", text) if REPEATED.search(text) else text


def consonants(squeezed_label: str) -> str:
    """What is left without vowels: they are what a garbled name changes most."""
    return squeezed_label.translate(VOWELS)


def shortened(label: str) -> set[str]:
    """The label, and the label with any one character left out."""
    return {label, *(label[:at] + label[at + 1 :] for at in range(len(label)))}


def compact(name: str) -> str:
    """The name without its dots and hyphens."""
    return name.replace(".", "").replace("-", "")


def is_one_edit(a: str, b: str) -> bool:
    """Whether leaving out, putting in, replacing or exchanging one character leads over."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    pairs = enumerate(zip(a, b, strict=False))
    at = next((at for at, (x, y) in pairs if x != y), min(len(a), len(b)))
    if len(a) > len(b):
        return a[at + 1 :] == b[at:]
    if len(a) < len(b):
        return a[at:] == b[at + 1 :]
    is_exchanged = a[at : at + 2] == b[at : at + 2][::-1] and a[at + 2 :] == b[at + 2 :]
    return a[at + 1 :] == b[at + 1 :] or is_exchanged


def is_within(a: str, b: str, most: int) -> bool:
    """Whether at most so many characters are put in, left out or replaced; both are short."""
    if abs(len(a) - len(b)) > most:
        return False
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            here = min(row[j] + 1, row[j - 1] + 1, before + (x != y))
            before, row[j] = row[j], here
        if min(row) > most:
            return False
    return row[-1] <= most
