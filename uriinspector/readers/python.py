"""Read a text as Python's urllib.parse does; much server code relies on it."""

from urllib.parse import SplitResult, urljoin, urlsplit

from uriinspector.readers.reading import Reading


def read(text: str, base: str | None = None) -> Reading:
    """Split a text with urllib.parse; a ValueError counts as a refusal."""
    try:
        split = urlsplit(text if base is None else urljoin(base, text))
        host, port = split.hostname, split.port
    except ValueError as refusal:
        return Reading("python", False, note=f"rejected: {refusal}")
    # urllib.parse does not distinguish undefined and empty: a "?" or "#" alone is lost.
    return Reading(
        reader="python",
        accepted=True,
        scheme=split.scheme or None,
        userinfo=_userinfo(split),
        host=host,
        port=None if port is None else str(port),
        path=split.path,
        query=split.query or None,
        fragment=split.fragment or None,
        serialized=split.geturl(),
        note=None,
    )


def host(text: str, base: str | None = None) -> str | None:
    """Return only the host, as found by urllib.parse."""
    try:
        return urlsplit(text if base is None else urljoin(base, text)).hostname
    except ValueError:
        return None


def _userinfo(split: SplitResult) -> str | None:
    user, at, _ = split.netloc.rpartition("@")
    return user if at else None
