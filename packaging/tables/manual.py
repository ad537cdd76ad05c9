"""Fill in the tables and figures of the manual: manual.py --write | --check.

The pages are in resources/manual. Generated text is between two comments, `<!-- NAME -->` and
`<!-- / -->`, and is replaced by current data of the program.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import german
import listed_ends
from engines_page import benchmark_values, engine_values, log_values
from markdown_table import table

from tests.analysis.expectations.benign import ROWS as HONEST
from tests.analysis.expectations.checking import inspected, missing, rank
from tests.analysis.expectations.malicious import ROWS as OTHERS
from tests.analysis.expectations.row import UNCLEAR
from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.correction import KINDS
from uriinspector.analysis.facts import readable
from uriinspector.analysis.parameters import shipped_parameters
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.rules.table import RULES
from uriinspector.analysis.values import walk
from uriinspector.analysis.values.candidates import LONGEST
from uriinspector.arrow.columns import COLUMNS, SCHEMA_VERSION
from uriinspector.arrow.functions import CALLS, CLICKHOUSE, LINKS, OCSF, OCTETS, SPARK
from uriinspector.cli.answer_sums import families, sentence
from uriinspector.cli.help import COMMANDS, MAIN
from uriinspector.documents.rules.site_references import RULES as SITE_RULES
from uriinspector.documents.rules.table import EVERY as ABOUT_DOCUMENTS
from uriinspector.documents.site.site_check import INDEXES, PAGES, SHEETS
from uriinspector.export.formats import CASE_FORMATS, LINK_FORMATS, SCAN_FORMATS, SITE_FORMATS
from uriinspector.export.templates import shipped_templates
from uriinspector.gui.place_keys import PLACE_KEYS
from uriinspector.gui.shell.menus import ACTIONS
from uriinspector.lessons.answer_lines import KIND_WORDS
from uriinspector.lessons.draw import PLACES
from uriinspector.lessons.kinds.table import KINDS as QUESTIONS
from uriinspector.lessons.mistakes.reference_writing import CONDITIONS
from uriinspector.lessons.mistakes.table import ANSWER_ROWS, MISTAKES
from uriinspector.lessons.pack_file import KIND_FIELDS, MOST_COUNT, MOST_ITEMS, MOST_QUESTIONS
from uriinspector.lessons.tricks import TRICKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TypeAlias

    from uriinspector.analysis.parameters import ServiceRow
    from uriinspector.documents.rules.table import AnyRule
    from uriinspector.lessons.mistake import Mistake

    Say: TypeAlias = Callable[[str], str]

TOP = Path(__file__).resolve().parents[2]
FOLDER = TOP / "resources/manual"
FILLED = re.compile(r"(<!-- (\w+) -->)(\n*)(.*?)(\n*)(<!-- / -->)", re.DOTALL)


def in_code(*texts: object) -> str:
    """Join names with commas, each formatted as code."""
    return ", ".join(f"`{each}`" for each in texts)


def heads(say: Say, *names: str) -> tuple[str, ...]:
    """Translate the heads of columns."""
    return tuple(map(say, names))


def grouped(number: int, say: Say) -> str:
    """Format a number with the separator of the language."""
    return f"{number:,}".replace(",", say(","))


def rule_values(say: Say) -> dict[str, str]:
    """Return tables of all rules, and the figures of the quality tests."""
    head = heads(say, "links", "number", "share")
    return {
        "links": rule_table(RULES, say),
        "documents": rule_table(ABOUT_DOCUMENTS, say),
        "figures": table((head, *(share(each, say) for each in counts()))),
    }


def rule_table(rules: Iterable[AnyRule], say: Say) -> str:
    """Return a table of rules in the order of the program."""
    head = ("code", "severity", "rises or falls", "title", "usual text", "clauses and sources")
    rows = (
        (
            *(f"`{r.code}`", say(r.severity), say(r.rises), say(r.title)),
            *(readable(say(usual_text(r))), ", ".join(r.cites)),
        )
        for r in rules
    )
    return table((tuple(map(say, head)), *rows))


def usual_text(rule: AnyRule) -> str:
    """Return the text that a finding has if none of its other variants fits."""
    return rule.texts.get("") or next(iter(rule.texts.values()))


def share(figure: tuple[str, int, int], say: Say) -> tuple[str, ...]:
    """Return a figure as a count and a percentage."""
    name, count, total = figure
    percent = say("{percent}%").format(percent=f"{100 * count / total:.1f}".replace(".", say(".")))
    return say(name), say("{count} of {total}").format(count=count, total=total), percent


def counts() -> Iterator[tuple[str, int, int]]:
    """Yield each figure: its name, the count and the total."""
    rows = (*HONEST, *OTHERS)
    worst = {row: rank(inspected(row).verdict.severity) for row in rows}
    low, high = rank("low"), rank("high")
    attacks = [row for row in OTHERS if row.worst == "high"]
    settled = [row for row in rows if row.final_host != UNCLEAR]
    yield (
        "legitimate links with a severity above low (false alarms)",
        sum(worst[row] > low for row in HONEST),
        len(HONEST),
    )
    yield (
        "other links with every expected finding, its severity and position",
        sum(not missing(row) for row in OTHERS),
        len(OTHERS),
    )
    yield (
        "attacks found with high severity",
        sum(worst[row] == high for row in attacks),
        len(attacks),
    )
    yield (
        "links whose verdict names the right last host, or correctly none",
        sum(inspected(row).verdict.final_host == row.final_host for row in settled),
        len(settled),
    )


def json_values(_: Say) -> dict[str, str]:
    """Return descriptions of all JSON objects, from the schema."""
    schema = json_schema()
    objects = (
        described_object(name, row) for name, row in schema["$defs"].items() if "properties" in row
    )
    return {"description": schema["description"], "objects": "\n\n".join(objects)}


@cache
def json_schema() -> dict[str, Any]:
    return dict(json.loads(shipped_text("schema/uriinspector-1.schema.json")))


def described_object(name: str, row: dict[str, Any]) -> str:
    """Return an object as a heading, its description and a table of its keys."""
    required = set(row.get("required", ()))
    keys = (
        (f"`{key}`", value_type(value), note(value, is_required=key in required))
        for key, value in row["properties"].items()
    )
    text = f"{row['description']}\n\n" if "description" in row else ""
    return f"## {name}\n\n{text}{table((('key', 'value', 'note'), *keys))}"


def note(value: dict[str, Any], *, is_required: bool) -> str:
    """Return the description of a key in the schema."""
    words = str(value.get("description", "")).replace("\n", " ")
    return words if is_required else f"Optional. {words}".strip()


def value_type(value: dict[str, Any]) -> str:
    """Return the type of a value in the schema."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        target = json_schema()["$defs"][name]
        return f"[{name}](#{name})" if "properties" in target else value_type(target)
    if "oneOf" in value:
        return " or ".join(map(value_type, value["oneOf"]))
    if "const" in value or "enum" in value:
        return ", ".join(
            f"`{json.dumps(each)}`" for each in value.get("enum", [value.get("const")])
        )
    types = value.get("type", "any")
    names = [types] if isinstance(types, str) else types
    inner = f" of {value_type(value['items'])}" if "items" in value else ""
    return " or ".join(each + (inner if each == "array" else "") for each in names)


def key_values(say: Say) -> dict[str, str]:
    """Return a table of actions with the names used in the file of keys."""
    rows = (
        (f"`{each.name}`", say(each.description), in_code(*each.keys))
        for each in (*ACTIONS, *PLACE_KEYS)
    )
    return {"actions": table((heads(say, "name", "description", "keys"), *rows))}


def export_values(say: Say) -> dict[str, str]:
    """Return tables of export formats for links, cases and scans, and of templates."""
    head = heads(say, "name", "description", "file", "links in it")
    templates = ((f"`{name}`", say(each.title)) for name, each in shipped_templates().items())

    def formats(forms: Mapping[str, Any]) -> str:
        return table((head, *(export_row(each, say) for each in forms.values())))

    return {
        "links": formats(LINK_FORMATS),
        "cases": formats(CASE_FORMATS),
        "scans": formats(SCAN_FORMATS),
        "templates": table((head[:2], *templates)),
    }


def export_row(form: Any, say: Say) -> tuple[str, ...]:
    links = say("original" if form.is_exact else "defanged")
    return f"`{form.name}`", say(form.title), f".{form.ending}", links


def fix_values(say: Say) -> dict[str, str]:
    """Return a table of fixes with the clauses that require them."""
    rows = ((f"`{code}`", say(kind.title), ", ".join(kind.cites)) for code, kind in KINDS.items())
    return {"kinds": table((heads(say, "code", "what is done", "clauses"), *rows))}


def command_values(_: Say) -> dict[str, str]:
    """Return the help texts of all commands."""
    texts = {"uriinspect": MAIN} | {
        f"uriinspect {name}": COMMANDS[name] for name in sorted(COMMANDS)
    }
    parts = (f"## {name}\n\n```text\n{text.rstrip()}\n```" for name, text in texts.items())
    return {"commands": "\n\n".join(parts)}


def column_values(say: Say) -> dict[str, str]:
    """Return a table of columns, and their names in other engines."""
    rows = (
        (f"`{each.name}`", column_type(str(each.type)), say(each.description)) for each in COLUMNS
    )
    distinct = (TOP / "packaging/recipes/distinct.sql").read_text("utf-8").splitlines()
    return {
        "version": str(SCHEMA_VERSION),
        "calls": str(CALLS),
        "octets": str(OCTETS >> 20),
        "distinct": "\n".join(f"    {row}" for row in distinct),
        "columns": table((heads(say, "column", "type", "value"), *rows)),
        "links": in_code(*LINKS.names),
        "spark": in_code(*SPARK),
        "clickhouse": in_code(*CLICKHOUSE),
        "ocsf": in_code(*OCSF),
    }


def column_type(name: str) -> str:
    """Return the type of a column in words."""
    return name.replace("item: ", "").replace("<", " of ", 1).rstrip(">").replace("<", " of ")


def site_values(say: Say) -> dict[str, str]:
    """Return tables of the rules for sites and their export formats."""
    forms = (
        (f"`{each.name}`", say(each.title), f".{each.ending}") for each in SITE_FORMATS.values()
    )
    head = heads(say, "code", "severity", "message", "basis")
    return {
        "pages": in_code(*PAGES),
        "sheets": in_code(*SHEETS),
        "indexes": in_code(*INDEXES),
        "rules": table((head, *site_rows(say))),
        "forms": table((heads(say, "name", "description", "file"), *forms)),
    }


def site_rows(say: Say) -> Iterator[tuple[str, ...]]:
    for each in SITE_RULES:
        for variant, text in each.texts.items():
            code = "" if variant else f"`{each.code}`"
            cites = "" if variant else ", ".join(each.cites)
            yield code, "" if variant else say(each.severity), readable(say(text)), cites


def value_values(say: Say) -> dict[str, str]:
    """Return tables of decoders with their sources, and of services."""
    rows = ((f"`{row.name}`", say(row.title), row.source) for row in walk.DECODERS)
    services = explained_services(say)
    return {
        "depth": str(walk.DEPTH),
        "longest": grouped(LONGEST, say),
        "data": grouped(walk.MOST_DATA, say),
        "octets": grouped(walk.MOST_OCTETS, say),
        "decoders": table((heads(say, "name", "description", "source"), *rows)),
        "rows": str(len(shipped_parameters().rows)),
        "services": str(len({row.name for row in shipped_parameters().rows})),
        "explained": table((heads(say, "service", "links", "what is explained"), *services)),
    }


def explained_services(say: Callable[[str], str]) -> Iterator[tuple[str, str, str]]:
    """Yield each service with its hosts and the meanings of its values."""
    services: dict[str, list[ServiceRow]] = {}
    for row in shipped_parameters().rows:
        services.setdefault(row.name, []).append(row)
    for name, rows in sorted(services.items(), key=lambda each: each[0].lower()):
        hosts = list(dict.fromkeys(host for row in rows for host in row.hosts))
        first = ", ".join(say("any host") if host == "*" else f"`{host}`" for host in hosts[:3])
        rest = len(hosts) - 3
        more = say(" and 1 more" if rest == 1 else " and {count} more").format(count=rest)
        meanings = (say(each.means) for row in rows for each in row.values.values())
        yield name, first + more * (rest > 0), ", ".join(dict.fromkeys(meanings))


def pack_values(say: Say) -> dict[str, str]:
    """Return tables of questions and conditions, and the limits of a pack."""
    kinds = heads(say, "kind", "question", "answer", "fields of fixed questions")
    return {
        "kinds": table((kinds, *kind_rows(say))),
        "most_count": str(MOST_COUNT),
        "most_items": str(MOST_ITEMS),
        "most_questions": grouped(MOST_QUESTIONS, say),
        "places": in_code(*(f"{{{each}}}" for each in PLACES)),
        "tricks": in_code(*TRICKS),
        "conditions": table((heads(say, "condition", "meaning", "values"), *condition_rows(say))),
        "mistakes": str(len({each.code for each in MISTAKES})),
    }


def kind_rows(say: Say) -> Iterator[tuple[str, ...]]:
    """Yield each kind of question with its answer and the fields of fixed questions."""
    for kind in QUESTIONS:
        words = KIND_WORDS[kind]
        edition = ", `edition`" if "edition" in KIND_FIELDS[kind] else ""
        more = f' `of = "{words.of[0]}"`: {say(words.of[1])}' if words.of[0] else ""
        asks, fixed = say(words.asks) + more, say(words.fixed) + edition
        yield f"`{kind}`", asks, say(words.answer.template), fixed


def condition_rows(say: Say) -> Iterator[tuple[str, ...]]:
    examples = {
        "length_at_most": "`30`",
        "resolves_to": '`{ base = "...", target = "..." }`',
        "same_as": '`{ text = "...", rung = "case" }`',
        "finding": say("a code of a finding"),
        "no_finding": say("a code of a finding"),
    }
    for name, each in CONDITIONS.items():
        values = examples.get(name) or in_code(*each.values)
        yield (
            f"`{name}`",
            re.sub(r"\{(\w+)\}", r"`\1`", say(each.is_met).replace("{value}", "X")),
            values,
        )


def mistake_values(say: Say) -> dict[str, str]:
    """Return tables of mistakes by kind of question, and of mistakes that occur only in
    answers.
    """
    known: set[str] = set()
    pieces = [
        f"## {say('Values of `about` for')} {in_code(*kinds)}\n\n"
        f"{mistake_table(mistakes, known, say)}"
        for kinds, mistakes in families()
    ]
    others = mistake_table((*MISTAKES, *ANSWER_ROWS), known, say)
    return {"families": "\n\n".join(pieces), "others": others}


def mistake_table(mistakes: Iterable[Mistake], known: set[str], say: Say) -> str:
    """Return a table of mistakes that are not in ``known``, and add them there."""
    by_code: dict[str, tuple[str, ...]] = {}
    for each in mistakes:
        if each.code not in known:
            cells = (f"`{each.code}`", sentence(each, say), shown_cites(each.cites, ", "))
            by_code.setdefault(each.code, cells)
    known.update(by_code)
    return table((heads(say, "code", "reason", "clauses"), *by_code.values()))


VALUES: dict[str, Callable[[Say], dict[str, str]]] = {
    "rules": rule_values,
    "json": json_values,
    "exports": export_values,
    "values": value_values,
    "keys": key_values,
    "fixes": fix_values,
    "columns": column_values,
    "engines": engine_values,
    "sites": site_values,
    "packs": pack_values,
    "commands": command_values,
    "benchmarks": benchmark_values,
    "big-log": log_values,
    "mistakes": mistake_values,
}


def filled(page: str) -> str:
    """Return a page with current tables and figures."""
    values = VALUES[page.removeprefix("de/")](german.say if page.startswith("de/") else str)
    text = (FOLDER / f"{page}.md").read_text("utf-8")
    unlike = values.keys() ^ {each[1] for each in FILLED.findall(text)}
    assert not unlike, f"{page}: {unlike}"
    return FILLED.sub(
        lambda found: "".join(found.group(1, 3)) + values[found[2]] + "".join(found.group(5, 6)),
        text,
    )


def main(argument: str) -> int:
    """Write the pages, or with --check print those that would change."""
    stale = []
    for page in (*VALUES, *(f"de/{each}" for each in VALUES)):
        file = FOLDER / f"{page}.md"
        if file.exists() and (text := filled(page)) != file.read_text("utf-8"):
            stale.append(page)
            if argument == "--write":
                file.write_text(text, "utf-8")
    if argument == "--write":
        listed_ends.write()
        return 0
    sys.stdout.writelines(f"{page}: run packaging/manual --write\n" for page in stale)
    return len(stale)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
