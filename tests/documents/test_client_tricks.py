"""Messages that mail programs display differently from their source."""

from email.message import EmailMessage

from tests.documents.samples import zipped
from tests.for_each import for_each
from uriinspector import scan

FROM = "From: A <a@shop.example.org>\nTo: b@c.example.net\n"
EVIL = "https://evil.test/"
CLASS = (
    "<style>.h{{{}}}</style><a href='https://evil.test/'>www.pay<b class='b h'>xx</b>pal.com</a>"
)
TWO = (
    "Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/html\n\n"
    "<a href='https://{}/'>x</a>\n--x\nContent-Type: text/html\n\n<a href='https://{}/'>x</a>\n--x--\n"
)
CALENDAR = (
    "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nURL:https://shop.example.org/\n"
    'X-ALT-DESC;FMTTYPE=text/html:<a href="https://evil.test/">{}</a>\nEND:VEVENT\n'
)


def mail(body: str, kind: str = "text/html") -> str:
    return f"{FROM}Content-Type: {kind}\n\n{body}"


def reported(text: str, name: str = "a.eml") -> set[str]:
    document = scan(text.encode(), name=name)
    found = {f"{each.severity} {each.code}" for each in document.findings}
    return found | {f"{f.severity} {f.code}" for link in document.links for f in link.findings}


SVG = (
    f"{FROM}Content-Type: image/svg+xml\n\n<svg xmlns='http://www.w3.org/2000/svg'><a>"
    "{}<text>x</text></a></svg>"
)
MISMATCH = "high text-href-mismatch"
HIDDEN = "high html-obfuscation"


@for_each(
    "text, finding",
    *((mail(CLASS.format(style)), HIDDEN) for style in ("display:none", "font-size : 0px")),
    (mail("[https://www.paypal.com](https://evil.test/x)", "text/plain"), MISMATCH),
    (mail("[www.paypal.com](<https://evil.test/x>)", "text/plain"), MISMATCH),
    (mail("<form action-xhr='https://evil.test/'><input type=password>"), "high form-action"),
    (FROM + TWO.format("shop.example.org", "evil.test"), "medium alternative-mismatch"),
    (FROM + CALENDAR.format("www.paypal.com"), MISMATCH),
    (f"{FROM}Content-Type: text/plain\n" + mail(f"<a href='{EVIL}'>www.paypal.com</a>"), MISMATCH),
    # An address that an SVG animation gives to a link without one.
    (SVG.format("<animate attributeName='href' values='javascript:x()'/>"), "medium svg-link"),
    (f"{FROM}Subject: x\n \nFrom: service@paypal.com\n\nx", "medium repeated-field"),
    # White space before the colon (RFC 5322 4.5), and a button for Outlook.
    (f"From : a@paypal.com\nTo: b@c.example.net\n\n{EVIL}", "medium sender-unconfirmed"),
    (f"To\t: b@c.example.net\nFrom : a@paypal.com\n\n{EVIL}", "medium sender-unconfirmed"),
    (mail(f"<!--[if mso]><v:rect href='{EVIL}'>www.paypal.com</v:rect><![endif]-->"), MISMATCH),
)
def test_mail_client_trick_is_reported(text: str, finding: str) -> None:
    assert finding in reported(text)


@for_each(
    "text",
    mail(CLASS.format("color:red")),
    mail("[Our site](https://shop.example.org/x)", "text/plain"),
    mail(f"<!--[if mso]><v:rect href='{EVIL}'>Our shop</v:rect><![endif]-->"),
    mail("[https://shop.example.org](https://shop.example.org/x)", "text/plain"),
    mail("<form action-xhr='https://shop.example.org/'><input type=text>"),
    FROM + TWO.format("shop.example.org", "shop.example.org"),
    FROM + CALENDAR.format("the shop"),
    f"{FROM}\n \nNote: read this",
)
def test_message_without_a_client_trick_is_not_reported(text: str) -> None:
    found = reported(text)
    assert not any(code in each for each in found for code in (HIDDEN, "alternative", "repeated"))
    assert (MISMATCH in found) is ("color:red" in text)


@for_each("shape", "v:roundrect", "v:rect", "v:shape")
def test_outlook_vml_shapes_are_links(shape: str) -> None:
    text = mail(f"<!--[if mso]><{shape} href='{EVIL}'>x</{shape}><![endif]-->")
    (link,) = scan(text.encode()).links
    assert (link.value, link.element, link.context) == (EVIL, shape, "conditional")
    (message,) = scan(text.encode()).messages
    assert [each.site for each in message.sites] == ["evil.test"]


DRAWING = (
    "<svg xmlns='http://www.w3.org/2000/svg'><a href='https://a.test/'><text>x</text></a>{}</svg>"
)


@for_each(
    "more, severity",
    ("", "low"),
    *(("<script>1</script>", "medium"), ("<rect onclick='x()'/>", "medium")),
    *(("<foreignObject/>", "medium"), ("<animate/>", "medium"), ("<set/>", "medium")),
)
def test_svg_link_is_low_unless_the_svg_is_active(more: str, severity: str) -> None:
    assert f"{severity} svg-link" in reported(DRAWING.format(more), "a.svg")


NAMED = (
    "<link rel=canonical href='https://www.site.test/'>",
    ("<meta property='og:url' content='https://www.site.test/a'>"),
)
MOVED = "<meta http-equiv=refresh content='0;url=https://{}/'>"


def attached(octets: bytes, ending: str) -> str:
    message = EmailMessage()
    message["From"] = "a@shop.example.org"
    message.add_attachment(
        octets, maintype="application", subtype="octet-stream", filename=f"a.{ending}"
    )
    return message.as_string()


@for_each("named", *NAMED)
def test_refresh_to_the_canonical_address_is_medium(named: str) -> None:
    page = named + MOVED.format("www.site.test")
    assert "medium auto-redirect" in reported(page, "a.html")
    # A sender chooses the canonical address of a message, and another site stays another site.
    assert "high auto-redirect" in reported(mail(page))
    assert "high auto-redirect" in reported(attached(page.encode(), "html"))
    assert "high auto-redirect" in reported(attached(zipped({"a.html": page.encode()}), "zip"))
    assert "high auto-redirect" in reported(named + MOVED.format("evil.test"), "a.html")
