"""Names of exercises put together of movement, modifiers and equipment, in any order, joined or cut short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from pydantic import BaseModel

from agents.language.files import read_data
from domains.terms import Words

Phrase = tuple[str, ...]
Kind = Literal["movement", "modifier", "equipment", "word"]
_MOST_TOKENS, _MOST_WORDS = 12, 7
"""What one name may have."""
_SHORTEST_HALF, _LONGEST_JOINED = 2, 24
"""Letters of each half of two words written as one: `dbrow`."""


class NameWords(BaseModel, extra="forbid"):
    """The file `data/names.yaml`."""

    movements: dict[str, Words]
    modifiers: dict[str, Words]
    equipment: dict[str, Words]
    short: dict[str, Words]
    neutral: Words
    leads: Words
    """Modifiers that stand before what they change only; behind it they lead figures: `squat tempo 3-1-1`."""
    base: dict[str, str]


class Part(NamedTuple):
    """A word of a name, or several that mean one thing; its `names` are what they are in full."""

    names: tuple[str, ...]
    length: int


class _Spelt:
    """The parts that begin with one word."""

    __slots__ = ("longest", "parts")

    def __init__(self) -> None:
        self.parts: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.longest = 0


class Parts:
    """The words that names are made of."""

    def __init__(self, words: NameWords) -> None:
        self.kinds: dict[str, Kind] = {}
        self.places: dict[str, int] = {}
        """The order of words in a name that is put together."""
        self._spelt: dict[str, _Spelt] = {}
        self.neutral = frozenset(words.neutral)
        self.leads = frozenset(words.leads)
        self.base = words.base
        tables: tuple[tuple[Kind, dict[str, Words]], ...] = (
            ("modifier", words.modifiers), ("equipment", words.equipment), ("movement", words.movements),
        )  # fmt: skip
        for kind, table in tables:
            for name, spellings in table.items():
                self.kinds[name] = kind
                self.places[name] = len(self.places)
                for spelling in (*spellings, name):
                    self._add(spelling, (name,))
        for name, spellings in words.short.items():
            whole = tuple([one for part in self.of(_split(name)) for one in part.names])
            for spelling in (*spellings, name):
                self._add(spelling, whole)

    def _add(self, spelling: str, names: tuple[str, ...]) -> None:
        words = tuple(_split(spelling))
        spelt = self._spelt.setdefault(words[0], _Spelt())
        spelt.parts[words] = names
        spelt.longest = max(spelt.longest, len(words))

    @property
    def words(self) -> Iterable[str]:
        """The first words of all parts."""
        return self._spelt

    def kind(self, name: str) -> Kind:
        """What a word is."""
        return self.kinds.get(name, "word")

    def is_aside(self, word: str) -> bool:
        """Whether it changes an exercise or says what it is done with."""
        part = self.at((word,), 0)
        return part is not None and self.kind(part.names[0]) in ("modifier", "equipment")

    def at(self, words: Sequence[str], place: int) -> Part | None:
        """The longest part that begins there."""
        first = words[place]
        known = self._spelt.get(first)
        if known is None:
            first = _singular(first)
            known = self._spelt.get(first)
            if known is None:
                return None
        for length in range(min(known.longest, len(words) - place), 0, -1):
            spelt = (first, *words[place + 1 : place + length])
            names = known.parts.get(spelt) or (
                known.parts.get((*spelt[:-1], _singular(spelt[-1]))) if length > 1 else None
            )
            if names:
                return Part(names, length)
        return None

    def of(self, words: Sequence[str]) -> list[Part]:
        """All of these words as parts; one that is none is itself."""
        found: list[Part] = []
        place = 0
        while place < len(words):
            part = self.at(words, place) or Part((_singular(words[place]),), 1)
            found.append(part)
            place += part.length
        return found

    def halves(self, word: str) -> tuple[str, ...]:
        """`dbrow`: the names of two parts that are written as one word, the second a movement."""
        for cut in range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF if len(word) <= _LONGEST_JOINED else 0):
            first, second = self.at((word[:cut],), 0), self.at((word[cut:],), 0)
            if first and second and self.kind(second.names[-1]) == "movement":
                return first.names + second.names
        return ()


_NO_PARTS = frozenset[str]()


def _is_variant(term: str, terms: Mapping[str, str]) -> bool:
    """Whether it is but the plural of another term, or one with a hyphen for a blank."""
    return (term[-1:] == "s" and term[:-1] in terms) or ("-" in term and term.replace("-", " ") in terms)


def _split(name: str) -> list[str]:
    return name.replace("-", " ").split()


@lru_cache(maxsize=8192)
def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word


@cache
def parts() -> Parts:
    """Those of `data/names.yaml`."""
    return Parts(read_data(NameWords, "names.yaml"))


@lru_cache(maxsize=4096)
def family_of(name: str) -> str:
    """The movement that an exercise is a kind of: "row" for "single-arm cable row"; itself for an own one."""
    for part in reversed(parts().of(_split(name))):
        for one in reversed(part.names):
            if parts().kind(one) == "movement":
                return one
    return name


class Names:
    """The listed names by their parts, and names that are put together over them."""

    def __init__(
        self, terms: Mapping[str, str], equipment: Mapping[str, str], under: Names | None = None
    ) -> None:
        """`terms` lead to canonical names; `equipment` says what those are done with. Over those `under`."""
        self._parts = parts()
        self._equipment = equipment
        self._listed: dict[frozenset[str], str] = {}
        self._words: set[str] = set()
        if under is not None:
            self._listed |= under._listed
            self._words |= under._words
        self._known: dict[tuple[str, ...], str] = {}
        own = {self._key(name): name for name in set(terms.values())}
        doubtful = {key for key, count in Counter(map(self._key, set(terms.values()))).items() if count > 1}
        listed: dict[frozenset[str], str] = {}
        for term, name in terms.items():
            key = _NO_PARTS if _is_variant(term, terms) else self._key(term)
            if key and key not in own and listed.setdefault(key, name) != name:
                doubtful.add(key)
        self._listed |= {key: name for key, name in (listed | own).items() if key and key not in doubtful}

    def _key(self, term: str) -> frozenset[str]:
        """The parts of a listed term; none for a word that is no part of names."""
        words = _split(term)
        if len(words) == 1:
            part = self._parts.at(words, 0)
            return frozenset(part.names) if part is not None else _NO_PARTS
        self._words.update(map(_singular, words))
        return frozenset([one for part in self._parts.of(words) for one in part.names])

    def longest(self, words: Sequence[str], beyond: int) -> tuple[int, str]:
        """How many of the first words are a name, and which; (0, "") when no more than `beyond` are."""
        run = self._run(words)
        for size in range(len(run), 0, -1):
            length = run[size - 1][1]
            if length <= beyond:
                break
            if self._parts.leads.intersection(run[size - 1][0]):
                continue
            if size > 1 or len(run[0][0]) > 1:
                name = self.named(tuple([one for names, _ in run[:size] for one in names]))
                if name:
                    return length, name
        return 0, ""

    def is_listed(self, name: str) -> bool:
        """Whether an exercise with these parts is listed."""
        return frozenset([one for part in self._parts.of(_split(name)) for one in part.names]) in self._listed

    def changed(self, words: Sequence[str], name: str) -> str:
        """Another name with words that change it; "" where they are more than that."""
        with_what = self._equipment.get(name)
        more = [one for part in self._parts.of(words) for one in part.names if one != with_what]
        if not all(self._parts.kind(one) in ("modifier", "equipment") for one in more):
            return ""
        return self.named((*more, *[one for part in self._parts.of(_split(name)) for one in part.names]))

    def _run(self, words: Sequence[str]) -> list[tuple[tuple[str, ...], int]]:
        """The parts from the first word on, each with the number of words up to its end."""
        places = [at for at, word in enumerate(words[:_MOST_TOKENS]) if word != "-"]
        kept = [words[at] for at in places]
        run: list[tuple[tuple[str, ...], int]] = []
        at = 0
        while at < len(kept) and len(run) < _MOST_WORDS:
            part = self._parts.at(kept, at)
            if part is None:
                word = _singular(kept[at])
                halves = () if word in self._words or not word.isalpha() else self._parts.halves(word)
                if not halves and (word not in self._words or (len(word) == 1 and not word.isascii())):
                    break
                part = Part(halves or (word,), 1)
            at += part.length
            run.append((part.names, places[at - 1] + 1))
        return run

    def named(self, names: tuple[str, ...]) -> str:
        """The name with these parts; "" when they are none."""
        found = self._known.get(names)
        if found is None:
            if len(self._known) > 4096:
                self._known.clear()
            found = self._known[names] = self._named(names)
        return found

    def _named(self, names: tuple[str, ...]) -> str:
        key = frozenset(names)
        if len(key) < len(names) or not self._listed:
            return ""
        whole = self._listed.get(key) or self._listed.get(key - self._parts.neutral)
        if whole or not any(self._parts.kind(one) == "movement" for one in key):
            return whole or ""
        return self._composed(key)

    def _composed(self, key: frozenset[str]) -> str:
        """What is left over before the listed name with the most of these parts."""
        heads = {one for one in key if self._parts.kind(one) == "movement"}
        free = sorted(
            (one for one in key if self._parts.kind(one) in ("modifier", "equipment")),
            key=self._parts.places.__getitem__,
        )
        fixed = key - frozenset(free)
        for size in range(len(free) + 1):
            found = [
                self._before(left, base)
                for left in combinations(free, size)
                if (base := self._listed.get(key - frozenset(left)))
            ]
            if found:
                return min(found, key=len)
        head = next(iter(heads))
        if len(heads) > 1 or len(fixed) > 1:
            return ""
        base = self._parts.base.get(head, head)
        return self._before(tuple(free), base)

    def _before(self, left: Sequence[str], base: str) -> str:
        with_what = self._equipment.get(base, "")
        kept = [one for one in left if one not in self._parts.neutral and one != with_what]
        if any(self._parts.kind(one) == "equipment" for one in kept):
            base = base.removeprefix(f"{with_what} ")
        return " ".join((*kept, base))
