"""What a question says of its subject beyond the name: what hurts, a dish, a kind of run, an event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agents.language.days.dateforms import all_words
from agents.offline.asking.cues import Cues
from agents.offline.asking.subjects import GOES_FAR, Mention

Beside = Literal["before", "day before", "after", "day after"]
_HANGUL = re.compile(r"[가-힣]")
_MEALS = frozenset({"nutrition", "meal"})


@dataclass(frozen=True, slots=True)
class Particulars:
    """`words`: only what was logged with one of them; `around`: what an event is called."""

    subjects: tuple[str, ...]
    words: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    beside: Beside | None = None


def particulars(
    text: str,
    subjects: tuple[str, ...],
    mentions: Sequence[Mention],
    words: Cues,
    *,
    left: Sequence[str],
    places: Mapping[str, str],
    logged: Iterable[str],
) -> Particulars:
    """`left` are words that nobody knows, `places` the parts of a body by their words."""
    if left and words.before_after.search(text):
        return Particulars(subjects, around=_alike(left, words))
    pained = places if "pain" in set(logged) else dict[str, str]()
    if (found := _beside(text, mentions, words, pained)) is not None:
        return found
    named = _places(text, places)
    hurting = "pain" in subjects
    aching = bool(named and pained) and words.aching.search(text) is not None
    if named and (hurting or (aching and all(mention.muscle for mention in mentions))):
        trained = {mention.text for mention in mentions if mention.muscle}
        free = [word for word in named if word not in trained]  # "train chest with a sore wrist"
        others = tuple(
            name for name in subjects if name != "pain" and (free or not _is_muscle(name, mentions))
        )
        return Particulars(("pain", *others), words=_same_part((free or named)[0], places, words))
    if left and subjects and set(subjects) <= _MEALS:
        return Particulars(("meal",), words=_alike(left, words))
    if left and len(subjects) == 1 and subjects[0] in GOES_FAR:
        return Particulars(subjects, words=_alike(left, words))
    return Particulars(subjects)


def _beside(
    text: str, mentions: Sequence[Mention], words: Cues, places: Mapping[str, str]
) -> Particulars | None:
    """What was logged just before or after an event ("how did I sleep before the race")."""
    found = beside_event(text, words)
    others = (words.why, words.split, words.comparison, words.recommendation)
    if found is None or any(pattern.search(text) for pattern in others):
        return None
    start, end = found.span("event")
    numbers = {word: str(n) for table in all_words() for word, n in table.numbers.items()}
    told = [numbers.get(word, word) for word in found["event"].split()]
    event = [word for word in told if word not in words.stopwords]
    within = [mention for mention in mentions if start <= mention.start < end]
    known = {word for group in words.same for word in group}
    if not event or any(mention.muscle and mention.text not in known for mention in within):
        return None
    outside = tuple(dict.fromkeys(mention.name for mention in mentions if mention not in within))
    side: Beside = "before" if found["side"] in ("before", "전") else "after"
    if found["exact"]:
        side = "day before" if side == "before" else "day after"
    around = _alike(event, words)
    if not outside and (placed := _places(text[: found.start()], places)):
        return Particulars(("pain",), _same_part(placed[0], places, words), around, side)
    return Particulars(outside, around=around, beside=side)


def beside_event(text: str, words: Cues) -> re.Match[str] | None:
    """Where the text names days beside an event, which is no word of time."""
    found = words.beside.search(text)
    if found is None or all(word in words.stopwords for word in found["event"].split()):
        return None
    return found


def in_figures(text: str) -> str:
    """Thousands in full where steps or calories follow: "10k steps", "10,000", "만 보"."""
    text = _COMMA.sub("", text)
    text = _THOUSANDS.sub(lambda found: f"{float(found[1]) * 1000:g}", text)
    return _MYRIADS.sub(lambda found: f"{float(found[1] or 1) * _KOREAN[found[2]]:.0f}", text)


_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_THOUSANDS = re.compile(
    r"\b(\d{1,3}(?:\.\d{1,2})?) ?k\b(?=\+?[ -]{0,2}(?:steps?|kcals?|cals?|calories)\b)", re.IGNORECASE
)
_MYRIADS = re.compile(r"(?<![\w.])(\d{0,3}(?:\.\d)?) ?([만천]) ?(?=보(?![가-힣]{2})|걸음)")
_KOREAN = {"만": 10_000, "천": 1_000}


def _is_muscle(name: str, mentions: Sequence[Mention]) -> bool:
    return any(mention.muscle for mention in mentions if mention.name == name)


def _places(text: str, places: Mapping[str, str]) -> list[str]:
    """Words of the body in the text, the longest first."""
    candidates = sorted((word for word in places if word in text), key=len, reverse=True)
    return [word for word in candidates if _word(word).search(text)]


def _word(word: str) -> re.Pattern[str]:
    """As a word of its own; Korean words carry endings, and a syllable alone may be part of any word."""
    ending = r"(?![^\W_])" if not _HANGUL.search(word) or len(word) == 1 else ""
    return re.compile(rf"(?<![^\W_]){re.escape(word)}{ending}")


def _same_part(word: str, places: Mapping[str, str], words: Cues) -> tuple[str, ...]:
    """The word as it was asked, then all others for the same part of the body; a migraine is no headache."""
    own = [other for other in words.own_pains if word.startswith(other)]
    if own:
        return (word, *own)
    part = places[word]
    return (word, *(other for other, of in places.items() if of == part and other != word))


def _alike(left: Sequence[str], words: Cues) -> tuple[str, ...]:
    """The words with those that people write for the same."""
    more = [other for word in left for group in words.same if word in group for other in group]
    return tuple(dict.fromkeys([*left, *more]))
