"""Expectations for references that mislead, attack, or have faults."""

from typing import Final

from tests.analysis.expectations.appearance import ROWS as APPEARANCE
from tests.analysis.expectations.content_effects import ROWS as DOES
from tests.analysis.expectations.deceptive_hosts import ROWS as HOSTS
from tests.analysis.expectations.embedded_references import ROWS as CARRIES
from tests.analysis.expectations.escaping import ROWS as ESCAPING
from tests.analysis.expectations.hosted import ROWS as HOSTED
from tests.analysis.expectations.misleading_destinations import ROWS as GOES
from tests.analysis.expectations.resembling_links import ROWS as LOOKS
from tests.analysis.expectations.started_programs import ROWS as STARTS

ROWS: Final = (*GOES, *HOSTS, *HOSTED, *LOOKS, *APPEARANCE, *ESCAPING, *DOES, *CARRIES, *STARTS)
