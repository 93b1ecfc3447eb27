"""When code is so sure of its own reading that no model is asked: the one place that says so.

Code that reads by rules does not notice what it passes over. So a reading counts as certain only where
nothing can have been passed over: each word is known and accounted for, each figure stands in a measure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from agents.parser import ParserOutput
from agents.router import RouterOutput
from agents.types import InputType
from storage.entities import Measure
from units import HOUR_S, KG_PER_LB, METRES

_LOG, _CHAT, _CORRECTION = 0.8, 0.9, 0.9
"""How sure the router by code must be of what a message is."""
_LONGEST = 600
"""Characters: who writes more tells more than notation."""
_PHRASE = 4
"""Words of the longest name looked for."""

_TOKEN = re.compile(r"\d+(?::\d\d)+|\d+(?:[.,]\d+)?|[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_DAY = r"(?:yesterday|last night|this morning|today|어제|어젯밤|오늘 아침)"
_DAY_ASIDE = re.compile(rf"^\s*{_DAY}\b|\b{_DAY}[\s.!]*$", re.IGNORECASE)
"""A day named before or after everything else holds for all of it."""
Vocabulary = Mapping[str, Mapping[str, str]]
"""Per domain: term as written to canonical name."""

_UNITS = (
    "kg kgs kilo kilos lb lbs pound pounds km kms k mi mile miles m meter meters metre metres "
    "yd yds yards h hr hrs kgx lbx lbsx hour hours min mins minute minutes s sec secs second "
    "seconds am pm x reps rep sets set rpe kcal cal cals calories g grams gram l ml litre "
    "litres liter liters bw mph kph km/h total "
    "회 개 세트 셋 키로 킬로 킬로그램 시간 분 초 칼로리 그램 미터 보 잔 "
    "kg로 씩 회씩 개씩 세트씩 총 파운드 리터"
)
_GLUE = (
    "a an and at by did do done for had i in just my of on only the then today did's was with "
    "w got each per side sides rounds round lifted this morning afternoon evening workout session gym "
    "training logged here's ate drank "
    "라운드 성공 아침 아침에 저녁 저녁에 오늘은 오늘도 운동 했어요 했습니다 했네 했네요 "
    "오늘 으로 로 했다 했어 했음 완료 하고 그리고 은 는 이 가 을 를 에 의 도 반 "
    "뛰었다 뛰었어 달렸다 달렸어 마셨다 마셨어"
)
_REMARKS = (
    "felt feel feeling feels great good fine strong easy heavy hard tough light ok okay solid "
    "nice amazing awful terrible really very so super too bit little smooth brutal finally "
    "yay nice lol ugh ouch pr pb new best personal record 힘들었다 힘들었어 무거웠다 가벼웠다 좋았다"
)
"""What is said about a log and changes nothing in it; the words are kept anyway."""
_KNOWN = frozenset(f"{_UNITS} {_GLUE} {_REMARKS}".split())
_ENDINGS = ("으로", "까지", "에서", "씩", "은", "는", "이", "가", "을", "를", "에", "도", "로", "만", "의")


def is_certain_log(routed: RouterOutput, text: str, read: ParserOutput, vocabulary: Vocabulary) -> bool:
    """It reports, it can be nothing else, and everything in it was read."""
    return (
        routed.input_type is InputType.LOG
        and routed.confidence >= _LOG
        and routed.corrects_if_logged is None
        and not routed.corrects_if_repeated
        and is_certain_reading(text, read, vocabulary)
    )


def is_certain_reading(text: str, read: ParserOutput, vocabulary: Vocabulary) -> bool:
    """Nothing guessed, doubted or passed over; whether kg or lb is meant only the user can tell anyway."""
    measures = [measure for entry in read.entries for measure in entry.measures]
    return (
        bool(measures)
        and len(read.entries) == 1
        and len(text) <= _LONGEST
        and read.correction is None
        and read.confidence == 1
        and all(doubt.key == "weight_unit" for doubt in read.uncertain)
        and not read.entries[0].problems
        and all(known != "guessed" for measure in measures for known in measure.certainty.values())
        and _words_accounted_for(text, measures, vocabulary)
        and _figures_accounted_for(text, measures)
    )


def is_certain_correction(routed: RouterOutput) -> bool:
    """The words of a correction; whether it can be applied shows when it is read."""
    return routed.input_type is InputType.CORRECTION and routed.confidence >= _CORRECTION


def is_applied(read: ParserOutput) -> bool:
    """Code found the entry that a correction is about, and knows its new state."""
    return read.correction is not None and read.correction_problem is None and not read.uncertain


def is_small_talk(routed: RouterOutput) -> bool:
    """A greeting, thanks, or a question about the bot that code has an answer for."""
    return routed.input_type is InputType.CHAT and routed.confidence >= _CHAT


def _words_accounted_for(text: str, measures: Sequence[Measure], vocabulary: Vocabulary) -> bool:
    """Each word is a name that a measure bears, or one that says nothing by itself."""
    read = {measure.name for measure in measures}
    said = " ".join(f"{measure.name} {measure.text or ''}" for measure in measures).casefold().split()
    words = [word.casefold() for word in _TOKEN.findall(_DAY_ASIDE.sub("", text))]
    place = 0
    while place < len(words):
        word = words[place]
        if word[0].isdigit():
            place += 1
            continue
        names, length = _named(words, place, vocabulary)
        if not (names & read or word in _KNOWN or word in said or _bare(word, vocabulary) & read):
            return False
        place += max(length, 1)
    return True


def _named(words: Sequence[str], place: int, vocabulary: Vocabulary) -> tuple[set[str], int]:
    """What the words from here on name, and how many of them do; the longest name counts."""
    for length in range(min(_PHRASE, len(words) - place), 0, -1):
        phrase = " ".join(words[place : place + length])
        if names := {known[phrase] for known in vocabulary.values() if phrase in known}:
            return names, length
    return set(), 0


def _bare(word: str, vocabulary: Vocabulary) -> set[str]:
    """What a Korean word names without its ending."""
    stems = [word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending)]
    return {known[stem] for stem in stems for known in vocabulary.values() if stem in known}


def _figures_accounted_for(text: str, measures: Sequence[Measure]) -> bool:
    """Each figure of the text is one of a measure's, and as often."""
    held = Counter(number for measure in measures for number in _held(measure))
    written = Counter(_written(_THOUSANDS.sub("", text), held))
    return all(held[number] >= times for number, times in written.items())


def _written(text: str, held: Container[float]) -> Iterator[float]:
    """The figures of a text; "7,5" is one where such a figure is held, else it is two."""
    for token in _TOKEN.findall(text):
        if ":" in token:
            parts = [int(part) for part in token.split(":")]
            yield float(sum(part * 60**power for power, part in enumerate(reversed(parts))))
        elif token[0].isdigit():
            whole = round(float(token.replace(",", ".")), 2)
            yield from [whole] if whole in held else map(float, token.split(","))


def _held(measure: Measure) -> Iterator[float]:
    """A measure's figures in the ways they can have been written."""
    times = max(measure.sets, 1)
    numbers: list[float | None] = [measure.weight, measure.reps] * times
    numbers += [measure.sets, measure.rpe, measure.value]
    if measure.distance_m is not None:
        numbers += [measure.distance_m / METRES[measure.distance_unit or "m"]] * times
    if measure.duration_s is not None:
        whole = measure.duration_s
        numbers += [whole, whole / 60, whole / HOUR_S, whole // HOUR_S, whole % HOUR_S / 60, whole % 60]
        numbers += [whole // 60]
    if measure.unit == "h" and measure.value is not None:
        numbers += [measure.value // 1, measure.value % 1 * 60, measure.value * 60, measure.value * HOUR_S]
    if measure.unit == "kg" and measure.value is not None:
        numbers.append(measure.value / KG_PER_LB)
    numbers += _written(f"{measure.text or ''} {measure.unit or ''}", ())
    yield from (round(float(number), 2) for number in numbers if number is not None)
