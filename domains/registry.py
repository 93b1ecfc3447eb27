"""The registry: packaged domains plus a user's folder of YAML, one file a domain.

Adding a domain is adding one file. A user's file whose `name` is that of a known domain extends it: lists
grow, mappings merge, single values are replaced; with `replace: true` it takes the other's place instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

from domains.checks import FieldSpec
from domains.errors import PackagedDomainError
from domains.model import ActiveDomainContext, Domain, DomainInfo
from domains.reading import DomainProblem, RawDomain, build, read

T = TypeVar("T")
DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Registry:
    """All domains by name, base first, and what was wrong with the files that could not be used."""

    domains: Mapping[str, Domain]
    problems: tuple[DomainProblem, ...] = field(default=())
    _combined: dict[frozenset[str], ActiveDomainContext] = field(
        default_factory=dict[frozenset[str], ActiveDomainContext], repr=False, compare=False
    )

    @property
    def base(self) -> tuple[Domain, ...]:
        """The domains that are always loaded."""
        return tuple(domain for domain in self.domains.values() if domain.base)

    @cached_property
    def infos(self) -> tuple[DomainInfo, ...]:
        """What there is to choose from."""
        return tuple(domain.info for domain in self.domains.values())

    @cached_property
    def vocabulary(self) -> dict[str, dict[str, str]]:
        """Per domain: term as written to canonical name."""
        return {name: domain.vocabulary for name, domain in self.domains.items()}

    @cached_property
    def once_a_day(self) -> dict[str, FieldSpec]:
        """The fields that count once a day, by name."""
        fields = [spec for domain in self.domains.values() for spec in domain.fields]
        return {spec.name: spec for spec in reversed(fields) if spec.once_a_day}

    @cached_property
    def terms(self) -> dict[str, str]:
        """Every term to its canonical name; of two domains that claim one the first, the base, holds."""
        return {term: name for words in reversed(self.vocabulary.values()) for term, name in words.items()}

    def combine(self, selected: Iterable[str]) -> ActiveDomainContext:
        """Base and selected domains put together; unknown names are left out.

        Of two domains that claim a term, the selected one wins over the base.
        """
        wanted = frozenset(selected)
        known = self._combined.get(wanted)
        if known is None:
            known = self._combined[wanted] = self._combine(wanted)
        return known

    def _combine(self, wanted: frozenset[str]) -> ActiveDomainContext:
        loaded = [domain for domain in self.domains.values() if domain.base or domain.name in wanted]
        vocabulary: dict[str, str] = {}
        for domain in loaded:
            vocabulary |= domain.vocabulary
        return ActiveDomainContext(
            domains_loaded=tuple(domain.name for domain in loaded),
            vocabulary=vocabulary,
            expertise=_labelled((domain.name, domain.expertise) for domain in loaded),
            evaluation_rules=tuple(rule for domain in loaded for rule in domain.evaluation_rules),
            context_guidance=_labelled(
                (domain.name, domain.context_management_guidance) for domain in loaded
            ),
            available_domains=tuple(
                domain.info for name, domain in self.domains.items() if not (domain.base or name in wanted)
            ),
            domains=tuple(loaded),
        )


class _Packaged(Mapping[str, Domain]):
    """The packaged domains, read when somebody asks for the first of them: a start does not wait for it."""

    def __getitem__(self, name: str) -> Domain:
        return _packaged().domains[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_packaged().domains)

    def __len__(self) -> int:
        return len(_packaged().domains)


@cache
def _late() -> Registry:
    return Registry(_Packaged())


def load(folder: Path | None = None) -> Registry:
    """The packaged domains with a user's folder on top. A bad file is a problem, never an exception.

    Without a folder nothing is read yet.
    """
    if folder is None:
        return _late()
    raw = _raw()
    domains = dict(_packaged().domains)
    problems: list[DomainProblem] = []
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")]) if folder.is_dir() else ():
        found = read(path)
        if isinstance(found, DomainProblem):
            problems.append(found)
            continue
        known = raw.get(found.name)
        merged = found.over(known) if known else found
        domain = build(merged)
        if isinstance(domain, DomainProblem):
            problems.append(domain)
            continue
        raw[domain.name], domains[domain.name] = merged, domain
    return Registry(_base_first(domains), tuple(problems))


def _raw() -> dict[str, RawDomain]:
    """The packaged files, which only those of a folder are laid over."""
    found = [_sound(read(path, packaged=True)) for path in sorted(DATA.glob("*.yaml"))]
    return {one.name: one for one in found}


@cache
def _packaged() -> Registry:
    domains = [_sound(build(one)) for one in _raw().values()]
    return Registry(_base_first({domain.name: domain for domain in domains}))


def _sound(found: T | DomainProblem) -> T:
    if isinstance(found, DomainProblem):
        raise PackagedDomainError(str(found))
    return found


def _base_first(domains: dict[str, Domain]) -> dict[str, Domain]:
    return dict(sorted(domains.items(), key=lambda item: (not item[1].base, item[0])))


def _labelled(parts: Iterable[tuple[str, str]]) -> str:
    """Texts under the names of their domains."""
    return "\n\n".join(f"## {name}\n{text.strip()}" for name, text in parts if text.strip())
