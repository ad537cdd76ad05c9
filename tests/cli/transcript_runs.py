"""The runs of the transcripts and their files."""

from typing import NamedTuple

PACK = """pack = 1
id = "school.example/hosts"
version = 3
title = "Hosts"
language = "en"
[scoring]
second = 0.25
[[item]]
id = "link"
kind = "where"
texts = ["https://www.bank.example@evil.test/", "https://a.test/", "https://b.test/"]
[[item]]
id = "dots"
kind = "target"
base = "http://a.test/b/c"
reference = "../g"
"""
DRAWN = """pack = 1
id = "school.example/drawn"
version = 1
title = "Drawn"
[[item]]
id = "drawn"
kind = "where"
count = 2
[[item]]
id = "never"
kind = "where"
text = "mailto:a@b.test"
[[item]]
id = "letters"
kind = "letters"
text = "http://a.test/%7E"
"""
MOODLE = """pack = 1
id = "school.example/moodle"
version = 1
title = "Moodle"
[[item]]
id = "valid"
kind = "valid"
text = "http://a.test/%7"
[[item]]
id = "write"
kind = "write"
wants = [{ has = "port" }]
"""
IMPOSSIBLE = """pack = 1
id = "school.example/impossible"
version = 1
title = "Impossible"
[[item]]
id = "x"
kind = "target"
reference = ["g"]
about = ["lost-query"]
[[item]]
id = "z"
kind = "write"
wants = [{ has = "port" }, { has_not = "port" }]
"""
HEAD = b"student,question,answer,tries\n"
ANSWERS = HEAD + (
    b"Ann,4,http://a.test/b/g,1\nAnn,1,www.bank.example,1\nAnn,2,a.test,2\nAnn,3,b.test,1\n"
    b"Bob,1,evil.test,1\nBob,2,,1\nBob,4,http://a.test/g,1\nBob,9,x,1\nCem,9,x,1\n"
)
RECORD = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\n"
PLAIN = b"""base;reference;answer;ask
http://a.test/b/c;g;http://a.test/b/g;target
http://a.test/b/c;?q;http://a.test/b/?q;target
http://a.test/b/c;../g;http://a.test/b/../g;target
;https://www.bank.example@evil.test/;www.bank.example;host
;https://www.bank.example@evil.test/;;host
"""
FAULTY = b"""<a href=" a b.html ">x</a> <a href="http:\\\\h.example\\e">y</a>
<a href="/%zz%e9?a=1&copy=2">z</a> <a href="/x|{{ y }}">p</a>
"""
ITEM = '[[item]]\nid = "x"\nkind = "where"\ntext = "https://a.test/"\n'
ONE = f'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "Week"\n{ITEM}'
# Lines that teachers write in packs.
LINES = (
    "title = Week 47", "due = 28.11.2026", 'due = "28.11.2026"', "title = \u201eWeek\u201c",
    "title = \u201cWeek\u201d", 'title = "Week', "scoring.second = 0,5", "version 2",
)  # fmt: skip
# Lists of students: with and without a header, and lists from which no name can be taken.
STUDENTS = (
    "ann\nbob\n", "Student\nann\n\nbob\n", "class,Name\n7b,ann\n7b,bob\n",
    "\ufeffname\tx\nann\t1\nbob\t2\n", "name,code\nAnn,7b\nBob,7b\n", "", "name\n",
    "1;Ann;Lee\n2;Bob;Ray\n", "number,first,last\n1,Ann,Lee\n",
    *(f"{each},Name\nAnn,Lee\n" for each in (
        "Vorname", "First", "First Name", "Firstname", "Given Name", "Forename")),
)  # fmt: skip
ROUTED = b"""\
Received: from mx.example (mx.example [192.0.2.1]) by in.example; Sun, 22 Nov 2026 10:00:30 +0000
Received: from pc\x1b by mx.example; Sun, 22 Nov 2026 09:58:20 +0000
Received: nothing
From: PayPal <x@kxqv.top>
Subject: a\xe2\x80\xaeb https://kxqv.top/
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: application/pdf
Content-Disposition: attachment; filename=a.pdf

%PDF-1.4
--x--
"""
CHECKED = b"""\
Authentication-Results: in.example; spf=pass smtp.mailfrom=b.example
Received: from mx.example (mx.example [192.0.2.1]) by in.example; Sun, 22 Nov 2026 10:00:30 +0000
Authentication-Results: other.example; dkim=pass header.d=b.example
From: Ann <a@b.example>, Bob <b@b.example>
To: Me <me@c.example>
Reply-To: other@d.example
Return-Path: <back@e.example>
Date: Sun, 22 Nov 2026 10:00:30 +0000
Content-Type: text/html

<p>Pay to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa, not to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb.
<p>Call +44 20 7946 0958, or write to help@f.example or me@c.example.
"""
LISTED = b"""\
From: a@b.example
Content-Type: text/html

<a href="https://iana.org/">x</a> <a href="">x</a> <p>%s
<a href="https://user:pw@kxqv.test/">x</a>
<img src="https://w3.org/a.png">
"""
FILES: dict[str, bytes] = {
    "routed.eml": ROUTED, "checked.eml": CHECKED, "listed.eml": LISTED % b"x",
    "unnamed.eml": ROUTED.replace(b"; filename=a.pdf", b""),
    "address.eml": b"Received: from mx.example (mx.example [IPv6:2001:db8::1]) by in.example; now\n"
    b"From: a@b.example\n\nx",
    "box.mbox": b"From a\nFrom: a@b.example\n\nx\n\n" * 13,
    "text.eml": LISTED % (b"word " * 200 + b"<p>END https://kxqv.test/"),
    "pack.toml": PACK.encode(), "drawn.toml": DRAWN.encode(),
    "impossible.toml": IMPOSSIBLE.encode(), "moodle.toml": MOODLE.encode(),
    "latin.toml": b"title = '\xe9'\n",
    "broken.toml": b"pack = 1\nid = 7\nversion = 'x'\n[[item]]\nkind = 'no'\n",
    "answers.csv": ANSWERS,
    "book.xlsx": b"PK\x03\x04....",
    "class.csv": b"Ann\nBob\nDan\nEve\n",
    "names.csv": b"Name,First name,Student\nA,Ann,7\nB,Bob,8\n",
    "people.csv": b"last name,first name,mail\nLee,Ann,a@x.test\nRay,Bob,b@x.test\n",
    "own.txt": b"nordbankia\tname\tbanks\town\tnordbankia.example\n",
    "more.txt": b"# extends: shipped\nnordbankia\tname\tbanks\town\tnordbankia.example\n",
    "bad.txt": b"a b c\nd\te\n",
    "digits.txt": b"# date of the data: 2099-01-01\n0030\nzero\n",
    "services.toml": b"[service\n",
    "own.toml": b"[template.mine]\ntitle='Mine'\nquoting='text'\ntext='{date} {host}'\n",
    "page.html": FAULTY,
    "calm.html": b"<a href=/x>x</a>",
    "one/two/deep.html": b"<a href='http://a.test/b c'>x</a>",
    "one/flat.html": b"<a href='http://a.test/d e'>x</a>",
    "empty/.gitkeep": b"",
    "table.csv": b"n,url\n1,http://paypal.com@evil.test/\n2,http://a.test/\n",
    "taken.csv": b"url,uri.codes\na,b\n",
    "blank.csv": b"\n",
    "twice.csv": b"url,url\n",
    "wide.csv": b"n;url\n1;http://a.test/;\n2\n3;http://\xff.test/\n",
    "many.csv": b"," * 4_096,
    "long.csv": b"x" * (1 << 20) + b"x",
    "none.jsonl": b"{\n[]\n",
    "half.jsonl": b'{"url": "a:b", "n": 1}\n{"url": "http://\\ud800"}\n{"\\ud800": 2}\n',
    "short.warc": RECORD + b"Content-Length: 9\r\n\r\nHTTP",
    "odd.warc": RECORD + b"Content-Length: x\r\n\r\n",
    "end.warc": RECORD + b"Content-Length: 2\r\n\r\nab\r\n\r\nwhat\r\n",
    "coding.warc": b"".join(
        RECORD + b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (len(each), each)
        for each in (
            b"HTTP/1.1 200 OK\r\nContent-Encoding: zz\r\n\r\nx",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nz\r\nx",
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nx",
        )
    ),
    "rows.dat": b'\xef\xbb\xbf \n{"url": "http://a.test/"}\n{"url": 1, "more": 2}\n[]\n{\n',
    "bases.csv": b"base,reference,expected\nhttp://a/b/c,../g,http://a/b/g\nhttp://a/b/c,g\n1,2,3,4\n",
    "config.md": b"",
    "fix.html": b'<!doctype html><a href="a|b%2f">x</a> <a href="/%zz">y</a>\n',
    "void.html": b"", "half.pdf": b"%PDF-1.4\n1 0 obj\n", "empty.toml": b"",
    "sheet.xlsx": b"\xd0\xcf\x11\xe0....", "heads.csv": b"Nachname,Vorname\nArcher,Ann\n",
    "again.csv": b"Ann\nBob\nAnn\n", "ann.csv": b"Ann\n",
    "one.toml": ONE.encode(),
    "kind.toml": f'{ONE}about = ["kept-last-segment"]\n'.encode(),
    "deceit.html": b'<!doctype html><a href="http://evil.test/">www.paypal.com</a>\n'
    b'<a href="=cmd">x</a><!-- <a href=y> --><a href="mailto:a@b.test">m</a>',
    "inner/b.txt": b"see http://www.example.com/ and\nhttp://a.example.com/",
    "many.html": b'<a href="http://evil.test/">www.paypal.com</a> ' * 5
    + b"<a href=http://evil.test/><i>www.example.com</i></a>",
    "low.html": b'<a href="http://a.example/b|c">b</a>',
    "two.toml": b"pack = 2\n", "x.rar": b"Rar!\x1a\x07\0",
    "program": b"\x7fELF\0\0\0\1",
    **{f"class-{at}.csv": names.encode() for at, names in enumerate(STUDENTS)},
    **{f"line-{at}.toml": f"pack = 1\n{line}\n{ITEM}".encode() for at, line in enumerate(LINES)},
    "latin.html": b"<!doctype html><meta charset=windows-1252><a href='/\xe9 b'>\xe9</a>\n",
    "latin.csv": b"reference\n/\xff\n",
}  # fmt: skip
# Symbolic links in a folder, which must not be followed.
SYMBOLIC = tuple(f"links/{at}" for at in range(7))


class Run(NamedTuple):
    """A run; standard input is closed if ``given`` is None."""

    arguments: tuple[str, ...]
    given: bytes | None = b""


def run(*arguments: str, given: bytes | None = b"") -> Run:
    return Run(arguments, given)


LINK = "https://www.bank.example@evil.test/a?to=http%3A%2F%2Fb.test%2F"
NETWORK = "//host.test/x"
CLASS = b"""student,base,reference,edition,answer,ask
ann,http://a/b/c,../g,2005,http://a/b/../g,
bob,http://a/b/c,g,,http://a/b/g,target
bob,,https://www.bank.example@evil.test/,,www.bank.example,host
cem,,https://www.evil.test/,,,site
"""
EXAMPLE = "http://a/b/c/d;p?q"
OWN_LINK = "https://nordbankla.com/"
# Expected answers about the validity of a URI.
WORDS = (
    "yes", "TRUE", "1", "valid", "equal", " Yes ", "no", "False", "0", "invalid", "not shown",
    "perhaps", "", " ",
)  # fmt: skip
# Choices of fixes, and what they are for.
CHOICES = (
    ("invalid-percent=literal", "/%zz/%u00e9"),
    ("invalid-percent=character,invalid-percent=literal", "/%zz/%u00e9"),
    ("invalid-utf8=utf-8", "/%e9%c3%a9"), ("invalid-utf8=bytes", "/%e9%c3%a9"),
    ("invisible-char=remove", "/a&#x200b;b"), ("invisible-char=encode", "/a&#x200b;b"),
    ("invisible-char=remove", "/&#x200b;/a.test/"),
    ("syntax-suspicious=once", "/?a&amp;amp;b"), ("syntax-suspicious=keep", "/?a&amp;amp;b"),
    ("raw-non-ascii=parameter", "/?a&copy;"), ("missing-authority=host", "http:/h.test/a|"),
    ("missing-authority=path", "http:///h.test/a"), (" missing-authority=path ", "https:x/y"),
    ("missing-authority=path,missing-authority=host", "https:x:8/y"),
)  # fmt: skip


def page(reference: str) -> bytes:
    return f'<!doctype html><meta charset=utf-8><a href="{reference}">x</a>'.encode()


PAGES: dict[str, tuple[Run, ...]] = {
    "batch": (
        run("batch", "resolve", "--base", "http://a/b/c", "-",
            given=b"g,http://a/b/g\r\n../g,http://a/b/g\r\n\r\ng\r\n"),
        run("batch", "resolve", "-",
            given=b"\xef\xbb\xbfTarget,remark,URI,Base\nhttp://a/g,easy,g,http://a/b\n"),
        run("batch", "resolve", "--edition", "1997", "-",
            given=b"/a,b,none\nhttp://a/b,,same document\nhttp://a/b,,http://a/b\n"),
        *(run("batch", "valid", "-", given="".join(f"{uri},{each}\n" for each in WORDS).encode())
            for uri in ("http://a/", "http://a/ b")),
        run("batch", "equal", "-", given=b"a,b,expected\nHTTP://a,http://a,case\n"
            b"HTTP://a,http://a,yes\na,b,no\na,b,yes\nhttp://a/,http://a/,yes\na,b,\n"),
        run("batch", "resolve", "-",
            given=b"http://a/,b\nonly\nx" + b"x" * (1 << 21) + b",y\nhttp://a/,c\n"),
        *(run(*each, "-", given=b"x" * (1 << 20) + b"x,y\nhttp://a/,b\n")
            for each in (("batch", "valid"), ("batch", "resolve"), ("check",))),
        run("batch", "valid", "-"),
        run("batch", "resolve", "-", given=b"student;base;reference;expected\n"
            b'ann;http://a/b/c;g;http://a/b/c/g\n"x;y";http://a/;;\n'),
        *(run("batch", "resolve", "-", given=front + b"base;reference\nhttp://a/b;g\n")
            for front in (b"sep=;\r\n", b'"sep=;"\n', b"\xef\xbb\xbf")),
        run("batch", "valid", "-", given=b"http://a/,yes,easy\nb,no\n"),
        run("batch", "valid", "-", given=b"reference,expected\ng,h,no\ng,yes\n"),
        run("batch", "valid", "-", given=b"http://a/,no\n"),
        run("batch", "valid", "-", given=b"http://a b/,yes\n"),
        run("batch", "equal", "-", given=b"HTTP://a,http://a,no\n"),
        run("batch", "equal", "-", given=b"x:a,y:a,yes\n"),
        run("batch", "equal", "-", given=b"x,x,yes\n"),
        run("batch", "resolve", "--lenient", "-", given=b"http://a/b/c,http:g,http:g\n")),
    "check-class": (
        *(run("check", *more, "-", given=CLASS) for more in ((), ("--language", "de"))),
        run("check", "-", given=CLASS + b"x,http://a/,g,1999,h,\nx,http://a/,g,,h,path\n"
            b"x,,g,,h,\nx,y\nx,http://a/,g,,h,,more\nann,http://a/b/c,g,2005,http://a/b/g,,,,\n"),
        run("check", "-", given=b"student,base,reference\na,b,c\n"),
        run("check", "-", given=b"http://a/b/c,g,1997,http://a/b/g\n"),
        run("check", "-",
            given=b"base,reference,answer\nhttp://a/b,=g,http://a/=g\nhttp://a/b,'=g,http://a/=g\n"),
        *(run("check", "--by", by, "-", given=CLASS) for by in ("student", "class", "item")),
        run("check", "--by", "mistake", "-", given=CLASS
            + b"dan,,https://www.bank.example@evil.test/,,www.bank.example,host\n"),
        run("check", "--by", "mistake", "--language", "de", "-", given=CLASS),
        *(run("check", "--fail-on", each, "-", given=CLASS) for each in ("wrong", "never")),
        run("check", "-"), run("explain", "kept-last-segment", "as-1997", "lure"),
        run("explain", "--json", "climbed-too-far")),
    "resolve": (*(run("resolve", EXAMPLE, each) for each in ("../../../g", "?y", "http:g", "g")),
        *(run("resolve", "--edition", each, EXAMPLE, "../g") for each in ("1994", "1997", "2003")),
        run("resolve", "a", "b"),
        *(run("resolve", "--edition", each, "--lenient", "--above-root", "drop", EXAMPLE, "g")
            for each in ("1994", "1997", "2003", "2005"))),
    "compare": (
        run("compare", "--base-a", "http://a/b/c", "--base-b", "http://a/x/y", "g", "../b/g"),
        run("compare", "--base-a", "http://a/b/c", "g", "http://a/b/h"),
        run("compare", "--base-a", "b", "g", "http://a/g"), run("compare", "../a", "../a"),
        run("compare", "--base-a", "http://a/b/c", "../a", "http://a/a"),
        *(run("compare", "http://a/b#c", each) for each in ("HTTP://a/b#d", "http://a/d#c")),
        run("compare", "http://a/#b", "http://a/#c"),
        run("compare", "--without-fragments", "http://a/#b", "http://a/#c"),
        run("compare", "--without-fragments", "--json", "http://a/#b", "http://a/#c"),
        run("compare", "--urn-edition", "draft2012", "URN:foo:a123,456", "urn:FOO:a123,456?x=y"),
        *(run("compare", "--edition", each, "http://a/x", "http://a/y")
            for each in ("1994", "1997")),
        *(run("compare", "http://a/b", f"http://a/b{'x' * each}") for each in (8, 9, 10))),
    "refused": (run("report"), run("report", "a", "b"), run("report", "--format", "pdf", "a"),
        run("report", "-o", "one", "a"), run("scan", "--site", "no-such-folder"),
        run("scan", "--site", "\\\\host\\share"), run("scan", "--format", "site-csv", "one"),
        run("--jsonl", given="\n".join((
            "{", '{"text": 1}', "{}", '{"text": "a", "bases": "b"}', '{"text": "a", "base": 1}',
            '{"text": "a", "edition": "1996"}', '{"text": "a", "edition": ["1997"]}',
            '{"text": "a", "protect": "b"}', '{"text": "a", "protect": [1]}', '{"text": "a"}}',
        )).encode())),
    "scan-files": (
        *(run("scan", *each) for each in (("deceit.html",), ("deceit.html", "--fail-on=never"),
            ("inner",), ("inner", "--fail-on=info"), ("inner", "--group=target"), ("dec*.html",),
            ("nothing*.html",), ("deceit.html", "--jobs=0"), ("deceit.html", "--group=nothing"),
            ("hollow", "program"), ("--strict", "inner"), ("--strict", "inner", "hollow"),
            ("--strict", "program"), ("--strict", "deceit.html", "hollow"),
            ("--strict", "hollow", "none"), ("--format=csv", "deceit.html", "inner"),
            ("--format=csv", "--exact", "deceit.html"), ("many.html",), ("low.html",),
            ("--full", "low.html"), ("--full", "--min-severity", "medium", "low.html"), ("pipe",),
            ("x.rar",), ("--site", "links"), ("--site", "links", "--strict"), ("--site", "hollow"),
            ("--site", "hollow", "--format", "site-json"),
            ("--site", "hollow", "--format", "site-csv"), ("--site", "inner", "--strict"),
            ("--site", "one", "--base", "https://www.example.org/docs/", "--exact"))),
        run("scan", "-", given=b"see http://www.example.com/")),
    "students": (
        *(run("sheet", "--students", f"class-{at}.csv", "one.toml") for at in range(len(STUDENTS))),
        *(run("sheet", "--students", "people.csv", *each, "pack.toml") for each in (
            ("--column", "Last name"), ("--column", "First name", "--column", "Last name"))),
        run("sheet", "kind.toml"), run("sheet", "two.toml"),
        run("check", "--pack", "pack.toml", "-", given=b"student,item,number,answer\nann,link,9,x\n"
            b"ann,nope,1,x\nann,link,1.0,x\n")),
    "scan-mail": (*(run("scan", *each) for each in (("routed.eml",), ("--full", "routed.eml"),
            ("--full", "address.eml"), ("checked.eml",), ("unnamed.eml",), ("box.mbox",),
            ("listed.eml",), ("--min-severity", "low", "listed.eml"), ("text.eml",),
            ("--full", "text.eml"))),),
    "explain-german": (
        *(run("explain", *more, each) for each in ("userinfo-present", "RFC 3986 5.2.4")
            for more in ((), ("--language", "de"), ("--language", "de", "--json"))),
        run("explain", "--language", "de", "kept-last-segment"),
        run("explain", "--language", "de", "userinfo-presnt"),
        run("spot", "--language", "de", "ZZ")),
    "fix-choices": (*(run("fix", *more, "fix.html") for more in ((), ("--diff",), ("--json",))),
        run("fix", "--diff", "--only", "lowercase-hex", "fix.html"),
        run("fix", "--check", "calm.html"), run("fix", "--check", "links"),
        *(run("fix", each, "void.html", "calm.html")
            for each in ("--diff", "--write", "--check", "--edition=1997", "--json")),
        run("fix", "--diff", "-", given=page("/%zz")), run("fix", "--check", "half.pdf"),
        run("fix", "https://a.example/"),
        run("fix", "--check", "-", given=page("?a=1&b=2")),
        run("fix", "--diff", "--ampersands", "-", given=page("?a=1&b=2")),
        *(run("fix", "--strict", "--diff", "--choose", choice, "-", given=page(each))
            for choice, each in CHOICES),
        *(run("fix", "--json", "-", given=page(each))
            for each in ("http:///a", "https:a", "ws:/a/b", "HTTP:////a")),
        *(run("fix", "--strict", "--check", "--base", each, "-", given=page("http:/a"))
            for each in ("http://p.test/", "HTTP://p.test/a/b")),
        *(run("fix", "--choose", f"missing-authority={each}", "-", given=page("http:///a.test/b"))
            for each in ("host", "path")),
        *(run("fix", "--choose", each, "fix.html")
            for each in ("", "a=b", "invalid-percent", "invalid-percent=slip"))),
    "lists-used": (
        run("--known-names", "own.txt", f"{OWN_LINK}\nhttps://a.example/"),
        *(run("fill", "ticket", "--date", "2026-11-24", OWN_LINK, *more)
            for more in ((), ("--known-names", "own.txt"))),
        *(run(f"--{kind}", "\\\\host\\share", OWN_LINK)
            for kind in ("known-names", "rewriters", "services", "parameters")),
        run("lists", "services", "--known-names", "own.txt"), run("lists", "clauses")),
    "teachers": (*(run("sheet", f"line-{at}.toml") for at in range(len(LINES))),
        *(run("sheet", each) for each in ("empty.toml", "answers.csv", "book.xlsx")),
        *(run("check", "--pack", "one.toml", each) for each in ("book.xlsx", "sheet.xlsx")),
        *(run("check", "--pack", "one.toml", "-", given=each) for each in (
            b"student,frag,antwort\nA,1,x\n", b"student|question|answer\nA|1|x\n",
            b"student,question\nA,1\n", b"a,b,c,d\n", b"", b"student,question,answer\n",
            b'student,question,answer\nA,1,"a.test\nB,1,a.test\n')),
        run("check", "-",
            given=b"student,question,base,reference,answer,sheet\nA,1,http://a/,g,http://a/g,AAA-AAA\n"),
        *(run("sheet", "--students", each, "one.toml")
            for each in ("heads.csv", "again.csv", "book.xlsx")),
        run("sheet", "--count", "5", "--students", "ann.csv", "one.toml"),
        run("check", "--pack", "one.toml", "--language", "de", "-",
            given=b"student,question,answer\nAnna,1,a.test\nAnna,9,x\nBen,1,\n"),
        run("sheet", "--check", "--language", "de", "one.toml"),
        run("sheet", "broken.toml", "--language", "de"),
        run("check", "--pack", "one.toml", "-", "--language", "de",
            given=b"student,question\nA,1\n"),
        run("check", "-", "--language", "de", given=b"a,b\n"),
        run("sheet", "--count", "0", "one.toml", "--language", "de"),
        run("check", "--by", "question", "-", "--language", "de"),
        run("check", "no-such-file.csv", "--language", "de")),
    "results": (*(run("check", *each, "-") for each in (("--format", "html", "--json"),
            ("--by", "item", "--json"), ("--by", "question"))),
        *(run("check", "--pack", "pack.toml", "--json", "-", given=each.encode()) for each in (
            "name;Frage;Antwort\nAnn;2;a.test\n", "code\tnr.\tanswer\nAnn\t2.\ta.test\n",
            "student,number,answer\nAnn,2.0,a.test\n", "Ann,2,a.test\n", "Ann,link,2,a.test\n",
            "student,item,number,question,answer\nAnn,dots,1,What?,x\n",
            "student,name,question,answer\nAnn,A.,2,a.test\n")),
        run("check", "--pack", "pack.toml", "-", given=b"student,question,answer\nAnn,5,x\n"
            b"Ann,0,x\nAnn,,x\nAnn,link,x\n ,1,x\nAnn,1,x,y,z\nAnn,1,evil.test\n"),
        *(run("check", "--pack", "pack.toml", "--by", by, "-",
            given=b"student,question,answer\nAnn,1,www.bank.example\nAnn,2,www.bank.example\n"
            b"Bob,1,www.bank.example\nCem,3,www.bank.example\n")
            for by in ("mistake", "item", "question", "student", "class"))),
    "check": (run("check", "--json", "--format", "csv", "-"),
        run("check", "--json", "--format", "json", "-", given=b"reference,answer,ask\n"),
        run("check", "--by", "student", "--json", "-"),
        run("check", "--by", "class", "-o", "x.csv", "-"),
        run("check", "--by", "item", "--format", "csv", "-"), run("check", "--by", "question", "-"),
        run("check", "--format", "html", "-"), run("check", "--key", "with", "-"),
        run("check", "--column", "a", "-"), run("check", "--students", "class.csv", "-"),
        run("check", "-", given=None), run("check", "no-such-file.csv"), run("check", NETWORK),
        run("check", "book.xlsx"), run("check", "--pack", "answers.csv", "-"),
        run("check", "--pack", "latin.toml", "-"), run("check", "--pack", "broken.toml", "-"),
        run("check", "--pack", "lesson:99", "-"),
        run("check", "-", given=b"student|question|answer\nA|1|x\n"),
        run("check", "-", given=b"reference;grade\na;b\n"),
        run("check", "-", given=b"base,refrence,answer\na,b,c\n"),
        run("check", "-", given=b"base\treference\tanswr\n"),
        run("check", "-", given=b"reference,answer,base|\n"),
        run("check", "--pack", "pack.toml", "-", given=b"student|answer|question\n"),
        run("check", "-", given=b"reference;answer\na;b\n"),
        run("check", "-", given=b"sheet,reference,answer\n1,a,b\n"),
        run("check", "--pack", "pack.toml", "-", given=b"frage,antwort\nA,1\n"),
        run("check", "-", given=b"reference,answer,ask\n"),
        run("check", "--fail-on", "wrong", "--base", "http://a.test/", "-", given=b"g,,target\n"),
        run("check", "--fail-on", "wrong", "-", given=PLAIN),
        run("check", "--fail-on", "wrong", "-", given=b"base,reference,answer\na:b,#c,no\n"),
        run("check", "--by", "mistake", "-", given=PLAIN),
        run("check", "--by", "class", "-", given=PLAIN),
        run("check", "-o", "answers.csv", "--pack", "pack.toml", "answers.csv"),
        run("check", "--language", "de", "-", given=PLAIN)),
    "check-pack": (
        run("check", "--pack", "pack.toml", "answers.csv"),
        run("check", "--pack", "pack.toml", "--json", "answers.csv"),
        *(
            run("check", "--pack", "pack.toml", "--by", by, "answers.csv")
            for by in ("student", "question", "item", "mistake", "class")
        ),
        run("check", "--pack", "pack.toml", "--by", "class", "--language", "de", "answers.csv"),
        run("check", "--pack", "pack.toml", "--students", "class.csv", "answers.csv"),
        run("check", "--pack", "pack.toml", "--students", "names.csv", "answers.csv"),
        run("check", "--pack", "pack.toml", "--students", "people.csv", "answers.csv"),
        run("check", "--pack", "pack.toml", "--students", "people.csv", "--column", "nobody", "-"),
        run("check", "--pack", "pack.toml", "--students", "book.xlsx", "-"),
        run("check", "--pack", "pack.toml", "-", given=HEAD),
    ),
    "sheet": (run("sheet", "--column", "a", "pack.toml"),
        run("sheet", "--count", "2", "--students", "class.csv", "pack.toml"),
        run("sheet", "--count", "0", "pack.toml"), run("sheet", "-o", "pack.toml"),
        run("sheet", "-o", "pack.toml", "pack.toml"), run("sheet", "-o", "new.toml"),
        run("sheet", "--check", "pack.toml"), run("sheet", "--check", "drawn.toml"),
        run("sheet", "--check", "impossible.toml"), run("sheet", "impossible.toml"),
        run("sheet", "drawn.toml"),
        run("sheet", "--format", "moodle", "--count", "1", "moodle.toml"),
        run("sheet", "--students", "names.csv", "pack.toml"),
        run("sheet", "--students", "people.csv", "--key", "alone", "pack.toml"),
        run("sheet", "--format", "json", "--language", "de", "pack.toml"),
        run("sheet", "no-such-pack.toml"), run("sheet", NETWORK)),
    "spot": (run("spot", "--count", "0"), run("spot", "--trick", "no-such-trick"), run("spot", "A"),
        run("spot", "--count", "2", given=b"a\nb\n"),
        run("spot", "--count", "2", "--trick", "userinfo", "ABC-123", given=b"a\n\n"),
        run("spot", "--count", "1", "ABC-123", given=None)),
    "inspect": (run(), run("--jobs", "2", "a"), run("--jsonl", "--jobs", "0", "a"),
        run("scann", "a.html"), run("--jsonl", "services.toml"),
        run("--jsonl", given=None),
        run("--jsonl", given=b'{\n{"text": 1}\n{"text": "a", "base": 1}\n{"textt": "a"}\n[]\n'),
        run("--jsonl", given=b'{"text": "a", "edition": "1"}\n{"text": "a", "protect": "x"}\n'),
        run("--json", "--fail-on", "never", "a:b"), run("--json", "--jsonl", "a:b"),
        run("--protect", NETWORK, "a"), run("--protect", "a\0b", "a"),
        run("--protect", "no-such-file", "a"), run("--known-names", "bad.txt", "a"),
        run("--services", "services.toml", "a"),
        run("--exact", "--full", "--min-severity", "high", LINK),
        run("--full", "mailto:a@b.test?subject=x&body=http%3A%2F%2Fevil.test%2F"),
        run("--full", "--fail-on", "low", "tel:+49-1;phone-context=b.test"),
        run("--full", "data:text/html,<a href=http://a.test/>"), run("--full", "geo:1,2"),
        run("hxxp://a[.]test/", "", "a  b"), run("--base", "http://a.test/b", "mailto:", "", "?q"),
        run("--base", "", "g"), run("report", "-o", NETWORK, LINK),
        run("report", "-o", "a\0b", LINK), run("report", "-o", "no/such/folder", LINK),
        run("defang", given=None), run("refang", given=None),
        run("defang", given=b"http://a.test/\xff\n"),
        run("refang", given=b"hxxp://a[.]test/\xff\n"), run("values", given=None),
        run("values", given=b"http://a.test/?t=1700000000\xff\r\nx"),
        run("batch", "resolve", "-", given=None), run("batch", "resolve", NETWORK),
        run("batch", "resolve", "bases.csv"), run("batch", "valid", "latin.csv"),
        run("batch", "--base", "http://a/", "resolve", "-", given=b"reference,expected\n?q,x\n"),
        run("batch", "valid", "-", given=b"reference,expected\na b,yes\na,no\nb,yes\nc d,no\ne,\n"),
        run("batch", "equal", "-", given=b"a,b,expected\nA:x,a:x,no\na,b,yes\na,a,string\n"),
        run("compare", "--without-fragments", "http://a/#b", "http://a/#c"),
        run("compare", "--base-a", "x", "b", "c"), run("compare", "a\u0301", "\xe1" * 20),
        run("explain", "resolve"), run("explain", "rare-ip", "RFC 3986 3.2.2"),
        run("explain", "RFC 2396 C.2"),
        run("resolve", "--above-root", "drop", "http://a/b", "../../c"),
        run("resolve", "--above-root", "refuse", "http://a/b", "../../c"),
        run("tree", "http://a.test/" + "%zz" * 3)),
    "fill": (run("fill"), run("fill", "nothing", "a"), run("fill", "splunk"),
        run("fill", "splunk", "mailto:a@b.test"),
        run("fill", "ticket", "--date", "yesterday", LINK),
        run("fill", "--templates", "no-such-file", "ticket", LINK),
        run("fill", "--templates", NETWORK, "ticket", LINK),
        run("fill", "--templates", "latin.toml", "ticket", LINK),
        run("fill", "--templates", "broken.toml", "ticket", LINK),
        run("fill", "--templates", "own.toml"),
        run("fill", "--templates", "own.toml", "mine", LINK),
        run("fill", "--templates", "own.toml", "--date", "20261121", "mine", LINK),
        run("fill", "splunk", "--without-recipient", f"{LINK}&uid=12345678"),
        run("fill", "-o", "a\0b", "splunk", LINK)),
    "fix": (run("fix"), run("fix", "--diff", "--write", "page.html"),
        run("fix", "--write", "--backup", "", "page.html"),
        run("fix", "--write", "--backup", "a/b", "page.html"), run("fix", "--write", "-"),
        run("fix", "--backup", ".old", "page.html"), run("fix", "--exact", "--diff", "page.html"),
        run("fix", "--only", "nothing,backslash", "page.html"),
        run("fix", "--choose", "nothing=x", "page.html"),
        run("fix", "--choose", "invalid-percent=nothing", "page.html"), run("fix", "-", given=None),
        run("fix", "no-such-file.html"), run("fix", NETWORK),
        run("fix", "--check", "page.html", "calm.html", "one"),
        run("fix", "--check", "one/**/*.html"), run("fix", "--check", "nothing*.html"),
        run("fix", "--check", "--strict", "--only", "invalid-percent", "page.html"),
        run("fix", "--diff", "page.html", "calm.html"), run("fix", "--diff", "latin.html"),
        run("fix", "--write", "page.html"), run("fix", "--write", "--no-backup", "page.html"),
        run("fix", "--check", "page.html.bak"), run("fix", "--check", "empty"),
        run("fix", "--check", "config.md")),
    "scan": (run("scan"), run("scan", "https://a.example/"), run("scan", "--jobs", "257", "-"),
        run("scan", "--format", "site-json", "-"), run("scan", "--site", "one", "calm.html"),
        run("scan", "--site", "one", "--jobs", "2"), run("scan", "--site", NETWORK),
        run("scan", "--site", "calm.html"), run("scan", "--site", "one", "--base", "x"),
        run("scan", "--site", "one", "--strict"),
        run("scan", "--format", "stix", "--date", "today", "-"), run("scan", "-", given=None),
        run("scan", NETWORK, "no-such-file.html", "calm.html"),
        run("scan", "one/**/*.html", "one/*"), run("scan", "empty", "links"),
        run("scan", "--strict", "book.xlsx"), run("scan", "--format", "csv", "calm.html", "one"),
        run("scan", "--format", "markdown", "--date", "2026-11-24T01:02:03+01:00", "calm.html"),
        run("scan", "--format", "markdown", "--language", "de", "--date", "2026-11-24", "one")),
    "lists": (run("lists"), run("lists", "--known-names", "own.txt"),
        run("lists", "--known-names", "more.txt"),
        run("lists", "--json", "--known-names", "own.txt"), run("lists", "--json", "services"),
        run("lists", "--all"), run("lists", "--all", "--json"), run("lists", "--all", "services"),
        run("lists", "--restore", "known-names"), run("lists", "--update", "digits.txt")),
    "desktop": (run("desktop"), run("desktop", "--undo", "--handle-links"),
        run("desktop", "--undo"), run("desktop", "--handle-links", "--file-menus"), run("desktop"),
        run("desktop", "--undo"), run("desktop", "--undo")),
    "table": (run("table", "table.csv", "out.jsonl"),
        run("table", "table.csv", "folder/", "--format", "csv"),
        run("table", "table.csv", "folder/", "--edition", "1997", "--format", "csv"),
        run("table", "table.csv", "folder/", "--column", "n", "--format", "csv"),
        run("table", "table.csv", "folder/", "--content", "url", "--format", "csv"),
        run("table", "table.csv", "folder/", "--columns", "url.domain", "--format", "csv"),
        run("table", "table.csv", "folder/", "--protect", "class.csv", "--format", "csv"),
        run("table", "table.csv", "folder/", "--known-names", "own.txt", "--format", "csv"),
        run("table", "table.csv", "folder/", "--format", "jsonl"),
        run("table", "table.csv", "table.csv"), run("table", "table.csv", "out.txt"),
        run("table", "table.csv", NETWORK), run("table", NETWORK, "out.csv"),
        run("table", "table.csv", "a\0b"), run("table", "a\0b", "out.csv"),
        run("table", "table.csv", "pipe"), run("table", "table.csv", "out.csv", "--column", "link"),
        run("table", "table.csv", "out.csv", "--columns", "uri.severe"),
        run("table", "taken.csv", "out.csv"), run("table", "blank.csv", "out.csv"),
        run("table", "config.md", "out.csv"),
        *(run("table", f"{each}.csv", "out.csv") for each in ("twice", "many", "long")),
        run("table", "wide.csv", "wide.jsonl", "--columns", "url.domain"),
        run("table", "none.jsonl", "out.csv"),
        run("table", "half.jsonl", "half.csv", "--columns", "url.domain"),
        *(run("table", f"{each}.warc", "w.csv") for each in ("short", "odd", "end", "coding")),
        run("table", "rows.dat", "rows.csv", "--columns", "url.domain")),
}  # fmt: skip
