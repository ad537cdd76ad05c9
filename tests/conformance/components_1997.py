"""Components of references by draft-fielding-url-syntax-05 appendix B and 4.3.1."""

from typing import Final

from tests.conformance.components_row import Row

ROWS: Final = (
    Row("s⟨http⟩://a⟨h⟨www.ics.uci.edu⟩⟩p⟨/pub/ietf/uri/⟩#f⟨Related⟩", "Appendix B"),
    Row("s⟨ftp⟩://a⟨h⟨ftp.is.co.za⟩⟩p⟨/rfc/rfc1808.txt⟩", "1.3"),
    Row("s⟨mailto⟩:p⟨mduerst@ifi.unizh.ch⟩", "1.3"),
    Row("s⟨http⟩://a⟨u⟨u:p⟩@h⟨h⟩:t⟨80⟩⟩p⟨/p⟩?q⟨q⟩#f⟨f⟩", "4.3"),
    # defined but empty, or undefined
    Row("p⟨⟩", "5.2", "the path is never undefined"),
    Row("p⟨⟩?q⟨⟩", "5.2"), Row("p⟨⟩#f⟨⟩", "5.2"), Row("s⟨http⟩:p⟨⟩", "4.2"),
    Row("//a⟨h⟨⟩⟩p⟨⟩", "4.3.1", "an empty site"),
    Row("s⟨file⟩://a⟨h⟨⟩⟩p⟨/x⟩", "4.3.1", "an empty site"),
    Row("s⟨ftp⟩://a⟨u⟨⟩@h⟨host.com⟩⟩p⟨/⟩", "4.3.1", "an empty user"),
    Row("s⟨ftp⟩://a⟨h⟨host.com⟩⟩p⟨/⟩", "4.3.1", "no user"),
    Row("s⟨ftp⟩://a⟨u⟨foo:⟩@h⟨host.com⟩⟩p⟨/⟩", "4.3.1", "an empty password"),
    Row("s⟨http⟩://a⟨u⟨u⟩@h⟨⟩⟩p⟨/⟩", "4.3.1"),
    Row("s⟨http⟩://a⟨h⟨h⟩:t⟨⟩⟩p⟨/⟩", "4.3.1", "an empty port"),
    Row("s⟨http⟩://a⟨h⟨⟩:t⟨80⟩⟩p⟨⟩", "4.3.1"),
    # schemes
    Row("s⟨1⟩:p⟨x⟩", "4.1", "a scheme may start with a digit"),
    Row("s⟨127.0.0.1⟩:p⟨8080⟩", "4.1", "a scheme may start with a digit"),
    Row("s⟨+.-⟩:p⟨⟩", "4.1"),
    Row("s⟨HTTP⟩://a⟨h⟨H⟩⟩p⟨⟩", "4.1"),
    Row("p⟨a_b:c⟩", "4.1", "no scheme has a low line"),
    Row("p⟨:x⟩", "4.1", "no scheme is empty"),
    Row("p⟨%41:x⟩", "4.1", "no scheme has an escape"),
    Row("p⟨ http://h⟩", "4.1", "no scheme has a space"),
    Row("p⟨./this:that⟩", "5", "the colon is after a slash"),
    # end of the site
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩?q⟨q⟩", "Appendix B", "cut so, although not valid"),
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩#f⟨f?g/h⟩", "Appendix B"),
    Row("//a⟨h⟨h⟩⟩p⟨//x⟩", "4.4", "the site wins"),
    Row("s⟨foo⟩://a⟨h⟨a_b⟩⟩p⟨⟩", "4.4", "the site wins"),
    Row("s⟨http⟩:p⟨/h/x⟩", "4.4"),
    # inside the site
    Row("s⟨http⟩://a⟨u⟨u@v⟩@h⟨h⟩⟩p⟨/⟩", "4.3.1", "the last @"),
    Row("s⟨http⟩://a⟨u⟨u:p:q⟩@h⟨h⟩⟩p⟨/⟩", "4.3.1"),
    Row("s⟨http⟩://a⟨h⟨h:80⟩:t⟨90⟩⟩p⟨/⟩", "4.3.1", "the last colon"),
    Row("s⟨http⟩://a⟨h⟨h⟩:t⟨8a⟩⟩p⟨/⟩", "4.3.1", "cut before it is judged"),
    Row("s⟨http⟩://a⟨h⟨[::1]⟩:t⟨8⟩⟩p⟨/⟩", "4.3.1", "brackets keep their colons"),
    Row("s⟨http⟩://a⟨h⟨999.9.9.9⟩⟩p⟨⟩", "4.3.1"),
    # paths, queries, fragments
    Row("s⟨http⟩:p⟨g⟩", "4.2"),
    Row("s⟨foo⟩:p⟨a/b⟩?q⟨c⟩", "4.2"),
    Row("p⟨g;x=1/../y⟩?q⟨a?b/c⟩#f⟨c#d⟩", "Appendix B", "the first ? and the first #"),
    Row("p⟨/a/b;c=d/e⟩?q⟨⟩#f⟨⟩", "4.3.2"),
    Row("p⟨a\nb⟩?q⟨\r⟩#f⟨c\nd⟩", "Appendix B", "line ends are characters"),
)  # fmt: skip
