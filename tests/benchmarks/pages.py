"""Generated pages for benchmarks."""

from random import Random

from tests.benchmarks.corpus import SEED

WORDS = (
    *("lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "adipiscing", "elit", "sed", "do"),
    *("eiusmod", "tempor"),
)


def made_page(links: list[str]) -> bytes:
    """Return an ordinary page: navigation, paragraphs, images, and some scripts."""
    random = Random(SEED)
    pieces = ["<!doctype html><html><head><meta charset=utf-8><title>A page</title></head><body>\n"]
    for number, link in enumerate(links):
        text = " ".join(random.choices(WORDS, k=45))
        href = link.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        shown = " ".join(random.choices(WORDS, k=3))
        pieces.append(
            f'<div class="item item-{number}" id="i{number}"><h3 class="title">{shown}</h3>\n'
            f'<p class="text">{text} <a class="link" href="{href}" title="{shown}">{shown}</a>, '
            f"<em>{shown}</em>.</p><span data-id='{number}' class=\"meta\">{number}</span></div>\n"
        )
        if number % 40 == 0:
            pieces.append("<script>var a = [1, 2, 3]; if (a < 4) { f('</div>'); }</script>\n")
    return "".join([*pieces, "</body></html>\n"]).encode()
