"""German reports from the command line."""

from pathlib import Path

from tests.cli.conftest import Command
from tests.export.texts import DECEPTIVE
from tests.for_each import for_each


def test_reports_and_cases_are_german_on_request(uriinspect: Command, tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(f"<a href='{DECEPTIVE}'>x</a>", encoding="utf-8")
    for form in ("markdown", "html"):
        case = uriinspect("scan", "--language", "de", "--format", form, str(page)).out
        assert "Vom Analysten markiert" in case
        assert "Marked by the analyst" not in case
    assert 'lang="de"' in case
    assert "# Führt zu" in uriinspect("report", "--language", "de", DECEPTIVE).out
    assert "Führt zu" in uriinspect("report", "--language", "de", "--format", "svg", DECEPTIVE).out


@for_each(
    "name, german, english",
    ("kept-last-segment", "ein Fehler in Übungen", "You kept the last segment"),
    ("userinfo-present", "Schweregrad", "severity"),
    ("RFC 3986 5.2.4", "Andere Ausgaben:", "Other editions:"),
)
def test_explanations_are_german_on_request(
    uriinspect: Command, name: str, german: str, english: str
) -> None:
    text = uriinspect("explain", "--language", "de", name).out
    assert german in text
    assert english not in text
    usual = uriinspect("explain", name).out
    assert english in usual
    assert uriinspect("explain", "--language", "de", "--json", name).out == (
        uriinspect("explain", "--json", name).out
    )


@for_each(
    "arguments, german",
    (("explain", "userinfo-presnt"), "ist keine bekannte Kennung"),
    (("spot", "ZZ"), "kein Code wie 7K3-F2Q"),
)
def test_refused_arguments_are_reported_in_german_on_request(
    uriinspect: Command, arguments: tuple[str, str], german: str
) -> None:
    command, argument = arguments
    answer = uriinspect(command, "--language", "de", argument)
    assert answer.status == 2
    assert german in answer.err
    assert german not in uriinspect(command, argument).err
