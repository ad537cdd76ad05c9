"""The rule about content that was not read in full because of its cost, and may hide a link."""

from uriinspector.analysis.finding import LOW, MEDIUM, Finding
from uriinspector.documents.picture_codes import BROKEN, LARGE_IMAGE, LIMIT
from uriinspector.documents.rules.link_rule import SOURCE, DocumentRule, LinkHit, finding

# Archives of this size reach the limit even if they are ordinary.
LARGE = 16 << 20
# The variant for more nested levels or parts than the limits allow.
MANY = "many"
RULE = DocumentRule(
    "reading-stopped",
    MEDIUM,
    "Reading stopped before the end",
    {
        "": (
            "This content exceeds the processing limit for its size; links in the rest of it are "
            "not listed."
        ),
        MANY: "This content has more levels or parts than the program opens; links in the rest are "
        "not listed.",
        LARGE_IMAGE: (
            "An image is too large to be fully searched for codes; links in the rest of it "
            "are not listed."
        ),
        LIMIT: (
            "Reading an image takes more memory or processor time than allowed; links in the rest "
            "of the image are not listed."
        ),
        BROKEN: "The process that reads images crashed on an image; links in that image are not "
        "listed.",
    },
    ("MITRE T1027",),
    rises="Low in files larger than 16 MB, and for large images.",
)
RULES = (RULE,)


def stopped_reading(start: int, end: int, size: int, variant: str = "") -> Finding:
    severity = LOW if variant == LARGE_IMAGE or (variant in {"", MANY} and size > LARGE) else MEDIUM
    return finding(RULE, LinkHit(start, end, severity, variant, of=SOURCE))
