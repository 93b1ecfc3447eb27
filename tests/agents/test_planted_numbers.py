"""Diaries and answers are made up; true answers pass the check, one planted wrong number never does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agents.facts import clock, number
from agents.number_check import check
from agents.types import Figure
from storage.entities import DateRange, Entry, Measure
from tests.agents.diary import NOW, entry, lift, run, sleep
from units import KG_PER_LB

TODAY = NOW.date()
EXERCISES = {"bench press": "벤치프레스", "squat": "스쿼트", "deadlift": "데드리프트"}
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
KOREAN_WORDS = ["영", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"]
WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


Ways = tuple[Callable[[float], str], ...]


@dataclass(frozen=True)
class Slot:
    """A place for a number: its true value, ways to write one, and how far off a wrong one must be."""

    kind: str
    true: float
    written: Ways
    wrong: st.SearchStrategy[float]
    margin: float


def weight_slot(kg: float) -> Slot:
    return Slot(
        "weight",
        kg,
        (
            lambda v: f"{number(v, 2)} kg",
            lambda v: f"{number(v / KG_PER_LB, 1)} lb",
            lambda v: f"{v:.0f} kilos",
            lambda v: f"{number(v, 1)}킬로",
            lambda v: f"{number(v, 1)}kg ({v / KG_PER_LB:.0f} pounds)",
        ),
        st.floats(5, 400).map(lambda v: round(v, 1)),
        1.2,
    )


def count_slot(kind: str, true: int, noun: str) -> Slot:
    ways: Ways = (
        lambda v: f"{v:.0f} {noun}",
        lambda v: f"{WORDS[int(v)]} {noun}" if v < len(WORDS) else f"{v:.0f} {noun}",
        lambda v: f"{v:.0f} hard {noun}",
    )
    return Slot(kind, true, ways, st.integers(2, 60).map(float), 0.9)


def korean_count_slot(kind: str, true: int, counter: str) -> Slot:
    ways: Ways = (
        lambda v: f"{v:.0f}{counter}",
        lambda v: f"{KOREAN_WORDS[int(v)]} {counter}" if v < len(KOREAN_WORDS) else f"{v:.0f} {counter}",
    )
    return Slot(kind, true, ways, st.integers(2, 60).map(float), 0.9)


def duration_slot(seconds: float) -> Slot:
    return Slot(
        "duration",
        seconds,
        (
            lambda v: clock(round(v)),
            lambda v: f"{v / 60:.1f} min",
            lambda v: f"{int(round(v / 60) // 60)} h {round(v / 60) % 60} min",
            lambda v: f"{v / 3600:.2f} hours",
            lambda v: f"{int(round(v / 60) // 60)}시간 {round(v / 60) % 60}분",
        ),
        st.integers(600, 6 * 3600).map(float),
        120,
    )


def pace_slot(seconds_per_km: float) -> Slot:
    return Slot(
        "pace",
        seconds_per_km,
        (
            lambda v: f"{clock(v)}/km",
            lambda v: f"{clock(v * 1.609344)} per mile",
            lambda v: f"km당 {clock(v)}",
        ),
        st.integers(150, 900).map(float),
        3,
    )


def distance_slot(meters: float) -> Slot:
    return Slot(
        "distance",
        meters,
        (
            lambda v: f"{v / 1000:.2f} km",
            lambda v: f"{v / 1609.344:.1f} miles",
            lambda v: f"{v:,.0f} m",
            lambda v: f"{v / 1000:.1f}킬로미터",
        ),
        st.integers(500, 60_000).map(float),
        200,
    )


def percent_slot(value: float) -> Slot:
    return Slot("%", value, (lambda v: f"{v:.1f}%", lambda v: f"{v:.0f} percent"), st.floats(1, 90), 1.1)


def date_slot(day: date) -> Slot:
    def of(ordinal: float) -> date:
        return date.fromordinal(int(ordinal))

    return Slot(
        "date",
        day.toordinal(),
        (
            lambda v: of(v).isoformat(),
            lambda v: f"{WEEKDAYS[of(v).weekday()]} {of(v).day} {MONTHS[of(v).month - 1]}",
            lambda v: f"{of(v):%B} {of(v).day}, {of(v).year}",
            lambda v: f"{of(v).month}월 {of(v).day}일({'월화수목금토일'[of(v).weekday()]})",
            lambda v: f"the {of(v).day}th of {of(v):%B}",
            lambda v: "yesterday" if TODAY.toordinal() - v == 1 else f"{TODAY.toordinal() - v:.0f} days ago",
        ),
        st.integers(2, 200).map(lambda back: float((TODAY - timedelta(days=back)).toordinal())),
        0.5,
    )


@dataclass(frozen=True)
class Diary:
    entries: tuple[Entry, ...]
    figures: tuple[Figure, ...]
    ranges: tuple[DateRange, ...]

    def truths(self, kind: str) -> list[float]:
        """Everything of that kind that an answer could truthfully say, worked out apart from the check."""
        measures = [m for e in self.entries for m in e.measures]
        match kind:
            case "weight":
                found = [m.weight_kg for m in measures] + [f.value for f in self.figures if f.unit == "kg"]
            case "reps":
                found = [m.reps for m in measures]
            case "sets":
                totals = [
                    sum(m.sets for m in e.measures if m.name == n) for e in self.entries for n in EXERCISES
                ]
                found = [*(m.sets for m in measures if m.reps), *totals]
            case "occasions":
                found = [f.value for f in self.figures if f.unit == "days"]
                found += [len(f.entries) for f in self.figures] + [len(self.entries)]
                found += [1 for m in measures if m.distance_m]
            case "duration":
                found = [m.duration_s for m in measures] + [m.value * 3600 for m in measures if m.value]
                found += [f.value * 3600 for f in self.figures if f.unit == "h"]
                hours_or_minutes = [v * factor for v in found if v for factor in (60, 1 / 60)]
                found += [*hours_or_minutes, 18 * 3600, 18 * 60]  # all was logged at 18:00
            case "distance":
                found = [m.distance_m for m in measures]
            case "pace":
                found = [
                    m.duration_s / m.distance_m * 1000 for m in measures if m.distance_m and m.duration_s
                ]
            case "%":
                found = [f.value for f in self.figures if f.unit == "%"]
            case _:
                days = [e.day for e in self.entries] + [d for r in self.ranges for d in (r.start, r.end)]
                found = [day.toordinal() for day in days]
        return [float(value) for value in found if value is not None]


@st.composite
def diaries(draw: st.DrawFn) -> Diary:
    backs = draw(st.lists(st.integers(1, 100), min_size=2, max_size=8, unique=True))
    entries: list[Entry] = []
    for back in backs:
        day = TODAY - timedelta(days=back)
        measures: list[Measure] = []
        for name in draw(st.lists(st.sampled_from(list(EXERCISES)), unique=True, max_size=3)):
            if draw(st.booleans()):
                kg = draw(st.integers(8, 80)) * 2.5
                measures.append(lift(day, kg, draw(st.integers(1, 15)), draw(st.integers(1, 6)), name))
            else:
                lb = draw(st.integers(9, 90)) * 5.0
                measures.append(
                    lift(day, lb, draw(st.integers(1, 15)), draw(st.integers(1, 6)), name, unit="lb")
                )
        if draw(st.booleans()):
            km = draw(st.integers(10, 300)) / 10
            measures.append(run(day, km, round(km * draw(st.integers(150, 900)))))
        if draw(st.booleans()):
            measures.append(sleep(day, draw(st.integers(14, 40)) / 4))
        entries.append(entry(day, *measures, text="x"))
    ids = tuple(e.id for e in entries)
    heaviest = max((m.weight_kg or 0 for e in entries for m in e.measures), default=0)
    figures = [
        Figure(value=len(ids), unit="days", what="training days", entries=ids),
        Figure(value=draw(st.integers(10, 900)) / 10, unit="%", what="change"),
        Figure(value=draw(st.integers(40, 90)) / 11, unit="h", what="average sleep", entries=ids),
        Figure(
            value=heaviest * (1 + draw(st.integers(2, 12)) / 30),
            unit="kg",
            what="estimated 1RM",
            entries=ids[:1],
        ),
    ]
    span = DateRange(start=min(e.day for e in entries), end=TODAY)
    return Diary(tuple(entries), tuple(figures), (span,))


def sentences(diary: Diary) -> list[tuple[str, list[Slot]]]:
    """True sentences about the diary, `{}` where a number stands."""
    found: list[tuple[str, list[Slot]]] = []
    for each in diary.entries:
        day = date_slot(each.day)
        for m in each.measures:
            if m.weight_kg is not None and m.reps is not None:
                weight = weight_slot(m.weight_kg)
                reps, sets = count_slot("reps", m.reps, "reps"), count_slot("sets", m.sets, "sets")
                found.append(
                    (f"On {{}} you did {m.name} with {{}} for {{}}, {{}}.", [day, weight, reps, sets])
                )
                korean = f"{{}}: {EXERCISES[m.name]} {{}}, {{}} {{}} 했어요."
                korean_reps = korean_count_slot("reps", m.reps, "회")
                korean_sets = korean_count_slot("sets", m.sets, "세트")
                found.append((korean, [day, weight, korean_reps, korean_sets]))
            elif m.distance_m and m.duration_s:
                pace = pace_slot(m.duration_s / m.distance_m * 1000)
                slots = [day, distance_slot(m.distance_m), duration_slot(m.duration_s), pace]
                found.append(("Your run of {} was {} in {}, which is {}.", slots))
            elif m.value:
                found.append(("You slept {} before {}.", [duration_slot(m.value * 3600), day]))
    began, times = date_slot(diary.ranges[0].start), len(diary.entries)
    found.append(("{}부터 {} 운동했어요.", [began, korean_count_slot("occasions", times, "번")]))
    found.append(("You trained {} since {}.", [count_slot("occasions", times, "times"), began]))
    _, change, average, strongest = diary.figures
    found.append(("That is up {}, with an average night of {}.", [
        percent_slot(change.value), duration_slot(average.value * 3600)]))  # fmt: skip
    found.append(("The estimated maximum is {}.", [weight_slot(strongest.value)]))
    return found


def written(draw: st.DrawFn, slot: Slot, value: float) -> str:
    return draw(st.sampled_from(slot.written))(value)


@st.composite
def drafts(draw: st.DrawFn, planted: bool) -> tuple[Diary, str, str]:
    """A diary, an answer about it, and the wrong number planted in it (or nothing)."""
    diary = draw(diaries())
    chosen = draw(
        st.lists(st.sampled_from(range(len(sentences(diary)))), min_size=1, max_size=4, unique=True)
    )
    pool = [sentences(diary)[index] for index in chosen]
    places = [(i, j) for i, (_, slots) in enumerate(pool) for j in range(len(slots))]
    target = draw(st.sampled_from(places)) if planted else None
    wrong_phrase = ""
    texts: list[str] = []
    for i, (template, slots) in enumerate(pool):
        words: list[str] = []
        for j, slot in enumerate(slots):
            if (i, j) != target:
                words.append(written(draw, slot, slot.true))
                continue
            wrong = draw(slot.wrong)
            assume(all(abs(wrong - truth) > slot.margin + 0.01 * abs(truth) * (slot.kind != "date")
                       for truth in diary.truths(slot.kind)))  # fmt: skip
            wrong_phrase = written(draw, slot, wrong)
            words.append(wrong_phrase)
        texts.append(template.format(*words))
    return diary, " ".join(texts), wrong_phrase


def found_in(diary: Diary, text: str) -> list[str]:
    wrong = check(text, figures=diary.figures, entries=diary.entries, ranges=diary.ranges, now=NOW)
    return [item.phrase for item in wrong]


@settings(deadline=None)
@given(drafts(planted=False))
def test_no_true_answer_is_refused(made: tuple[Diary, str, str]):
    diary, text, _ = made
    assert found_in(diary, text) == [], text


@settings(deadline=None)
@given(drafts(planted=True))
def test_a_planted_wrong_number_is_always_found(made: tuple[Diary, str, str]):
    diary, text, wrong = made
    found = found_in(diary, text)
    assert found, f"{wrong!r} in {text}"
    assert all(phrase in wrong or wrong in phrase for phrase in found), (
        f"{found}, not only {wrong!r} in {text}"
    )
