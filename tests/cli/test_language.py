"""German reports from the command line."""

from pathlib import Path

from tests.cli.conftest import Command
from tests.export.texts import DECEPTIVE


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
