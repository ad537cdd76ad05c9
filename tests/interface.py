"""The public interface as text, one line for each signature and each key.

Python: the exported names, and every class reachable from them, with its public members. JSON:
every definition of the schema with the type of each key, and every path of keys that occurs in
the output for some samples. Terminal: every command with its options.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import uriinspector
from tests.architecture.source import PACKAGE, ROOT, modules
from uriinspector.cli.arguments import OPTIONS

SCHEMA = ROOT / "resources/schema/uriinspector-1.schema.json"
NAME = re.compile(r"\b[A-Z]\w+\b")
# Keys that describe a value but not its type.
PROSE = ("description", "title", "$schema", "$id")
LINKS = (
    "http://www.example.com@10.0.0.1/%zz?u=aHR0cHM6Ly9iLmV4YW1wbGUv",
    "https://www.p\u0430ypal.com/?next=https%3A%2F%2Fevil.example%2F",
    "mailto:a@b.example?subject=x", "urn:isbn:1", "hxxps://evil[.]example/", "../g",
)  # fmt: skip
MAIL = (
    b"From: =?utf-8?q?Bank?= <a@b.example>\nSubject: Your account\nMIME-Version: 1.0\n"
    b"Received: from a.example (a.example [192.0.2.1]) by b.example;"
    b" Mon, 1 Jan 2024 00:00:00 +0000\n"
    b"Authentication-Results: b.example; spf=fail smtp.mailfrom=a.example\n"
    b'Content-Type: multipart/mixed; boundary="x"\n\n--x\nContent-Type: text/html\n\n'
    b'<base href="http://c.example/"><a href="//evil.test/">http://www.bank.example/</a>\n'
    b'--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="a.pdf"\n\nx\n'
    b"--x--\n"
)


def interface() -> str:
    parts = {"Python": python_lines(), "JSON": key_lines(), "JSON of samples": path_lines()}
    parts["Terminal"] = option_lines()
    return "\n".join(f"== {title}\n" + "".join(map("{}\n".format, parts[title])) for title in parts)


def python_lines() -> Iterator[str]:
    """Describe the exported names, then every class, sorted by name."""
    for name in uriinspector.__all__:
        value = getattr(uriinspector, name)
        if inspect.isfunction(value):
            [node] = ast.parse(inspect.getsource(value)).body
            yield from verb_lines(node)
        elif not inspect.isclass(value):
            yield f"{name}: {type(value).__name__}"
    yield f"EDITIONS = {uriinspector.EDITIONS}"
    exported = [name for name in uriinspector.__all__ if name in classes()]
    given = {name for each in exported for name in named_in(members(each))}
    # Item types of sequence classes are reachable, too.
    given |= {name for each in given for name in named_in(members(each)[:1]) if each != name}
    for name in sorted({*exported, *given}):
        yield f"class {name}"
        yield from (f"    {line}" for line in members(name))


def verb_lines(node: ast.stmt) -> Iterator[str]:
    """Describe a function, one line for each parameter."""
    assert isinstance(node, ast.FunctionDef)
    given = node.args
    yield f"{node.name} -> {ast.unparse(node.returns) if node.returns else ''}"
    defaults = [None] * (len(given.args) - len(given.defaults)) + list(given.defaults)
    rows = [("by place", *each) for each in zip(given.args, defaults, strict=True)]
    rows += [("by name", *each) for each in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    for how, parameter, default in rows:
        usual = "" if default is None else f" = {ast.unparse(default)}"
        yield f"    {how} {ast.unparse(parameter)}{usual}"


@cache
def classes() -> dict[str, ast.ClassDef]:
    """Return the public classes outside gui and cli by name; the names are unique."""
    rooms = [path for path in modules() if path.relative_to(PACKAGE).parts[0] not in {"gui", "cli"}]
    trees = [ast.parse(path.read_text("utf-8")) for path in rooms]
    nodes = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    return {node.name: node for node in nodes if not node.name.startswith("_")}


def named_in(lines: Iterable[str]) -> set[str]:
    """Return the names of classes that occur in some lines."""
    return {name for line in lines for name in NAME.findall(line)} & set(classes())


def members(name: str) -> list[str]:
    """Describe the public members of a class, inherited ones first."""
    node = classes()[name]
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in classes()]
    rows = [f"({ast.unparse(base)})" for base in node.bases if isinstance(base, ast.Subscript)]
    rows += [line for base in bases for line in members(base)]
    return list(dict.fromkeys([*rows, *(line for part in node.body for line in _member(part))]))


def _member(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        default = "" if node.value is None else f" = {ast.unparse(node.value)}"
        if not node.target.id.startswith("_"):
            yield f"{node.target.id}: {ast.unparse(node.annotation)}{default}"
    elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
        kept = [ast.unparse(each) for each in node.decorator_list]
        returned = ast.unparse(node.returns) if node.returns else ""
        if {"property", "lazy", "cached_property"} & set(kept):
            yield f"{node.name}: {returned}"
        else:
            yield f"{node.name}({ast.unparse(node.args)}) -> {returned}"
    elif isinstance(node, ast.FunctionDef) and node.name == "__init__":
        yield f"__init__({ast.unparse(node.args)})"


def key_lines() -> Iterator[str]:
    """Describe every key of the schema with the type of its values."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    yield f"$id {schema['$id']}"
    for name, value in sorted(schema["$defs"].items()):
        yield from _value_lines(name, value)


def _value_lines(name: str, value: dict[str, Any]) -> Iterator[str]:
    required = value.get("required", ())
    properties = value.get("properties", {})
    rest = {key: value[key] for key in value if key not in {*PROSE, "properties", "required"}}
    yield f"{name} {_plain(rest)}"
    for key, kind in sorted(properties.items()):
        yield f"    {name}.{key}{'' if key in required else '?'} {_plain(kind)}"


def _plain(value: object) -> str:
    return json.dumps(_without_prose(value), sort_keys=True)


def _without_prose(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_prose(each) for key, each in value.items() if key not in PROSE}
    return [_without_prose(each) for each in value] if isinstance(value, list) else value


def path_lines() -> list[str]:
    """Return every path of keys in the JSON output for the samples."""
    records = [uriinspector.inspect(link, base="http://a/b/") for link in LINKS]
    written: dict[str, list[Any]] = {
        "parse": [uriinspector.parse(link) for link in LINKS],
        "inspect": records,
        "resolve": [uriinspector.resolve("http://a/b/c", link) for link in LINKS],
        "compare": [uriinspector.compare(LINKS[0], link) for link in LINKS],
        "scan": [uriinspector.scan(MAIL, name="a.eml"), uriinspector.scan(b"%PDF-1.4")],
    }
    paths: set[str] = set()
    for verb, values in written.items():
        for value in values:
            _gather(json.loads(json.dumps(value.to_dict())), verb, paths)
    return sorted(paths)


def _gather(value: object, path: str, paths: set[str]) -> None:
    paths.add(path)
    if isinstance(value, dict):
        for key, each in value.items():
            _gather(each, f"{path}.{key}", paths)
    elif isinstance(value, list):
        for each in value:
            _gather(each, f"{path}[]", paths)


def option_lines() -> Iterator[str]:
    """Describe every command, each followed by its options and their values."""
    for command, options in OPTIONS.items():
        yield f"uriinspect {command}"
        for name, how in sorted(options, key=lambda each: each[0]):
            taken = {
                key: value for key, value in how.items() if key not in {"dest", "help", "type"}
            }
            yield f"    {name} {json.dumps(taken, sort_keys=True, default=list)}"
