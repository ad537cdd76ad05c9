"""The UUIDs and times that stand in a link as they are: the short form of its values."""

from __future__ import annotations

from uriinspector.analysis.parameters import ServiceTable
from uriinspector.analysis.values.value import Value, ValueReading
from uriinspector.analysis.values.walk import values_of
from uriinspector.core.model import Json, NamedTuple, message
from uriinspector.core.reference import Reference

# More values than these are not written out.
MOST = 64
# The short form knows nothing of services.
NO_SERVICES = ServiceTable(())
KINDS = {"uuid": "uuid", "unix": "time"}


class DecodedValue(NamedTuple):
    """A run of a text, what it is, and what it says."""

    start: int
    end: int
    kind: str
    meaning: str

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return self._asdict()


def decoded_values(reference: Reference) -> tuple[DecodedValue, ...]:
    """UUIDs and Unix times after the host, in the order of the text."""
    start = reference.spans[6][0]
    result = [
        DecodedValue(*value.span, KINDS[each.decoder], _meaning(each))
        for value in values_of(reference, services=NO_SERVICES)
        for each in value.readings
        if each.decoder in KINDS and value.start >= start and not value.via
    ]
    return tuple(result[:MOST])


def _meaning(reading: ValueReading) -> str:
    if reading.decoder == "unix":
        return message("{time} if read as a Unix time", time=_with_fraction(reading.value, 3))
    version = next((each.text for each in reading.phrase.args if each.name == "version"), "")
    if not version:
        return message("UUID, reserved variant")
    uuid = message("UUID version {version}", version=version)
    inside: dict[str, Value] = {each.name: each for each in reading.inside}
    if "time" not in inside:
        return uuid
    time = _with_fraction(inside["time"].best.value, 7 if "node" in inside else 3)
    if "node" not in inside:
        return message("{uuid}, created {time}", uuid=uuid, time=time)
    node = inside["node"].best
    kind = message("MAC address" if node.kind == "address" else "random node ID")
    template = "{uuid}, created {time}, {kind} {address}"
    return message(template, uuid=uuid, time=time, kind=kind, address=node.value)


def _with_fraction(time: str, digits: int) -> str:
    """A time with so many digits behind its seconds."""
    whole, _, fraction = time.removesuffix("Z").partition(".")
    return f"{whole}.{fraction:0<{digits}}Z"
