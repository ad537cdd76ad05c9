"""Golden files of the core: its tables and sentences.

After an intended change of wording, rewrite them with
``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/core/test_golden.py`` and review the diff.
"""

import ast
import os
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from tests.core.test_message import TEXTS, keys, messages_about
from tests.for_each import for_each
from uriinspector import EDITIONS, parse, resolve
from uriinspector.core.listing import LISTINGS
from uriinspector.core.model import Span
from uriinspector.core.resolution import RULES_1997, RULES_2003, RULES_2005
from uriinspector.core.schemes.dossier import Choice
from uriinspector.core.schemes.gopher import ATTRIBUTES, PROTOCOLS, TYPES
from uriinspector.core.schemes.lookup import describe
from uriinspector.core.schemes.mailto import ATTACHING, FORGING, HARMLESS
from uriinspector.core.schemes.rows import COMMANDS, TABLE
from uriinspector.core.schemes.table import SCHEMES

FOLDER = Path(__file__).parent / "golden"
REWRITE = bool(os.environ.get("URIINSPECT_REWRITE_GOLDEN"))
# Additional texts: the others have a placeholder in every position.
MORE = [
    *("jar:jar:file:///a.jar!/b.jar!/c", "gopher://h/00/a", "gopher://h/%30%30/a", "gopher:///1"),
    *("mailto:a@b?body=%00", "mailto:?=", "mailto://a@b", "mailto:a@b?attach=x&x-a=b"),
    *("tel:112", "tel:*1#", "nntp://h/a/", "nntp://h/1a/x", "news:@h", "news:a@", "urn:nbn:de-1"),
    *("urn:a:b?-s=a&s=b", "urn:a:b?-&", "urn:ab:c?-x-=&", "webcal://h/", "doi:10.1/2", "ni:///a;b"),
    *("ftp://h/a;type=d", "telnet://h/x", "wais://h/d/t/p", "prospero://h:1525/x;a=b", "file:a"),
    *("data:text/html;base64,TV=Q", "data:,a%zz", "cid:a@b", "tn3270://h/x", "rlogin://u@h/x"),
]


def schemes() -> Iterator[str]:
    """Describe each scheme and its names."""
    for row in TABLE:
        yield " | ".join(
            (
                *(" ".join(row.names), row.title, row.danger, row.verb, row.how),
                *(", ".join(row.cites), str(row.port or ""), row.warning),
                "" if row.level == "danger" else row.level,
            )
        )
    for name, scheme in sorted(SCHEMES.items()):
        yield f"{name}: {scheme.danger}, {scheme.port}"
    for words in (COMMANDS, FORGING, HARMLESS, ATTACHING):
        yield " ".join(sorted(words))
    for table in (TYPES, ATTRIBUTES, PROTOCOLS):
        yield from (f"{key} = {meaning}" for key, meaning in table.items())


def listings() -> Iterator[str]:
    """Return the algorithm listing of each edition."""
    for edition, listing in LISTINGS.items():
        for each in listing.lines:
            notes = " ".join(map(repr, each.notes))
            yield f"{edition} {'    ' * each.depth}{each.rule}: {each.words} {notes}".rstrip()


def branches() -> Iterator[str]:
    """Return each branch of the algorithms of 1997, 2003 and 2005: its notes and origins."""
    for year, rules in (("1997", RULES_1997), ("2003", RULES_2003), ("2005", RULES_2005)):
        for name, branch in rules.branches.items():
            yield f"{year} {name} {branch}"


def sentences() -> Iterator[str]:
    """Return all messages about these texts in each edition, with placeholders."""
    asked = {
        key
        for text, edition in product((*TEXTS, *MORE), EDITIONS)
        for sentence in messages_about(text, edition)
        for key in keys(sentence)
    }
    yield from sorted(asked)


def dossiers() -> Iterator[str]:
    """Describe the texts already in the file by their schemes, in 2005 or the given edition."""
    for line in (FOLDER / "dossiers.txt").read_text("utf-8").splitlines():
        if line.startswith(HEAD):
            yield line
            text, *editions = ast.literal_eval(f"{line.removeprefix(HEAD)},")
            description = dossier(text, *editions)
            yield from (each.encode("utf-8", "backslashreplace").decode() for each in description)


HEAD = "== "


def dossier(text: str, edition: str = "2005", urn_edition: str = "rfc8141") -> Iterator[str]:
    """Describe fields, actions, nested links, faults and notes, with their positions."""
    found = describe(parse(text, edition=edition), Choice(urn_edition))
    assert found is not None
    yield f"{found.scheme} {found.danger}: {found.title}{cited(found.cites)}"
    for field in found.fields:
        value = f" {field.value!a}" if field.span else ", absent"
        yield f"  {place(field.span)}{field.name}{value}: {field.meaning}"
    for action in found.actions:
        yield f"  {action.variant or 'then'}: {action.verb} {action.text!a} {action.note}".rstrip()
    for inner in found.inner:
        yield f"  {place(inner.span)}inside by {inner.via}: {inner.text!a}"
    for fault in found.violations:
        where = f"{fault.start}-{fault.end} {fault.rule}, not {fault.expected}"
        yield f"  {where}: {fault.message}{cited(fault.cites)}"
    for note in found.notes:
        yield f"  {place(note.span)}{note.level} {note.code}: {note.message}{cited(note.cites)}"
    forms = {"normal": found.normal, "display": found.display, "content": found.content}
    yield from (f"  {name}: {form!a}" for name, form in forms.items() if form is not None)


def place(span: Span | None) -> str:
    return f"{span.start}-{span.end} " if span else ""


def cited(cites: tuple[str, ...]) -> str:
    return f" [{', '.join(cites)}]" if cites else ""


@for_each("content", schemes, listings, branches, sentences, dossiers)
def test_core_tables_match_the_golden_files(content: Callable[[], Iterator[str]]) -> None:
    found = "".join(f"{line}\n" for line in content())
    golden = FOLDER / f"{content.__name__}.txt"
    if REWRITE:
        golden.write_text(found, "utf-8")
    assert found == golden.read_text("utf-8")


def test_same_document_references_depend_on_the_edition() -> None:
    targets = ("http://a/b?q", "http://a/b?q#s", "b?q#s", "#s", "")
    same = {
        year: [resolve("http://a/b?q#f", each, edition=year).same_document for each in targets]
        for year in EDITIONS
    }
    assert same["2005"] == [True] * 5
    assert same["1997"] == same["2003"] == [False, False, False, True, True]
    assert not any(same["1994"])
