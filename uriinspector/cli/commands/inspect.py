"""The command "inspect": the report on each link, or its JSON."""

import argparse

from uriinspector.analysis.defang import defang
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.list_sources import Lists
from uriinspector.analysis.safe_text import visible
from uriinspector.cli.arguments import lists_of, protected_in, refuse
from uriinspector.cli.inspection_report import as_json, reaches, reaches_level, report, verdict
from uriinspector.cli.screen import Screen, complain
from uriinspector.cli.styled_line import BLANK, laid_out
from uriinspector.documents.named_file import names_file

# Stands in for a file name when the text is on the command line.
TEXT = "text"


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Inspect each link; return the highest exit status."""
    protect, lists = protected_in(options), lists_of(options)
    if options.jsonl:
        for each in filter(names_file, options.uris):
            complain(f"{each}: inspected as a link; to read the links in it: --jsonl < {each}")
        from uriinspector.cli.json_stream import stream

        return stream(options, protect, lists, screen.out)
    if not options.uris:
        refuse("missing LINK; to read standard input: --jsonl, or uriinspect scan -")
    if options.jobs != 1:
        refuse("--jobs needs --jsonl")
    status = 0
    for number, text in enumerate(options.uris):
        if number and not options.json:
            screen.write([BLANK])
        if not options.json and _has_several_links(text):
            status = max(status, _list_links(text, options, protect, lists, screen))
            continue
        inspection = inspect(
            text,
            base=options.base,
            edition=options.edition,
            urn_edition=options.urn_edition,
            protect=protect,
            lists=lists,
        )
        status = max(status, reaches_level(inspection, options.fail_on))
        if options.json:
            screen.json(as_json(inspection, options))
            continue
        _show(inspection, options, screen)
    return status


def _on_file(inspection: Inspection) -> str:
    """Return a hint if the text is a file name rather than a link, otherwise an empty string."""
    if inspection.base is not None or inspection.meant is not inspection:
        return ""
    if inspection.text == "-":
        return "To check the links in standard input: uriinspect scan -"
    if inspection.reference.scheme is not None or inspection.reference.authority is not None:
        return ""
    exists = names_file(inspection.text)
    if exists is None:
        return ""
    if exists:
        return (
            "This is the name of a file or folder. To check the links in it: uriinspect scan PATH"
        )
    return f"No such file: {visible(inspection.text)}"


def _has_several_links(text: str) -> bool:
    """Return True if the text contains several links, such as a list or the lines of a log."""
    if not any(map(str.isspace, text.strip())):
        return False
    from uriinspector.analysis.running_text import references_in

    return len(references_in(text, 2)) > 1


def _list_links(
    text: str, options: argparse.Namespace, protect: tuple[str, ...], lists: Lists, screen: Screen
) -> int:
    """List all links in a text, as for a file."""
    from uriinspector.cli.scan_outcome import ScanRequest
    from uriinspector.cli.scan_report import as_table
    from uriinspector.documents.scan import scan

    request = ScanRequest.of(options, protect, lists, screen.width)
    document = scan(text, base=options.base, protect=protect, edition=options.edition, lists=lists)
    written = as_table(
        document, TEXT, request, by="target", coloured=screen.coloured, theme=options.theme
    )
    screen.out.writelines(written.text)
    return reaches(written.worst, options.fail_on)


def _show(inspection: Inspection, options: argparse.Namespace, screen: Screen) -> None:
    """Print the report; if it is longer than the screen, repeat the verdict at the end."""
    rows = list(laid_out(report(inspection, options, _on_file(inspection)), screen.width))
    if screen.height and len(rows) > screen.height - 2:
        rows += [
            BLANK,
            *laid_out(verdict(inspection.meant, str if options.exact else defang), screen.width),
        ]
    screen.write(rows)
