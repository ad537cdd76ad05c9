"""Services, schemes and addresses recognized by lists."""

from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect

CID = "QmYwAPJzv5CZsnAzt8auVZRnGqGZB8f1hpZxB9NNnCqYtM"


@for_each(
    "link, code, severity",
    ("https://school.teachable.com/p/x", "shared-host", "low"),
    ("https://linktr.ee/somebody", "file-or-form-service", "low"),
    ("https://script.google.com/macros/s/A/exec", "file-or-form-service", "low"),
    ("http://name.zyns.com/", "dynamic-dns", "low"),
    ("https://goo.su/abc", "shortener", "low"),
    ("https://share.google/abc", "shortener", "low"),
    ("http://p1.154-216-18-83.cprapid.com/", "special-name", "medium"),
    ("http://7f000001.c0a80001.rbndr.us/", "special-name", "medium"),
    ("https://any.zoom-x.de/j/68214477093?pwd=Y2hhbGxlbmdl", "sensitive-info", "low"),
    ("https://any.example/j/68214477093?pwd=Y2hhbGxlbmdl", "sensitive-info", "medium"),
    (f"https://any.example/ipfs/{CID}/index.html", "ipfs-gateway", "low"),
    ("https://any.example/ipfs/readme", "ipfs-gateway", None),
    ("https://linktr.eex/somebody", "file-or-form-service", None),
)
def test_listed_service_is_reported(link: str, code: str, severity: str | None) -> None:
    assert {each.code: each.severity for each in inspect(link).findings}.get(code) == severity


@for_each(
    "link, severity",
    ("https://a.example/r/?id=1&p1=https%3A%2F%2Fevil.test%2F", "low"),
    ("https://a.example/login?service=https%3A%2F%2Fevil.test%2F", "low"),
    ("https://a.example/logout?post_logout_redirect_uri=https%3A%2F%2Fevil.test%2F", "low"),
    ("https://a.example/?cpdir=https://evil.test/", "low"),
    ("https://a.example/redirect/https://evil.test/", "low"),
    ("https://a.example/?url=http://169.254.0.23/", "medium"),
    ("https://a.example/?url=http://metadata.goog/", "medium"),
    ("https://a.example/?url=http://0x7f.1/", "high"),
    ("https://a.example/login?service=https%3A%2F%2Fwww.a.example%2F", None),
    ("https://a.example/docs/https://evil.test/", None),
    ("https://a.example/?p1=https%3A%2F%2Fevil.test%2F", None),
)
def test_redirect_severity_follows_the_destination(link: str, severity: str | None) -> None:
    found = {each.code: each.severity for each in inspect(link).findings}
    assert found.get("open-redirect") == severity


@for_each(
    "link, severity",
    ("applescript://com.apple.scripteditor?action=new&script=beep", "high"),
    ("jnlps://evil.test/a.jnlp", "high"),
    ("ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/approve?address=0x1", "medium"),
    ("ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7?value=1", "low"),
    ("shortcuts://import-shortcut?url=https://evil.test/x", "medium"),
    ("shortcuts://gallery", None),
    ("cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=e30=", "medium"),
    ("vscode:mcp/install?%7B%22name%22%3A%22x%22%7D", "medium"),
    ("vscode://file/home/me/mcp/installed", None),
    ("ms-settings:network", "low"),
    ("ms-msdt:/id", "high"),
)
def test_scheme_severity_follows_the_action(link: str, severity: str | None) -> None:
    found = {each.code: each.severity for each in inspect(link).findings}
    assert found.get("dangerous-scheme") == severity


@for_each(
    "text, severity",
    ("999.1.1.1", "medium"), ("999.1.1.1/x", "medium"), ("10.0.0.1", None),
    ("120.0.6099.109", None), ("1.2.3", None),
)  # fmt: skip
def test_invalid_address_without_a_scheme_is_reported(text: str, severity: str | None) -> None:
    found = {each.code: each.severity for each in inspect(text).findings}
    assert found.get("ip-invalid") == severity


@for_each(
    "text, meant",
    ("http[s]://evil[.]test/", "https://evil.test/"),
    ("HTTP(S)://evil.test/a", "https://evil.test/a"),
    ("hxxp:/evil.test/a", "http://evil.test/a"),
    ("hXXps:\\evil.test", "https://evil.test"),
    ("http:/evil.test", "http:/evil.test"),
)
def test_defanged_forms_are_restored_by_inspect(text: str, meant: str) -> None:
    assert inspect(text).meant.text == meant
