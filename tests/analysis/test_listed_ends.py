"""The quick check without the lists agrees with the lists."""

import subprocess
import sys

from tests.for_each import for_each
from uriinspector.analysis import parameters, rewriters, services
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.rewriter_decoders import Rewriter
from uriinspector.analysis.services import LIST as SERVICES
from uriinspector.analysis.services import Services, rows_from

UPDATE = "run packaging/manual --write"
SEEN = "print(*(name for name in sys.modules if name == 'tomllib'), sep='')"


def test_stored_host_endings_match_the_lists() -> None:
    all_rewriters = rewriters.Rewriters(rewriters.rows_from(built_in_text(rewriters.SHIPPED)))
    all_parameters = parameters.ServiceTable(
        parameters.service_rows_from(built_in_text(parameters.LIST))
    )
    all_services = Services(rows_from(built_in_text(SERVICES)))
    assert services.listed_ends(rewriters.SHIPPED) == all_rewriters.ends, UPDATE
    assert services.listed_ends(SERVICES) == all_services.ends, UPDATE
    assert services.listed_ends(parameters.LIST) == all_parameters.ends, UPDATE
    assert services.listed_names(parameters.LIST) == all_parameters.names, UPDATE


def test_single_label_name_matches_hosts_with_any_ending() -> None:
    row = Rewriter("Ours", "rewriter", ("*.example",), parameters=("u",))
    rows = rewriters.Rewriters([row])
    assert rows.ends is None
    assert rows.find("a.b.example", "/") == row


@for_each(
    "link, is_read",
    ("http://a.example/x?y=1", False),
    ("https://www.google.com/url?q=https://a.example/", True),
    ("https://a.example/?utm_source=x", False),
)
def test_lists_are_read_only_for_links_that_may_be_listed(link: str, is_read: bool) -> None:
    script = f"import sys, uriinspector; uriinspector.inspect({link!r}).verdict; {SEEN}"
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert bool(answer.stdout.strip()) is is_read
