"""Reports and filled templates: where they are written, and refused options."""

import json
from pathlib import Path

from tests.cli.conftest import Command
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.cli.arguments import APPLIES, OPTIONS, REPORTED
from uriinspector.export.formats import export_as
from uriinspector.export.options import ExportOptions

LINK = "https://x.test/?uid=12345678&to=http://ex\u0430mple.com/"


@for_each("form", *REPORTED)
def test_report_command_equals_the_package_report(form: str, uriinspect: Command) -> None:
    answer = uriinspect("report", "--format", form, LINK)
    assert answer == (0, export_as(inspect(LINK), form), "")


def test_report_options_are_applied(uriinspect: Command, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("example.com\n")
    printed = uriinspect(
        *("report", "--edition", "1997", "--base", "http://b.test/c/d", "--exact", "../g"),
        *("--without-recipient", "--protect", str(names)),
    ).out
    for words in ("1997", "http://b.test/g", "original links", "No recipient data was recognized"):
        assert words in printed
    dark = uriinspect("report", "--format", "svg", "--theme", "dark", LINK).out
    assert dark == export_as(inspect(LINK), "svg", ExportOptions(theme="dark"))


def test_report_is_written_to_a_file(uriinspect: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    assert uriinspect("report", "--format", "json", "-o", str(file), LINK) == (0, "", "")
    assert json.loads(file.read_bytes())["text"] == LINK
    assert uriinspect("report", "-o", "-", LINK).out == export_as(inspect(LINK), "markdown")


@for_each(
    "content, why", (b"[template", "not valid TOML"), (b"[template.\x1b]", "not valid TOML"),
    (b"\xff", "can't decode"),
    (b"#" * (1 << 20) + b"\n", "too long for a template file"),
)  # fmt: skip
def test_invalid_template_file_is_refused(
    content: bytes, why: str, uriinspect: Command, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(content)
    answer = uriinspect("fill", "--templates", str(file), "ticket", LINK)
    assert (answer.status, answer.out) == (2, "")
    assert why in answer.err
    assert "own.toml: " in answer.err
    assert "\x1b" not in answer.err


@for_each("command", ("report",), ("fill", "splunk"))
def test_address_in_a_host_name_refuses_the_export(
    command: tuple[str, ...], uriinspect: Command
) -> None:
    link = f"https://{b'ann.lee@work.example'.hex()}.evil.test/"
    status, out, err = uriinspect(*command, "--without-recipient", link)
    assert (status, out) == (2, "")
    assert "would remain in the name of a host: 616e6e" in err
    assert uriinspect(*command, link).status == 0


@for_each(
    "given",
    "scan --without-recipient -", "scan --without-recipient --json -",
    "scan --without-recipient --jsonl -", "scan --without-recipient --format sarif -",
    "scan --without-recipient --format targets -",
    "scan --without-recipient --site . --format site-csv", "scan --exact --format=stix -",
    "scan --group=target --format csv -", "scan --date 2026-11-22 --format csv -",
    "scan --min-severity high --format markdown -", "scan --json --jsonl -",
    "scan --json --format csv -", "scan --language de -",
    *(
        f"scan --language de --format {form} -"
        for form in ("stix", "misp", "jsonl", "sarif", "csv", "targets", "timeline")
    ),
    "scan --language en --json -", "report --exact --format json a",
    "report --language de --format json a", "fix --no-backup -", "fix --backup .bak -",
    "fix --backup=.bak --json -", "fix --backup .old --diff -", "fix --exact --check -",
    "values --exact --json a", "batch --base http://a/ valid -",
    "batch --urn-edition rfc2141 resolve -", "--json --exact a", "check --pack a --edition 1994 -",
    "check --pack a --base=http://a/ -",
    *(f"fill {option}" for option in ("--edition 2005", "--urn-edition rfc2141", "--base a")),
    *(f"fill {option} a" for option in ("--protect", "--services", "-o", "--date")),
    "fill --without-recipient",
    *(f"sheet --list kinds {more}" for more in ("-o a", "--count 2", "--key with", "--check")),
    *(f"sheet {option}" for option in ("--students a", "--count 2", "--format html", "--check")),
    *(f"sheet --check {more} a" for more in ("-ob", "--count 2")),
    "normalize --json --form a",
)  # fmt: skip
def test_option_without_effect_on_the_output_is_refused(given: str, uriinspect: Command) -> None:
    status, out, err = uriinspect(*given.split())
    assert (status, out) == (2, "")
    assert any(words in err for words in ("does not apply to", "choose one output", "needs"))


def test_option_name_after_two_dashes_is_an_argument(uriinspect: Command) -> None:
    assert uriinspect("--json", "--", "--exact").status == 0


def test_every_restricted_option_belongs_to_its_command() -> None:
    for command, rows in APPLIES.items():
        assert rows.keys() <= {name for name, _ in OPTIONS[command]}
