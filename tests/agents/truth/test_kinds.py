"""What drafts of models say, by kind: what is so passes, and what is not is refused."""

from __future__ import annotations

import pytest

from agents.truth import tell
from evals.drafts import Context

WHOLE, OCTOBER, NOVEMBER = (
    ("2026-10-01", "2026-11-22"),
    ("2026-10-01", "2026-10-31"),
    ("2026-11-01", "2026-11-22"),
)


def figure(
    value: float, unit: str, statistic: str, measure: str, span: tuple[str, str], *entries: str, day: str = ""
) -> dict[str, object]:
    what = f"{statistic} {measure}"
    told: dict[str, object] = {"value": value, "unit": unit, "what": what, "statistic": statistic}
    return {**told, "measure": measure, "span": span, "entries": entries, "day": day or None}


CONTEXT: dict[str, object] = {
    "language": "en",
    "now": "2026-11-22T19:00:00",
    "question": "how are my rides, sleep, mood, 10 km runs and squats this month compared with october?",
    "entries": {
        "E1": {
            "day": "2026-10-03",
            "text": "70 km",
            "measures": ["ride distance=70km", "pain value=4 text=knee"],
        },
        "E2": {
            "day": "2026-10-12",
            "text": "slept 5h, mood 5",
            "measures": ["sleep value=5h", "mood value=5"],
        },
        "E3": {"day": "2026-10-20", "text": "10 km", "measures": ["run distance=10km duration=1:03:00"]},
        "E4": {"day": "2026-11-02", "text": "92 km", "measures": ["ride distance=92km", "steps value=9300"]},
        "E5": {"day": "2026-11-08", "text": "10 km", "measures": ["run distance=10km duration=1:00:30"]},
        "E6": {"day": "2026-11-14", "text": "slept 7h", "measures": ["sleep value=7h", "mood value=8"]},
        "E7": {"day": "2026-11-20", "text": "squat", "measures": ["squat weight=100kg reps=5 sets=3"]},
        "E8": {"day": "2026-11-21", "text": "20 km", "measures": ["ride distance=20km"]},
        "E9": {"day": "2026-11-22", "text": "headache", "measures": ["pain text=head"]},
    },
    "figures": {
        "F1": figure(112, "km", "sum", "ride", NOVEMBER, "E4", "E8"),
        "F2": figure(130, "km", "sum", "ride", OCTOBER, "E1"),
        "F3": figure(7, "h", "average", "sleep", NOVEMBER, "E6"),
        "F4": figure(5, "h", "average", "sleep", OCTOBER, "E2"),
        "F5": figure(117, "kg", "max", "squat", NOVEMBER, "E7", day="2026-11-20"),
        "F6": figure(3630, "s", "min", "run", WHOLE, "E3", "E5", day="2026-11-08"),
        "F7": figure(3, "days", "count", "ride", WHOLE, "E1", "E4", "E8"),
        "F8": {
            **figure(117, "kg", "max", "squat", NOVEMBER, "E7", day="2026-11-20"),
            "what": "highest estimated one-rep max of squat",
        },
    },
    "targets": {
        "P1": figure(105, "kg", "target", "squat", NOVEMBER),
        "P2": figure(3600, "s", "target", "run", NOVEMBER),
    },
    "true": [],
    "false": [],
}


def refusals(draft: str, language: str = "en") -> list[str]:
    sheet = Context.model_validate({**CONTEXT, "language": language}).sheet()
    return [one.reason for one in tell(draft, sheet).refusals]


@pytest.mark.parametrize(
    "draft",
    [
        # A difference is of what was told first, and of what a course leads to.
        "November is at {F1} against {F2} in October, {F2-F1} behind.",
        "Your rides grew from {E1a.km} on {E1.day} to {E4a.km} on {E4.day}, {E4a.km-E1a.km} further.",
        # Short of a goal of which less is better.
        "Your best is {F6}, {F6-P2} short of your goal of {P2}.",
        # What a value dipped to is where it ended, whatever is told behind it.
        "The rides dipped to {F1} this month after {F2} in October.",
        "More sleep: you had {F3} a night this month, {F4} in October.",
        # An outing may only say when; steps are walked; a distance of two races is of both.
        "The knee was at {E1b.n} on the ride of {E1.day}.",
        "You walked {E4b.n} steps on {E4.day}.",
        "Over 10 km you took {E5.time} on {E5.day}, {E3.time-E5.time} faster than on {E3.day}.",
        "Rides got longer, {E4a.km} on {E4.day} after {E1a.km} in October, a 10 km down to {E5.time}.",
        "You rode on {F7}: on {E1.day}, on {E4.day} and on {E8.day}.",
        # Phrases with a word in them that means something else elsewhere.
        "You do best with {F3} of sleep, though {E2a.h} on {E2.day} was not that.",
        "At this pace {P1} is the next squat to try.",
        "Your goal in the squat is {P1}, and you lifted {E7.kg} on {E7.day}.",
        "Before the change you averaged {F4} a night, since then {F3}.",
        # What is said of days before or after another, and not to be there at all.
        "You did {E7.set} on {E7.day}, and the day after you rode {E8.km}.",
        "You never slept badly this month, and you have not run since {E5.day}.",
        # Words that are of no value: of what is told before, of a reason, of another thing.
        "The biggest lever is sleep, with {F3} on average.",
        "Your {E8.km} ride came after {E6a.h} of sleep.",
        "The 10 km runs came down from {E3.time} to {E5.time} between {E3.day} and {E5.day}.",
        "Your estimated max in the squat is {F8}.",
        "You never rode more than {E1a.km} in October, and never ran faster than {E5.time}.",
        "Once you have reached {P1}, rest.",
        "You have reached {F6} of your {P2} goal over 10 km.",
        "You ate and slept less in October: {F4}, and {F3} in November.",
        "Your mood on {E6.day} is perhaps due to sleep, {E6a.h}.",
        "There is no headache in October, and no pain but the one of {E9.day}.",
        "Your time over 10 km is unchanged: {E3.time} on {E3.day}, {E5.time} on {E5.day}.",
        "You rode {E8.km} on {E8.day}, because of the weather, and had pain the day after.",
        "In {E8.day-E4.day}, your longest ride was {E4a.km}, until then it was at most {E1a.km}.",
        # Lists of days and values, and what is best or least of several at once.
        "Your two longest rides were {E4a.km} and {E1a.km}, on {E4.day} and {E1.day}.",
        "Sleep was {E2a.h} and {E6a.h} on {E2.day} and {E6.day}.",
        # A stretch of time is no rate, and what alone is excepted is there.
        "Try {E6a.h} of sleep for a week.",
        "Apart from the knee on {E1.day} there is no pain in October.",
        # A change is of what comes later, whatever it is told against.
        "Your 10 km came down, {E3.time} on {E3.day} versus {E5.time} on {E5.day}.",
        # What a comparison opens with is the other side; a day that something is later than is not its own.
        "Compared with October you rode {F2-F1} less this month.",
        "Your best 10 km in November, {E5.time} on {E5.day}, beats October's by {E3.time-E5.time}.",
        "After the ride on {E1.day} you slept {E2a.h} more than a week later.",
        "Since the fall you have not run.",
        "From October to November your rides came to {F7}.",
    ],
)
def test_what_is_so_passes(draft: str) -> None:
    assert refusals(draft) == []


@pytest.mark.parametrize(
    ("draft", "because"),
    [
        ("You rode {F2-F1} more in November than in October.", "other way round"),
        ("Your best is {F6}, {F6-P2} ahead of your goal of {P2}.", "other way round"),
        ("In October you rode on {F7}.", "not of October"),
        ("At {E7.kg} your squat is already over your goal of {P1}.", "other way round"),
        ("Your 10 km went from {E5.time} in November to {E3.time} at first.", "of before"),
        ("You logged no knee pain in October at all.", "there is one of 2026-10-03"),
        ("Compared with October you rode {F2-F1} more this month.", "other way round"),
        ("Without the knee, {E1a.km} was shorter than {E8.km}.", "other way round"),
        ("You covered {E7.kg} on the bike.", "it is of squat"),
        ("Since the change your mood averages {F3}.", "it is of sleep"),
        ("The last time you slept it was {E2a.h}.", "there is another one"),
        ("You have lost about 3 kg since October.", "no value shown"),
        ("You had five migraines this month.", "not of this month"),
        ("You never squatted this month.", "there is one of 2026-11-20"),
        ("You didn't ride at all in October.", "there is one of 2026-10-03"),
        ("You squatted on {E7.day} after {E2a.h} of sleep the night before.", "it is of 2026-10-12"),
        ("You lifted {E6a.h}.", "it is of sleep"),
        ("Your record in the squat is {F8}.", "highest estimated"),
        ("You haven't logged any run in November.", "there is one of 2026-11-08"),
        ("There is no headache in your log.", "there is one of 2026-11-22"),
        ("Sleep hasn't changed: {F4} in October, {F3} in November.", "other way round"),
    ],
)
def test_what_is_not_is_refused(draft: str, because: str) -> None:
    assert any(because in reason for reason in refusals(draft)), refusals(draft)


@pytest.mark.parametrize(
    ("draft", "because"),
    [
        ("Im Oktober bist du nicht gelaufen.", "there is one of 2026-10-20"),
        ("Deine Laune lag im Schnitt bei {F3}.", "it is of sleep"),
        ("Deine letzte Radtour ging über {E4a.km}.", "there is another one"),
        ("Auf 10 km bist du langsamer geworden: {E3.time} am {E3.day}, {E5.time} am {E5.day}.", "other way"),
        ("Im November wogst du {E7.reps}.", "its unit is reps"),
        ("Deine letzte eingetragene Nacht hatte {E2a.h}.", "there is another one"),
        ("Beim Schlaf trittst du auf der Stelle, {F4} im Oktober und {F3} im November.", "other way round"),
    ],
)
def test_what_is_not_is_refused_in_german(draft: str, because: str) -> None:
    assert any(because in reason for reason in refusals(draft, "de")), refusals(draft, "de")


@pytest.mark.parametrize(
    ("draft", "because"),
    [
        ("수면은 10월 {F4}에서 11월 {F3}(으)로 줄었어요.", "other way round"),
        ("{E1.day}에는 자전거를 {E4a.km} 탔어요.", "it is of 2026-11-02"),
    ],
)
def test_what_is_not_is_refused_in_korean(draft: str, because: str) -> None:
    assert any(because in reason for reason in refusals(draft, "ko")), refusals(draft, "ko")
