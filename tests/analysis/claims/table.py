"""Every sentence that is printed about a link: what checks it, or why nothing does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.analysis.claims import what_it_does as does
from tests.analysis.claims import what_it_holds as holds
from tests.analysis.claims import what_it_starts as starts
from tests.analysis.claims import what_the_host_is as host
from tests.analysis.claims import where_it_goes as way

if TYPE_CHECKING:
    from tests.analysis.claims.claim import Checker

both = way.together
USER: Final = both(way.goes, way.before_at)
LOOKS: Final = both(host.one_char, host.of_label(host.like_ascii_char))
ELSEWHERE: Final = '"{name}" looks like the host, but the link goes to {host}.'
HELD: Final = (
    "Contains the encoded email address {shown}; opening the link can reveal who opened it."
)

CHECKERS: Final[dict[str, Checker]] = {
    # Where it goes.
    'The host is {host}. "{shown}" is userinfo: the text before "@" does not select the server.':
        both(USER, way.shown),
    'The host is {host}. "{shown}" is in the userinfo: the text before "@" does not select the '
    "server.": both(USER, way.mentions),
    'The host is {host}. The text before "@" looks like a path but is userinfo.': USER,
    "The host is {host}. Long or encoded userinfo can push it out of view.": USER,
    'The text before "@" is login data, not part of the host.': way.before_at,
    "A user name is normal for this scheme.": way.before_at,
    "Anyone who sees the link can read the password.": way.before_at,
    "This login is open to the public; its password is not a secret.": way.before_at,
    "Browsers go to {host}; by the grammar, this text is a path.":
        both(way.accepted, way.slashes),
    "Goes to {host}, with the scheme of the page or base URL.":
        both(way.accepted, way.schemeless),
    "Takes its scheme from the page or base URL; browsers reject the link.":
        both(way.rejected, way.schemeless),
    "Takes its scheme from the page or base URL; browsers find no host.":
        both(way.browsers_find_none, way.schemeless),
    "No host follows the slashes.": way.no_host,
    "No host follows the slashes; browsers skip ahead and go to {host}.":
        both(way.accepted, way.no_host),
    "{scheme} links have no host; this part does not select a server.": way.unfetched,
    "{length} characters. The registrable domain is at the end: {site}.": way.long_host,
    "{length} characters. Such a name can push its own end out of view.": way.long_host,
    "Browsers treat it as a slash; the grammar does not allow it.": way.backslash,
    "Browsers treat it as a slash and go to {host}; other parsers see the host {other}.":
        both(way.backslash, way.accepted, way.other),
    "Browsers treat it as a slash and go to {host}; other parsers find no host.":
        both(way.backslash, way.accepted, way.no_host),
    "Browsers go to {host}; by the generic syntax, the host is {other}.":
        both(way.accepted, way.other),
    "Browsers go to {host}; by the generic syntax, there is no host.":
        both(way.accepted, way.no_host),
    "Browsers go to {host}; Python's urllib reads the host as {other}.":
        both(way.accepted, way.urllib),
    "Browsers reject the link; other programs may go to {other}.":
        both(way.rejected, way.other),
    "Browsers go to {host}; in this edition the authority is a registry name without a host.":
        way.accepted,
    'The second scheme is parsed as the host "{host}"; the intended host becomes part of the path.':
        way.second_scheme,
    "Almost {usual}, which is a common scheme; {scheme} is not one.": way.one_slip,
    'The ":" after the scheme is missing or misplaced, so the text is parsed as a relative path.':
        way.relative,
    "Address bars treat it as a host; in a page or document, it is a relative path.": way.relative,
    # What the host is.
    "Browsers and many programs read it as {address} ({range}). Short, octal, hex and integer "
    "forms can evade "
    "filters.": way.address,
    "Browsers ignore the final dot and go to {address} ({range}); other programs may look it up as "
    "a host name.": way.address,
    "Many programs read it as {address} ({range}). Filters that expect four decimal numbers can "
    "miss it.": way.address,
    "Browsers reject it; other programs may look it up as a host name.": way.rejected_host,
    "The text in brackets is not an IPv6 address; browsers reject the link.": way.rejected_host,
    "Looks like an IP address but is not one; programs may look it up as a host name.":
        way.not_address,
    "{address} is a special-use address ({range}), not a public host.":
        both(way.address, host.kind),
    "The spelling hides the address {address} ({range}).": both(way.address, host.hides),
    "{address} is a cloud metadata service: on a cloud server, it can return credentials.":
        both(way.address, host.metadata),
    **{
        sentence: both(way.address, host.kind)
        for sentence in (
            "{address} is loopback: it always means the device that opens the link.",
            "{address} is a private address: which device answers depends on your network.",
            "{address} is shared address space (carrier-grade NAT): which device answers depends "
            "on your network.",
            "{address} is link-local: only devices on the same network segment can answer.",
            '{address} means "this host": it can reach services on the device that opens the link.',
            '{address} is in 0.0.0.0/8 ("this network"): it cannot be a destination.',
            "{address} is the broadcast address of the local network; it names no single host.",
            "{address} is multicast: it names a group of receivers, not a web server.",
            "{address} is reserved for documentation: no public host uses it.",
            "{address} is reserved for network tests and is not routed on the internet.",
            "{address} is reserved for future use: no host is assigned to it.",
            "{address} is discard-only: networks drop packets sent to it.",
            "{address} is reserved by IANA for protocol use, not for ordinary hosts.",
            "{address} is a transition address ({range}): it carries an IPv4 address.",
            "{address} is for a local IPv4 translator: the destination depends on your network.",
            "{address} was the 6to4 relay anycast address, now deprecated; it names no single "
            "host.",
        )
    },
    "With a 96-bit prefix, it contains {address} ({range}). The network that translates it sets "
    "the prefix.": way.inner_address,
    "Contains {address} ({range}). Filters that check only the IPv6 form miss it.":
        way.inner_address,
    "The grammar reserves this form; no such version is defined.": host.future,
    "This name is used for {meaning}; public DNS does not resolve it.": host.meaning,
    "A single label: what it resolves to can depend on your network.": host.single,
    "This name belongs to a cloud metadata service, which can return credentials.":
        host.metadata_name,
    "The name contains the IP address it resolves to, which can be a private one.": host.embeds,
    "Hosts rarely need percent-encoding; some programs decode it, others do not.": host.escaped,
    "Browsers decode it and go to {host}.": both(way.accepted, host.decoded_host),
    "Longer than 253 characters: DNS cannot look it up.": host.long_name,
    "A label is longer than 63 characters: DNS cannot look it up.": host.long_label,
    "Empty label: two dots in a row, or a leading dot.": host.empty_label,
    "Trailing dot: the same name in DNS, but a different site for some programs.": host.final_dot,
    "Character not allowed in a host: browsers reject the link.": way.rejected,
    "A label starts or ends with a hyphen.": host.hyphen,
    "Underscore: browsers accept it; the host name rules do not.": host.underscore,
    "Ports are numbers from 0 to 65535; browsers reject the link.":
        both(way.rejected, host.invalid_port),
    "The default port is {default}; a different server may answer on this port.":
        both(host.other_port, host.browser_port),
    "URI Inspector knows no default port for this scheme.":
        both(host.no_default, host.browser_port),
    "The page or base URL sets the scheme, and with it the default port.":
        both(way.schemeless, host.browser_port),
    "Another protocol uses this port; data sent to it can be read as commands.":
        both(host.bad_port, host.browser_port),
    "Port 0 is reserved; servers normally cannot listen on it.":
        both(host.port_zero, host.browser_port),
    "Ports below 1024 are reserved for known services; one of them may answer here.":
        both(host.low_port, host.browser_port),
    "This port is used by {protocol}; data sent to it can be read as commands.":
        both(host.protocol, host.browser_port),
    "Browsers block this port because another protocol uses it.":
        both(host.blocked, host.browser_port),
    "Names under {name} belong to users of a hosting service and do not show who published "
    "the content.":
        host.listed,
    "{name} serves files, pages or forms created by its users.": host.listed,
    "{name} exposes a private computer to the internet, usually for a short time.": host.listed,
    "Anyone can register a name under {name} and point it to any address.": host.listed,
    "{name} serves IPFS content, which anyone can publish.": host.listed,
    "{name} redirects; the destination is not in the link.": both(host.listed, host.has_path),
    # How it looks.
    "{char} is invisible; texts that look the same can differ.": holds.hidden_char,
    "{char} is in the host but invisible; the host can look like a different one.":
        both(holds.hidden_char, holds.in_host),
    "{char} is in the decoded host but invisible; the host can look like a different one.":
        both(host.one_char, holds.in_host),
    "{char} is invisible once decoded; texts that look the same can differ.": holds.encoded_char,
    "{char} comes before the file extension and can hide where the name ends.":
        both(holds.hidden_char, holds.before_extension),
    "{char} can change the display order of the text after it.": holds.hidden_char,
    "{char} is invisible. At the end, it may have been copied with the link.":
        both(holds.hidden_char, holds.at_end),
    "{char} is an invisible direction mark; here it reorders nothing.":
        both(holds.hidden_char, holds.idle),
    "Once decoded, {char} can change the display order of nearby text.": holds.encoded_char,
    "{char} ends a text-direction change; it is invisible and has no use in a link.":
        holds.hidden_char,
    "{char} is an invisible direction mark; it can change the order of nearby characters.":
        holds.hidden_char,
    "{char}: browsers remove it; other programs may stop or split there.":
        both(host.one_char, holds.removed),
    "{char} is before the path; browsers remove it, other programs may not.":
        both(host.one_char, holds.in_authority, holds.removed),
    "{char}: browsers percent-encode it; other programs may stop or split there.":
        both(host.one_char, holds.encoded),
    "{char}: browsers trim it from the start and end of a link.":
        both(host.one_char, holds.trimmed),
    "{char} is not allowed in a link; programs may stop or split there.": host.one_char,
    '{char} looks like "{like}" but is not a delimiter.': host.one_char,
    '{char} looks like "{like}", but the host continues after it.':
        both(host.one_char, holds.in_host),
    '{char} looks like "{like}" but does not separate labels of the host.':
        both(host.one_char, holds.in_host),
    '{char} looks like "{like}" but is another character.': both(host.one_char, holds.in_host),
    '{char} looks like "{like}"; browsers convert it to one.':
        both(host.one_char, holds.becomes),
    '{char} looks like "{like}"; browsers convert it, then reject the link.':
        both(host.one_char, way.rejected),
    '{char} looks like "{like}" but is part of the userinfo; the host comes after the "@".':
        both(host.is_described, holds.in_userinfo),
    "Scripts: {scripts}. No step of Chromium's display rules hides it.":
        both(way.taken, host.of_label(host.scripts)),
    "Scripts: {scripts}.": host.of_label(host.scripts),
    "Scripts: {scripts}. Under Chromium's rules, the host is shown in punycode (step {step}): "
    "{why}.":
        host.of_label(host.scripts),
    "One label mixes {scripts}.": both(host.of_label(host.scripts), host.several),
    "One label mixes {scripts}, and looks like {like}.":
        both(host.of_label(host.scripts), host.several, host.like_ascii),
    "Every letter is {script}, and the name looks like {like}.":
        both(host.of_label(host.whole), host.like_ascii),
    '{char} looks like "{like}".': LOOKS,
    "Browsers convert this label to {mapped}.": host.of_label(host.converted),
    "Browsers convert this label to the ASCII text {mapped}.": host.of_label(host.converted),
    "Browsers convert this label to {mapped}, then reject the link.":
        both(way.rejected, host.of_label(host.converted)),
    "{char}: programs that use IDNA 2003 go to {other} instead.":
        both(host.one_char, host.idna_2003),
    "{char}: programs that use IDNA 2003 read this label as {other}.":
        both(host.one_char, host.label_2003),
    "Digits of {systems}: lookalike digits can hide the real number.": host.number_systems,
    "Emoji look different on each device; IDNA 2008 does not allow them.": host.emoji,
    "The host {how} {known}.": host.imitation,
    'The host contains "{spelled}", similar to the name {name}; its registrable domain is {site}.':
        host.near_name,
    "The host contains the name {name}, but {known} is not its registrable domain.":
        host.holds_name,
    '"{shown}" is not the end of the host; the registrable domain is {site}.': host.before_hyphen,
    '"{shown}" is only a subdomain; the registrable domain is {site}.': host.in_front,
    ELSEWHERE: both(way.accepted, holds.hostlike),
    # Escapes.
    'Two hexadecimal digits must follow "%"; programs handle this differently.': holds.bad_percent,
    "{layers} layers of encoding; the innermost byte is {octet}.": holds.double,
    "{count} bytes have {layers} layers of encoding; the innermost byte of the first is {octet}.":
        both(holds.double, holds.several_double),
    "Encodes {char} in more bytes than UTF-8 allows, a known way to bypass filters.":
        holds.overlong,
    "The bytes use another encoding or none, so their text is unknown.": holds.no_utf8,
    '"{char}" is data here, unless a server decodes it before splitting the link.':
        both(holds.escaped_char, holds.within(2)),
    '"{char}" is encoded in the authority; programs that decode it first can find another host.':
        both(holds.escaped_char, holds.in_authority),
    'Decodes to "{plain}"; these characters need no encoding.': holds.needless,
    'Decodes to "{plain}". In a URN, the encoded name is a different name.':
        both(holds.needless, does.browser_scheme("urn")),
    "{char} is at the end, where it may have been copied with the link.":
        both(holds.escaped_control, holds.at_end),
    "Once decoded, {char} ends a line, and the text after it looks like an HTTP header.":
        both(holds.escaped_control, holds.before_header),
    "Once decoded, {char} can break a line, header, string or command.": holds.escaped_control,
    "{count} encoded bytes use lowercase a to f; the normal form uses A to F.": holds.lowercase,
    "An encoded byte uses lowercase a to f; the normal form uses A to F.": holds.lowercase,
    "The grammar requires percent-encoding, usually of their UTF-8 bytes.": holds.not_ascii,
    "Many programs end the link here; others keep or encode the character.": holds.excluded,
    "Programs remove them before the request, so the requested path is different.":
        both(holds.segment, holds.gone),
    "Dots next to an encoded slash: a server that decodes it can leave the directory.":
        holds.before_slash,
    "Encoded dot segments: browsers treat them as dots; many filters do not.":
        both(holds.segment, holds.gone),
    'Decodes to "{found}", a pattern used to attack web applications.': holds.found,
    "Decodes to a link to {found}.": holds.found,
    'The embedded content contains "{found}".':
        both(holds.found, does.browser_scheme("data"), holds.outside_fragment),
    # What it does.
    "Starts a system program with text from the link.": does.handler,
    "Runs code in the current page, with the rights of that page.":
        does.browser_scheme("javascript"),
    "The code in the link does nothing; scripts of the page may act on the click.":
        does.browser_scheme("javascript"),
    "Runs a script in old browsers; current browsers do not support this scheme.":
        does.browser_scheme("vbscript", "livescript", "mocha", "jscript", "vbs"),
    "Opens a document in an Office app, from the location in the link.":
        does.browser_scheme(
            *("ms-word", "ms-excel", "ms-powerpoint", "ms-access", "ms-visio", "ms-project"),
            *("ms-publisher", "ms-infopath", "ms-spd"),
        ),
    "The document is inside the link. It has no host and can contain scripts or forms.":
        does.browser_scheme("data"),
    "{scheme} only sets how the link is shown; the link inside is what opens.":
        both(does.own_scheme, does.browser_scheme("view-source", "feed")),
    "Data that a page created in the browser; the address inside is that page's origin.":
        does.browser_scheme("blob"),
    "A file that a page stored in the browser; the address inside is that page's origin.":
        does.browser_scheme("filesystem"),
    "Opens one file of the archive at the address inside.": does.browser_scheme("jar"),
    "A page from the cache of an old Firefox; the address inside is its source.":
        does.browser_scheme("wyciwyg"),
    "Names data of an Android app; there is no link inside.": does.browser_scheme("content"),
    "A feed reader fetches the feed at this address.": does.browser_scheme("feed"),
    "Opens whatever app is registered for {scheme}.": does.own_scheme,
    "On Windows, opening it can send the user name and a password hash to {host}.":
        does.other_computer,
    "On Windows, opening it connects to {host} over WebDAV and can send the user name and a "
    "password hash.": does.other_computer,
    "A network share on {host}: to open it, the computer may log in there.":
        both(does.browser_scheme("smb", "cifs"), does.other_computer),
    **dict.fromkeys(
        (
            "Gopher sends these bytes unchanged; another service can run each line as a command.",
            "Gopher sends this text to a non-Gopher port, where another protocol may answer.",
            "A line break ends the request early, which Gopher forbids; the server can read "
            "the rest as another line.",
        ),
        does.gopher_bytes,
    ),
    "Asks the email program to attach a local file.":
        both(does.browser_scheme("mailto"), does.header),
    "Adds a hidden recipient (Bcc).": both(does.browser_scheme("mailto"), does.header),
    "Line breaks outside the body can add headers to the message.":
        both(does.browser_scheme("mailto"), does.line_ends),
    "A program that gets this on its command line can treat it as an option.": does.option,
    "Looks like a host and port; by the grammar, the text before the colon is a scheme.":
        does.host_and_port,
    "Looks like a host and port; without a scheme, the grammar does not allow the colon here.":
        does.colon_alone,
    "On Windows, a drive and path; by the grammar, a one-letter scheme.": does.drive,
    # What it starts.
    'Some phones run "{shown}" as a command (MMI or USSD code) instead of calling it.': starts.code,
    "Numbers that begin with {found} are premium-rate numbers ({meaning}).": starts.expensive,
    "The app is asked to call at once, without showing the number first.": starts.direct,
    'Two "@" in one address: it begins like {shown}; programs can send it to {host}.':
        starts.two_at,
    "The content inside the link begins like this kind of file: {meaning}.": starts.begins,
    "The SVG image inside the link contains scripts or other active content.": starts.acting,
    'The content inside the link has the type "{found}", that of a program.': starts.declared,
    'The path ends in "{found}": opening such a file can run or install a program.': starts.ending,
    'The name looks like a "{shown}" file, but ends in "{found}", which can run code.':
        starts.two_endings,
    "App {found} asks for access to a {name} account.": starts.asked,
    "App {found} asks for access to a {name} account; the answer goes to {other}.": starts.asked,
    "App {found} asks for access to a {name} account ({scopes}).": starts.asked,
    "App {found} asks for access to a {name} account ({scopes}); the answer goes to {other}.":
        starts.asked,
    "A code typed here signs the device or program that showed the code in to {name}.":
        starts.asked,
    'Contains "{found}", a pattern used to attack web applications.': holds.found,
    # What it carries.
    "Contains this link: {inner}": holds.inner,
    "Contains this link, encoded in base64 or hex: {inner}": holds.inner,
    "The embedded content contains this link: {inner}":
        both(holds.inner, does.browser_scheme("data")),
    "Wraps this link: {inner}": holds.inner,
    '"{name}" often sets where a site redirects: {inner}':
        both(holds.inner, holds.named_parameter),
    '"{name}" often sets where a site redirects; here it is a {scheme} link.':
        both(holds.named_parameter, holds.code_inside),
    "{name} checks the link, then redirects to: {inner}": holds.inner,
    "{name} redirects to: {inner}": holds.inner,
    "{name} shows its own copy of the page or redirects to it: {inner}": holds.inner,
    "{name} shows a translation of the page: {inner}": holds.inner,
    '"{name}" is usually a secret; anyone who sees the link can use it.': holds.named_parameter,
    '"{name}" usually holds a password; anyone who sees the link can read it.':
        holds.named_parameter,
    '"{name}" lets anyone with the link join; such links are meant to be shared.':
        holds.named_parameter,
    '"{name}" contains a number that passes the check for payment cards.':
        both(holds.named_parameter, holds.card),
    "{shown} looks like an email address; opening the link can reveal who opened it.":
        holds.mailbox,
    HELD: holds.mailbox,
    '"{name}" usually differs for each recipient.': holds.named_parameter,
    # How it is written.
    "A colon without a port number.": does.empty_part,
    'Empty userinfo before "@". That is not the same as no userinfo.': does.empty_part,
    'HTML "&amp;" was not decoded, so the next parameter has a different name.':
        both(does.entity, holds.within(3)),
    'A second "?" is data; it does not start another query.': does.second_question,
    "Repeated slashes create empty segments; many servers ignore them.":
        both(does.slash_row, holds.within(2)),
    # Headlines.
    "Goes to {host}": way.headline_goes,
    "Goes to {host} first": way.headline_goes,
    "Goes to {host}, not {name}": way.not_there,
    "Goes to {host}, which looks like {name}": way.looks_like,
    "Browsers go to {host}, other programs to {other}":
        both(way.headline_goes, way.other),
    "Browsers go to {host}; other programs find no host": both(way.headline_goes, way.no_host),
    "Browsers reject this link": way.rejected,
    "Connects to {host} over {scheme}": way.other_program,
    "Opens the app registered for {scheme}, with {host}": way.other_program,
    "Opens the app registered for {scheme}, if any": way.other_program,
    "Opens a file on {host}": way.file_there,
    "Opens a network share on {host}": way.share_there,
    "Opens a file on this computer": way.file_here,
    "Does not name a file": way.rejected,
    "No destination without a base URL": way.baseless,
    "In an address bar, goes to {host}": way.goes,
    "Goes to {host}, with the scheme of its page": way.goes,
    "In an email app, starts an email to {rest}": way.email,
    "In a page, a relative path; an address bar can go to {host}": way.typed,
    "In a page or document, it is a relative path. Its ending is also a top-level domain: an "
    "address bar can go to {host}.": way.typed,
    "Stays in the same document": way.same_document,
    **dict.fromkeys(
        (
            "Runs code in the current page",
            "Runs a script in old browsers",
            "Opens content embedded in the link",
            "Opens a built-in browser page",
            "Opens data created by a web page",
            "Starts an email to {rest}",
            "Starts a call to {rest}",
            "Starts a text message to {rest}",
            "Names {text}; does not say where it is",
            "Starts an email without a recipient",
            "Starts a call without a number",
            "Starts a text message without a number",
        ),
        way.unfetched_headline,
    ),
}  # fmt: skip

# What claims nothing that another program could count, and why it stays without a checker.
UNCHECKED: Final[dict[str, str]] = {
    "Ports are numbers from 0 to 65535.": "true of every port; the rule is tested",
    "The link is written so that it cannot be clicked. Undone: {changes}.":
        "what was undone: tests/analysis/test_defanged_links.py",
    "In an address bar, goes to {host} first": "held against the verdict's host",
    "; in a page, a relative path": "the headline before it is checked",
    "; by the grammar, scheme {scheme}": "the grammar: tests/conformance",
    "Delimiters, white space and line breaks are not part of the link. The link inside is shown.":
        "about the program's own display; tests/analysis/test_unwrap.py",
    "The text around it is not part of the link. The link inside is shown.":
        "about the program's own display; tests/analysis/test_derived.py",
    'Draft 03 requires "URL:" in front; RFC 1738 does not count it as part of the URL.':
        "a clause; the cards of the clauses are tested",
    "A run of blank characters can push the text after it out of view.": "what people see",
    "{told}.": "the faults of IDNA: tests/analysis/international",
    "A service wrapped this link: {inner}": "the decoders: tests/analysis/test_rewriters.py",
    "{name} redirects; only the service knows the destination.": "a fact about the service",
    "{name} redirects; only the service knows the destination. The link claims that it is on "
    "{inner}.": "a fact about the service",
    "{name} shows content from {inner} under its own host name.": "a fact about the service",
    "{name} shows an archived copy of {inner}.": "a fact about the service",
    "Looks like a key or token; anyone who sees the link can use it.": "a shape",
    '"{name}" lets the service identify the recipient.': "a fact about the service",
    "Does not match the {edition} grammar: {told}; expected: {expected}.":
        "the grammars: tests/conformance",
    # Said beside a headline.
    ", via {last}": "names of services",
    ", via {front} and {last}": "names of services",
    "; other programs may go to {other}": "held together with the headline before it",
    "; the destination is not in the link": "a fact about the service",
    "; the next link is nested too deep to read": "about the program's own limits",
    "Shows the source code of {host}": "the headline of the link inside is checked",
    "The first stop has no host": "about the program's own limits",
    "Contains a link: ": "the link inside is checked",
    ".": "a full stop",
    "": "nothing",
    "The link is defanged. The verdict is for the original.": "what the verdict is about",
    "There is text around the link. The verdict is for the link inside.": "what it is about",
    "There is white space around the link. The verdict is for the link inside.":
        "what it is about",
}  # fmt: skip
