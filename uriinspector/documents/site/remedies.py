"""Find texts that repair a reference on a site; each is checked like the reference itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import quote

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.reference_forms import RELATIVE, ROOTED, reference_forms
from uriinspector.documents.rules import site_references as rules

if TYPE_CHECKING:
    from uriinspector.documents.site.site_check import (
        ReferenceResult,
        SiteAddress,
        SiteHit,
        SiteTarget,
    )
    from uriinspector.documents.site.site_store import SiteEntry, SiteStore

# The maximum number of searches for similar names in a check, of names to compare, and of results.
SEARCHES, NAMES, MOST = 50, 500, 4
LIKENESS = 0.75
HTTP = expression("(?i:http)s?+(?=:)")
# Findings about files; a text with any of them does not repair a reference.
ABOUT_FILES = frozenset(
    each.code
    for each in (
        *(rules.MISSING_FILE, rules.FILE_NAME_CASE, rules.SINGLE_DEPTH),
        *(rules.UNCHECKED_TARGET, rules.OUTSIDE_SITE),
    )
)
# Findings, by code and variant, for which the only remedies are files with similar names.
GUESSES = frozenset(
    {
        (rules.MISSING_FILE.code, ""),
        (rules.MISSING_FILE.code, "rooted"),
        (rules.MISSING_FRAGMENT.code, ""),
    }
)


def is_guess(code: str, variant: str) -> bool:
    """Return True if the author has to choose, because only similar names are known."""
    return (code, variant) in GUESSES


class FaultyReference(NamedTuple):
    """A reference with a finding: its text in parts, its target, and the base of its page."""

    hit: SiteHit
    target: SiteTarget
    entry: SiteEntry | None
    base: str
    text: str
    path: str  # with scheme and host, if it has any
    query: str
    fragment: str


class RemedyFinder:
    """Finds texts that repair the references of a page."""

    def __init__(self, store: SiteStore, address: SiteAddress) -> None:
        self._store = store
        self._address = address
        self._similar: dict[str, tuple[str, ...]] = {}
        self._finders: dict[str, Callable[[FaultyReference], Iterable[str]]] = {
            rules.FILE_NAME_CASE.code: self._named,
            rules.MISSING_FILE.code: self._existing,
            rules.SINGLE_DEPTH.code: self._from_here,
            rules.MISSING_FRAGMENT.code: self._fragments,
            rules.MIXED_SCHEMES.code: self._schemes,
            rules.OWN_HOST_LINK.code: partial(self._direct, RELATIVE),
        }

    def remedies(
        self,
        hit: SiteHit,
        text: str,
        result: ReferenceResult,
        base: str,
        check: Callable[[str], ReferenceResult],
    ) -> tuple[str, ...]:
        """Return texts to write in place of a reference on a page with this base."""
        find = self._finders.get(hit.rule.code)
        if find is None or result.target is None:
            return ()
        before, mark, fragment = text.partition("#")
        path, question, query = before.partition("?")
        parts = (path, question + query, mark + fragment)
        reference = FaultyReference(hit, result.target, result.entry, base, text, *parts)
        texts = (each for each in dict.fromkeys(find(reference)) if each != text)
        return tuple(islice((each for each in texts if mends(check(each), reference)), MOST))

    def _named(self, faulty: FaultyReference) -> Iterator[str]:
        """Yield a reference to the file that the finding names."""
        return self._references([faulty.hit.args["other"]], faulty)

    def _existing(self, faulty: FaultyReference) -> Iterator[str]:
        rest = faulty.query + faulty.fragment
        if faulty.hit.variant == "slash":
            yield faulty.path.rstrip("/") + rest
        elif "other" in faulty.hit.args:
            is_name = faulty.hit.variant == "query"  # the query is part of the file's name
            yield from self._named(faulty._replace(query="") if is_name else faulty)
        else:
            yield from self._references(self._near(faulty.hit.args["file"]), faulty)

    def _from_here(self, faulty: FaultyReference) -> Iterator[str]:
        variant = faulty.hit.variant
        if variant == "error":
            # Without a base URL, the path of the root is unknown.
            yield from self._direct(ROOTED, faulty) if self._address.is_known else ()
        elif variant == "climb":
            yield from self._direct(RELATIVE, faulty)
        else:
            folder = self._address.url(faulty.hit.args["folder"].lstrip("/"))
            there = self._address.target(faulty.text, folder)
            if there is not None:
                yield from self._direct(RELATIVE, faulty._replace(target=there))

    def _fragments(self, faulty: FaultyReference) -> Iterator[str]:
        args, entry = faulty.hit.args, faulty.entry
        names: Iterable[str] = [args["other"]] if "other" in args else ()
        if not names and entry is not None:
            key = f"{entry.number}#{args['fragment']}"
            names = self._cached(key, lambda: self._near_names(entry, args["fragment"]))
        for each in names:
            yield f"{faulty.path}{faulty.query}#{quote(each, safe=SAFE)}"

    def _schemes(self, faulty: FaultyReference) -> Iterator[str]:
        scheme = self._address.scheme if faulty.hit.variant == "own" else "https"
        if HTTP.match(faulty.text):
            yield scheme + faulty.text[faulty.text.index(":") :]

    def _references(self, paths: Iterable[str], faulty: FaultyReference) -> Iterator[str]:
        """Yield references to files in the form of the given one."""
        target, rest = faulty.target, faulty.query + faulty.fragment
        for path in paths:
            there = self._address.url(path) + ("/" if target.path.endswith("/") else "")
            if target.is_absolute:
                yield there + rest
            else:
                form = ROOTED if target.is_rooted else RELATIVE
                yield from written(form, faulty.base, there, rest)

    def _direct(self, form: str, faulty: FaultyReference) -> Iterator[str]:
        """Yield a reference to the same target in another form."""
        there = self._address.text + faulty.target.written
        return written(form, faulty.base, there, faulty.query + faulty.fragment)

    def _near(self, name: str) -> Sequence[str]:
        """Return the paths of files with a similar name in the same folder, or with the
        same name in others.
        """

        def search() -> Iterator[str]:
            folder, _, own = name.rpartition("/")
            paths = self._store.files_in(folder, NAMES)
            stems = {stem_of(each.rpartition("/")[2]).lower(): each for each in paths}
            near = get_close_matches(stem_of(own).lower(), stems, MOST, LIKENESS)
            yield from map(stems.__getitem__, near)
            yield from self._store.files_named(own, MOST)

        return self._cached(name, search)

    def _near_names(self, entry: SiteEntry, fragment: str) -> list[str]:
        names = {each.lower(): each for each in self._store.names_in(entry.number, NAMES)}
        near = get_close_matches(fragment.lower(), names, MOST, LIKENESS)
        return [names[each] for each in near]

    def _cached(self, key: str, search: Callable[[], Iterable[str]]) -> Sequence[str]:
        """Run a search and cache its result; after too many searches, return nothing."""
        if key not in self._similar and len(self._similar) < SEARCHES:
            self._similar[key] = tuple(search())
        return self._similar.get(key, ())


def mends(result: ReferenceResult, faulty: FaultyReference) -> bool:
    """Return True if a new text reaches the intended target and no longer has the finding."""
    code, codes = faulty.hit.rule.code, {each.rule.code for each in result.hits}
    if code == rules.MIXED_SCHEMES.code and not faulty.hit.variant:
        return result.target is not None and result.target.host == faulty.target.host
    if result.entry is None or code in codes or not codes.isdisjoint(ABOUT_FILES):
        return False
    return faulty.entry in {None, result.entry}


def written(form: str, base: str, there: str, rest: str) -> Iterator[str]:
    """Yield the reference to a target in this form, if the form can express it."""
    for each in reference_forms(base, there):
        if each.name == form and each.text is not None:
            yield each.text + rest


def stem_of(name: str) -> str:
    """Return a file name without its extension."""
    return name.rpartition(".")[0] or name


# Characters that browsers do not escape in fragments.
SAFE = "/-._~!$&'()*+,;=:@?"
