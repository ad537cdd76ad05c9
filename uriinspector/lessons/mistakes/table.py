"""All mistakes by family, and former names of their codes."""

from collections.abc import Callable, Iterator

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.mistake import NONE, Mistake, rows
from uriinspector.lessons.mistakes import (
    characters,
    dots,
    grammar_answers,
    hosts,
    page_bases,
    pairs,
    part_spans,
    reference_writing,
    sameness,
)

# By code: the mistakes that are not also named if this one gives the answer.
REPEATED = {
    "network-path-alone": "scheme-left-out",
    "userinfo-as-host": "name-in-userinfo lure",
    "escaped-dots": "normalized",
    "decoded": "normalized",
    "decoded-delimiter": "decoded",
    "empty-is-nothing": "no-target",
    "reference-as-query": "delimiter-added",
    "above-root-refused": "no-target",
    "no-host-here": "any-last-at",
    "as-the-rfc": "as-written",
    "with-port": "whole-link",
    "whole-authority": "whole-link",
    "normalized": "final-slash-added port-left-out",
    "user-name-only": "piece-only",
    "password-only": "piece-only",
    "last-segment-only": "piece-only",
    "path-without-root": "piece-only",
    "kept-last-segment": "up-too-few up-too-many",
    "base-slash-ignored": "up-too-few up-too-many",
    "first-question-mark-not": "piece-only",
    "first-hash-not": "piece-only",
    "userinfo-left-out": "piece-only",
    "port-left-out": "piece-only",
    "brackets-left-out": "piece-only",
    "final-slash-left-out": "piece-only",
    "no-authority": "other-part in-other-part",
    "dot-is-page": "base-alone",
    "query-in-path": "several-components more-components",
    "fragment-in-query": "several-components more-components",
    "more-components": "several-components",
    "other-part": "in-other-part several-components more-components",
    "colon-in-scheme": "with-delimiter-behind several-components more-components",
    "slashes-in-authority": "with-delimiter-before several-components more-components",
    "at-in-userinfo": "with-delimiter-behind several-components more-components",
    "port-with-colon": "with-delimiter-before several-components more-components",
    "with-delimiter-before": "several-components more-components",
    "with-delimiter-behind": "several-components more-components",
    "delimiter-not-encoded": "nothing-encoded",
    "percent-not-encoded": "nothing-encoded",
    "space-not-encoded": "nothing-encoded",
    "non-ascii-not-encoded": "nothing-encoded",
    "decoded-too-seldom": "delimiters-left-encoded nothing-decoded",
    "delimiters-left-encoded": "nothing-decoded",
    "inner-escapes-kept": "whole-inner-link",
}


class Family(NamedTuple):
    """Mistakes that can be made on a question, their subject, and how to compare answers."""

    mistakes: tuple[Mistake, ...]
    subject: Callable[..., object]  # made from the given data of a question
    is_same: Callable[[str, str], bool] = str.__eq__
    empty: str = ""  # what a learner types for an empty answer
    unused: str = ""  # codes that are recognized, but not used as wrong choices

    @property
    def drawn(self) -> Iterator[Mistake]:
        """The mistakes that give wrong choices; more of them would change sheets given out."""
        return (each for each in self.mistakes if each.code not in self.unused.split())

    def written(self, answer: str | None) -> str:
        """Return an answer as a learner types it."""
        return NONE if answer is None else answer or self.empty


# The families by kind of question or variant.
FAMILIES = {
    "target": Family(pairs.RESOLVING, pairs.Pair, unused="dot-is-page dot-slash-left-out"),
    "where": Family(hosts.HOSTS, hosts.LinkQuestion, hosts.same_host),
    "site": Family(hosts.HOSTS, hosts.SiteQuestion, hosts.same_host),
    "innermost": Family(hosts.NESTED, hosts.NestedLink, hosts.same_host),
    "mark": Family(
        part_spans.PARTS,
        part_spans.MarkedLink,
        empty="empty",
        unused="userinfo-left-out port-left-out brackets-left-out final-slash-left-out "
        "first-hash-not no-authority more-components",
    ),
    "letters": Family(characters.SCRIPTS, characters.MixedName, unused="script-counted-in-label"),
    "encode": Family(characters.ENCODING, characters.PlainText, characters.same_escapes),
    "decode": Family(characters.DECODING, characters.EncodedText),
}
# Further mistakes that are recognized in answers, but not used as wrong choices.
ALSO_KNOWN = {"target": pairs.SOURCES, "where": hosts.NESTED}
# The kinds of questions that can be drawn for certain mistakes, with these mistakes.
ABOUT = {
    "target": pairs.RESOLVING,
    "origin": pairs.RESOLVING,
    "where": hosts.HOSTS,
    "site": hosts.HOSTS,
    "innermost": hosts.NESTED,
}


def mistakes_of(kind: str) -> tuple[Mistake, ...]:
    """Return the mistakes that are recognized in answers to a kind of question."""
    family = FAMILIES.get(kind)
    return (*family.mistakes, *ALSO_KNOWN.get(kind, ())) if family else ()


MISTAKES = (
    *pairs.RESOLVING,
    *pairs.SOURCES,
    *pairs.DIFFERENCE_ROWS,
    *hosts.HOSTS,
    *hosts.ANY_NAME,
    *hosts.IN_ANSWER,
    *part_spans.PARTS,
    *sameness.ROWS,
    *grammar_answers.ROWS,
    *dots.STEPS,
    *dots.BUFFERS,
    *page_bases.PAGE_BASE_ROWS,
    *reference_writing.ROWS,
    *reference_writing.EFFECT_ROWS,
    *hosts.NESTED,
    *characters.SCRIPTS,
    *characters.ENCODING,
    *characters.DECODING,
)

# Mistakes that are visible in the answer alone, when it is explained without a question.
ANSWER_TABLE = (
    ("wrong-origin", "", (), "You named the wrong origin for a component.", "RFC 3986 5.2.2"),
    ("edition-too-many", "", (), "You named an edition (or browsers) with a different result."),
    ("edition-left-out", "", (), "You left out an edition (or browsers) with this result."),
    (
        "line-too-many",
        "",
        (),
        "You named a line of the algorithm that changes nothing here.",
        "RFC 3986 5.2",
    ),
    ("line-left-out", "", (), "You left out a line of the algorithm.", "RFC 3986 5.2"),
    (
        "lines-out-of-order",
        "",
        (),
        "You named the right lines of the algorithm in the wrong order.",
        "RFC 3986 5.2",
    ),
    (
        "looked-at-sender",
        "",
        (),
        "You chose the sender. An email can show any address as its sender.",
    ),
    ("looked-at-words", "", (), "You chose the text. Text can show any address."),
    ("looked-at-tab", "", (), "You chose the tab. A page chooses what its tab shows."),
    ("looked-at-heading", "", (), "You chose the heading. A page can show any name."),
    ("wrong-step", "", (), "You named the wrong rule for a step.", "RFC 3986 5.2.4"),
    ("misspelled-host", "", (), "You misspelled the name."),
    ("misspelled", "", (), "You misspelled a word of the answer."),
    ("letter-case", "", (), "You changed the letter case. Here it matters."),
    ("other-byte", "", (), "You wrote the wrong encoded byte."),
    ("label-changed", "", (), "You changed a part of the name."),
    ("segment-changed", "", (), "One segment of the path is wrong."),
    ("characters-added", "", (), "You added characters to the text."),
    ("condition-not-met", "", (), "Your text does not meet all of the conditions."),
)
ANSWER_ROWS = rows(*ANSWER_TABLE)
# Former codes, which can occur in stored answers and older tables.
ALIASES = {
    "base-taken-for-reference": "wrong-origin",
    "base-taken-for-merged": "wrong-origin",
    "base-taken-for-another": "wrong-origin",
    "reference-taken-for-base": "wrong-origin",
    "reference-taken-for-merged": "wrong-origin",
    "reference-taken-for-another": "wrong-origin",
    "merged-taken-for-base": "wrong-origin",
    "merged-taken-for-reference": "wrong-origin",
    "merged-taken-for-another": "wrong-origin",
    "wanted-valid": "condition-not-met",
    "wanted-not-valid": "condition-not-met",
    "wanted-has": "condition-not-met",
    "wanted-has-not": "condition-not-met",
    "wanted-empty": "condition-not-met",
    "wanted-host-kind": "condition-not-met",
    "wanted-finding": "condition-not-met",
    "wanted-no-finding": "condition-not-met",
    "wanted-length-at-most": "condition-not-met",
    "wanted-resolves-to": "condition-not-met",
    "wanted-same-as": "condition-not-met",
}


def named(code: str) -> tuple[Mistake, ...]:
    """Return the rows with this code or, for a former code, with its current one."""
    wanted = ALIASES.get(code, code)
    return tuple(each for each in (*MISTAKES, *ANSWER_ROWS) if each.code == wanted)
