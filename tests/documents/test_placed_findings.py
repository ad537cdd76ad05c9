"""Findings by the position of a value, separate for each file."""

from uriinspector.documents.leaf import PlacedFindings
from uriinspector.documents.site.site_check import finding_of
from uriinspector.documents.site.site_store import SiteFinding


def test_findings_are_stored_by_start_and_file() -> None:
    one, other = PlacedFindings(), PlacedFindings()
    finding = finding_of(
        SiteFinding(0, "missing-file", "medium", "", {"file": "a"}, 5, 6, 1, 6, "")
    )
    one.by_start[5] = [finding]
    one.whole.append(finding)
    assert (one.at(5), one.at(6), other.at(5), other.whole) == ([finding], [], [], [])
