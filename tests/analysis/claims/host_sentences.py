"""The checkers of sentences about destinations and hosts."""

from typing import Final

from tests.analysis.claims import destination_claims as way
from tests.analysis.claims import host_claims as host
from tests.analysis.claims import name_claims as names
from tests.analysis.claims import port_claims as port
from tests.analysis.claims.claim import Checker

both = way.together
USER: Final = both(way.goes, way.before_at)

HOSTS: Final[dict[str, Checker]] = {
    # The destination.
    'The host is {host}. "{shown}" is userinfo: the text before "@" does not select the server.':
        both(USER, way.shown),
    'The host is {host}. "{shown}" is in the userinfo: the text before "@" does not select the '
    "server.": both(USER, way.mentions),
    'No host follows the "@". "{shown}" is userinfo: it does not select the server.':
        both(way.before_at, way.shown),
    'The host is {host}. The text before "@" looks like a path but is userinfo.': USER,
    "The host is {host}. Long or encoded userinfo can push it out of view.": USER,
    'The text before "@" is login data, not part of the host.': way.before_at,
    "A user name is normal in this kind of link.": way.before_at,
    "Anyone who sees the link can read the password.": way.before_at,
    "This login is open to the public; its password is not a secret.": way.before_at,
    "Address bars read the host as {host}; by the grammar, this text is a path.":
        both(way.accepted, way.slashes, way.without_excluded),
    "Address bars read the host as {host}; by the grammar, the authority is empty.":
        both(way.accepted, way.empty_authority, way.without_excluded),
    "Address bars read the host as {host}, whatever the number of slashes.":
        both(way.accepted, way.any_slashes),
    'Address bars read the host as {host}, and "{shown}" as userinfo, which does not select the '
    "server.": both(way.accepted, way.shown),
    "Address bars read the host as {host}; programs that do not read backslashes as slashes find "
    "{other}.": both(way.accepted, way.without_slashes),
    "Browsers go to {host}, with the scheme of the page or base URL.":
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
    "{length} characters. The end of such a long name can be pushed out of view.": way.long_host,
    "Browsers read the backslash as a slash; the grammar does not allow it.": way.backslash,
    "{found} is {char} in JSON and many languages; browsers read the backslash as a slash.":
        both(way.backslash, way.code_of_char),
    "Browsers read the backslash as a slash and the host as {host}; other parsers read {other}.":
        both(way.backslash, way.accepted, way.other),
    "Browsers read the backslash as a slash and the host as {host}; other parsers may find no "
    "host.":
        both(way.backslash, way.accepted, way.no_host),
    "Browsers read the host as {host}; according to RFC 3986, appendix B, it is {other}.":
        both(way.accepted, way.split_host),
    'Browsers read the host as {host}; in this edition, "?" does not end the authority, and the '
    'host is {other}.':
        both(way.accepted, way.to_the_slash),
    "Browsers read the host as {host}; split as in RFC 3986 appendix B, the text has no host.":
        both(way.accepted, way.no_host),
    "Browsers read the host as {host}; Python's urllib reads it as {other}.":
        both(way.accepted, way.urllib),
    "Browsers reject the link; other programs may go to {other}.":
        both(way.rejected, way.other),
    "Browsers read the host as {host}; in this edition the authority is a registry name without "
    "a host.":
        way.accepted,
    'The second scheme is parsed as the host "{host}"; the intended host becomes part of the path.':
        way.second_scheme,
    (
        "{scheme} is not a common scheme but differs only slightly from {usual}, which is common."
    ): way.one_slip,
    'The ":" after the scheme is missing or misplaced, so the text is parsed as a relative path.':
        way.relative,
    'Looks like "{usual}:" but contains {char}, so browsers do not read it as {usual}.':
        way.together(host.one_char, way.not_read),
    "Address bars treat the text as a host; in a page or document, it is a relative path.":
        way.relative,
    # The host.
    "Browsers and many programs read the host as {address} ({range}). Short, octal, hex and "
    "integer forms can evade filters.": way.address,
    "Browsers ignore the final dot and go to {address} ({range}); other programs may look it up as "
    "a host name.": way.address,
    "Many programs read the host as {address} ({range}). Filters for four decimal numbers can miss "
    "it.": way.address,
    "Browsers reject this address; other programs may look it up as a name.": way.rejected_host,
    "The text in brackets is not an IPv6 address; browsers reject the link.": way.rejected_host,
    "Looks like an IP address but is not one; programs may look it up as a name.":
        way.not_address,
    "{address} is a special-use address ({range}), not that of a public site.":
        both(way.address, host.kind),
    "The spelling hides the address {address} ({range}).": both(way.address, host.hides),
    "{address} is a cloud metadata service: on a cloud server, it can return credentials.":
        both(way.address, host.metadata),
    **{
        sentence: both(way.address, host.kind)
        for sentence in (
            "{address} is a loopback address: it always means the device that opens the link.",
            "{address} is a private address: which device answers depends on your network.",
            "{address} is in shared address space (carrier-grade NAT): which device answers "
            "depends on your network.",
            "{address} is a link-local address: only devices on the same network segment can "
            "answer.",
            '{address} means "this host": it can reach services on the device that opens the link.',
            '{address} is in 0.0.0.0/8 ("this network"): it cannot be a destination.',
            "{address} is the broadcast address of the local network, not of a single host.",
            "{address} is a multicast address: it names a group of receivers, not a web server.",
            "{address} is reserved for examples: no public site uses it.",
            "{address} is reserved for network tests and is not routed on the internet.",
            "{address} is reserved for future use: no site uses it.",
            "{address} is a discard-only address: networks drop packets sent to it.",
            "{address} is reserved for technical use, not for ordinary sites.",
            "{address} is a transition address ({range}): it carries an IPv4 address.",
            "{address} is for a local IPv4 translator: the destination depends on your network.",
            "{address} was the 6to4 relay anycast address, now deprecated; it does not belong to a "
            "single host.",
        )
    },
    "{address} is an IP address: the link does not show whose server it is.":
        both(way.address, host.public),
    "{address} is an IP address: the link does not show whose server it is. The path contains "
    "\"{spelled}\", a word used on sign-in or payment pages.":
        both(way.address, host.public, names.word_in_path),
    "{address} is an IP address: the link does not show whose server it is. The path contains "
    "\"{spelled}\", a web page or a generated name.":
        both(way.address, host.public, names.made_by_program),
    "{address} is an IP address: the link does not show whose server it is. The path ends in "
    "\"{found}\", like a program.":
        both(way.address, host.public, names.ends_in),
    "Routers and similar devices use paths like this one to change their settings; the link can do "
    "so on the network on which it is opened.": host.changes_settings,
    "Routers use paths like this one to change their DNS server; the link can make the names of "
    "sites lead to other servers.": host.changes_settings,
    "The host contains \"{shown}\", like the address of a rented or home computer: the link "
    "does not show whose it is. The path contains \"{spelled}\".":
        both(host.embeds, way.shown, names.segment_start),
    'If the prefix has 96 bits, the host contains {address} ({range}). The network that '
    'translates it sets the prefix.': way.inner_address,
    "Contains {address} ({range}). Filters that check only the IPv6 form miss it.":
        way.inner_address,
    "The grammar reserves this form; no such version is defined.": host.future,
    "This name is used for {meaning}; public DNS does not resolve it.": host.meaning,
    "The host is a single label: what it resolves to can depend on your network.": host.single,
    "This name belongs to a cloud metadata service, which can return credentials.":
        host.metadata_name,
    "The name contains an IP address, and resolves to it.": host.embeds,
    "The name resolves to either of the addresses in it, a different one each time, which evades "
    "checks that resolve it once.": host.embeds,
    "Hosts rarely need percent-encoding; some programs decode it, others do not.": host.escaped,
    "Browsers decode the host to {host}.": both(way.accepted, host.decoded_host),
    "The host name is longer than 253 characters: DNS cannot look it up.": host.long_name,
    "A label is longer than 63 characters: DNS cannot look it up.": host.long_label,
    "Empty label: two dots in a row, or a leading dot.": host.empty_label,
    "Trailing dot: the same name in DNS, but a different site for some programs.": host.final_dot,
    "Character not allowed in a host: browsers reject the link.": way.rejected,
    "A label starts or ends with a hyphen.": host.hyphen,
    "Underscore: browsers accept it; the host name rules do not.": host.underscore,
    "Ports are numbers from 0 to 65535; browsers reject the link.":
        both(way.rejected, port.invalid_port),
    "The default port is {default}; a different server may answer on this port.":
        both(port.other_port, port.browser_port),
    "The page or base URL determines the scheme, and with it the default port.":
        both(way.schemeless, port.browser_port),
    "Another protocol uses this port; data sent to it can be read as commands.":
        both(port.bad_port, port.browser_port),
    "Port 0 is reserved; servers normally cannot listen on it.":
        both(port.port_zero, port.browser_port),
    "Ports below 1024 are reserved for known services; one of them may answer here.":
        both(port.low_port, port.browser_port),
    "This port is used by {protocol}; data sent to it can be read as commands.":
        both(port.protocol, port.browser_port),
    "Browsers block this port because another protocol uses it.":
        both(port.blocked, port.browser_port),
    "Users of a hosting service publish their own content under {name}.":
        host.listed,
    "In the past, users of a hosting service published their own content under {name}.":
        host.listed,
    'Users of a service choose names under {name}; this one contains "{spelled}", a word '
    'used on sign-in, payment or support pages.': both(host.listed, host.in_own_name),
    'Users of a service choose names under {name}; this one contains "{spelled}" and '
    '"{other}", words used in official notices.':
        both(host.listed, host.in_own_name, names.also_in_host),
    'The path contains the name "{spelled}"; users of a service publish pages under {name}.':
        both(host.listed, names.in_path),
    "Pages of {known} have paths like this one; users of a service publish pages under {name}.":
        both(host.listed, names.layout),
    "Pages of {known} have paths like this one; the host is {host}.":
        both(way.goes, names.layout),
    'The host contains or resembles the name {name}, and the path contains "{spelled}", a '
    'word used on sign-in or payment pages.': both(names.shared_letters, names.word_in_path),
    'The path contains "{spelled}" below "{folder}", a folder that has no pages for visitors on '
    "most sites.": both(names.below_folder, names.segment_start),
    'The path contains "{spelled}" below "{folder}", a folder whose name is a long code.':
        both(names.below_folder, names.word_in_path),
    "The registrable domain {site} contains words typical of sign-in and security pages, such as "
    '"{spelled}".': names.asking_site,
    "The registrable domain {site} contains a number with {count} digits.": names.numbered_site,
    'The registrable domain {site} begins with "{shown}": with the name of another site in front, '
    "the host looks like that site.": names.site_like_ending,
    "The registrable domain {site} is a string of letters that looks random.": names.random_site,
    'Users of a service choose names under {name}; this one has the consonants of "{spelled}" and '
    "of a word such as login, wallet or support.": both(host.listed, names.garbled),
    'The registrable domain {site} ends in "{shown}", like a file name, but the link leads to a '
    "site.":
        names.site_like_file,
    'The path ends in "{found}", like a program, and the registrable domain {site} contains or '
    "resembles the name {name}.": names.program_on_site,
    "\"{shown}\" is named like a program from {name}, but the site is not {known}.":
        names.named_program,
    '"{shown}" is the name of a program for remote control; the registrable domain is {site}.':
        names.control_program,
    'The path contains the name "{spelled}"; the host is {host}.': both(way.goes, names.segment),
    "A web page in file storage ({name}); the name of the site does not show whose page it is.":
        both(host.listed, host.is_page),
    '"{shown}" reads like a case or notice number; the registrable domain is {site}.':
        both(names.in_front, names.long_number),
    'The name "{shown}" under {name} looks random; it does not say whose page it is.':
        both(host.listed, names.looks_random),
    'The name "{shown}" in front of the site {name} looks random.':
        both(names.in_front_of, names.looks_random),
    "The path is only a code in Base64; it does not name a page.": names.only_code,
    'The value of "{name}" is the same code twice in a row.': names.twice,
    "{name} serves content created by its users.": host.listed,
    "{name} exposes a private computer to the internet, usually for a short time.": host.listed,
    "Anyone can register a name under {name} and point it to any address.": host.listed,
    "{name} serves IPFS content, which anyone can publish.": host.listed,
    "The link asks for IPFS content, which anyone can publish.": host.in_ipfs,
    "{name} redirects; the destination is not in the link.": both(host.listed, host.has_path),
    '{name} redirects; anyone can choose "{spelled}" for a short link, whatever its destination.':
        both(host.listed, names.somewhere_in_path),
}  # fmt: skip
