"""The words of questions, per language: the model of `data/questions.*.yaml`, compiled once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.offline.lexicon import load
from agents.types import Quantity, Statistic

Language = Literal["en", "ko"]
_HANGUL = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣ]")
_LETTER = re.compile(r"[^\W\d_]")


_NEVER = r"(?P<before>)(?P<after>)(?P<that_night>)(?!)"

_NEVER_A_MARK = r"(?P<n>)(?P<unit>)(?!)"


class CueFile(BaseModel):
    """One language's file. An empty quantity leaves it to what the question is about."""

    model_config = ConfigDict(extra="forbid")

    splits: list[str]
    follow_up: list[str]
    pronouns: str
    why: list[str]
    recommendation: list[str]
    comparison: list[str]
    split: list[str]
    overview: list[str]
    statistics: list[tuple[Statistic, Quantity | Literal[""], str]]
    quantities: list[tuple[Quantity, str]]
    reps: str
    at_least: str
    below: str
    above: str
    all_records: str
    more_or_less: str
    which: str
    resting: str
    currently: str
    a_day: str
    farthest: str
    listed: str
    whole: str
    about_bot: str
    times: list[str]
    per: dict[Literal["day", "week", "month"], str]
    subjects: dict[str, list[str]]
    muscles: dict[str, list[str]]
    worked_muscles: dict[str, list[str]]
    that_day: str = _NEVER
    anchored: str = _NEVER
    together: str = _NEVER
    hurts_it: str = _NEVER
    nights: str = _NEVER
    hitting: str = _NEVER
    sides: str = _NEVER
    load: str = _NEVER_A_MARK
    elliptic: str = _NEVER
    skipping: str = _NEVER
    before_after: str = r"(?!)"
    aching: str = r"(?!)"
    same: list[list[str]] = []
    bodily: str = r"(?!)"
    lately: str = r"(?!)"
    judged: str = r"(?!)"
    weekends: str = r"(?!)"
    logging: str = r"(?!)"
    beside: str = r"(?P<exact>)(?P<side>)(?P<event>)(?!)"
    pace_mark: str = r"(?P<min>)(?P<sec>)(?P<word>)(?P<per>)(?!)"
    slower: str = r"(?!)"
    kinds: list[list[str]] = []
    before_kind: str = r"(?!)"
    after_kind: str = r"(?!)"
    glossary: str = r"()(?!)"
    skip_words: list[str] = []
    dated: str = r"(?!)"
    units_asked: dict[Literal["kg", "lb", "km", "mi"], str] = {}
    at_most: str = r"(?!)"
    newest: str = r"(?P<n>)(?!)"
    acting: str = r"(?!)"
    stopwords: str
    spellings: dict[str, str] = {}
    asked: str = ""
    spared: str = ""


@dataclass(frozen=True, slots=True)
class Cues:
    """A language's patterns, ready to use."""

    language: Language
    splits: tuple[re.Pattern[str], ...]
    follow_up: re.Pattern[str]
    pronouns: re.Pattern[str]
    why: re.Pattern[str]
    recommendation: re.Pattern[str]
    comparison: re.Pattern[str]
    split: re.Pattern[str]
    overview: re.Pattern[str]
    statistics: tuple[tuple[Statistic, Quantity | None, re.Pattern[str]], ...]
    quantities: tuple[tuple[Quantity, re.Pattern[str]], ...]
    reps: re.Pattern[str]
    at_least: re.Pattern[str]
    below: re.Pattern[str]
    above: re.Pattern[str]
    all_records: re.Pattern[str]
    more_or_less: re.Pattern[str]
    which: re.Pattern[str]
    """"Which week": group `week` or `month` matches."""
    resting: re.Pattern[str]
    currently: re.Pattern[str]
    a_day: re.Pattern[str]
    """A day or a workout as a whole ("my best training day")."""
    farthest: re.Pattern[str]
    listed: re.Pattern[str]
    whole: re.Pattern[str]
    """A verb or the asker: what a whole question has and a fragment lacks."""
    about_bot: re.Pattern[str]
    times: re.Pattern[str]
    """How times are named, whether or not they exist."""
    per: tuple[tuple[Literal["day", "week", "month"], re.Pattern[str]], ...]
    subjects: dict[str, str]
    """Word to what it is about."""
    muscles: dict[str, str]
    worked_muscles: dict[str, str]
    """Words that name a muscle where sets are asked about."""
    that_day: re.Pattern[str]
    """A day that the part before finds; groups `before`, `after`, `that_night`."""
    anchored: re.Pattern[str]
    """A question, `when`, and the thing whose day is meant (`anchor`)."""
    together: re.Pattern[str]
    """A rest such as "which improved more", no question of its own."""
    hurts_it: re.Pattern[str]
    """Words of pain that speak of an effect ("does it hurt my bench")."""
    skipping: re.Pattern[str]
    """Training that was left out: only the words of a log tell of it."""
    elliptic: re.Pattern[str]
    """ "When was the first", "which was the best one": of what was talked about."""
    hitting: re.Pattern[str]
    """A mark to be met again and again ("have I been hitting 180 g of protein")."""
    sides: re.Pattern[str]
    """Two times that a comparison sets side by side: groups `one` and `other`."""
    load: re.Pattern[str]
    """Sets at one load."""
    nights: re.Pattern[str]
    """Nights of so many hours: sleep that is not named."""
    before_after: re.Pattern[str]
    """The days before something against those after it."""
    aching: re.Pattern[str]
    """How a part of the body is asked after, so that its pain is meant."""
    same: tuple[tuple[str, ...], ...]
    """Words that people write for the same thing."""
    bodily: re.Pattern[str]
    """A weight that, with nothing lifted named, is that of the body."""
    any_cue: re.Pattern[str]
    """Whatever says what is wanted, so that it is no word of an entry."""
    lately: re.Pattern[str]
    """The last days, without saying how many."""
    judged: re.Pattern[str]
    """Best or worst: of a pain the least is the best."""
    weekends: re.Pattern[str]
    """Weekends as such, beside the days of work."""
    pace_mark: re.Pattern[str]
    """A pace to stay under or above: groups `min`, `sec`, a `word` for it, `per`."""
    kinds: tuple[tuple[str, ...], ...]
    """What sessions are called, words for the same kind together."""
    before_kind: re.Pattern[str]
    after_kind: re.Pattern[str]
    """Around a kind that is named without the thing ("last push day")."""
    glossary: re.Pattern[str]
    """Asks what a term is, which is in its only group that matches."""
    dated: re.Pattern[str]
    """Asks for the days of something."""
    skip_words: tuple[str, ...]
    """How people write that something was left out."""
    units_asked: tuple[tuple[Literal["kg", "lb", "km", "mi"], re.Pattern[str]], ...]
    """In which unit the answer is wanted."""
    slower: re.Pattern[str]
    """That the pace is the fast end."""
    at_most: re.Pattern[str]
    """Under a mark or at it."""
    newest: re.Pattern[str]
    """The last `n` of something."""
    beside: re.Pattern[str]
    """Days beside an event: groups `side`, `event`, and `exact` where one day is named."""
    logging: re.Pattern[str]
    """What is done with this bot, as something that can be counted itself."""
    acting: re.Pattern[str]
    """The first thing named acts on the second ("does coffee affect my sleep")."""
    stopwords: frozenset[str]
    spellings: dict[re.Pattern[str], str]
    """Chat shorthand and how it is spelt."""
    asked: tuple[str, ...]
    """Words of questions that a misspelt one may be."""
    spared: tuple[str, ...]
    """Words of everyday language that are nearly one of them."""


@cache
def cues(language: Language) -> Cues:
    """The cues of a language."""
    file = load("questions", language, CueFile)
    one = re.compile
    return Cues(
        language=language,
        splits=tuple(one(pattern) for pattern in file.splits),
        follow_up=_any(file.follow_up),
        pronouns=one(file.pronouns),
        why=_any(file.why),
        recommendation=_any(file.recommendation),
        comparison=_any(file.comparison),
        split=_any(file.split),
        overview=_any(file.overview),
        statistics=tuple(
            (name, quantity or None, one(pattern)) for name, quantity, pattern in file.statistics
        ),
        quantities=tuple((name, one(pattern)) for name, pattern in file.quantities),
        reps=one(file.reps),
        at_least=one(file.at_least),
        below=one(file.below),
        above=one(file.above),
        all_records=one(file.all_records),
        more_or_less=one(file.more_or_less),
        which=one(file.which),
        resting=one(file.resting),
        currently=one(file.currently),
        a_day=one(file.a_day),
        farthest=one(file.farthest),
        listed=one(file.listed),
        whole=one(file.whole),
        about_bot=one(file.about_bot),
        times=_any(file.times),
        per=tuple((period, one(pattern)) for period, pattern in file.per.items()),
        subjects={word: name for name, words in file.subjects.items() for word in words},
        muscles={word: name for name, words in file.muscles.items() for word in words},
        worked_muscles={
            word: name
            for table in (file.muscles, file.worked_muscles)
            for name, words in table.items()
            for word in words
        },
        that_day=one(file.that_day),
        anchored=one(file.anchored),
        together=one(file.together),
        hurts_it=one(file.hurts_it),
        nights=one(file.nights),
        hitting=one(file.hitting),
        sides=one(file.sides),
        load=one(file.load),
        elliptic=one(file.elliptic),
        skipping=one(file.skipping),
        before_after=one(file.before_after),
        aching=one(file.aching),
        same=tuple(tuple(group) for group in file.same),
        bodily=one(file.bodily),
        any_cue=_any(
            [
                *(pattern for _, _, pattern in file.statistics),
                *(pattern for _, pattern in file.quantities),
                *file.comparison,
                file.pronouns,
                file.farthest,
                file.currently,
            ]
        ),
        lately=one(file.lately),
        judged=one(file.judged),
        weekends=one(file.weekends),
        logging=one(file.logging),
        beside=one(file.beside),
        pace_mark=one(file.pace_mark),
        kinds=tuple(tuple(group) for group in file.kinds),
        before_kind=one(file.before_kind),
        after_kind=one(file.after_kind),
        glossary=one(file.glossary),
        dated=one(file.dated),
        skip_words=tuple(file.skip_words),
        units_asked=tuple((unit, one(pattern)) for unit, pattern in file.units_asked.items()),
        slower=one(file.slower),
        at_most=one(file.at_most),
        newest=one(file.newest),
        acting=one(file.acting),
        stopwords=frozenset(file.stopwords.split()),
        spellings={one(rf"\b(?:{pattern})\b"): written for pattern, written in file.spellings.items()},
        asked=tuple(file.asked.split()),
        spared=tuple(file.spared.split()),
    )


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def language_of(text: str, default: str = "en") -> Language:
    """The language of a question: Korean where there is Hangul, else English, else the default."""
    if _HANGUL.search(text):
        return "ko"
    if _LETTER.search(text):
        return "en"
    return "ko" if default == "ko" else "en"
