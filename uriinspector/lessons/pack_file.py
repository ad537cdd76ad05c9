"""Read packs from TOML files; sizes are limited, and problems are reported with line numbers."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from functools import partial
from itertools import product
from typing import Any, TypeAlias, TypeVar

from uriinspector import EDITIONS
from uriinspector.analysis.list_files import toml_table
from uriinspector.analysis.list_problems import ListError, ListProblem, Problems, quoted
from uriinspector.core.expression import expression
from uriinspector.core.model import LANGUAGES, Count, message
from uriinspector.lessons.answer_lines import KIND_WORDS
from uriinspector.lessons.draw import FIRST_MATERIAL, PLACES, SPREAD_MATERIAL, unknown_place
from uriinspector.lessons.kinds.table import KINDS, judged
from uriinspector.lessons.mistakes.reference_writing import PARTS, faults
from uriinspector.lessons.mistakes.table import ABOUT
from uriinspector.lessons.pack import AFTER_THE_DEADLINE, AT_ONCE, NEVER, Pack, PackItem, Scoring
from uriinspector.lessons.question import JOINED_KINDS, REMOVED_KINDS, Wishes
from uriinspector.lessons.tricks import TRICKS

LONGEST_VALUE, MOST_TEXTS = 2_000, 200
NUMBER, TEXT, SWITCH = "a whole number", "a text value", "true or false"
TEXTS, CONDITIONS = "a string or a list of strings", "a list of conditions"
# The fields of an item by the type of their values.
FIELD_NAMES = {
    TEXT: "id kind edition says a b page url asks result of",
    NUMBER: "count level times",
    SWITCH: "no_colours no_colors",
    TEXTS: "base reference references text texts editions about tricks parts target targets",
    CONDITIONS: "wants",
}
FIELDS = {name: kind for kind, names in FIELD_NAMES.items() for name in names.split()}
# The fields allowed for all kinds of questions, and for each kind.
EVERY_KIND = ("id", "kind", "level", "no_colours", "no_colors")
NAMES_OF_KIND = {
    "target": "count base reference references edition editions says about",
    "origin": "count base reference references edition editions says about",
    "where": "count about tricks text texts base says of",
    "site": "count about tricks text texts base says",
    "mark": "count parts text texts edition says",
    "rung": "count a b edition editions says",
    "valid": "count text texts edition editions says",
    "relative": "count base reference references edition editions says target targets",
    "write": "count asks wants edition says",
    "editions": "count base reference references result says",
    "base": "count page url says",
    "steps": "count base reference references edition editions says of",
    "letters": "count text texts says",
    "encode": "count parts text texts says",
    "decode": "count times text texts says",
}
KIND_FIELDS = {kind: tuple(names.split()) for kind, names in NAMES_OF_KIND.items()}
# The other editions do not have this algorithm, or these levels.
KIND_EDITIONS = {"steps": ("1997", "2003", "2005"), "rung": ("2003", "2005")}
# The components to ask about, if not all of them: hosts are not percent-encoded.
KNOWN_PARTS = {"encode": ("userinfo", "path", "query", "fragment")}
USUAL_PARTS = {"encode": ("path",)}
MOST_TIMES = 3


def texts(value: object) -> tuple[str, ...]:
    """Return a text or a list of texts as a tuple."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else ()


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_VALUE


def _are_texts(value: object) -> bool:
    if isinstance(value, list):
        return 0 < len(value) <= MOST_TEXTS and all(map(_is_text, value))
    return _is_text(value)


# Tests whether a value has the type that its field requires.
FITS: dict[str, Callable[[object], bool]] = {
    NUMBER: lambda value: type(value) is int,
    SWITCH: lambda value: isinstance(value, bool),
    CONDITIONS: lambda value: isinstance(value, list),
    TEXT: _is_text,
    TEXTS: _are_texts,
}


Choice = TypeVar("Choice", str, int)
Given: TypeAlias = "Iterator[dict[str, str]]"
# Groups of fields in fixed questions, by kind; all combinations of their rows are asked.
ROWS_OF = {
    "where": "base texts",
    "site": "base texts",
    "letters": "texts",
    "mark": "texts parts years",
    "valid": "years texts",
    "rung": "years compared",
    "base": "page",
    "write": "wants",
    "relative": "years targets",
    "editions": "results",
    "encode": "texts parts",
    "decode": "texts times",
}
OF_REFERENCE = "years references"


class FieldTable:
    """The fields of a pack or an item; problems are reported with the name of the field."""

    def __init__(self, fields: Mapping[str, Any], report: Callable[[str, str], None]) -> None:
        self.fields = fields
        self.report = report

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        if isinstance(value, str) and value.strip() and len(value) <= LONGEST_VALUE:
            return value
        self.report(name, message("{name} is missing, or is not text", name=name))
        return ""

    def number(self, name: str, most: int) -> int:
        value = self.fields.get(name)
        if type(value) is int and 1 <= value <= most:
            return value
        reason = message("{name} is not a number from 1 to {most}", name=name, most=Count(most))
        self.report(name, reason)
        return 1

    def one_of(self, name: str, known: tuple[Choice, ...], usual: Choice) -> Choice:
        return self.known(self.fields.get(name, usual), name, known, usual)

    def edition(self, value: object, name: str) -> str:
        return self.known(value, name, EDITIONS, "2005")

    def known(self, value: object, name: str, known: tuple[Choice, ...], usual: Choice) -> Choice:
        """Return a value if it is a known one; otherwise report it and return the default."""
        if value in known and type(value) is type(usual):
            return known[known.index(value)]
        self.not_known(str(value), map(str, known), name)
        return usual

    def are_known(self, known: tuple[str, ...]) -> None:
        """Report each field whose name is not a known one."""
        for name in self.fields:
            if name not in known:
                self.not_known(name, known, name, field=True)

    def not_known(
        self, value: str, known: Iterable[str], name: str, *, field: bool = False
    ) -> None:
        """Report an unknown name, and suggest the most similar known one or list all of them."""
        known = list(known)
        near = get_close_matches(value[:80], known, 1)
        words = {"name": quoted(value)} if field else {"name": name, "value": quoted(value)}
        words |= {"similar": near[0]} if near else {"allowed": ", ".join(known)}
        self.report(name, message(UNKNOWN[field, bool(near)], **words))

    def needs(self, name: str, other: str) -> None:
        self.report(name, message("{name} needs {other}", name=name, other=other))

    def wrong_type(self, name: str, kind: str) -> None:
        self.report(name, message("{name} is not {kind}", name=name, kind=message(kind)))


class FixedQuestions(FieldTable):
    """The fixed questions of an item, for the editions that it names."""

    def __init__(self, item: FieldTable, years: tuple[str, ...]) -> None:
        super().__init__(item.fields, item.report)
        self.years = years

    def of_kind(self, kind: str) -> Given:
        """Yield the given data of each question; nothing for questions generated at random."""
        of = {"of": self.fields["of"]} if "of" in self.fields else {}
        rows = [
            list(getattr(self, f"_{name}")()) for name in ROWS_OF.get(kind, OF_REFERENCE).split()
        ]
        for row in product(*rows):
            yield {name: text for each in (*row, of) for name, text in each.items()}

    def _both(self, one: str, several: str) -> tuple[str, ...]:
        """Return the texts of a field and of its plural form."""
        return texts(self.fields.get(one)) + texts(self.fields.get(several))

    def _years(self) -> Given:
        yield from ({"edition": each} for each in self.years)

    def _texts(self) -> Given:
        yield from ({"text": each} for each in self._both("text", "texts"))

    def _times(self) -> Given:
        yield {"times": str(self.fields.get("times", 1))}

    def _base(self) -> Given:
        is_one = isinstance(base := self.fields.get("base", ""), str)
        if not is_one:
            self.report("base", message("a fixed question about a link has only one base"))
        yield {"base": base if is_one else ""}

    def _parts(self) -> Given:
        kind = self.fields["kind"]
        parts = texts(self.fields.get("parts")) or USUAL_PARTS.get(kind, PARTS)
        known = KNOWN_PARTS.get(kind, PARTS)
        yield from ({"part": each} for each in parts if each in known)

    def _compared(self) -> Given:
        yield from self._together("a", "b")

    def _page(self) -> Given:
        yield from self._together("page", "url")

    def _together(self, *names: str) -> Given:
        """Yield fields that are only allowed together."""
        there = [name for name in names if name in self.fields]
        if len(there) == len(names):
            yield {name: self.fields[name] for name in names}
        elif there:
            self.needs(there[0], next(name for name in names if name not in there))

    def _wants(self) -> Given:
        if "wants" in self.fields:
            wants = json.dumps(self.fields["wants"])
            yield {"asks": self.fields.get("asks", ""), "wants": wants}
        elif "asks" in self.fields:
            self.needs("asks", "wants")

    def _results(self) -> Given:
        result = self.fields.get("result")
        if result is not None:
            yield from ({**each, "result": result} for each in self._references())
        elif isinstance(self.fields.get("base"), str):
            self.needs("base", "result")

    def _targets(self) -> Given:
        if self._both("target", "targets"):
            yield from self._pairs("target", "targets")
        elif isinstance(self.fields.get("base"), str):
            self.needs("base", "target")

    def _references(self) -> Given:
        yield from self._pairs("reference", "references")

    def _pairs(self, one: str, several: str) -> Given:
        base, single = self.fields.get("base"), self.fields.get(one)
        references = texts(self.fields.get(several))
        references += (single,) if isinstance(single, str) else ()
        if references and not isinstance(base, str):
            self.report("base", message("fixed questions with references need one base"))
        elif isinstance(base, str) and not references:
            self.report("base", message("fixed questions with a base need references"))
        elif isinstance(base, str):
            yield from ({"base": base, one: each} for each in references)


# Lines that are not valid TOML, and the advice for them.
HINTS = (
    (
        expression(r"=\s*\[?\s*[\u201c\u201d\u201e\u00bb\u00ab\u2018\u2019]"),
        message("TOML needs straight quotation marks, as in {example}", example='"text"'),
    ),
    (
        expression(r"=\s*\"?\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}"),
        message("dates are written as in {example}", example="2026-11-28"),
    ),
    (
        expression(r"=\s*\d+,\d"),
        message("numbers are written with a decimal point, as in {example}", example="0.5"),
    ),
    # An odd number of quotation marks before a comment.
    (
        expression(r'^[^"#]*+"(?:[^"#]*+"[^"#]*+"|(?!))*+[^"#]*+(?:#|\Z)'),
        message("a quotation mark is missing"),
    ),
    (
        expression(r"=\s*(?!true\b|false\b|inf\b|nan\b)[^\W\d_]"),
        message("text must be in quotation marks, as in {example}", example='"text"'),
    ),
)


def with_hint(fault: ListError, text: str) -> ListError:
    """Return the fault with a hint, if the intended meaning of its line is clear."""
    first = fault.problems[0]
    lines = text.split("\n")
    line = lines[first.line - 1] if 0 < first.line <= len(lines) else ""
    hint = next((words for pattern, words in HINTS if pattern.search(line)), "")
    return ListError([*fault.problems, ListProblem(first.line, hint)]) if hint else fault


LONGEST = 256 << 10
MOST_ITEMS, MOST_COUNT, MOST_QUESTIONS = 200, 100, 1_000
FORMAT = 1
ITEM = expression(r"[ \t]*\[\[[ \t]*item[ \t]*\]\]")
CODE = expression(r"[\w.-]{1,40}")
HEAD = (
    "pack",
    "id",
    "version",
    "title",
    "language",
    "edition",
    "material",
    "item",
    "tries",
    "reasons",
    "due",
    "scoring",
)
YEARS = ("edition", "editions")
REASONS = (AT_ONCE, AFTER_THE_DEADLINE, NEVER)
SCORES = Scoring._fields
# Examples of a date and of a date with a time.
DATE = "2026-11-28, or 2026-11-28T18:00:00"
MATERIALS = (FIRST_MATERIAL, SPREAD_MATERIAL)


# Messages about an unknown field or value, which name a similar one or all that are allowed.
UNKNOWN = {
    (True, True): 'unknown field "{name}"; similar: {similar}',
    (True, False): 'unknown field "{name}"; allowed: {allowed}',
    (False, True): '{name}: unknown "{value}"; similar: {similar}',
    (False, False): '{name}: unknown "{value}"; allowed: {allowed}',
}


def read_pack(text: str) -> Pack:
    """Parse a pack; ListError lists all problems with their lines."""
    if len(text) > LONGEST:
        reason = message("the file is larger than {count} KB", count=LONGEST >> 10)
        raise ListError([ListProblem(0, reason)])
    if not text.strip():
        raise ListError([ListProblem(0, message("the file is empty"))])
    try:
        reader = PackReader(text)
    except ListError as fault:
        raise with_hint(fault, text) from None
    return reader.pack()


# Fields that only drawn or only fixed questions can have.
ONLY_DRAWN = ("count", message('"count" is only for randomly drawn questions, not for fixed ones'))
ONLY_FIXED = (
    "editions",
    message('"editions" is only for fixed questions; randomly drawn ones have one edition each'),
)


class ItemReader(FieldTable):
    """Reads one item of a pack."""

    def item(self, line: int, edition: str) -> PackItem:
        """Return the item that begins on this line; ``edition`` is that of the pack."""
        kind, fields = self._kind(), self.fields
        code = self.text("id")
        if code and not CODE.fullmatch(code):
            reason = 'id "{name}": only letters, digits, ".", "-" and "_"'
            self.report("id", message(reason, name=quoted(code)))
        empty = PackItem(code, kind, 0, Wishes(), line=line)
        if kind not in KIND_FIELDS:
            return empty
        self.are_known((*EVERY_KIND, *KIND_FIELDS[kind]))
        if not self._right_types() or not self._right_of(kind):
            return empty
        count = self.number("count", MOST_COUNT) if "count" in fields else 1
        edition = self.edition(fields.get("edition", edition), "edition")
        wishes = self._wishes(kind, edition)
        if not self._right_conditions():
            return empty
        fixed = tuple(FixedQuestions(self, self._years(kind, edition)).of_kind(kind))
        name, reason = ONLY_DRAWN if fixed else ONLY_FIXED
        if name in fields:
            self.report(name, reason)
        if "says" in fields:
            self._compare(kind, fixed)
        return PackItem(code, kind, count, wishes, fixed, line)

    def _kind(self) -> str:
        """Return the current name of the item's kind; for a former one, add its variant."""
        kind = self.text("kind")
        if kind in JOINED_KINDS:
            kind, of = JOINED_KINDS[kind]
            self.fields = {**self.fields, "of": of}
        if kind in REMOVED_KINDS:
            reason = 'questions of the kind "{name}" no longer exist; remove this item'
            self.report("kind", message(reason, name=kind))
        elif kind and kind not in KIND_FIELDS:
            self.not_known(kind, KIND_FIELDS, "kind")
        return kind

    def _years(self, kind: str, edition: str) -> tuple[str, ...]:
        fields = self.fields
        if kind == "steps" and "of" not in fields:
            return ("2005",)
        written = texts(fields.get("editions"))
        years = tuple(self.edition(each, "editions") for each in written) or (edition,)
        known = KIND_EDITIONS.get(kind, EDITIONS)
        for year in years:
            if year not in known:
                self.not_known(year, known, "editions" if written else "edition")
                return known[-1:]
        return years

    def _right_of(self, kind: str) -> bool:
        """Check the variant and editions of a kind; the rules of RFC 3986 5.2.4 have one
        edition only.
        """
        fields, known = self.fields, KIND_WORDS[kind].of[0]
        if fields.get("of", known) != known:
            self.not_known(fields["of"], (known,), "of")
        elif kind == "steps" and "of" not in fields and (strange := {*YEARS} & {*fields}):
            self.needs(min(strange), "of")
        else:
            return True
        return False

    def _right_conditions(self) -> bool:
        fields = self.fields
        if "times" in fields and self.number("times", MOST_TIMES) != fields["times"]:
            return False
        wrong = list(faults(fields["wants"])) if "wants" in fields else []
        for value, known in wrong:
            self.not_known(value, known, "wants")
        return not wrong

    def _wishes(self, kind: str, edition: str) -> Wishes:
        fields = self.fields
        for name, known in (
            ("about", [each.code for each in ABOUT.get(fields.get("of", kind), ())]),
            ("tricks", TRICKS),
            ("parts", KNOWN_PARTS.get(kind, PARTS)),
        ):
            for value in texts(fields.get(name)):
                if value not in known:
                    self.not_known(value, known, name)
        bases, references = map(self._templates, ("base", "reference"))
        about, tricks, parts = (texts(fields.get(each)) for each in ("about", "tricks", "parts"))
        return Wishes(
            edition,
            bases,
            references,
            about,
            tricks,
            parts,
            levels=(str(fields["times"]),) if "times" in fields else (),
            of=fields.get("of", ""),
        )

    def _templates(self, name: str) -> tuple[str, ...]:
        """Return the templates of a field; a single text is not a template."""
        value = self.fields.get(name)
        templates = texts(value) if isinstance(value, list) else ()
        for strange in filter(None, map(unknown_place, templates)):
            reason = message(
                "unknown placeholder {name}; available: {allowed}",
                name=quoted(strange),
                allowed=", ".join(f"{{{each}}}" for each in PLACES),
            )
            self.report(name, reason)
        return templates

    def _compare(self, kind: str, fixed: tuple[Mapping[str, str], ...]) -> None:
        """Report a wrong expected answer to the teacher, rather than to students."""
        says = self.fields["says"]
        if not fixed:
            self.report("says", message('"says" is only for fixed questions'))
        for given in fixed:
            question = KINDS[kind].question(given)
            if judged(question, says).right is not True:
                reason = message(
                    'the answer is "{key}", not "{says}"', key=quoted(question.key), says=says
                )
                self.report("says", reason)
                return

    def _right_types(self) -> bool:
        wrong = [
            name
            for name, value in self.fields.items()
            if name in FIELDS and not FITS[FIELDS[name]](value)
        ]
        for name in wrong:
            self.wrong_type(name, FIELDS[name])
        return not wrong


class PackReader:
    """Reads one file, and collects the problems in it."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.table = toml_table(text)
        self.head = FieldTable(self.table, partial(self._add, 0))
        self.problems = Problems()

    def pack(self) -> Pack:
        """Return the pack; raise ListError if anything is wrong."""
        head, table = self.head, self.table
        head.are_known(HEAD)
        edition = head.one_of("edition", EDITIONS, "2005")
        code, version = head.text("id"), head.number("version", 1_000_000)
        title = head.text("title")
        if table.get("pack", FORMAT) != FORMAT:
            head.report("pack", message("{name} must be {known}", name="pack", known=FORMAT))
        tries = table.get("tries", 1)
        if type(tries) is not int or tries < 0:
            head.wrong_type("tries", NUMBER)
        whole = Pack(
            code,
            version,
            title,
            edition,
            reasons=head.one_of("reasons", REASONS, AT_ONCE),
            language=head.one_of("language", tuple(LANGUAGES), "en"),
            tries=tries,
            scoring=self._scoring(),
            due=self._due(),
            material=head.one_of("material", MATERIALS, FIRST_MATERIAL),
            items=tuple(self._items(edition)),
        )
        if whole.question_count > MOST_QUESTIONS:
            reason = message("more than {count} questions", count=Count(MOST_QUESTIONS))
            self.problems.add(0, reason)
        self.problems.end()
        return whole

    def _due(self) -> date | None:
        """Return the deadline, which must be a TOML date or time, not a string."""
        due = self.table.get("due")
        if due is None or isinstance(due, date):
            return due
        reason = message(
            '"due" must be a date without quotation marks, such as {example}', example=DATE
        )
        self.head.report("due", reason)
        return None

    def _scoring(self) -> Scoring:
        """Return the points for right answers; each must be from 0 to 1."""
        scores = self.table.get("scoring", {})
        if not isinstance(scores, dict):
            self.head.wrong_type("scoring", "a table")
            return Scoring()
        FieldTable(scores, self.head.report).are_known(SCORES)
        for name, value in scores.items():
            if type(value) not in {int, float} or not 0 <= value <= 1:
                self.head.report(name, message("{name} is not a number from 0 to 1", name=name))
                return Scoring()
        return Scoring(**{name: float(scores[name]) for name in SCORES if name in scores})

    def _items(self, edition: str) -> Iterator[PackItem]:
        written = self.table.get("item", [])
        if not isinstance(written, list) or not written:
            self.problems.add(0, message('questions must begin with "{begin}"', begin="[[item]]"))
            return
        places = [number for number, line in enumerate(self.lines, 1) if ITEM.match(line)]
        places = places if len(places) == len(written) else [0] * len(written)
        if len(written) > MOST_ITEMS:
            self.problems.add(0, message("more than {count} items", count=Count(MOST_ITEMS)))
        codes: set[str] = set()
        for fields, line in zip(written[:MOST_ITEMS], places, strict=False):
            if not isinstance(fields, dict):
                self.problems.add(line, message("a row must be a table"))
                continue
            item = ItemReader(fields, partial(self._add, line)).item(line, edition)
            if item.code in codes:
                self._add(line, "id", message('"{name}" occurs twice', name=quoted(item.code)))
            codes.add(item.code)
            yield item

    def _add(self, line: int, name: str, reason: str) -> None:
        """Report a problem at the field's line or, if that is not found, at the item's."""
        begins = re.compile(rf"[ \t]*[\"']?{re.escape(name[:200])}[\"']?[ \t]*=")
        for number, text in enumerate(self.lines[line:], line + 1):
            if line and ITEM.match(text):
                break
            if begins.match(text):
                self.problems.add(number, reason)
                return
        self.problems.add(line or 1, reason)
