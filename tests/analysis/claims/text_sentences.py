"""The checkers of sentences about the appearance, effects and contents of links."""

from typing import Final

from tests.analysis.claims import action_claims as does
from tests.analysis.claims import content_claims as holds
from tests.analysis.claims import destination_claims as way
from tests.analysis.claims import host_claims as host
from tests.analysis.claims import name_claims as names
from tests.analysis.claims import program_claims as starts
from tests.analysis.claims.claim import Checker

both = way.together
LOOKS: Final = both(host.one_char, host.of_label(host.like_ascii_char))
ELSEWHERE: Final = '"{name}" looks like a host name, but the host is {host}.'
HELD: Final = (
    "Contains the encoded email address {shown}; opening the link can reveal who opened it."
)

EFFECTS: Final = {
    "Browsers send {sent}.": holds.sent,
    "Browsers encode such characters.": holds.encoded,
    "Browsers send such characters unchanged.": holds.unchanged,
    "Browsers change some of them and keep the rest.": way.taken,
    "Browsers remove such characters.": holds.not_sent,
    "Browsers keep such characters in site names.": both(way.taken, holds.in_host),
    "Programs differ in how they treat such characters.": way.taken,
    "Browsers reject the link.": way.rejected,
}
TEXTS: Final[dict[str, Checker]] = {
    # Appearance.
    'Invisible characters (Unicode tags) spell "{found}".': holds.spelled_in_tags,
    "{char} is invisible; texts that look the same can differ.": holds.hidden_char,
    "{char} in the host is invisible; the host can look like a different one.":
        both(holds.hidden_char, holds.in_host),
    "{char} in the decoded host is invisible; the host can look like a different one.":
        both(host.one_char, holds.in_host),
    "{char} is invisible once decoded; texts that look the same can differ.": holds.encoded_char,
    "{char} comes before the file extension and can hide where the name ends.":
        both(holds.hidden_char, holds.before_extension),
    "{char} can change the display order of the text after it.": holds.hidden_char,
    "{char} is invisible. It is at the end, and may have been copied with the link.":
        both(holds.hidden_char, holds.at_end),
    "{char} is an invisible direction mark; here it does not reorder anything.":
        both(holds.hidden_char, holds.idle),
    "Once decoded, {char} can change the display order of nearby text.": holds.encoded_char,
    "{char} ends a text-direction change; it is invisible and has no use in a link.":
        holds.hidden_char,
    "{char} is an invisible direction mark; it can change the order of nearby characters.":
        holds.hidden_char,
    "{char}: browsers remove it; other programs may stop there or split the link.":
        both(host.one_char, holds.removed),
    "{char} before the path: browsers remove it, other programs may not.":
        both(host.one_char, holds.in_authority, holds.removed),
    "{char}: browsers percent-encode it; other programs may cut off or split the link there.":
        both(host.one_char, holds.encoded),
    "{char}: browsers trim it from the start and end of a link.":
        both(host.one_char, holds.trimmed),
    (
        "{char}: not allowed in a link; programs may cut off or split the link there."
    ): host.one_char,
    '{char} looks like "{like}" but is not a delimiter.': host.one_char,
    '{char} looks like "{like}", but the host continues after it.':
        both(host.one_char, holds.in_host),
    '{char} looks like "{like}" but does not separate labels of the host.':
        both(host.one_char, holds.in_host),
    '{char} looks like "{like}" but is another character.': both(host.one_char, holds.in_host),
    '{char} looks like "{like}"; browsers convert it to that character.':
        both(host.one_char, holds.becomes),
    '{char} looks like "{like}"; browsers convert it, then reject the link.':
        both(host.one_char, way.rejected),
    '{char} looks like "{like}" but is part of the userinfo; the host comes after the "@".':
        both(host.is_described, holds.in_userinfo),
    "Scripts: {scripts}. No step of Chromium's display rules turns the name into punycode.":
        both(way.taken, host.of_label(host.scripts)),
    "Scripts: {scripts}.": host.of_label(host.scripts),
    "Scripts: {scripts}. The top-level domain looks like \"{like}\"; under Chromium's rules, it is "
    "shown in punycode (step {step}): {why}.": both(host.of_label(host.scripts), host.like_ascii),
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
    "Browsers convert the host to the IP address {mapped}.": host.converted_host,
    "Browsers convert this label to {mapped}, then reject the link.":
        both(way.rejected, host.of_label(host.converted)),
    "{char}: programs that use IDNA 2003 go to {other} instead.":
        both(host.one_char, host.idna_2003),
    "{char}: programs that use IDNA 2003 read this label as {other}.":
        both(host.one_char, host.label_2003),
    "Digits from {systems}: lookalike digits can hide the real number.": host.number_systems,
    "Emoji look different on each device; IDNA 2008 does not allow them.": host.emoji,
    "The name {how} {known}; this site may belong to someone else.": names.imitation,
    'The host contains "{spelled}", which is similar to the name {name}; the registrable domain of '
    "the host is {site}.":
        names.near_name,
    "The host contains the name {name}, but {known} is not its registrable domain.":
        names.holds_name,
    '"{shown}" is not the end of the host; the registrable domain is {site}.': names.before_hyphen,
    '"{shown}" is only a subdomain; the registrable domain is {site}.': names.in_front,
    '"{shown}" is only a subdomain that a user of a service chose; the registrable domain is '
    "{site}.": names.in_front,
    ELSEWHERE: both(way.accepted, holds.hostlike),
    # Escapes.
    (
        "Two hexadecimal digits must follow \"%\"; if they are missing, programs differ in "
        "what they do."
    ): holds.bad_percent,
    "A \"%\" that begins no code must be written as %25; programs differ in what they do with it.":
        holds.lone_percent,
    "{found} is {char} in an old JavaScript notation; browsers do not decode it.":
        both(holds.bad_percent, way.code_of_char),
    "Encoded more than once: a program that decodes all layers gets {inner}.": holds.double,
    "A link inside is encoded once too often; decoded once, it is not a link yet.":
        holds.link_encoded_too_often,
    "Encodes {char} in more bytes than UTF-8 allows, a known way to bypass filters.":
        holds.overlong,
    "The bytes are not valid UTF-8; they may be cut off, in another encoding, or not text at "
    "all.": holds.no_utf8,
    "{char} is data here, unless a program decodes it before splitting the link.":
        both(holds.escaped_char, holds.within(2)),
    "{char} is data here, in a quoted mailbox name at {other}.":
        both(holds.escaped_char, holds.receives),
    'The authority has an encoded {char}; programs that decode it first can find another host.':
        both(holds.escaped_char, holds.in_authority),
    'The authority has an encoded {char}; programs that decode it first can find the host {other}.':
        both(holds.escaped_char, holds.in_authority, way.decoded_first),
    'Decodes to {plain}; these characters need no encoding.': holds.needless,
    'Decodes to {plain}. In a URN, the encoded name is a different name.':
        both(holds.needless, does.browser_scheme("urn")),
    "Once decoded, the link ends with {char}, which may have been copied with it.":
        both(holds.escaped_control, holds.at_end),
    "After decoding, a line ends at {char}, and the text after it looks like an HTTP header.":
        both(holds.escaped_control, holds.before_header),
    "Once decoded, {char} can break a line, header, string or command.": holds.escaped_control,
    "{count} encoded bytes use lowercase a to f; the normal form uses A to F.": holds.lowercase,
    "An encoded byte uses lowercase a to f; the normal form uses A to F.": holds.lowercase,
    **{
        f"Contains {{chars}}, not allowed at this point in a link. {effect}":
            both(holds.named_first, checker)
        for effect, checker in EFFECTS.items()
    },
    "Browsers and most programs first remove dot segments, so the effective path is different.":
        both(holds.segment, holds.gone),
    "There are more \"..\" than levels to go up: browsers drop the extra ones.":
        both(holds.segment, holds.surplus),
    "Dots next to an encoded slash: a server that decodes it can leave the directory.":
        holds.before_slash,
    "Encoded dot segments: browsers treat them as dots; many filters do not.":
        both(holds.segment, holds.gone),
    'Decodes to "{found}", a pattern used to attack web applications.': holds.found,
    "Decodes to a link to {found}.": holds.found,
    'The search contains "{found}", which can give orders to a program that answers questions.':
        holds.found,
    "The search contains the telephone number {found}; the author of the link wrote it, not the "
    "site.": holds.found,
    'The embedded content contains "{found}".':
        both(holds.found, does.browser_scheme("data"), holds.outside_fragment),
    # Effects.
    "Can start a system program with text from the link.": does.handler,
    "Asks the phone to download the profile of a mobile operator (eSIM).": both(
        does.browser_scheme("lpa"), does.asks_for("1$")),
    "Opens the address in one browser, even if another one is the usual one.":
        does.browser_scheme("microsoft-edge", "googlechrome", "googlechromes", "firefox"),
    "Asks {name} to create what a template or repository at {other} describes.": both(
        does.asks_for("templateURL=", "git_repo=", "Microsoft.Template/uri/"), does.contains_host),
    "Can start a system program.": both(does.handler, does.nothing_after),
    "Asks the system to install an app from the address in the link.":
        does.browser_scheme("ms-appinstaller", "itms-services"),
    "In a browser, the code runs with the rights of the current page.":
        does.browser_scheme("javascript"),
    "The code in the link does nothing; in a page, scripts may act on the click.":
        does.browser_scheme("javascript"),
    "Runs a script in old browsers; current browsers do not support this scheme.":
        does.browser_scheme("vbscript", "livescript", "mocha", "jscript", "vbs"),
    "Opens a document in an Office app, from the location in the link.":
        does.browser_scheme(
            *("ms-word", "ms-excel", "ms-powerpoint", "ms-access", "ms-visio", "ms-project"),
            *("ms-publisher", "ms-infopath", "ms-spd"),
        ),
    "Opens a page in the Windows settings.": does.browser_scheme("ms-settings"),
    "Asks an app to add a tool server, a program or service that the app will use from then on.":
        does.asks_for("mcp/install", "add_mcp", "extension?cmd="),
    "Asks an app to add a tool server with this command: {found}": does.asks_for("mcp/install"),
    "Asks a wallet to let another account take its tokens.":
        does.asks_for("/approve", "/increaseAllowance", "/setApprovalForAll", "/permit"),
    "Asks the Shortcuts app to run or add a shortcut, which is a script for the device.":
        both(does.browser_scheme("shortcuts"), does.asks_for("-shortcut")),
    "Asks an editor to connect to another computer and to open files there.":
        does.asks_for("ssh-remote", "remote-ssh", "tunnel", "k8s-container"),
    "Asks an editor to install an extension, a program that runs in the editor.":
        does.asks_for("extension/"),
    "Asks an editor to fetch a repository, which can contain programs.":
        does.asks_for("/clone", "/checkout/"),
    "Asks a wallet to fetch a transaction from the address in the link, for you to sign.":
        both(does.browser_scheme("solana"), does.asks_for("https")),
    "The document is in the link, not on a site. It can contain scripts or forms.":
        does.browser_scheme("data"),
    "{scheme} only determines how the link is shown; the link inside is what opens.":
        both(does.own_scheme, does.browser_scheme("view-source", "feed")),
    "Data that a page created in the browser. The address in the link is the origin of that page.":
        does.browser_scheme("blob"),
    "A file that a page stored in the browser. The address in the link is the origin of that page.":
        does.browser_scheme("filesystem"),
    "Names a file in an archive; the link to the archive is part of this link.":
        does.browser_scheme("jar"),
    "A {scheme} link must contain a link with a scheme, but this one does not.": does.not_wrapping,
    "A page from the cache of an old Firefox version; the address inside is its source.":
        does.browser_scheme("wyciwyg"),
    "Names data of an Android app; there is no link inside.": does.browser_scheme("content"),
    "A feed reader (an app for news) opens the address in the link.": does.browser_scheme("feed"),
    'Opens an app for "{scheme}" links, if there is one.': does.own_scheme,
    "In this edition, a scheme need not begin with a letter; browsers read the text as a relative "
    "path.":
        does.old_scheme,
    "On Windows, opening the link can send the user name and a password hash to {host}.":
        does.other_computer,
    "On Windows, opening the link can connect to {host} over WebDAV and send user name and "
    "password hash.": does.other_computer,
    "A network share on {host}: to open it, the computer may log in there.":
        both(does.browser_scheme("smb", "cifs"), does.other_computer),
    **dict.fromkeys(
        (
            "Gopher sends these bytes unchanged; another service can run each line as a command.",
            "Gopher sends this text to a non-Gopher port, where another protocol may answer.",
            "A line break ends the request early; the server can read "
            "the rest as another line.",
        ),
        does.gopher_bytes,
    ),
    "Asks the email program to attach a local file.":
        both(does.browser_scheme("mailto"), does.header),
    "Adds a hidden recipient (Bcc).": both(does.browser_scheme("mailto"), does.header),
    "The domain {host} contains or resembles a known name: {known}.":
        both(does.browser_scheme("mailto"), does.contains_host),
    "The host is {host}, which does not belong to {known}.":
        both(does.browser_scheme("zoommtg", "zoomus"), does.contains_host),
    "Asks a messaging app to give another device access to the account.":
        does.asks_for("sgnl:", "tsdevice:", "tg:"),
    "Agreeing here lets another device use the account at {name}.":
        starts.asked,
    "Line breaks outside the body can add headers to the message.":
        both(does.browser_scheme("mailto"), does.line_ends),
    "A program that receives this text on its command line can treat it as an option.": does.option,
    "Looks like a host and port; by the grammar, the text before the colon is a scheme.":
        does.host_and_port,
    "Looks like a host and port; without a scheme, the grammar does not allow the colon here.":
        does.colon_alone,
    "On Windows, the text is a drive and a path; by the grammar, it begins with a one-letter "
    "scheme.": does.drive,
    "Git and scp read the text as a host and a path on that host; in the grammar, the text before "
    "the colon is a scheme.": does.remote_path,
    # Programs that a link starts.
    'Dialed, "{shown}" makes the phone network forward calls to {number}.':
        both(starts.code, starts.forwards),
    "Prepares a message to a short number; such messages can cost money or order a service.":
        starts.short_number,
    "Asks Telegram to send everything through a server that the link names.": starts.proxy,
    "Asks a program for remote control to connect this device with another.":
        does.asks_for("anydesk", "rustdesk", "splashtop", "supremo", "teamviewer", "ultraviewer"),
    "Asks an app to send money, which can be impossible to get back.":
        does.asks_for("coin", "ethereum", "lightning", "monero", "solana", "zcash"),
    "Asks a calendar app to subscribe to a calendar that someone else fills.":
        does.browser_scheme("webcal", "webcals"),
    "Opens an app store on the page of an app that the link names.":
        does.asks_for("market:", "itms-app", "samsungapps:"),
    'Some phones run "{shown}" as a command (MMI or USSD code) instead of calling it.':
        both(starts.code, starts.closed_code),
    'Begins with "*" or "#": phone networks can treat "{shown}" as a code, such as '
    'one for call forwarding.': both(starts.code, starts.open_code),
    "Numbers that begin with {found} are premium-rate numbers ({meaning}).": starts.expensive,
    "Asks the app to call at once, without showing the number first.": starts.direct,
    "The app is asked to call at once, but the link contains no number.": starts.direct,
    "Two \"@\" in one address: it begins like {shown}; programs can send the email to {host}.":
        starts.two_at,
    "The content inside the link begins like a file of this kind: {meaning}.": starts.begins,
    "The SVG image inside the link contains scripts or other active content.": starts.acting,
    'The content inside the link has the type "{found}", '
    "which is used for programs.": starts.declared,
    'The path ends in "{found}". If it names a file, that file can run, install or contain a '
    "program.": starts.ending,
    'The path ends in "{found}". Such a file connects to another computer and can share your '
    "drives with it.": both(starts.ending, does.asks_for(".rdp")),
    'The name looks like a "{shown}" file, but ends in "{found}", which can run code.':
        starts.two_endings,
    "App {found} asks for access to an account at {name}.": starts.asked,
    "App {found} asks for access to an account at {name} and wants the answer sent to {other}.":
        starts.asked,
    "App {found} asks for access to a whole organization at {name}.": starts.asked_for_all,
    "App {found} asks for access to a whole organization at {name} and wants the answer sent to "
    "{other}.":
        starts.asked_for_all,
    "App {found} asks for access to an account at {name} ({scopes}).": starts.asked,
    "App {found} asks for access to an account at {name} ({scopes}) and wants the answer sent "
    "to {other}.":
        starts.asked,
    "Typing a code here lets the device or program that showed the code sign in to {name}.":
        starts.asked,
    'Contains "{found}", a pattern used to attack web applications.': holds.found,
    # Contents.
    "Contains this link: {inner}": holds.inner,
    "Contains this link, encoded in base64 or hex: {inner}": holds.inner,
    "The embedded content contains this link: {inner}":
        both(holds.inner, does.browser_scheme("data")),
    "There is another link inside this one: {inner}": holds.inner,
    "\"{name}\" often controls where a site redirects: {inner}":
        both(holds.inner, holds.named_parameter),
    '"{name}" often determines where a site redirects; here its value is a {scheme} link.':
        both(holds.named_parameter, holds.code_inside),
    "{name} checks the link, then redirects to: {inner}": holds.inner,
    "{name} counts the click, then redirects to: {inner}": holds.inner,
    "{name} redirects to: {inner}": holds.inner,
    "The page is {inner}; {name} shows a copy of it or sends you to it.": holds.inner,
    "{name} shows a translation of the page: {inner}": holds.inner,
    '"{name}" is usually a secret; anyone who sees the link may be able to use it.':
        holds.named_parameter,
    '"{name}" usually contains a password; anyone who sees the link can read it.':
        holds.named_parameter,
    '"{name}" lets anyone with the link join; such links are meant to be shared.':
        holds.named_parameter,
    '"{name}" contains a number with a check digit that is valid for payment cards.':
        both(holds.named_parameter, holds.card),
    "{shown} looks like an email address; opening the link can reveal who opened it.":
        holds.mailbox,
    HELD: holds.mailbox,
    'The value of "{name}" often differs for each recipient, so it can show who opened the '
    "link.": holds.named_parameter,
    # Spelling.
    "A colon without a port number.": does.empty_part,
    'The userinfo before "@" is empty. In the grammar, that is not the same as no userinfo.':
        does.empty_part,
    'HTML "&amp;" was not decoded, so the next parameter has a different name.':
        both(does.entity, holds.within(3)),
    'A second "?" is data; it does not start another query.': does.second_question,
    "{found} is how HTML writes a character that changes the direction of text; in a page, the "
    "text after it can be shown in another order.": does.direction_mark,
    "Repeated slashes create empty segments; many servers ignore them.":
        both(does.slash_row, holds.within(2)),
}  # fmt: skip
