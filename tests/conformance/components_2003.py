"""Components of references by rfc2396bis-01 appendix B and section 3.2."""

from typing import Final

from tests.conformance.components_row import Row

LABEL_63: Final = "a" * 63
LABEL_64: Final = "a" * 64

ROWS: Final = (
    Row("s⟨http⟩://a⟨h⟨www.ics.uci.edu⟩⟩p⟨/pub/ietf/uri/⟩#f⟨Related⟩", "Appendix B"),
    Row("s⟨gopher⟩://a⟨h⟨gopher.tc.umn.edu⟩:t⟨70⟩⟩p⟨/11/Mailing%20Lists/⟩", "1.3"),
    Row("s⟨news⟩:p⟨comp.infosystems.www.servers.unix⟩", "1.3"),
    Row("s⟨http⟩://a⟨u⟨u:p⟩@h⟨h⟩:t⟨80⟩⟩p⟨/p⟩?q⟨q⟩#f⟨f⟩", "3"),
    # defined but empty, or undefined
    Row("p⟨⟩", "5.2", "the path is never undefined"),
    Row("p⟨⟩?q⟨⟩", "5.2"), Row("p⟨⟩#f⟨⟩", "5.2"), Row("s⟨foo⟩:p⟨⟩", "3"),
    Row("//a⟨h⟨⟩⟩p⟨⟩", "3.2.2", "an empty server"),
    Row("s⟨file⟩://a⟨h⟨⟩⟩p⟨/x⟩", "3.2.2", "an empty server"),
    # schemes
    Row("s⟨a+1-.⟩:p⟨x⟩", "3.1"),
    Row("p⟨1:x⟩", "3.1", "no scheme starts with a digit"),
    Row("p⟨127.0.0.1:8080⟩", "3.1", "no scheme starts with a digit"),
    Row("p⟨+a:x⟩", "3.1", "no scheme starts with a plus"),
    Row("p⟨a_b:c⟩", "3.1", "no scheme has a low line"),
    Row("p⟨:x⟩", "3.1", "no scheme is empty"),
    # opaque parts are split like others
    Row("s⟨mailto⟩:p⟨a@b⟩?q⟨subject=x⟩", "Appendix B", "a query, although opaque-part has none"),
    Row("s⟨foo⟩:p⟨a[b]⟩?q⟨[c]⟩#f⟨d⟩", "Appendix B"),
    Row("s⟨foo⟩:p⟨⟩?q⟨[x]⟩", "Appendix B"),
    Row("s⟨urn⟩:p⟨a:b/c//d⟩", "Appendix B"),
    # servers
    Row("s⟨http⟩://a⟨h⟨h⟩:t⟨⟩⟩p⟨⟩", "3.2.2", "an empty port"),
    Row("s⟨http⟩://a⟨u⟨⟩@h⟨h⟩⟩p⟨/⟩", "3.2.2", "an empty userinfo"),
    Row("s⟨http⟩://a⟨u⟨;:&=+$,%40⟩@h⟨h⟩⟩p⟨/⟩", "3.2.2"),
    Row("s⟨http⟩://a⟨h⟨1.2.3.4⟩⟩p⟨⟩", "3.2.2", "IPv4address"),
    Row("s⟨http⟩://a⟨h⟨256.1.1.1⟩⟩p⟨⟩", "3.2.2", "a hostname"),
    Row("s⟨http⟩://a⟨h⟨1.2.3⟩:t⟨8⟩⟩p⟨⟩", "3.2.2", "a hostname"),
    Row("s⟨http⟩://a⟨h⟨a.b.⟩⟩p⟨/⟩", "3.2.2", "a final dot after a toplabel"),
    Row(f"s⟨http⟩://a⟨h⟨{LABEL_63}⟩⟩p⟨/⟩", "3.2.2", "63 letters are a domainlabel"),
    Row("s⟨http⟩://a⟨h⟨[::1]⟩⟩p⟨⟩", "3.2.2"),
    Row("s⟨http⟩://a⟨u⟨u⟩@h⟨[::1]⟩:t⟨80⟩⟩p⟨/⟩", "3.2.2"),
    Row("s⟨http⟩://a⟨h⟨[::1]⟩:t⟨⟩⟩p⟨⟩?q⟨q⟩", "3.2.2"),
    Row("s⟨http⟩://a⟨h⟨[x]⟩:t⟨8⟩⟩p⟨/⟩", "3.2.2", "brackets can only be a server's"),
    # registry names have no host, userinfo or port
    Row("s⟨http⟩://a⟨a_b⟩p⟨/⟩", "3.2.1"),
    Row("s⟨http⟩://a⟨u@a_b:80⟩p⟨/⟩", "3.2.1"),
    Row("s⟨http⟩://a⟨u@h@e:99x⟩p⟨/⟩", "3.2.1"),
    Row("s⟨http⟩://a⟨u@⟩p⟨/⟩", "3.2.1", "a server would want a host"),
    Row("s⟨http⟩://a⟨:80⟩p⟨/⟩", "3.2.1", "a server would want a host"),
    Row("s⟨http⟩://a⟨@⟩p⟨⟩", "3.2.1", "a server would want a host"),
    Row("s⟨http⟩://a⟨h:8a⟩p⟨/⟩", "3.2.1", "a port is digits"),
    Row("s⟨http⟩://a⟨h:80:90⟩p⟨/⟩", "3.2.1"),
    Row("s⟨http⟩://a⟨a.⟩p⟨/⟩", "3.2.1", "a final dot wants two labels"),
    Row("s⟨http⟩://a⟨a.1.⟩p⟨/⟩", "3.2.1", "a final dot wants a toplabel"),
    Row("s⟨http⟩://a⟨a..b⟩p⟨/⟩", "3.2.1"),
    Row("s⟨http⟩://a⟨a-⟩p⟨/⟩", "3.2.1"),
    Row("s⟨http⟩://a⟨%41⟩p⟨/⟩", "3.2.1", "no escapes in a hostname"),
    Row("s⟨http⟩://a⟨1.2.3.4.⟩p⟨/⟩", "3.2.1", "a final dot wants a toplabel"),
    Row(f"s⟨http⟩://a⟨{LABEL_64}⟩p⟨/⟩", "3.2.1", "64 letters are no domainlabel"),
    Row("//a⟨a,b⟩p⟨⟩?q⟨q⟩", "3.2.1"),
    # end of the authority
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩?q⟨q/r⟩", "3.2"),
    Row("s⟨http⟩://a⟨h⟨h⟩⟩p⟨⟩#f⟨f?g/h⟩", "3.2"),
    Row("//a⟨h⟨h⟩⟩p⟨//x⟩", "3.2"),
    Row("s⟨http⟩:p⟨/h/x⟩", "3.2", "one slash is no authority"),
    Row("s⟨http⟩:p⟨g⟩", "3"),
    Row("p⟨g;x=1/../y⟩?q⟨a?b⟩#f⟨c#d⟩", "Appendix B", "the first ? and the first #"),
    Row("p⟨a\nb⟩?q⟨\r⟩#f⟨c\nd⟩", "Appendix B", "line ends are characters"),
)  # fmt: skip
