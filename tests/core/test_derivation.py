"""The derivation tree of a reference by the edition's grammar."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.core.derivation import AND_SO_ON, DerivationRow, rows
from uriinspector.core.model import Node, Span

MOST = 4096  # the maximum length at which a component is derived character by character

TEXTS = [
    *("", "a", "/", "//", "//h", "?", "#", "a/b/../c?d#e", "/a;b=c/d", "./a:b", "%41%zz|", ":a"),
    "http://h",
    "http://u:p%41@www.example.com:80/a/b;c;d=e?q=%20r#f",
    *("http://1.2.3.4/", "http://999.9.9.9:/", "http://a.b.:8a/", "http://a_b,c/", "http://:80"),
    *("http://[2001:db8::7]:80/", "http://[::ffff:1.2.3.4]/", "http://[v1.a:b]/", "http://[::1"),
    *("http://[", "http://[]", "http://[::1]x/", "http://[z:::1.2]/", "http://u|@[::g]:1b/"),
    *("http:a/b", "mailto:a@b", "urn:a:b?c#d", "foo:", "foo:?q", "foo:/a//b", "foo:a:b/c:d"),
    *("ftp://u@h/a/b;type=a", "gopher://h/1a%09b?c", "file:///etc", "file://h", "news:*"),
    *("nntp://h/a.b/1", "telnet://u:p@h/", "wais://h/d/t/p", "wais://h/d?s", "prospero://h/a;b=c"),
    *("<URL:http://h/a#b>", "URL:ftp://h", "<a>", "x://h/a b\u00e9", "a b:c", "1:2", "a|:b",
        "a|:@b"),
]  # fmt: skip
every_edition = for_each("edition", *EDITIONS)
every_text = for_each("text", *TEXTS)


def nodes(tree: Node) -> Iterator[Node]:
    yield tree
    for child in tree.children:
        yield from nodes(child)


def leaves(tree: Node) -> list[Node]:
    return [each for each in nodes(tree) if not each.children]


@every_edition
@every_text
def test_derivation_nodes_are_ordered_inside_their_parent(text: str, edition: str) -> None:
    tree = parse(text, edition=edition).derivation
    assert tree.span == (0, len(text))
    for each in nodes(tree):
        assert each.rule
        for child in each.children:
            assert each.span.start <= child.span.start <= child.span.end <= each.span.end
        for before, after in pairwise(each.children):
            assert before.span.end <= after.span.start


@every_edition
@every_text
def test_leaves_of_a_valid_reference_rejoin_to_its_text(text: str, edition: str) -> None:
    reference = parse(text, edition=edition)
    if reference.valid:
        assert "".join(each.span.of(text) for each in leaves(reference.derivation)) == text


@every_edition
@every_text
def test_faults_in_the_tree_are_the_violations(text: str, edition: str) -> None:
    reference = parse(text, edition=edition)
    failed = [each for each in nodes(reference.derivation) if each.expected is not None]
    assert sorted((*each.span, each.rule, each.expected or "") for each in failed) == sorted(
        (each.start, each.end, each.rule, each.expected) for each in reference.violations
    )


@every_edition
@every_text
def test_no_character_is_derived_twice(text: str, edition: str) -> None:
    found = leaves(parse(text, edition=edition).derivation)
    assert sum(each.span.end - each.span.start for each in found) <= len(text)


def outline(tree: Node, text: str) -> str:
    """Return the tree on one line: each rule with its children and characters."""
    return f"{tree.rule}({' '.join(_listed(each, text) for each in rows(tree.children))})"


def _listed(row: DerivationRow, text: str) -> str:
    if row.is_run:
        return f"{'>'.join(row.rules)}={row.span.of(text)}"
    (node,) = row.nodes
    return outline(node, text) if node.children else f"{node.rule}={node.span.of(text)}"


OUTLINES = [
    ("1994", "http://h:80/a?b",
        'text(url(httpurl("http://"=http:// hostport(host(hostname(toplabel(alpha=h))) ":"=: '
        'port(digits(digit=80))) "/"=/ hpath(hsegment(uchar>unreserved=a)) "?"=? '
        "search(uchar>unreserved=b))))"),
    (
        "1994",
        "<URL:FTP://u:p@h/a/%41;TYPE=d>",
        'text("<"=< prefix("url:"=URL:) url(ftpurl("ftp://"=FTP:// '
        'login(user(uchar>unreserved=u) ":"=: password(uchar>unreserved=p) "@"=@ hostport(host('
        'hostname(toplabel(alpha=h))))) "/"=/ fpath(fsegment(uchar>unreserved=a) "/"=/ '
        'fsegment(uchar>escape=%41)) ";type="=;TYPE= ftptype("d"=d))) ">"=>)',
    ),
    ("1994", "file:///a",
        'text(url(fileurl("file://"=file:// "/"=/ fpath(fsegment(uchar>unreserved=a)))))'),
    (
        "1994",
        "gopher://1.2.3.4/1s%09a%09+",
        'text(url(gopherurl("gopher://"=gopher:// hostport(host(hostnumber(digits(digit=1) '
        '"."=. digits(digit=2) "."=. digits(digit=3) "."=. digits(digit=4)))) "/"=/ '
        'gtype(xchar>unreserved=1) selector(xchar>unreserved=s) "%09"=%09 '
        'search(uchar>unreserved=a) "%09"=%09 gopher+_string(xchar>unreserved=+))))',
    ),
    ("1994", "gopher://h/1s%09a/b",
        'text(url(gopherurl("gopher://"=gopher:// hostport(host(hostname(toplabel(alpha=h)))) '
        '"/"=/ gtype(xchar>unreserved=1) selector(xchar>unreserved=s xchar>escape=%09 '
        "xchar>unreserved=a xchar>reserved=/ xchar>unreserved=b))))"),
    ("1994", "mailto:a@b", 'text(url(mailtourl("mailto:"=mailto: encoded822addr(xchar>unreserved=a '
        "xchar>reserved=@ xchar>unreserved=b))))"),
    ("1994", "news:*", 'text(url(newsurl("news:"=news: grouppart("*"=*))))'),
    ("1994", "news:a1.b",
        'text(url(newsurl("news:"=news: grouppart(group(alpha=a digit=1 "."=. alpha=b)))))'),
    ("1994", "news:1@b",
        'text(url(newsurl("news:"=news: grouppart(article(uchar>unreserved=1 "@"=@ '
        "host(hostname(toplabel(alpha=b))))))))"),
    ("1994", "nntp://a.b/c/1",
        'text(url(nntpurl("nntp://"=nntp:// hostport(host(hostname(domainlabel(alphadigit=a) '
        '"."=. toplabel(alpha=b)))) "/"=/ group(alpha=c) "/"=/ digits(digit=1))))'),
    ("1994", "telnet://h/", 'text(url(telneturl("telnet://"=telnet:// login(hostport(host(hostname('
        'toplabel(alpha=h))))) "/"=/)))'),
    ("1994", "wais://h/d?s",
        'text(url(waisurl(waisindex("wais://"=wais:// hostport(host(hostname(toplabel('
        'alpha=h)))) "/"=/ database(uchar>unreserved=d) "?"=? search(uchar>unreserved=s)))))'),
    ("1994", "wais://h/d/t/p",
        'text(url(waisurl(waisdoc("wais://"=wais:// hostport(host(hostname(toplabel('
        'alpha=h)))) "/"=/ database(uchar>unreserved=d) "/"=/ wtype(uchar>unreserved=t) "/"=/ '
        "wpath(uchar>unreserved=p)))))"),
    ("1994", "prospero://h/a;b=c",
        'text(url(prosperourl("prospero://"=prospero:// hostport(host(hostname(toplabel('
        'alpha=h)))) "/"=/ ppath(psegment(uchar>unreserved=a)) fieldspec(";"=; '
        'fieldname(uchar>unreserved=b) "="== fieldvalue(uchar>unreserved=c)))))'),
    ("1994", "X+1:y", 'text(url(otherurl(genericurl(scheme(lowalpha=X "+"=+ digit=1) ":"=: '
        "schemepart(xchar>unreserved=y)))))"),
    ("1994", "x://u@h/y",
        'text(url(otherurl(genericurl(scheme(lowalpha=x) ":"=: schemepart(ip-schemepart('
        '"//"=// login(user(uchar>unreserved=u) "@"=@ hostport(host(hostname(toplabel('
        'alpha=h))))) "/"=/ urlpath(xchar>unreserved=y)))))))'),
    ("1994", "a/b",
        "text(genericurl= partial form(xchar>unreserved=a xchar>reserved=/ xchar>unreserved=b))"),
    ("1994", ":", "text(url(otherurl(genericurl(genericurl= schemepart(xchar>reserved=:)))))"),
    (
        "1997",
        "http://h/a?b#c",
        'URL-reference(absoluteURL(generic-URL(scheme(alpha=http) ":"=: relativeURL(net_path('
        '"//"=// site(hostport(host(hostname(toplabel(alpha=h))))) abs_path("/"=/ rel_path('
        'path_segments(segment(pchar>unreserved=a)) "?"=? query(urlc>unreserved=b))))))) "#"=# '
        "fragment(urlc>unreserved=c))",
    ),
    ("1997", "a:;b;/c",
        'URL-reference(absoluteURL(generic-URL(scheme(alpha=a) ":"=: relativeURL(rel_path('
        'path_segments(segment(";"=; param(pchar>unreserved=b) ";"=; param=) "/"=/ '
        "segment(pchar>unreserved=c)))))))"),
    ("1997", "//u:@1.2.3.4:",
        'URL-reference(relativeURL(net_path("//"=// site(user(unreserved=u) ":"=: password= '
        '"@"=@ hostport(host(hostnumber(digit=1 "."=. digit=2 "."=. digit=3 "."=. digit=4)) '
        '":"=: port=)))))'),
    (
        "2003",
        "http://h:8/a?b",
        'URI-reference(absolute-URI(scheme(ALPHA=http) ":"=: hier-part(net-path("//"=// '
        'authority(server(hostport(host(hostname(domainlabel(alphanum=h) qualified=)) ":"=: '
        'port(DIGIT=8)))) abs-path("/"=/ path-segments(segment(pchar>unreserved=a)))) "?"=? '
        "query(pchar>unreserved=b))))",
    ),
    ("2003", "foo:a?b", 'URI-reference(absolute-URI(scheme(ALPHA=foo) ":"=: opaque-part('
        "uric-no-slash>unreserved=a uric>reserved=? uric>unreserved=b)))"),
    ("2003", "//a_b",
        'URI-reference(relative-URI(net-path("//"=// authority(reg-name(unreserved=a_b)))))'),
    (
        "2003",
        "//a.b-c.",
        'URI-reference(relative-URI(net-path("//"=// authority(server(hostport(host(hostname('
        'domainlabel(alphanum=a) qualified("."=. toplabel(ALPHA=b "-"=- alphanum=c) "."=.)))))))))',
    ),
    ("2003", "a/b", "URI-reference(relative-URI(rel-path(rel-segment(unreserved=a) abs-path("
        '"/"=/ path-segments(segment(pchar>unreserved=b))))))'),
    (
        "2003",
        "//[::1.20.100.249]",
        'URI-reference(relative-URI(net-path("//"=// authority(server(hostport(host('
        'IPv6reference("["=[ IPv6address("::"=:: ls32(IPv4address(dec-octet(DIGIT=1) "."=. '
        'dec-octet("2"=2 DIGIT=0) "."=. dec-octet("1"=1 DIGIT=00) "."=. '
        'dec-octet("2"=2 "4"=4 DIGIT=9)))) "]"=]))))))))',
    ),
    (
        "2005",
        "foo://u@h:8/a?b#c",
        'URI-reference(URI(scheme(ALPHA=foo) ":"=: hier-part("//"=// authority(userinfo('
        'unreserved=u) "@"=@ host(reg-name(unreserved=h)) ":"=: port(DIGIT=8)) path-abempty('
        '"/"=/ segment(pchar>unreserved=a))) "?"=? query(pchar>unreserved=b) "#"=# '
        "fragment(pchar>unreserved=c)))",
    ),
    ("2005", "a/b:",
        "URI-reference(relative-ref(relative-part(path-noscheme(segment-nz-nc(unreserved=a) "
        '"/"=/ segment(pchar>unreserved=b pchar=:)))))'),
    ("2005", "x+y:a!%41",
        'URI-reference(URI(scheme(ALPHA=x "+"=+ ALPHA=y) ":"=: hier-part(path-rootless('
        "segment-nz(pchar>unreserved=a pchar>sub-delims=! pchar>pct-encoded=%41)))))"),
    ("2005", "/", 'URI-reference(relative-ref(relative-part(path-absolute("/"=/))))'),
    ("2005", "/a/", 'URI-reference(relative-ref(relative-part(path-absolute("/"=/ '
        'segment-nz(pchar>unreserved=a) "/"=/ segment=))))'),
    ("2005", "", "URI-reference(relative-ref(relative-part(path-empty=)))"),
    ("2005", "//[V1.a]/",
        'URI-reference(relative-ref(relative-part("//"=// authority(host(IP-literal("["=[ '
        'IPvFuture("v"=V HEXDIG=1 "."=. unreserved=a) "]"=]))) path-abempty("/"=/ segment=))))'),
    ("2005", "//250.2.3.4",
        'URI-reference(relative-ref(relative-part("//"=// authority(host(IPv4address('
        'dec-octet("25"=25 "0"=0) "."=. dec-octet(DIGIT=2) "."=. dec-octet(DIGIT=3) "."=. '
        "dec-octet(DIGIT=4)))) path-abempty=)))"),
    ("2005", "//[1::a:b:c]",
        'URI-reference(relative-ref(relative-part("//"=// authority(host(IP-literal("["=[ '
        'IPv6address(h16(HEXDIG=1) "::"=:: h16(HEXDIG=a) ":"=: ls32(h16(HEXDIG=b) ":"=: '
        'h16(HEXDIG=c))) "]"=]))) path-abempty=)))'),
    ("2005", "//[1::a]",
        'URI-reference(relative-ref(relative-part("//"=// authority(host(IP-literal("["=[ '
        'IPv6address(h16(HEXDIG=1) "::"=:: h16(HEXDIG=a)) "]"=]))) path-abempty=)))'),
]  # fmt: skip


@for_each("edition, text, expected", *OUTLINES)
def test_derivation_uses_the_rules_of_the_edition(edition: str, text: str, expected: str) -> None:
    assert outline(parse(text, edition=edition).derivation, text) == expected


def test_escape_is_derived_to_its_digits() -> None:
    tree = parse("%4a").derivation
    *_, escaped = (each for each in nodes(tree) if each.rule == "pct-encoded")
    assert [(each.rule, each.span) for each in escaped.children] == [
        ('"%"', (0, 1)),
        ("HEXDIG", (1, 2)),
        ("HEXDIG", (2, 3)),
    ]


def faults(tree: Node, above: str = "") -> Iterator[tuple[str, str]]:
    """Return the parent rule and the rule of each fault."""
    if tree.expected is not None:
        yield above, tree.rule
    for child in tree.children:
        yield from faults(child, tree.rule)


@for_each(
    "edition, text, expected",
    ("2005", "http://[::1", [("IP-literal", "IP-literal")]),
    ("2003", "http://[::1", [("IPv6reference", "IPv6reference")]),
    ("2003", "http://[v1.a]/", [("IPv6reference", "IPv6address")]),
    ("2005", "http://[::1]x/", [("host", "authority")]),
    ("1997", "//:80", [("host", "host")]),
    ("1997", "//a_b/c", [("host", "host")]),
    ("1994", "prospero://h/a;b;c=d", [("fieldspec", "fieldspec")]),
    ("1994", "wais://h", [("waisurl", "waisurl")]),
    ("1994", "ftp://h/;type=x", [("ftptype", "ftptype")]),
    ("1994", "http://u@h/", [("httpurl", "httpurl")]),
    ("1994", "telnet://h/abc", [("telneturl", "telneturl")]),
    ("1994", "http:a", [("genericurl", "httpurl")]),
)
def test_missing_part_is_a_fault_of_its_rule(
    edition: str, text: str, expected: list[tuple[str, str]]
) -> None:
    assert list(faults(parse(text, edition=edition).derivation)) == expected


def test_derivation_ends_where_a_fault_begins() -> None:
    text = "telnet://h/abc"
    tree = parse(text, edition="1994").derivation
    (rule,) = [each for each in nodes(tree) if each.rule == "telneturl" and each.children]
    assert [each.span.of(text) for each in rule.children] == ["telnet://", "h", "/", "abc"]


def test_fault_is_in_the_deepest_rule_that_contains_it() -> None:
    text = "http://h/a|b/c"
    tree = parse(text).derivation
    (above,) = [each for each in nodes(tree) if any(child.expected for child in each.children)]
    assert (above.rule, above.span.of(text)) == ("segment", "a|b")
    assert [child.span.of(text) for child in above.children] == ["a", "|", "b"]


LONG = {
    # Texts with many parts, many runs, many of both, or many faults.
    "segments": "http://h/" + "a/" * 2 * MOST,
    "escapes": "http://h/" + "%41" * 2 * MOST,
    "segments of escapes": "http://h/" + "/".join(["a%41" * 70] * MOST),
    "labels": "http://" + "a." * 2 * MOST,
    "labels of runs": "http://" + ".".join(["a-" * 70] * MOST),
    "numbers in groups": "http://[" + ":".join(["1." * 70] * MOST) + "]/",
    "userinfo, path, query": "http://{0}@h/{0}?{0}#{0}".format("a%41" * MOST),
    "faults": "http://h/" + "a|" * 2 * MOST,
    "faults in segments": "http://h/" + "a|/%zz" * 2 * MOST,
}


@every_edition
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_tree_of_a_long_text_is_limited(text: str, edition: str) -> None:
    found = list(nodes(parse(text, edition=edition).derivation))
    # Five components can have many nodes, with up to eight rules per character.
    assert len(found) <= 5 * 8 * MOST + 2 * MOST + 50
    left_out = [each for each in found if each.rule == AND_SO_ON]
    for each in left_out:
        assert each.omitted > 0
        assert all(child.expected for child in each.children)
        assert each.span.start < each.span.end
    if text.endswith("%41"):
        assert left_out[-1].span.end == len(text)


@for_each(
    "text, omitted",
    # A segment and a slash each, then the last segment.
    ("/" + "a/" * MOST, [MOST + 1]),
    ("?" + "a%41" * MOST, [MOST * 3 // 2]),
    # The rest of the same segment, then all other segments.
    ("/" + "a%41" * (MOST // 2) + "/a%41//%41", [MOST // 2, 5]),
    ("/a/" + "b" * MOST, [3]),
    ids=["segments", "characters", "characters and segments", "three characters"],
)
def test_omission_leaf_counts_the_nodes_it_replaces(text: str, omitted: list[int]) -> None:
    tree = parse(text).derivation
    assert [each.omitted for each in nodes(tree) if each.rule == AND_SO_ON] == omitted


def test_omitted_faults_fields_and_segments_are_counted() -> None:
    text = "?" + "a|" * (MOST + 7)
    assert parse(text).derivation.omitted == 7
    assert parse("?a|").derivation.omitted == 0
    text = "prospero://h/a" + ";b=c" * (MOST // 4 + 9)
    tree = parse(text, edition="1994").derivation
    assert [each.omitted for each in nodes(tree) if each.rule == AND_SO_ON] == [9]
    whole = parse("/" + "/".join("a" * (MOST // 2))).derivation
    assert AND_SO_ON not in {each.rule for each in nodes(whole)}


def test_derivation_json_has_every_field() -> None:
    found = parse("|").derivation.to_dict()
    assert list(found) == ["rule", "start", "end", "expected", "children", "omitted"]
    (relative,) = found["children"]
    (part,) = relative["children"]
    (path,) = part["children"]
    (first,) = path["children"]
    (fault,) = first["children"]
    assert (fault["rule"], fault["start"], fault["end"]) == ("segment-nz-nc", 0, 1)
    assert fault["expected"].endswith("or %XX")


def test_derivation_row_names_its_rules_and_character_count() -> None:
    segment = Node(
        "segment",
        Span(0, 2),
        tuple(
            Node("pchar", Span(at, at + 1), (Node("unreserved", Span(at, at + 1)),))
            for at in (0, 1)
        ),
    )
    assert [row.name for row in rows((segment,))] == ["segment"]
    assert [row.name for row in rows(segment.children)] == ["pchar \u203a unreserved \u00d72"]
