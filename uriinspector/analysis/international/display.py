"""The display of international labels in browsers, in Unicode or punycode.

The steps are the thirteen that Chromium documents (docs/idn.md in its source), in the same order;
the first step that refuses a label gives the reason. Intended differences are listed in the tests:
the list of popular domains is our own short one, fonts are not checked because they differ between
systems, more letters count as similar to Latin ones, and more suffixes count as usual for a script.
"""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import idna

from uriinspector.analysis.international.idna import ACE_PREFIX, LONGEST_LABEL, decoded, map_label
from uriinspector.analysis.international.known_names import (
    LONGEST,
    KnownNameIndex,
    in_unicode,
    index,
    outlines,
    registrable,
)
from uriinspector.analysis.international.scripts import (
    COMMON,
    Level,
    Ranges,
    characters,
    identifier_types,
    is_allowed,
    is_invisible,
    is_single_script,
    looks_like_ascii,
    number_systems,
    resolved_scripts,
    restriction_level,
    script,
    script_name,
    script_runs,
    script_set,
)
from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.core.characters import described
from uriinspector.core.model import NamedTuple, Span, conjoined, message


@cache
def _emoji() -> Ranges:
    return Ranges("unicode/emoji.txt")


def is_emoji(char: str) -> bool:
    """Return True if a non-ASCII character is an emoji or may be drawn as one."""
    return not char.isascii() and bool(_emoji().of(char))


JAPANESE = frozenset({"Hani", "Hira", "Kana"})
CHINESE = JAPANESE | {"Bopo"}
KANA = frozenset({"Hira", "Kana"})
ALPHABETS = frozenset({"Latn", "Grek", "Cyrl"})
# Kana and ideographs of one slanting stroke, which look like a slash between other letters.
SLASHES = frozenset("\u30bd\u30be\u30ce\u30f3\u4e36\u4e3f\u4e40\u4e41")
# Ideographs and Bopomofo of a few strokes, which look like a dash, l, t, u ... in other scripts.
STROKES = frozenset(
    "\u3007\u3108\u3112\u311a\u311f\u3127\u3128\u3129\u31b2\u31b3\u31ba"
    "\u4e00\u4e01\u4e03\u4e05\u4e28\u4e36\u4e5b\u4e85\u4e8c\u4ea0\u5196\u5341\u5b80\u5ddb\u5de5\u8ba0"
)
ITERATION = frozenset("\u30fd\u30fe")
SAME_HIRAGANA = frozenset("\u3078\u3079\u307a")
SAME_KATAKANA = frozenset("\u30d8\u30d9\u30da")
LONG_SOUND = "\u30fc"
KANA_DOT = "\u30fb"
SOUND_MARKS = frozenset("\u3099\u309a")
DOT_ABOVE = "\u0307"
DOTLESS_I = "\u0131"


def _is_of(char: str, scripts: frozenset[str]) -> bool:
    return bool(char) and not script_set(char).isdisjoint(scripts)


def _is_strange_to(char: str, scripts: frozenset[str]) -> bool:
    return bool(char) and script_set(char).isdisjoint(scripts)


def _is_diacritic(char: str) -> bool:
    return "\u0300" <= char <= "\u0339"


def _slash(before: str, char: str, after: str) -> bool:
    around = _is_strange_to(before, JAPANESE) and _is_strange_to(after, JAPANESE)
    return char in SLASHES and around


def _stroke(before: str, char: str, after: str) -> bool:
    around = _is_strange_to(before, CHINESE) or _is_strange_to(after, CHINESE)
    return char in STROKES and around


def _iteration(before: str, char: str, _after: str) -> bool:
    return char in ITERATION and not _is_of(before, frozenset({"Kana"}))


def _long_sound(before: str, char: str, _after: str) -> bool:
    return char == LONG_SOUND and not _is_of(before, KANA)


def _kana_dot(before: str, char: str, after: str) -> bool:
    is_foreign = _is_strange_to(before, JAPANESE) or _is_strange_to(after, JAPANESE)
    return char == KANA_DOT and (is_foreign or not after)


def _sound_mark(_before: str, char: str, _after: str) -> bool:
    return char in SOUND_MARKS


def _foreign_mark(before: str, char: str, _after: str) -> bool:
    return _is_diacritic(char) and bool(before) and not _is_of(before, ALPHABETS | {"Zinh"})


def _hidden_dot(before: str, char: str, _after: str) -> bool:
    above_i = char == DOT_ABOVE and before in {"i", "j", "l", DOTLESS_I}
    return above_i or (_is_diacritic(char) and before == DOTLESS_I)


Pattern: TypeAlias = "tuple[Callable[[str, str, str], bool], str]"
# Not checked in labels of one script, where a stroke next to digits or hyphens is ordinary.
MIXED: tuple[Pattern, ...] = (
    (_slash, "{char} looks like a slash next to non-Japanese letters"),
    (_stroke, "{char} looks like a dash or a Latin letter next to other scripts"),
    (_sound_mark, "{char}: kana sound mark that did not become part of a letter"),
)
ALWAYS: tuple[Pattern, ...] = (
    (_iteration, "{char}: kana repetition mark without a kana before it"),
    (_long_sound, "{char} without a kana before it looks like a dash"),
    (_kana_dot, "{char} looks like a dot when it is not between Japanese characters"),
    (_foreign_mark, "{char}: combining mark on a letter from another script"),
    (_hidden_dot, "{char}: combining mark hidden by its base letter"),
)


def dangerous_pattern(label: str) -> tuple[str, Span] | None:
    """Return the first dangerous pattern in the label, described in words, and its span."""
    patterns = ALWAYS if is_single_script(label) else MIXED + ALWAYS
    for at, char in enumerate(label):
        if char.isascii():
            continue
        before, after = label[at - 1] if at else "", label[at + 1 : at + 2]
        for test, template in patterns:
            if test(before, char, after):
                return message(template, char=described(char)), Span(at, at + 1)
    return _same_in_both_kana(label)


def _same_in_both_kana(label: str) -> tuple[str, Span] | None:
    """Find a single he, be or pe from the other kana; these look the same in both."""
    for own, strangers in (("Kana", SAME_HIRAGANA), ("Hira", SAME_KATAKANA)):
        alien = [at for at, char in enumerate(label) if own not in script_set(char)]
        if len(alien) == 1 and len(label) > 1 and label[alien[0]] in strangers:
            at = alien[0]
            char = described(label[at])
            reason = message(
                "{char} is from a different kana script than the rest of the label", char=char
            )
            return reason, Span(at, at + 1)
    return None


@dataclass(frozen=True, slots=True)
class WholeScript:
    """A label of one script whose letters all look like ASCII ones."""

    script: str
    name: str
    imitates: str | None
    at_home: tuple[str, ...]
    is_chosen: bool  # rare letters, probably chosen for their looks


# The letters of Russian, Ukrainian, Belarusian and Bulgarian. Real words that look like Latin use
# only these; any other letter was probably chosen for its look.
EVERYDAY_CYRILLIC = frozenset(
    [*map(chr, range(0x430, 0x450)), *"\u0451\u0454\u0456\u0457\u0491\u045e"]
)


class _Letters(NamedTuple):
    """A script's letters that look Latin, the suffixes it is usual under, and real words."""

    letters: frozenset[str]
    at_home: tuple[str, ...]
    words: frozenset[str]


NO_LETTERS = _Letters(frozenset(), (), frozenset())


@cache
def _whole_scripts() -> dict[str, _Letters]:
    rows = shipped_rows("lists/whole-script.txt")
    return {
        code: _Letters(
            frozenset(characters(letters)),
            tuple(domains.split()),
            frozenset(" ".join(words).split()),
        )
        for code, domains, letters, *words in rows
    }


def whole_script(label: str) -> WholeScript | None:
    """Return the script that all letters belong to if they look like ASCII; otherwise None."""
    values = {char: script(char) for char in dict.fromkeys(label) if not char.isascii()}
    used = set(values.values()) - COMMON
    if len(used) != 1 or any(char.isascii() and char.isalpha() for char in label):
        return None
    code = used.pop()
    known = _whole_scripts().get(code, NO_LETTERS)
    if label in known.words:
        return None
    if any(char not in known.letters for char, own in values.items() if own == code):
        return None
    letters = {char for char, own in values.items() if own == code}
    is_chosen = code == "Cyrl" and not letters <= EVERYDAY_CYRILLIC
    imitates = looks_like_ascii(label)
    return WholeScript(code, script_name(code), imitates, known.at_home, is_chosen)


# Step 4: characters that UTS 39 allows in names but browsers do not.
SINGLED_OUT = frozenset("\u0138\u02bb\u02bc\u02ec\u0338\u058a\u2010\u2019\u2027\u30a0")
SINGLED_OUT_RANGES = (
    (0x01CD, 0x01DC),  # Latin for Pinyin
    (0x1C80, 0x1C8F),  # Cyrillic Extended-C
    (0x1E00, 0x1E9B),  # Latin Extended Additional, up to the long s with dot
    (0x1F00, 0x1FFF),  # Greek Extended
    (0xA640, 0xA69F),  # Cyrillic Extended-B
    (0xA720, 0xA7FF),  # Latin Extended-D
)
# Step 8: letters that look like others, and the suffixes where they are usual.
AT_HOME = {"\u00fe": ("is", "fo"), "\u00f0": ("is", "fo"), "\u0259": ("az",)}
MIDDLE_DOT = "\u00b7"
DIGITS = frozenset("0123456789")
# Characters that mapping can produce and browsers then reject in a host (WHATWG URL 3.1).
FORBIDDEN = frozenset("#%/:<>?@[\\]^|") | frozenset(map(chr, range(0x21))) | {"\x7f"}


@dataclass(frozen=True, slots=True)
class LabelQuestion:
    """A label in Unicode, whether it was written in punycode, and the last label of its host."""

    label: str
    tld: str
    is_coded: bool


@dataclass(frozen=True, slots=True)
class DisplayRefusal:
    """The reason why a step refuses a label, without a final period, and the span of the cause."""

    reason: str
    span: Span


def _refused(reason: str, at: int) -> DisplayRefusal:
    return DisplayRefusal(reason, Span(at, at + 1))


def _at(question: LabelQuestion, test: Callable[[str], bool]) -> int:
    """Return the position of the first character that meets a condition; -1 if none does."""
    return next((at for at, char in enumerate(question.label) if test(char)), -1)


def invalid(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 2: UTS 46 rejects the label or would have mapped it."""
    label = question.label
    whole = Span(0, len(label))
    if len(label) > LONGEST_LABEL:
        reason = message("the label is longer than {count} characters", count=LONGEST_LABEL)
        return DisplayRefusal(reason, whole)
    mapped = map_label(label)
    if mapped.fault:
        return DisplayRefusal(mapped.fault.message, mapped.fault.span)
    if mapped.changes:
        # Unicode input is already mapped, so a difference means that mapping made the label empty.
        reason = (
            message("the punycode decodes to a label that cannot be registered")
            if question.is_coded
            else message("the label is empty after browsers convert it")
        )
        return DisplayRefusal(reason, mapped.changes[0].span)
    at = _at(question, FORBIDDEN.__contains__)
    if at >= 0:
        char = described(label[at])
        return _refused(message("{char} is not allowed in host names", char=char), at)
    if unicodedata.category(label[0]).startswith("M"):
        mark = described(label[0])
        return _refused(message("the label begins with a combining mark: {char}", char=mark), 0)
    if label.startswith("-") or label.endswith("-") or label[2:4] == "--":
        reason = message("hyphen at the start or end, or in positions 3 and 4")
        return DisplayRefusal(reason, whole)
    return _out_of_context(label)


def _out_of_context(label: str) -> DisplayRefusal | None:
    """Check the context of joiners and the text direction: RFC 5892 appendix A and RFC 5893."""
    try:
        for at, char in enumerate(label):
            if char in "\u200c\u200d" and not idna.valid_contextj(label, at):
                joiner = described(char)
                return _refused(
                    message("{char} is not allowed between these letters", char=joiner), at
                )
        idna.check_bidi(label)
    except (idna.IDNAError, ValueError):
        reason = message("the label breaks the rule for text direction (RFC 5893)")
        return DisplayRefusal(reason, Span(0, len(label)))
    return None


def not_for_names(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 3: a character that UTS 39 does not allow in names."""
    at = _at(question, lambda char: not is_allowed(char))
    if at < 0:
        return None
    char = question.label[at]
    types = ", ".join(identifier_types(char)) or message("not assigned")
    reason = message(
        "{char} is not allowed in identifiers ({types})", char=described(char), types=types
    )
    return _refused(reason, at)


def singled_out(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 4: a character that browsers exclude although UTS 39 allows it."""
    at = _at(question, _is_singled_out)
    if at < 0:
        return None
    char = described(question.label[at])
    return _refused(message("browsers exclude {char}, which is rare or misleading", char=char), at)


def _is_singled_out(char: str) -> bool:
    code = ord(char)
    return char in SINGLED_OUT or any(first <= code <= last for first, last in SINGLED_OUT_RANGES)


def mixed_scripts(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 5: scripts that no language combines, or non-ASCII Latin letters with another script."""
    label = question.label
    if restriction_level(label) > Level.HIGHLY_RESTRICTIVE:
        runs = script_runs(label)
        names = list(dict.fromkeys(script_name(code) for code, _ in runs))
        strange = next((span for code, span in runs[1:] if code != runs[0][0]), runs[0][1])
        return DisplayRefusal(
            message("the label mixes {scripts}", scripts=conjoined(names)), strange
        )
    if resolved_scripts(label) != frozenset():
        return None
    at = _at(question, lambda char: not char.isascii() and script(char) == "Latn")
    if at < 0:
        return None
    return _refused(message("non-ASCII Latin letters are mixed with another script"), at)


def mixed_digits(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 6: digits of two numbering systems."""
    systems = list(number_systems(question.label).values())
    if len(systems) < 2:
        return None
    return DisplayRefusal(message("the label mixes digits from several scripts"), systems[1])


def invisible(question: LabelQuestion) -> DisplayRefusal | None:
    """Check for invisible characters and repeated combining marks (step 7)."""
    before = ""
    for at, char in enumerate(question.label):
        if is_invisible(char):
            return _refused(message("{char} is invisible", char=described(char)), at)
        for part in unicodedata.normalize("NFD", char):
            is_mark = unicodedata.category(part) == "Mn"
            if part == before and is_mark:
                return _refused(message("{char} has no visible effect", char=described(part)), at)
            before = part
    return None


def unusual_place(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 8: letters under suffixes where their language is not used, or a misplaced middle
    dot.
    """
    label = question.label
    for at, char in enumerate(label):
        homes = AT_HOME.get(char, (question.tld,))
        if question.tld not in homes and len(label) > 1:
            suffixes = conjoined([f".{home}" for home in homes])
            reason = message(
                "{char} is accepted under {suffixes} only", char=described(char), suffixes=suffixes
            )
            return _refused(reason, at)
        if char == MIDDLE_DOT and (
            question.tld != "cat" or label[max(at - 1, 0) : at + 2] != "l·l"
        ):
            return _refused(message('a middle dot is allowed only between two "l" under .cat'), at)
    return None


def mixed_confusable(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 9: letters of several scripts that together look like ASCII."""
    if resolved_scripts(question.label) != frozenset():
        return None
    imitated = looks_like_ascii(question.label)
    if imitated is None:
        return None
    at = _at(question, lambda char: not char.isascii())
    reason = message("letters of another script make the label look like {like}", like=imitated)
    return _refused(reason, at)


def whole_confusable(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 10: letters of one script that all look like Latin, under a suffix unusual for it."""
    result = whole_script(question.label)
    if result is None or question.tld in result.at_home:
        return None
    if any(result.script in script_set(char) for char in question.tld):
        return None
    args = {"script": result.name, "like": result.imitates}
    reason = (
        message("every {script} letter looks like a Latin letter or digit ({like})", **args)
        if result.imitates
        else message("every {script} letter looks like a Latin letter or digit", **args)
    )
    return DisplayRefusal(reason, Span(0, len(question.label)))


def digit_look_alike(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 11: digits, and letters that look like digits."""
    read = looks_like_ascii(question.label)
    if read is None or not DIGITS.issuperset(read):
        return None
    reason = message("the label looks like the number {digits}", digits=read)
    return DisplayRefusal(reason, Span(0, len(question.label)))


def dangerous(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 12: patterns that look like delimiters or hide a mark."""
    result = dangerous_pattern(question.label)
    return DisplayRefusal(result[0], result[1]) if result else None


STEPS: tuple[tuple[int, Callable[[LabelQuestion], DisplayRefusal | None]], ...] = (
    (2, invalid),
    (3, not_for_names),
    (4, singled_out),
    (5, mixed_scripts),
    (6, mixed_digits),
    (7, invisible),
    (8, unusual_place),
    (9, mixed_confusable),
    (10, whole_confusable),
    (11, digit_look_alike),
    (12, dangerous),
)

TITLES = {
    0: "Shown in Unicode",
    1: "Invalid punycode",
    2: "Not a valid label",
    3: "Character not allowed in names",
    4: "Character excluded by browsers",
    5: "Mixed scripts",
    6: "Mixed digits",
    7: "Invisible characters",
    8: "Character in an unusual position",
    9: "Homoglyph from another script",
    10: "Whole label imitates Latin",
    11: "Imitates a number",
    12: "Dangerous pattern",
    13: "Imitates a well-known name",
}


@dataclass(frozen=True, slots=True)
class DisplayDecision:
    """The decision on a label; `span` refers to `label`, the Unicode form that was judged.

    `reason` is the end of a sentence without its period.
    """

    label: str
    shown: bool
    step: int
    title: str
    reason: str
    span: Span | None = None
    imitates: str | None = None


def decide(
    label: str,
    *,
    tld: str = "",
    domain: str | None = None,
    protect: Iterable[str] = (),
    names: KnownNameIndex | None = None,
) -> DisplayDecision:
    """Decide whether a label, in Unicode or punycode, is shown in Unicode.

    `tld` is the last label of its host.  `domain` is the registrable domain in Unicode if the
    label belongs to it: step 13 compares it with ``names``, or the built-in names.
    """
    if label.isascii() and label[:4].lower() != ACE_PREFIX:
        return _shown(label, message("the label is plain ASCII"))
    given = decoded(label)
    if given is None:
        reason = message("the text after xn-- is not valid punycode")
        return DisplayDecision(label, False, 1, TITLES[1], reason, Span(0, len(label)))
    is_coded = given is not label
    text = given if is_coded else map_label(given[: 4 * LONGEST]).text or given[:1]
    asked = LabelQuestion(text, tld.lower(), is_coded)
    for step, judge in STEPS:
        hit = judge(asked)
        if hit:
            return DisplayDecision(text, False, step, TITLES[step], hit.reason, hit.span)
    name = _well_known(domain, names or index(tuple(protect))) if domain else None
    if name:
        reason = message(
            "without accents and homoglyphs, the domain looks like {domain}", domain=name
        )
        return DisplayDecision(text, False, 13, TITLES[13], reason, Span(0, len(text)), name)
    return _shown(text, message("no step applies"))


def _shown(label: str, reason: str) -> DisplayDecision:
    return DisplayDecision(label, True, 0, TITLES[0], reason)


def _well_known(domain: str, known: KnownNameIndex) -> str | None:
    if domain in known.domains:
        return None
    known_names = (known.outlines.get(each) for each in outlines(domain))
    return next((each.domain for each in known_names if each), None)


def decide_host(
    host: str, *, protect: Iterable[str] = (), names: KnownNameIndex | None = None
) -> tuple[DisplayDecision, ...]:
    """Return one decision per label, in the order of the host."""
    protected = tuple(protect)
    read = in_unicode(host)
    domain = None if read.isascii() else registrable(read)
    labels = host.removesuffix(".").split(".")[-128:]
    first = len(labels) - domain.count(".") - 1 if domain else -1
    return tuple(
        decide(
            label,
            tld=read.rpartition(".")[2],
            domain=domain if first <= at else None,
            protect=protected,
            names=names,
        )
        for at, label in enumerate(labels)
    )
