"""All sentences about links, each with its checker or the reason for having none."""

from typing import Final

from tests.analysis.claims.claim import Checker
from tests.analysis.claims.headline_sentences import HEADLINES
from tests.analysis.claims.host_sentences import HOSTS
from tests.analysis.claims.text_sentences import TEXTS

CHECKERS: Final[dict[str, Checker]] = {**HOSTS, **TEXTS, **HEADLINES}

# Sentences without a checker, with the reason: they make no claim that another program could
# verify.
UNCHECKED: Final[dict[str, str]] = {
    "Ports are numbers from 0 to 65535.": "true of every port; the rule is tested",
    '"{char}" ({name})': "a character and its name",
    "{letters} (computers write: {code})": "both forms are checked where a host is",
    "{code} (a name in other letters: {script})": "the name is checked where a host is",
    "As written, the text does not open the intended link. Changes undone: {changes}.":
        "what was undone: tests/analysis/test_defanged_links.py",
    "In HTML, these character references mean other characters. Changes undone: {changes}.":
        "what was undone: tests/analysis/test_defanged_links.py",
    "The host contains or resembles the name of {known}, the recipient's domain.":
        "about emails: tests/documents",
    "Typed into a browser, goes to {host} first": "held against the verdict's host",
    "; as a link in a web page, it would usually stay on that page's own site": "the headline "
    "before it is checked",
    "; some programs take it for a link of type {scheme}": "the grammar: tests/conformance",
    "Delimiters, white space and line breaks are not part of the link. The link inside is shown.":
        "about the program's own display; tests/analysis/test_unwrap.py",
    "The text around the link is not part of it. The link inside is shown.":
        "about the program's own display; tests/analysis/test_derived.py",
    'The text is a command: "{found}" decodes other text and runs it.':
        "the text around a link: tests/analysis/expectations/started_programs.py",
    "; there, your account can carry out a plan from {other}": "the finding is checked",
    'The text is a command: "{found}" runs what the link leads to.':
        "the text around a link: tests/analysis/expectations/started_programs.py",
    "The text of the link shows {shown}; the link goes to {host}.":
        "the text around a link: tests/analysis/expectations/started_programs.py",
    'Draft 03 requires "URL:" in front; RFC 1738 does not count it as part of the URL.':
        "a clause; the cards of the clauses are tested",
    "A run of blank characters can push the text after it out of view.": "what people see",
    "{told}.": "the faults of IDNA: tests/analysis/international",
    "The link asks the service for this page: {inner}":
        "the decoders: tests/analysis/test_rewriters.py",
    "{name} redirects; only the service knows the destination.": "a fact about the service",
    "{name} redirects; only the service knows the destination. The link claims that the "
    "destination is on {inner}.": "a fact about the service",
    "{name} shows content from {inner} under its own name.": "a fact about the service",
    "{name} shows an archived copy of {inner}.": "a fact about the service",
    "According to its parameters, this signed link expires at {time}.":
        "the readings of signed links: tests/analysis/values/services",
    "According to its claims, the token in the link expires at {time}.":
        "the readings of claims: tests/analysis/values/rows.py",
    "Looks like a key or token; anyone who sees the link may be able to use it.": "a shape",
    "The value of \"{name}\" can let the service know who opened the link.": "a fact about the "
    "service",
    "Does not match the {edition} grammar: {told}; expected: {expected}.":
        "the grammars: tests/conformance",
    # Additions to a headline.
    ", via {last}": "names of services",
    ", via {front} and {last}": "names of services",
    "; other programs may go to {other}": "held together with the headline before it",
    "; other programs may go to {other}, the device you open it on":
        "held together with the headline before it",
    "; browsers reject this link": "held together with the headline before it",
    "; there, you can give an app access to your account": "the finding is checked",
    "; there, you can give {other} access to your account": "the finding is checked",
    "; there, an administrator can give an app access to the whole organization":
        "the finding is checked",
    "; there, an administrator can give {other} access to the whole organization":
        "the finding is checked",
    "; there, you can give another device access to your account": "the finding is checked",
    "; there, a code can give another device access to your account": "the finding is checked",
    "; the destination is not in the link": "a fact about the service",
    "; the next link is nested too deeply to read": "about the program's own limits",
    "Shows the source code of {host}": "the headline of the link inside is checked",
    "The first stop has no host": "about the program's own limits",
    "The link does not show what the files contain or who offers them. Nothing was opened.":
        "what magnet links lack",
    "; can send you on to {other}": "the link inside is checked",
    "Contains another link.": "the link inside is checked",
    "Contains another link, to {host}.": "the link inside is checked",
    "Contains another link, which matters only if it is opened itself.":
        "the link inside is checked",
    "Contains another link, to {host}; what this site does with it is not known.":
        "the link inside is checked",
    "The link names {host} as its destination.": "the link inside is checked",
    "For information only: ": "the finding after it is checked",
    **dict.fromkeys(
        (
            "Do not open it.",
            "Do not run it, and do not paste it anywhere.",
            "Run it only if you know this site and wanted to install something from it.",
            "Do not open it, even if you know this site.",
            "Do not open it; instead, type the address of the site you want to visit.",
            "Do not open it; to visit {name}, type that address yourself.",
            "Do not open it unless you know this site; to visit {name}, "
            "type that address yourself.",
            "Do not open it unless you manage that computer; pass on nothing it shows.",
            "Do not open it; to sign in somewhere, type that site's address yourself.",
            "Do not open it unless you know what it does.",
            "Do not open it unless the sender confirms it, for example by phone.",
            "Do not open it unless you wanted exactly this.",
            "Do not open it unless you or someone you know set this up.",
            "Do not open it unless you know whose computer this is.",
            "Open it only if you know and use this site.",
            "Open it only if you know and use both sites.",
            "Open it only if you know and use {host}.",
            "Open it only if you expected it.",
            "Open it only if you expected it; if in doubt, ask the sender, for example by phone.",
            "Open it only if you or someone you know set this up.",
            "Open it only if you know whose computer this is.",
            "Open it only if you know this site and wanted this file.",
            "Open it only if you do not mind the sender knowing that you did.",
            "Open it only if you know what it costs.",
            "Do not pass the link on, and open it only if you know this site.",
            "Open the link and agree only if you started this sign-in yourself.",
            "Enter a code on that page only if you started the sign-in yourself.",
            "Check who gets the email before you send it.",
            "Ask the sender for the destination before you open the link.",
            "Ask the sender for a link with the right address.",
            "Ask for the whole link, or for the page it is on.",
            "Check each link separately.",
            "Do not pass the link on, and open it only if you expected it.",
            "Pay only if you know who gets the money.",
            "Add the calendar only if you know who runs it.",
            "Install the app only if you looked for it yourself.",
            "Do not open it unless you are adding a device of your own.",
            "Call only if you know whose number this is.",
            "Check the number and the text before you send the message.",
            "If someone sent you this link, ask for another one.",
            "It opens no site, so there is nothing to decide.",
        ),
        "advice",
    ),
    "This link does not work in browsers; ask the sender for one that does.":
        "the headline before it is checked",
    "": "nothing",
    "Written so that it cannot be clicked. The verdict is for the restored link.":
        "what the verdict is about",
    'The link is written in codes such as "%3A" or "&colon;". The verdict is for the decoded link.':
        "what it is about",
    "The link is misspelled. The verdict is for \"{inner}\", the corrected link.":
        "what it is about",
    "There is text around the link. The verdict is for the link inside.": "what it is about",
    "There is white space around the link. The verdict is for the link inside.":
        "what it is about",
    'In the link, this "@" is written as "%40".': "how the link inside is written",
    "There is white space in the link. The verdict is for the link without it.":
        "what it is about",
}  # fmt: skip
