"""Links grouped by site and target: order, limits and counts of omitted ones."""

from collections import deque
from dataclasses import replace

from tests.export.case.samples import case
from tests.for_each import for_each
from tests.linear import is_linear
from uriinspector.analysis.finding import RANK
from uriinspector.analysis.inspection import inspect
from uriinspector.documents.cases.link_row import BENIGN, CALM, IGNORED, MALICIOUS
from uriinspector.export.case.case_model import CaseLink
from uriinspector.export.case.case_report import MOST_OWN, ReportLimits, group_by_site
from uriinspector.export.formats import export_case_as

ROOM = ReportLimits(sites=10, targets=10, places=2)
ONE = case(("x.html", b"<a href='http://a.test/'>x</a>")).links[0]


def link(
    site: str, path: str = "", severity: str | None = None, mark: str | None = None
) -> CaseLink:
    target = f"http://{site}/{path}"
    rank = CALM if severity is None else RANK[severity]
    row = ONE.row._replace(value=target, target=target, host=site, site=site, rank=rank, own=())
    return ONE._replace(row=row, mark=mark)


def test_reported_sites_are_sorted_by_decision_and_severity() -> None:
    found = group_by_site(
        [
            link("calm.test"),
            link("ignored.test", severity="high", mark=IGNORED),
            link("low.test", severity="low"),
            link("benign.test", severity="high", mark=BENIGN),
            link("benign.test", severity="medium"),
            link("marked.test", mark=MALICIOUS),
            link("high.test", severity="high"),
            link("busy.test"),
            link("busy.test", "a"),
        ],
        ROOM,
    )
    assert [each.name for each in found.sites] == [
        *("marked.test", "high.test", "benign.test", "low.test", "busy.test", "calm.test"),
        "ignored.test",
    ]
    assert found.marks == {IGNORED: 1, BENIGN: 1, MALICIOUS: 1}


def test_equal_links_with_equal_decisions_are_one_target() -> None:
    links = [link("a.test", severity="high" if at == 3 else None) for at in range(5)]
    links = [
        each._replace(row=each.row._replace(line=at), links=2) for at, each in enumerate(links)
    ]
    (site,) = group_by_site(links, ROOM).sites
    (target,) = site.targets
    assert target.links == site.links == 10
    assert target.link.row.severity == "high"
    assert [each.row.line for each in target.places] == [0, 1]
    links = [link("a.test"), link("a.test", mark=MALICIOUS), link("a.test")._replace(note="x")]
    (site,) = group_by_site(links, ROOM).sites
    assert [(each.link.mark, each.link.note) for each in site.targets] == [
        *((MALICIOUS, ""), (None, ""), (None, "x"))
    ]


def test_report_counts_omitted_sites_and_targets() -> None:
    links = [link(f"{site}.test", str(path)) for site in range(5) for path in range(site + 3)]
    found = group_by_site(links, ReportLimits(sites=2, targets=3, places=1))
    assert [each.name for each in found.sites] == ["4.test", "3.test"]
    assert [each.left_out for each in found.sites] == [4, 3]
    assert [each.target_count for each in found.sites] == [7, 6]
    assert (found.left_out, found.site_count, found.target_count) == (3, 5, 25)


def test_report_states_how_much_was_left_out() -> None:
    links = [link(f"{site}.test", str(path)) for site in range(70) for path in range(21)]
    links += [link("0.test", "0")] * 10
    text = "".join(export_case_as(replace(case(), links=links), "markdown"))
    assert "\n10 more sites are in the CSV export.\n" in text
    assert "\n1 more link is in the CSV export.\n" in text
    assert "- Location: and 6 more times\n" in text


def test_findings_of_a_single_place_are_in_the_report() -> None:
    page = (
        b"<a href='http://paypal.com@evil.example/'>Here</a> "
        + b"<a href='http://paypal.com@evil.example/'>again</a> " * 6
        + b"<a href='http://paypal.com@evil.example/'>https://www.paypal.com/login</a>"
    )
    shown = case(("a.html", page))
    (site,) = group_by_site(shown.links, ROOM).sites
    (target,) = site.targets
    assert [each.code for each in target.own] == ["text-href-mismatch"]
    for name in ("markdown", "html"):
        report = "".join(export_case_as(shown, name))
        assert "Link text shows another site" in report
        assert "Userinfo that may mislead" in report


@for_each("more", -1, 0, 1)
def test_number_of_findings_of_a_target_is_limited(more: int) -> None:
    count = MOST_OWN + more
    (finding, *_) = inspect("http://a.test@b.test/").findings
    own = [finding._replace(template=f"{at}") for at in range(count)]
    links = [
        each._replace(row=each.row._replace(own=tuple(own[: at + 1])))
        for at, each in enumerate([link("a.test")] * count)
    ]
    (site,) = group_by_site(links, ROOM).sites
    (target,) = site.targets
    assert [each.message for each in target.own] == [f"{at}" for at in range(count)][:MOST_OWN]


def test_grouping_links_by_site_takes_linear_time() -> None:
    def group(count: int) -> object:
        return group_by_site([link(f"{at % 97}.test", str(at)) for at in range(count)], ROOM)

    assert is_linear(lambda: group(300), lambda: group(1_200))


def test_stix_export_takes_linear_time() -> None:
    def hand_on(count: int) -> object:
        links = [link(f"{at % 97}.test", str(at)) for at in range(count)]
        return deque(export_case_as(replace(case(), links=links), "stix"), maxlen=0)

    assert is_linear(lambda: hand_on(5_000), lambda: hand_on(20_000))


SAFE = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2F{inner}&amp;data=05"


def test_severity_of_a_nested_link_is_explained() -> None:
    bad = SAFE.format(inner="paypal.com%40evil.test%2Fa")
    shown = case(("a.html", f"<a href='{bad}'>Invoice</a>".encode()))
    for name in ("markdown", "html"):
        report = "".join(export_case_as(shown, name))
        assert "In the nested link: " in report
        assert "userinfo-deceptive" in report
    shown = case(("a.html", f"<a href='{SAFE.format(inner='evil.test%2Fa')}'>Invoice</a>".encode()))
    assert "In the nested link: " not in "".join(export_case_as(shown, "markdown"))


def test_only_web_hosts_count_as_sites() -> None:
    page = (
        b"<a href='http://one.test/'>1</a><a href='https://www.two.test/'>2</a><a href='#x'>3</a>"
        b"<a href='mailto:a@b.test'>4</a><a href='javascript:x()'>5</a><a href='x.html'>6</a>"
    )
    shown = case(("a.html", page))
    assert "6 links, 6 unique URLs, 2 sites" in "".join(export_case_as(shown, "markdown"))
    assert group_by_site(shown.links, ROOM._replace(sites=3)).left_out == 3
