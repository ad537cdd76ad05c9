"""Every template that the program can print, by kind, with its translation."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

from tests.architecture.source import PACKAGE, ROOT, modules
from tests.language.page_texts import english_pages, german_pages
from tests.language.templates import collected, counting, german
from uriinspector.analysis.rewriters import rewriters
from uriinspector.cli import help as help_texts
from uriinspector.core.grammar import EDITIONS, rule_texts
from uriinspector.documents.rules.table import ALL_RULES
from uriinspector.gui import command_line

# Files whose texts are entries of the help.
HELP = {"help.py", "lesson_help.py", "further_help.py", "table_help.py"}
WORD = re.compile(r"[a-z]{2}.* |^[A-Z][a-z]")  # several words, or a capitalized one
OPTIONS = re.compile(r"--[a-z-]+ --")  # a list of options, not a text


@dataclass(frozen=True, slots=True)
class PrintedTexts:
    """Templates by kind, titles and messages of rules, and translations by template."""

    kinds: Mapping[str, frozenset[str]]
    titles: tuple[str, ...] = ()
    translations: Mapping[str, str] = field(default_factory=dict)
    german: frozenset[str] = frozenset()  # sentences on German pages, which have no template


@cache
def printed() -> PrintedTexts:
    """Return the program's texts."""
    kinds = dict(collected())
    # Counting texts belong to the window, where most of them are shown.
    kinds["window"] |= frozenset(chain.from_iterable(counting()))
    kinds["help"] = frozenset((*help_entries(), *window_help()))
    kinds["terminal"] = frozenset(terminal())
    kinds["pages"] = english_pages()
    kinds["grammar"] = frozenset(grammar())
    kinds["productions"] = frozenset(productions())
    kinds["services"] = frozenset(row.name for row in rewriters().rows)
    return PrintedTexts(kinds, tuple(rule.title for rule in ALL_RULES), german(), german_pages())


def help_entries() -> Iterator[str]:
    """Yield the terminal's help by paragraph or option, without usage and examples."""
    for text in (help_texts.MAIN, *help_texts.COMMANDS.values()):
        for block in re.split(r"\n\s*\n", text):
            if not block.startswith(("usage:", "examples:")):
                yield from (" ".join(each.split()) for each in re.split(r"\n(?=  ?\S)", block))


def window_help() -> Iterator[str]:
    """Yield the window's command-line help, and its messages if it cannot start."""
    yield from (command_line.DESCRIPTION, command_line.EPILOG)
    yield from (how["help"] for _, how in command_line.OPTIONS)
    yield from literals(PACKAGE / "gui" / "system.py")


def terminal() -> Iterator[str]:
    """Yield the texts in the files of the terminal."""
    for path in modules("cli"):
        if path.name not in HELP:
            yield from literals(path)


def literals(path: Path) -> Iterator[str]:
    """Yield the texts in a file that contain words; values become placeholders."""
    tree = ast.parse(path.read_text("utf-8"))
    passed_over = {id(each) for each in inner(tree)}
    for node in ast.walk(tree):
        if id(node) not in passed_over:
            text = template(node)
            if WORD.search(text) and not OPTIONS.search(text):
                yield text


def inner(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes that are not separate texts: docstrings, and parts of f-strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield from (each for each in ast.walk(node) if each is not node)
        elif isinstance(node, ast.Expr):
            yield node.value


def template(node: ast.AST) -> str:
    """Return a literal as a template."""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values
        )
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def grammar() -> Iterator[str]:
    """Yield the program's descriptions of grammar rules."""
    for path in sorted((ROOT / "resources" / "grammar").glob("*.toml")):
        yield from (words for _, words in tomllib.loads(path.read_text("utf-8"))["rules"].values())


def productions() -> Iterator[str]:
    """Yield the grammar rules as the specifications write them."""
    for edition in EDITIONS:
        yield from chain.from_iterable(rule_texts(edition).items())
