"""Shell completion, as offered by the shells themselves."""

import os
import pty
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from uriinspector.cli.arguments import COMMANDS, OPTIONS, REPORTED, SCANNED
from uriinspector.gui.command_line import OPTIONS as OF_WINDOW

Offers = Callable[[str], set[str]]

PATIENCE = 20  # seconds for a shell to start on a busy machine
ASK_BASH = """
for file in "$1"/bash-completion/completions/*; do source "$file"; done
read -ra COMP_WORDS <<< "$2"
[[ $2 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
"_shtab_${COMP_WORDS[0]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
ASK_FISH = """
for file in $argv[1]/fish/vendor_completions.d/*; source $file; end
complete -C $argv[2] | string replace --regex '\\t.*' ''
true
"""


@pytest.fixture(params=["bash", "fish"])
def offers(request: pytest.FixtureRequest, share: Path, tmp_path: Path) -> Offers:
    """Return the completions that a shell offers after some words, with two files in the
    folder.
    """
    (tmp_path / "page.html").touch()
    (tmp_path / "mail.eml").touch()
    ask = {
        "bash": ["bash", "--norc", "-c", ASK_BASH, "bash", str(share)],
        "fish": ["fish", "--no-config", "-c", ASK_FISH, str(share)],
    }[request.param]

    def offered(line: str) -> set[str]:
        answer = subprocess.run(
            [*ask, line],
            cwd=tmp_path,
            env=os.environ | {"HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        assert answer.stderr == ""
        return set(answer.stdout.split())

    return offered


def names(command: str) -> set[str]:
    return {name for name, _ in OPTIONS[command] if name.startswith("--")}


def test_commands_are_offered_first(offers: Offers) -> None:
    assert offers("uriinspect ") == set(COMMANDS)
    assert offers("uriinspect --edition 1997 no") == {"normalize"}


@pytest.mark.parametrize("command", ["inspect", "scan", "fill"])
def test_options_of_the_command_are_completed(command: str, offers: Offers) -> None:
    typed = "" if command == "inspect" else f"{command} "
    assert offers(f"uriinspect {typed}--") >= names(command) | {"--color", "--help"}
    others = names("scan") - names(command)
    assert not offers(f"uriinspect {typed}--") & others


def test_values_of_an_option_are_completed(offers: Offers) -> None:
    assert offers("uriinspect --edition ") == {"1994", "1997", "2003", "2005"}
    assert offers("uriinspect scan --format ") == set(SCANNED)
    assert offers("uriinspect --theme dark report --format ") == set(REPORTED)
    assert offers("uriinspect --base ") == set()


def test_files_are_offered_for_file_arguments(offers: Offers) -> None:
    assert offers("uriinspect scan pa") == {"page.html"}
    assert offers("uriinspect batch valid ma") == {"mail.eml"}
    assert offers("uriinspect --protect pa") == {"page.html"}
    assert offers("uriinspector pa") == {"page.html"}


def test_codes_templates_and_operations_are_completed(offers: Offers) -> None:
    assert offers("uriinspect explain parser") == {"parser-differential"}
    assert offers("uriinspect fill spl") == {"splunk"}
    assert offers("uriinspect batch ") == {"resolve", "valid", "equal"}


def test_options_of_the_window_are_completed(offers: Offers) -> None:
    assert offers("uriinspector --") == {n for n, _ in OF_WINDOW if n != "what"} | {"--help"}
    assert offers("uriinspector --zoom 1") == {"100", "110", "125", "150", "175"}


def typed(shell: list[str], given: str, awaited: bytes, folder: Path) -> bytes:
    """Type into a shell in a terminal; return its output as soon as there is any."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", HOME=str(folder), PS1="> ")
        os.execvp(shell[0], shell)
    shown = b""
    os.write(terminal, given.encode())
    end = time.monotonic() + PATIENCE
    while awaited not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 4096)
    os.close(terminal)
    os.waitpid(child, 0)
    return shown


LOADED = {
    "bash": 'for f in {}/bash-completion/completions/*; do source "$f"; done\n',
    "zsh": "fpath=({}/zsh/vendor-completions $fpath); autoload -Uz compinit; compinit -u -D\n",
}


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@pytest.mark.parametrize(
    ("keys", "awaited"),
    [("uriinspect compa\t", b"uriinspect compare "),
        ("uriinspect scan --grou\tta\t", b"uriinspect scan --group"),
        ("uriinspect scan pa\t", b"uriinspect scan page.html")],
    ids=["command", "option", "file"],
)  # fmt: skip
def test_tab_key_completes_in_a_shell(
    shell: str, keys: str, awaited: bytes, share: Path, tmp_path: Path
) -> None:
    (tmp_path / "page.html").touch()
    start = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}[shell]
    assert awaited in typed(start, LOADED[shell].format(share) + keys, awaited, tmp_path)
