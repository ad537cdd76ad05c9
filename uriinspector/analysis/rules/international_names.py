"""How it looks: international names, label by label."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.gates import When
from uriinspector.analysis.international import idna
from uriinspector.analysis.international.display import (
    DisplayDecision,
    WholeScript,
    is_emoji,
    whole_script,
)
from uriinspector.analysis.international.known_names import KnownNameIndex
from uriinspector.analysis.international.scripts import (
    Level,
    ascii_look_alike,
    is_allowed,
    is_single_script,
    looks_like_ascii,
    number_systems,
    restriction_level,
    script,
    script_name,
    script_runs,
    skeleton,
)
from uriinspector.analysis.rules.international_labels import (
    LONGEST,
    NO_LABEL,
    InternationalLabel,
    as_utf8,
    decided,
    labels,
)
from uriinspector.core.characters import name, number
from uriinspector.core.model import Span, conjoined, listed, message
from uriinspector.readers.browser import REMOVED_INSIDE

WHEN = When.NON_ASCII | When.PUNYCODE | When.ESCAPED_HOST
CHROMIUM = ("UTS 39 5.2", "Chromium IDN policy")
JOINERS = frozenset("\u200c\u200d")
# Steps that only say that a character is unusual in names.
RARE = frozenset({3, 4, 8})
COMMON = frozenset({"Zyyy", "Zinh", "Zzzz"})


def non_ascii_host(facts: Facts) -> Iterator[Hit]:
    """An international name: said even where nothing is wrong with it, and why not."""
    for label, decision in decided(facts):
        codes = [code for code, _ in script_runs(label.read) if code not in COMMON]
        scripts = tuple(dict.fromkeys(map(script_name, codes)))
        args = {
            "scripts": listed(scripts) if scripts else message("none"),
            "step": str(decision.step),
            "why": decision.reason,
        }
        is_rare = decision.step in RARE and not any(map(is_emoji, decision.label))
        severity = MEDIUM if _is_unspoken(decision) else LOW if is_rare else None
        is_ascii = idna.map_label(label.read).text.isascii()
        if is_ascii and not facts.is_refused and not label.written.lower().startswith("xn--"):
            continue  # browsers make an ordinary name of it
        is_plain = facts.is_refused or is_ascii
        variant = "plain" if is_plain else ""
        if not decision.shown and not facts.is_refused:
            variant = "hidden"
        yield Hit(*label.span, severity, variant, args=args)


def _is_unspoken(decision: DisplayDecision) -> bool:
    """Whether it is kept from being read as something else, and no other rule says why.

    What only is rare, or no label at all, deceives nobody by that.
    """
    if decision.step == 10:
        whole = whole_script(decision.label)
        return whole is None or not whole.imitates
    if decision.step == 7 and not JOINERS.isdisjoint(decision.label):
        return False  # what is not seen has its own rule, and joiners may be right
    is_odd = decision.step >= 5 and decision.step not in {6, *RARE}
    return is_odd and not _mixed_scripts(decision.label)


def _is_deceptive(label: str, names: KnownNameIndex) -> bool:
    """Whether letters of one script stand in a word of another, or are there for their looks.

    Words of two scripts beside each other, with a hyphen between, are two words.
    """
    for word in label.split("-"):
        whole = whole_script(word)
        if not is_single_script(word) or (whole and _is_known_or_chosen(whole, names)):
            return True
    return False


def _is_known_or_chosen(whole: WholeScript, names: KnownNameIndex) -> bool:
    return whole.is_chosen or (whole.imitates or "") in names.labels


def _mixed_scripts(label: str) -> list[str]:
    """The scripts of a label that no language writes together; empty for others.

    A mark of another script counts with the letter that it stands on: then there is one.
    """
    if restriction_level(label, profile=False) <= Level.HIGHLY_RESTRICTIVE:
        return []
    codes = [code for code, _ in script_runs(label) if code not in COMMON]
    names = list(dict.fromkeys(map(script_name, codes)))
    return names if len(names) > 1 else []


def mixed_script(facts: Facts) -> Iterator[Hit]:
    """Letters of scripts that no language writes together."""
    for label in labels(facts):
        mapped = idna.map_label(label.read).text
        scripts = _mixed_scripts(mapped)
        if not scripts:
            continue
        runs = [(code, span) for code, span in script_runs(label.read) if code not in COMMON]
        names = conjoined(scripts)
        strange = [span for code, span in runs if code != "Latn"] or [span for _, span in runs]
        minority = min(strange, key=lambda span: span.end - span.start, default=None)
        like = looks_like_ascii(mapped)
        args = {"scripts": names, "like": like or ""}
        place = label.place(minority)
        is_meant = like is not None and _is_deceptive(mapped, facts.names)
        severity = HIGH if is_meant and facts.is_accepted else None
        yield Hit(*place, severity, "like" if like else "", args=args)


def whole_script_confusable(facts: Facts) -> Iterator[Hit]:
    """A name of one script, all of whose letters pass for Latin ones."""
    suffix = facts.reference.host.rpartition(".")[2] if facts.reference.host else ""
    for label in labels(facts):
        result = whole_script(idna.map_label(label.read).text)
        if result and result.imitates:
            if _is_at_home(suffix, result):
                continue  # under its own suffix that script is what everybody writes
            severity = None if _is_known_or_chosen(result, facts.names) else MEDIUM
            yield Hit(*label.span, severity, args={"script": result.name, "like": result.imitates})


def _is_at_home(suffix: str, whole: WholeScript) -> bool:
    """Under a country's suffix, or one that is written in the same script."""
    name = idna.decoded(suffix.lower()) or ""
    return name in whole.at_home or any(script(char) == whole.script for char in name)


def confusable(facts: Facts) -> Iterator[Hit]:
    """Single letters that pass for ASCII ones."""
    for label in labels(facts):
        mapped = idna.map_label(label.read).text
        imitates = looks_like_ascii(mapped) is not None and not is_single_script(label.read)
        is_meant = imitates and _is_deceptive(mapped, facts.names)
        for at, char in enumerate(label.read):
            like = None if _becomes_ascii(char) else ascii_look_alike(char)
            if like and like.isalnum() and (imitates or not is_allowed(char)):
                # A capital looks like a capital, though the label is read in small letters.
                shown = skeleton(char) if skeleton(char).lower() == like else like
                args = {"char": f"{number(char)} {name(char)}", "like": shown}
                among = is_meant and facts.is_accepted
                severity = HIGH if among else LOW if is_allowed(char) else MEDIUM
                yield Hit(*label.place(Span(at, at + 1)), severity, args=args)


def _becomes_ascii(char: str) -> bool:
    """Whether it is ASCII, or browsers make it so, which has its own rule."""
    return (idna.map_char(char) or char).isascii()


def compatibility_mapping(facts: Facts) -> Iterator[Hit]:
    """Characters that browsers turn into others before they look the name up."""
    for written, span in facts.labels if facts.is_web and facts.is_read_as_written else ():
        if written.isascii() or len(written) > LONGEST:
            continue
        mapping_changes = idna.map_label(written).changes
        changes = [each for each in mapping_changes if each.kind != "case" or each.mapped.isascii()]
        changes = [each for each in changes if not each.written.isascii()]
        if not changes:
            continue
        first, last = changes[0].span.start, changes[-1].span.end
        mapped = idna.map_label(REMOVED_INSIDE.sub("", as_utf8(written) or written)).text
        plain = mapped.isascii()
        severity = HIGH if facts.is_inner else MEDIUM if plain else None
        place = Span(span.start + first, span.start + last)
        variant = "refused" if facts.is_refused else "ascii" if plain else ""
        yield Hit(*place, severity, variant, args={"mapped": mapped})


def idna_error(facts: Facts) -> Iterator[Hit]:
    """A label that the rules for international names do not allow."""
    for written, span in facts.labels if facts.is_web and facts.is_read_as_written else ():
        plain = as_utf8(written)
        if plain is None or not NO_LABEL.isdisjoint(written):
            continue
        coded = plain[:4].lower() == "xn--"
        if (plain.isascii() and not coded) or len(written) > LONGEST:
            continue
        fault = idna.map_label(plain).fault or idna.label_fault(idna.map_label(plain).text)
        if fault:
            inside = InternationalLabel(span, written, plain).place(
                fault.span if not coded else None
            )
            severity = MEDIUM if facts.is_refused else LOW
            yield Hit(*inside, severity, args={"told": fault.message})


def idna_deviation(facts: Facts) -> Iterator[Hit]:
    """Sharp s and its like: older and newer programs go to different sites.

    A label that is written as xn-- is one and the same to all of them.
    """
    host = (facts.reached_host or "").split(".")
    for label in labels(facts) if facts.is_read_as_written else ():
        if label.read != label.written:
            continue
        own = idna.encoded(idna.map_label(label.read).text) or ""
        other = idna.encoded(idna.transitional(label.read)) or own
        for each in idna.deviations(label.read):
            args = {"char": f"{number(each.char)} {name(each.char)}"}
            elsewhere = ".".join(other if part == own else part for part in host)
            if elsewhere and other != own:
                yield Hit(*label.place(each.span), args=args | {"other": elsewhere})
            else:
                yield Hit(*label.place(each.span), variant="label", args=args | {"other": other})


def mixed_numbers(facts: Facts) -> Iterator[Hit]:
    """Digits of more than one number system in a label."""
    for label in labels(facts):
        systems = number_systems(label.read)
        if len(systems) > 1:
            yield Hit(*label.span, args={"systems": ", ".join(systems)})


def emoji_host(facts: Facts) -> Iterator[Hit]:
    """Pictures in a name: no rule allows them, some registries sell them."""
    for label in labels(facts):
        at = next((at for at, char in enumerate(label.read) if is_emoji(char)), None)
        if at is not None:
            yield Hit(*label.place(Span(at, at + 1)))


RULES = (
    Rule(
        "non-ascii-host",
        INFO,
        "Internationalized domain name (IDN)",
        {
            "": "Scripts: {scripts}. No step of Chromium's display rules hides it.",
            "plain": "Scripts: {scripts}.",
            "hidden": "Scripts: {scripts}. Under Chromium's rules, the host is shown in "
            "punycode (step {step}): {why}.",
        },
        ("RFC 5890 2.3", "UTS 46 4"),
        WHEN,
        non_ascii_host,
        rises="medium where Chromium's rules show punycode and no other rule says why, low where "
        "they only find a rare character",
        of_host=True,
    ),
    Rule(
        "mixed-script",
        MEDIUM,
        "Mixed scripts in one label",
        {
            "": "One label mixes {scripts}.",
            "like": "One label mixes {scripts}, and looks like {like}.",
        },
        CHROMIUM,
        WHEN,
        mixed_script,
        rises="high if it looks like plain letters",
        of_host=True,
    ),
    Rule(
        "whole-script-confusable",
        HIGH,
        "Whole-script homoglyph",
        {"": "Every letter is {script}, and the name looks like {like}."},
        CHROMIUM,
        WHEN,
        whole_script_confusable,
        rises="medium if it is no known name and has everyday letters only",
        of_host=True,
    ),
    Rule(
        "confusable",
        LOW,
        "Homoglyph in the host",
        {"": '{char} looks like "{like}".'},
        ("UTS 39 4",),
        WHEN,
        confusable,
        rises="high among letters of another script; medium if host names do not normally "
        "contain it",
        of_host=True,
    ),
    Rule(
        "compatibility-mapping",
        LOW,
        "Characters that browsers convert",
        {
            "": "Browsers convert this label to {mapped}.",
            "ascii": "Browsers convert this label to the ASCII text {mapped}.",
            "refused": "Browsers convert this label to {mapped}, then reject the link.",
        },
        ("UTS 46 4", "WHATWG URL 3.3"),
        When.NON_ASCII,
        compatibility_mapping,
        rises="medium if the result is plain ASCII; high if that is a private or loopback address",
    ),
    Rule(
        "idna-error",
        LOW,
        "Invalid internationalized name",
        {"": "{told}."},
        ("RFC 5891 4.2", "UTS 46 4.1"),
        WHEN,
        idna_error,
        rises="medium if browsers reject the host",
        of_host=True,
    ),
    Rule(
        "idna-deviation",
        LOW,
        "Host depends on the IDNA version",
        {
            "": "{char}: programs that use IDNA 2003 go to {other} instead.",
            "label": "{char}: programs that use IDNA 2003 read this label as {other}.",
        },
        ("UTS 46 7", "RFC 5894 7.2"),
        WHEN,
        idna_deviation,
    ),
    Rule(
        "mixed-numbers",
        MEDIUM,
        "Mixed number systems",
        {"": "Digits of {systems}: lookalike digits can hide the real number."},
        ("UTS 39 5.3",),
        WHEN,
        mixed_numbers,
        of_host=True,
    ),
    Rule(
        "emoji-host",
        LOW,
        "Emoji in the host",
        {"": "Emoji look different on each device; IDNA 2008 does not allow them."},
        ("RFC 5892 2", "UTS 46 4"),
        WHEN,
        emoji_host,
        of_host=True,
    ),
)
