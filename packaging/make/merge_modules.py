"""Join modules by a table of moves: merge_modules.py TABLE [--write].

The table names a target with the docstring of its file, and below it, indented, its modules with
their renames: "core.schemes.tel: tel and sms." and "  core.schemes.phone old=new old=new". Names
leave out "uriinspector.", and those of modules may begin with a dot, for the folder of the target
("  .phone"; "." is the target's own module). A name that two modules of a target bind keeps its
name in the target's own module; elsewhere it is named after its module: "describe" in "wais"
becomes "describe_wais", "CITES" becomes "WAIS_CITES". Without --write it only reports.

Before it writes, it refuses: a name that two joined modules bind, a name that one binds and another
uses as a builtin, an import cycle (local and typing imports count), and a local import with another
name. Afterwards every definition has the same syntax tree as before, but for the renames.
"""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
import textwrap
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = "uriinspector"
ROOT = Path.cwd()
SEARCHED = ("uriinspector", "tests", "packaging")
TEXTS = ("*.md", "*.toml", "*.spec", "*.txt", "*.tsv")


class Move(NamedTuple):
    """One module, where it goes, and what is renamed in it."""

    target: str
    module: str
    renames: dict[str, str]


class Edit(NamedTuple):
    """A replacement in a text, by offsets of its bytes."""

    start: int
    end: int
    text: str


def read_table(path: Path) -> tuple[list[Move], dict[str, str]]:
    """Read the moves and the docstrings."""
    moves: list[Move] = []
    docstrings: dict[str, str] = {}
    target = ""
    for line in path.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            target, _, docstring = line.partition(": ")
            docstrings[full(target)] = docstring
            continue
        module, *renames = line.split()
        if module == ".":
            module = target
        elif module.startswith("."):
            module = f"{target.rpartition('.')[0]}{module}"
        moves.append(Move(full(target), full(module), dict(each.split("=") for each in renames)))
    return moves, docstrings


def full(name: str) -> str:
    """Return a dotted name with the package in front."""
    return f"{PACKAGE}.{name}"


def path_of(module: str) -> Path:
    """Return the file that a module is read from."""
    path = ROOT / Path(*module.split("."))
    return path / "__init__.py" if (path / "__init__.py").exists() else path.with_suffix(".py")


def module_of(path: Path) -> str:
    """Return the dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Source:
    """A file with its syntax tree and the offsets of its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data = path.read_bytes()
        self.tree = ast.parse(self.data)
        self.lines = self.data.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return where a node is, in bytes."""
        start = self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return start, end


def bound_by(statement: ast.stmt) -> set[str]:
    """Return the names that a statement at the top of a module binds."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import):
        return {(each.asname or each.name).partition(".")[0] for each in statement.names}
    if isinstance(statement, ast.ImportFrom):
        return {each.asname or each.name for each in statement.names}
    names = {
        node.id
        for node in walk_scope(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for node in walk_scope(statement):
        if node is not statement and isinstance(node, ast.stmt):
            names |= bound_by(node)
    return names


def walk_scope(node: ast.AST):
    """Walk a statement without entering functions, classes and comprehensions."""
    yield node
    for child in ast.iter_child_nodes(node):
        inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
        comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
        if isinstance(child, inner):
            if not isinstance(child, ast.Lambda):
                yield child
        elif not isinstance(child, comprehension):
            yield from walk_scope(child)


def is_typing_block(statement: ast.stmt) -> bool:
    """Return True for "if TYPE_CHECKING:"."""
    return (
        isinstance(statement, ast.If)
        and isinstance(statement.test, ast.Name)
        and statement.test.id == "TYPE_CHECKING"
        and not statement.orelse
    )


def is_import(statement: ast.stmt) -> bool:
    """Return True for both forms of an import."""
    return isinstance(statement, ast.Import | ast.ImportFrom)


class Part(NamedTuple):
    """One joined module in pieces: imports and the rest, each at run time and for types."""

    source: Source
    imports: list[ast.stmt]
    typing_imports: list[ast.stmt]
    typing_rest: list[str]
    rest: list[str]


def take_apart(source: Source) -> Part:
    """Divide a module; comments belong to the statement after them."""
    body = list(source.tree.body)
    part = Part(source, [], [], [], [])
    at = 0
    if ast.get_docstring(source.tree) is not None:
        at = body.pop(0).end_lineno or 0
    for statement in body:
        first = min(
            [statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))]
        )
        before = b"".join(source.lines[at : first - 1]).strip(b"\n")
        text = b"".join(source.lines[first - 1 : statement.end_lineno])
        at = statement.end_lineno or 0
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            continue
        if is_import(statement):
            part.imports.append(statement)
        elif is_typing_block(statement):
            assert isinstance(statement, ast.If)
            part.typing_imports.extend(each for each in statement.body if is_import(each))
            last = 0
            for each in statement.body:
                start = max(last, statement.lineno)
                if not is_import(each) and not isinstance(each, ast.Pass):
                    lines = source.lines[start : each.end_lineno]
                    part.typing_rest.append(b"".join(lines).decode().strip("\n"))
                last = each.end_lineno or 0
        elif not isinstance(statement, ast.Pass):
            joined = (before + b"\n" if before.strip() else b"") + text
            gap = (
                "\n\n\n"
                if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
                else "\n"
            )
            blank = (
                bool(before.strip()) is False
                and first - 1 < len(source.lines)
                and source.lines[first - 2].strip() == b""
            )
            part.rest.append(
                ("\n\n" if blank and gap == "\n" else gap) + joined.decode().strip("\n")
            )
    tail = b"".join(source.lines[at:]).strip(b"\n")
    if tail.strip():
        part.rest.append("\n" + tail.decode())
    return part


def named_after(name: str, word: str) -> str:
    """Return a name with that of its module in it."""
    word = word.removeprefix("year")
    if name.strip("_").isupper():
        start = "_" if name.startswith("_") else ""
        return f"{start}{word.upper()}_{name.strip('_')}"
    if name.startswith("_"):
        return f"_{word}{name}"
    return f"{name}_{word}" if name[0].islower() else f"{word.title().replace('_', '')}{name}"


class Project:
    """All files, and where each module goes."""

    def __init__(self, moves: list[Move], docstrings: dict[str, str]) -> None:
        self.moves = moves
        self.docstrings = docstrings
        self.target = {each.module: each.target for each in moves}
        self.renames = {each.module: each.renames for each in moves}
        self.groups: dict[str, list[str]] = defaultdict(list)
        for each in moves:
            self.groups[each.target].append(each.module)
        paths = [path for room in SEARCHED for path in sorted((ROOT / room).rglob("*.py"))]
        self.sources = {path: Source(path) for path in paths}
        self.modules = {module_of(path): path for path in paths}
        self.names: dict[Path, dict[str, str]] = {}  # what each file calls otherwise afterwards
        self.problems: list[str] = []
        for members in self.groups.values():
            self.rename_by_module(members)

    def rename_by_module(self, members: list[str]) -> None:
        """Add renames for the names that several members define."""
        defined = {
            member: {
                name
                for each in self.top_statements(self.sources[self.modules[member]].tree)
                if not is_import(each)
                for name in bound_by(each)
            }
            for member in members
        }
        named = {
            member: {self.renames[member].get(name, name) for name in names}
            for member, names in defined.items()
        }
        counts = Counter(name for names in named.values() for name in names)
        imported = {
            (name, member)
            for member in members
            for each in self.top_statements(self.sources[self.modules[member]].tree)
            if is_import(each)
            for name, meaning in self.meanings(each)
            if not meaning.startswith(f"import {self.target[member]}")
        }
        for member in members:
            word = member.rpartition(".")[2]
            for name in sorted(defined[member] - self.renames[member].keys()):
                taken = any(name == other and each != member for other, each in imported)
                if taken or (counts[name] > 1 and self.target[member] != member):
                    self.renames[member][name] = named_after(name, word)
            if self.renames[member]:
                print(f"{member}: {self.renames[member]}")

    def new_name(self, module: str) -> str:
        """Return where a module is afterwards."""
        return self.target.get(module, module)

    def check(self) -> None:
        """Collect everything that forbids the move."""
        for each in self.moves:
            if each.module not in self.modules:
                self.problems.append(f"no such module: {each.module}")
        for target in self.groups:
            if target not in self.docstrings:
                self.problems.append(f"no docstring for {target}")
            if target in self.modules and target not in self.target:
                self.problems.append(f"{target} exists and is not in the table")
        if self.problems:
            return
        for target, members in self.groups.items():
            self.check_names(target, members)
        self.check_cycles()

    def check_names(self, target: str, members: list[str]) -> None:
        """Report names bound twice, and builtins that another member replaces."""
        bound: dict[str, dict[str, str]] = defaultdict(dict)
        for member in members:
            source = self.sources[self.modules[member]]
            for statement in self.top_statements(source.tree):
                if is_import(statement):
                    for name, meaning in self.meanings(statement):
                        if (
                            meaning != f"import {target}"
                        ):  # a module that becomes a part of this one
                            bound[self.renames[member].get(name, name)][meaning] = member
                else:
                    for name in bound_by(statement):
                        new = self.renames[member].get(name, name)
                        bound[new][f"defined {target}:{new} in {member}"] = member
        for name, meanings in sorted(bound.items()):
            kinds = {
                re.sub(r"^(import|defined) ", "", re.sub(r" in .*", "", each)) for each in meanings
            }
            definitions = [each for each in meanings if each.startswith("defined")]
            if len(kinds) > 1 or len(definitions) > 1:
                self.problems.append(
                    f"{target}: {name} is bound twice: {sorted(set(meanings.values()))}"
                )
        for member in members:
            arguments = {
                node.arg
                for node in ast.walk(self.sources[self.modules[member]].tree)
                if isinstance(node, ast.arg)
            }
            for name in sorted(arguments & self.renames[member].keys()):
                self.problems.append(
                    f"{target}: {member} has a parameter {name}, which would be renamed"
                )
        own = {member: self.names_of(member, members) for member in members}
        for member in members:
            used = {
                node.id
                for node in ast.walk(self.sources[self.modules[member]].tree)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
            }
            for name in sorted(used & set(dir(builtins)) - own[member]):
                others = [each for each in members if name in own[each]]
                if others:
                    self.problems.append(
                        f"{target}: {member} uses the builtin {name}, bound by {others}"
                    )

    def names_of(self, member: str, members: list[str]) -> set[str]:
        """Return what a member binds at its top, after the renames."""
        tree = self.sources[self.modules[member]].tree
        names = {name for each in self.top_statements(tree) for name in bound_by(each)}
        return {self.renames[member].get(name, name) for name in names}

    def top_statements(self, tree: ast.Module):
        """Yield the statements at the top, those for types included."""
        for statement in tree.body:
            if is_typing_block(statement):
                yield from statement.body  # type: ignore[attr-defined]
            else:
                yield statement

    def meanings(self, statement: ast.stmt):
        """Yield each name of an import with what it means afterwards."""
        if isinstance(statement, ast.Import):
            for each in statement.names:
                name = each.asname or each.name.partition(".")[0]
                yield name, f"import {each.name}" if each.asname else f"import {name}"
        elif isinstance(statement, ast.ImportFrom):
            for each in statement.names:
                whole = f"{statement.module}.{each.name}"
                if whole in self.modules:
                    yield each.asname or each.name, f"import {self.new_name(whole)}"
                else:
                    module, origin = self.origin(statement.module or "", each.name)
                    name = self.renames.get(module, {}).get(origin, origin)
                    yield each.asname or name, f"import {self.new_name(module)}:{name}"

    def origin(self, module: str, name: str) -> tuple[str, str]:
        """Return where a name is defined that a module imports itself."""
        while module in self.modules:
            for each in self.top_statements(self.sources[self.modules[module]].tree):
                if isinstance(each, ast.ImportFrom) and name in {
                    a.asname or a.name for a in each.names
                }:
                    name = next(a.name for a in each.names if (a.asname or a.name) == name)
                    module = each.module or ""
                    break
            else:
                break
        return module, name

    def edges(self, afterwards: bool) -> dict[str, set[str]]:
        """Return which module of the package imports which."""
        found: dict[str, set[str]] = defaultdict(set)
        for path, source in self.sources.items():
            importer = module_of(path)
            if not importer.startswith(PACKAGE):
                continue
            for statement in ast.walk(source.tree):
                names = []
                if isinstance(statement, ast.Import):
                    names = [each.name for each in statement.names]
                elif isinstance(statement, ast.ImportFrom) and statement.module:
                    names = [
                        whole
                        if (whole := f"{statement.module}.{each.name}") in self.modules
                        else statement.module
                        for each in statement.names
                    ]
                for name in names:
                    if name in self.modules and name.startswith(PACKAGE):
                        pair = (importer, name)
                        one, other = map(self.new_name, pair) if afterwards else pair
                        if one != other:
                            found[one].add(other)
        return found

    def check_cycles(self) -> None:
        """Report cycles that were not there before."""
        before = {frozenset(each) for each in cycles(self.edges(afterwards=False))}
        for each in cycles(self.edges(afterwards=True)):
            if frozenset(each) not in before:
                self.problems.append(f"cycle: {' '.join(sorted(each))}")
                self.problems += self.reasons(set(each))

    def reasons(self, cycle: set[str]) -> list[str]:
        """Return the imports that lead from one file of a cycle to another."""
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for importer, names in self.edges(afterwards=False).items():
            for name in names:
                pair = self.new_name(importer), self.new_name(name)
                if pair[0] != pair[1] and set(pair) <= cycle:
                    found[pair].append(f"{importer.rpartition('.')[2]}>{name.rpartition('.')[2]}")
        return [
            f"  {one} > {other}: {', '.join(each)}".replace(f"{PACKAGE}.", "")
            for (one, other), each in sorted(found.items())
        ]

    def order(self, members: list[str]) -> list[str]:
        """Return the members such that each comes after those that it imports when it is loaded."""
        needs = {member: set() for member in members}
        for member in members:
            for statement in self.sources[self.modules[member]].tree.body:
                if isinstance(statement, ast.ImportFrom) and statement.module:
                    for each in statement.names:
                        whole = f"{statement.module}.{each.name}"
                        name = whole if whole in self.modules else statement.module
                        if name in needs and name != member:
                            needs[member].add(name)
        done: list[str] = []
        while len(done) < len(members):
            ready = [each for each in members if each not in done and needs[each] <= set(done)]
            assert ready, f"cycle among {members}"
            done.append(ready[0])
        return done

    # Writing

    def write(self) -> None:
        """Rewrite every file, then join."""
        changed: dict[Path, bytes] = {}
        for path, source in self.sources.items():
            changed[path] = apply(source.data, self.edits(source, module_of(path)))
        hidden = [each for each in self.problems if "hides" in each]
        if hidden:
            sys.exit("\n".join(hidden))
        before = self.definitions(renamed=True)
        for path, data in changed.items():
            if data != self.sources[path].data:
                path.write_bytes(data)
        fresh = {
            module: Source(path) for module, path in self.modules.items() if module in self.target
        }
        written = {}
        for target, members in self.groups.items():
            written[target] = self.joined(target, [fresh[each] for each in self.order(members)])
        for module in self.target:
            git("rm", "-q", "--cached", str(self.modules[module]))
            self.modules[module].unlink()
        for target, text in written.items():
            path = ROOT / Path(*target.split(".")).with_suffix(".py")
            folder = path.with_suffix("")
            if folder.is_dir():
                left = [
                    each
                    for each in folder.rglob("*")
                    if each.name != "__pycache__" and each.is_file() and each.suffix != ".pyc"
                ]
                assert not left, f"{folder} still has {left}"
                remove_tree(folder)
            path.write_text(text, "utf-8")
        for folder in sorted((ROOT / PACKAGE).rglob("*"), reverse=True):
            if (
                folder.is_dir()
                and folder.name != "__pycache__"
                and not any(each.suffix == ".py" for each in folder.rglob("*.py"))
            ):
                remove_tree(folder)
        self.write_texts()
        run("ruff", "check", "--quiet", "--select", "I,F401,F811,TC005", "--fix", ".", check=False)
        run("ruff", "format", "--quiet", ".")
        self.compare(before)

    def edits(self, source: Source, module: str) -> list[Edit]:
        """Return what changes in one file: imports, names of modules, renames, dotted names in texts."""
        edits: list[Edit] = []
        tree, renamed = source.tree, dict(self.renames.get(module, {}))
        objects: dict[str, str] = {}  # a name in this file that is a module, and its new name
        self.objects: dict[str, str] = {}  # the same name, and the module before
        for statement in ast.walk(tree):
            if isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
                edits += self.edit_import(source, statement, renamed, objects, module)
            elif isinstance(statement, ast.Import):
                for each in statement.names:
                    if each.name in self.target:
                        start, end = source.span(each)
                        new = self.new_name(each.name)
                        edits.append(
                            Edit(start, end, f"{new} as {each.asname}" if each.asname else new)
                        )
        names = self.names[source.path] = dict(renamed)
        names |= {name: new for name, new in objects.items() if new}
        chains: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                edits += self.edit_attribute(source, node, objects, chains)
        self.check_locals(source, module, objects, names)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and id(node) not in chains:
                if node.id in objects and objects[node.id] != node.id:
                    edits.append(Edit(*source.span(node), objects[node.id]))
                elif node.id in renamed:
                    edits.append(Edit(*source.span(node), renamed[node.id]))
            elif (
                isinstance(node, ast.FunctionDef | ast.ClassDef)
                and node.name in renamed
                and node in tree.body
            ):
                at = source.starts[node.lineno - 1] + node.col_offset
                offset = source.data.index(node.name.encode(), at + len("def"))
                edits.append(Edit(offset, offset + len(node.name), renamed[node.name]))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                edits += self.edit_string(source, node)
            elif isinstance(node, ast.Call):
                edits += self.edit_patch(source, node)
        return edits

    def edit_patch(self, source, node) -> list[Edit]:
        """Rename "name" in "setattr(module, "name", ...)" and the like."""
        match node.args:
            case [ast.Name(id=name), ast.Constant(value=str(old)) as constant, *_] if (
                name in self.objects
            ):
                new = self.renames.get(self.objects[name], {}).get(old, old)
                return [Edit(*source.span(constant), f'"{new}"')] if new != old else []
        return []

    def check_locals(self, source, module, objects, names) -> None:
        """Report a local variable with the name that a use of a joined module has afterwards."""
        wanted = {new for old, new in objects.items() if new and new != old} | {
            new for old, new in names.items() if "." in old and "." not in new
        }
        for node in ast.walk(source.tree):
            if isinstance(node, ast.arg):
                name = node.arg
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                name = node.id
            else:
                continue
            if name in wanted and node.col_offset:
                self.problems.append(
                    f"{module}:{node.lineno}: the variable {name} hides a module's name"
                )

    def edit_import(self, source, statement, renamed, objects, module) -> list[Edit]:
        """Rewrite "from a import b": by new module, and b by its new name."""
        groups: dict[tuple[str, str], list[str]] = defaultdict(list)
        changed = False
        own = self.target.get(module)
        for each in statement.names:
            whole = f"{statement.module}.{each.name}"
            if whole in self.target:
                new = self.new_name(whole)
                parent, _, name = new.rpartition(".")
                self.objects[each.asname or each.name] = whole
                if own == new:
                    objects[each.asname or each.name] = ""
                    changed = True
                    continue
                if each.asname:
                    groups[parent, ""].append(f"{name} as {renamed.get(each.asname, each.asname)}")
                else:
                    groups[parent, ""].append(name)
                    objects[each.name] = name
                changed = True
            elif statement.module in self.target:
                new = self.new_name(statement.module)
                name = self.renames[statement.module].get(each.name, each.name)
                if name != each.name and not each.asname:
                    renamed[each.name] = name
                changed = True
                if own == new:
                    if each.asname and each.asname != name:
                        self.problems.append(
                            f"{module} imports {name} as {each.asname} from its own group"
                        )
                    continue
                groups[new, ""].append(f"{name} as {each.asname}" if each.asname else name)
            else:
                groups[statement.module, ""].append(
                    f"{each.name} as {renamed.get(each.asname, each.asname)}"
                    if each.asname
                    else each.name
                )
                changed = changed or each.asname in renamed
        if not changed:
            return []
        indent = " " * statement.col_offset
        lines = [
            f"from {name} import {', '.join(dict.fromkeys(what))}"
            for (name, _), what in groups.items()
        ]
        start, end = source.span(statement)
        if not lines:
            if statement.col_offset and statement in self.removable(source):
                while source.data[start - 1 : start] == b" ":
                    start -= 1
                return [Edit(start, end + 1, "")]
            lines = ["pass  # moved"]
        return [Edit(start, end, f"\n{indent}".join(lines))]

    @cache
    def removable(self, source: Source) -> set[ast.stmt]:
        """Return the imports in functions that are not alone there."""
        return {
            each
            for node in ast.walk(source.tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and sum(not is_import(other) for other in node.body) > 0
            for each in node.body
            if is_import(each)
        }

    def edit_attribute(self, source, node, objects, chains) -> list[Edit]:
        """Rewrite "uriinspector.a.b.c", and "module.name" where the name is renamed."""
        dotted = name_of(node)
        if dotted in self.target:
            chains |= {id(each) for each in ast.walk(node)}
            return [Edit(*source.span(node), self.new_name(dotted))]
        if isinstance(node.value, ast.Name) and node.value.id in self.objects:
            module = self.objects[node.value.id]
            name = self.renames[module].get(node.attr, node.attr)
            own = objects.get(node.value.id)
            if own == "":
                chains.add(id(node.value))
                self.names[source.path][f"{node.value.id}.{node.attr}"] = name
                return [Edit(*source.span(node), name)]
            if name != node.attr:
                named = f"{own or node.value.id}.{name}"
                self.names[source.path][f"{node.value.id}.{node.attr}"] = named
            end = source.span(node)[1]
            return [Edit(end - len(node.attr), end, name)] if name != node.attr else []
        return []

    def edit_string(self, source, node) -> list[Edit]:
        """Rewrite dotted names of modules in a string."""
        start, end = source.span(node)
        text = source.data[start:end].decode()
        new = self.replaced(text)
        return [Edit(start, end, new)] if new != text else []

    def replaced(self, text: str) -> str:
        """Replace dotted names and paths of modules in a text."""

        def dotted(match: re.Match[str]) -> str:
            name = match[0]
            while name and name not in self.target:
                name = name.rpartition(".")[0]
            if not name:
                return match[0]
            rest = match[0][len(name) :]
            first = rest[1:].partition(".")[0]
            if first and f"{name}.{first}" in self.modules:
                return match[0]
            renames = self.renames[name]
            if first in renames:
                rest = "." + renames[first] + rest[1 + len(first) :]
            return self.target[name] + rest

        text = re.sub(rf"\b{PACKAGE}(?:\.\w+)+", dotted, text)
        short = re.fullmatch(r"([\"'])(\w+(?:\.\w+)+)\1", text)
        if short and full(short[2]) in self.target:
            return text.replace(short[2], self.target[full(short[2])].removeprefix(f"{PACKAGE}."))

        def path(match: re.Match[str]) -> str:
            for prefix in (PACKAGE + "/", ""):
                name = full(
                    match[1].removeprefix(PACKAGE + "/")[: -len(".py")].replace("/", ".")
                ).removesuffix(".__init__")
                if name in self.target:
                    new = self.target[name].removeprefix(PACKAGE + ".").replace(".", "/") + ".py"
                    return (PACKAGE + "/" if match[1].startswith(PACKAGE + "/") else "") + new
            return match[0]

        return re.sub(r"\b(\w+(?:/\w+)+\.py)\b", path, text)

    def write_texts(self) -> None:
        """Rewrite dotted names and paths in the other files."""
        listed = git("ls-files", *TEXTS, capture=True).split()
        for name in listed:
            if name == "CHANGELOG.md" or "moves" in name:
                continue
            path = ROOT / name
            try:
                text = path.read_text("utf-8")
            except (UnicodeDecodeError, FileNotFoundError):
                continue
            new = self.replaced(text)
            if new != text:
                path.write_text(new, "utf-8")

    def joined(self, target: str, sources: list[Source]) -> str:
        """Return the text of the joined file."""
        parts = [take_apart(each) for each in sources]
        docstrings = [ast.get_docstring(each.source.tree, clean=True) or "" for each in parts]
        more = [each.partition("\n\n")[2].strip() for each in docstrings]
        text = "\n\n".join([self.docstrings[target], *(each for each in more if each)])
        closing = "\n" if "\n" in text else ""
        quoted = f'r"""{text}{closing}"""' if "\\" in text else f'"""{text}{closing}"""'
        pieces = [quoted, "from __future__ import annotations"]
        runtime = dict.fromkeys(
            line
            for part in parts
            for each in part.imports
            for line in import_lines(part.source, each)
        )
        typing = dict.fromkeys(
            line
            for part in parts
            for each in part.typing_imports
            for line in import_lines(part.source, each)
        )
        pieces.append("\n".join(runtime))
        rest = by_use(list(dict.fromkeys(each for part in parts for each in part.typing_rest)))
        only = [each for each in typing if each not in runtime and each.strip() != "pass  # moved"]
        bodies = "".join("".join(each.rest) for each in parts)
        late = set().union(*(bound_by(each) for each in ast.parse(bodies).body))
        first: list[str] = []
        last: list[str] = []
        for each in rest:
            statement = ast.parse(textwrap.dedent(each)).body[0]
            used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            (last if used & late else first).append(each)
            late |= bound_by(statement) if used & late else set()
        if only or first:
            block = [f"    {each}" for each in only] + first
            pieces.append("if TYPE_CHECKING:\n" + "\n".join(block))
        ending = "\n\nif TYPE_CHECKING:\n" + "\n".join(last) + "\n" if last else ""
        return "\n\n".join(pieces) + "\n" + bodies + "\n" + ending

    def definitions(self, *, renamed: bool) -> Counter[str]:
        """Return the tree of every statement of the package, without imports; renamed on demand."""
        found: Counter[str] = Counter()
        for module, path in self.modules.items():
            if module.startswith(PACKAGE):
                tree = ast.parse(path.read_bytes())
                for statement in self.top_statements(tree):
                    if is_import(statement) or isinstance(statement, ast.Expr | ast.Pass):
                        continue
                    names = self.names.get(path, {}) if renamed else {}
                    found[ast.dump(Renamed(names, self.replaced).visit(statement))] += 1
        return found

    def compare(self, before: Counter[str]) -> None:
        """Refuse a result that has lost or changed a definition."""
        paths = sorted((ROOT / PACKAGE).rglob("*.py"))
        self.modules = {module_of(path): path for path in paths}
        after = self.definitions(renamed=False)
        for tree in (before - after).keys():
            print("LOST", tree[:300])
        for tree in (after - before).keys():
            print("NEW", tree[:300])
        if before != after:
            sys.exit("the definitions are not the same")
        print("the definitions are the same:", sum(after.values()))


class Renamed(ast.NodeTransformer):
    """Renames what one file names by its own renames, and drops what a move drops."""

    def __init__(self, names: dict[str, str], replaced: Callable[[str], str]) -> None:
        self.names = names
        self.replaced = replaced

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Drop it: imports are what a move changes."""

    def visit_Import(self, node: ast.Import) -> None:
        """Drop it."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Rename a name."""
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Rename "module.name", which loses its module where both are in one file."""
        if isinstance(node.value, ast.Name) and (
            new := self.names.get(f"{node.value.id}.{node.attr}")
        ):
            tree = ast.parse(new, mode="eval").body
            for each in ast.walk(tree):
                if hasattr(each, "ctx"):
                    each.ctx = ast.Load()
            return tree
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Rename a function."""
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Rename a class."""
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Rename the modules in a string."""
        if isinstance(node.value, str):
            quoted = f'"{node.value}"'
            node.value = (
                self.replaced(quoted)[1:-1] if quoted.count('"') == 2 else self.replaced(node.value)
            )
        return node


def import_lines(source: Source, statement: ast.stmt) -> list[str]:
    """Return an import as lines of one name each; remarks on its line are kept."""
    start, end = source.span(statement)
    line_end = source.data.find(b"\n", end)
    remark = source.data[end:line_end].decode()
    if isinstance(statement, ast.ImportFrom):
        return [
            f"from {statement.module} import {each.name}{f' as {each.asname}' if each.asname else ''}{remark}"
            for each in statement.names
        ]
    assert isinstance(statement, ast.Import)
    return [
        f"import {each.name}{f' as {each.asname}' if each.asname else ''}{remark}"
        for each in statement.names
    ]


def by_use(statements: list[str]) -> list[str]:
    """Return statements such that each comes after those whose names it uses."""
    trees = {each: ast.parse(textwrap.dedent(each)).body[0] for each in statements}
    bound = {each: bound_by(tree) for each, tree in trees.items()}
    done: list[str] = []
    while len(done) < len(statements):
        for each in statements:
            used = {n.id for n in ast.walk(trees[each]) if isinstance(n, ast.Name)}
            used |= (
                {
                    n.id
                    for c in ast.walk(trees[each])
                    if isinstance(c, ast.Constant) and isinstance(c.value, str)
                    for n in ast.walk(ast.parse(c.value))
                    if isinstance(n, ast.Name)
                }
                if isinstance(trees[each], ast.AnnAssign)
                else set()
            )
            waits = [x for x in statements if x not in done and x != each and bound[x] & used]
            if each not in done and not waits:
                done.append(each)
                break
        else:
            return statements
    return done


def name_of(node: ast.AST) -> str:
    """Return "a.b.c" of an attribute of names, else nothing."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (inner := name_of(node.value)):
        return f"{inner}.{node.attr}"
    return ""


def apply(data: bytes, edits: list[Edit]) -> bytes:
    """Apply edits that do not overlap; of two that do, the larger one counts."""
    kept: list[Edit] = []
    for each in sorted(set(edits), key=lambda edit: (edit.start, -edit.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    for each in reversed(kept):
        data = data[: each.start] + each.text.encode() + data[each.end :]
    return data


def cycles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components of more than one module (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on: set[str] = set()
    found = []
    for root in list(edges):
        if root in index:
            continue
        work = [(root, iter(edges.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(edges.get(other, ()))))
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        other = stack.pop()
                        on.discard(other)
                        group.append(other)
                        if other == node:
                            break
                    if len(group) > 1:
                        found.append(group)
    return found


def remove_tree(folder: Path) -> None:
    """Remove a folder that has nothing but compiled files."""
    import shutil

    shutil.rmtree(folder)


def git(*arguments: str, capture: bool = False) -> str:
    """Run git."""
    done = subprocess.run(["git", *arguments], check=True, capture_output=capture, text=True)
    return done.stdout or ""


def run(*arguments: str, check: bool = True) -> None:
    """Run a tool of the environment."""
    subprocess.run([sys.executable, "-m", *arguments], check=check)


def main() -> None:
    """Check, and with --write do it."""
    moves, docstrings = read_table(Path(sys.argv[1]))
    project = Project(moves, docstrings)
    project.check()
    for each in project.problems:
        print("REFUSED", each)
    if project.problems:
        sys.exit(1)
    if "--write" in sys.argv and git("status", "--porcelain", capture=True):
        sys.exit("commit first: a move is a commit of its own")
    print(f"{len(moves)} modules into {len(project.groups)}: nothing is in the way")
    if "--write" in sys.argv:
        project.write()
        for each in project.problems:
            print("LOOK", each)


main()
