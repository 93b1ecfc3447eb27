"""What days and the ends of words say: `yesterday` is a day of deeds, `했더라` hearsay, `할게` a plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from agents.language.tokens import is_hangul
from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import reading_words
from agents.offline.reading.phrases import Meaning

_FINALS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
"""What a syllable may end in, in the order of Unicode."""
_FIRST, _LAST = ord("가"), ord("힣")
_EXCEPT = "no_"
"""Before a cue's name: words that only look like having its end."""


def add_cues(items: Sequence[Item], recent: set[int]) -> None:
    """Give items such cues; `recent` are the places of days not long ago. Linear in the number of items."""
    written = ""
    for at, item in enumerate(items):
        if item.start in recent:
            item.meanings = (*item.meanings, Meaning("cue", "this_time"))
        if item.kind != "words" or not is_hangul(item.text):
            written = ""
            continue
        written = (written + item.text if item.glued and written else item.text)[-_WRITTEN:]
        goes_on = at + 1 < len(items) and items[at + 1].glued and items[at + 1].kind == "words"
        said = {*_said_by(item.text), *(() if goes_on else _said_by(written))}
        item.meanings = (*item.meanings, *(Meaning("cue", what) for what in sorted(said)))


def _said_by(word: str) -> Iterator[str]:
    plain, lettered = _endings()
    no = [what for what, ends in plain if _is_exception(what) and word.endswith(ends)]
    excepted = {what.removeprefix(_EXCEPT) for what in no}
    for what, ends in plain:
        if what not in excepted and not _is_exception(what) and word.endswith(ends):
            yield what
    for size in range(1, min(len(word), _LONGEST + 1)):
        found = lettered.get(word[-size:])
        if found:
            final = final_of(word[-size - 1])
            yield from (what for letter, what in found if letter == final and what not in excepted)


_WRITTEN = 12
"""So many last letters of a word are looked at, however long it is."""


def _is_exception(what: str) -> bool:
    return what.startswith(_EXCEPT)


_LONGEST = 5
"""Syllables of the longest such ending after its letter."""


def final_of(syllable: str) -> str:
    """The consonant that a Korean syllable ends in, or a blank."""
    place = ord(syllable)
    return _FINALS[(place - _FIRST) % len(_FINALS)] if _FIRST <= place <= _LAST else " "


_Endings = tuple[tuple[tuple[str, tuple[str, ...]], ...], dict[str, list[tuple[str, str]]]]


@cache
def _endings() -> _Endings:
    """Cues that are ends of words: whole syllables, and those that begin with the end of one (`ㄴ대`)."""
    plain: list[tuple[str, tuple[str, ...]]] = []
    lettered: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for words in reading_words():
        for what, ends in words.endings.items():
            plain.append((what, tuple(end for end in ends if end[0] not in _FINALS)))
            for end in ends:
                if end[0] in _FINALS:
                    lettered[end[1:]].append((end[0], what))
    return tuple(plain), dict(lettered)
