from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta

import pytest

from agents.memory import parse, render, tokens, updated_context
from agents.observer import ObserverInput, ObserverOutput, Trigger
from agents.offline.observer import observe
from storage.entities import ContextVersion, Entry, Measure
from tests.agents.diary import ME, NOW, entry, lift, pain, run, sleep

TODAY = NOW.date()
BUDGET = 2000


class Memory:
    """A user's memory over time, as the OBSERVE step keeps it."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.version: ContextVersion | None = None

    @property
    def text(self) -> str:
        return self.version.content if self.version else ""

    def see(
        self,
        trigger: Trigger,
        recent: list[Entry],
        new: tuple[Entry, ...] = (),
        *,
        now: datetime = NOW,
        query: str | None = None,
        correction: str | None = None,
    ) -> ObserverOutput:
        output = observe(
            ObserverInput(
                trigger=trigger,
                now=now,
                profile=ME,
                query=query,
                correction=correction,
                new_entries=new,
                recent_entries=tuple(reversed(recent)),
                current_context=self.text,
            )
        )
        assert output.should_update == bool(output.updates)
        after = updated_context(self.version, 1, output, now=now, cause=trigger, token_budget=self.budget)
        self.version = after or self.version
        return output

    def value(self, key: str) -> str | None:
        return next((line.value for line in parse(self.text).lines if line.key == key), None)

    def confidence(self, key: str) -> str | None:
        return next((line.confidence for line in parse(self.text).lines if line.key == key), None)


def back(days: int) -> date:
    return TODAY - timedelta(days=days)


@pytest.mark.parametrize(
    "said",
    ["kg not lb", "that was lbs, not kg", "weight unit lb → kg", "I always use kg", "파운드가 아니라 kg"],
)
def test_a_corrected_unit_is_no_line_of_the_memory(said: str):
    memory = Memory()
    memory.see("user_correction", [], correction=said)
    assert memory.value("weight unit") is None


@pytest.mark.parametrize(
    ("said", "alias", "name"),
    [
        ("when I say skulls I mean skull crusher", "skulls", "skull crusher"),
        ("by \u201cpress\u201d I mean overhead press.", "press", "overhead press"),
        ("'bp' means bench press", "bp", "bench press"),
        ("벤프는 벤치프레스라는 뜻이야", "벤프", "벤치프레스"),
    ],
)
def test_a_taught_word_is_an_alias(said: str, alias: str, name: str):
    memory = Memory()
    memory.see("user_correction", [], correction=said)
    assert memory.value(f"alias {alias}") == name


def four_weeks(hour: int = 19) -> list[Entry]:
    """Mondays, Wednesdays and Fridays in the evening, sleep every day."""
    found: list[Entry] = []
    for days in range(60, -1, -1):
        day = back(days)
        measures: list[Measure] = [sleep(day, 7.5 if day.weekday() else 6.5)]
        if day.weekday() in (0, 2, 4):
            measures.append(lift(day, 60, 5, 3))
        found.append(entry(day, *measures, text="slept", hour=hour))
    return found


def test_what_is_usual_is_noticed_with_enough_data():
    memory = Memory()
    memory.see("periodic", four_weeks())
    assert memory.value("training days") == "Mon, Wed, Fri"
    assert memory.value("training frequency") == "about 3 days a week"
    assert memory.value("training time") == "in the evening"
    assert memory.value("average sleep") == "7.4 h a night over 4 weeks (n = 28)"
    assert memory.confidence("training days") == "likely"
    assert memory.confidence("average sleep") == "certain"


def test_two_weeks_are_not_enough_for_a_pattern():
    memory = Memory()
    memory.see("periodic", four_weeks()[-12:])
    assert memory.value("training days") is None
    assert memory.value("training frequency") is None


def test_after_a_question_patterns_need_entries_that_reach_back():
    memory = Memory()
    memory.see("post_query", four_weeks()[-30:], query="how is my squat?")
    assert memory.value("average sleep") is None
    memory.see("post_query", four_weeks(), query="how is my squat?")
    assert memory.value("average sleep") is not None


def test_what_is_asked_about_becomes_likely_when_it_is_asked_again():
    memory = Memory()
    entries = four_weeks()[-5:]
    memory.see("post_query", entries, query="What's my bench press PR?")
    assert memory.confidence("interest in bench press") == "tentative"
    assert not memory.see("post_query", entries, query="and bench press in May?").should_update
    memory.see("post_query", entries, query="bench press?", now=NOW + timedelta(days=8))
    assert memory.confidence("interest in bench press") == "likely"


def tired(short: int, other: int, short_heavy: int, other_heavy: int) -> list[Entry]:
    found: list[Entry] = []
    for index in range(short + other):
        day = back(short + other - index)
        is_short = index < short
        heavy = index < short_heavy or short <= index < short + other_heavy
        text = "bench felt heavy" if heavy else "bench"
        found.append(entry(day, sleep(day, 5 if is_short else 7.5), lift(day, 100, 5), text=text))
    return found


def test_short_nights_before_hard_training_are_an_insight_with_counts():
    memory = Memory()
    memory.see("periodic", tired(6, 12, 5, 1))
    assert memory.value("short nights and hard training") == (
        "after less than 6 h of sleep training felt hard 5 of 6 times, otherwise 1 of 12"
    )
    assert memory.confidence("short nights and hard training") == "tentative"


@pytest.mark.parametrize("counts", [(3, 12, 3, 0), (6, 12, 2, 3), (12, 3, 12, 0)])
def test_too_few_or_no_difference_is_no_insight(counts: tuple[int, int, int, int]):
    memory = Memory()
    memory.see("periodic", tired(*counts))
    assert memory.value("short nights and hard training") is None


@pytest.mark.parametrize("trigger", ["periodic", "post_query", "user_correction"])
def test_the_same_data_twice_changes_nothing(trigger: Trigger):
    memory, taught = Memory(), "when I say skulls I mean skull crusher"
    entries = [*four_weeks(), *tired(6, 12, 5, 1)]
    new = entry(TODAY, lift(TODAY, 120, 3), pain(TODAY, "elbow"), name="N")
    memory.see(trigger, [*entries, new], (new,), query="bench press?", correction=taught)
    assert memory.version is not None
    again = memory.see(trigger, [*entries, new], (new,), query="bench press?", correction=taught)
    assert not again.should_update
    assert memory.version.version == 1
    other = [*entries, new]
    later = memory.see(trigger, other, (new,), query="", correction="", now=NOW + timedelta(days=3))
    assert not later.should_update


def test_old_entries_bear_nothing_out_again():
    memory = Memory()
    memory.see("periodic", four_weeks())
    assert not memory.see("periodic", four_weeks(), now=NOW + timedelta(days=8)).should_update


def test_nothing_logged_is_nothing_learned():
    for trigger in ("periodic", "post_query", "user_correction"):
        assert not Memory().see(trigger, [], query="hello", correction="").should_update


def simulated(days: int) -> list[Entry]:
    """A person's logs: three exercises that grow, runs, sleep, aches, now and then something new."""
    dice = random.Random(7)  # noqa: S311 - the same person every time
    start = TODAY - timedelta(days=days)
    extras = [f"machine {number}" for number in range(60)]
    entries: list[Entry] = []
    for number in range(days):
        day = start + timedelta(days=number)
        night = dice.choice([5, 5.5, 6.5, 7, 7.5, 8])
        measures: list[Measure] = [sleep(day, night)]
        if day.weekday() in (0, 2, 4):
            load = 60 + number // 4
            measures += [
                lift(day, load + dice.randint(0, 5), 5, 3, name)
                for name in ("bench press", "squat", "deadlift")
            ]
            measures.append(lift(day, 20 + dice.randint(0, 40), 10, 3, dice.choice(extras)))
        if day.weekday() == 5:
            measures.append(run(day, 5 + dice.randint(0, 5), 2000 + dice.randint(0, 1500)))
        if dice.random() < 0.05:
            measures.append(pain(day, dice.choice(["knee", "shoulder", "lower back", "elbow"])))
        text = "무거웠다 felt heavy" if night < 6 and dice.random() < 0.8 else "fine"
        entries.append(entry(day, *measures, text=text, name=f"S{number:03}"))
    return entries


@pytest.mark.parametrize("budget", [BUDGET, 900])
def test_120_days_keep_the_budget_and_what_is_certain(budget: int):
    memory = Memory(budget)
    entries = simulated(120)
    memory.see(
        "user_correction",
        [],
        correction="by press I mean overhead press",
        now=datetime.combine(entries[0].day, time(8), UTC),
    )
    for index, new in enumerate(entries):
        now = datetime.combine(new.day, time(21), UTC)
        seen = entries[max(0, index - 39) : index + 1]
        memory.see("post_query", seen, now=now, query="how is my bench press?")
        if new.day.weekday() == 6:
            memory.see("periodic", entries[: index + 1], now=now)
        assert tokens(memory.text) <= budget
        assert render(parse(memory.text)) == memory.text
    assert memory.value("alias press") == "overhead press"
    assert memory.version is not None
    assert memory.version.archive.startswith("# Archive\n\n## 20")
    if budget == BUDGET:
        assert memory.value("training days") == "Mon, Wed, Fri, Sat"
        assert memory.confidence("short nights and hard training") is not None
