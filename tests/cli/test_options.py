"""The options of every command: names, values and missing arguments."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each
from uriinspector.cli.arguments import (
    EVERYWHERE,
    OPTIONS,
    MisuseError,
    asks_for,
    command_of,
    options_of,
)

GOLDEN = Path(__file__).parent / "golden/options.txt"
HELP = GOLDEN.with_name("help.txt")
# Required arguments.
NEEDED = {
    "resolve": ("BASE", "REF"), "compare": ("A", "B"), "normalize": ("LINK",), "tree": ("LINK",),
    "batch": ("valid", "FILE"), "check": ("FILE",), "report": ("LINK",), "table": ("IN", "OUT"),
}  # fmt: skip


def described(value: Any) -> str:
    """Return an option's value as text; of a function, its name."""
    if isinstance(value, tuple | list):
        return "|".join(map(str, value)) or "[]"
    return value.__name__ if callable(value) else str(value)


def same_as(file: Path, now: str) -> None:
    """Compare text with a golden file, or rewrite the file."""
    if os.environ.get("URIINSPECT_REWRITE_GOLDEN"):
        file.write_text(now, encoding="utf-8", newline="\n")
    assert now == file.read_text("utf-8")


def lines() -> Iterator[str]:
    for command, options in (("everywhere", EVERYWHERE), *OPTIONS.items()):
        yield command
        for name, how in options:
            rest = " ".join(f"{key}={described(how[key])}" for key in sorted(how))
            yield f"    {name} {rest}".rstrip()


def test_options_match_the_golden_file() -> None:
    same_as(GOLDEN, "\n".join([*lines(), ""]))


def test_help_matches_the_golden_file(uriinspect: Command) -> None:
    pages = []
    for arguments in (("--help",), *((command, "--help") for command in OPTIONS)):
        answer = uriinspect(*arguments)
        assert (answer.status, answer.err) == (0, "")
        pages.append(f"# {' '.join(arguments)}\n\n{answer.out}")
    same_as(HELP, "\n".join(pages))


IN_WORDS = {
    "A, B": "the two links",
    "B": "the second link",
    "BASE, REF": "the base and the reference",
    "REF": "the reference",
}


@for_each("command", *OPTIONS)
def test_missing_argument_is_named(command: str) -> None:
    needed = NEEDED.get(command, ())
    assert vars(options_of(command, needed))
    for at, name in enumerate(needed):
        with pytest.raises(MisuseError) as fault:
            options_of(command, needed[:at])
        expected = ", ".join("WHAT" if each == "valid" else each for each in needed[at:])
        assert str(fault.value) == f"missing {IN_WORDS.get(expected, expected)}", name


@for_each("command", *OPTIONS)
def test_every_option_is_accepted_before_arguments(command: str) -> None:
    needed = NEEDED.get(command, ())
    for name, how in (*EVERYWHERE, *OPTIONS[command]):
        if not name.startswith("-"):
            continue
        key = how.get("dest", name.lstrip("-").replace("-", "_"))
        if how.get("action") == "store_true":
            assert vars(options_of(command, needed))[key] is False
            assert vars(options_of(command, (name, *needed)))[key] is True
            continue
        for value in how.get("choices", ("7",)):
            got = vars(options_of(command, (name, value, *needed)))[key]
            expected: object = int(value) if "type" in how else value
            several = how.get("action") == "append" or how.get("nargs") == "+"
            assert got == ([expected] if several else expected)
        with pytest.raises(MisuseError):
            options_of(command, (*needed, name))
        if "choices" in how:
            with pytest.raises(MisuseError):
                options_of(command, (name, "no-such-choice", *needed))


def test_options_cannot_be_abbreviated() -> None:
    with pytest.raises(MisuseError):
        options_of("scan", ("--stric",))


@for_each(
    "arguments, command, rest", ((), "inspect", []), (("http://a/",), "inspect", ["http://a/"]),
    (("scan", "a"), "scan", ["a"]),
    (("--color", "never", "scan", "a"), "scan", ["--color", "never", "a"]),
    (("--base", "scan", "tree", "x"), "tree", ["--base", "scan", "x"]),
    (("-o", "scan", "report", "x"), "report", ["-o", "scan", "x"]),
    (("--json", "tree", "x"), "tree", ["--json", "x"]),
    (("--", "scan"), "inspect", ["--", "scan"]),
    (("-", "scan"), "inspect", ["-", "scan"]),
    (("x", "scan"), "inspect", ["x", "scan"]),
)  # fmt: skip
def test_first_word_may_be_a_command(
    arguments: tuple[str, ...], command: str, rest: list[str]
) -> None:
    assert command_of(arguments) == (command, rest)


def test_arguments_after_two_dashes_are_not_options() -> None:
    assert asks_for(["a", "--help"], "--help", "-h")
    assert asks_for(["-h", "--", "a"], "--help", "-h")
    assert not asks_for(["a", "--", "--help", "-h"], "--help", "-h")
    assert options_of("inspect", ("a", "--", "--json", "-b")).uris == ["a", "--json", "-b"]
    assert options_of("inspect", ("a", "--json", "b")).uris == ["a", "b"]
