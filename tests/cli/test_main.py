"""The command in general: exit statuses, help, versions and terminal safety."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.architecture.source import ROOT
from tests.cli.conftest import Command, environment, started
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.cli.arguments import COMMANDS, VALUED
from uriinspector.cli.help import COMMANDS as HELP
from uriinspector.cli.help import MAIN
from uriinspector.cli.main import main
from uriinspector.documents.rules.table import ALL_RULES

DECEPTIVE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
CALM = "http://www.example.com/"
# Characters that move the cursor, are invisible, or change the writing direction.
FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f]"
)
EVIL = "\x1b]0;owned\x07\u202e\u200b\x9b31m\r\ud800\n"

STATUS = [
    ((CALM,), 0), ((DECEPTIVE,), 1), ((CALM, DECEPTIVE), 1), ((DECEPTIVE, "--fail-on", "never"), 0),
    ((CALM, "--fail-on", "info"), 0),
    (("http://a@example.com/", "--fail-on", "low"), 1),
    (("http://a@example.com/", "--fail-on=medium"), 0),
    (("--", "resolve"), 0), (("--", "--help"), 0), (("resolve", "http://a/", "b"), 0),
    (("resolve", "a", "b"), 1),
    (("--edition", "1997", "resolve", "http://a/", ""), 0),
    (("compare", "x:a", "x:a"), 0), (("compare", "a", "a"), 1), (("compare", "a", "b"), 1),
    (("compare", "--", "-a", "-a"), 1), (("normalize", "a", "b"), 0), (("tree", ""), 0),
    (("explain",), 0),
    (("explain", "RARE-IP", "RFC 3986"), 0),
    (("defang", "resolve"), 0), ((), 2), (("--edition", "1996", "a"), 2), (("--nonsense", "a"), 2),
    (("--edit", "1997", "a"), 2), (("resolve", "a"), 2), (("compare", "a", "b", "c"), 2),
    (("explain", "no-such-thing"), 2), (("explain", " "), 2),
    (("--protect", "/nowhere/at/all", "a"), 2), (("--protect", "//host/share", "a"), 2),
    (("--protect", "\\\\host\\share", "a"), 2), (("batch", "resolve", "/nowhere/at/all"), 2),
    (("batch", "guess", "-"), 2),
]  # fmt: skip


@for_each("arguments, status", *STATUS)
def test_commands_have_the_documented_exit_status(
    arguments: tuple[str, ...], status: int, uriinspect: Command
) -> None:
    answer = uriinspect(*arguments)
    assert answer.status == status
    assert bool(answer.err) == (status == 2)
    if status == 2:
        assert answer.out == ""
        assert re.fullmatch(r"uriinspect: [^\n]+\n", answer.err)


def test_several_links_in_one_text_are_a_list(uriinspect: Command) -> None:
    lines = f"GET {CALM} 200\r\nGET {DECEPTIVE} 302"
    done = uriinspect(lines, "--exact", columns=200)
    assert done.status == 1
    assert done.out.index(DECEPTIVE) < done.out.index(CALM)
    assert "2 links" in done.out
    assert uriinspect(lines, "--fail-on", "never").status == 0
    assert len(json.loads(uriinspect(lines, "--json").out)["findings"]) > 1


def examples(text: str) -> list[str]:
    return re.findall(r"^  (uriinspect .+)$", text.partition("examples:")[2], re.MULTILINE)


EXAMPLES = [each for text in (MAIN, *HELP.values()) for each in examples(text)]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_in_the_help_runs(example: str, tmp_path: Path, on_the_path: str) -> None:
    for name in ("links.txt", "mail.txt", "report.txt"):
        (tmp_path / name).write_text("http://example.com/\nhxxp://example[.]org\n")
    for name in ("page.html", "mail.eml", "mails"):
        (tmp_path / name).write_text("Subject: x\n\n<a href='http://example.com/%2f'>x</a>\n")
    (tmp_path / "public").mkdir()
    (tmp_path / "proxy.csv").write_text("url\nhttp://example.com/\n")
    (tmp_path / "inbox.mbox").write_text("From x\n\nhttp://example.com/\n")
    (tmp_path / "homework.csv").write_text("reference,expected\n../g,http://a/b/g\ng,yes\n")
    (tmp_path / "answers.csv").write_text("base,reference,answer\nhttp://a/b/c,g,http://a/g\n")
    (tmp_path / "pack.toml").write_text(shipped_text("lessons/example.toml"))

    def done(command: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=environment(PATH=on_the_path, HOME=str(tmp_path)),
            capture_output=True,
            check=False,
            timeout=60,
        )

    if "--pack" in example:  # the answers have to be those to this pack
        done("uriinspect sheet pack.toml > answers.csv")
    answer = done(example)
    assert answer.returncode in {0, 1}, answer.stderr
    written = re.search(r" -o (\S+)", example)
    assert (tmp_path / written[1]).read_bytes() if written else answer.stdout


def test_every_command_has_help_with_examples(uriinspect: Command) -> None:
    assert set(HELP) == set(COMMANDS)
    for command in COMMANDS:
        answer = uriinspect(command, "--help")
        assert answer == (0, HELP[command], "")
        assert sum(shlex.split(each)[1] == command for each in examples(answer.out)) >= 3
        assert not re.search(r"^  -", answer.out.partition("examples:")[0], re.MULTILINE)
        assert command in MAIN
    assert uriinspect("-h") == (0, MAIN, "")
    assert all(len(row) <= 80 for text in (MAIN, *HELP.values()) for row in text.splitlines())


def test_every_option_is_in_the_help() -> None:
    texts = MAIN + "".join(HELP.values())
    assert [name for name in VALUED if name not in texts] == []


def test_version_lists_every_table(uriinspect: Command) -> None:
    printed = uriinspect("--version").out
    assert printed.startswith("uriinspect ")
    assert re.search(r"public suffix list +20\d\d-\d\d-\d\d", printed)
    for folder in ("unicode", "lists"):
        for path in (ROOT / "resources" / folder).glob("*.t*"):
            assert re.search(
                rf" {re.escape(path.stem)}  .*20\d\d-\d\d-\d\d(?:\n|  more)", printed
            ), path.stem


def test_old_table_is_marked_in_the_version(
    uriinspect: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = "Unicode table emoji"
    monkeypatch.setattr("uriinspector.analysis.versions.is_old", lambda row, _: row.name == old)
    printed = uriinspect("--version").out.splitlines()
    (row,) = [each for each in printed if each.endswith("  more than a year old")]
    assert row.startswith(f"  {old}  ")
    assert [each for each in printed if not re.match("uriinspect | {2}[A-Za-z]", each)] == [
        "A new version of this program may have newer tables and lists."
    ]


@for_each(
    "trouble, words",
    (OSError(28, "No space left on device"), "No space left on device"),
    (OSError(28, "No space left on device", "a\u202eb"), "a‹U+202E›b: No space left on device"),
    (OSError("odd"), "odd"),
    (MemoryError(), "out of memory: try a smaller file, or fewer processes (--jobs 1)"),
)
def test_system_error_is_one_line(
    trouble: Exception, words: str, uriinspect: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise trouble

    monkeypatch.setattr("uriinspector.cli.commands.tree.run_command", fail)
    assert uriinspect("tree", "a") == (2, "", f"uriinspect: {words}\n")


def test_console_script_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"]["uriinspect"] == "uriinspector.cli.main:main"


def test_command_json_equals_the_package_json(uriinspect: Command) -> None:
    import uriinspector

    found = json.loads(uriinspect("--json", DECEPTIVE).out)
    assert found == json.loads(json.dumps(uriinspector.inspect(DECEPTIVE).to_dict()))
    severe = json.loads(uriinspect("--json", "--min-severity", "high", DECEPTIVE).out)
    assert {each["severity"] for each in severe["findings"]} == {"high"}
    assert severe["verdict"] == found["verdict"]


@for_each(
    "arguments",
    *(("resolve", "http://a/", "b"), ("compare", "a", "b"), ("normalize", "a"), ("tree", "a b")),
    *(("explain",), ("explain", "rare-ip"), ("explain", "RFC 3986 3.2.2")),
)
def test_every_command_has_json_output(arguments: tuple[str, ...], uriinspect: Command) -> None:
    assert json.loads(uriinspect(*arguments, "--json").out)


WAYS = [
    (EVIL,),
    ("--full", f"http://{EVIL}@{EVIL}/{EVIL}?u=http://{EVIL}#{EVIL}"),
    ("--base", f"http://a/{EVIL}", EVIL),
    ("resolve", f"http://a/{EVIL}", EVIL),
    ("compare", EVIL, f"{EVIL}x"), ("normalize", EVIL), ("tree", EVIL), ("explain", EVIL),
    (f"--{EVIL}",), ("--edition", EVIL, "a"), ("--protect", f"/nowhere/{EVIL}", "a"),
    ("batch", "resolve", f"/nowhere/{EVIL}"), ("batch", EVIL, "-"), ("--json", EVIL),
    ("--jsonl", EVIL, "{" + EVIL),
]  # fmt: skip


@for_each("colour", "never", "always")
@for_each("arguments", *WAYS)
def test_hostile_input_never_reaches_the_terminal(
    arguments: tuple[str, ...], colour: str, uriinspect: Command
) -> None:
    answer = uriinspect("--color", colour, *arguments)
    ours = re.sub(r"\x1b\[[0-9;]*m", "", answer.out) if colour == "always" else answer.out
    assert FORBIDDEN.search(ours + answer.err) is None
    assert answer.status in {0, 1, 2}


@settings(max_examples=at_most(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(max_size=40),
    command=st.sampled_from(["", "resolve", "compare", "normalize", "tree"]),
)
def test_command_inspects_any_text(uriinspect: Command, text: str, command: str) -> None:
    arguments = {
        "": ("--full", "--", text),
        "resolve": ("resolve", "--", text, text),
        "compare": ("compare", "--", "http://a", text),
    }.get(command, (command, "--", text))
    answer = uriinspect(*arguments, columns=60)
    assert answer.status in {0, 1}
    assert FORBIDDEN.search(answer.out) is None


def test_colors_are_used_on_request(uriinspect: Command) -> None:
    assert "\x1b[" not in uriinspect(CALM).out
    assert "\x1b[38;2;" in uriinspect("--color", "always", CALM).out
    dark = uriinspect("--color", "always", "--theme", "dark", CALM).out
    assert dark != uriinspect("--color", "always", "--theme", "light", CALM).out


def test_terminal_with_few_colors_gets_only_those_colors() -> None:
    plain = started("--color", "always", CALM, TERM="dumb").stdout
    assert b"\x1b[" in plain
    assert b"38;2;" not in plain


def test_theme_follows_the_terminal_background() -> None:
    settings: dict[str, Any] = {"COLORTERM": "truecolor", "TERM": "xterm"}
    light = started("--color", "always", CALM, COLORFGBG="0;15", **settings).stdout
    assert light == started("--color", "always", "--theme", "light", CALM, **settings).stdout
    assert light != started("--color", "always", CALM, COLORFGBG="15;0", **settings).stdout


def test_invalid_utf8_arguments_are_displayed_and_preserved() -> None:
    assert "‹U+DCFF›‹U+DCE2›" in started(b"http://a/\xff\xe2").stdout.decode()
    assert json.loads(started("--json", b"http://a/\xff").stdout)["text"] == "http://a/\udcff"
    assert started("defang", b"http://a.b/\xff").stdout == b"hxxp://a[.]b/\xff\n"


def test_output_is_ascii_on_an_ascii_terminal() -> None:
    answer = started(DECEPTIVE + "\u00e9", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert answer.stdout.isascii()
    assert b"'--'" in answer.stdout
    assert b"\\xe9" in answer.stdout


def test_closed_output_pipe_is_not_an_error() -> None:
    script = "from uriinspector.cli.main import main; import sys; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", script, "explain"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="/dev/full is not there")
def test_full_disk_is_reported_in_one_line() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        answer = subprocess.run(
            [sys.executable, "-m", "uriinspector.cli", CALM],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert answer.returncode == 2
    assert answer.stderr == b"uriinspect: No space left on device\n"


def test_closed_output_is_not_an_error() -> None:
    command = f'"{sys.executable}" -m uriinspector.cli a >&-'
    answer = subprocess.run(
        ["sh", "-c", command], env=environment(), capture_output=True, check=False
    )
    assert (answer.returncode, answer.stderr) == (0, b"")


def test_internal_error_is_printed_without_control_characters(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    assert main(["--help"]) == 0
    try:
        raise ValueError(EVIL)  # noqa: TRY301
    except ValueError as fault:
        sys.excepthook(ValueError, fault, fault.__traceback__)
    printed = capsys.readouterr().err
    assert "ValueError" in printed
    assert FORBIDDEN.search(printed) is None


def test_protected_names_are_read_from_a_file(tmp_path: Path, uriinspect: Command) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# ours\n\nuncommonly-named.example  # the shop\n")
    link = "http://uncommonly-named.example.evil.test/"
    plain = json.loads(uriinspect("--json", link).out)["findings"]
    guarded = json.loads(uriinspect("--json", "--protect", str(names), link).out)["findings"]
    assert len(guarded) >= len(plain)
    assert guarded != plain
    # Invalid UTF-8 in a comment does not prevent the names from being read.
    names.write_bytes(b"\xef\xbb\xbfuncommonly-named.example # \xe9\n")
    assert (
        json.loads(uriinspect("--json", "--protect", str(names), link).out)["findings"] == guarded
    )


def test_explained_rule_has_no_placeholders(uriinspect: Command) -> None:
    for rule in ALL_RULES:
        assert not {"{", "}"} & set(uriinspect("explain", rule.code).out)
    assert "SHOWN" in uriinspect("explain", "text-href-mismatch").out
    assert "{shown}" in uriinspect("explain", "--json", "text-href-mismatch").out


def test_inspect_can_be_written_as_a_command(uriinspect: Command) -> None:
    link = "https://a.example/"
    assert uriinspect("inspect", "--json", link).out == uriinspect("--json", link).out


def test_mistyped_path_is_reported_as_a_path(uriinspect: Command, tmp_path: Path) -> None:
    (tmp_path / "mail.eml").write_text("x")
    missing, there = str(tmp_path / "mial.eml"), str(tmp_path / "mail.eml")
    answer = uriinspect(missing, columns=300)
    assert "A path, not a complete link" in answer.out
    assert f"No such file: {missing}" in answer.out
    assert "uriinspect scan PATH" in " ".join(uriinspect(there).out.split())
    for text in ("https://a.example/mial.eml", "example.com", "../x"):
        assert "No such file" not in uriinspect(text).out
    assert "No such file" not in uriinspect("--base", "https://a.example/", "mial.eml").out
    assert "No such file" not in uriinspect("--json", missing).out


def test_full_output_has_the_link_as_an_iri(uriinspect: Command) -> None:
    out = uriinspect("--full", "http://xn--bcher-kva.example/%C3%A9").out
    assert "As an IRI: hxxp://b\xfccher[.]example/\xe9" in out


@for_each(
    "words", "scann", "scann mail.eml", "Scan mail.eml", "--full fixx a.html", "sheets --count 3"
)
def test_misspelled_command_is_not_inspected(words: str, uriinspect: Command) -> None:
    answer = uriinspect(*words.split())
    assert (answer.status, answer.out) == (2, "")
    assert re.search(
        r'" is not a command\. Did you mean: uriinspect (scan|fix|sheet)\?', answer.err
    )


@for_each(
    "words", "localhost", "scan.test", "scan:80", "http://scann", "/scann", "-- scann", "paypal",
    "--base http://a.test/ scann", "inspect scann", "--jsonl"
)  # fmt: skip
def test_link_similar_to_a_command_is_inspected(words: str, uriinspect: Command) -> None:
    answer = uriinspect("--fail-on", "never", *words.split())
    assert (answer.status, answer.err) == (0, "")


def test_finding_inside_a_link_explains_its_severity(uriinspect: Command) -> None:
    link = "https://nam02.safelinks.protection.outlook.com/?data=05&url="
    link += "https%3A%2F%2Fwww.paypal.com%40evil.test%2Flogin"
    out = uriinspect("--min-severity", "medium", link).out
    assert "Findings (1)\n\nhigh  Userinfo that may mislead  userinfo-deceptive\n" in out
    assert "In the link inside:\n    https://www.paypal.com@evil.test/login\n" in out
    assert "\n  2 below medium not shown\n" in out
    # A link inside that is not the target does not decide the severity.
    out = uriinspect("https://web.archive.org/web/2020/https://paypal.com@evil.test/").out
    assert "In the link inside" not in out


@for_each(
    "words, why",
    ("compare A", "missing the second link"), ("compare", "missing the two links"),
    ("resolve http://a/", "missing the reference"), ("", "to read standard input: --jsonl"),
    ("scan --site", "--site needs the folder with the pages"),
    ("scan --site none", "none: no such folder"),
    ("scan -o a.html b", "the output goes to standard output: add > FILE"),
    ("scan --format jsonl --without-recipient a", "does not apply to --format jsonl;"),
    ("scan --jsonl --without-recipient a", "does not apply to --jsonl;"),
)  # fmt: skip
def test_error_tells_what_to_do(words: str, why: str, uriinspect: Command) -> None:
    answer = uriinspect(*words.split())
    assert answer.status == 2
    assert why in answer.err


def test_words_of_a_clause_need_no_quotation_marks(uriinspect: Command) -> None:
    whole = uriinspect("explain", "RFC 3986 \u00a77.6")
    assert uriinspect("explain", "RFC", "3986", "\u00a77.6") == whole
    assert whole.status == 0
    assert uriinspect("explain", "nested-uri", "rewriter").out.count("\n\nrewriter") == 1


def test_dash_and_file_for_jsonl_are_links_with_a_hint(uriinspect: Command, tmp_path: Path) -> None:
    assert "uriinspect scan -\n" in uriinspect("-").out
    file = tmp_path / "links.txt"
    file.write_text("http://a.test/", "utf-8")
    answer = uriinspect("--jsonl", str(file))
    assert f"to read the links in it: --jsonl < {file}" in answer.err
    assert json.loads(answer.out)["text"] == str(file)
