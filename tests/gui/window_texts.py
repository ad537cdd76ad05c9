"""All templates of the window's texts, which every language must translate."""

import ast
import re
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path

from tests.architecture.source import PACKAGE, modules
from tests.core.test_message import TEXTS, keys, messages_about
from uriinspector import EDITIONS
from uriinspector.analysis import verdict
from uriinspector.analysis.annotated import LABELS
from uriinspector.analysis.card import cards
from uriinspector.analysis.domains import SPECIAL_NAMES
from uriinspector.analysis.international.display import ALWAYS, MIXED
from uriinspector.analysis.international.display import TITLES as STEP_TITLES
from uriinspector.analysis.international.idna import IN_WORDS
from uriinspector.analysis.international.lookalike import KINDS
from uriinspector.analysis.international.scripts import script_name
from uriinspector.analysis.parameters import shipped_parameters
from uriinspector.analysis.rules.host_syntax import OTHER_PROTOCOLS
from uriinspector.analysis.rules.scheme_actions import SHOW
from uriinspector.analysis.rules.table import RULES
from uriinspector.analysis.values.identifiers import GREGORIAN
from uriinspector.analysis.values.layers import (
    BASE32,
    BASE58,
    BASE64,
    BASE64URL,
    DEFLATE,
    ENTITIES,
    FORM,
    GZIP,
    HEX,
    PERCENT,
    PRINTABLE,
    PUNYCODE,
    UTF_16,
    ZLIB,
)
from uriinspector.analysis.values.secrets import CHECKSUMS
from uriinspector.analysis.values.services import WIDE_SCOPE
from uriinspector.analysis.values.site_identifiers import MASTODON, SNOWFLAKES
from uriinspector.analysis.values.times import (
    CALENDAR,
    DOS,
    EPOCHS,
    HEX_FILETIME,
    HEX_SECONDS,
    ISO,
    ISO_BASIC,
    OLE,
    UNIX_SCALES,
)
from uriinspector.analysis.values.walk import DECODERS, OVER
from uriinspector.arrow import results
from uriinspector.core.charset import ALPHA, DIGIT, in_words
from uriinspector.core.host import RANGES
from uriinspector.core.listing import LISTINGS
from uriinspector.core.model import Part
from uriinspector.core.schemes.table import SCHEMES
from uriinspector.documents.cases import schema
from uriinspector.documents.rules.link_rule import DocumentRule
from uriinspector.documents.rules.table import ALL_RULES as EVERY
from uriinspector.export import language, report
from uriinspector.export.case import case_report
from uriinspector.export.case import case_report as on_case
from uriinspector.export.case.recipient_removal import NOTE
from uriinspector.export.formats import LINK_FORMATS
from uriinspector.export.recipient_data import NOTES
from uriinspector.export.sheet_page import RESULTS
from uriinspector.export.templates import shipped_templates
from uriinspector.gui.compare.comparison_view import EQUIVALENT, URN_RULES, pairs
from uriinspector.gui.documents import code_pane, file_reader, open_case, reader, source_octets
from uriinspector.gui.documents.case_export import FORMS
from uriinspector.gui.inspect import detail_tabs, grammar_tab, normal_tab
from uriinspector.gui.inspect.examples import groups
from uriinspector.gui.learn import given_texts, panes, progress_rows, question_view, sentences
from uriinspector.gui.learn import page as learn
from uriinspector.gui.place_keys import PLACE_KEYS
from uriinspector.gui.resolve.pair_cards import HINT, LEFT_OUT, SHAPES, changes
from uriinspector.gui.resolve.pair_cards import tables as printed
from uriinspector.gui.resolve.variant_rows import ABOVE_ROOT, EXPLANATIONS, NOT_STRICT
from uriinspector.gui.resolve.variant_rows import VARIANTS as RESOLVING
from uriinspector.gui.shell import menu_dialogs, settings_dialog
from uriinspector.gui.shell.menu_dialogs import ELSEWHERE
from uriinspector.gui.shell.menus import ACTIONS
from uriinspector.gui.shell.start import MENUS
from uriinspector.gui.storage import history, learning_record
from uriinspector.gui.storage.settings import SETTINGS
from uriinspector.gui.text.translation import TITLES, URN_TITLES
from uriinspector.gui.transfer import paste_and_drop
from uriinspector.gui.widgets import notice_strip
from uriinspector.lessons import exercise_round, pack_file, spot_the_host, tricks
from uriinspector.lessons.answer_lines import KIND_WORDS, PHRASES
from uriinspector.lessons.diagnosis import MISSPELLED
from uriinspector.lessons.hints import hint_rows
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.lesson import course
from uriinspector.lessons.mistakes.reference_writing import CONDITIONS
from uriinspector.lessons.mistakes.table import ANSWER_ROWS, MISTAKES

SAYING = {"say"}
# Three words or more, and neither a clause nor a part of another text.
SENTENCE = re.compile(
    r"(?!rfc\d|url-|inside of the text$|one of $|scheme after )[a-z\"][^\[|\\]* [^\[|\\]* "
)


def called(path: Path, names: set[str]) -> Iterator[str]:
    """Return the literal texts that a file passes to one of the functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
            given = node.args if names is SAYING else node.args[:1]
            inside = [*chain.from_iterable(map(ast.walk, given))]
            keys = {id(each.slice) for each in inside if isinstance(each, ast.Subscript)}
            texts = [each for each in inside if isinstance(each, ast.Constant)]
            yield from (
                each.value for each in texts if isinstance(each.value, str) and id(each) not in keys
            )


def methods(path: Path, names: set[str]) -> Iterator[str]:
    """Return the literal texts that a file passes to one of the methods or functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            for each in chain.from_iterable(map(ast.walk, node.args)) if name in names else ():
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield each.value


def window() -> set[str]:
    """Return the texts in the window's files and tables."""
    literal = {text for path in modules("gui") for text in called(path, SAYING)}
    literal |= {text for path in modules("gui") for text in called(path, {"message"})}
    tables = [
        *(card.words for edition in EDITIONS for card in grammar_tab.cards(edition).values()),
        *normal_tab.TITLES.values(),
        *(grammar_tab.DELIMITER, grammar_tab.REST),
        *MENUS.values(),
        *(*sentences.NOTHING.values(), sentences.NONE_OF_THESE, *sentences.IN_WINDOW.values()),
        *(*sentences.BY_FORM.values(), *sentences.BY_KIND.values(), *panes.TYPED.values()),
        *chain.from_iterable(
            (*panes.MarkedPane.special.values(), *panes.TypedPane.special.values()),
        ),
        *(*given_texts.SIGNS.values(), *given_texts.NAMES.values()),
        *(*question_view.HINT_TITLES, *progress_rows.SIGN_WORDS.values()),
        *(text for act in ACTIONS for text in (act.words, act.description)),
        *chain.from_iterable(ELSEWHERE),
        *(each.description for each in PLACE_KEYS),
        *(each.title for each in LINK_FORMATS.values()),
        *(title for title, _ in FORMS.values()),
        NOTE,
        *(each.title for each in shipped_templates().values()),
        *(setting.description for setting in SETTINGS),
        *(way.title for way in RESOLVING),
        *EXPLANATIONS.values(),
        *ABOVE_ROOT.values(),
        NOT_STRICT,
        *("base", "reference", "merged", "drop", "refuse", LEFT_OUT, HINT),
        *(shape.title for shape in SHAPES),
        *(line.words for listing in LISTINGS.values() for line in listing.lines),
        *(each.title for each in printed()),
        *(change.title for change in changes()),
        *settings_dialog.THEMES.values(),
        *TITLES.values(),
        *(*EQUIVALENT.values(), *URN_RULES.values(), *URN_TITLES.values()),
        *(text for each in pairs() for text in (each.title, each.group) if text),
        *menu_dialogs.NEVER,
        *paste_and_drop.PROBLEMS.values(),
        *(*Part, *LABELS),
        *(history.DAMAGED, history.LOCKED, history.READ_ONLY),
        *(learning_record.DAMAGED, learning_record.LOCKED, learning_record.READ_ONLY),
        *(learn.STAYS, learn.RESERVED),
        *(panes.ADD, learn.INTRODUCTION, learn.SHARED, learn.CLASS),
        settings_dialog.WITHOUT,
        *(paste_and_drop.NOTHING, paste_and_drop.UNTOUCHED),
        *(settings_dialog.KNOWN, settings_dialog.CASES, code_pane.LOST,
            *(reader.ADDRESS, reader.NO_ADDRESS, reader.OTHER_ADDRESS, open_case.UNCHECKED)),
        *(source_octets.CHANGED, source_octets.GONE, source_octets.NOT_STORED,
            source_octets.NO_SOURCE),
        *(file_reader.ONLY_BEGINNING, file_reader.NO_LIBRARY, results.UNKNOWN_FINDING),
        *(results.DAMAGED, results.TOO_LARGE, results.NOT_RESULTS),
        *(results.NO_SEVERITIES, results.NO_LINKS, results.OF_FILES),
        *(results.NO_DESTINATIONS, results.NO_FINDINGS, results.NO_VERSION),
        *(results.JUDGED, results.WITHOUT_LINK, results.TOO_MANY),
        *(schema.NO_CASE, schema.NEWER, schema.DAMAGED, schema.IN_USE, schema.GONE),
        *(schema.READ_ONLY, schema.FULL),
        *(settings_dialog.PROTECTED, settings_dialog.UNSAVED, settings_dialog.UNSAVED_SETTINGS),
        *(menu_dialogs.FONTS, notice_strip.PROMISE, notice_strip.ALWAYS),
        *(text for _, *texts in detail_tabs.TABS.values() for text in texts),
        *(group.title for group in groups()),
        *(example.title for group in groups() for example in group.examples),
    ]  # fmt: skip
    return {text for text in literal | set(tables) if text.strip("{} ·.:")}


def reports() -> set[str]:
    """Return the texts of reports on links and documents."""
    files = (*modules("export"), *modules("cli"))
    literal = {text for path in files for text in methods(path, {"say", "message", "translate"})}
    found = literal | {report.SCOPE, report.DEFANGED, report.TO_THE_LETTER, report.LEFT_OUT}
    found |= {on_case.DEFANGED, on_case.TO_THE_LETTER}
    found |= {
        *language.SCRIPTS,
        *language.ACCENTS,
        *language.CHARACTERS,
        *language.LETTERS.values(),
    }
    found |= {"Unicode name {name}", "{name} WITH {accent}", "{name} AND {accent}"}
    found |= {*on_case.WITHOUT_HOST.values(), *case_report.KINDS.values()}
    found |= {*report.ALWAYS, report.UNKNOWN_REDIRECT, report.DEEP, report.RELATIVE, *NOTES}
    return {text for text in found if text.strip('{} ·.:;<>"')}


def findings() -> set[str]:
    """Return the titles, texts and fix names of all rules, and their placeholder values."""
    told = {text for rule in RULES for text in (rule.title, *rule.texts.values())}
    told |= {text for rule in RULES for text in rule.plain.values()}
    fixes = {text for path in modules("analysis") for text in called(path, {"Fix", "message"})}
    fixes |= {*IN_WORDS.values(), *STEP_TITLES.values()}
    fixes |= {SHOW.format(prefix) for prefix in ("http://", "https://")}
    fixes |= {*(words for _, words in (*MIXED, *ALWAYS))}
    terms = {*KINDS.values(), *SPECIAL_NAMES.values(), *OTHER_PROTOCOLS.values()}
    found = told | fixes | terms | {name for _, name in RANGES} | {"global"}
    return {text for text in found if text.strip(".")}


def clauses() -> set[str]:
    """Return the texts on the cards of clauses and rules."""
    told = {text for card in cards().values() for text in (card.title, card.text, card.differs)}
    told |= {text for card in cards().values() for text in (card.document, card.remark)}
    told |= {text for rule in EVERY for text in (rule.title, rule.rises, *rule.texts.values())}
    names = (cite for rule in EVERY for cite in rule.cites if cite.replace(" ", "").isalpha())
    told |= {cite for cite in names if cite.islower()}
    plain = (rule.plain for rule in EVERY if isinstance(rule, DocumentRule))
    told |= {text for each in plain for text in each.values()}
    return {text for text in told if text}


def reasons() -> set[str]:
    """Return why parts of a document were skipped or cut, and where a base comes from."""
    made = {text for path in modules("documents") for text in called(path, {"message"})}
    return {text for text in made if text.strip("{} :")}


def verdicts() -> set[str]:
    """Return every sentence about where a link goes."""
    paths = (PACKAGE / "analysis" / f"{name}.py" for name in ("verdict", "finding"))
    literal = {
        text
        for path in (*paths, PACKAGE / "documents" / "document.py")
        for text in called(path, {"message"})
    }
    shared = {
        verdict.CALM, verdict.CALM_WITHOUT_SITE, verdict.IN_A_DOCUMENT, verdict.OWN_DESTINATIONS,
        verdict.SEVERAL_LINKS, verdict.RELATIVE, verdict.UNREAD,
    }  # fmt: skip
    found = literal | shared | {verdict.DEEP, *verdict.NO_FETCH.values()}
    return {text for text in found if text.strip(".")}


def lessons() -> set[str]:
    """Return the texts of questions and of the reactions to answers."""
    names = {"message", "evidence_phrase"}
    literal = {
        text
        for room in ("lessons", "cli")
        for path in modules(room)
        for text in called(path, names)
    }
    literal |= set(methods(PACKAGE / "export" / "sheet_page.py", {"translate"}))
    literal |= {word for _, word in RESULTS.values()}
    reasons = {each.reason.template for each in (*MISTAKES, *ANSWER_ROWS)}
    taught = {
        exercise_round.LINK,
        exercise_round.RESOLVED,
        exercise_round.COMPARED,
        spot_the_host.TITLE,
        *spot_the_host.WAYS.values(),
    }
    taught |= set(tricks.TITLES.values())
    hints = {
        text
        for each in hint_rows().values()
        for text in (each.look, each.rule, *each.rules.values())
    }
    scripts = {script_name(each) for each in ("Cyrl", "Grek", "Latn")}
    taught |= {course().title, *hints, *scripts}
    for lesson in course().lessons:
        taught |= {lesson.title, *lesson.text, *(each.title for each in lesson.exercises)}
    tables = {
        *MISSPELLED.values(),
        *targets.COMES_FROM.values(),
        *targets.ORIGIN_ASKS,
        *pack_file.FIELDS.values(),
    } | {*pack_file.UNKNOWN.values()}
    tables |= {text for each, more in PHRASES.values() for text in (each, *more.values())}
    tables |= {each.answer.template for each in KIND_WORDS.values()}
    tables |= {text for each in CONDITIONS.values() for text in (each.is_met, each.is_not)}
    found = literal | reasons | taught | tables
    return {text for text in found if text.strip("{} :")}


def values() -> set[str]:
    """Return the texts about values in links, and the names of their decoders."""
    paths = modules("analysis/values")
    literal = {text for path in paths for text in called(path, {"message"})}
    named = {row.title for row in DECODERS} | {scale.title for scale in UNIX_SCALES}
    named |= {each.title for each in (*SNOWFLAKES, MASTODON)}
    named |= {each.title for each in (*EPOCHS, HEX_SECONDS, HEX_FILETIME)}
    told = (text for path in paths for text in methods(path, {"created", "created_at"}))
    named |= {text for text in told if text.isprintable() and len(text) > 1}
    named |= {PERCENT, FORM, BASE64, BASE64URL, HEX, BASE32, BASE58, GZIP, ZLIB, DEFLATE}
    named |= {ENTITIES, PRINTABLE, PUNYCODE, UTF_16, GREGORIAN, ISO, ISO_BASIC, CALENDAR, DOS}
    named |= set(CHECKSUMS.values())
    named |= {OLE, OVER, "ISBN", "ISSN", "GTIN"}
    return {text for text in literal | named | services() if text.strip("{}")}


def services() -> set[str]:
    """Return the texts of the table of services, and the names of its words."""
    rows = shipped_parameters().rows
    meanings = [each for row in rows for each in row.values.values()]
    texts = {each.means for each in meanings} | {row.says for row in rows if row.says}
    return texts | {word for each in meanings for word in each.words.values()} | {WIDE_SCOPE}


def core() -> set[str]:
    """Return the texts of the core for many sample links, and all its templates."""
    found = {
        key
        for text, edition in product((*TEXTS, *(f"{name}:x" for name in SCHEMES)), EDITIONS)
        for sentence in messages_about(text, edition)
        for key in keys(sentence)
    }
    pieces = {text for path in modules("core") for text in called(path, {"message"})}
    found |= {text for text in pieces if not text.startswith((" ", ";"))}
    found |= set(scheme_sentences())
    found |= set(keys(in_words(f"{ALPHA}{DIGIT}.")))
    return {text for text in found if text.strip("{} ,")} - {part.value for part in Part}


def is_json(call: ast.Call) -> bool:
    """Return True if a call names the keys of JSON."""
    return isinstance(call.func, ast.Name) and call.func.id == "json_of"


def scheme_sentences() -> Iterator[str]:
    """Return texts of three words or more in the scheme files, used by a sample or not."""
    for path in sorted((PACKAGE / "core" / "schemes").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        skipped = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        calls = (each for each in ast.walk(tree) if isinstance(each, ast.Call))
        skipped |= {id(name) for call in calls if is_json(call) for name in call.args}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in skipped:
                text = node.value if isinstance(node.value, str) else ""
                if SENTENCE.match(text) and not set(text.split()) <= SCHEMES.keys():
                    yield text
