"""The scan report: order of sites and findings, and limits."""

import re
from pathlib import Path

from tests.cli.conftest import Command
from tests.for_each import for_each

HIGH, MEDIUM, CALM = "https://paypal.com@{}/", "http://{}:22/", "https://{}/"


def scanned(page: str, folder: Path, uriinspect: Command, *more: str) -> str:
    file = folder / "a.html"
    file.write_text(f"<!doctype html>{page}", "utf-8")
    return uriinspect("scan", "--exact", *more, str(file), columns=120).out


def links(*references: str) -> str:
    return "".join(f'<a href="{each}">x</a>\n' for each in references)


def hosts(report: str) -> list[tuple[str, int]]:
    """Return the sites in order, each with its number of links."""
    block = report.partition("Sites")[2].partition("\n\n")[0]
    return [(host, int(count)) for host, count in re.findall(r"(\S+\.test) +(\d+)", block)]


def test_sites_are_sorted_by_severity_then_number_of_links(
    tmp_path: Path, uriinspect: Command
) -> None:
    page = links(
        CALM.format("one.test"),
        *[CALM.format("three.test")] * 3,
        HIGH.format("bad.test"),
        *[CALM.format("two.test")] * 2,
        *[HIGH.format("worse.test")] * 2,
        CALM.format("last.test"),
    )
    assert hosts(scanned(page, tmp_path, uriinspect)) == [
        ("worse.test", 2),
        ("bad.test", 1),
        ("three.test", 3),
        ("two.test", 2),
        ("one.test", 1),
        ("last.test", 1),
    ]


def test_site_has_the_severity_of_its_worst_link(tmp_path: Path, uriinspect: Command) -> None:
    page = links(CALM.format("b.test"), HIGH.format("b.test"), CALM.format("b.test"))
    report = scanned(links(CALM.format("a.test")) + page, tmp_path, uriinspect)
    assert hosts(report) == [("b.test", 3), ("a.test", 1)]
    assert re.search(r"high +b\.test +3 +2:10 +\S", report)


@for_each("count, more", (40, None), (41, "1 more"), (1_240, "1,200 more"))
def test_at_most_forty_sites_are_listed(
    count: int, more: str | None, tmp_path: Path, uriinspect: Command
) -> None:
    page = links(*(CALM.format(f"s{at}.test") for at in range(count)))
    report = scanned(page, tmp_path, uriinspect)
    assert [host for host, _ in hosts(report)] == [f"s{at}.test" for at in range(min(count, 40))]
    assert re.findall(r"[\d,]+ more(?=: use --json)", report) == ([more] if more else [])


@for_each("count, more", (20, []), (21, ["1 more"]), (160, ["140 more"]), (161, ["more"]))
def test_at_most_twenty_findings_are_listed_worst_first(
    count: int, more: list[str], tmp_path: Path, uriinspect: Command
) -> None:
    page = links(MEDIUM.format("first.test"))
    page += links(*(HIGH.format(f"s{at}.test") for at in range(1, count)))
    report = scanned(page, tmp_path, uriinspect).partition("Findings")[2]
    severities = re.findall(r"^(high|medium)  ", report, re.MULTILINE)
    assert severities == [*["high"] * 19, "medium" if count == 20 else "high"]
    assert re.findall(r"((?:[\d,]+ )?more)(?=: use --json)", report) == more


def test_equal_findings_on_many_links_are_listed_once(tmp_path: Path, uriinspect: Command) -> None:
    page = links(HIGH.format("a.test"), CALM.format("b.test"), *[HIGH.format("a.test")] * 1_200)
    report = scanned(page, tmp_path, uriinspect).partition("Findings")[2]
    assert report.count("high  ") == 1
    assert " and 1,200 more " in report


def test_hosts_in_sentences_are_defanged_but_not_file_names(
    tmp_path: Path, uriinspect: Command
) -> None:
    mail = "From: PayPal <x@kxqv.top>\nMIME-Version: 1.0\nContent-Type: application/pdf\n"
    mail += 'Content-Disposition: attachment; filename="bill.pdf.exe"\n\nx'
    (tmp_path / "a.eml").write_text(mail)
    shown = " ".join(uriinspect("scan", str(tmp_path / "a.eml")).out.split())
    assert "the sender address is at kxqv[.]top, not paypal[.]com." in shown
    assert '"bill.pdf.exe"' in shown
    exact = " ".join(uriinspect("scan", "--exact", str(tmp_path / "a.eml")).out.split())
    assert "the sender address is at kxqv.top, not paypal.com." in exact
    (tmp_path / "a.txt").write_text("http://3221225985/")
    shown = uriinspect("scan", str(tmp_path / "a.txt")).out
    assert "is a disguised number (192[.]0[.]2[.]1) in place of a name" in shown


def test_links_that_readers_follow_are_listed_before_pictures(
    tmp_path: Path, uriinspect: Command
) -> None:
    page = "<img src='https://p.test/1.png'><a href='https://a.test/'>x</a>"
    (tmp_path / "a.eml").write_text(f"From: a@b.test\nContent-Type: text/html\n\n{page}")
    listed = uriinspect("scan", str(tmp_path / "a.eml")).out.partition("\nLinks\n")[2]
    assert listed.index("a[.]test") < listed.index("p[.]test")
