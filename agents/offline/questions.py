"""Reading a question: its parts, subjects, what is wanted of them, over which days, and follow-ups."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from agents.offline.cues import Cues, Language, cues, language_of
from agents.offline.dates import PeriodMention
from agents.offline.lexicon import plain
from agents.offline.linked import link, turned_round
from agents.offline.marks import newest, race, read_load, read_mark, without_race
from agents.offline.particulars import Beside, in_figures, particulars
from agents.offline.paths import find_path
from agents.offline.periods import impossible_period, read_periods
from agents.offline.spelling import spelled
from agents.offline.subjects import HOME, TRAINING, Mention, find_subjects
from agents.planner import LoggedMeasure
from agents.types import Quantity, QueryType, Statistic
from storage.entities import DateRange

_WORD = re.compile(r"[^\W\d_][\w'-]*")


@dataclass(frozen=True, slots=True)
class Reading:
    """One part of a question, as far as its own words tell."""

    text: str
    language: Language
    query_type: QueryType
    subjects: tuple[str, ...] = ()
    statistic: Statistic | None = None
    quantity: Quantity | None = None
    periods: tuple[DateRange, ...] = ()
    reps: int | None = None
    load: float | None = None
    distance_m: float | None = None
    at_least: float | None = None
    below: float | None = None
    unit: str | None = None
    inclusive: bool = False
    """Whether `below` may be the mark itself."""
    newest: int | None = None
    """Only so many of the last days."""
    per: Literal["day", "week", "month"] | None = None
    keywords: tuple[str, ...] = ()
    follow_up: bool = False
    pronoun: bool = False
    overview: bool = False
    all_records: bool = False
    more_or_less: bool = False
    currently: bool = False
    """Whether the present is named, as one side of a comparison."""
    listed: bool = False
    split: bool = False
    """Whether one thing is asked to be set against another ("better when I sleep more")."""
    whole: bool = False
    """Whether it is a whole sentence about the asker, no fragment such as "and in October?"."""
    impossible: str | None = None
    """A time that it names and that no calendar has."""
    path: str | None = None
    """A vault path or glob that it names."""
    words: tuple[str, ...] = ()
    """Only what was logged with one of these words is meant."""
    around: tuple[str, ...] = ()
    """An event: the days before it are set against those after it."""
    beside: Beside | None = None
    """Only the days just beside the event."""
    elliptic: bool = False
    """Whether it asks for "the first" or "the best one" of what was talked about."""
    linked: bool = False
    """Whether it speaks of the day that the part before finds."""

    @property
    def over_all(self) -> bool:
        """Whether it asks how days went or what was done on them, whatever was talked about before."""
        if self.pronoun or self.subjects:
            return False
        vague = self.statistic in (None, "list", "trend") and self.quantity is None
        return vague and (self.overview or (self.whole and bool(self.periods)))

    @property
    def inherits(self) -> bool:
        """Whether it says too little to stand alone and belongs to what was said before."""
        if self.over_all or self.impossible or self.path:
            return False
        if self.follow_up or self.pronoun:
            return True
        if self.subjects or self.keywords:
            return False
        return not self.whole or self.elliptic


def split_parts(text: str, language: Language) -> list[str]:
    """The questions of a message, each as its own text."""
    parts = [text]
    for pattern in (*cues(language).splits, *(cues("en").splits if language != "en" else ())):
        parts = [piece for part in parts for piece in pattern.split(part)]
    cleaned = [part.strip(" \t\n,;.?!") for part in parts]
    whole = _merged([part for part in cleaned if len(part) > 1], language)
    return [piece for part in whole for piece in turned_round(part, language)] or [text.strip()]


def _merged(parts: list[str], language: Language) -> list[str]:
    """A rest such as "which improved more" belongs to the two things named before it."""
    merged: list[str] = []
    for part in parts:
        if merged and cues(language).together.search(plain(part)):
            merged[-1] = f"{merged[-1]}, {part}"
        else:
            merged.append(part)
    return merged


@dataclass(frozen=True, slots=True)
class Known:
    """What reading needs to know: `now` on the user's clock, the words, and what was ever logged."""

    now: datetime
    vocabulary: Mapping[str, str]
    logged: Sequence[LoggedMeasure] = ()
    order: Literal["DMY", "MDY"] = "DMY"
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    """Parts of the body by the words for them."""
    language: str = "en"
    """For a question whose words do not tell."""


def read_question(text: str, known: Known, anchor: DateRange | None = None) -> list[Reading]:
    """Every part of a message; one without subject or days of its own takes those of the part before."""
    language = language_of(text, known.language)
    if not find_path(text):
        text = in_figures(text)
        text = spelled(text, language, (measure.name for measure in known.logged))
    readings: list[Reading] = []
    for part in [text.strip()] if find_path(text) else split_parts(text, language):
        reading = _read_part(part, known, anchor, language)
        if readings:
            reading = _inherit_within(reading, readings[-1])
            readings[-1] = _lent(readings[-1], reading)
        readings.append(reading)
    return readings


def _lent(earlier: Reading, later: Reading) -> Reading:
    """What "best and worst mood" and "fastest 5k and longest ride in May" say only at their end."""
    if earlier.whole or earlier.follow_up or earlier.pronoun or earlier.statistic is None:
        return earlier
    if earlier.keywords or later.statistic is None:
        return earlier
    return replace(
        earlier,
        subjects=earlier.subjects or later.subjects,
        periods=earlier.periods or later.periods,
    )


def _read_part(part: str, known: Known, anchor: DateRange | None, language: Language) -> Reading:
    where = find_path(part)
    told = _blank(part, [where] if where else [])
    lowered = plain(told)
    periods = read_periods(told, known.now, known.order, anchor)
    impossible = impossible_period(told, known.now, language, known.order, anchor)
    words = cues(language)
    if words.comparison.search(lowered) and len(periods) == 1:
        periods = _two_sides(periods[0], known, words) or periods
    # Words of a date ("in the last month") must be no cues ("last").
    bare = _blank(lowered, [(period.start, period.end) for period in periods])
    bare = bare.replace(impossible, " ") if impossible else bare
    statistic, quantity = _statistic(bare, words, language)
    sets = quantity in ("sets", "hard_sets")
    mentions = find_subjects(bare, known.vocabulary, known.logged, language, muscles_first=sets)
    if not sets and any(m.muscle for m in mentions) and words.comparison.search(bare):
        # Beside one muscle "back" is another.
        mentions = find_subjects(bare, known.vocabulary, known.logged, language, muscles_first=True)
    mentions = _meant(mentions, bare, words)
    listed = words.listed.search(bare) is not None
    if statistic is None and listed:
        statistic = "list"
    reps = _reps(bare, words)
    if reps is not None and quantity == "reps":
        quantity = None  # "my best set of 8 reps" wants the load
    any_mark = statistic == "reached" or words.hitting.search(bare) is not None
    marked = read_mark(bare, words, reached=any_mark)
    if marked is not None and marked.is_pace:
        quantity = "pace"
    last = newest(bare, words)
    if last is not None:
        reps, statistic = None, "list" if statistic in (None, "last", "record") else statistic
    racing = statistic not in ("reached", "sum") and not marked and not words.farthest.search(bare)
    distance = race(bare) if racing else None
    if distance is not None and statistic in ("record", "min", None) and quantity != "duration":
        statistic, quantity = statistic or "record", "pace"  # the best 5 km is the fastest
    at_load = read_load(bare, words) if quantity == "reps" else None
    if at_load:
        marked = None
        statistic = statistic if statistic in ("record", "max", "min", "last", "first", "trend") else "list"
    pronoun = not mentions and words.pronouns.search(bare) is not None
    split = _splits(bare, words, mentions, marked=bool(marked) and statistic in (None, "list", "average"))
    kind = _kind(bare, words, split=split)
    reading = Reading(
        text=part,
        language=language,
        query_type=kind,
        subjects=_specific(mentions),
        statistic=statistic,
        quantity=quantity,
        periods=tuple(period.range for period in periods),
        reps=reps,
        distance_m=distance,
        at_least=marked.at_least if marked else None,
        below=marked.below if marked else None,
        inclusive=marked is not None and marked.inclusive,
        unit=at_load[1] if at_load else marked.unit if marked else None,
        load=at_load[0] if at_load else None,
        newest=last,
        keywords=() if mentions or pronoun else _keywords(without_race(bare) if distance else bare, language),
        follow_up=words.follow_up.search(lowered) is not None,
        pronoun=pronoun,
        listed=listed,
        whole=words.whole.search(lowered) is not None,
        impossible=impossible,
        path=part[where[0] : where[1]] if where else None,
        split=split,
        elliptic=words.elliptic.search(lowered) is not None,
    )
    if statistic == "reached" and not marked and (mark := race(bare)) is not None:
        reading = replace(reading, at_least=mark, unit="m")  # "have I ever run a half?"
    reading = _about_training(_nuanced(reading, bare, words), bare, words)
    left = _keywords(_blank(bare, [(one.start, one.end) for one in mentions]), language)
    more = particulars(
        bare,
        reading.subjects,
        mentions,
        words,
        left=left,
        places=known.places,
        logged=[one.name for one in known.logged],
    )
    if more.subjects != reading.subjects or more.around:
        reading = replace(reading, keywords=())
    return replace(reading, subjects=more.subjects, words=more.words, around=more.around, beside=more.beside)


def _about_training(reading: Reading, bare: str, words: Cues) -> Reading:
    """Load, muscles and the best day are about all training when nothing else is named."""
    if reading.pronoun or reading.follow_up or reading.subjects not in ((), (TRAINING,)):
        return reading
    if reading.statistic in ("record", "min") and reading.quantity is None and words.a_day.search(bare):
        return replace(reading, subjects=(TRAINING,), keywords=(), quantity="volume")
    skipped = words.skipping.search(bare)
    if skipped and reading.statistic in ("last", "list", "first", None):
        return replace(reading, subjects=(), statistic="list", keywords=(skipped.group().split()[0][:4],))
    if reading.statistic in ("load", "muscles", "neglected"):
        return replace(reading, subjects=(TRAINING,), keywords=())
    return reading


def of_all_training(reading: Reading) -> Reading:
    """Sets of nothing named, here or before, are those of all training."""
    sets = reading.quantity == "hard_sets" or (reading.whole and reading.quantity == "sets")
    if not sets or reading.subjects or reading.pronoun:
        return reading
    return replace(reading, subjects=(TRAINING,), keywords=())


def _nuanced(reading: Reading, bare: str, words: Cues) -> Reading:
    """The finer points: by week or month, as an overview, against the present, all records."""
    which = words.which.search(bare)
    per: Literal["day", "week", "month"] | None = next(
        (name for name, pattern in words.per if pattern.search(bare)), None
    )
    if which:
        per = "week" if which["week"] else "month"
    return replace(
        reading,
        per=per,
        overview=words.overview.search(bare) is not None,
        currently=words.currently.search(bare) is not None,
        all_records=words.all_records.search(bare) is not None,
        more_or_less=words.more_or_less.search(bare) is not None,
    )


_GENERIC = {
    "training": frozenset[str](),
    "nutrition": frozenset(
        {"kcal", "protein", "carbs", "fat", "fiber", "water", "coffee", "alcohol", "meal"}
    ),
    "meal": frozenset({"kcal", "protein", "carbs", "fat", "fiber", "water", "coffee", "alcohol"}),
    "alcohol": frozenset({"water", "coffee", "protein"}),
}
"""Words that only say what kind of thing the named ones are ("protein did I eat", "bench session")."""


_BOUTS = {"running": "run", "cycling": "ride", "swimming": "swim"}
_METRICS = frozenset({"sleep", "mood", "energy", "stress", "pain", "kcal", "protein", "body weight", "steps"})


def _specific(mentions: Sequence[Mention]) -> tuple[str, ...]:
    names = list(dict.fromkeys(mention.name for mention in mentions))
    names = [name for name in names if _BOUTS.get(name) not in names]  # "run 10k": no two things
    if "strength" in names and any(_is_lifted(mention) for mention in mentions):
        names.remove("strength")  # "am I getting stronger on bench" is about bench
    named = [name for name in names if name not in _GENERIC]
    if not named or ("training" in names and set(named) <= _METRICS):
        return tuple(names)
    return tuple(
        name
        for name in names
        if name not in _GENERIC or (name != "training" and not _GENERIC[name] & set(named))
    )


def _is_lifted(mention: Mention) -> bool:
    return mention.muscle or mention.name not in {*HOME, *_GENERIC, TRAINING}


def _two_sides(whole: PeriodMention, known: Known, words: Cues) -> list[PeriodMention]:
    """The two times of "compare September to October", which is no stretch from one to the other."""
    sides = words.sides.search(plain(whole.phrase))
    if sides is None:
        return []
    found = [read_periods(sides[name], known.now, known.order) for name in ("one", "other")]
    if any(len(one) != 1 for one in found):
        return []
    return [PeriodMention(one[0].range, whole.start, whole.end, one[0].phrase) for one in found]


def _meant(mentions: list[Mention], text: str, known: Cues) -> list[Mention]:
    """Without pain that only speaks of an effect, and with sleep where nights of so many hours are named."""
    if known.hurts_it.search(text):
        mentions = [mention for mention in mentions if mention.name != "pain"]
    night = known.nights.search(text)
    if night and all(mention.name != "sleep" for mention in mentions):
        mentions = [*mentions, Mention("sleep", *night.span(), night.group())]
    return mentions


def _splits(text: str, known: Cues, mentions: Sequence[Mention], *, marked: bool) -> bool:
    """Whether it sets one thing against another: in words, or by a mark ("bench under 6 h of sleep")."""
    if known.why.search(text) or len({mention.name for mention in mentions}) < _PAIR:
        return False
    lifted = any(_is_lifted(mention) for mention in mentions)
    measured = any(mention.name in _METRICS for mention in mentions)
    return known.split.search(text) is not None or (marked and lifted and measured)


_PAIR = 2


def _kind(text: str, known: Cues, *, split: bool) -> QueryType:
    if known.why.search(text):
        return QueryType.INSIGHT
    if known.recommendation.search(text):
        return QueryType.RECOMMENDATION
    if split:
        return QueryType.INSIGHT
    if known.comparison.search(text):
        return QueryType.COMPARISON
    return QueryType.SIMPLE


def _statistic(text: str, known: Cues, language: Language) -> tuple[Statistic | None, Quantity | None]:
    both = (known,) if language == "en" else (known, cues("en"))
    for words in both:
        for statistic, fixed, pattern in words.statistics:
            if pattern.search(text):
                named = _quantity(text, both)
                if statistic == "frequency" and named in ("distance", "duration", "volume"):
                    return statistic, named
                return statistic, fixed or named
    return None, _quantity(text, both)


def _quantity(text: str, tables: tuple[Cues, ...]) -> Quantity | None:
    return next(
        (name for words in tables for name, pattern in words.quantities if pattern.search(text)), None
    )


def _reps(text: str, known: Cues) -> int | None:
    found = known.reps.search(text)
    if found is None:
        return None
    digits = next((group for group in found.groups() if group and group.isdigit()), None)
    if digits is not None:
        return int(digits) if 1 <= int(digits) <= 30 else None
    return 3 if "triple" in found.group() else 2


def _keywords(text: str, language: Language) -> tuple[str, ...]:
    """Words that nobody knows: perhaps somebody wrote them into a log."""
    stop = cues(language).stopwords | cues("en").stopwords
    words = [word.strip("'-") for word in _WORD.findall(text)]
    kept = [
        word
        for word in words
        if len(word) > 1 and word not in stop and not word.endswith(("'s", "'m", "'ve"))
    ]
    if language == "ko":
        kept = [
            stem
            for word in kept
            if (stem := _stem(word)) not in stop
            and len(stem) > 1
            and not _is_verb(word)
            and not cues("ko").any_cue.search(word)
        ]
    else:
        kept = [word for word in kept if not cues(language).any_cue.fullmatch(word)]
    return tuple(dict.fromkeys(kept))[:4]


_PARTICLES = re.compile(r"(?:에서|에는|까지|부터|으로|이랑|하고|은|는|이|가|을|를|도|만|에|의|로|랑|과|와)$")
_VERBS = re.compile(r"(?:어|아|했|했어|했지|니|까|나|요|지|다|야|해|줘|은지|는지|었어|았어|됐어)$")


def _stem(word: str) -> str:
    return _PARTICLES.sub("", word) if len(word) > 1 else word


def _is_verb(word: str) -> bool:
    return _VERBS.search(word) is not None


def _blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _inherit_within(later: Reading, earlier: Reading) -> Reading:
    """What "what did I eat Tuesday and how much protein" leaves unsaid in its second half."""
    if later.over_all:
        return later
    if link(later.text, later.language) is not None and not later.periods:
        return replace(later, linked=True, pronoun=False, follow_up=False, keywords=())
    return replace(
        later,
        subjects=later.subjects or (() if later.keywords else earlier.subjects),
        periods=later.periods
        or (earlier.periods if later.query_type is not QueryType.RECOMMENDATION else ()),
    )
