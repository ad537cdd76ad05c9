"""Generate the list of known names from a typed table and four public sources.

    known_names.py APPLE TWOFACTOR TRACKERS POPULAR [--write]

APPLE and TWOFACTOR are checkouts of apple/password-manager-resources and 2factorauth/twofactorauth,
TRACKERS is the unpacked npm package third-party-web, POPULAR the folder of Python packages with
pymispwarninglists; the first lines of the list name their versions. The typed table is
``known-names.tsv`` in this folder: names with kind and pack, their main domains, and others. The
source of each domain, and other domains of its owner, are looked up here.
Without ``--write``, the list is only compared.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from uriinspector.analysis.domains import registrable_domain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TYPED = Path(__file__).parent / "known-names.tsv"
LIST = Path(__file__).resolve().parents[2] / "resources/lists/known-names.txt"
# If several of these sources list a domain, the first one is named.
APPLE, TWOFACTOR, TRACKERS, MISP = SOURCES = ("apple", "2fa", "tpw", "misp")
CREDENTIALS = ("shared-credentials", "shared-credentials-historical")
# Popular sites. In VISITED, each host counts alone, because hosts of a domain may have different
# owners.
RANKED, VISITED = ("tranco10k", "tranco"), "google-chrome-crux-1million"


class TypedName(NamedTuple):
    """A row of the typed table; ``owner`` is a previous name with the same owner."""

    name: str
    kind: str
    pack: str
    main: tuple[str, ...]
    further: tuple[str, ...]
    owner: str


class Owners:
    """The domains of each owner by source, and popular domains."""

    def __init__(self, popular: frozenset[str]) -> None:
        self.popular = popular
        self._groups: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._by_domain: dict[str, set[tuple[str, str]]] = defaultdict(set)

    def add(self, source: str, owner: str, domains: Iterable[str]) -> None:
        """Add the registrable domains of one owner."""
        for each in domains:
            domain = registrable_domain(each.lstrip("*").lstrip(".").lower())
            if domain:
                self._groups[source, owner].add(domain)
                self._by_domain[domain].add((source, owner))

    def source_of(self, domain: str) -> str:
        """Return the first source that lists a domain, else "popular" or "typed"."""
        known = {source for source, _ in self._by_domain.get(domain, ())}
        found = next((source for source in SOURCES if source in known), None)
        return found or ("popular" if self.is_popular(domain) else "typed")

    def is_popular(self, domain: str) -> bool:
        return domain in self.popular or f"www.{domain}" in self.popular

    def belonging(self, domain: str, source: str) -> set[str]:
        """Return all domains that a source lists for the owner of a domain."""
        groups = (key for key in self._by_domain.get(domain, ()) if key[0] == source)
        return {each for key in groups for each in self._groups[key]}

    def has(self, source: str, domain: str) -> bool:
        return any(key[0] == source for key in self._by_domain.get(domain, ()))


def owners_in(apple: Path, twofactor: Path, trackers: Path, popular: Path) -> Owners:
    """Read the four sources."""
    lists = popular / "pymispwarninglists/data/misp-warninglists/lists"
    hosts = {each for name in (*RANKED, VISITED) for each in warning_list(lists, name)}
    domains = {registrable_domain(each) for each in hosts if "." in each}
    visited = {each for each in warning_list(lists, VISITED) if "." in each}
    owners = Owners(frozenset(visited | {each for each in domains if each}))
    for name in CREDENTIALS:
        for number, row in enumerate(loaded(apple / f"quirks/{name}.json")):
            texts = (each for value in row.values() if isinstance(value, list) for each in value)
            owners.add(APPLE, f"{name} {number}", texts)
    for file in sorted((twofactor / "entries").glob("*/*.json")):
        [entry] = loaded(file).values()
        domain = entry["domain"]
        owners.add(TWOFACTOR, domain, [domain, *entry.get("additional-domains", ())])
    for entity in loaded(trackers / "dist/entities.json"):
        owners.add(TRACKERS, entity.get("company") or entity["name"], entity["domains"])
    owners.add(MISP, "google", warning_list(lists, "google"))
    for name in ("microsoft", "microsoft-office365"):
        owners.add(MISP, "microsoft", warning_list(lists, name))
    return owners


def warning_list(lists: Path, name: str) -> list[str]:
    """Return the hosts of a list in pymispwarninglists."""
    return [each.lstrip(".").lower() for each in loaded(lists / name / "list.json")["list"]]


def loaded(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def typed_names(text: str) -> Iterator[TypedName]:
    """Yield the rows of the typed table."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, kind, pack, main, further, owner = line.split("\t")
            yield TypedName(name, kind, pack, tuple(main.split()), tuple(further.split()), owner)


def rows(names: Iterable[TypedName], owners: Owners) -> Iterator[str]:
    domains: dict[str, set[str]] = {}
    for each in names:
        by_source = sourced(each, owners)
        domains[each.name] = {domain for those in by_source.values() for domain in those}
        first = each.main[0]
        # Domains that are in the owner's row are not repeated.
        known = domains[each.owner] if each.owner else set()
        for number, (source, those) in enumerate(by_source.items()):
            left = sorted(those - known - {first})
            shown = left if number else [first, *left]
            if shown:
                yield "\t".join((each.name, each.kind, each.pack, source, " ".join(shown)))
        if each.owner:
            yield "\t".join((each.name, each.kind, each.pack, "name", f"={each.owner}"))


def sourced(name: TypedName, owners: Owners) -> dict[str, set[str]]:
    """Return the domains of a name by source; each is only listed for its first source."""
    result: dict[str, set[str]] = defaultdict(set)
    placed = set(name.main)
    for domain in name.main:
        result[owners.source_of(domain)].add(domain)
    for domain in name.main:
        for source in SOURCES:
            new = owners.belonging(domain, source) - placed
            if new:
                result[source] |= new
                placed |= new
    for written in name.further:
        source, _, domain = written.rpartition(":")
        if source and not owners.has(source, domain):
            explanation = f"{name.name}: {source} does not have {domain}"
            raise ValueError(explanation)
        if domain not in placed:
            own = "popular" if owners.is_popular(domain) else "typed"
            result[source or own].add(domain)
            placed.add(domain)
    return result


def main(arguments: list[str]) -> int:
    """Compare the list, or write it with its first lines unchanged."""
    folders = [Path(each) for each in arguments if each != "--write"]
    names = typed_names(TYPED.read_text("utf-8"))
    before = LIST.read_text("utf-8")
    head = [line for line in before.splitlines() if line.startswith("#")]
    after = "\n".join((*head, *rows(names, owners_in(*folders)), ""))
    if "--write" in arguments:
        LIST.write_text(after, "utf-8", newline="\n")
        return 0
    differing = set(before.splitlines()) ^ set(after.splitlines())
    sys.stdout.writelines(f"{line}\n" for line in sorted(differing))
    return int(before != after)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
