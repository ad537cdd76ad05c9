"""Verdicts: headline, details, and route."""

import unicodedata

from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.safe_text import QUOTED, visible, visible_host
from uriinspector.analysis.verdict import CALM, CALM_WITHOUT_SITE, RELATIVE, Verdict

INCOMPLETE = "Incomplete link: where it goes depends on the page it is on"

SAFE = "https://eur01.safelinks.protection.outlook.com/?url="


def verdict(text: str, base: str | None = None) -> Verdict:
    return inspect(text, base=base).verdict


HEADLINES = {
    "a site": ("https://example.com/a", "Goes to example.com"),
    "a site, capitals": ("HTTP://Example.COM", "Goes to example.com"),
    "a final dot": ("https://example.com./", "Goes to example.com"),
    "IPv6": ("http://[2001:DB8::1]/", "Goes to [2001:db8::1]"),
    "an address in hexadecimal": ("http://0x7f.1/", "Goes to 127.0.0.1"),
    "ftp": ("ftp://ftp.example.com/", "Connects to example.com over ftp"),
    "an app with a host": ("zoommtg://zoom.us/join",
        'Opens an app for "zoommtg" links, if there is one, with zoom.us'),
    "an app with a command": ("whatsapp://send?phone=1",
        'Opens an app for "whatsapp" links, if there is one'),
    "a script of old browsers": ("vbscript:x", "Runs a script in old browsers"),
    "a call to nobody": ("tel:", "Starts a call without a number"),
    "no host by the grammar": ("http:evil.test",
        "Browsers go to evil.test; other programs may find no site"),
    "a deceptive user name": ("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        "Goes to 10.0.0.1, not example.com"),
    "a deceptive subdomain": ("https://www.paypal.com.evil.test/",
        "Goes to evil.test, not paypal.com"),
    "readers disagree": ("http://evil.test\\@good.example/",
        "Browsers go to evil.test; other programs may go to good.example"),
    "refused": ("http://a b/", "Browsers reject this link; other programs may go to a b"),
    "refused, no host": ("http://", "Browsers reject this link"),
    "a mail": ("mailto:a@b.test", "Starts an email to a@b.test"),
    "a mail, escaped": ("mailto:a%40b.test", "Starts an email to a@b.test"),
    "a mail by its header": ("mailto:?cc=x&to=a%40b.test", "Starts an email to a@b.test"),
    "a mail to nobody": ("mailto:?subject=x&to=", "Starts an email without a recipient"),
    "a call": ("tel:+49-30-1", "Starts a call to +49-30-1"),
    "a message": ("sms:+1", "Starts a text message to +1"),
    "a name": ("urn:isbn:0451450523", "Names urn:isbn:0451450523; does not say where it is"),
    "content": ("data:,hi", "Opens content embedded in the link"),
    "content with a host for show": ("data://example.com/,hi",
        "Opens content embedded in the link"),
    "code": ("JavaScript:alert(1)", "In a browser, runs code in the current page"),
    "a page of the browser": ("about:blank", "Opens a built-in browser page"),
    "made by a page": ("blob:https://x.test/1", "Opens data created by a web page"),
    "relative": ("../x", INCOMPLETE),
    "a fragment": ("#x", "Stays in the same document"),
    "nothing": ("", "Stays in the same document"),
    "another program": ("ssh://git@github.com/x", "Connects to github.com over ssh"),
    "another program, no host": ("xmpp:a", 'Opens an app for "xmpp" links, if there is one'),
    "a file": ("file:///etc/hosts", "Opens a file on this computer"),
    "a file elsewhere": ("file://server/share", "On Windows, opens a file on server"),
    "a file nowhere": ("file://a b/", "Does not name a file"),
    "a shortener": ("https://bit.ly/3AbC",
        "Goes to bit.ly first; the destination is not in the link"),
    "a service": (f"{SAFE}https%3A%2F%2Fevil.test", "Goes to evil.test, via Microsoft Safe Links"),
    "two services": (
        f"{SAFE}https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fevil.test",
        "Goes to evil.test, via Microsoft Safe Links and Google",
    ),
    "three services": (
        f"{SAFE}https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Fwww.google.com"
        "%252Furl%253Fq%253Dhttps%25253A%25252F%25252Fevil.test",
        "Goes to evil.test, via Microsoft Safe Links, Facebook and Google",
    ),
    "a service before a shortener": (f"{SAFE}https%3A%2F%2Fbit.ly%2Fx",
        "Goes to bit.ly first, via Microsoft Safe Links; the destination is not in the link"),
    "a service before a deceptive host": (f"{SAFE}https%3A%2F%2Fwww.paypal.com%40evil.test%2F",
        "Goes to evil.test, not paypal.com, via Microsoft Safe Links"),
    "the source of a page": ("view-source:https://x.test/", "Shows the source code of x.test"),
    "an archive": ("https://web.archive.org/web/2020/http://x.test/", "Goes to archive.org"),
    "a look-alike of a protected name": ("https://xn--80ak6aa92e.example/",
        "Goes to xn--80ak6aa92e.example (\u0430\u0440\u0440\u04cf\u0435.example), not apple.com"),
}  # fmt: skip


@for_each("text, headline", *HEADLINES.values(), ids=HEADLINES)
def test_headline_names_the_destination(text: str, headline: str) -> None:
    assert verdict(text).headline == headline


BASES = {
    "a path": ("../x", "https://a.test/b/c", "Goes to a.test", "a.test"),
    "another host": ("//b.test/", "https://a.test/", "Goes to b.test", "b.test"),
    "a fragment": ("#x", "https://a.test/", "Stays in the same document", "a.test"),
    "a base that is relative": ("x", "b/c", INCOMPLETE, None),
    "a base that fetches nothing": ("x", "mailto:a@b.test", "Browsers reject this link", None),
    "a base of another scheme": ("/x", "gopher://g.test/", "Connects to g.test over gopher",
        "g.test"),
    "its own scheme": ("tel:1", "https://a.test/", "Starts a call to 1", None),
}  # fmt: skip


@for_each("text, base, headline, host", *BASES.values(), ids=BASES)
def test_base_determines_the_destination(
    text: str, base: str, headline: str, host: str | None
) -> None:
    found = verdict(text, base)
    assert (found.headline, found.host) == (headline, host)


@for_each(
    "text, detail", ("https://example.com/", CALM), ("mailto:a@b.test", CALM_WITHOUT_SITE),
    ("x", RELATIVE),
)  # fmt: skip
def test_verdict_without_findings_states_what_was_not_checked(text: str, detail: str) -> None:
    found = verdict(text)
    assert found.detail == " ".join((detail, *found.advice))
    assert found.severity is None


@for_each(
    "text, advice",
    ("https://paypal.com@evil.test/", "Do not open it."),
    ("http://paypal-oaks.net/signin",
        "Do not open it unless you are sure that this is the right site."),
    ("tel:*21*123#", "Do not open it unless you know what it does."),
    ("https://bit.ly/3AbC", "Ask the sender for the destination before you open the link."),
    ("https://example.com/a", "Open it only if you know this site."),
    ("http://192.168.0.1/", "Open it only if you expected it."),
    ("http://93.184.216.34/", "Open it only if you know whose computer this is."),
    ("http://93.184.216.34/a/login", "Do not open it unless you know whose computer this is."),
    ("https://github.com/login/oauth/authorize?client_id=a&redirect_uri=https://evil.test/",
        "Agree only if you started this yourself."),
    ("mailto:a@b.example", "Open it only if you expected it."),
    ("http://1.2.3.4.5/", "It does not work in browsers; ask for the right link."),
)  # fmt: skip
def test_advice_depends_on_severity_and_kind(text: str, advice: str) -> None:
    assert verdict(text).advice == (advice,)
    assert verdict(text).why[-1] == advice


@for_each("text", "../x", "#top", "Just some words.", r"\\localhost\c$")
def test_text_without_destination_has_no_advice(text: str) -> None:
    assert verdict(text).advice == ()


def test_note_explains_a_verdict_of_info() -> None:
    assert (
        "For information only: 192.168.0.1 is not a public site"
        in verdict("http://192.168.0.1/").detail
    )


@for_each(
    "text, headline",
    ("https://cloudflare-okta.com/", "Goes to cloudflare-okta.com, not cloudflare.com"),
    ("https://www.roblox.com.py/users/148466311373/profile",
        "Goes to roblox.com.py, not roblox.com"),
    ("https://oaks.netlify.app/paypal-secure/", "Goes to oaks.netlify.app, not paypal.com"),
    ("https://paypal@evil.test/", "Goes to evil.test, not paypal.com"),
    ("https://booking.com\u3093x.evil.test/", "Goes to evil.test, not booking.com"),
    ("https://google\u00b7com.evil.test/", "Goes to evil.test, not google.com"),
    # Sites of their owners, and names that are only similar.
    ("https://gitlab.oak-tables.test/", "Goes to oak-tables.test"),
    ("https://login.microsoftonline.com/?resource=graph.microsoft.com",
        "Goes to microsoftonline.com"),
    ("https://mayank0255.github.io/", "Goes to mayank0255.github.io"),
)  # fmt: skip
def test_headline_names_the_imitated_site(text: str, headline: str) -> None:
    assert verdict(text).headline == headline


def test_character_is_shown_in_its_own_letters() -> None:
    found = verdict("https://booking.com\u3093x.evil.test/")
    assert 'What looks like "/" is "\u3093" (hiragana letter n)' in found.detail


def test_nothing_is_ever_called_safe() -> None:
    for text, _ in HEADLINES.values():
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


def test_unreadable_route_ends_in_an_unknown_host() -> None:
    found = verdict("https://bit.ly/3AbC")
    assert found.final_host is None
    assert [hop.known for hop in found.route] == [True, False]


def test_severity_is_that_of_the_worst_known_layer() -> None:
    assert verdict(f"{SAFE}https%3A%2F%2Fwww.paypal.com%40evil.test%2F").severity == "high"
    found = verdict("https://good.example/go?u=https://www.paypal.com%40evil.test/")
    assert found.severity == "high"
    carried = verdict("https://good.example/save?url=https://www.paypal.com%40evil.test/")
    assert carried.severity == "low"
    assert carried.detail.startswith(
        "Contains another link, to evil.test, which matters only if it is opened."
    )
    assert found.headline == "Goes to good.example; can send you on to evil.test"
    assert "The site is evil.test, not www.paypal.com." in found.detail


def test_layers_over_the_limit_are_reported() -> None:
    deep = "https://evil.test/"
    for _ in range(12):
        deep = f"https://href.li/?{deep}"
    found = verdict(deep)
    assert found.headline.endswith("; the next link is nested too deeply to read")
    assert found.final_host is None


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


@for_each("rest", "", "#north", "?=v=2", "?+CC:x", "?+CC:x?=v=2#north")
def test_headline_names_a_urn_without_its_components(rest: str) -> None:
    headline = inspect(f"urn:example:atlas:maps{rest}").verdict.headline
    assert headline == "Names urn:example:atlas:maps; does not say where it is"
