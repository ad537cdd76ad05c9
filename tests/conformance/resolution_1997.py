"""Resolution by draft-fielding-url-syntax-05: appendix C, and more worked out by hand."""

from typing import Final

from tests.conformance.resolution_row import BASE, Row, current, lenient, printed, relative

APPENDIX_C: Final = printed("1997")

# Rows of appendix C that contradict the algorithm: as printed, and by the algorithm.
DEVIATIONS: Final = (
    (Row(BASE, "http://a/../b/c", "http://a/b/c", "C.2"),
        Row(BASE, "http://a/../b/c", "http://a/../b/c", "5.2 step 3"),
        "the row shows what some parsers do inappropriately; step 3 ends with the URL as it is"),
)  # fmt: skip

MORE: Final = (
    # step 2: the current document, regardless of the base
    current(BASE, "#", "3, 5.2 step 2", "a void fragment is a fragment alone"),
    current(BASE, "#s/../t?u", "3, 5.2 step 2", "all of it is fragment"),
    current("mailto:a@b", "", "3, 5.2 step 2"),
    current("", "", "3, 5.2 step 2", "no base is needed"),
    current("b/c", "#s", "3, 5.2 step 2", "no base is needed"),
    # step 3: always strict, nothing is removed
    lenient(BASE, "http:g", "http:g", "5.2 step 3", "there is no lenient reading"),
    lenient(BASE, "http:", "http:", "5.2 step 3", "there is no lenient reading"),
    Row(BASE, "HTTP:g", "HTTP:g", "5.2 step 3", "the case is kept"),
    Row(BASE, "http:#s", "http:#s", "5.2 step 3", "not the current document: it has a scheme"),
    Row(BASE, "http://x/y/../z", "http://x/y/../z", "5.2 step 3", "dots go in the merge only"),
    Row(BASE, "g:../x", "g:../x", "5.2 step 3", "dots go in the merge only"),
    Row(BASE, "1:x", "1:x", "4.1", "a scheme may start with a digit"),
    Row(BASE, "127.0.0.1:80", "127.0.0.1:80", "4.1", "a scheme may start with a digit"),
    Row(BASE, "+x.y-z:", "+x.y-z:", "4.1", "a scheme may start with a plus"),
    Row(BASE, "a_b:c", "http://a/b/c/a_b:c", "4.1", "no scheme: a low line"),
    Row(BASE, ":x", "http://a/b/c/:x", "4.1", "no scheme: it wants a character"),
    Row("b/c", "http://x/y", "http://x/y", "5.2 step 3", "the base is not needed"),
    # steps 4 and 5: net_path and abs_path keep their dots
    Row(BASE, "//x/y/../z", "http://x/y/../z", "5.2 step 4"),
    Row(BASE, "//x/.", "http://x/.", "5.2 step 4"),
    Row(BASE, "//x?y#s", "http://x?y#s", "5.2 step 4"),
    Row(BASE, "//", "http://", "5.2 step 4", "an empty site is defined"),
    Row(BASE, "///g", "http:///g", "5.2 step 4", "an empty site is defined"),
    Row(BASE, "/x/../g", "http://a/x/../g", "5.2 step 5"),
    Row(BASE, "/..", "http://a/..", "5.2 step 5"),
    Row(BASE, "/g?y/../x", "http://a/g?y/../x", "5.2 step 5", "no merge, so the query stays"),
    Row(BASE, "/", "http://a/", "5.2 step 5"),
    # step 6 a: all but the last segment of the base
    Row("http://a", "g", "http://ag", "5.2 step 6a", "nothing to copy, not even a slash"),
    Row("http://a", "?y", "http://a?y", "5.2 step 6a", "nothing to copy"),
    Row("http://a?q", "g", "http://ag", "5.2 step 6a", "the base's query is discarded"),
    Row("http://a/", "g", "http://a/g", "5.2 step 6a"),
    Row("http://a/b?x/y", "g", "http://a/g", "5.2", "a slash in the base's query"),
    Row("http://a/b#x/y", "g", "http://a/g", "5.2", "a slash in the base's fragment"),
    Row("http://a/b/c/", "g", "http://a/b/c/g", "5.2 step 6a", "the last segment is empty"),
    Row("http://a/b/c/", "..", "http://a/b/", "5.2 step 6g"),
    Row("http://a/b/../c/d", "g", "http://a/c/g", "5.2 step 6f", "the base's dots are merged too"),
    Row("mailto:a@b", "g", "mailto:g", "4.2, 5.2 step 6a", "fits generic-URL in this edition"),
    Row("mailto:a@b", "/g", "mailto:/g", "5.2 step 5"),
    Row("mailto:a@b", "//g", "mailto://g", "5.2 step 4"),
    Row("foo:a/b", "c", "foo:a/c", "5.2 step 6a"),
    Row("foo:a/b", "../c", "foo:c", "5.2 step 6f", "a start that is not empty is a segment"),
    Row("foo:a/b", "..", "foo:", "5.2 step 6g"),
    Row("foo:a", "../c", "foo:../c", "5.2 step 6f", "no segment before the dots"),
    Row("foo:", "g", "foo:g", "5.2 step 6a"),
    Row("foo:a", ".//g", "foo:/g", "5.2 step 6d"),
    Row("f:/a", ".//g", "f://g", "5.2 step 6d", "decoded: back with the site g"),
    Row("HTTP://a/b", "g", "HTTP://a/g", "5.2 step 3", "inherited as it is written"),
    Row("http://u@h:8/a", "b", "http://u@h:8/b", "5.2 step 4"),
    Row("file:///a/b", "c", "file:///a/c", "5.2 step 4", "an empty site is inherited"),
    # step 6 c: the query is merged, too
    Row(BASE, "?", "http://a/b/c/?", "5.2 step 6c", "an empty query is defined"),
    Row(BASE, "g?", "http://a/b/c/g?", "5.2 step 6c", "an empty query is defined"),
    Row(BASE, "?y/../x", "http://a/b/c/x", "5.2 step 6f", "the segment is ?y"),
    Row(BASE, "?y/..", "http://a/b/c/", "5.2 step 6g", "the segment is ?y"),
    Row(BASE, "?/./x", "http://a/b/c/?/x", "5.2 step 6d", "the query loses its dot"),
    Row(BASE, "?y/.", "http://a/b/c/?y/", "5.2 step 6e", "the query loses its dot"),
    Row(BASE, "..?y", "http://a/b/c/..?y", "5.2 step 6f", "the segment is ..?y"),
    Row(BASE, ".?y", "http://a/b/c/.?y", "5.2 step 6d", "the segment is .?y"),
    Row(BASE, "./?y", "http://a/b/c/?y", "5.2 step 6d"),
    Row(BASE, "../?y", "http://a/b/?y", "5.2 step 6f"),
    Row(BASE, "g?a?b/../c", "http://a/b/c/c", "5.2 step 6f", "the segment is g?a?b"),
    Row(BASE, "g?a/b?c", "http://a/b/c/g?a/b?c", "5.2 step 6h", "split at the first"),
    Row(BASE, "g/x?y/../../z", "http://a/b/c/z", "5.2 step 6f", "the dots climb into the path"),
    Row(BASE, "../../../g?a/../b", "http://a/../b", "5.2 step 6f"),
    # steps 6 d to g: the dots
    Row(BASE, "././g", "http://a/b/c/g", "5.2 step 6d"),
    Row(BASE, "..#s", "http://a/b/#s", "5.2 step 6g", "the fragment takes no part"),
    Row(BASE, "../.", "http://a/b/", "5.2 step 6e", "first the dot, then c/../"),
    Row(BASE, "g/..", "http://a/b/c/", "5.2 step 6g"),
    Row(BASE, "...", "http://a/b/c/...", "5.2 step 6", "a segment like any other"),
    Row(BASE, ".../../g", "http://a/b/c/g", "5.2 step 6f", "a segment like any other"),
    Row(BASE, "%2e%2e/g", "http://a/b/c/%2e%2e/g", "5.2 step 6", "an escape is not a dot"),
    Row(BASE, "./g:h", "http://a/b/c/g:h", "5", "the way to write a colon first"),
    Row(BASE, ".//g", "http://a/b/c//g", "5.2 step 6d", "an empty segment is kept"),
    Row(BASE, "..//g", "http://a/b//g", "5.2 step 6f", "an empty segment is kept"),
    Row(BASE, "g//../h", "http://a/b/c/g/h", "5.2 step 6f", "an empty segment is eaten"),
    Row("http://a/s//a/b/x", "../../../g", "http://a/s/g", "5.2 step 6f", "an empty one is eaten"),
    Row("http://a//b", "../g", "http://a/g", "5.2 step 6f", "the empty one is after the slash"),
    Row("http://a//b", "../../g", "http://a/../g", "5.2 step 6f", "the empty start stays"),
    Row("http://a", "x/..//../g", "http://a/../g", "5.2 step 6f", "a start that becomes empty"),
    Row("http://a", "x/..//..", "http://a/..", "5.2 step 6g", "a start that becomes empty"),
    Row("http://a", "x/..///../g", "http://a/g", "5.2 step 6f", "the second one is a segment"),
    Row("foo:a", "x/..//y/../../g", "foo:/../g", "5.2 step 6f", "a start that becomes empty"),
    # above the root
    Row(BASE, "../../..", "http://a/..", "5.2 step 6g", "the empty start is no segment"),
    Row(BASE, "../../../", "http://a/../", "5.2 step 6f", "the empty start is no segment"),
    Row(BASE, "../../../g/..", "http://a/../", "5.2 step 6g"),
    Row(BASE, "../../../../g/../h", "http://a/../../h", "5.2 step 6f"),
    Row("foo:/a", "../c", "foo:/../c", "5.2 step 6f", "the empty start is no segment"),
    # unchanged characters
    Row(BASE, "é ü|\\", "http://a/b/c/é ü|\\", "5.2", "resolution does not judge"),
    Row(BASE, "%zz", "http://a/b/c/%zz", "5.2", "resolution does not judge"),
    Row(BASE, "g\nh", "http://a/b/c/g\nh", "5.2", "resolution does not judge"),
    # unsuitable bases
    relative("b/c", "g", "5.1"),
    relative("", "g", "5.1.4", "the default base is the empty string"),
    relative("", "?y", "5.1.4"),
    relative("//a/b", "/g", "5.1"),
    relative("/b/c", "//h/x", "5.1"),
)
