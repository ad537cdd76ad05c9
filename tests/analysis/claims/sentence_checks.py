"""Check the sentences about an inspected link, each alone, and all for contradictions."""

from collections.abc import Iterator

from tests.analysis.claims.claim import Claim, same
from tests.analysis.claims.table import CHECKERS, UNCHECKED
from tests.analysis.claims.witness import SPECIAL, Witness, domain_of
from uriinspector.analysis.derived import REPLACED, Derived
from uriinspector.analysis.finding import HEADLINE
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.safe_text import visible_host
from uriinspector.core.model import Message

GOES = ("goes to {host}", "go to {host}", "Goes to {host}", "The host is {host}")
REJECTS = ("reject the link", "Browsers reject")
CALM = ("Nothing in the link's text looks deceptive.",)


def problems(inspection: Inspection) -> Iterator[str]:
    """Yield each false sentence, and each contradiction between sentences."""
    if inspection.reference.spans[0][0] > 0:
        return  # in 1994, a wrapper around the link is a part of another text
    if inspection.derived is not None:
        yield from _of_derived(inspection, inspection.derived)
        return
    witness = Witness(inspection.text, inspection.base)
    for claim in claims(inspection, witness):
        yield from _problem(claim)
    host = inspection.verdict.host
    is_led = any(each.layer.follows for each in inspection.nested)
    # For a Windows path or a file, the sentence with the name is checked instead.
    is_led = (
        is_led or "share" in inspection.verdict.headline or "file" in inspection.verdict.headline
    )
    if host and witness.is_special and not is_led and not same(host, witness.host or "localhost"):
        yield f"[verdict.host] {witness.text!r}: {host} -- browsers go to {witness.host}"
    yield from contradictions(inspection, witness)
    yield from _actions(inspection, witness)
    for nested in inspection.nested:
        if nested.inspection is not None:
            yield from problems(nested.inspection)


# Findings about the text as written, if another text was derived from it and judged.
OWN = {"suffix-reference", "scheme-ambiguous", "network-path"}
OF_REPLACED = {"defanged", "percent-encoded", "wrapped", "scheme-typo"}


def _of_derived(inspection: Inspection, derived: Derived) -> Iterator[str]:
    """Check an inspection that judged a text derived from the given one.

    The findings named above are about the given text, all others about the derived one.
    """
    witness = Witness(inspection.text, inspection.base)
    own = OF_REPLACED if derived.how in REPLACED else OWN
    for claim in claims(inspection, witness):
        if claim.code in own or claim.witness is not witness:
            yield from _problem(claim)
    for part in parts(inspection.verdict.headline) if derived.how not in REPLACED else ():
        host = inspection.verdict.final_host or inspection.verdict.host
        named = part.args.get("host")
        hosts = (visible_host(host or ""), domain_of(host or "") or "")
        if named is not None and not any(each and same(str(named), each) for each in hosts):
            yield f"[headline] {inspection.text!r}: {named} is not {host}"
    for nested in inspection.nested:
        if nested.inspection is not None:
            yield from problems(nested.inspection)


def claims(inspection: Inspection, witness: Witness) -> Iterator[Claim]:
    """Yield a claim for each finding and each sentence of the headline."""
    edition = inspection.edition
    for each in inspection.findings:
        yield Claim(each.code, each.template, each.args, each.start, each.end, witness, edition)
    derived, way = inspection.derived, inspection.verdict
    if derived is not None and derived.how not in REPLACED and way.host == way.final_host:
        inside = inspection.of_derived
        witness = Witness(inside.meant.text if inside else derived.text, None)
    elif any(each.layer.follows for each in inspection.nested) and witness.scheme != "intent":
        return  # the headline is that of the link inside
    for part in parts(inspection.verdict.headline):
        args = {name: str(value) for name, value in part.args.items()}
        whole = (0, len(witness.text))
        yield Claim("headline", part.template, args, *whole, witness, edition)


def parts(headline: Message) -> Iterator[Message]:
    """Yield the sentences that a headline consists of."""
    whole = headline.args.values() if headline.template == HEADLINE else (headline,)
    yield from (each for each in whole if isinstance(each, Message))


def _problem(claim: Claim) -> Iterator[str]:
    checker = CHECKERS.get(claim.template)
    if checker is None:
        if claim.template not in UNCHECKED:
            yield f"nothing checks: {claim.template}"
        return
    problem = checker(claim)
    if problem:
        sentence = claim.template.format_map(claim.args)
        base = f" + {claim.witness.base!r}" if claim.witness.base else ""
        yield f"[{claim.code}] {claim.witness.text!r}{base}: {sentence} -- {problem}"


def contradictions(inspection: Inspection, witness: Witness) -> Iterator[str]:
    """Yield sentences that contradict each other."""
    if any(each.layer.via in REPLACED for each in inspection.nested):
        return  # the findings are about the text as written
    named, rejected = set(), False
    for each in inspection.findings:
        if any(words in each.template for words in GOES):
            named.add(each.args["host"].lower())
        rejected |= any(words in each.template for words in REJECTS)
    if len(named) > 1 or (
        rejected and inspection.verdict.headline.startswith(("Goes", "Browsers go"))
    ):
        told = "; ".join(each.message for each in inspection.findings)
        yield f"[contradiction] {witness.text!r}: {inspection.verdict.headline}; {told}"
    severities = {each.severity for each in inspection.findings}
    calm = inspection.verdict.detail.startswith(CALM)
    if calm and (inspection.verdict.severity not in {None, "info"} or severities - {"info"}):
        yield f"[contradiction] {witness.text!r}: {inspection.verdict.severity}: calm words"


def _actions(inspection: Inspection, witness: Witness) -> Iterator[str]:
    """Check that the listed action connects to the host that browsers go to."""
    dossier = inspection.dossier
    scheme = (witness.scheme or "").lower()
    if dossier is None or scheme not in SPECIAL - {"file"} or witness.url is None:
        return
    for each in dossier.actions:
        if each.verb == "connect" and not same(
            str(each.text).partition(" ")[0], witness.host or ""
        ):
            problem = f"browsers go to {witness.host}"
            yield f"[actions] {witness.text!r}: connect {each.text} -- {problem}"
