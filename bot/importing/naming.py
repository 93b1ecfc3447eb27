"""Other apps' names of exercises under our canonical ones, where they surely mean the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from agents.latest import by_identity
from domains.registry import Registry
from storage.importers.activities import ANY_SPORT
from storage.importers.model import Row

_FILE = Path(__file__).parent / "sports.yaml"
_WORDS = re.compile(r"[^\W_]+")
_OWN_DOMAIN = "general"


@dataclass(frozen=True, slots=True)
class Named:
    """An exercise as it is stored. `known`: under a canonical name."""

    name: str
    domain: str
    known: bool


@cache
def _exceptions() -> dict[str, str]:
    """The recorder's name to ours."""
    text = _FILE.read_text("utf-8")
    read = TypeAdapter(dict[str, list[str]]).validate_python(yaml.safe_load(text))
    return {name: ours for ours, names in read.items() for name in (ours, *names)}


class Sports:
    """Names of activities in one registry."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    @cached_property
    def _bouts(self) -> dict[str, Named]:
        """Every way to write a measure that is recorded as a bout."""
        found: dict[str, Named] = {}
        for domain in self._registry.domains.values():
            for term, name in domain.vocabulary.items():
                if domain.measure(name) is not None and domain.shape_of(name) == "bouts":
                    found.setdefault(term, Named(name, domain.name, True))
        return found

    def of(self, sport: str, title: str) -> Named:
        """By its name; where a file names no sport, by the words of its title."""
        if sport == ANY_SPORT:
            return self._by_words(title) or Named(ANY_SPORT, _OWN_DOMAIN, False)
        plain = " ".join(_WORDS.findall(sport.casefold()))
        ours = _exceptions().get(plain)
        if ours is not None:
            return self._bouts.get(ours) or Named(ours, _OWN_DOMAIN, False)
        return (
            self._bouts.get(plain) or self._by_words(plain) or Named(plain or ANY_SPORT, _OWN_DOMAIN, False)
        )

    def _by_words(self, text: str) -> Named | None:
        """What its words agree on."""
        words = _WORDS.findall(text.casefold())
        named = {known for word in words if (known := self._bouts.get(word)) is not None}
        return named.pop() if len(named) == 1 else None


_KIT = re.compile(r"^(.*?)\s*[(\[]([^)\]]+)[)\]]$")
_SIGNS = re.compile(r"[\s_\u2013\u2014/-]+")
_SHORT = {
    "pullup": "pull up", "chinup": "chin up", "pushup": "push up", "situp": "sit up", "bicep": "biceps",
    "tricep": "triceps", "flye": "fly", "dumbell": "dumbbell", "db": "dumbbell", "bb": "barbell",
}  # fmt: skip
_KOREAN_KIT = {
    "바벨": "barbell", "머신": "machine", "케이블": "cable", "맨몸": "bodyweight", "중량": "weighted",
}  # fmt: skip
_SAME = frozenset({"barbell", "bodyweight", "weighted", "outdoor", "indoor", "treadmill", "lap"})
"""Kit that a bare name leaves unsaid: a bench press is done with a barbell."""
_SAME_KIT = {"ez bar": "barbell", "kettlebell": "dumbbell"}
"""What one exercise is done with either way."""
_LEADING = ("barbell", "dumbbell", "machine", "cable", "kettlebell", "ez bar")
_MACHINES = frozenset({
    "lat pulldown", "straight-arm pulldown", "leg press", "leg extension", "leg curl", "triceps pushdown",
    "face pull", "cable row", "chest fly", "hip abduction", "hip adduction", "calf raise", "hack squat",
    "elliptical", "row", "ride", "crunch",
})  # fmt: skip
"""Done on a machine or cable anyway."""
_ANY_KIT = frozenset({
    "biceps curl", "hammer curl", "preacher curl", "lateral raise", "front raise", "rear delt fly", "shrug",
    "chest fly", "calf raise", "wrist curl",
})  # fmt: skip
"""One movement to us, whatever is held."""


_Terms = tuple[dict[str, tuple[str, str]], dict[tuple[str, ...], tuple[str, str]]]
"""Plain terms to canonical name and domain, and by their words, which come in any order."""


@by_identity(2)
def _terms(registry: Registry) -> _Terms:
    """Names of exercises only, not of metrics."""
    terms, unordered = _Terms(({}, {}))
    for domain in registry.domains.values():
        exercises = {spec.name for spec in domain.measures}
        for term, canonical in domain.vocabulary.items():
            if canonical in exercises:
                terms.setdefault(_plain(term), (canonical, domain.name))
    for term, meant in terms.items():
        unordered.setdefault(_words(term), meant)
    return terms, unordered


class Naming:
    """Names of one registry."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._vocabulary, self._unordered = _terms(registry)
        self._seen: dict[tuple[str, bool], Named] = {}
        self._sports = Sports(registry)

    @cached_property
    def _kits(self) -> dict[str, str]:
        """Canonical name to what the exercise is done with."""
        return {spec.name: spec.equipment for d in self._registry.domains.values() for spec in d.measures}

    def of_row(self, row: Row, title: str) -> Named:
        """What a row of a workout of this title is about."""
        if row.bout:
            return self._sports.of(row.exercise, title)
        return self.of(row.exercise, covers_distance=bool(row.distance))

    def of(self, written: str, *, covers_distance: bool) -> Named:
        """The canonical name, or the person's own in lower case with its kit in front."""
        key = (written, covers_distance)
        known = self._seen.get(key)
        if known is None:
            known = self._seen[key] = self._find(written, covers_distance)
        return known

    def _find(self, written: str, covers_distance: bool) -> Named:
        found = _KIT.match(written)
        base, kit = (found[1], _plain(found[2])) if found else (written, "")
        main, _, grip = base.partition(" - ")
        plain = _plain(f"{grip} {main}")
        for term in dict.fromkeys((f"{kit} {plain}".strip(), f"{plain} {kit}".strip())):
            meant = self._known(term)
            if meant is not None:
                return meant
        in_other_order = self._unordered.get(_words(f"{kit} {plain}"))
        if in_other_order is not None:
            return Named(*in_other_order, True)
        bare = self._known(plain)
        if bare is not None and self._says_it_all(bare.name, _KOREAN_KIT.get(kit, kit)):
            return bare
        leading = next((known for known in _LEADING if not kit and plain.startswith(f"{known} ")), "")
        led = self._known(plain.removeprefix(leading).strip()) if leading else None
        if led is not None and self._says_it_all(led.name, leading):
            return led
        of_machine = self._known(plain.removesuffix(" machine")) if plain.endswith(" machine") else None
        if of_machine is not None and (of_machine.domain != "strength" or of_machine.name in _MACHINES):
            return of_machine
        own = f"{kit} {base}".strip() if kit else base
        return Named(" ".join(own.casefold().split()), "general" if covers_distance else "strength", False)

    def _says_it_all(self, name: str, kit: str) -> bool:
        """Whether the name means the same without its kit, which may be the one it is done with anyway."""
        on_machine = kit in ("machine", "cable") or kit.startswith(("cable ", "machine "))
        fits = self._kits.get(name) in (kit, _SAME_KIT.get(kit))
        return kit in _SAME or fits or name in _ANY_KIT or (on_machine and name in _MACHINES)

    def _known(self, term: str) -> Named | None:
        for form in dict.fromkeys((term, term.removesuffix("s"), term.removesuffix("es"), f"{term}s")):
            found = self._vocabulary.get(form) or self._vocabulary.get(form.removeprefix("flat "))
            if found is not None:
                return Named(*found, True)
        return None


def _words(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split()))


def _plain(text: str) -> str:
    words = _SIGNS.sub(" ", text.casefold()).split()
    return " ".join(_SHORT.get(word, word) for word in words)
