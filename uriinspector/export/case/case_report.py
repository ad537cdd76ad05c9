"""The report on a case, independent of any format.

The links are iterated three times, and only numbers are stored per target, so that a million links
fit into memory. All texts are ready for display: shortened, with invisible characters made visible,
and with defanged links unless original ones are requested. The formats only escape and arrange
them.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from heapq import heappush, heapreplace, nlargest
from itertools import chain
from typing import TypeAlias, TypeVar

from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK, SEVERITIES, Finding
from uriinspector.analysis.safe_text import defanged, visible
from uriinspector.analysis.values.value import LIKELY, POSSIBLE, TIME, flattened, shown_time
from uriinspector.analysis.versions import VersionRow, judged_by, libraries, program
from uriinspector.core.expression import expression
from uriinspector.core.model import Message, NamedTuple, message
from uriinspector.documents.authentication import ReceivedHop, believed_and_other, claims_text
from uriinspector.documents.cases.link_row import (
    CALM,
    MALICIOUS,
    NO_BASE,
    NOWHERE,
    REFUSED,
    SAME,
    Decision,
    case_counts,
    is_site,
)
from uriinspector.documents.document import MessageReport
from uriinspector.documents.document_values import (
    ENVELOPE_READER_MOST,
    DocumentPart,
    Envelope,
    Mailbox,
)
from uriinspector.export.case.case_model import (
    SET_ASIDE,
    CaseExport,
    CaseLink,
    File,
    marks_of_files,
)
from uriinspector.export.csv import csv_row
from uriinspector.export.language import Language
from uriinspector.export.options import ExportOptions
from uriinspector.export.report import ALWAYS
from uriinspector.export.report import ReportWords as ReportWords

# File names whose extension is not a top-level domain.
FILE_NAME = expression(
    r"[^./\\:@%]{1,120}\.(?:eml|msg|mbox|mht|mhtml|html?|txt|csv|ics|pdf|png|jpe?g|gif|url"
    r"|docx?|xlsx?|pptx?)",
    re.IGNORECASE,
)


class Fact(NamedTuple):
    """A name and its value: a sentence, or a text to be formatted as code."""

    name: str
    text: str
    is_code: bool = False


class CaseNote(NamedTuple):
    """A finding or, without a severity, a note on the number of omitted findings."""

    severity: str | None
    code: str
    title: str
    message: str
    cites: tuple[str, ...] = ()


def remarks(findings: Sequence[Finding], say: ReportWords, most: int) -> Iterator[CaseNote]:
    values: dict[tuple[str, str], Finding] = {}
    for each in findings:
        values.setdefault((each.code, each.message), each)
    for each in list(values.values())[:most]:
        message = say.line(each.plain)
        yield CaseNote(
            each.severity, each.code, say.translate(each.title), message, say.clauses(each.cites)
        )
    if len(values) > most:
        more = say.count(len(values) - most, "1 more finding", "{count} more findings")
        yield CaseNote(None, "", more, "")


def named(name: str, say: ReportWords) -> str:
    """Return a file name, defanged only if a program could take it for a host."""
    return visible(name) if FILE_NAME.fullmatch(name) else say(name)


def written(note: str, say: ReportWords) -> str:
    return "\n".join(map(say, note.splitlines()))


def counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def headline(link: CaseLink) -> str:
    return defanged(link.inspection().verdict.headline)


T = TypeVar("T")
ENVELOPES, PARTS, FILE_HEADERS_LEFT_OUT, PEOPLE, FILE_HEADERS_FINDINGS, HOPS = 10, 30, 30, 5, 20, 12
KINDS = {
    **dict.fromkeys(("zip", "gzip", "tar", "bzip2", "xz", "7z"), "archive"),
    "outlook": "message",
    "html": "page",
    "mbox": "mailbox",
    "image": "image",
    "pdf": "PDF",
}
# The maximum length of a quoted header field.
QUOTED = 300


class EnvelopeReport(NamedTuple):
    """The header of a message; if there are several messages, the title names the part."""

    title: str
    facts: tuple[Fact, ...]


class FileReport(NamedTuple):
    title: str
    facts: tuple[Fact, ...]
    envelopes: tuple[EnvelopeReport, ...]
    findings: tuple[CaseNote, ...]
    parts: tuple[str, ...]
    unexamined: tuple[str, ...]


def file_report(file: File, say: ReportWords) -> FileReport:
    parts = [_part(each, say) for each in file.parts[:PARTS]] if len(file.parts) > 1 else []
    left_out, translate = file.not_examined, say.translate
    unexamined = [
        f"{translate('part {part}', part=each.part)}, {say(each.type)}: "
        f"{say(translate(each.reason))}"
        for each in left_out[:FILE_HEADERS_LEFT_OUT]
    ]
    decided = {each.part for each in file.decisions}
    envelopes = first_decided(file.envelopes, lambda each: each.part in decided, ENVELOPES)
    several = len(file.envelopes) > 1
    return FileReport(
        named(file.name, say),
        tuple(_file_headers_facts(file, say)),
        tuple(_envelope(each, file, say, several=several) for each in envelopes),
        tuple(remarks(file.findings, say, FILE_HEADERS_FINDINGS)),
        tuple(_with_rest(parts, len(file.parts), say)),
        tuple(_with_rest(unexamined, len(left_out), say)),
    )


def first_decided(rows: Sequence[T], is_decided: Callable[[T], bool], most: int) -> list[T]:
    """Return up to ``most`` rows, preferring those with a decision, in their original order."""
    places = sorted(range(len(rows)), key=lambda at: not is_decided(rows[at]))
    return [rows[at] for at in sorted(places[:most])]


def _file_headers_facts(file: File, say: ReportWords) -> Iterator[Fact]:
    translate = say.translate
    yield Fact(translate("Kind"), translate(KINDS.get(file.kind, file.kind)))
    yield Fact(translate("Size"), say.count(file.size, "1 byte", "{count} bytes"))
    yield Fact("SHA-256", file.sha256, is_code=True)
    yield Fact(translate("Links"), translate("{count}", count=file.links))
    yield from _decided(file.decision(""), say)
    if len(file.envelopes) > ENVELOPES:
        words = "{count}, of which {shown} are shown"
        yield Fact(
            translate("Messages"), translate(words, count=len(file.envelopes), shown=ENVELOPES)
        )


def _decided(decision: Decision, say: ReportWords) -> Iterator[Fact]:
    if decision.mark:
        yield Fact(say.translate("Marked by the analyst"), say.translate(decision.mark))
    if decision.note:
        yield Fact(say.translate("Note"), written(decision.note, say))


def _envelope(envelope: Envelope, file: File, say: ReportWords, *, several: bool) -> EnvelopeReport:
    translate = say.translate
    title = (
        translate("Message in part {part}", part=envelope.part) if several else translate("Message")
    )
    report = next((each for each in file.messages if each.part == envelope.part), None)
    facts = [*_assessment(report, say)] if report else []
    facts += _decided(file.decision(envelope.part), say)
    return EnvelopeReport(title, (*facts, *_header(envelope, say)))


def _assessment(report: MessageReport, say: ReportWords) -> Iterator[Fact]:
    if report.severity is not None:
        yield Fact(say.translate("Severity"), say.translate(report.severity))
    yield Fact(say.translate("Assessment"), say.line(report.line))


def _header(envelope: Envelope, say: ReportWords) -> Iterator[Fact]:
    translate = say.translate
    for name, people in (
        ("From", envelope.senders),
        ("Reply-To", envelope.reply_to),
        ("To", envelope.recipients),
    ):
        if people:
            yield Fact(say.translate(name), _people(people, say), is_code=True)
    for name, text in (
        ("Return-Path", envelope.return_path),
        ("Subject", envelope.subject),
        ("Date", envelope.date),
        ("Message-ID", envelope.message_id),
    ):
        if text:
            yield Fact(say.translate(name), say(" ".join(text.split()), QUOTED), is_code=True)
    first, others = believed_and_other(envelope.claims)
    if first or not others:
        words = say(claims_text(first), QUOTED) or translate("none")
        yield Fact(translate("Checks, according to the header"), words, is_code=bool(first))
    if others:
        words = say(claims_text(others), QUOTED)
        yield Fact(
            translate("Check results that the sender could have written"), words, is_code=True
        )
    hops = envelope.hops[:HOPS]
    if hops:
        way = say("; ".join(map(_hop, hops)), HOPS * QUOTED)
        yield Fact(translate("Received, according to the header"), way, is_code=True)


def _hop(hop: ReceivedHop) -> str:
    address = f"[{hop.address}]" if hop.address else ""
    delay = "" if hop.delay is None else f"{hop.delay:+d} s"
    names = " -> ".join(filter(None, (f"{hop.host or ''} {address}".strip(), hop.by)))
    return ", ".join(filter(None, (names, hop.date, delay)))


def _people(people: Sequence[Mailbox], say: ReportWords) -> str:
    texts = [
        say(f'"{each.name}" <{each.address}>' if each.name else f"<{each.address}>", QUOTED)
        for each in people[:PEOPLE]
    ]
    left = len(people) - PEOPLE
    # Envelopes store at most this many people, so there may be more.
    words = "at least {count} more" if len(people) >= ENVELOPE_READER_MOST else "{count} more"
    return ", ".join(texts + ([say.translate(words, count=left)] if left > 0 else []))


def _part(part: DocumentPart, say: ReportWords) -> str:
    name = f" {named(part.name, say)}" if part.name else ""
    size = say.count(part.size, "1 byte", "{count} bytes")
    return f"{part.path}{name}, {say(part.type)}, {size}, SHA-256 {part.sha256}"


def _with_rest(rows: list[str], count: int, say: ReportWords) -> Iterator[str]:
    yield from rows
    if rows and count > len(rows):
        yield say.translate("{count} more", count=count - len(rows))


# Links marked as malicious come first, regardless of findings; links set aside come last.
DECIDED, ASIDE = 9, -2
# The code and text of a finding about a link's place.
OwnKey: TypeAlias = "tuple[str, str]"
MOST_OWN = 32
# Links with the same target and the same decision are combined.
Key: TypeAlias = "tuple[str, str, str | None, str]"


class TargetGroup(NamedTuple):
    """Links with the same target: the worst of them, their number, and the first ones.

    ``own`` are the findings about the places of all these links, without repetitions.
    """

    link: CaseLink
    links: int
    places: tuple[CaseLink, ...]
    own: tuple[Finding, ...] = ()


@dataclass(slots=True)
class SiteGroup:
    """The links to one site; ``left_out`` is the number of links whose targets are not shown."""

    name: str
    weight: int = ASIDE - 1
    rank: int = CALM
    links: int = 0
    target_count: int = 0
    targets: list[TargetGroup] = field(default_factory=list)

    @property
    def left_out(self) -> int:
        return self.links - sum(each.links for each in self.targets)


class ReportLimits(NamedTuple):
    sites: int
    targets: int
    places: int


@dataclass(slots=True)
class SiteGroups:
    """The sites to show, worst first, with the total numbers."""

    sites: list[SiteGroup]
    group_count: int
    site_count: int
    target_count: int
    ranks: dict[int, int]
    marks: dict[str, int]

    @property
    def left_out(self) -> int:
        return self.group_count - len(self.sites)


def weight_of(link: CaseLink) -> int:
    if link.mark == MALICIOUS:
        return DECIDED
    return ASIDE if link.mark in SET_ASIDE else link.row.rank


def group_by_site(links: Sequence[CaseLink], room: ReportLimits) -> SiteGroups:
    counts = _Counts()
    for at, link in enumerate(links):
        counts.add(at, link)
    sites = list(counts.sites.values())
    chosen = nlargest(room.sites, sites, key=lambda each: (each.weight, each.links))
    heaps = counts.best({id(each) for each in chosen}, sites, room.targets)
    wanted = {each for heap in heaps.values() for each in heap}
    places, own = counts.places(links, wanted, room.places)
    for site in chosen:
        best = sorted(
            heaps[id(site)], key=lambda each: (-counts.weight[each], -counts.links[each], each)
        )
        site.targets = [
            TargetGroup(
                links[counts.worst[each]],
                counts.links[each],
                tuple(places[each]),
                tuple(own[each].values()),
            )
            for each in best
        ]
    named = sum(is_site(each.name) for each in sites)
    return SiteGroups(chosen, len(sites), named, len(counts.numbers), counts.ranks, counts.marks)


class _Counts:
    """The number of links, the worst link and the site of each target, in compact arrays."""

    def __init__(self) -> None:
        self.numbers: dict[Key, int] = {}
        self.sites: dict[str, SiteGroup] = {}
        self.ranks: dict[int, int] = {}
        self.marks: dict[str, int] = {}
        self.links, self.worst, self.site_of = array("q"), array("q"), array("q")
        self.weight = array("b")
        self._place: dict[str, int] = {}

    def add(self, at: int, link: CaseLink) -> None:
        rank, weight, count = link.row.rank, weight_of(link), link.links
        self.ranks[rank] = self.ranks.get(rank, 0) + count
        if link.mark:
            self.marks[link.mark] = self.marks.get(link.mark, 0) + count
        site = self.sites.get(link.row.site)
        if site is None:
            site = self.sites[link.row.site] = SiteGroup(link.row.site)
            self._place[link.row.site] = len(self._place)
        site.links += count
        site.weight, site.rank = max(site.weight, weight), max(site.rank, rank)
        key = key_of(link)
        number = self.numbers.get(key)
        if number is None:
            self.numbers[key] = len(self.numbers)
            site.target_count += 1
            self.links.append(count)
            self.worst.append(at)
            self.weight.append(weight)
            self.site_of.append(self._place[link.row.site])
            return
        self.links[number] += count
        if weight > self.weight[number]:
            self.weight[number], self.worst[number] = weight, at

    def best(self, chosen: set[int], sites: list[SiteGroup], room: int) -> dict[int, list[int]]:
        heaps: dict[int, list[tuple[int, int, int]]] = {each: [] for each in chosen}
        for number, place in enumerate(self.site_of):
            heap = heaps.get(id(sites[place]))
            if heap is None:
                continue
            item = (self.weight[number], self.links[number], -number)
            if len(heap) < room:
                heappush(heap, item)
            elif item > heap[0]:
                heapreplace(heap, item)
        return {site: [-each[2] for each in sorted(heap)] for site, heap in heaps.items()}

    def places(
        self, links: Sequence[CaseLink], wanted: set[int], room: int
    ) -> tuple[dict[int, list[CaseLink]], dict[int, dict[OwnKey, Finding]]]:
        """Return the first links to these targets, and the findings about all links' places."""
        values: dict[int, list[CaseLink]] = {each: [] for each in wanted}
        own: dict[int, dict[OwnKey, Finding]] = {each: {} for each in wanted}
        for link in links:
            number = self.numbers[key_of(link)]
            if number not in values:
                continue
            if len(values[number]) < room:
                values[number].append(link)
            for each in link.row.own:
                if len(own[number]) < MOST_OWN:
                    own[number].setdefault((each.code, each.message), each)
        return values, own


def key_of(link: CaseLink) -> Key:
    """Return the key of a link; links with equal keys are combined."""
    return link.row.site, link.row.target or link.row.value, link.mark, link.note


COLUMNS = ("time", "zone", "confidence", "meaning", "text", "document", "part", "line", "link")
# A date and time as formatted by decoders, or just a date.
MOMENT = expression(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?)?"
)
ZONE, NO_ZONE = "UTC", "not given"
# The certainty of dates in headers, which can be forged.
CLAIMED = "claimed"
SERVICE = "service"
UNKNOWN_ZONE = "-0000"


class CaseTime(NamedTuple):
    """A time in a link or message: its certainty, its meaning, and where it occurs.

    For the date of a message, ``link`` and ``line`` are None.
    """

    time: str
    zone: str
    confidence: str
    phrase: Message
    text: str
    file: int
    part: str
    line: int | None = None
    link: str | None = None


def timeline_rows(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    """Yield a row for each time, with its time zone and certainty."""
    show = str if options.exact else defang
    shown = {link.row.file for link in case.links}
    # Files whose links were all filtered out are omitted, but not files without any links.
    numbers = (
        number for number, file in enumerate(case.files) if not file.links or number in shown
    )
    messages = (each for number in numbers for each in message_times(case.files[number], number))
    for each in chain(messages, chain.from_iterable(map(link_times, case.links))):
        meaning: str = each.phrase
        text, link = each.text, each.link or ""
        if each.link is not None:
            meaning, text, link = show(meaning), show(text), show(link)
        line = "" if each.line is None else str(each.line)
        cells = (meaning, text, case.files[each.file].name, each.part, line, link)
        yield csv_row(each.time, each.zone, each.confidence, *map(visible, cells))


def in_order(rows: Iterable[str]) -> Iterator[str]:
    """Return the header, then the rows of all files sorted by time."""
    lines = sorted(line for each in rows for line in each.split("\n") if line)
    return chain((csv_row(*COLUMNS),), (f"{line}\n" for line in lines))


def link_times(link: CaseLink) -> Iterator[CaseTime]:
    known = set()
    row = link.row
    for value, reading, _ in flattened(link.inspection().values):
        is_time = reading.kind == TIME or reading.decoder == SERVICE
        if not is_time or not MOMENT.fullmatch(reading.value):
            continue
        if (value.span, reading.value) not in known:
            known.add((value.span, reading.value))
            zone = ZONE if reading.value.endswith("Z") else NO_ZONE
            reads = (reading.value, zone, reading.confidence, reading.phrase, value.text)
            yield CaseTime(*reads, row.file, row.part, row.line, row.value)


def message_times(file: File, number: int) -> Iterator[CaseTime]:
    """Yield the dates in the headers of a file's messages."""
    for envelope in file.envelopes:
        try:
            date = parsedate_to_datetime((envelope.date or "").strip())
            # RFC 5322 3.3: in UTC, with no information about the sender's time zone.
            is_placed = date.tzinfo is not None or UNKNOWN_ZONE in (envelope.date or "")
            plain = date.astimezone(UTC) if date.tzinfo else date
        except (ValueError, TypeError, OverflowError):
            continue
        time = plain.strftime("%Y-%m-%dT%H:%M:%S") + ("Z" if is_placed else "")
        zone = ZONE if is_placed else NO_ZONE
        phrase = message("Date of the message")
        yield CaseTime(time, zone, CLAIMED, phrase, envelope.date or "", number, envelope.part)


# If a report has more rows than the first number, they are folded; beyond the second number, rows
# are only counted.
FOLDED, ROWS = 12, 40
DOUBTS = {LIKELY: 1, POSSIBLE: 2}
TIME_REPORT_LEFT_OUT = (
    "The timeline export has 1 more entry.",
    "The timeline export has {count} more entries.",
)


class TimeLine(NamedTuple):
    """A time in the report: its certainty, its meaning, its text, and where it occurs.

    ``meaning`` continues the sentence that begins with ``when``.
    """

    confidence: str
    when: str
    meaning: str
    text: str
    place: str


class TimeReport(NamedTuple):
    """The times to show, and a sentence with the number of others."""

    lines: tuple[TimeLine, ...]
    left_out: str

    @property
    def is_folded(self) -> bool:
        """True if there are so many times that they would hide the rest of the report."""
        return len(self.lines) > FOLDED


def time_report(
    case: CaseExport, files: int, links: Iterable[CaseLink], say: ReportWords
) -> TimeReport:
    """Return the times in these links and in the messages of the first files."""
    messages = (message_times(file, number) for number, file in enumerate(case.files[:files]))
    times = sorted(
        chain.from_iterable(chain(messages, map(link_times, links))),
        key=lambda each: (DOUBTS.get(each.confidence, 0), each.time),
    )
    shown = sorted(times[:ROWS], key=lambda each: each.time)
    left = len(times) - len(shown)
    return TimeReport(
        tuple(_line(each, case, say) for each in shown),
        say.count(left, *TIME_REPORT_LEFT_OUT) if left else "",
    )


def _line(each: CaseTime, case: CaseExport, say: ReportWords) -> TimeLine:
    translate = say.translate
    when, meaning = shown_time(each.time), say.line(each.phrase)
    rest = meaning.removeprefix(when) if meaning.startswith(when) else f", {meaning}"
    comma, meaning = "," if rest.startswith(",") else "", rest.lstrip(", ")
    if not each.time.endswith("Z"):
        meaning = f"{meaning}, {translate('no time zone')}"
    file = case.files[each.file]
    where = [named(file.name, say)] if len(case.files) > 1 else []
    if len(file.parts) > 1:
        where.append(translate("part {part}", part=say(each.part)))
    if each.line is not None:
        where.append(translate("line {line}", line=each.line))
    return TimeLine(
        translate(each.confidence), f"{when}{comma}", meaning, say(each.text), ", ".join(where)
    )


# The limits of a report. Omitted items are counted; tables contain everything.
ROOM = ReportLimits(sites=60, targets=20, places=5)
FILES, FINDINGS = 60, 8
SITES_LEFT = "1 more site is in the CSV export.", "{count} more sites are in the CSV export."
LINKS_LEFT = "1 more link is in the CSV export.", "{count} more links are in the CSV export."
FILES_LEFT = "1 more file is in the CSV export.", "{count} more files are in the CSV export."
DEFANGED = "links defanged; lines and columns counted from 1, bytes from 0"
TO_THE_LETTER = "original links; lines and columns counted from 1, bytes from 0"
WITHOUT_HOST = {
    SAME: "The same document",
    NO_BASE: "Relative, without a base URL",
    **dict.fromkeys((NOWHERE, *REFUSED), "No valid host"),
}


class TargetReport(NamedTuple):
    severity: str | None
    mark: str | None
    note: str
    headline: str
    target: str
    facts: tuple[Fact, ...]
    findings: tuple[CaseNote, ...]


class SiteReport(NamedTuple):
    """The section about a site, or about links without a valid host."""

    name: Fact
    severity: str | None
    counts: str
    targets: tuple[TargetReport, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class CaseReport:
    title: str
    severity: str | None
    facts: tuple[Fact, ...]
    sites: tuple[SiteReport, ...]
    sites_left_out: str
    times: TimeReport
    files: tuple[FileReport, ...]
    files_left_out: str
    unexamined: tuple[str, ...]
    rests_on: tuple[VersionRow, ...]
    translate: Language


def case_report(case: CaseExport, options: ExportOptions | None = None) -> CaseReport:
    """Return the report on a case; with ``exact``, links are not defanged."""
    options = options or ExportOptions()
    exact, translator = options.exact, options.say
    say = ReportWords(str if exact else defang, translator)
    site_groups = group_by_site(case.links, ROOM)
    unread = tuple(
        f"{named(each.path, say)}: {say(translator(each.why))}" for each in case.troubles
    )
    shown = first_decided(case.files, lambda each: bool(each.decisions), FILES)
    files = tuple(file_report(each, say) for each in shown)
    left = len(case.files) - len(files)
    listed = (target.link for site in site_groups.sites for target in site.targets)
    sources = (source for file in case.files for source in file.lists)
    return CaseReport(
        title=named(case.title, say),
        severity=_worst(case, site_groups),
        facts=tuple(_facts(case, site_groups, say, exact=exact)),
        sites=tuple(_site(each, case, say) for each in site_groups.sites),
        sites_left_out=say.count(site_groups.left_out, *SITES_LEFT) if site_groups.left_out else "",
        times=time_report(case, FILES, listed, say),
        files=files,
        files_left_out=say.count(left, *FILES_LEFT) if left else "",
        unexamined=(*unread, *map(translator, ALWAYS)),
        rests_on=(program(), *libraries(), *judged_by(sources)),
        translate=translator,
    )


def _worst(case: CaseExport, groups: SiteGroups) -> str | None:
    ranks = [SEVERITIES.index(each.severity) for file in case.files for each in file.findings]
    rank = max([*ranks, *groups.ranks], default=CALM)
    return None if rank == CALM else SEVERITIES[rank]


def _facts(
    case: CaseExport, groups: SiteGroups, say: ReportWords, *, exact: bool
) -> Iterator[Fact]:
    translate, links = say.translate, sum(groups.ranks.values())
    number_of = case_counts(case.files, links)
    files = say.count(number_of.files, "1 file", "{count} files")
    if number_of.emails and number_of.emails + number_of.others > 1:
        files = translate("{files}: {what}", files=files, what=number_of.words(say.count))
    yield Fact(translate("Files"), files)
    if case.troubles:
        yield Fact(translate("Not read"), say.count(len(case.troubles), "1 file", "{count} files"))
    if partly := sum(bool(file.not_examined) for file in case.files):
        yield Fact(translate("Not fully checked"), say.count(partly, "1 file", "{count} files"))
    counts = (
        say.count(links, "1 link", "{count} links"),
        say.count(groups.target_count, "1 unique URL", "{count} unique URLs"),
        say.count(groups.site_count, "1 site", "{count} sites"),
    )
    yield Fact(translate("Links"), ", ".join(counts))
    by_rank = [(name, groups.ranks.get(rank, 0)) for rank, name in enumerate(SEVERITIES)]
    levels = [
        translate("{count} {what}", count=count, what=translate(name))
        for name, count in reversed(by_rank)
        if count
    ]
    if CALM in groups.ranks:
        levels.append(translate("{count} without a finding", count=groups.ranks[CALM]))
    yield Fact(translate("Severities"), ", ".join(levels) or translate("none"))
    of_links, of_files = _marks(groups.marks, say), _marks(marks_of_files(case), say)
    if of_files:
        name = translate("Files") if number_of.others else translate("Emails")
        named_links = [f"{translate('Links')}: {of_links}"] if of_links else []
        of_links = "; ".join([f"{name}: {of_files}", *named_links])
    yield Fact(translate("Marked by the analyst"), of_links or translate("none"))
    yield Fact(translate("Created"), case.created)
    yield Fact(translate("Notation"), translate(TO_THE_LETTER if exact else DEFANGED))
    for each in case.notes:
        yield Fact(translate("Note"), defanged(translate(each)))


def _marks(marks: Mapping[str, int], say: ReportWords) -> str:
    return ", ".join(
        say.translate("{count} {what}", count=count, what=say.translate(mark))
        for mark, count in sorted(marks.items())
    )


def _site(site: SiteGroup, case: CaseExport, say: ReportWords) -> SiteReport:
    words = WITHOUT_HOST.get(site.name)
    links = say.count(site.links, "1 link", "{count} links")
    targets = say.count(site.target_count, "1 unique URL", "{count} unique URLs")
    return SiteReport(
        Fact("", say.translate(words)) if words else Fact("", say(site.name), is_code=True),
        None if site.rank == CALM else SEVERITIES[site.rank],
        f"{links}, {targets}",
        tuple(_target(each, case, say) for each in site.targets),
        say.count(site.left_out, *LINKS_LEFT) if site.left_out else "",
    )


def _target(group: TargetGroup, case: CaseExport, say: ReportWords) -> TargetReport:
    link = group.link
    inspection = link.inspection()
    listed = _findings(inspection.findings, group.own)
    return TargetReport(
        link.row.severity,
        link.mark,
        written(link.note, say),
        say.line(inspection.verdict.headline),
        say(link.row.target or link.row.value),
        tuple(_about(group, case, say)),
        (*_inside(inspection.verdict.worst, listed, say), *remarks(listed, say, FINDINGS)),
    )


def _inside(
    worst: Finding | None, listed: Sequence[Finding], say: ReportWords
) -> Iterator[CaseNote]:
    """Yield the worst finding if it is worse than those listed: it is then about a nested link."""
    known = max((RANK[each.severity] for each in listed), default=CALM)
    if worst is None or RANK[worst.severity] <= known:
        return
    for each in remarks((worst,), say, 1):
        yield each._replace(title=say.translate("In the nested link: {title}", title=each.title))


def _findings(own: tuple[Finding, ...], of_places: tuple[Finding, ...]) -> list[Finding]:
    """Return the findings about the worst link and about the places of all links, worst first."""
    return sorted((*own, *of_places), key=lambda each: -RANK[each.severity])


def _about(group: TargetGroup, case: CaseExport, say: ReportWords) -> Iterator[Fact]:
    link, translate = group.link, say.translate
    if link.row.target is not None and link.row.value != link.row.target:
        yield Fact(translate("Written as"), say(link.row.value), is_code=True)
    if link.shown is not None and link.shown.strip() not in {"", link.row.value}:
        yield Fact(translate("Shown as"), say(" ".join(link.shown.split())), is_code=True)
    if link.row.base and link.row.value != link.row.target:
        yield Fact(translate("Base"), say(link.row.base), is_code=True)
    for each in group.places:
        yield Fact(translate("Location"), _place(each, case, say))
    more = group.links - sum(each.links for each in group.places)
    if more > 0:
        yield Fact(translate("Location"), translate("and {count} more times", count=more))


def _place(link: CaseLink, case: CaseExport, say: ReportWords) -> str:
    file, translate = case.files[link.row.file], say.translate
    where = translate(
        "line {line}, column {column}, {size} from byte {start}",
        line=link.row.line,
        column=link.row.column,
        size=say.count(link.row.end - link.row.start, "1 byte", "{count} bytes"),
        start=link.row.start,
    )
    if len(file.parts) > 1:
        where = f"{translate('part {part}', part=link.row.part)}, {where}"
    if len(case.files) > 1:
        where = f"{named(file.name, say)}, {where}"
    what = link.row.element
    return (
        f"{where}, {translate('in {what}', what=say(what)) if what else translate('in the text')}"
    )
