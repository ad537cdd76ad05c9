"""All variants of resolution: the editions with their options, and browsers."""

from uriinspector.core.model import Json, NamedTuple, json_of
from uriinspector.core.parse import Resolution, resolve
from uriinspector.readers import browser
from uriinspector.readers.reading import Reading

# Remarks are only determined for shorter texts.
LONGEST_REMARKED = 4_096


class Variant(NamedTuple):
    """An edition, its options, and the name of the variant."""

    edition: str
    title: str
    strict: bool = True
    above_root: str = "keep"

    def resolve(self, base: str, text: str) -> Resolution:
        return resolve(
            base, text, edition=self.edition, strict=self.strict, above_root=self.above_root
        )


VARIANTS = (
    Variant("1994", "1994 · partial form"),
    Variant("1997", "1997 · draft"),
    Variant("2003", "2003 · keep"),
    Variant("2003", "2003 · drop", above_root="drop"),
    Variant("2003", "2003 · refuse", above_root="refuse"),
    Variant("2003", "2003 · keep, non-validating", strict=False),
    Variant("2003", "2003 · drop, non-validating", strict=False, above_root="drop"),
    Variant("2003", "2003 · refuse, non-validating", strict=False, above_root="refuse"),
    Variant("2005", "2005 · strict"),
    Variant("2005", "2005 · lenient", strict=False),
)
STRICT_2005 = VARIANTS[8]


def variant_of(edition: str, *, strict: bool = True, above_root: str = "keep") -> Variant:
    """Return the variant with these options; editions without options ignore them."""
    ways = [way for way in VARIANTS if way.edition == edition]
    if edition in {"1994", "1997"}:
        return ways[0]
    above_root = above_root if edition == "2003" else "keep"
    return next(way for way in ways if (way.strict, way.above_root) == (strict, above_root))


def remark(resolution: Resolution) -> str:
    """Return the remark on an unusual target: the note of the last step, if that step only adds
    a note.
    """
    steps = resolution.steps
    if resolution.target is None or not steps or steps[-1].after is not None:
        return ""
    return steps[-1].note


class VariantAnswer(NamedTuple):
    """The result of a variant, and a remark if the edition leaves something open."""

    variant: Variant
    resolution: Resolution
    remark: str

    def to_dict(self) -> Json:
        record = json_of(self.variant, "edition strict above_root")
        record |= json_of(self.resolution, "target problem same_document")
        return record | {"remark": self.remark or None}


def variant_answers(base: str, text: str, chosen: Variant) -> tuple[VariantAnswer, ...]:
    """Return the results of all variants that are worth showing.

    2003 has three variants for non-validating parsers, which are left out if they give the usual
    result and were not chosen.
    """
    values = {way: way.resolve(base, text) for way in VARIANTS}
    is_short = len(base) + len(text) <= LONGEST_REMARKED
    return tuple(
        VariantAnswer(way, each, remark(each) if way.edition == "1994" and is_short else "")
        for way, each in values.items()
        if way == chosen or not _goes_without_saying(way, values)
    )


def browser_answer(base: str, text: str) -> Reading:
    return browser.read(text, base or None)


def _goes_without_saying(variant: Variant, resolutions: dict[Variant, Resolution]) -> bool:
    if variant.strict or variant.edition != "2003":
        return False
    one, other = (
        resolutions[variant],
        resolutions[variant_of(variant.edition, above_root=variant.above_root)],
    )
    return (one.target, one.same_document) == (other.target, other.same_document)


def can_be_base(variant: Variant, base: str) -> bool:
    """Return True if relative references can be resolved against the base."""
    problem = variant.resolve(base, "x").problem
    return problem is None or problem.code == "above-root"
