"""URI-references by rfc2396bis-01, and positions of faults in other texts.

Appendix A of that draft is empty, so the rules are those in its sections; the stray bar in the rule
for hostnames is read as an alternative.
"""

from typing import Final

from tests.conformance.validity_row import Invalid, Valid

LABEL: Final = "a" * 64

VALID: Final = (
    # hierarchical, relative and empty
    Valid("", "4"), Valid("#", "4.1", "an empty fragment"), Valid("?", "3.4, 5", "an empty query"),
    Valid("?q#f", "5"),
    Valid("foo:", "3, G.2", "nothing after the colon"),
    Valid("http:?q", "3", "hier-part with a query alone"),
    Valid("foo:/a//b", "3"),
    Valid("/a:b", "5", "an abs-path may have the colon"),
    Valid("/", "3.3"),
    Valid("/:x", "3.3"),
    Valid("g", "5"),
    Valid("g//", "5", "empty segments after the first"),
    Valid("./a:b", "5", "the colon is in the second segment"),
    Valid("a;b=c,d$e@f&g+h", "5", "rel-segment"),
    Valid("http://h?q", "3.2", "a query ends the authority"),
    Valid("//h?q", "3.2"), Valid("//h//x", "3"), Valid("http://h?", "3.4"),
    Valid("g?a/b?c:d", "3.4"), Valid("g#a/b?c:d", "4.1"), Valid("HTTP://H/", "3.1", "upper case"),
    Valid("a+1-.:x", "3.1"),
    # opaque parts
    Valid("mailto:a@b", "3"),
    Valid("mailto:a@b?c=d", "3", "the question mark is in the opaque part"),
    Valid("foo:a[b]", "3", "brackets are reserved, so uric"),
    Valid("foo:[x]", "3", "brackets are uric-no-slash"),
    Valid("foo:a?b[c]", "3", "no query by the grammar"),
    Valid("foo:?[x]", "3", "no hier-part, yet an opaque part may start with a question mark"),
    Valid("foo:a//b", "3"), Valid("http:g", "3"), Valid("urn:x:y", "3"), Valid("foo:;", "3"),
    # server-based authorities
    Valid("//", "3.2.2", "a server may be empty"),
    Valid("file:///x", "3.2.2", "a server may be empty"),
    Valid("http://h", "3.2.2"),
    Valid("http://u:p@h:80/", "3.2.2"),
    Valid("http://u;:&=+$,@h/", "3.2.2"),
    Valid("http://@h/", "3.2.2", "userinfo may be empty"),
    Valid("http://h:/", "3.2.2", "port may be empty"),
    Valid("http://1.2.3.4/", "3.2.2"),
    Valid("http://256.1.1.1/", "3.2.2", "a hostname: toplabel counts before a final dot only"),
    Valid("http://1.2.3/", "3.2.2", "a hostname"),
    Valid("http://a-b.c1.d./", "3.2.2", "a final dot after a toplabel"),
    Valid("http://[::1]", "3.2.2"), Valid("http://[::1]:", "3.2.2"),
    Valid("http://u:p@[::1]:80/", "3.2.2"), Valid("//[1::8]?q", "3.2.2"),
    # registry-based authorities
    Valid("http://a_b/", "3.2.1"),
    Valid(f"http://{LABEL}.b/", "3.2.1", "a label of 64 letters is no domainlabel"),
    Valid("http://-a/", "3.2.1"),
    Valid("http://a..b/", "3.2.1"),
    Valid("http://a./", "3.2.1", "a final dot wants two labels"),
    Valid("http://a.1./", "3.2.1", "a final dot wants a toplabel"),
    Valid("http://u@h@e:99x/", "3.2.1"),
    Valid("http://u@/", "3.2.1", "a server would want a host"),
    Valid("http://:80/", "3.2.1", "a server would want a host"),
    Valid("http://@/", "3.2.1", "a server would want a host"),
    Valid("http://h:8a/", "3.2.1"), Valid("http://h:80:90/", "3.2.1"),
    Valid("http://::1/", "3.2.1"), Valid("http://%41/", "3.2.1"), Valid("http://~!*'()/", "3.2.1"),
    Valid("http://;:@&=+$,/", "3.2.1"),
    # characters
    Valid("/-_.!~*'();:@&=+$,", "3.3"), Valid("%41%7e%FF%00", "2.4.1"),
    Valid("http://h/%25zz", "2.4.2"), Valid("http://h/~u", "2.3", "a mark"),
)  # fmt: skip

INVALID: Final = (
    # characters outside every class
    Invalid("http://h/a‸ b", "2.4.3"), Invalid("http://h/‸<>", "2.4.3", "one run"),
    Invalid("http://h/‸<a‸>", "2.4.3", "two runs"), Invalid('http://h/‸"', "2.4.3"),
    Invalid("http://h/a‸\\b", "2.4.3"), Invalid("http://h/‸^", "2.4.3"),
    Invalid("http://h/‸`", "2.4.3"), Invalid("http://h/‸{}", "2.4.3"),
    Invalid("http://h/a‸|b", "2.4.3"), Invalid("http://h/‸é", "2.1"),
    Invalid("http://h/‸\x00", "2.4.3"), Invalid("http://h/‸\x7f", "2.4.3"),
    Invalid("http://h/a‸\r\nb", "2.4.3"),
    Invalid("http://h/‸\ud800", "2", "a lone surrogate"),
    Invalid("http://h/a‸ b?c‸ d#e‸ f", "2.4.3", "one in each part"),
    # brackets outside authority and opaque part
    Invalid("http://h/‸[a‸]", "2.2, G.1"),
    Invalid("http://h/?‸[", "3.4"),
    Invalid("http://h#‸[]", "4.1"),
    Invalid("foo:a#‸[x‸]", "4.1", "the fragment is not opaque"),
    Invalid("foo:/‸[x‸]", "3", "hierarchical: it starts with a slash"),
    Invalid("/‸[", "3.3"),
    Invalid("‸[x‸]", "5", "a relative path is not opaque"),
    Invalid("g?‸[", "3.4"),
    Invalid("#a‸#b", "4.1"),
    Invalid("#‸##", "4.1", "one run"),
    # opaque parts
    Invalid("mailto:a‸ b", "3"), Invalid("mailto:a?b‸ c", "3"), Invalid("mailto:a‸é", "3"),
    Invalid("foo:a‸^b", "3"), Invalid("foo:‸<a@b‸>", "3"), Invalid("urn:x:‸%", "2.4.1"),
    # escapes
    Invalid("http://h/‸%", "2.4.1"), Invalid("http://h/‸%4", "2.4.1"),
    Invalid("http://h/a‸%zz", "2.4.1"), Invalid("http://h/a‸%4gb", "2.4.1"),
    Invalid("http://h/‸%%41", "2.4.1", "the second one is good"),
    Invalid("http://h/‸%%", "2.4.1", "one run"),
    Invalid("http://h/‸%4%", "2.4.1", "one run"),
    Invalid("http://h/‸%zz‸%zz", "2.4.1", "two runs"),
    Invalid("http://h/‸%‸ b", "2.4.1, 2.4.3", "two faults side by side"),
    Invalid("?‸%", "2.4.1"), Invalid("#‸%4", "2.4.1"), Invalid("http://‸%/", "2.4.1"),
    Invalid("http://a‸%zz/", "2.4.1"),
    # no scheme and a colon in the first segment
    Invalid("‸:x", "5", "rel-segment"),
    Invalid("‸:", "5", "rel-segment"),
    Invalid("1‸:x", "3.1, 5", "no scheme starts with a digit"),
    Invalid("127.0.0.1‸:8080", "3.1, 5", "no scheme starts with a digit"),
    Invalid("+a‸:b", "3.1, 5", "no scheme starts with a plus"),
    Invalid("a_b‸:c/d:e", "3.1, 5", "only the first segment"),
    Invalid("a;b‸:c", "3.1, 5"),
    Invalid("a‸ b‸:c", "3.1, 5", "two faults"),
    Invalid("‸ http‸://h/", "3.1, 5", "the space leaves it without a scheme"),
    # authorities without brackets, character by character
    Invalid("http://a‸ b/", "3.2.1"), Invalid("http://‸éx.com/", "3.2.1"),
    Invalid("http://‸{}/", "3.2.1"), Invalid("http://‸<h‸>/", "3.2.1"),
    Invalid("http://a‸\\b/", "3.2.1"), Invalid("http://a‸|b‸^c/", "3.2.1"),
    Invalid("http://u@a‸ b:8x/", "3.2.1", "the letter in the port is no fault of a registry name"),
    # authorities with brackets, as servers
    Invalid("http://[∅]/", "3.2.2", "nothing inside"),
    Invalid("http://[‸v1.a]/", "3.2.2", "IPvFuture came later"),
    Invalid("http://[‸h]/", "3.2.2"), Invalid("http://u@[‸::1::]:80/", "3.2.2"),
    Invalid("http://[::1]:8‸a/", "3.2.2"), Invalid("http://u‸@v@[::1]/", "3.2.2"),
    Invalid("http://u‸ @[::1]/", "3.2.2"),
)  # fmt: skip

# Invalid; the clauses do not say where the fault starts.
SOMEWHERE: Final = (
    Valid("http://[::1/", "3.2.2", "the bracket is not closed"),
    Valid("http://::1]/", "3.2.2", "the bracket is not opened"),
    Valid("http://[::1]x/", "3.2.2"), Valid("http://x[::1]/", "3.2.2"),
    Valid("http://[[::1]]/", "3.2.2"), Valid("http://u[@h/", "3.2.2"),
)  # fmt: skip
