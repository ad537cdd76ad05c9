"""The note on where the base of a document comes from."""

from tests.for_each import for_each
from uriinspector.documents.document_values import DocumentBase
from uriinspector.documents.leaf import (
    CURRENT,
    IGNORED,
    NO_BASE,
    embedded,
    enclosed,
    headed,
    retrieved,
)
from uriinspector.gui.text.translation import say, speak

GIVEN = retrieved("http://r.test/")
BASED = embedded("http://b.test/", GIVEN)
LOCATED = headed(None, "http://l.test/", GIVEN)
HEADED = headed("http://h.test/", None, GIVEN)
BASES = {
    "nothing": (NO_BASE,
        "No base URL found, so all references count as absolute (url-syntax-05 5.1.4)."),
    "current": (CURRENT, "The containing document (url-syntax-05 3)."),
    "given": (GIVEN, "The base URL given with the document (url-syntax-05 5.1.3)."),
    "around: given": (enclosed(GIVEN),
        "From the enclosing entity: the base URL given with the document (url-syntax-05 5.1.2)."),
    "around: Content-Base": (enclosed(HEADED),
        "From the enclosing entity: its Content-Base (url-syntax-05 5.1.2)."),
    "around: Content-Location": (enclosed(LOCATED),
        "From the enclosing entity: its Content-Location (url-syntax-05 5.1.2)."),
    "around: BASE": (enclosed(BASED), "From the enclosing entity: its BASE element (url-syntax-05 "
                                      "5.1.2)."),
    "relative Content-Location": (
        headed(None, "x/", GIVEN),
        "The relative Content-Location, resolved against the base of the enclosing entity "
        "(url-syntax-05 5.1.1).",
    ),
    "relative Content-Location alone": (
        headed(None, "x/", NO_BASE),
        f"{NO_BASE.note} The Content-Location header is relative, and there is no base to resolve "
        "it (url-syntax-05 5.1.1).",
    ),
    "relative Content-Base": (headed("x/", None, NO_BASE), f"{NO_BASE.note} {IGNORED}"),
    "relative BASE": (
        embedded("x/", GIVEN),
        "The relative BASE, resolved against the document's URL (HTML 4.2.3); url-syntax-05 "
        "appendix D requires an absolute URL.",
    ),
    "relative BASE in a part": (
        embedded("x/", enclosed(GIVEN)),
        "The relative BASE, resolved against the base of the enclosing entity (HTML 4.2.3); "
        "url-syntax-05 appendix D requires an absolute URL.",
    ),
    "relative BASE of nothing": (embedded("x/", NO_BASE),
        "The BASE is relative and the document's URL is unknown, so there is no base URL (HTML "
        "2.4.3)."),
    "BASE without slashes": (embedded("http:x/", GIVEN),
        "The BASE has no host, so browsers resolve it against the document's URL (HTML 4.2.3)."),
    "BASE without slashes, of another scheme": (embedded("https:/x/", GIVEN),
        "From the BASE element (url-syntax-05 5.1.1, HTML 4.2.3)."),
    "refused BASE": (
        embedded("data:x", NO_BASE),
        "No base URL found, so all references count as absolute (url-syntax-05 5.1.4). The BASE is "
        "ignored: browsers reject it (HTML 4.2.3).",
    ),
}  # fmt: skip


@for_each("base, note", *BASES.values(), ids=BASES)
def test_base_note_names_the_origin_of_the_base(base: DocumentBase, note: str) -> None:
    assert base.note == note


@for_each(
    "href, document, text",
    ("https:/b.test/v2/", "https://r.test/d/", "https://r.test/b.test/v2/"),
    ("https:b/", "https://r.test/d/", "https://r.test/d/b/"),
    ("https:/b.test/v2/", "http://r.test/d/", "https:/b.test/v2/"),
    ("https:\\\\b.test\\v2\\", "https://r.test/d/", "https:\\\\b.test\\v2\\"),
    ("https://b.test/v2/", "https://r.test/d/", "https://b.test/v2/"),
    ("mailto:x@b.test", "https://r.test/d/", "mailto:x@b.test"),
)
def test_base_without_a_host_is_resolved_like_browsers_do(
    href: str, document: str, text: str
) -> None:
    assert embedded(href, retrieved(document)).text == text


def test_base_note_can_be_shown_in_german() -> None:
    speak("de")
    try:
        assert say(embedded("data:x", NO_BASE).note) == (
            "Keine Basis-URL gefunden; deshalb gelten alle Referenzen als absolut "
            "(url-syntax-05 5.1.4). Das BASE-Element wird ignoriert: "
            "Browser lehnen es ab (HTML 4.2.3)."
        )
        assert say(enclosed(HEADED).note) == (
            "Aus dem umschließenden Dokument: dessen Content-Base (url-syntax-05 5.1.2)."
        )
    finally:
        speak("en")
