"""Components of URLs, partial forms and wrapped URLs by RFC 1738 and draft 02."""

from typing import Final

from tests.conformance.components_row import Row

WRAPPER: Final = "Appendix, draft 02 Wrappers"
PARTIAL: Final = "draft 02 Partial form"
FRAGMENT: Final = "draft 02 Fragment-id"

ROWS: Final = (
    # a question mark starts a search
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨/p⟩?q⟨q⟩", "3.3"),
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨/⟩?q⟨⟩", "3.3", "an empty search"),
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩?q⟨q⟩", "3.3", "cut so, although not valid"),
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨/p⟩?q⟨a?b/c⟩", "3.3", "at the first"),
    Row("s⟨wais⟩://a⟨h⟨h⟩:t⟨210⟩⟩p⟨/db⟩?q⟨s⟩", "3.9"),
    Row("s⟨foo⟩:p⟨a⟩?q⟨b⟩", "5 genericurl"),
    Row("s⟨foo⟩://a⟨h⟨h⟩⟩p⟨/a⟩?q⟨b⟩", "5 genericurl"),
    # a question mark is data
    Row("s⟨ftp⟩://a⟨u⟨us?er⟩@h⟨h⟩⟩p⟨/⟩", "5 user"),
    Row("s⟨ftp⟩://a⟨h⟨h⟩⟩p⟨/a?b⟩", "5 fsegment"),
    Row("s⟨FTP⟩://a⟨h⟨h⟩⟩p⟨/a?b⟩", "2.1, 5 fsegment", "upper case"),
    Row("s⟨ftp⟩://a⟨h⟨h?q⟩⟩p⟨⟩", "5 login", "it does not end the login"),
    Row("s⟨ftp⟩://a⟨h⟨h⟩⟩p⟨/a?b;type=a⟩#f⟨c?d⟩", "5 fsegment"),
    Row("s⟨file⟩://a⟨h⟨⟩⟩p⟨/a?b⟩", "5 fsegment"),
    Row("s⟨gopher⟩://a⟨h⟨h⟩⟩p⟨/0a?b⟩", "5 selector"),
    Row("s⟨mailto⟩:p⟨a?b=c⟩", "5 encoded822addr"),
    Row("s⟨news⟩:p⟨a?b@h⟩", "5 article"),
    Row("s⟨nntp⟩://a⟨h⟨h⟩⟩p⟨/g?/1⟩", "5 nntpurl"),
    Row("s⟨telnet⟩://a⟨u⟨u?⟩@h⟨h⟩:t⟨23⟩⟩p⟨/⟩", "5 user"),
    Row("s⟨prospero⟩://a⟨h⟨h⟩⟩p⟨/p?q;a=b⟩", "5 psegment"),
    # logins
    Row("s⟨ftp⟩://a⟨u⟨⟩@h⟨host.com⟩⟩p⟨/⟩", "3.1", "an empty user"),
    Row("s⟨ftp⟩://a⟨u⟨foo:⟩@h⟨host.com⟩⟩p⟨/⟩", "3.1", "an empty password"),
    Row("s⟨ftp⟩://a⟨h⟨host.com⟩⟩p⟨/⟩", "3.1", "no user"),
    Row("s⟨ftp⟩://a⟨u⟨u:p⟩@h⟨h⟩:t⟨21⟩⟩p⟨/a/b;type=i⟩", "3.2"),
    Row("s⟨ftp⟩://a⟨u⟨u@v⟩@h⟨h⟩⟩p⟨/⟩", "3.1", "the last @"),
    Row("s⟨http⟩://a⟨u⟨u:p⟩@h⟨h⟩:t⟨80⟩⟩p⟨/⟩", "3.1", "cut so, although not valid"),
    Row("s⟨http⟩://a⟨h⟨h⟩:t⟨⟩⟩p⟨/⟩", "3.1", "an empty port, although not valid"),
    Row("s⟨http⟩://a⟨h⟨⟩⟩p⟨⟩", "3.1"),
    Row("s⟨http⟩://a⟨h⟨999.9.9.9⟩⟩p⟨⟩", "5 hostnumber"),
    Row("s⟨ftp⟩://a⟨h⟨h⟩⟩p⟨//etc/motd⟩", "3.2.2", "the path has its slash"),
    # no login
    Row("s⟨http⟩:p⟨g⟩", "5 genericurl"), Row("s⟨mailto⟩:p⟨a@b⟩", "3.5"),
    Row("s⟨news⟩:p⟨comp.lang.c⟩", "3.6"), Row("s⟨foo⟩:p⟨⟩", "5 genericurl"),
    Row("s⟨127.0.0.1⟩:p⟨8080⟩", "5 scheme", "a scheme may start with a digit"),
    Row("s⟨+.-⟩:p⟨x⟩", "5 scheme"),
    # fragments
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨/⟩#f⟨⟩", FRAGMENT, "void"),
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩#f⟨a/b?c#d⟩", FRAGMENT),
    Row("s⟨mailto⟩:p⟨a@b⟩#f⟨c⟩", FRAGMENT, "in any scheme"),
    Row("p⟨⟩#f⟨s⟩", FRAGMENT),
    # partial forms
    Row("p⟨⟩", PARTIAL), Row("p⟨a/b⟩#f⟨s⟩", PARTIAL), Row("p⟨/x⟩", PARTIAL),
    Row("//a⟨h⟨h⟩:t⟨8⟩⟩p⟨/x⟩", PARTIAL),
    Row("p⟨a_b:c⟩", "5 scheme", "no scheme has a low line"),
    Row("p⟨:x⟩", "5 scheme", "no scheme is empty"),
    Row("p⟨./a:b⟩", PARTIAL, "the colon is after a slash"),
    # wrappers and prefixes are removed
    Row("<s⟨http⟩://a⟨h⟨h⟩⟩p⟨/⟩>", WRAPPER),
    Row("<URL:s⟨ftp⟩://a⟨u⟨u⟩@h⟨h⟩⟩p⟨/a⟩>", WRAPPER),
    Row("URL:s⟨mailto⟩:p⟨a@b⟩", WRAPPER),
    Row("<URL:s⟨http⟩://a⟨h⟨h⟩⟩p⟨/p⟩?q⟨q⟩#f⟨f⟩>", WRAPPER),
    Row("<URL:p⟨a/b⟩#f⟨s⟩>", WRAPPER),
    Row("p⟨<http://h/⟩", WRAPPER, "not closed, so no wrapper"),
)  # fmt: skip
