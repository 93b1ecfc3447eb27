"""The words of logs as the files of data/ have them, one lexicon a language, and look-ups in all of them."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict

from agents.offline.lexicon import languages, load, plain
from agents.offline.reading.endings import WordEnds
from agents.offline.reading.phrases import Phrase
from domains.model import MeasureSpec
from domains.registry import load as load_domains
from storage.entities import WeightUnit


class OwnMeasure(BaseModel):
    """A measure known whatever domains are loaded."""

    model_config = ConfigDict(extra="forbid")

    domain: str
    terms: list[str]


class ReadingWords(BaseModel):
    """A file `data/reading.LANGUAGE.yaml`."""

    model_config = ConfigDict(extra="forbid")

    language: str
    units: dict[str, list[str]]
    tags: dict[str, list[str]]
    cues: dict[str, list[str]] = {}
    noise_after: list[str] = []
    noise_before: list[str] = []
    fillers: list[str] = []
    programmes: list[str] = []
    races: dict[str, float] = {}
    numbers: dict[str, int] = {}
    measures: dict[str, OwnMeasure] = {}
    bouts: dict[str, OwnMeasure] = {}
    meals: list[str] = []
    ate: list[str] = []
    pain: list[str] = []
    no_pain: list[str] = []
    sides: dict[str, str] = {}
    parts: dict[str, str] = {}
    feelings: dict[str, list[str]] = {}
    feeling_words: list[str] = []
    sleep_quality: list[str] = []
    endings: dict[str, list[str]] = {}
    """Cues that are ends of words: {other: [더라]}."""
    possessives: list[str] = []
    """What makes of a person whose it is: ['s]."""
    amounts: dict[str, dict[str, float]] = {}
    """Words that hold name and number at once: {steps: {만보: 10000}}."""
    exercises: dict[str, list[str]] = {}
    """What the language calls the exercises of the catalogue, besides the aliases that it has there."""
    bodyweight: list[str] = []
    holds: list[str] = []
    as_sets: dict[str, str] = {}
    short: dict[str, str] = {}
    """Names that are names only right before figures: {bs: squat}."""
    assisted: dict[str, str] = {}
    """Exercises and what they are with help: {pull-up: assisted pull-up}."""
    made_with: dict[str, str] = {}
    """What is lifted and the word for it in names: {dumbbells: dumbbell}."""
    ordinals: dict[str, int] = {}
    """Which one of several: {fourth: 4}."""
    pairs: list[str] = []
    """Numbers in words that name dumbbells: twenties."""
    name_words: dict[str, list[str]] = {}
    """Words of names and what is short for them: {squat: [sq]}."""
    no_dish: list[str] = []
    burned: list[str] = []
    plates: WeightUnit = "lb"
    """What a bar and plates weigh in where the writer's unit is not known."""
    foods: list[str] = []
    """Dishes with a word in their name that means something else alone."""
    macros: dict[str, str] = {}
    """Macronutrients by a letter or syllable: {p: protein}."""
    macro_rows: dict[str, list[str]] = {}
    """A word for several of them in order: {탄단지: [carbs, protein, fat]}."""
    word_ends: WordEnds | None = None
    not_food: list[str] = []
    articles: list[str] = []
    joins_days: list[str] = []
    """Words between days that all count: `monday and tuesday`."""
    spans_days: list[str] = []
    """Words before two days that are the ends of a stretch: `between`."""
    not_typos: list[str] = []
    modifiers: list[str] = []
    """Words before an exercise that leave it the same: beltless, garage."""
    particles: list[str] = []


@cache
def reading_words() -> tuple[ReadingWords, ...]:
    """The lexicons of all languages."""
    return tuple(load("reading", code, ReadingWords) for code in languages("reading"))


@cache
def day_joins() -> tuple[frozenset[str], frozenset[str]]:
    """Words that join days, and those that make a stretch of two."""
    joins = (word for words in reading_words() for word in words.joins_days)
    return frozenset(joins), frozenset(word for words in reading_words() for word in words.spans_days)


@cache
def bodyweight_moves() -> frozenset[str]:
    """Canonical names of exercises done without a load unless one is named."""
    own = {name for words in reading_words() for name in words.bodyweight}
    return frozenset(
        own | {spec.name for spec in _exercises() if spec.equipment in ("bodyweight", "rings", "band")}
    )


@cache
def equipment_of(name: str) -> str:
    """What it is done with; "" for an exercise of the user's own."""
    return next((spec.equipment for spec in _exercises() if spec.name == name), "")


def _exercises() -> tuple[MeasureSpec, ...]:
    return load_domains().domains["strength"].measures


@cache
def plate_units() -> dict[str, WeightUnit]:
    """What a bar and plates weigh in, by the words for them."""
    return {
        plain(phrase): words.plates
        for words in reading_words()
        for tag in ("bar", "plates")
        for phrase in words.tags.get(tag, ())
    }


@cache
def word_ends() -> tuple[WordEnds, ...]:
    """What ends of words say, of the languages where they do."""
    return tuple(words.word_ends for words in reading_words() if words.word_ends is not None)


@cache
def macro_letters() -> dict[str, str]:
    """Macronutrients by what is short for them."""
    return {short: name for words in reading_words() for short, name in words.macros.items()}


@cache
def macro_rows() -> dict[str, list[str]]:
    """Words for several macronutrients in order."""
    return {word: names for words in reading_words() for word, names in words.macro_rows.items()}


@cache
def kept_apart() -> frozenset[str]:
    """Words before an exercise that are no part of its name."""
    every = reading_words()
    return frozenset(
        word for words in every for word in (*words.modifiers, *words.not_typos, *words.particles)
    )


@cache
def number_words() -> dict[str, int]:
    """Numbers in words."""
    return {word: value for words in reading_words() for word, value in words.numbers.items()}


@cache
def ordinal_words() -> dict[str, int]:
    """Which one of several, in words."""
    return {word: value for words in reading_words() for word, value in words.ordinals.items()}


@cache
def is_hold(name: str) -> bool:
    """Whether an exercise is measured by its time (plank) or distance (carry)."""
    return any(word in name.split() for words in reading_words() for word in words.holds)


@cache
def short_names() -> dict[str, str]:
    """What short for a name is only right before figures."""
    return {short: name for words in reading_words() for short, name in words.short.items()}


@cache
def assisted_forms() -> dict[str, str]:
    """What exercises are with help."""
    return {name: other for words in reading_words() for name, other in words.assisted.items()}


@cache
def made_with() -> dict[str, str]:
    """What is lifted, and the word for it in names."""
    return {word: kind for words in reading_words() for word, kind in words.made_with.items()}


@cache
def pair_words() -> frozenset[str]:
    """Numbers in words that name a pair of dumbbells."""
    return frozenset(word for words in reading_words() for word in words.pairs)


@cache
def short_words() -> dict[str, Phrase]:
    """Words of names by what is short for them."""
    return {
        short: tuple(word.split())
        for words in reading_words()
        for word, shorts in words.name_words.items()
        for short in shorts
    }


@cache
def name_as_sets(name: str) -> str | None:
    """What a bout's name means when it comes with load and repetitions (row: barbell row)."""
    return next((words.as_sets[name] for words in reading_words() if name in words.as_sets), None)
