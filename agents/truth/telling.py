"""A draft with slots becomes a text whose every number comes from one; what does not hold is named.

A bare number that is exactly one of the values shown becomes its slot; any other digit, in any script, and
the number words that mean nothing else are refused, as is a slot that the words beside it do not fit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from agents.truth.choosing import first_fit, part_meant
from agents.truth.clauses import Placed
from agents.truth.contradictions import misfits
from agents.truth.names import names, own_words
from agents.truth.rendering import with_particles
from agents.truth.repair import Known, derives
from agents.truth.scene import Scene, blanked
from agents.truth.sentences import sentence_bounds
from agents.truth.sheet import Sheet
from agents.truth.values import SeveralPartsError, SlotError, Value
from agents.truth.words import Words, judged_by, words_of
from agents.types import Claim

_SLOT = re.compile(r"\{([^{}]{1,400})\}")
_FIGURES = re.compile(r"\d(?:[\d.,:]*\d)?")
_OPEN = re.compile(r"\{[^{}]{1,400}(?:\}|$)")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Words of a sentence that do not hold, and why; `sentence` as it was written."""

    phrase: str
    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Told:
    """A rendered text, where its values stand, and what in it does not hold."""

    text: str
    claims: tuple[Claim, ...]
    refusals: tuple[Refusal, ...] = ()
    refused: tuple[tuple[int, int], ...] = ()
    """Where the sentences stand in which something does not hold."""

    @property
    def kept(self) -> Told:
        """Without the sentences that do not hold."""
        gone = self.refused
        held = [one for one in self.claims if not any(start <= one.start < end for start, end in gone)]
        cut = [sum(end - start for start, end in gone if end <= one.start) for one in held]
        claims = tuple(_moved(one, -by) for one, by in zip(held, cut, strict=True))
        return Told(blanked(self.text, reversed(gone), "").rstrip(), claims)


def tell(draft: str, sheet: Sheet, *, code: bool = False, settled: bool = False) -> Told:
    """The draft for the person. `code`: it was written by our own wording, whose words fit its numbers.

    `settled`: its language is the sheet's, whatever letters it has.
    """
    sheet = sheet if settled else sheet.speaking(draft)
    known = sheet.once(Known, roundly=code)
    texts: list[str] = []
    claims: list[Claim] = []
    refusals: list[Refusal] = []
    refused: list[tuple[int, int]] = []
    length = 0
    spoken = frozenset[str]()
    for start, end in slot_bounds(draft, sheet):
        one = _Sentence(draft[start:end], sheet, known, code, named=spoken)
        text, found = one.rendered()
        spoken = one.named
        claims += [_moved(claim, length) for claim in found]
        refusals += one.refusals
        if one.refusals:
            refused.append((length, length + len(text)))
        texts.append(text)
        length += len(text)
    return Told("".join(texts), tuple(claims), tuple(refusals), tuple(refused))


def slotted(claim: str, sheet: Sheet) -> str | None:
    """A claim of ours with slots for its values, as a model is shown it; None where a number has none."""
    sheet = sheet.speaking(claim)
    known = sheet.once(Known, roundly=True)
    pieces: list[str] = []
    for start, end in slot_bounds(claim, sheet):
        one = _Sentence(claim[start:end], sheet, known, code=True, exactly=True)
        pieces.append(one.slotted())
        if one.refusals:
            return None
    return "".join(pieces)


def slot_bounds(draft: str, sheet: Sheet) -> Iterator[tuple[int, int]]:
    """Bounds of sentences; what stands in a slot or in words of the person's own ends none."""
    hidden = _OPEN.sub(lambda found: "\ue000" * len(found[0]), draft)
    return sentence_bounds(blanked(hidden, own_words(hidden, sheet), "\ue001"))


@dataclass
class _Sentence:
    """One sentence of a draft."""

    text: str
    sheet: Sheet
    known: Known
    code: bool
    exactly: bool = False
    """Whether it matters which of the slots with the same value a number becomes."""
    named: frozenset[str] = frozenset()
    """The measures that it and the sentences before speak of."""
    refusals: list[Refusal] = field(default_factory=list[Refusal], init=False)
    _scenes: dict[tuple[int, ...], Scene] = field(default_factory=dict[tuple[int, ...], Scene], init=False)
    """By the values that were tried together."""

    @cached_property
    def tongues(self) -> Sequence[Words]:
        """The languages that it is judged in."""
        return judged_by(self.text, self.sheet.language)

    def refuse(self, phrase: str, reason: str) -> None:
        self.refusals.append(Refusal(phrase, reason, self.text.strip()))

    @cached_property
    def _own(self) -> Sequence[tuple[int, int]]:
        """Words of an entry in quotation marks: the person's own."""
        return tuple(own_words(self.text, self.sheet))

    def _scene(self, placed: Sequence[Placed]) -> Scene:
        key = tuple(sorted(map(id, placed)))
        if key not in self._scenes:
            hidden = blanked(self.text, self._own, " ")
            self._scenes[key] = Scene(hidden, placed, self.sheet, self.tongues, self.named)
        return self._scenes[key]

    def rendered(self) -> tuple[str, list[Claim]]:
        """The text for the person, and the claims in it."""
        return self._joined(self._read())

    def slotted(self) -> str:
        """The text with a slot for each of its values."""
        text = self.text
        for one in reversed(self._read()):
            said = self.text[one.start : one.end]
            bare = one.slot[:1] in "FP" and "." not in one.slot and not any(map(str.isalpha, said))
            slot = f"{{{one.slot}{'.n' if bare and one.value.unit else ''}}}"
            text = text[: one.start] + slot + text[one.end :]
        return text

    def _read(self) -> list[Placed]:
        """Its values in order, none within another; what does not hold is noted."""
        placed = self._slots()
        named = names(blanked(self.text, map(Placed.bounds, placed)), self.sheet, self.tongues)
        taken = [*map(Placed.bounds, placed), *self._own, *named]
        bare = self._bare(placed, taken)
        words = self._in_words(taken, [*placed, *bare])
        everything = sorted([*placed, *bare, *words], key=lambda one: one.start)
        if not self.code:
            self._judge(everything)
        self._naked([*taken, *map(Placed.bounds, (*bare, *words))])
        ends = [0, *(one.end for one in everything)]
        return [one for at, one in enumerate(everything) if one.start >= max(ends[: at + 1])]

    def _slots(self) -> list[Placed]:
        placed: list[Placed] = []
        for found in _SLOT.finditer(self.text):
            try:
                slot, value = self._valued(found[1])
            except SlotError as reason:
                self.refuse(found[0], str(reason))
                slot, value = found[1], Value("words", "")
            placed.append(Placed(found.start(), found.end(), slot, value))
        return placed

    def _valued(self, slot: str) -> tuple[str, Value]:
        """The slot with the parts of entries that its words mean, and its value. Raises SlotError."""
        try:
            return slot, self.sheet.value(slot)
        except SeveralPartsError as several:
            part = part_meant(self._scene([]), several)
            if part is None:
                raise
            return self._valued(slot.replace(several.reference, part))

    def _bare(self, placed: Sequence[Placed], taken: Sequence[tuple[int, int]]) -> list[Placed]:
        """Numbers in digits that are a value of the sheet, which become its slot."""
        ways: list[list[Placed]] = []
        for found in self.known.bare(self.text, taken) if _has_digit(self.text) else ():
            said = self.text[found.start : found.end]
            behind = self.text[found.end :][:_BEHIND]
            counted = any(words.found(behind, words.counts) for words in self.tongues)
            likely = partial(_likelihood, said, counted=counted)
            slots = sorted(found.slots, key=likely, reverse=True)
            plain = self.code or not any(letter.isalpha() for letter in said)
            ways.append(
                [
                    Placed(found.start, found.end, slot, replace(value, shown=said) if plain else value, True)
                    for slot, value in slots
                ]
            )
        chosen = {at: slots[0] for at, slots in enumerate(ways) if self.code and not self.exactly}
        rounds = () if chosen else (*enumerate(ways), *enumerate(ways if ways[1:] else ()))
        for at, slots in rounds:  # again when all are known
            others = [one for place, one in chosen.items() if place != at]
            chosen[at] = first_fit(slots, self._scene, [*placed, *others])
        return list(chosen.values())

    def _in_words(self, taken: Sequence[tuple[int, int]], around: Sequence[Placed]) -> list[Placed]:
        """Number words that are a value of the sheet; others are refused."""
        words: list[Placed] = []
        counted = [found for tongue in self.tongues for found in tongue.counted(self.text)]
        scene = self._scene(around)
        for start, end, worth, unit in counted:
            if any(begin <= start < stop for begin, stop in taken):
                continue
            said = self.text[start:end]
            if not self.code and _counts(scene, start, worth, unit):
                continue
            known = self.known.in_words(worth, unit)
            slots = [Placed(start, end, slot, replace(value, shown=said), True) for slot, value in known]
            if slots:
                words.append(first_fit(slots, self._scene, around))
            elif not self.code and not derives(scene, worth, unit):
                self.refuse(said, "a number in words that none of the values shown is")
        return words

    def _judge(self, placed: Sequence[Placed]) -> None:
        scene = self._scene(placed)
        for one, reason in misfits(scene):
            self.refuse(self.text[one.start : one.end], reason)
        self.named |= {one.name for one in scene.subjects} | {one.value.measure for one in scene.values} - {
            ""
        }

    def _naked(self, taken: Sequence[tuple[int, int]]) -> None:
        hidden = blanked(self.text, taken)
        for at, letter in enumerate(hidden):
            if not _is_digit(letter) or _is_digit(hidden[at - 1 : at]):
                continue
            found = _WRITTEN.match(self.text, at)
            self.refuse(
                self._with_unit(at, found[0].rstrip(".,:") if found else letter),
                "no value shown is this number: write a slot or leave it out",
            )

    def _with_unit(self, at: int, number: str) -> str:
        """A number with the word for its unit behind it."""
        behind = at + len(number)
        return self.text[at : max(words.units_at(self.text, behind)[1] for words in self.tongues)]

    def _joined(self, placed: Sequence[Placed]) -> tuple[str, list[Claim]]:
        """With each value as it is shown, and the particles behind it chosen."""
        if not placed:
            return with_particles(self.text), []
        text, claims = self.text[: placed[0].start], list[Claim]()
        ends = [*(one.start for one in placed[1:]), len(self.text)]
        for one, end in zip(placed, ends, strict=True):
            start, shown = len(text), self._without_double(one)
            claims.append(one.claim.model_copy(update={"start": start, "end": start + len(shown)}))
            text += with_particles(shown + self.text[one.end : end])
        return text, claims

    def _without_double(self, one: Placed) -> str:
        """As it is shown; the number alone where the writer's word for its unit stands behind it."""
        unit, shown = one.value.unit, one.value.shown
        if unit in ("", "s") or one.slot.endswith(".n") or not _has_digit(shown):
            return shown
        apart = (words for words in self.tongues if not words.glued)
        doubled = any(unit in words.units_at(self.text, one.end)[0] for words in apart)
        return _UNIT.sub("", shown) if doubled else shown


def _counts(scene: Scene, at: int, worth: float, unit: str | None) -> bool:
    """Whether a number in words only counts what its sentence lists, or the entries of what it names."""
    return scene.lists(worth) or (unit in (None, "times", "days") and worth in scene.tallies(at))


_WRITTEN = re.compile(r"[\w.,:/%]*")
_UNIT = re.compile(r"\s?[^\d\s]+$")


def _moved(claim: Claim, by: int) -> Claim:
    return claim.model_copy(update={"start": claim.start + by, "end": claim.end + by})


def denies(text: str) -> bool:
    """Whether the text says that something is not so or not there."""
    tongues = (words for code in ("en", "de", "ko") if (words := words_of(code)) is not None)
    return any(words.found(text, words[kind]) for words in tongues for kind in ("denies", "lacks"))


def _is_digit(letter: str) -> bool:
    return letter.isdigit() or (letter > "\x7f" and unicodedata.category(letter) in ("Nd", "Nl", "No"))


def _likelihood(said: str, slot: tuple[str, Value], *, counted: bool) -> tuple[bool, bool]:
    """Whether a value is shown as the number that was said, and counts where something is counted."""
    value = slot[1]
    counts = value.role == "count" or value.unit in _COUNTED
    return _FIGURES.findall(value.shown)[:1] == _FIGURES.findall(said)[:1], counts == counted


_COUNTED, _BEHIND = frozenset({"days", "times"}), 22


def _has_digit(text: str) -> bool:
    return _FIGURES.search(text) is not None or (not text.isascii() and any(map(_is_digit, text)))


__all__ = ["Refusal", "Told", "denies", "slot_bounds", "slotted", "tell"]
