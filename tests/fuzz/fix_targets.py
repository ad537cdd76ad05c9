"""A target that fixes faulty references in files, in every encoding of the file."""

from base64 import encodebytes
from collections.abc import Callable
from itertools import pairwise
from quopri import encodestring
from urllib.parse import unquote_to_bytes

import uriinspector
from tests.analysis.claims.witness import Witness
from tests.fuzz import invariants
from tests.fuzz.target import Target
from tests.fuzz.text_targets import TOKENS, chosen, decoded
from uriinspector import EDITIONS
from uriinspector.analysis.correction import OPTIONS, SLASHES, SOMEWHERE, placeholders
from uriinspector.core.parse import parse
from uriinspector.documents.document import Document
from uriinspector.documents.fixes.proposals import FixedFile, FixRequest, LinkFix, fixed_file
from uriinspector.documents.html.embedded_addresses import items_of
from uriinspector.readers import python

MESSAGE = b"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n"
PAGE = b"<!doctype html><meta charset=utf-8>"
IN_BASE64 = 3
WHITE = "".join(map(chr, range(33)))


def as_page(page: bytes) -> bytes:
    """Return the page unchanged."""
    return page


def as_wide(page: bytes) -> bytes:
    """Return the page in UTF-16."""
    return b"\xff\xfe" + decoded(page).encode("utf-16-le", "surrogatepass")


def as_quoted(page: bytes) -> bytes:
    """Return a message with the page in quoted-printable."""
    return MESSAGE + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + encodestring(page)


def as_base64(page: bytes) -> bytes:
    """Return a message with the page in base64."""
    return MESSAGE + b"Content-Transfer-Encoding: base64\r\n\r\n" + encodebytes(page)


def as_narrow(page: bytes) -> bytes:
    """Return the page in a single-byte encoding."""
    return b"<!doctype html><meta charset=windows-1252>" + page


SPELLINGS: tuple[Callable[[bytes], bytes], ...] = (
    *(as_page, as_wide, as_quoted, as_base64, as_narrow),
)
# No choices, the first option of each choice, the last one, or both.
FIRST, LAST = (tuple((code, names[at]) for code, names in OPTIONS.items()) for at in (0, -1))
CHOICES = ((), FIRST, LAST, LAST + FIRST)
# Markup in which to insert the input; for "%s" alone, the input is the whole page.
PLACES = (
    b"%s", b'<a href="%s">a</a> <a href=b|c>b</a>', b"<a href='%s'>a</a> <img src=b>",
    b"<a href=%s>a</a>", b'<img srcset="%s 1x, b|c 2x">', b'<p style="background:url(%s)">',
    b'<meta http-equiv=refresh content="0; url=%s">',
    b'<base href="http://u@b.test:8/x/../y?z"><a href="%s">a</a>',
)  # fmt: skip


def fixes(data: bytes) -> None:
    """Fix faulty references in a file; they change as announced, and their targets do not
    change.
    """
    how, rest = chosen(data)
    where, rest = chosen(rest)
    spelling = how // 4 % len(SPELLINGS)
    page = PLACES[where % len(PLACES)].replace(b"%s", rest)
    octets = SPELLINGS[spelling](page if where & 16 else PAGE + page)
    edition = EDITIONS[how % 4]
    name = "a.eml" if octets.startswith(MESSAGE) else "a.html"
    base = "http://h.test/a/b" if where & 8 else None
    options = CHOICES[where >> 6]
    request = FixRequest(edition, base, every_ampersand=bool(where & 32), chosen=options)
    file = fixed_file(name, octets, request)
    document = uriinspector.scan(octets, name=name, base=base, edition=edition)
    edits_are_in_links(file, document, in_base64=spelling == IN_BASE64)
    again = uriinspector.scan(file.fixed, name=name, base=base, edition=edition)
    links_are_as_intended(file, document, again)
    for each in file.fixes:
        hosts_are_as_before(each)
        invariants.is_json(each.to_dict())
    b"".join(file.diff())


def edits_are_in_links(file: FixedFile, document: Document, *, in_base64: bool) -> None:
    """Check that only the bytes of fixed links change, and that all others stay in order."""
    edits = file.edits
    assert all(before.end <= after.start for before, after in pairwise(edits))
    ends = [0, *(each.end for each in edits)]
    starts = [*(each.start for each in edits), len(file.octets)]
    rest, at = file.fixed, 0
    for number, (end, start) in enumerate(zip(ends, starts, strict=True)):
        same = file.octets[end:start]
        assert rest[at : at + len(same)] == same
        at += len(same) + (len(edits[number].octets) if number < len(edits) else 0)
    assert at == len(rest)
    places = [document.links[each.number].source for each in file.fixes if each.fixes]
    for each in edits:
        # Base64 is rewritten in whole groups, so that letters after the fix change, too.
        assert any(
            place.start - 4 < each.start if in_base64 else place.start <= each.start
            for place in places
            if in_base64 or each.end <= place.end
        ), f"{each} is in no link"


def links_are_as_intended(file: FixedFile, before: Document, after: Document) -> None:
    """Check that fixed links have their new values and that the others are unchanged."""
    fixed = {each.number: each.fixed for each in file.fixes} if file.edits else {}
    assert len(before.links) == len(after.links)
    for number, (then, now) in enumerate(zip(before.links, after.links, strict=True)):
        assert now.value == fixed.get(number, then.value)
        assert now.place == then.place


def hosts_are_as_before(fix: LinkFix) -> None:
    """Check that each reference has the same host as before in browsers and urllib."""
    how, base = fix.link.place.how, fix.link.base.text
    before, after = items_of(fix.value, how), items_of(fix.fixed, how)
    if before is None or after is None:
        pairs = [(fix.value, fix.fixed)]
    else:
        assert len(before) == len(after)
        pairs = [(then.text, now.text) for then, now in zip(before, after, strict=True)]
    for then, now in pairs:
        if placeholders(then) or any(each.code == SLASHES for each in fix.fixes):
            continue  # a program changes the text there, or the user has chosen the host
        url, fixed = Witness(then, base or SOMEWHERE).url, Witness(now, base or SOMEWHERE).url
        assert (url is None) is (fixed is None) or "browser" in fix.rereads
        if url is not None and fixed is not None and "browser" not in fix.rereads:
            assert (url.protocol, url.host) == (fixed.protocol, fixed.host)
            # A fix with two possible results may change the userinfo, if one of them was chosen.
            if OPTIONS.keys().isdisjoint(each.code for each in fix.fixes):
                assert unquote_to_bytes(url.username) == unquote_to_bytes(fixed.username)
                assert unquote_to_bytes(url.password) == unquote_to_bytes(fixed.password)
        if "python" not in fix.rereads:
            # White space around a value in markup does not belong to it and is removed.
            assert python.host(then.strip(WHITE)) == python.host(now.strip(WHITE))
        for name in set(EDITIONS).difference(fix.rereads):
            hosts = {parse(each.strip(WHITE), edition=name).host for each in (then, now)}
            assert len(hosts) == 1


TARGETS = (Target("fixes", fixes, 2_000, tokens=TOKENS),)
