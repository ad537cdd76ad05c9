"""Realistic references: mostly links of web pages, long and short, and some odd ones.

The same on every run, without repetitions, so that caches do not help.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from string import ascii_lowercase, digits

SEED = 3986
WORDS = (
    *("about", "account", "article", "assets", "blog", "cart", "de", "docs", "download", "en"),
    *("files", "forum", "help", "images", "index", "item", "latest", "list", "login", "media"),
    *("news", "page", "photos", "posts", "products", "reference", "search", "static", "tag"),
    *("thumb", "topic", "user", "v1", "video", "view", "wiki"),
)
DOMAINS = ("com", "org", "net", "de", "co.uk", "info", "io", "example", "gov", "jp")
ENDINGS = ("", "/", ".html", ".php", ".png", ".css", ".js", ";jsessionid=1", ".tar.gz")
BASES = (
    "http://a/b/c/d;p?q", "http://www.example.com/",
    "https://www.example.com/products/list/page.html?sort=name&page=2",
    "https://docs.example.org/en/latest/reference/index.html",
    "http://user@intranet.example:8080/wiki/Main_Page",
    "https://blog.example.net/2012/10/a-longer-title-of-an-article/",
    "ftp://ftp.example.org/pub/files/README", "file:///usr/share/doc/index.html",
)  # fmt: skip


def word(random: Random) -> str:
    """Return a path segment: a word or a generated identifier."""
    if random.random() < 0.6:
        return random.choice(WORDS)
    return "".join(random.choices(ascii_lowercase + digits + "-_.", k=random.randint(1, 16)))


def host(random: Random) -> str:
    """Return a name, an address or an IP literal."""
    kind = random.random()
    if kind < 0.05:
        return ".".join(str(random.randint(0, 255)) for _ in range(4))
    if kind < 0.08:
        return f"[2001:db8::{random.randint(0, 65535):x}:{random.randint(0, 65535):x}]"
    label = "".join(random.choices(ascii_lowercase + digits, k=random.randint(2, 14)))
    return f"{random.choice(('', 'www.', 'cdn.', 'img3.'))}{label}.{random.choice(DOMAINS)}"


def path(random: Random) -> str:
    """Return a path of zero to twelve segments, some with escapes."""
    count = random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 12))
    if not count:
        return random.choice(("", "/"))
    segments = [word(random) for _ in range(count)]
    if random.random() < 0.15:
        segments[-1] += random.choice(("%20", "%C3%A9", "%2F", "%e2%82%ac")) + word(random)
    return "/" + "/".join(segments) + random.choice(ENDINGS)


def tail(random: Random) -> str:
    """Return a query, a fragment, both or neither."""
    found = ""
    if random.random() < 0.4:
        count = random.randint(1, 5)
        fields = [f"{word(random)}={random.randint(0, 99999)}" for _ in range(count)]
        found = "?" + "&".join(fields)
    if random.random() < 0.15:
        found += "#" + word(random)
    return found


def web(random: Random) -> str:
    """Return a link to another server."""
    user = random.choice(("user@", "user:secret@")) if random.random() < 0.03 else ""
    port = f":{random.choice((80, 443, 8080, 3000))}" if random.random() < 0.06 else ""
    scheme = random.choice(("http", "https", "https", "https"))
    return f"{scheme}://{user}{host(random)}{port}{path(random)}{tail(random)}"


def rooted(random: Random) -> str:
    """Return a link on the same server, or one without a scheme."""
    if random.random() < 0.1:
        return f"//{host(random)}{path(random)}{tail(random)}"
    return path(random) + tail(random)


def relative(random: Random) -> str:
    """Return a link to a nearby page."""
    dots = random.choice(("", "", "", "./", "../", "../", "../../", "../../../"))
    return dots + path(random).lstrip("/") + tail(random)


def here(random: Random) -> str:
    """Return a link within the same page, or to it with another query."""
    kind = random.choice(("#", "#", "?page="))
    return f"{kind}{word(random)}{random.randint(0, 9999)}"


def other(random: Random) -> str:
    """Return a link that does something other than fetch a page."""
    number = random.randint(0, 10**9)
    name = word(random)
    return random.choice(
        (
            f"mailto:{name}{number}@{host(random)}?subject={name}",
            f"tel:+{number}",
            f"urn:isbn:{number}",
            f"urn:example:{name}:{number}",
            f"data:text/plain;charset=utf-8,{name}%20{number}",
            f"javascript:{name}({number})",
            f"ftp://ftp.{name}.org/pub/{number};type=i",
            f"news:{name}.{number}@{host(random)}",
        )
    )


def odd(random: Random) -> str:
    """Return a suspicious link."""
    number = random.randint(0, 2**32 - 1)
    name = word(random)
    return random.choice(
        (
            f"http://www.{name}.com&story={number}@10.0.0.1/top_story.htm",
            f"http://{number}/{name}",
            f"http://0x{number:x}/",
            f"http://{name}/%zz{number}",
            f"http://{name}/a b|{number}",
            f"http://{name}\u00fc{number}.example/\u20ac",
            f"http:{name}/{number}",
            f"{name}/{number}:80",
            f"/{name}//{number}/./../",
            f"HTTP://{name.upper()}.EXAMPLE/{number}?",
            f"?{name}/../{number}?#",
        )
    )


KINDS: tuple[tuple[Callable[[Random], str], int], ...] = (
    *((web, 50), (rooted, 18), (relative, 16), (here, 5), (other, 6), (odd, 5)),
)


def drawn(random: Random) -> Iterator[str]:
    """Yield an endless series of different references."""
    seen = set()
    makers, weights = zip(*KINDS, strict=True)
    while True:
        (make,) = random.choices(makers, weights)
        text = make(random)
        if text not in seen:
            seen.add(text)
            yield text


def references(count: int = 20_000) -> list[str]:
    """Return this number of different references."""
    return list(islice(drawn(Random(SEED)), count))
