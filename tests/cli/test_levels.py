"""Severity levels: the exit status and the findings shown."""

import json
from pathlib import Path

from tests.cli.conftest import Command
from tests.for_each import for_each

ORDER = ("info", "low", "medium", "high")
# A link for each severity that can be the worst.
WORST = {
    "info": "http://a.test/", "low": "http://user@a.test/", "medium": "http://a.test:22/",
    "high": "http://0x7f.1/",
}  # fmt: skip
ANSWERS = [
    (worst, least, int(ORDER.index(worst) >= ORDER.index(least)))
    for worst in ORDER
    for least in ORDER
]


@for_each("worst, least, status", *ANSWERS)
def test_exit_status_follows_fail_on(
    worst: str, least: str, status: int, uriinspect: Command, tmp_path: Path
) -> None:
    file = tmp_path / "a.txt"
    file.write_text(WORST[worst], "utf-8")
    assert uriinspect(f"--fail-on={least}", WORST[worst]).status == status
    assert uriinspect("scan", f"--fail-on={least}", str(file)).status == status
    # The exit status does not depend on --min-severity.
    assert (
        uriinspect("scan", f"--fail-on={least}", "--min-severity=high", str(file)).status == status
    )


@for_each("command", (), ("scan",))
def test_fail_on_defaults_to_high(
    command: tuple[str, ...], uriinspect: Command, tmp_path: Path
) -> None:
    statuses = {}
    for worst, link in WORST.items():
        file = tmp_path / "a.txt"
        file.write_text(link, "utf-8")
        given = str(file) if command else link
        statuses[worst] = uriinspect(*command, given).status
        assert uriinspect(*command, "--fail-on=never", given).status == 0
    assert statuses == {"info": 0, "low": 0, "medium": 0, "high": 1}


@for_each("least", *ORDER)
def test_findings_below_the_minimum_severity_are_not_listed(
    least: str, uriinspect: Command
) -> None:
    link = "http://user@0x7f.1:22/"
    every = json.loads(uriinspect("--json", link).out)["findings"]
    assert {each["severity"] for each in every} == set(ORDER)
    shown = uriinspect("--json", f"--min-severity={least}", link).out
    wanted = ORDER[ORDER.index(least) :]
    assert json.loads(shown)["findings"] == [each for each in every if each["severity"] in wanted]


def test_unknown_severity_is_refused(uriinspect: Command) -> None:
    for option in ("--fail-on", "--min-severity"):
        answer = uriinspect("scan", f"{option}=worst", "x")
        assert answer.status == 2
        assert "medium" in answer.err
