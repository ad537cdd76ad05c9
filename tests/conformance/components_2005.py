"""Components of references by RFC 3986 appendix B and section 3.2."""

from typing import Final

from tests.conformance.components_row import Row

ROWS: Final = (
    Row("s⟨http⟩://a⟨h⟨www.ics.uci.edu⟩⟩p⟨/pub/ietf/uri/⟩#f⟨Related⟩", "Appendix B"),
    Row("s⟨foo⟩://a⟨h⟨example.com⟩:t⟨8042⟩⟩p⟨/over/there⟩?q⟨name=ferret⟩#f⟨nose⟩", "3"),
    Row("s⟨urn⟩:p⟨example:animal:ferret:nose⟩", "3"),
    Row("s⟨http⟩://a⟨u⟨u:p⟩@h⟨h⟩:t⟨80⟩⟩p⟨/p⟩?q⟨q⟩#f⟨f⟩", "3"),
    # defined but empty, or undefined
    Row("p⟨⟩", "4.2", "the path is never undefined"),
    Row("p⟨⟩?q⟨⟩", "3.4"), Row("p⟨⟩#f⟨⟩", "3.5"), Row("p⟨⟩?q⟨⟩#f⟨⟩", "5.3"),
    Row("//a⟨h⟨⟩⟩p⟨⟩", "3.2"), Row("s⟨foo⟩:p⟨⟩", "3.3"),
    Row("s⟨file⟩://a⟨h⟨⟩⟩p⟨/x⟩", "3.2.2", "an empty host"),
    Row("s⟨http⟩://a⟨u⟨⟩@h⟨h⟩⟩p⟨/⟩", "3.2.1", "an empty userinfo"),
    Row("s⟨http⟩://a⟨u⟨u⟩@h⟨⟩⟩p⟨/⟩", "3.2.2", "an empty host"),
    Row("s⟨http⟩://a⟨h⟨h⟩:t⟨⟩⟩p⟨/⟩", "3.2.3", "an empty port"),
    Row("s⟨http⟩://a⟨u⟨⟩@h⟨⟩:t⟨⟩⟩p⟨⟩", "3.2", "all empty"),
    Row("s⟨http⟩://a⟨h⟨⟩:t⟨80⟩⟩p⟨⟩", "3.2.3"),
    # schemes
    Row("s⟨a+1-.⟩:p⟨x⟩", "3.1"),
    Row("s⟨HTTP⟩://a⟨h⟨H⟩⟩p⟨⟩", "3.1"),
    Row("p⟨1:x⟩", "3.1", "no scheme starts with a digit"),
    Row("p⟨127.0.0.1:8080⟩", "3.1", "no scheme starts with a digit"),
    Row("p⟨+a:x⟩", "3.1", "no scheme starts with a plus"),
    Row("p⟨a_b:c⟩", "3.1", "no scheme has a low line"),
    Row("p⟨:x⟩", "3.1", "no scheme is empty"),
    Row("p⟨%41://h⟩", "3.1", "no scheme has an escape"),
    Row("p⟨ http://h/⟩", "3.1", "no scheme has a space"),
    Row("p⟨é:x⟩", "3.1", "no scheme leaves ASCII"),
    Row("p⟨a/b:c⟩", "3.1", "the colon is after a slash"),
    Row("p⟨⟩?q⟨a:b⟩", "3.1", "the colon is in the query"),
    Row("p⟨⟩#f⟨a:b⟩", "3.1", "the colon is in the fragment"),
    # end of the authority
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩?q⟨q/r⟩", "3.2"), Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩#f⟨f?g/h⟩", "3.2"),
    Row("//a⟨h⟨h⟩⟩p⟨//x⟩", "3.2"), Row("s⟨http⟩://a⟨h⟨⟩⟩p⟨//x⟩", "3.2"),
    Row("s⟨http⟩:p⟨/h/x⟩", "3.2", "one slash is no authority"),
    Row("s⟨http⟩://a⟨h⟨a\\b⟩⟩p⟨/⟩", "3.2", "a backslash ends nothing"),
    # inside the authority
    Row("s⟨http⟩://a⟨u⟨u@v⟩@h⟨h⟩⟩p⟨/⟩", "3.2.1", "the last @"),
    Row("s⟨http⟩://a⟨u⟨a.com:80⟩@h⟨b.com⟩⟩p⟨/⟩", "3.2.1"),
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨/u@v⟩", "3.2.1", "the @ is in the path"),
    Row("s⟨http⟩://a⟨h⟨h:80⟩:t⟨90⟩⟩p⟨/⟩", "3.2.3", "the last colon"),
    Row("s⟨http⟩://a⟨h⟨h⟩:t⟨8a⟩⟩p⟨/⟩", "3.2.3", "cut before it is judged"),
    Row("s⟨http⟩://a⟨h⟨[::1]⟩⟩p⟨⟩", "3.2.2"),
    Row("s⟨http⟩://a⟨u⟨u:p⟩@h⟨[::1]⟩:t⟨80⟩⟩p⟨/⟩", "3.2.2"),
    Row("s⟨http⟩://a⟨h⟨[::1]⟩:t⟨⟩⟩p⟨⟩?q⟨q⟩", "3.2.2"),
    Row("//a⟨h⟨[v1.a:b]⟩⟩p⟨⟩", "3.2.2"),
    Row("s⟨http⟩://a⟨h⟨x[::1]⟩⟩p⟨/⟩", "3.2.2", "every colon is inside the brackets"),
    Row("s⟨http⟩://a⟨h⟨:⟩:t⟨1⟩⟩p⟨/⟩", "3.2.3", "without brackets the last colon counts"),
    # paths, queries, fragments
    Row("s⟨mailto⟩:p⟨a@b⟩?q⟨subject=x⟩", "3"),
    Row("s⟨http⟩:p⟨g⟩", "3.3"),
    Row("p⟨g;x=1/../y⟩?q⟨a?b⟩#f⟨c#d⟩", "Appendix B", "the first ? and the first #"),
    Row("p⟨a\nb⟩?q⟨\r⟩#f⟨c\nd⟩", "Appendix B", "line ends are characters"),
    Row("//a⟨h⟨h⟩⟩p⟨⟩", "4.2"),
)  # fmt: skip
