"""The words of questions, per language: the model of `data/questions.*.yaml`, compiled once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from agents.offline.lexicon import Language, load
from agents.types import Quantity, Statistic


def _any(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _by_word(groups: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {word: name for name, words in groups.items() for word in words}


def _shorthand(spellings: Mapping[str, str]) -> dict[re.Pattern[str], str]:
    return {re.compile(rf"\b(?:{pattern})\b"): written for pattern, written in spellings.items()}


Pattern = re.Pattern[str]
AnyOf = Annotated[Pattern, BeforeValidator(_any)]
"""Several patterns in the file, any of which may match."""
ByWord = Annotated[dict[str, str], BeforeValidator(_by_word)]
"""Name to its words in the file, each word to its name here."""
Words = Annotated[tuple[str, ...], BeforeValidator(str.split)]
Period = Literal["day", "week", "month"]
_NEVER = re.compile(r"(?!)")


class Cues(BaseModel):
    """A language's patterns, ready to use, and the model of its file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Language
    splits: tuple[Pattern, ...]
    follow_up: AnyOf
    pronouns: Pattern
    why: AnyOf
    recommendation: AnyOf
    comparison: AnyOf
    split: AnyOf
    overview: AnyOf
    statistics: tuple[tuple[Statistic, Quantity | Literal[""], Pattern], ...]
    """An empty quantity leaves it to what the question is about."""
    quantities: tuple[tuple[Quantity, Pattern], ...]
    reps: Pattern
    at_least: Pattern
    below: Pattern
    above: Pattern
    all_records: Pattern
    on_its_days: Pattern
    forecast: Pattern
    more_or_less: Pattern
    which: Pattern
    """ "Which week": group `week` or `month` matches."""
    resting: Pattern
    currently: Pattern
    a_day: Pattern
    """A day or a workout as a whole ("my best training day")."""
    farthest: Pattern
    listed: Pattern
    whole: Pattern
    """A verb or the asker: what a whole question has and a fragment lacks."""
    about_bot: Pattern
    times: AnyOf
    """How times are named, whether or not they exist."""
    per: dict[Period, Pattern]
    subjects: ByWord
    """Word to what it is about."""
    muscles: ByWord
    worked_muscles: ByWord
    """Words that name a muscle only where sets are asked about."""
    that_day: Pattern = _NEVER
    """A day that the part before finds; groups `before`, `after`, `that_night`."""
    anchored: Pattern = _NEVER
    """A question, `when`, and the thing whose day is meant (`anchor`)."""
    together: Pattern = _NEVER
    """A rest such as "which improved more", no question of its own."""
    compounds: Pattern = _NEVER
    """Words that begin like a subject and mean another thing."""
    hurts_it: Pattern = _NEVER
    """Words of pain that speak of an effect ("does it hurt my bench")."""
    nights: Pattern = _NEVER
    """Nights of so many hours: sleep that is not named."""
    hitting: Pattern = _NEVER
    """A mark to be met again and again ("have I been hitting 180 g of protein")."""
    sides: Pattern = _NEVER
    """Two times that a comparison sets side by side: groups `one` and `other`."""
    load: Pattern = _NEVER
    """Sets at one load: groups `n`, `unit`."""
    elliptic: Pattern = _NEVER
    """ "When was the first", "which was the best one": of what was talked about."""
    skipping: Pattern = _NEVER
    """Training that was left out: only the words of a log tell of it."""
    goal: Pattern = _NEVER
    """A goal that was set, which only the words of a log tell."""
    before_after: Pattern = _NEVER
    """The days before something against those after it."""
    aching: Pattern = _NEVER
    """How a part of the body is asked after, so that its pain is meant."""
    same: tuple[tuple[str, ...], ...] = ()
    """Words that people write for the same thing."""
    bodily: Pattern = _NEVER
    """A weight that, with nothing lifted named, is that of the body."""
    lately: Pattern = _NEVER
    """The last days, without saying how many."""
    judged: Pattern = _NEVER
    """Best or worst: of a pain the least is the best."""
    weekends: Pattern = _NEVER
    """Weekends as such, beside the days of work."""
    logging: Pattern = _NEVER
    """What is done with this bot, as something that can be counted itself."""
    beside: Pattern = _NEVER
    """Days beside an event: groups `side`, `event`, and `exact` where one day is named."""
    pace_mark: Pattern = _NEVER
    """A pace to stay under or above: groups `min`, `sec`, a `word` for it, `per`."""
    slower: Pattern = _NEVER
    """That the pace is the fast end."""
    kinds: tuple[tuple[str, ...], ...] = ()
    """What sessions are called, words for the same kind together."""
    before_kind: Pattern = _NEVER
    after_kind: Pattern = _NEVER
    """Around a kind that is named without the thing ("last push day")."""
    glossary: Pattern = _NEVER
    """Asks what a term is, which is in its only group that matches."""
    skip_words: tuple[str, ...] = ()
    """How people write that something was left out."""
    asks_day: Pattern = _NEVER
    """A rest that asks for the day of what was asked before it, which a record or a last time tells."""
    dated: Pattern = _NEVER
    """Asks for the days of something."""
    units_asked: dict[Literal["kg", "lb", "km", "mi"], Pattern] = {}
    """In which unit the answer is wanted."""
    strictly: Pattern = _NEVER
    """Above a mark, and not just at it."""
    counted: Pattern = _NEVER
    """Days or sessions are counted ("how often", "number of")."""
    totalled: Pattern = _NEVER
    """All of it together, and not the most of it."""
    weekly_goal: Pattern = _NEVER
    """So many times a week: group `n`, in figures or in words."""
    short_of: Pattern = _NEVER
    """How much is missing to a mark."""
    told_figure: Pattern = _NEVER
    """States a figure whose day is meant ("the day I slept 4 hours")."""
    last_rest: Pattern = _NEVER
    """The last day of rest, and not how many."""
    fronted: Pattern = _NEVER
    """ "On the day of my best squat, how did I sleep": groups `when`, `asked`."""
    generally: Pattern = _NEVER
    """Asks what no log tells: what a food has, how much of a supplement to take."""
    ranked: Pattern = _NEVER
    """Which is best or worst, most or least."""
    by_rest: Pattern = _NEVER
    """Days of rest against days of training."""
    at_most: Pattern = _NEVER
    """Under a mark or at it."""
    newest: Pattern = _NEVER
    """The last `n` of something."""
    spent: Pattern = _NEVER
    """Calories that were used and not eaten."""
    against: Pattern = _NEVER
    """Before the time that the present is compared with ("am I faster than last month")."""
    week_of: Pattern = _NEVER
    """Before a day whose week is meant."""
    lead_beside: Pattern = _NEVER
    tail_beside: Pattern = _NEVER
    """Before or behind a day: the next one (group `after`) or the one before it (`before`) is meant."""
    day_counted: Pattern = _NEVER
    """Days or times are counted, and not cups or steps."""
    day_rate: Pattern = _NEVER
    """So much a day."""
    how_many: Pattern = _NEVER
    """Things are counted ("how many parkruns")."""
    timed: frozenset[str] = frozenset()
    """Kinds of sessions whose best is the fastest."""
    own_pains: frozenset[str] = frozenset()
    """Words of a pain that is a thing of its own, whatever hurts."""
    goal_told: Pattern = _NEVER
    """States a goal, as a part before the question whether it was met."""
    meeting: Pattern = _NEVER
    """Asks whether a goal was met."""
    acting: Pattern = _NEVER
    """The first thing named acts on the second ("does coffee affect my sleep")."""
    stopwords: Annotated[frozenset[str], BeforeValidator(str.split)]
    spellings: Annotated[dict[Pattern, str], BeforeValidator(_shorthand)] = {}
    """Chat shorthand and how it is spelt."""
    asked: Words = ()
    """Words of questions that a misspelt one may be."""
    spared: Words = ()
    """Words of everyday language that are nearly one of them."""

    @cached_property
    def muscles_of_sets(self) -> dict[str, str]:
        """Words that name a muscle where sets are asked about."""
        return self.muscles | self.worked_muscles

    @cached_property
    def any_cue(self) -> Pattern:
        """Whatever says what is wanted, so that it is no word of an entry."""
        cues_ = [
            *(pattern for _, _, pattern in self.statistics),
            *(pattern for _, pattern in self.quantities),
            self.comparison,
            self.pronouns,
            self.farthest,
            self.currently,
        ]
        return _any([one.pattern for one in cues_])


@cache
def cues(language: Language) -> Cues:
    """The cues of a language."""
    return load("questions", language, Cues)
