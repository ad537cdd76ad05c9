"""Rules about international labels and about lookalikes of delimiters."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.international import idna
from uriinspector.analysis.international.display import (
    DisplayDecision,
    WholeScript,
    decide_host,
    is_emoji,
    whole_script,
)
from uriinspector.analysis.international.idna import map_char
from uriinspector.analysis.international.known_names import KnownNameIndex
from uriinspector.analysis.international.scripts import (
    COMMON,
    Level,
    ascii_look_alike,
    is_allowed,
    is_single_script,
    listed_delimiter,
    looks_like_ascii,
    number_systems,
    restriction_level,
    script,
    script_name,
    script_runs,
    script_set,
    skeleton,
)
from uriinspector.core.characters import described
from uriinspector.core.expression import lowered
from uriinspector.core.model import NamedTuple, Span, conjoined, listed, message
from uriinspector.core.percent import decoded, octets_of
from uriinspector.core.schemes.lookup import names_host
from uriinspector.readers.browser import REMOVED_INSIDE

# Much longer than the 63 characters of a label, including escapes.
LONGEST = 600
# Twice as many labels as a name can have; further ones are not examined.
MOST_LABELS = 256


class InternationalLabel(NamedTuple):
    """A label that is not plain ASCII: its span, its text as written, and its decoded text."""

    span: Span
    written: str
    read: str

    @property
    def mapped(self) -> str:
        return idna.map_label(self.read).text

    @property
    def scripts(self) -> list[tuple[str, Span]]:
        """The runs of each script, without characters that all scripts share."""
        return [run for run in script_runs(self.read) if run[0] not in WITHOUT_SCRIPT]

    def place(self, inside: Span | None) -> Span:
        """Map a span in the decoded label to the text; the whole label if it was encoded."""
        if inside is None or self.written != self.read:
            return self.span
        return Span(self.span.start + inside.start, self.span.start + inside.end)


def labels(facts: Facts) -> tuple[InternationalLabel, ...]:
    return facts.once(_labels)


def _labels(facts: Facts) -> tuple[InternationalLabel, ...]:
    return tuple(_international(facts))


# Characters that cannot be part of a label.
NO_LABEL = frozenset(":[]")


def as_utf8(label: str) -> str | None:
    """Decode the escapes of a label; None if they are not UTF-8."""
    if "%" not in label:
        return label
    try:
        return octets_of(label).decode()
    except UnicodeDecodeError:
        return None


def _read_labels(facts: Facts) -> tuple[tuple[str, Span], ...]:
    """Return the labels of a host that browsers read as written, up to a maximum number."""
    return facts.labels[:MOST_LABELS] if facts.is_web and facts.is_read_as_written else ()


def _international(facts: Facts) -> Iterator[InternationalLabel]:
    for written, span in _read_labels(facts):
        if len(written) > LONGEST or not NO_LABEL.isdisjoint(written):
            continue  # such names cannot be looked up, as other rules report
        plain = as_utf8(written)
        if plain is None:
            continue  # browsers refuse it
        read = idna.decoded(REMOVED_INSIDE.sub("", plain))
        if read is not None and not read.isascii():
            yield InternationalLabel(span, written, read)


@lru_cache(maxsize=512)
def decisions(host: str, names: KnownNameIndex) -> tuple[DisplayDecision, ...]:
    """Return the display decisions for a host, cached for all rules."""
    return decide_host(host, names=names)


def decided(facts: Facts) -> Iterator[tuple[InternationalLabel, DisplayDecision]]:
    span = facts.host_span
    if span is None:
        return
    last = facts.labels[:MOST_LABELS][-1:]
    host = facts.text[span.start : last[0][1].end if last else span.end]
    display_decisions = decisions(decoded(host) if "%" in host else host, facts.names)
    by_label = {each.label: each for each in display_decisions}
    for label in labels(facts):
        decision = by_label.get(label.read) or by_label.get(label.mapped)
        if decision:
            yield label, decision


CHROMIUM = ("UTS 39 5.2", "Chromium IDN policy")
JOINERS = frozenset("\u200c\u200d")
# Steps that only find an unusual character.
RARE = frozenset({3, 4, 8})
WITHOUT_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})


def non_ascii_host(facts: Facts) -> Iterator[Hit]:
    """Find international names, even harmless ones, and explain why browsers show or hide them."""
    for label, decision in decided(facts):
        scripts = tuple(dict.fromkeys(script_name(code) for code, _ in label.scripts))
        args = {
            "scripts": listed(scripts) if scripts else message("none"),
            "step": str(decision.step),
            "why": decision.reason,
        }
        is_rare = decision.step in RARE and not any(map(is_emoji, decision.label))
        severity = MEDIUM if _is_unexplained(decision) else LOW if is_rare else None
        is_ascii = label.mapped.isascii()
        if is_ascii and not facts.is_refused and not label.written.lower().startswith("xn--"):
            continue  # browsers convert it to an ordinary name
        is_plain = facts.is_refused or is_ascii
        variant = "plain" if is_plain else ""
        if not decision.shown and not facts.is_refused:
            variant = "hidden"
            like = looks_like_ascii(label.mapped)
            if like and label.span.end == facts.labels[-1][1].end:
                variant, args["shown"], args["like"] = "ending", label.read, like
        yield Hit(*label.span, severity, variant, args=args)


def _is_unexplained(decision: DisplayDecision) -> bool:
    """Return True if browsers hide the label as deceptive and no other rule explains why.

    Rare characters and invalid labels alone are not deceptive.
    """
    if decision.step == 10:
        whole = whole_script(decision.label)
        return whole is None or not whole.imitates
    if decision.step == 7 and not JOINERS.isdisjoint(decision.label):
        return False  # invisible characters have their own rule, and joiners may be correct
    is_odd = decision.step >= 5 and decision.step not in {6, *RARE}
    return is_odd and not _mixed_scripts(decision.label)


def _is_deceptive(label: str, names: KnownNameIndex) -> bool:
    """Return True if a word mixes scripts, or has letters chosen for their looks.

    Parts between hyphens are separate words, which may have different scripts.
    """
    for word in label.split("-"):
        whole = whole_script(word)
        if not is_single_script(word) or (whole and _is_known_or_chosen(whole, names)):
            return True
    return False


def _is_known_or_chosen(whole: WholeScript, names: KnownNameIndex) -> bool:
    return whole.is_chosen or (whole.imitates or "") in names.labels


def _mixed_scripts(label: str) -> list[str]:
    """Return the scripts of a label that no language combines, or [].

    A combining mark counts with its base letter.
    """
    if restriction_level(label, profile=False) <= Level.HIGHLY_RESTRICTIVE:
        return []
    codes = [code for code, _ in script_runs(label) if code not in WITHOUT_SCRIPT]
    names = list(dict.fromkeys(map(script_name, codes)))
    return names if len(names) > 1 else []


def mixed_script(facts: Facts) -> Iterator[Hit]:
    for label in labels(facts):
        mapped = label.mapped
        scripts = _mixed_scripts(mapped)
        if not scripts:
            continue
        runs = label.scripts
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
    """Find labels of one script in which every letter looks like a Latin one."""
    suffix = facts.reference.host.rpartition(".")[2] if facts.reference.host else ""
    for label in labels(facts):
        result = whole_script(label.mapped)
        if result and result.imitates:
            if _is_at_home(suffix, result):
                continue  # the script is usual under this suffix
            severity = None if _is_known_or_chosen(result, facts.names) else MEDIUM
            yield Hit(*label.span, severity, args={"script": result.name, "like": result.imitates})


def _is_at_home(suffix: str, whole: WholeScript) -> bool:
    name = idna.decoded(suffix.lower()) or ""
    return name in whole.at_home or any(script(char) == whole.script for char in name)


def confusable(facts: Facts) -> Iterator[Hit]:
    """Find single letters that look like ASCII letters or digits."""
    for label in labels(facts):
        mapped = label.mapped
        imitates = looks_like_ascii(mapped) is not None and not is_single_script(label.read)
        is_meant = imitates and _is_deceptive(mapped, facts.names)
        for at, char in enumerate(label.read):
            like = None if _becomes_ascii(char) else ascii_look_alike(char)
            if like and like.isalnum() and (imitates or not is_allowed(char)):
                # The comparison is in lowercase; for a capital, show the capital
                # that it looks like.
                shown = skeleton(char) if skeleton(char).lower() == like else like
                args = {"char": described(char), "like": shown}
                among = is_meant and facts.is_accepted
                severity = HIGH if among else LOW if is_allowed(char) else MEDIUM
                yield Hit(*label.place(Span(at, at + 1)), severity, args=args)


def _becomes_ascii(char: str) -> bool:
    """Return True if a character is ASCII or mapped to it, which another rule reports."""
    return (idna.map_char(char) or char).isascii()


def compatibility_mapping(facts: Facts) -> Iterator[Hit]:
    """Find characters that browsers convert before looking the name up."""
    for written, span in _read_labels(facts):
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
        if plain and facts.is_address and (address := facts.browser_host):
            yield Hit(*facts.host_span or place, HIGH, "address", args={"mapped": address})
            return
        yield Hit(*place, severity, variant, args={"mapped": mapped})


def idna_error(facts: Facts) -> Iterator[Hit]:
    for written, span in _read_labels(facts):
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
    """Find characters such as "ß", with which old and new programs go to different sites.

    All programs read punycode labels alike.
    """
    host = (facts.reached_host or "").split(".")
    rows = [
        (label, idna.encoded(label.mapped) or "", idna.encoded(idna.transitional(label.read)))
        for label in (labels(facts) if facts.is_read_as_written else ())
        if label.read == label.written and not idna.map_label(label.read).fault
    ]
    others = {own: other or own for _, own, other in rows}
    elsewhere = ".".join(others.get(part, part) for part in host)
    for label, own, _ in rows:
        other = others[own]
        for each in idna.deviations(label.read):
            args = {"char": described(each.char)}
            if elsewhere and other != own:
                yield Hit(*label.place(each.span), args=args | {"other": elsewhere})
            else:
                yield Hit(*label.place(each.span), variant="label", args=args | {"other": other})


def mixed_numbers(facts: Facts) -> Iterator[Hit]:
    for label in labels(facts):
        systems = number_systems(label.mapped)
        if len(systems) > 1:
            yield Hit(*label.span, args={"systems": ", ".join(systems)})


def emoji_host(facts: Facts) -> Iterator[Hit]:
    """Find emoji in a host, which no standard allows but some registries sell."""
    for label in labels(facts):
        at = next((at for at, char in enumerate(label.read) if is_emoji(char)), None)
        if at is not None:
            yield Hit(*label.place(Span(at, at + 1)))


NAME_RULES = (
    Rule(
        "non-ascii-host",
        INFO,
        "Internationalized domain name (IDN)",
        {
            "": "Scripts: {scripts}. No step of Chromium's display rules turns the name into "
            "punycode.",
            "plain": "Scripts: {scripts}.",
            "hidden": "Scripts: {scripts}. Under Chromium's rules, the host is shown in "
            "punycode (step {step}): {why}.",
            "ending": 'Scripts: {scripts}. The top-level domain looks like "{like}"; under '
            "Chromium's rules, it is shown in punycode (step {step}): {why}.",
        },
        ("RFC 5890 2.3", "UTS 46 4"),
        non_ascii_host,
        rises="Medium if Chromium would show the host in punycode and no other finding "
        "explains this. Low if the only reason is a rare character.",
        of_host=True,
        plain={
            **dict.fromkeys(
                ("", "plain"),
                'The name of the site has letters beyond a to z ({scripts}); "xn--…" is another '
                "spelling of it.",
            ),
            "ending": 'The ending "{shown}" only looks like ".{like}": its letters are from '
            "another alphabet ({scripts}).",
            "hidden": "The name of the site has unusual letters ({scripts}), so Chrome "
            'shows it as "xn--…".',
        },
        when="is_international",
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
        mixed_script,
        rises="High if the label looks like plain ASCII letters.",
        of_host=True,
        plain={
            "": "The name mixes letters from different alphabets: {scripts}.",
            "like": "The name mixes letters of different alphabets ({scripts}), and looks "
            "like {like}.",
        },
        when="is_international",
    ),
    Rule(
        "whole-script-confusable",
        HIGH,
        "Whole-script homoglyph",
        {"": "Every letter is {script}, and the name looks like {like}."},
        CHROMIUM,
        whole_script_confusable,
        rises="Medium if the name does not look like a known one and uses only letters that are in "
        "everyday use.",
        of_host=True,
        plain={
            "": "Only looks like {like}: its letters are from the {script} alphabet, so it is "
            "another name."
        },
        when="is_international",
    ),
    Rule(
        "confusable",
        LOW,
        "Homoglyph in the host",
        {"": '{char} looks like "{like}".'},
        ("UTS 39 4",),
        confusable,
        rises="High among letters of another script. Medium if host names do not normally "
        "contain the character.",
        of_host=True,
        plain={
            "": '{char} only looks like "{like}": this is not the address with an ordinary '
            '"{like}".'
        },
        when="is_international",
    ),
    Rule(
        "compatibility-mapping",
        LOW,
        "Characters that browsers convert",
        {
            "": "Browsers convert this label to {mapped}.",
            "ascii": "Browsers convert this label to the ASCII text {mapped}.",
            "address": "Browsers convert the host to the IP address {mapped}.",
            "refused": "Browsers convert this label to {mapped}, then reject the link.",
        },
        ("UTS 46 4", "WHATWG URL 3.3"),
        compatibility_mapping,
        rises="Medium if the result is plain ASCII. High if it is an IP address or a local name.",
        plain={
            **dict.fromkeys(
                ("", "ascii"),
                'Unusual characters in the name: browsers read "{mapped}", and go to {site}.',
            ),
            "address": "Unusual characters hide a number ({mapped}) in place of a name: nothing "
            "shows whose site it is.",
            "refused": 'Unusual characters in the name: browsers read "{mapped}", then reject the '
            "link.",
        },
        when="is_international",
    ),
    Rule(
        "idna-error",
        LOW,
        "Invalid internationalized name",
        {"": "{told}."},
        ("RFC 5891 4.2", "UTS 46 4.1"),
        idna_error,
        rises="Medium if browsers reject the host.",
        of_host=True,
        plain={
            "": "The name of the site breaks the rules for such names; some programs refuse"
            " the link."
        },
        when="is_international",
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
        idna_deviation,
        plain={
            "": "Some programs go to {other} instead, because of this character: {char}.",
            "label": "Some programs read this part of the name as {other}, because of this "
            "character: {char}.",
        },
        when="is_international",
    ),
    Rule(
        "mixed-numbers",
        MEDIUM,
        "Mixed number systems",
        {"": "Digits from {systems}: lookalike digits can hide the real number."},
        ("UTS 39 5.3",),
        mixed_numbers,
        of_host=True,
        plain={
            "": "The name mixes digits from different writing systems, which can hide the "
            "real number."
        },
        when="is_international",
    ),
    Rule(
        "emoji-host",
        LOW,
        "Emoji in the host",
        {"": "Emoji look different on each device; IDNA 2008 does not allow them."},
        ("RFC 5892 2", "UTS 46 4"),
        emoji_host,
        of_host=True,
        plain={"": "Emoji look different on each device; the rules for names do not allow them."},
        when="is_international",
    ),
)

DELIMITERS = frozenset("/\\.:@?#-%&=[]_")
# Delimiters that end a host or userinfo; lookalikes make the host seem shorter.
ENDS_HOST = frozenset("/\\:@?#")
# After the host, only these delimiters matter, and dots after a name; dashes are too common there.
PARTS_THE_REST = ENDS_HOST | frozenset("&=")
FULL_STOPS = frozenset("\u2024\u3002\ua4f8\ufe52\uff0e\uff61")
MUSIC_SHARP = "\u266f"
EAST_ASIAN = frozenset({"Hani", "Hira", "Kana", "Hang", "Bopo"})
MIDDLE_DOT = "\u00b7"


class Delimiter(NamedTuple):
    """The delimiter that a character looks like, and the one that UTS 46 maps it to (or None)."""

    imitates: str
    becomes: str | None

    @property
    def is_one(self) -> bool:
        """True if UTS 46 maps the character to the delimiter that it looks like."""
        return self.becomes == self.imitates


@lru_cache(maxsize=4096)
def delimiter_look_alike(char: str) -> Delimiter | None:
    """Return the delimiter that a non-ASCII character looks like or is mapped to."""
    if char.isascii():
        return None
    mapped = map_char(char)
    becomes = mapped if mapped and not DELIMITERS.isdisjoint(mapped) else None
    imitates = listed_delimiter(char) or becomes
    return Delimiter(imitates, becomes) if imitates else None


def is_at_home(text: str, at: int) -> bool:
    """Return True if a character is usual next to its neighbors, as in 日本・野球.

    Characters common to all scripts are usual between non-ASCII characters.
    """
    char = text[at]
    neighbors = [each for each in (text[at - 1 : at], text[at + 1 : at + 2]) if each]
    if any(each.isascii() and each.isalnum() for each in neighbors):
        return False
    own = script_set(char)
    if own & COMMON:
        return bool(neighbors) and not any(each.isascii() for each in neighbors)
    return all(each.isascii() or own & script_set(each) for each in neighbors)


def confusable_delimiter(facts: Facts) -> Iterator[Hit]:
    """Find lookalikes of delimiters in the decoded host, the userinfo, and elsewhere."""
    if not facts.text.isascii():
        yield from _between_labels(facts)
        yield from _in_userinfo(facts)
        yield from _outside(facts)
    yield from _in_labels(facts)


def _hit(span: Span, severity: str | None, variant: str, char: str, like: str) -> Hit:
    args = {"char": described(char), "like": like}
    return Hit(*span, severity, variant, args=args)


def _between_labels(facts: Facts) -> Iterator[Hit]:
    """Find non-ASCII dots between labels, which browsers convert; East Asian text uses them."""
    if not facts.is_web or not facts.is_read_as_written:
        return
    spans = [span for _, span in facts.labels]
    for before, after in pairwise(spans):
        span = Span(before.end, after.start)
        dot = span.of(facts.text)
        if dot.isascii() or len(dot) > 1:
            continue
        is_typed = not EAST_ASIAN.isdisjoint(script_set(facts.text[span.start - 1]))
        severity = LOW if is_typed else MEDIUM
        yield _hit(span, severity, "refused" if facts.is_refused else "becomes", dot, ".")


def _in_labels(facts: Facts) -> Iterator[Hit]:
    """Find lookalikes in decoded labels, each character once per label."""
    strange = [
        (label, at, each)
        for label in (labels(facts) if facts.is_web else _raw_host(facts))
        for char in dict.fromkeys(label.read)
        if (each := delimiter_look_alike(char)) and (at := _strange_place(label.read, char)) >= 0
    ]
    if not strange:
        return
    shown = {label.span for label, each in decided(facts) if each.shown and facts.is_accepted}
    host = facts.host_span
    for label, at, each in strange:
        if label.span in shown:
            continue
        is_last = host is not None and label.span.end == host.end and at == len(label.read) - 1
        variant, severity = _weight(facts, each, is_last=is_last)
        if label.read[max(at - 1, 0) : at + 2] == "l\u00b7l":
            severity = LOW  # Catalan "l·l" outside of .cat
        place = label.place(Span(at, at + 1))
        hit = _hit(place, severity, variant, label.read[at], each.imitates)
        if host is not None and variant in {"host", "dot"}:
            after = label.read[at + 1 :] if variant == "dot" else ""
            front = facts.text[host.start : label.span.start]
            site = _site_of(facts, host)
            known = _imitated_name(front + label.read[:at], after, facts) if site.isascii() else {}
            args = {**hit.args, **known, "shown": front + label.read, "site": site}
            hit = hit._replace(args=args, variant="rejected" if facts.is_refused else variant)
        yield hit


def _site_of(facts: Facts, host: Span) -> str:
    """Return the site that programs find if they find one; otherwise the host as written."""
    written = host.of(facts.text)
    return facts.site or facts.browser_host or registrable_domain(lowered(written)) or written


def _imitated_name(front: str, after: str, facts: Facts) -> dict[str, str]:
    """Return the known domain that people read around a lookalike, as an argument."""
    name = registrable_domain(lowered(f"{front}.{after}" if after else front))
    return {"instead": name} if name and name in facts.names.domains else {}


def _strange_place(label: str, char: str) -> int:
    """Return the first position in a label where this character is unusual; -1 if there is none."""
    if not is_allowed(char):
        return label.index(char)
    places = (at for at, own in enumerate(label) if own == char)
    return next((at for at in places if not is_at_home(label, at)), -1)


def _raw_host(facts: Facts) -> Iterator[InternationalLabel]:
    """Yield a non-ASCII host as a single label, for schemes whose hosts browsers do not decode."""
    span = facts.host_span
    if span is not None and not span.of(facts.text).isascii() and names_host(facts.reference):
        yield InternationalLabel(span, span.of(facts.text), span.of(facts.text))


def _weight(facts: Facts, each: Delimiter, *, is_last: bool) -> tuple[str, str]:
    if each.is_one and facts.is_web and facts.is_refused:
        return "refused", HIGH
    if each.imitates == ".":
        return "dot", HIGH
    if ENDS_HOST.isdisjoint(each.imitates):
        return "other", MEDIUM
    return ("" if is_last else "host"), HIGH


def _in_userinfo(facts: Facts) -> Iterator[Hit]:
    """Find lookalikes in userinfo, which they can make look like a complete link."""
    span = facts.userinfo_span
    if span is None:
        return
    for at, each in _between_ascii(facts.text, span):
        if not ENDS_HOST.isdisjoint(each.imitates) or each.imitates == ".":
            yield _hit(Span(at, at + 1), HIGH, "userinfo", facts.text[at], each.imitates)


def _outside(facts: Facts) -> Iterator[Hit]:
    """Find lookalikes before and after the authority, next to ASCII letters."""
    text = facts.text
    authority = facts.authority_span or Span(0, 0)
    for place in (Span(0, authority.start), Span(authority.end, len(text))):
        for at, each in _between_ascii(text, place):
            is_number = text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()
            if is_number or text[at] == MUSIC_SHARP:
                continue  # a fraction, a ratio or a musical key
            if text[at] in FULL_STOPS or not PARTS_THE_REST.isdisjoint(each.imitates):
                yield _hit(Span(at, at + 1), LOW, "", text[at], each.imitates)


def _between_ascii(text: str, span: Span) -> Iterator[tuple[int, Delimiter]]:
    """Yield the lookalikes with only ASCII around them.

    Between letters of other scripts they are ordinary punctuation.
    """
    for at in range(*span):
        if text[at].isascii():
            continue
        each = delimiter_look_alike(text[at])
        neighbors = text[max(at - 1, span.start) : at] + text[at + 1 : min(at + 2, span.end)]
        if each and neighbors.isascii() and any(map(str.isalnum, neighbors)):
            yield at, each


DELIMITER_RULES = (
    Rule(
        "confusable-delimiter",
        LOW,
        "Lookalike delimiter",
        {
            "": '{char} looks like "{like}" but is not a delimiter.',
            "other": '{char} looks like "{like}" but is another character.',
            "host": '{char} looks like "{like}", but the host continues after it.',
            "dot": '{char} looks like "{like}" but does not separate labels of the host.',
            "becomes": '{char} looks like "{like}"; browsers convert it to that character.',
            "refused": '{char} looks like "{like}"; browsers convert it, then reject the link.',
            "rejected": '{char} looks like "{like}" but is another character.',
            "userinfo": '{char} looks like "{like}" but is part of the userinfo; the host '
            'comes after the "@".',
        },
        ("UTS 36 2", "UTS 39 5"),
        confusable_delimiter,
        rises="High in an authority. In a host, medium for a lookalike hyphen and for a "
        "lookalike dot that browsers convert.",
        of_host=True,
        plain={
            **dict.fromkeys(
                ("", "other"),
                '{char} only looks like "{like}": the link differs from the one you seem to see.',
            ),
            **dict.fromkeys(
                ("host", "dot", "rejected"),
                'The site is {site}; what looks like "{like}" in "{shown}" is not that character.',
            ),
            "becomes": "The site is {site}; browsers replace a character that only looks like "
            '"{like}".',
            "refused": 'A character only looks like "{like}"; browsers replace it, then reject '
            "the link.",
            "userinfo": 'The site is {site}, after the "@"; what looks like "{like}" is not that '
            "character.",
        },
        when="is_international",
    ),
)
RULES = (*DELIMITER_RULES, *NAME_RULES)
