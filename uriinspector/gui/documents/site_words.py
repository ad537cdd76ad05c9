"""What is said of a site in the window: what it came to, and a finding in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cites
from uriinspector.documents.site.site_check import finding_of
from uriinspector.documents.site.site_store import SiteFinding
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say, say_count

if TYPE_CHECKING:
    from uriinspector.gui.documents.site_stream import SiteSummary


def summary_words(summary: SiteSummary, *, is_cut: bool) -> str:
    """What a check came to, and what it does not tell."""
    totals = summary.totals
    words = [
        say_count(totals.number, "1 page or style sheet", "{count} pages and style sheets"),
        say_count(totals.links, "1 link", "{count} links"),
        say("{count} within the site", count=totals.inside),
        say("{count} broken", count=totals.broken),
    ]
    if summary.unread_count:
        words.append(say_count(summary.unread_count, "1 not checked", "{count} not checked"))
    sentences = [f"{', '.join(words)}."]
    if not summary.is_whole:
        sentences.insert(0, say("Stopped after {count} pages.", count=totals.number))
    if is_cut:
        sentences.append(say("Not all are listed here; the exports have all."))
    return " ".join(sentences)


def finding_words(row: SiteFinding) -> str:
    """The title, the sentence and the clauses of a finding."""
    finding = finding_of(row)
    sentence = say(finding.template, **finding.args)
    cites = shown_cites(finding.cites, ", ")
    return f"{say(finding.title)}. {visible(sentence)} ({cites})"


def place_words(row: SiteFinding) -> str:
    """Where a finding is in its page; "" for what is about the page."""
    return f"{row.line}:{row.column}" if row.value or row.start else ""
