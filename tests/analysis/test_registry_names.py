"""2003 3.2.1: a registry-based authority has no host, and none is missing."""

from tests.for_each import for_each
from uriinspector import EDITIONS, inspect
from uriinspector.analysis.finding import LOW, RANK

CALM = (
    "http://my_host.example.com/", "http://my_host.example.com:8080/",
    "http://MY_HOST.example.com/", "https://my_host/", "http://localhost./",
    "http://localhost.:3000/x", "ftp://my_host.example.com/", "ws://a_b./", "wss://-a.example/",
    "http://a-.example/", "http://a..b/",
    f"http://{'a' * 64}.example/",
    "http://a_b@c_d.example/",
    "http://a,b/",
)  # fmt: skip
# As odd in browsers as under the edition of 2005.
ODD = (
    "http://1.2.3.4./", "http://1.2.3.4.:80/", "http://256.1.1.1./", "http://a.1./",
    "http://a_b:80@c_d.example:81/", "http://h:99x/", "http://u@h@e:99x/",
)  # fmt: skip


@for_each("text", *CALM, *ODD)
def test_registry_name_is_not_a_missing_host(text: str) -> None:
    inspection = inspect(text, edition="2003")
    assert inspection.reference.host is None
    assert inspection.valid
    worst = [each for each in inspection.findings if RANK[each.severity] > RANK[LOW]]
    assert bool(worst) == (text in ODD)
    assert "none" not in inspection.verdict.headline


@for_each("text", "http://1.2.3.4./", "http://%61_b.example/")
def test_registry_name_that_browsers_read_differently_is_reported(text: str) -> None:
    codes = {each.code: each for each in inspect(text, edition="2003").findings}
    differs = codes["parser-differential"]
    assert differs.severity == "low"
    assert "registry" in differs.message


@for_each(
    "text", "http://www.paypal.com@my_host.evil.test/", "https://www.bank.example%2Fx@a_b.test/",
    f"http://{'x' * 60}@a_b.test:80/",
)  # fmt: skip
def test_deceptive_userinfo_in_a_registry_name_is_reported(text: str) -> None:
    high = {f.code: f for f in inspect(text, edition="2003").findings if f.severity == "high"}
    assert "registry" in high["parser-differential"].message
    assert "userinfo-deceptive" in high


@for_each("edition", *EDITIONS)
@for_each("text", "http:h.example", "http:///h.example/", "http:/h.example", "ws:\\\\h.example/")
def test_registry_name_edition_finds_a_host_without_slashes(text: str, edition: str) -> None:
    codes = {each.code for each in inspect(text, edition=edition).findings}
    assert "missing-authority" in codes
