"""References that contain other references, secrets or persons, and invalid ones."""

from typing import Final

from tests.analysis.expectations.row import UNCLEAR, Row, info, low, medium

GOOD: Final = "https://good.example/dir/page.html"
SERVICE: Final = "the services' own link formats"
REDIRECT: Final = "MITRE CWE-601, open redirect"
SECRET: Final = "rfc2396bis-01 7.4, RFC 3986 7.5"
VICTIM: Final = "phishing pages that know their victim"
SAFE: Final = "https://nam02.safelinks.protection.outlook.com/?url="
SAFE_REST: Final = "&data=05%7C01%7Ccarol%40corp.example%7C0a1b2c3d%7C0&sdata=Ab%3D&reserved=0"

REWRITTEN: Final = (
    Row(f"{SAFE}http%3A%2F%2F3221225985%2Flogin{SAFE_REST}", (info("rewriter"),
        low("recipient-id")), "192.0.2.1", SERVICE,
        "Through Safe Links to a disguised address.", verdict="high"),
    Row("https://x1.r.us-east-1.awstrack.me/L0/http:%2F%2Fwww.paypal.com.evil.test%2F/1/010f/ab=3",
        (info("rewriter"),),
        "www.paypal.com.evil.test", SERVICE, "Through a service that counts clicks.",
        verdict="high"),
    Row(f"{SAFE}https%3A%2F%2Fwww.paypal.com%40evil.test%2F{SAFE_REST}",
        (info("rewriter"),),
        "evil.test", SERVICE, "Through Safe Links to a host behind a user's name.", verdict="high"),
    Row(
        "https://urldefense.proofpoint.com/v1/url?u=http://www.paypal.com.evil.test/a&k=oIvRg1&r=IKM5u8&m=Ww6iaH&s=d3583c",
        (info("rewriter"),),
        "www.paypal.com.evil.test",
        SERVICE,
        "Proofpoint, first version.",
        verdict="high",
    ),
    Row(
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__www.paypal.com.evil.test_login-3Fa-3D1&d=DwMFaQ&c=a&r=b&m=c&s=d&e=",
        (info("rewriter"),),
        "www.paypal.com.evil.test",
        SERVICE,
        "Proofpoint, second version: -3A is a colon, _ a slash.",
        verdict="high",
    ),
    Row("https://urldefense.proofpoint.com/v2/url?u=http-3A__0x7f.1_&d=DwMFaQ&c=a&r=b&m=c&s=d&e=",
        (info("rewriter"),), "127.0.0.1", SERVICE,
        "Proofpoint, second version, around a disguised address.", verdict="high"),
    Row("https://urldefense.com/v3/__https://www.paypal.com@evil.test/a*b__;Iw!!Client!Sig$",
        (info("rewriter"),), "evil.test", SERVICE,
        "Proofpoint, third version: the star stands for a number sign.", verdict="high"),
    Row("https://urldefense.com/v3/__http://3221225985/__;!!Client!Sig$",
        (info("rewriter"),), "192.0.2.1", SERVICE,
        "Proofpoint, third version.", verdict="high"),
    Row(
        "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fwww.paypal.com.evil.test%2f&c=E,1,abc&typo=1",
        (info("rewriter"),),
        "www.paypal.com.evil.test",
        SERVICE,
        "Barracuda.",
        verdict="high",
    ),
    Row("https://www.google.com/url?q=https://www.paypal.com.evil.test/&sa=D&ust=1700000000",
        (info("rewriter"),),
        "www.paypal.com.evil.test", SERVICE, "Google's redirector.", verdict="high"),
    Row("https://l.facebook.com/l.php?u=http%3A%2F%2F0xC0000201%2F&h=AT0abc",
        (info("rewriter"),), "192.0.2.1", SERVICE,
        "Facebook's redirector.", verdict="high"),
    Row(
        "https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fp%D0%B0ypal.example%2F&urlhash=abcd",
        (info("rewriter"),),
        UNCLEAR,
        SERVICE,
        "LinkedIn's redirector.",
        verdict="high",
    ),
    Row("https://www.google.com/amp/s/www.paypal.com.evil.test/page",
        (info("rewriter"),), "www.paypal.com.evil.test", SERVICE,
        "Google's AMP viewer.", verdict="high"),
    Row("https://www-paypal-com-evil-test.translate.goog/signin?_x_tr_sl=auto&_x_tr_tl=en",
        (info("rewriter"), info("proxy-host")), "www.paypal.com.evil.test",
        SERVICE, "Google's translation of a deceptive host.", verdict="high"),
    Row(f"{SAFE}https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttp%253A%252F%252F0x7f.1%252F{SAFE_REST}",
        (info("rewriter"),), "127.0.0.1", SERVICE,
        "Two services around a disguised address.", verdict="high"),
)  # fmt: skip

FORWARDS: Final = (
    Row("https://good.example/redirect?url=https://evil.test/login",
        (low("open-redirect"), info("nested-uri", "https://evil.test/login")), UNCLEAR, REDIRECT,
        "It may forward to another site."),
    Row("https://good.example/out?next=%2F%2Fevil.test%2F", (low("open-redirect"),), UNCLEAR,
        REDIRECT, "A network-path reference is enough."),
    Row("//good.example/login?returnUrl=https%3a%2f%2fevil.test",
        (low("open-redirect"), info("nested-uri", "https%3a%2f%2fevil.test")), UNCLEAR, REDIRECT,
        "It may forward to another site after the login.", base="https://start.example/"),
    Row("https://good.example/r?dest=http://203.0.113.5/",
        (low("open-redirect"), info("nested-uri", "http://203.0.113.5/")), UNCLEAR, REDIRECT,
        "It may forward to an address."),
    Row(
        "https://good.example/a?u=http%3A%2F%2Fb.example%2F%3Fu%3Dhttp%253A%252F%252F2130706433%252F",
        (info("nested-uri"),),
        UNCLEAR,
        REDIRECT,
        "A reference in a reference in a reference; the innermost is disguised, and only carried.",
        verdict="low",
    ),
    Row("https://good.example/http://user:pw@evil.test/",
        (info("nested-uri", "http://user:pw@evil.test/"),), UNCLEAR, "path tails of proxies",
        "The reference in the path holds a password; it is only carried.", verdict="low"),
)  # fmt: skip

SIGNED_AT: Final = (
    "https://files.evil.test/k?X-Amz-Algorithm=AWS4-HMAC-SHA256"
    "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20231114%2Fus-east-1%2Fs3%2Faws4_request"
    "&X-Amz-Date=20231114T221320Z&X-Amz-SignedHeaders=host&X-Amz-Signature="
    "fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024"
)
CLAIMS: Final = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiZXhwIjoxNzAwMDAwMDAwfQ.c2lnbmF0dXJlLWhlcmU"
LIMITED: Final = (
    Row(f"{SIGNED_AT}&X-Amz-Expires=3600", (info("time-limit", "3600"), low("sensitive-info")),
        "files.evil.test", "AWS Signature Version 4, query parameters",
        "The date and the seconds say when a signed link ends."),
    Row(f"{SIGNED_AT}&X-Amz-Expires=soon", (low("sensitive-info"),), "files.evil.test",
        "AWS Signature Version 4, query parameters",
        "No number of seconds: nothing is known of its end.", forbidden=("time-limit",)),
    Row(
        "https://a.blob.core.windows.net/c/b?sv=2022-11-02&se=2023-11-14T22%3A13%3A20Z&sr=b&sp=r"
        "&sig=8qsKQqNMWDkhZMIXoS2J2Ts3Kkhx0aPXXXNmYkpXaTU%3D",
        (info("time-limit", "2023-11-14T22%3A13%3A20Z"),),
        "a.blob.core.windows.net",
        "Azure Storage, shared access signatures",
        "The parameter says when a signed link ends.",
        verdict="low",
    ),
    Row("https://d.cloudfront.net/a?Expires=1700000000&Signature=c2lnbmF0dXJlLWhlcmU~"
        "&Key-Pair-Id=APKAEIBAERJR2EXAMPLE", (info("time-limit", "1700000000"),),
        "d.cloudfront.net", "Amazon CloudFront, signed URLs",
        "The parameter says when a signed link ends.", verdict="low"),
    Row(f"https://evil.test/?t={CLAIMS}", (info("time-limit"), low("sensitive-info")), "evil.test",
        "RFC 7519 4.1.4", "The claim says when the token ends."),
    Row("https://evil.test/?expires=1700000000&signature=fe5f80f77d5fa3beca038a248ff027d0", (),
        "evil.test", "own observation",
        "Whose parameter it is, is not known, nor what it is the end of.",
        forbidden=("time-limit",), verdict="info"),
    Row("https://evil.test/?X-Amz-Expires=3600", (), "evil.test",
        "AWS Signature Version 4, query parameters", "Nothing is signed.",
        forbidden=("time-limit",), verdict="info"),
)  # fmt: skip
PRIVATE: Final = (
    Row("https://evil.test/login?user=carol&password=hunter2",
        (medium("sensitive-info", "hunter2", "password=hunter2"),), "evil.test", SECRET,
        "A password in a query."),
    Row("http://evil.test/?passwd=hunter2",
        (medium("sensitive-info", "hunter2", "passwd=hunter2"),), "evil.test", SECRET,
        "A password in a query, without encryption."),
    Row("//evil.test/a?PWD=hunter2", (medium("sensitive-info", "hunter2", "PWD=hunter2"),),
        "evil.test", SECRET, "A password in a query.", base=GOOD),
    Row("https://evil.test/cb#access_token=ya29A0ARrdaM&token_type=Bearer",
        (low("sensitive-info", "ya29A0ARrdaM", "access_token=ya29A0ARrdaM"),), "evil.test",
        "RFC 6749 10.16", "Whoever has the token acts as the user."),
    Row("http://evil.test/a.jsp;jsessionid=1A530637289A03B07199A44E8D531427",
        (low("sensitive-info"),), "evil.test", SECRET, "Whoever has the session acts as the user."),
    Row("https://evil.test/?api_key=0123456789abcdef",
        (low("sensitive-info", "0123456789abcdef", "api_key=0123456789abcdef"),), "evil.test",
        SECRET, "A key in a query."),
    Row(f"https://api.telegram.org/bot123456789:AA{'b' * 33}/sendMessage?chat_id=1&text=a",
        (low("sensitive-info", f"123456789:AA{'b' * 33}"),), "api.telegram.org",
        "Telegram Bot API, making requests", "Whoever has the token acts as the bot."),
    Row(f"https://hooks.slack.com/services/T00000000/B00000000/{'X' * 24}",
        (low("sensitive-info", f"T00000000/B00000000/{'X' * 24}"),), "hooks.slack.com",
        "Slack, incoming webhooks", "Whoever has the link writes into the channel."),
    Row(f"https://discord.com/api/webhooks/551531058039095296/{'aB3_' * 17}",
        (low("sensitive-info", f"551531058039095296/{'aB3_' * 17}"),), "discord.com",
        "Discord, webhooks", "Whoever has the link writes into the channel."),
    Row("https://evil.test/?_kx=abcdefgh.XyZ123", (info("recipient-id"),), "evil.test",
        "Klaviyo, _kx", "Each recipient has another value."),
    Row("https://evil.test/login#carol@corp.example",
        (medium("recipient-id", "carol@corp.example"),), "evil.test", VICTIM,
        "The page knows whom it deals with, and the server does not see it."),
    Row("https://evil.test/login#Y2Fyb2xAY29ycC5leGFtcGxl",
        (medium("recipient-id", "Y2Fyb2xAY29ycC5leGFtcGxl"),), "evil.test", VICTIM,
        "The address of the recipient in base64."),
    Row("https://evil.test/?e=carol%40corp.example",
        (low("recipient-id", "carol%40corp.example", "e=carol%40corp.example"),), "evil.test",
        VICTIM, "The link identifies its recipient."),
    Row("http://203.0.113.5/x/carol@corp.example", (low("recipient-id", "carol@corp.example"),),
        "203.0.113.5", VICTIM, "The link identifies its recipient in its path."),
    Row("https://evil.test/?id=Y2Fyb2xAY29ycC5leGFtcGxl",
        (low("recipient-id", "Y2Fyb2xAY29ycC5leGFtcGxl", "id=Y2Fyb2xAY29ycC5leGFtcGxl"),),
        "evil.test", VICTIM, "The address of the recipient in base64."),
)  # fmt: skip

GRAMMAR: Final = (
    Row("x?y#a#b", (low("excluded-char"),), "good.example", "RFC 3986 3.5",
        "A second number sign in a relative reference.", base=GOOD),
    Row("~x:y", (low("syntax-error"),), UNCLEAR, "RFC 3986 4.2",
        "A relative reference has no colon in its first segment."),
    Row("_2:x/y", (low("syntax-error"),), UNCLEAR, "RFC 3986 4.2",
        "A scheme has no underscore, whatever follows."),
    Row("_a:b", (low("syntax-error"),), UNCLEAR, "RFC 3986 4.2", "A scheme has no underscore."),
    Row(":evil.test", (low("syntax-error"),), UNCLEAR, "RFC 3986 4.2",
        "A colon in the first segment of a relative path."),
    Row("https://evil.test/a#b#c", (low("excluded-char"),), "evil.test", "RFC 3986 3.5",
        "A second number sign."),
    Row("https://evil.test/a[1]", (low("excluded-char"),), "evil.test", "RFC 3986 3.3",
        "Brackets in a path."),
    Row("http://@evil.test/", (low("syntax-suspicious"),), "evil.test", "RFC 3986 3.2.1",
        "An empty user."),
    Row("https://:@evil.test/", (low("syntax-suspicious"),), "evil.test", "RFC 3986 3.2.1",
        "An empty user with an empty password."),
    Row("https://evil.test/a?b=1&amp;c=2", (low("syntax-suspicious", "&amp;", "amp;"),),
        "evil.test", "HTML, attribute values", "An escape of HTML was left in."),
    Row("https://evil.test/a.php?x=1?y=2", (low("syntax-suspicious"),), "evil.test", "RFC 3986 3.4",
        "Allowed, but the second question mark was probably meant as an ampersand."),
    Row("https://evil.test////////a", (low("syntax-suspicious"),), "evil.test", "RFC 3986 3.3",
        "Allowed, but a row of slashes is rarely meant."),
)  # fmt: skip

ROWS: Final = (*REWRITTEN, *FORWARDS, *PRIVATE, *LIMITED, *GRAMMAR)
