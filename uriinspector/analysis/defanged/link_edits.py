"""What one defanged link means, whoever defanged it: the edits that undo its marks.

The marks of others are no language: they are read by what they lead to.  A text is a link that was
defanged where taking the marks out of its scheme and its host leaves a host that there can be, and
where no browser follows it as it is.  Behind the host, marks count only in such a link.
"""

from __future__ import annotations

import re

from uriinspector.analysis.defanged.encoded_link import decoded, encoded_link_edits
from uriinspector.analysis.defanged.host_marks import (
    HostMarks,
    bare_words,
    is_host,
    is_usual,
    marks_of,
    with_dots,
)
from uriinspector.analysis.defanged.mark_characters import (
    ANY_MARK,
    BRACKETS,
    CLOSE,
    MARKS,
    OPENING,
    Edit,
    changing,
)
from uriinspector.analysis.defanged.scheme_marks import ADDRESSED, MarkedScheme, marked_scheme
from uriinspector.core.expression import expression

# No link is as long as what is left alone here.
LONGEST = 65_536
SPACE = expression(r"\s")
# Behind a blank another link begins: then it is more than one.
ANOTHER = expression(r"\s\S{0,40}?(?:://|\[:\]//|\[://\])")
# Where the path begins; a backslash in front of a dot, a bracket or a slash is a mark.
PATH = expression(rf"[/?#\uff0f]|(?<!\\)\\++(?![.,@:/{BRACKETS}])")
ESCAPED_PATH = expression(r"[/?#]|%(?:2[fF]|3[fF]|23)")
IN_PATH = expression(rf"\[*(?:{ANY_MARK})\]*|\\[.)(]*\.|\\(?=/)", re.IGNORECASE)
OUR_MARK = expression(ANY_MARK, re.IGNORECASE)
# What is undone where only some of a link is percent-encoded.
DELIMITERS = {*":/?=&#."}
# Characters that no name of the DNS has, though browsers look it up.
STRANGE = expression(r"[^a-z0-9._\[\]:-]|\A__")


def is_followed(host: str | None) -> bool:
    """Whether browsers go to a host that there can be."""
    return bool(host) and STRANGE.search(host or "") is None


def link_edits(text: str, *, needs_scheme: bool = False) -> tuple[Edit, ...]:
    """What undoes the marks of one defanged link; nothing where it is not seen to be one.

    ``needs_scheme``: where relative references are due, only a marked scheme is a mark.
    """
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if start == end or end - start > LONGEST:
        return ()
    if encoded := encoded_link_edits(text, start, end):
        return encoded
    head = marked_scheme(text, start)
    if needs_scheme and not (head and head.is_marked):
        return ()
    if head and not head.has_authority:
        # The head alone says that it is defanged: "javascript[:]alert(1)".
        return (*head.edits, *_after(text, head.end, end)) if head.is_marked else ()
    at = head.end if head else start + 2 * text.startswith(("//", "\\\\"), start)
    stop = (ESCAPED_PATH if head and head.is_escaped else PATH).search(text, at, end)
    limit = stop.start() if stop else end
    if ANOTHER.search(text, limit, end) if head else SPACE.search(text, limit, end):
        return ()
    if text.startswith("[", at) and text.count(":", at, limit) > 1:
        literal = _ours(text, at, limit)
        is_meant = bool(literal) or (head is not None and head.is_marked)
        host: tuple[Edit, ...] | None = literal if is_meant else None
    else:
        host = _host_edits(text, at, limit, head)
    if host is None:
        return ()
    tail = _tail(text, limit, end, is_escaped=bool(head and head.is_escaped))
    return (*(head.edits if head else ()), *host, *tail)


def _host_edits(
    text: str, start: int, end: int, head: MarkedScheme | None
) -> tuple[Edit, ...] | None:
    """What undoes the marks in the host; None where there are none, and none in the scheme."""
    marks = marks_of(text, start, end, is_escaped=head is not None and head.is_escaped)
    if marks and _is_encoding(text, marks, head):
        return None
    if marks and _is_meant(marks, head) and (marks.edits or (head and head.is_marked)):
        return marks.edits
    if head is None:
        words = bare_words(text, start, end)
        is_link = words.edits and is_host(words, has_scheme=False)
        return words.edits if is_link and is_usual(words.authority) else None
    dots = with_dots(text, start, end)
    is_link = "." not in text[start:end] and is_usual(dots.authority)
    return dots.edits if is_link and dots.edits else None


def _is_encoding(text: str, marks: HostMarks, head: MarkedScheme | None) -> bool:
    """Whether dots are percent-encoded and nothing else is odd: that is no mark by itself."""
    is_marked = head is not None and head.is_marked
    dots = [text[start:end].lower() == "%2e" for start, end, _ in marks.edits]
    return not is_marked and bool(dots) and all(dots)


def _is_meant(marks: HostMarks, head: MarkedScheme | None) -> bool:
    """Whether the marks leave a host, and there is enough that speaks for them."""
    # A bracket at an end alone says little where the scheme is as it should be.
    is_plain = head is not None and not head.is_marked and not marks.is_sure and bool(marks.edits)
    has_scheme = head is not None and head.scheme not in ADDRESSED and not is_plain
    if not is_host(marks, has_scheme=has_scheme):
        return False
    if has_scheme or marks.is_sure or is_plain:
        return True
    return marks.is_spaced and is_usual(marks.authority)


def _tail(text: str, start: int, end: int, *, is_escaped: bool) -> tuple[Edit, ...]:
    """What undoes the marks behind the host."""
    if is_escaped:
        return tuple(edit for edit in decoded(text, start, end) if edit[2] in DELIMITERS)
    closing = re.compile(rf"(?<={re.escape('/')}){CLOSE}+").match(text, start + 1, end)
    opened = text[start - 1 : start] in {*OPENING}
    if closing and opened:
        return ((*closing.span(), ""), *_after(text, closing.end(), end))
    return _after(text, start, end)


def _after(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """HostMarks with brackets on both sides, and backslashes in front of a dot or a slash."""
    edits = []
    for match in IN_PATH.finditer(text, start, end):
        mark = match[0].strip("[]").lower()
        plain = MARKS.get(f"[{mark}]") or MARKS.get(mark) or match[0].lstrip("\\()")
        edits.append((*match.span(), plain))
    return changing(text, edits)


def _ours(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """An address in brackets: only the marks of our own form are told from its brackets."""
    return tuple(
        (*match.span(), MARKS[match[0].lower()]) for match in OUR_MARK.finditer(text, start, end)
    )
