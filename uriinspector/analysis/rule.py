"""A rule: one function in one table, with its code, severity, clauses and words beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import NO_ARGS, Finding, Fix
from uriinspector.analysis.safe_text import QUOTED, visible, visible_host
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from uriinspector.analysis.facts import Facts

PLACE = expression(r"\{(\w+)\}")


# The places that a host fills: its end is what counts.
HOSTS = frozenset({"host", "other", "site"})


def _visible_value(name: str, value: str) -> str:
    """What fills a place, all of it visible; a message stays one, to be told in other languages."""
    shown = visible_host(value, QUOTED) if name in HOSTS else visible(value, QUOTED)
    return value if shown == value else shown


class Hit(NamedTuple):
    """A place that a rule found; what is None is as the rule says."""

    start: int
    end: int
    severity: str | None = None
    # Which of the rule's texts: "" is its usual one.
    variant: str = ""
    fix: Fix | None = None
    args: Mapping[str, str] = NO_ARGS
    # The clauses of this very place; none, where the rule's own say it.
    cites: tuple[str, ...] = ()


class Rule(NamedTuple):
    """One row of the table.

    ``rises`` says in words when the severity is another than ``severity``: the manual's table.
    ``of_host``: where all readers agree about the host, nothing behind the authority can change
    what it finds, so that it is asked once for each host.
    """

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    when: int
    find: Callable[[Facts], Iterable[Hit]]
    rises: str = ""
    of_host: bool = False

    def finding_for(self, hit: Hit) -> Finding:
        """A place that the rule found, in the rule's words."""
        args = NO_ARGS
        if hit.args:
            args = {name: _visible_value(name, value) for name, value in hit.args.items()}
        return Finding(
            self.code,
            hit.severity or self.severity,
            hit.start,
            hit.end,
            self.title,
            self.texts[hit.variant],
            hit.cites or self.cites,
            args,
            hit.fix,
        )

    def apply(self, facts: Facts) -> Iterable[Finding]:
        """The rule's findings in a text."""
        return map(self.finding_for, self.find(facts))


def valid_fix(facts: Facts, title: str, text: str) -> Fix | None:
    """A fix that makes a host of a path; none where the edition allows the path and not the host.

    In 1994 and 1997 the last label of a host begins with a letter.
    """
    fixed = parse(text, edition=facts.reference.edition)
    is_no_host = any(fault.rule == "host" for fault in fixed.violations)
    is_broken = facts.reference.valid and not fixed.valid
    return None if is_broken or is_no_host else Fix(title, text)


def readable(template: str) -> str:
    """A text whose places are named as arguments are in a help: HOST, SHOWN."""
    return PLACE.sub(lambda found: found[1].upper(), template)
