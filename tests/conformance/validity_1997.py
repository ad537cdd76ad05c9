"""URL-references by draft-fielding-url-syntax-05, and positions of faults in other texts.

An opaque-URL can be nearly any text, so section 4.4 is applied first: the site takes precedence,
then every part is checked by its rule.
"""

from typing import Final

from tests.conformance.validity_row import Invalid, Valid

LABEL: Final = "a" * 64

VALID: Final = (
    # references
    Valid("", "3"), Valid("#", "3", "an empty fragment"), Valid("?", "5", "an empty query"),
    Valid("?q#f", "5"), Valid("#a/b?c:d", "3"), Valid("g?a/b?c:d", "4.3.3"), Valid("g", "5"),
    Valid("/", "5"), Valid("/a//b/", "4.3.2", "empty segments"), Valid("//h//x", "5"),
    Valid("a;b;c=d/e;f", "4.3.2", "params in every segment"),
    Valid(";", "4.3.2", "an empty param"),
    Valid(":x", "5", "segment may have the colon, and no scheme is empty"),
    Valid("a_b:c", "5", "no scheme has a low line, and segment may have the colon"),
    # schemes
    Valid("1:x", "4.1", "a scheme may start with a digit"),
    Valid("127.0.0.1:8080", "4.1", "a scheme may start with a digit"),
    Valid("+.-:", "4.1", "a scheme may be made of marks"),
    Valid("HTTP://H/", "4.1", "upper case"),
    Valid("http:", "4.2", "rel_path may be empty"),
    Valid("http:g", "4.2", "generic-URL has relativeURL after the colon"),
    Valid("mailto:a@b", "4.2", "generic-URL"), Valid("foo:a/b", "4.2", "generic-URL"),
    Valid("foo:?q", "4.2", "generic-URL"), Valid("foo:/a", "4.2"),
    # sites
    Valid("//", "4.3.1", "a site may be empty"),
    Valid("http:///x", "4.3.1", "a site may be empty"),
    Valid("file:///x", "4.3.1", "a site may be empty"),
    Valid("http://h", "4.3.1"), Valid("http://h#f", "3"), Valid("http://h/?q", "4.3.3"),
    Valid("http://h/?", "4.3.3"), Valid("http://u@h/", "4.3.1"),
    Valid("http://@h/", "4.3.1", "an empty user"),
    Valid("http://u:@h/", "4.3.1", "an empty password"),
    Valid("http://:@h/", "4.3.1", "both empty"),
    Valid("http://u:p@h:80/", "4.3.1"),
    Valid("http://;&=+$,%40:;&=+$,%3a@h/", "4.3.1"),
    Valid("http://a.b-c.d/", "4.3.1"),
    Valid("http://1a.b/", "4.3.1", "a domainlabel may start with a digit"),
    Valid("http://1.2.a1/", "4.3.1"),
    Valid(f"http://{LABEL}/", "4.3.1", "no limit of length"),
    Valid("http://1.2.3.4/", "4.3.1"),
    Valid("http://999.9.9.9/", "4.3.1", "hostnumber is any digits"),
    Valid("http://00001.2.3.4/", "4.3.1", "hostnumber is any digits"),
    Valid("http://h:/", "4.3.1", "port may be empty"),
    Valid("http://h:99999999/", "4.3.1"),
    # characters
    Valid("http://h/~u", "2.3", "a mark"), Valid("http://h/$-_.!~*'(),", "2.3"),
    Valid("http://h/:@&=+;", "4.3.2"), Valid("g?;/?:@&=+$-_.!~*'(),", "4.3.3"),
    Valid("g#;/?:@&=+$-_.!~*'(),", "3"), Valid("%41%7e%FF%00", "2.4.1"),
    Valid("http://h/%25zz", "2.4.2"),
)  # fmt: skip

INVALID: Final = (
    # the question mark right after a site
    Invalid("http://h‸?q", "4.3.1", "the site ends at a slash or at the end"),
    Invalid("http://h‸?", "4.3.1", "the site ends at a slash or at the end"),
    Invalid("//h‸?q#f", "4.3.1", "the site ends at a slash or at the end"),
    Invalid("http://‸?q", "4.3.1", "an empty site too"),
    Invalid("http://u@h:8‸?q/r", "4.3.1", "the site ends at a slash or at the end"),
    # hosts
    Invalid("http://‸a_b/", "4.3.1"), Invalid("http://‸-a/", "4.3.1"),
    Invalid("http://‸a-/", "4.3.1"), Invalid("http://‸a-.b/", "4.3.1"),
    Invalid("http://‸a..b/", "4.3.1"), Invalid("http://‸.a/", "4.3.1"),
    Invalid("http://‸a./", "4.3.1", "no final dot"),
    Invalid("http://‸1.2.3.4./", "4.3.1", "no final dot"),
    Invalid("http://‸1.2.3/", "4.3.1", "a toplabel starts with a letter"),
    Invalid("http://‸1/", "4.3.1", "a toplabel starts with a letter"),
    Invalid("http://‸a.1/", "4.3.1", "a toplabel starts with a letter"),
    Invalid("http://‸1.2.3.4.5/", "4.3.1"), Invalid("http://‸%41/", "4.3.1", "no escapes"),
    Invalid("http://‸a b/", "4.3.1"), Invalid("http://‸éx.com/", "4.3.1"),
    Invalid("http://‸a,b/", "4.3.1"),
    Invalid("http://‸[::1]/", "4.3.1", "no IPv6 yet"),
    Invalid("http://u@‸a_b:80/", "4.3.1"),
    Invalid("http://‸h:80:90/", "4.3.1", "the port starts at the last colon"),
    Invalid("http://‸::1/", "4.3.1"),
    Invalid("foo://‸a_b", "4.4", "opaque-URL would take it, but the site wins"),
    # an empty host
    Invalid("http://∅:80/", "4.3.1"), Invalid("http://∅:/", "4.3.1"),
    Invalid("http://u@∅/", "4.3.1"), Invalid("http://@∅/", "4.3.1"),
    Invalid("http://u:p@∅:80/", "4.3.1"), Invalid("//u@∅", "4.3.1"),
    # users, passwords, ports
    Invalid("http://u:p‸:q@h/", "4.3.1", "a password has no colon"),
    Invalid("http://u‸@v@h/", "4.3.1", "the user ends at the last @"),
    Invalid("http://u‸ v@h/", "4.3.1"), Invalid("http://u:‸^@h/", "4.3.1"),
    Invalid("http://‸%@h/", "2.4.1"), Invalid("http://h:8‸a/", "4.3.1"),
    Invalid("http://h:‸-1/", "4.3.1"),
    # characters outside every class
    Invalid("http://h/a‸ b", "2.4.3"), Invalid("http://h/‸<>", "2.4.3", "one run"),
    Invalid("http://h/‸<a‸>", "2.4.3", "two runs"), Invalid('http://h/‸"', "2.4.3"),
    Invalid("http://h/a‸\\b", "2.4.3"), Invalid("http://h/‸^", "2.4.3"),
    Invalid("http://h/‸`", "2.4.3"), Invalid("http://h/‸{}", "2.4.3"),
    Invalid("http://h/a‸|b", "2.4.3"), Invalid("http://h/‸[a‸]", "2.4.3"),
    Invalid("http://h/‸é", "2.1"), Invalid("http://h/‸\x00", "2.4.3"),
    Invalid("http://h/‸\x7f", "2.4.3"), Invalid("http://h/a‸\r\nb", "2.4.3"),
    Invalid("http://h/a‸ b?c‸ d#e‸ f", "2.4.3", "one in each part"),
    Invalid("g?‸[", "4.3.3"), Invalid("g#‸^", "3"), Invalid("#a‸#b", "3"),
    Invalid("#‸##", "3", "one run"), Invalid("mailto:a‸ b", "4.2"), Invalid("foo:‸[x‸]", "4.2"),
    Invalid("‸ http://h", "4.1", "no scheme has a space; the colon may stand in a segment"),
    # escapes
    Invalid("http://h/‸%", "2.4.1"), Invalid("http://h/‸%4", "2.4.1"),
    Invalid("http://h/a‸%zz", "2.4.1"), Invalid("http://h/a‸%4gb", "2.4.1"),
    Invalid("http://h/‸%%41", "2.4.1", "the second one is good"),
    Invalid("http://h/‸%%", "2.4.1", "one run"),
    Invalid("http://h/‸%zz‸%zz", "2.4.1", "two runs"),
    Invalid("http://h/‸%‸ b", "2.4.1, 2.4.3", "two faults side by side"),
    Invalid("?‸%", "2.4.1"),
    Invalid("#‸%4", "2.4.1"),
)  # fmt: skip

# Invalid; the clauses do not say where the fault starts.
SOMEWHERE: Final = (
    Valid("http://a_b?q", "4.3.1", "two faults"),
    Valid("http://u@?q", "4.3.1", "two faults"),
)
