"""The derivation of a reference by the edition's rules, as a tree."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from uriinspector import EDITIONS, parse
from uriinspector.core.derivation import AND_SO_ON, MOST
from uriinspector.core.model import Node

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
    *(
        "<URL:http://h/a#b>",
        "URL:ftp://h",
        "<a>",
        "x://h/a b\u00e9",
        "a b:c",
        "1:2",
        "a|:b",
        "a|:@b",
    ),
]
every_edition = pytest.mark.parametrize("edition", EDITIONS)
every_text = pytest.mark.parametrize("text", TEXTS, ids=ascii)


def nodes(tree: Node) -> Iterator[Node]:
    yield tree
    for child in tree.children:
        yield from nodes(child)


def leaves(tree: Node) -> list[Node]:
    return [each for each in nodes(tree) if not each.children]


@every_edition
@every_text
def test_every_rule_lies_inside_of_the_one_above_it_and_in_order(text: str, edition: str) -> None:
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
def test_the_leaves_of_a_valid_reference_are_its_text(text: str, edition: str) -> None:
    reference = parse(text, edition=edition)
    if reference.valid:
        assert "".join(each.span.of(text) for each in leaves(reference.derivation)) == text


@every_edition
@every_text
def test_where_the_grammar_fails_the_tree_says_what_was_expected(text: str, edition: str) -> None:
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
    """The tree in one line: a rule and what is below it, a leaf with its text."""
    if not tree.children:
        return f"{tree.rule}={tree.span.of(text)}"
    return f"{tree.rule}({' '.join(outline(child, text) for child in tree.children)})"


OUTLINES = [
    (
        "1994",
        "http://h:80/a?b",
        'text(url(httpurl(scheme(alpha=http) ":"=: ip-schemepart("//"=// login(hostport('
        'host(hostname(domainlabel(alpha=h))) ":"=: port(digit=80))) "/"=/ '
        'hpath(hsegment(unreserved=a)) "?"=? search(unreserved=b)))))',
    ),
    (
        "1994",
        "<URL:ftp://u:p@h/a/%41>",
        'text("<"=< prefix=URL: url(ftpurl(scheme(alpha=ftp) ":"=: ip-schemepart("//"=// '
        'login(user(unreserved=u) ":"=: password(unreserved=p) "@"=@ hostport(host(hostname('
        'domainlabel(alpha=h))))) "/"=/ fpath(fsegment(unreserved=a) "/"=/ '
        'fsegment(escape=%41))))) ">"=>)',
    ),
    (
        "1994",
        "mailto:a@b",
        'text(url(mailtourl(scheme(alpha=mailto) ":"=: '
        "schemepart(unreserved=a reserved=@ unreserved=b))))",
    ),
    (
        "1994",
        "x:y",
        'text(url(genericurl(scheme(alpha=x) ":"=: schemepart(unreserved=y))))',
    ),
    (
        "1997",
        "http://h/a?b#c",
        'URL-reference(absoluteURL(generic-URL(scheme(alpha=http) ":"=: relativeURL(net_path('
        '"//"=// site(hostport(host(hostname(domainlabel(alpha=h))))) abs_path("/"=/ rel_path('
        'path_segments(segment(unreserved=a)) "?"=? query(unreserved=b))))))) "#"=# '
        "fragment(unreserved=c))",
    ),
    (
        "1997",
        "a;b/c",
        "URL-reference(relativeURL(rel_path(path_segments(segment(unreserved=a reserved=; "
        'unreserved=b) "/"=/ segment(unreserved=c)))))',
    ),
    (
        "1997",
        "//1.2.3.4",
        'URL-reference(relativeURL(net_path("//"=// site(hostport(host(hostnumber(digits(digit=1) '
        '"."=. digits(digit=2) "."=. digits(digit=3) "."=. digits(digit=4))))))))',
    ),
    (
        "2003",
        "http://h:8/a?b",
        'URI-reference(absolute-URI(scheme(ALPHA=http) ":"=: hier-part(net-path("//"=// '
        'authority(server(hostport(host(hostname(domainlabel(alphanum=h))) ":"=: port(DIGIT=8)))) '
        'abs-path("/"=/ path-segments(segment(unreserved=a)))) "?"=? query(unreserved=b))))',
    ),
    (
        "2003",
        "foo:a?b",
        'URI-reference(absolute-URI(scheme(ALPHA=foo) ":"=: '
        "opaque-part(unreserved=a reserved=? unreserved=b)))",
    ),
    (
        "2003",
        "//a_b",
        'URI-reference(relative-URI(net-path("//"=// authority(reg-name(unreserved=a_b)))))',
    ),
    (
        "2003",
        "a/b",
        'URI-reference(relative-URI(rel-path(rel-segment(unreserved=a) abs-path("/"=/ '
        "path-segments(segment(unreserved=b))))))",
    ),
    (
        "2003",
        "//[::1.2.3.4]",
        'URI-reference(relative-URI(net-path("//"=// authority(server(hostport(host('
        'IPv6reference("["=[ IPv6address(":"=: ":"=: ls32(IPv4address(dec-octet(DIGIT=1) "."=. '
        'dec-octet(DIGIT=2) "."=. dec-octet(DIGIT=3) "."=. dec-octet(DIGIT=4)))) "]"=]))))))))',
    ),
    (
        "2005",
        "foo://u@h:8/a?b#c",
        'URI-reference(URI(scheme(ALPHA=foo) ":"=: hier-part("//"=// authority(userinfo('
        'unreserved=u) "@"=@ host(reg-name(unreserved=h)) ":"=: port(DIGIT=8)) path-abempty('
        '"/"=/ segment(unreserved=a))) "?"=? query(unreserved=b) "#"=# fragment(unreserved=c)))',
    ),
    (
        "2005",
        "a/b:",
        "URI-reference(relative-ref(relative-part(path-noscheme(segment-nz-nc(unreserved=a) "
        '"/"=/ segment(unreserved=b gen-delims=:)))))',
    ),
    (
        "2005",
        "x:a!%41",
        'URI-reference(URI(scheme(ALPHA=x) ":"=: hier-part(path-rootless(segment-nz('
        "unreserved=a sub-delims=! pct-encoded=%41)))))",
    ),
    ("2005", "/", 'URI-reference(relative-ref(relative-part(path-absolute("/"=/ segment=))))'),
    ("2005", "", "URI-reference(relative-ref(relative-part(path-empty=)))"),
    (
        "2005",
        "//[v1.a]",
        'URI-reference(relative-ref(relative-part("//"=// authority(host(IP-literal("["=[ '
        'IPvFuture(unreserved=v1.a) "]"=]))) path-abempty=)))',
    ),
    (
        "2005",
        "//1.2.3.4",
        'URI-reference(relative-ref(relative-part("//"=// authority(host(IPv4address('
        'dec-octet(DIGIT=1) "."=. dec-octet(DIGIT=2) "."=. dec-octet(DIGIT=3) "."=. '
        "dec-octet(DIGIT=4)))) path-abempty=)))",
    ),
    (
        "2005",
        "//[1::a]",
        'URI-reference(relative-ref(relative-part("//"=// authority(host(IP-literal("["=[ '
        'IPv6address(h16(HEXDIG=1) ":"=: ":"=: h16(HEXDIG=a)) "]"=]))) path-abempty=)))',
    ),
]


@pytest.mark.parametrize(("edition", "text", "expected"), OUTLINES)
def test_the_rules_are_those_of_the_edition(edition: str, text: str, expected: str) -> None:
    assert outline(parse(text, edition=edition).derivation, text) == expected


def test_a_fault_lies_in_the_deepest_rule_that_holds_it() -> None:
    text = "http://h/a|b/c"
    tree = parse(text).derivation
    (above,) = [each for each in nodes(tree) if any(child.expected for child in each.children)]
    assert (above.rule, above.span.of(text)) == ("segment", "a|b")
    assert [child.span.of(text) for child in above.children] == ["a", "|", "b"]


LONG = {
    # Texts that have many parts, many runs, many of both, many faults.
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
def test_a_long_text_makes_no_long_tree(text: str, edition: str) -> None:
    tree = parse(text, edition=edition).derivation
    found = list(nodes(tree))
    # Five places where there can be many; as many rules, runs and faults, with what a fault cuts.
    assert len(found) <= 5 * 2 * MOST + 2 * MOST + 50
    left_out = [each for each in found if each.rule == AND_SO_ON]
    for each in left_out:
        assert each.omitted > 0
        assert all(child.expected for child in each.children)
        assert each.span.start < each.span.end
    if text.endswith("%41"):
        assert left_out[-1].span.end == len(text)


@pytest.mark.parametrize(
    ("text", "omitted"),
    [
        # A segment and a slash each, and the last segment.
        ("/" + "a/" * MOST, [MOST + 1]),
        ("?" + "a%41" * MOST, [MOST]),
        # The runs of all the segments together; what is empty has none to leave out.
        ("/" + "a%41" * (MOST // 2) + "/a%41//%41", [2, 1]),
    ],
    ids=["segments", "runs", "runs in segments"],
)
def test_a_leaf_says_how_many_nodes_it_stands_for(text: str, omitted: list[int]) -> None:
    tree = parse(text).derivation
    assert [each.omitted for each in nodes(tree) if each.rule == AND_SO_ON] == omitted


def test_a_tree_says_how_many_faults_it_leaves_out() -> None:
    text = "?" + "a|" * (MOST + 7)
    assert parse(text).derivation.omitted == 7
    assert parse("?a|").derivation.omitted == 0


def test_as_many_segments_as_are_shown_are_not_cut() -> None:
    whole = parse("/" + "/".join("a" * (MOST // 2))).derivation
    assert AND_SO_ON not in {each.rule for each in nodes(whole)}


def test_a_tree_tells_every_field_by_its_name() -> None:
    found = parse("|").derivation.to_dict()
    assert list(found) == ["rule", "start", "end", "expected", "children", "omitted"]
    (relative,) = found["children"]
    (part,) = relative["children"]
    (path,) = part["children"]
    (first,) = path["children"]
    (fault,) = first["children"]
    assert (fault["rule"], fault["start"], fault["end"]) == ("segment-nz-nc", 0, 1)
    assert fault["expected"].endswith("or %XX")
