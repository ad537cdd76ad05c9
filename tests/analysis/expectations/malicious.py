"""Expectations for references that mislead, attack, or have faults."""

from typing import Final

from tests.analysis.expectations.appearance import ROWS as APPEARANCE
from tests.analysis.expectations.escaping import ROWS as ESCAPING
from tests.analysis.expectations.hosted import ROWS as HOSTED
from tests.analysis.expectations.how_it_looks import ROWS as LOOKS
from tests.analysis.expectations.what_it_carries import ROWS as CARRIES
from tests.analysis.expectations.what_it_does import ROWS as DOES
from tests.analysis.expectations.what_it_starts import ROWS as STARTS
from tests.analysis.expectations.what_the_host_is import ROWS as HOSTS
from tests.analysis.expectations.where_it_goes import ROWS as GOES

ROWS: Final = (*GOES, *HOSTS, *HOSTED, *LOOKS, *APPEARANCE, *ESCAPING, *DOES, *CARRIES, *STARTS)
