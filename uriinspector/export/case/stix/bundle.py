"""A case as a bundle of STIX 2.1, object by object.

What was seen is observed data, a file each.  An indicator is made only of what somebody has marked
as malicious, and speaks of the link, never of its host: others may share it.  Values are exact;
descriptions are for people, and defanged.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.analysis.safe_text import defanged
from uriinspector.documents.cases.link_row import IGNORED, MALICIOUS
from uriinspector.export.case.case_model import decided_files
from uriinspector.export.case.exact_values import ends_of, host_of, url_of
from uriinspector.export.case.report_words import ReportWords, counted, headline, written
from uriinspector.export.case.stix import objects
from uriinspector.export.case.stix.ids import object_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.export.case.case_model import CaseExport, CaseLink, DecidedEntry, File
    from uriinspector.export.case.stix.ids import Object

CONTEXT = "suspicious-activity"
# So many references are written at once.
PIECE = 1_000


def stix(case: CaseExport) -> Iterator[str]:
    """The bundle, an object a line."""
    name = object_id("bundle", case.title, case.created, *(each.sha256 for each in case.files))
    yield f'{{"type": "bundle", "id": {json.dumps(name)}, "objects": [\n'
    start = ""
    for each in _Bundle(case).objects():
        yield start
        yield from _written(each)
        start = ",\n"
    yield "\n]}\n"


def _written(each: Object) -> Iterator[str]:
    """An object; a long list in pieces, so that nobody waits for it as a whole."""
    refs = each.get("object_refs")
    if not isinstance(refs, list) or len(refs) <= PIECE:
        yield json.dumps(each)
        return
    rest = {name: value for name, value in each.items() if name != "object_refs"}
    yield json.dumps(rest)[:-1] + ', "object_refs": ['
    for start in range(0, len(refs), PIECE):
        yield (", " if start else "") + json.dumps(refs[start : start + PIECE])[1:-1]
    yield "]}"


def _title(mark: str | None) -> str:
    return f"Marked {mark}" if mark else "Note"


class _Bundle:
    """The objects of a case, each once; only their identifiers are kept."""

    def __init__(self, case: CaseExport) -> None:
        self._case = case
        self._created = case.created
        self._known: set[str] = set()
        self._observed_refs: list[dict[str, None]] = [{} for _ in case.files]
        # What is said, for the grouping; and which indicator rests on which files.
        self._stated_refs: dict[str, None] = {}
        self._rests: dict[tuple[str, int], None] = {}
        self._left_out = self._ignored = 0

    def objects(self) -> Iterator[Object]:
        """All of them, what others refer to first."""
        yield objects.identity()
        for number, file in enumerate(self._case.files):
            yield from self._file(number, file)
        for each in decided_files(self._case):
            yield from self._decided_file(each)
        for link in self._case.links:
            if link.mark == IGNORED:
                self._ignored += link.links
            else:
                yield from self._one_link(link)
        observed = [self._observed(number) for number in range(len(self._observed_refs))]
        yield from observed
        for source, number in self._rests:
            yield from self._say(
                objects.based_on(self._created, source, str(observed[number]["id"]))
            )
        yield self._grouping([str(each["id"]) for each in observed])

    def _file(self, number: int, file: File) -> Iterator[Object]:
        whole = objects.file(file.name, file.sha256, file.size)
        yield from self._see(number, whole)
        for envelope in file.envelopes:
            for each in objects.message(file, envelope):
                yield from self._see(number, each)
        for part, kind, reason in ((e.part, e.type, e.reason) for e in file.not_examined):
            words = defanged(f"Part {part}, {kind}: {reason}")
            yield from self._note("Not checked", words, str(whole["id"]))

    def _decided_file(self, each: DecidedEntry) -> Iterator[Object]:
        """Yield what the analyst has said of a file, or of an email in it."""
        file, part = each.file, each.part
        envelope = next((one for one in file.envelopes if one.part == part), None)
        seen = [*objects.message(file, envelope)] if envelope else []
        about = [one for one in seen if one["type"] == "email-message"]
        whole = objects.file(file.name, file.sha256, file.size)
        what = "Email" if envelope else "File"
        ref = str((about or [whole])[0]["id"])
        words = (
            f"{what} {defanged(file.name)}, part {defanged(part)}",
            defanged(each.report.sentence) if each.report else "",
            written(each.decision.note, ReportWords(defang)),
        )
        yield from self._note(_title(each.decision.mark), "\n".join(filter(None, words)), ref)

    def _one_link(self, link: CaseLink) -> Iterator[Object]:
        url, host = url_of(link), host_of(link)
        is_meant = host is not None or link.mark == MALICIOUS
        # What is no URL is told of the file that it stands in.
        ref = next(iter(self._observed_refs[link.row.file]))
        if url is None or not is_meant:
            self._left_out += link.links
        else:
            result = objects.url(url)
            ref = str(result["id"])
            yield from self._see(link.row.file, result)
        if host is not None:
            yield from self._see(link.row.file, objects.host(host))
        if link.mark or link.note:
            yield from self._decided(link, ref)

    def _decided(self, link: CaseLink, ref: str) -> Iterator[Object]:
        """What somebody has said of a link."""
        words = headline(link)
        if link.mark == MALICIOUS:
            ends = ends_of(link, link.inspection())
            if ends:
                result = objects.indicator(
                    self._created, ends, (f"Marked malicious: {words}", words)
                )
                self._rests[str(result["id"]), link.row.file] = None
                yield from self._say(result)
        as_written = f"Written as {defanged(link.row.value)}"
        text = "\n".join(filter(None, (words, as_written, written(link.note, ReportWords(defang)))))
        yield from self._note(_title(link.mark), text, ref)

    def _note(self, title: str, text: str, ref: str) -> Iterator[Object]:
        yield from self._say(objects.note(self._created, (title, text), [ref]))

    def _see(self, number: int, item: Object) -> Iterator[Object]:
        """Something that was seen in a file."""
        name = str(item["id"])
        self._observed_refs[number][name] = None
        if name not in self._known:
            self._known.add(name)
            yield item

    def _say(self, item: Object) -> Iterator[Object]:
        name = str(item["id"])
        if name not in self._stated_refs:
            self._stated_refs[name] = None
            yield item

    def _observed(self, number: int) -> Object:
        content: Object = {
            "first_observed": self._created,
            "last_observed": self._created,
            "number_observed": 1,
            "object_refs": list(self._observed_refs[number]),
        }
        file = self._case.files[number]
        key = (str(number), file.name, file.sha256, self._created)
        return objects.stated("observed-data", self._created, key, content)

    def _grouping(self, observed: list[str]) -> Object:
        case = self._case
        content: Object = {
            "name": defanged(case.title),
            "description": " ".join(self._words()),
            "context": CONTEXT,
            "object_refs": [objects.PROGRAM, *observed, *self._stated_refs],
        }
        return objects.stated("grouping", self._created, (case.title, *observed), content)

    def _words(self) -> Iterator[str]:
        """What goes with all of it."""
        yield "Text only; nothing was visited."
        if self._left_out:
            links = counted(self._left_out, "link", "links")
            yield f"Left out: {links} without a host or a form allowed by RFC 3986."
        if self._ignored:
            yield f"Left out: {counted(self._ignored, 'link', 'links')} marked ignored."
        if self._case.troubles:
            yield f"{counted(len(self._case.troubles), 'file was', 'files were')} not read."
        yield from map(defanged, self._case.notes)
