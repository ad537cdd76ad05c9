"""The checkers reject a true sentence moved to another link, or with one wrong word."""

from functools import cache
from typing import Final

from tests.analysis.claims.claim import Claim
from tests.analysis.claims.odd_links import odd_links
from tests.analysis.claims.sentence_checks import claims
from tests.analysis.claims.table import CHECKERS
from tests.analysis.claims.witness import Witness
from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect

LINKS: Final = 3_000
PLAIN: Final = "https://www.example.org/path/page.html?name=value#part"
HOST: Final = (8, 23)
LONE_TEXTS: Final = (
    "git@h.test:x/y.git", "h.test:x/y.git", "aHR0cHM6Ly9ldmlsLmV4YW1wbGUvbG9naW4",
    "See https://a.example/x and http://b.example/y", "ms-gamingoverlay:",
    "http://192.168.0.1/", "http://127.0.0.1/", "https://a.invalid/", "https://a.example/",
    "https://a.test/", "bitcoin:1a", "lightning:a", "otpauth://totp/a", "magnet:?xt=urn:btih:a",
    r"https://a.com/\u0042", "https://a.com/%u0042", "https://b.com%2F@a.com/", "rdp://08",
    "http://7f000001.c0a80001.rbndr.us/", "anydesk:1", "webcal://a.test/", "market://details?id=a",
    "https://bit.ly/paypal-verify", "https://a.test/&#x202e;a", "http://192.168.0.1/apply.cgi",
    "http://192.168.0.1/apply.cgi?dns=1", "sgnl://linkdevice?uuid=a", "zoommtg://a.test/join",
    "https://wa.me/settings/linked_devices", "mailto:a@paypa1.com", "ssh://-a/",
    "https://paypal.\u0441\u043e\u043c/", r"https:/\a.test\@b.test", "http:paypal@a.test",
)  # fmt: skip
# A wrong value for each placeholder.
WRONG: Final = {
    "host": "wrong.example", "other": "wrong.example", "site": "wrong.example",
    "shown": "wrong.example", "name": "wrong.example", "address": "9.9.9.9", "range": "wrong",
    "char": "U+0041 LATIN CAPITAL LETTER A", "layers": "9", "octet": "5A", "count": "99",
    "length": "9999", "inner": "https://wrong.example/", "found": "wrong", "plain": "wrong",
    "scheme": "wrong", "usual": "wrong", "default": "9", "mapped": "wrong", "text": "wrong",
    "rest": "wrong", "app": "wrong", "spelled": "wrong", "protocol": "caches such as memcached",
}  # fmt: skip


# Templates and placeholders whose values are known only from the program's own lists.
UNKNOWN: Final = frozenset(
    {
        ("{name} checks the link, then redirects to: {inner}", "name"),
        ("{name} counts the click, then redirects to: {inner}", "name"),
        ("{name} redirects to: {inner}", "name"),
        ("Asks {name} to create what a template or repository at {other} describes.", "name"),
        ("{name} shows a translation of the page: {inner}", "name"),
        ("The page is {inner}; {name} shows a copy of it or sends you to it.", "name"),
        ("Goes to {host}, which looks like {name}", "name"),
        ('The host contains "{spelled}", which is similar to the name {name}; the registrable '
         "domain of the host is {site}.", "name"),
        ("The host contains the name {name}, but {known} is not its registrable domain.", "known"),
        # Browsers reject the link, so the result of the conversion cannot be compared.
        ("Browsers convert this label to {mapped}, then reject the link.", "mapped"),
    }
)  # fmt: skip


@cache
def real() -> dict[str, Claim]:
    """Return one true claim for each sentence that occurs for these links."""
    found: dict[str, Claim] = {}
    rows = [(row.text, row.base, row.protect) for row in (*BENIGN, *MALICIOUS)]
    editions = [(*row, "2005") for row in rows]
    editions += [(case.text, case.base, case.protect, case.edition) for case in odd_links(LINKS)]
    editions.append(("ftp://files.test?a=b", None, (), "1994"))
    editions.append(("http://256.1.1.1./", None, (), "2003"))
    editions += [(text, None, (), "2005") for text in LONE_TEXTS]
    for text, base, protect, edition in editions:
        inspection = inspect(text, base=base, protect=protect, edition=edition)
        for claim in claims(inspection, Witness(text, base)):
            found.setdefault(claim.template, claim)
    return found


def test_nearly_every_sentence_occurs_for_the_sample_links() -> None:
    assert len(CHECKERS.keys() - real().keys()) <= 8, sorted(CHECKERS.keys() - real().keys())


@for_each("template", *sorted(CHECKERS))
def test_checker_rejects_the_sentence_of_another_link(template: str) -> None:
    claim = real().get(template)
    if claim is None:
        return
    moved = claim._replace(start=HOST[0], end=HOST[1], witness=Witness(PLAIN, None))
    assert CHECKERS[template](moved) is not None


@for_each("template", *sorted(CHECKERS))
def test_checker_rejects_a_wrong_argument(template: str) -> None:
    claim = real().get(template)
    names = {name for name in WRONG if f"{{{name}}}" in template}
    for name in names if claim else ():
        assert claim is not None
        if (template, name) in UNKNOWN:
            continue
        changed = claim._replace(args={**claim.args, name: WRONG[name]})
        assert CHECKERS[template](changed) is not None, name
