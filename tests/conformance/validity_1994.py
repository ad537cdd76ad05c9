"""URLs by RFC 1738 section 5, scheme by scheme, and positions of faults in other texts.

Draft 02 adds fragments and partial forms, which are not part of a URL. Wrappers and the ``URL:``
prefix are ignored.
"""

from typing import Final

from tests.conformance.validity_row import Invalid, Valid

PARTIAL: Final = "5, draft 02 Partial form"
FRAGMENT: Final = "5, draft 02 Fragment-id"
WRAPPER: Final = "Appendix, draft 02 Wrappers"

VALID: Final = (
    # http
    Valid("http://h", "3.3, 5"), Valid("http://h/", "3.3, 5"),
    Valid("HTTP://H/", "2.1", "upper case"), Valid("http://h:80/", "3.3, 5"),
    Valid("http://h//a/", "5 hsegment", "empty segments"),
    Valid("http://h/a/b;c=d:e@f&g", "5 hsegment"),
    Valid("http://h/?", "5 search", "an empty search"),
    Valid("http://h/p?a=b&c;d:e@f", "5 search"), Valid("http://h/$-_.+!*'(),", "5 uchar"),
    Valid("http://h/%7e%FF", "5 escape"), Valid("http://1.2.3.4/", "5 hostnumber"),
    Valid("http://999.9.9.9/", "5 hostnumber", "any digits"),
    Valid("http://a-b.c1/", "5 hostname"),
    Valid("http://1a.b/", "5 hostname", "a domainlabel may start with a digit"),
    # ftp
    Valid("ftp://h", "3.2, 5"),
    Valid("ftp://h/", "3.2.2"),
    Valid("ftp://u@h/", "5 login"),
    Valid("ftp://@h/", "3.1", "an empty user is a user"),
    Valid("ftp://u:@h/", "3.1", "an empty password is a password"),
    Valid("ftp://u:p@h:21/a/b", "5 login"),
    Valid("ftp://us?er@h/", "5 user", "the question mark is data"),
    Valid("ftp://u;?&=:p;?&=@h/", "5 password"),
    Valid("ftp://h/a?b", "5 fsegment", "the question mark is data"),
    Valid("ftp://h/a:b@c&d=e", "5 fsegment"),
    Valid("ftp://h//etc/motd", "3.2.2", "an empty segment"),
    Valid("ftp://h/%2Fetc/motd", "3.2.2"), Valid("ftp://h/a;type=A", "5 ftptype"),
    Valid("ftp://h/a/b;type=i", "5 ftptype"), Valid("ftp://h/;type=d", "5 ftptype"),
    Valid("ftp://h/!A", "5 uchar", "data in RFC 1738, a type in draft 03 only"),
    # file
    Valid("file:///x", "3.10, 5", "the host may be empty"),
    Valid("file:///", "5 fpath"),
    Valid("file://localhost/x", "3.10"),
    Valid("file://vms.host.edu/disk$user/my/notes/note12345.txt", "3.10"),
    Valid("file:///a?b", "5 fsegment", "the question mark is data"),
    # gopher
    Valid("gopher://h", "3.4.1"),
    Valid("gopher://h:70/", "3.4.1"),
    Valid("gopher://h/1", "5 gtype"),
    Valid("gopher://h/0a/b?c;d", "5 selector", "any xchar"),
    Valid("gopher://h/7x%09s%09+", "3.4.3"),
    # mailto
    Valid("mailto:a@b", "3.5"),
    Valid("mailto:a%25b@c", "3.5"),
    Valid("mailto:a?b=c", "5 encoded822addr", "any xchar"),
    # news and nntp
    Valid("news:*", "3.6"),
    Valid("news:comp.lang.c+x_y-1", "5 group"),
    Valid("news:1@h.com", "5 article"),
    Valid("news:a/b?c;d:e&f=g@1.2.3.4", "5 article"),
    Valid("news:*@h", "5 article", "a star is an uchar"),
    Valid("nntp://h/a.b", "5 nntpurl", "the number is optional in the BNF"),
    Valid("nntp://h:119/a.b/12", "3.7"),
    # telnet
    Valid("telnet://h", "3.8"),
    Valid("telnet://h/", "3.8"),
    Valid("telnet://u:p@h:23/", "3.8"),
    Valid("telnet://u?@h", "5 user", "the question mark is data"),
    # wais
    Valid("wais://h/", "5 database", "a database may be empty"),
    Valid("wais://h:210/db", "3.9"),
    Valid("wais://h/db?s", "3.9"),
    Valid("wais://h/db?", "5 search", "an empty search"),
    Valid("wais://h/db/t/p", "3.9"),
    Valid("wais://h///", "5 waisdoc", "all three may be empty"),
    # prospero
    Valid("prospero://h/p", "3.11"),
    Valid("prospero://h//pros/name", "3.11"),
    Valid("prospero://h:1525/p;a=b;c=d", "3.11"),
    Valid("prospero://h/p?q:r@s&t=u", "5 psegment"),
    Valid("prospero://h/;=", "5 fieldspec", "name and value may be empty"),
    # any other scheme
    Valid("foo:", "5 genericurl"), Valid("foo:;/?:@&=", "5 xchar"),
    Valid("foo://///", "5 schemepart"), Valid("FOO:x", "2.1", "upper case"),
    Valid("x-foo:bar", "4"), Valid("afs:x", "4"), Valid("mid:a@b", "4"),
    Valid("tn3270://u@h:/", "5 genericurl", "no login is asked for"),
    Valid("127.0.0.1:8080", "5 scheme", "a scheme may start with a digit"),
    Valid("+.-:", "5 scheme", "a scheme may be made of marks"),
    # wrappers and prefixes are ignored
    Valid("<http://h/>", WRAPPER), Valid("<URL:http://h/>", WRAPPER),
    Valid("URL:http://h/", WRAPPER), Valid("<URL:foo:bar>", WRAPPER),
)  # fmt: skip

INVALID: Final = (
    # http
    Invalid("http://h‸?q", "5 httpurl", "a search wants the slash before it"),
    Invalid("http://h:80‸?", "5 httpurl", "a search wants the slash before it"),
    Invalid("http://h/p?a‸/b", "5 search", "no slash in a search"),
    Invalid("http://h/p?a‸?b", "5 search", "no question mark in a search"),
    Invalid("http://‸u@h/", "5 httpurl", "no user in http"),
    Invalid("http://‸u:p@h:80/", "5 httpurl", "no user in http"),
    Invalid("http://‸@h/", "5 httpurl", "no user in http, not even an empty one"),
    Invalid("http://∅/", "5 hostport"),
    Invalid("http://∅", "5 hostport"),
    Invalid("http://∅:80/", "5 hostport"),
    Invalid("http://‸u@∅/", "5 httpurl", "two faults"),
    Invalid("http://h:∅/", "5 port", "at least one digit"),
    Invalid("http://h:∅", "5 port", "at least one digit"),
    Invalid("http://h:8‸a/", "5 port"),
    Invalid("http://‸a_b/", "5 hostname"),
    Invalid("http://‸-a/", "5 hostname"),
    Invalid("http://‸a./", "5 hostname", "no final dot"),
    Invalid("http://‸a..b/", "5 hostname"),
    Invalid("http://‸1.2.3/", "5 hostname", "a toplabel starts with a letter"),
    Invalid("http://‸a.1/", "5 hostname", "a toplabel starts with a letter"),
    Invalid("http://‸[::1]/", "5 host", "no IPv6 yet"),
    Invalid("http://‸%41/", "5 hostname", "no escapes"),
    Invalid("http:∅h/p", "5 httpurl"),
    # characters outside every class
    Invalid("http://h/‸~u", "5 national"), Invalid("http://h/p?‸~", "5 national"),
    Invalid("http://h/‸{}", "5 national"), Invalid("http://h/a‸|b", "5 national"),
    Invalid("http://h/a‸\\b", "5 national"), Invalid("http://h/‸^", "5 national"),
    Invalid("http://h/‸[a‸]", "5 national", "two runs"),
    Invalid("http://h/‸`", "5 national"), Invalid('http://h/‸"', "5 punctuation"),
    Invalid("http://h/a‸<>b", "5 punctuation"), Invalid("http://h/a‸ b", "2.2"),
    Invalid("http://h/‸é", "2.2"), Invalid("http://h/a‸\r\nb", "2.2"),
    Invalid("http://h/‸\x7f", "2.2"),
    # escapes
    Invalid("http://h/‸%", "5 escape"),
    Invalid("http://h/‸%4", "5 escape"),
    Invalid("http://h/a‸%4gb", "5 escape"),
    Invalid("http://h/‸%%41", "5 escape", "the second one is good"),
    Invalid("http://h/‸%%", "5 escape", "one run"),
    Invalid("http://h/‸%zz‸%zz", "5 escape", "two runs"),
    # ftp and file
    Invalid("ftp://∅/x", "5 hostport"),
    Invalid("ftp://u@∅/", "5 hostport"),
    Invalid("ftp://h:∅/", "5 port"),
    Invalid("ftp://u:p‸:q@h/", "5 password", "no colon in a password"),
    Invalid("ftp://u‸@v@h/", "5 user", "the user ends at the last @"),
    Invalid("ftp://u‸~@h/", "5 user"),
    Invalid("ftp://‸h?q", "5 hostname", "the question mark does not end the login"),
    Invalid("ftp://h/a‸;b", "5 fsegment", "a semicolon starts a type or nothing"),
    Invalid("ftp://h/a‸~", "5 fsegment"), Invalid("ftp://h/a;type=∅", "5 ftptype"),
    Invalid("ftp://h/a;type=‸x", "5 ftptype"), Invalid("ftp:∅x", "5 ftpurl"),
    Invalid("file://h∅", "5 fileurl", "the slash is required"),
    Invalid("file://‸a_b/x", "5 hostname"),
    Invalid("file:///a‸;b", "5 fsegment"),
    Invalid("file:∅x", "5 fileurl"),
    # gopher and mailto
    Invalid("gopher://∅/1", "5 hostport"),
    Invalid("gopher://‸u@h/1", "5 gopherurl", "no user in gopher"),
    Invalid("gopher://h/1‸ a", "5 selector"),
    Invalid("gopher://h/0‸%", "5 escape"),
    Invalid("mailto:∅", "5 encoded822addr", "at least one character"),
    Invalid("mailto:a‸ b", "5 encoded822addr"),
    Invalid("mailto:‸<a@b‸>", "5 encoded822addr"),
    Invalid("mailto:a‸%b", "3.5", "a literal one is %25"),
    # news and nntp
    Invalid("news:∅", "5 grouppart"),
    Invalid("news:‸1abc", "5 group", "a group starts with a letter"),
    Invalid("news:a‸!b", "5 group"),
    Invalid("news:a‸/b", "5 group", "no slash without an @"),
    Invalid("news:a‸~b", "5 group"),
    Invalid("news:a@∅", "5 article"),
    Invalid("news:∅@h", "5 article", "at least one character"),
    Invalid("news:a@‸b_c", "5 hostname"),
    Invalid("nntp://h/∅", "5 group"),
    Invalid("nntp://h/‸1", "5 group", "a group starts with a letter"),
    Invalid("nntp://h/a‸@b", "5 group"),
    Invalid("nntp://h/a/∅", "5 digits", "at least one"),
    Invalid("nntp://h/a/1‸x", "5 digits"),
    Invalid("nntp://h/a/1‸/2", "5 digits"),
    Invalid("nntp://∅/a", "5 hostport"),
    Invalid("nntp://‸u@h/a", "5 nntpurl", "no user in nntp"),
    # telnet
    Invalid("telnet://h/‸x", "5 telneturl", "it ends at the slash"),
    Invalid("telnet://∅/", "5 hostport"),
    Invalid("telnet://u:p‸:q@h/", "5 password"),
    # wais and prospero
    Invalid("wais://h∅", "5 waisurl", "the slash is required"),
    Invalid("wais://h/d/t∅", "5 waisdoc", "a type wants a path"),
    Invalid("wais://h/d/t/p‸/q", "5 wpath", "no slash"),
    Invalid("wais://h/d‸;x", "5 database"),
    Invalid("wais://h/d?a‸/b", "5 search"),
    Invalid("wais://‸u@h/d", "5 waisurl", "no user in wais"),
    Invalid("prospero://h∅", "5 prosperourl", "the slash is required"),
    Invalid("prospero://h/p;a∅", "5 fieldspec", "a name wants its value"),
    Invalid("prospero://h/p;∅", "5 fieldspec"),
    Invalid("prospero://h/p;a=b‸=c", "5 fieldvalue"),
    Invalid("prospero://‸u@h/p", "3.11, 5", "no user in prospero"),
    Invalid("prospero://h/p‸~", "5 psegment"),
    # any other scheme
    Invalid("foo:a‸ b", "5 xchar"), Invalid("foo:‸~", "5 xchar"), Invalid("foo:‸[x‸]", "5 xchar"),
    Invalid("foo:‸%zz", "5 escape"), Invalid("x-foo:‸é", "5 xchar"),
    # fragments
    Invalid("http://h/‸#", FRAGMENT, "void, yet it is there"),
    Invalid("http://h/p‸#f", FRAGMENT),
    Invalid("http://h‸#f", FRAGMENT),
    Invalid("http://h/p?q‸#a b~#c", FRAGMENT, "to the end, whatever is inside"),
    Invalid("mailto:a@b‸#c", FRAGMENT),
    Invalid("foo:a‸#b", FRAGMENT),
    # partial forms
    Invalid("∅", PARTIAL), Invalid("∅a/b", PARTIAL), Invalid("∅/x", PARTIAL),
    Invalid("∅//h/x", PARTIAL),
    Invalid("∅:x", PARTIAL, "a scheme has at least one character"),
    Invalid("∅a_b:c", PARTIAL, "no scheme has a low line"),
    Invalid("∅a‸ b", PARTIAL), Invalid("∅a‸~b", PARTIAL), Invalid("∅a‸%zz", PARTIAL),
    Invalid("∅‸#s", FRAGMENT), Invalid("∅a‸#s", FRAGMENT),
    # wrappers and prefixes are ignored
    Invalid("<http://h‸?q>", WRAPPER),
    Invalid("<URL:http://h/‸~u>", WRAPPER),
    Invalid("URL:http://h/‸ x", WRAPPER),
    Invalid("∅‸<http://h/", WRAPPER, "not closed, so no wrapper"),
)  # fmt: skip

# Invalid; the clauses do not say where the fault starts.
SOMEWHERE: Final = (
    Valid("http:", "5 httpurl"), Valid("http:/h", "5 httpurl"), Valid("http://u@v@h/", "5 httpurl"),
    Valid("ftp:/h", "5 ftpurl"), Valid("ftp://h/a;type=ab", "5 ftptype"),
    Valid("ftp://h/a;type=a/b", "5 ftpurl"), Valid("file:/x", "5 fileurl"),
    Valid("file://h:80/x", "5 fileurl", "file URLs allow no port"),
    Valid("file://u@h/x", "5 fileurl", "file URLs allow no user"),
    Valid("gopher://h?q", "5 gopherurl"), Valid("news:**", "5 grouppart"),
    Valid("news:a@b@c", "5 article"), Valid("nntp://h", "5 nntpurl"),
    Valid("wais://h/d/t/p?s", "5 wpath"), Valid("URL:a/b", WRAPPER, "partial inside"),
    Valid("<URL:a/b>", WRAPPER, "partial inside"),
)  # fmt: skip
