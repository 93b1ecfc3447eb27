"""What is told once is stored once, what was not done is not stored, and what nobody reads is said."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.entities import Measure
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person

NOW = datetime(2026, 11, 12, 18, 0, tzinfo=UTC)  # a Thursday


@pytest.fixture
async def running(tmp_path: Path) -> AsyncGenerator[tuple[RunningBot, Person]]:
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile={"weight_unit": "kg"}) as both:
        yield both


def shown(one: Measure) -> str:
    """A measure in the fewest words."""
    figures = (one.distance_m, one.duration_s) if one.reps is None else (one.reps, one.weight)
    told = [f"{figure:g}" for figure in (*figures, one.value) if figure is not None]
    return " ".join([one.name, *([f"{one.sets}x"] if one.sets > 1 else []), *told])


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        # a whole and its parts
        ("swim 2400m: 400 wu, 10x100 on 1:45, 600 cd, 400 im", "swim 400; swim 10x 100; swim 600; swim 400"),
        ("6x800 @ 3:05 w/ 400 jog rec, total 12.1k", "run 6x 800 185; run 7300"),
        ("rowed 3x500m 2:00 each, 5k in total, 22 min", "row 5000 1320"),
        # whose figures they are
        ("polished the car 40 mins, then swam 20 lengths", "swim 20"),
        ("did 40 min of cleaning. walked 2 km later", "walk 2000"),
        ("mowed the lawn 40 mins, then swam 20 lengths", "gardening 2400; swim 20"),
        ("planks three times one minute", "plank 3x 60"),
        ("8 x 30s hill sprints, walk back", "run 8x 30"),
        # set right in the same breath
        ("ran 5, actually 6 km", "run 6000"),
        ("yoga 30 sorry 40 min", "yoga 2400"),
        # everyday words that look like names
        ("Walked to the shops, about a mile and a half, 35 minutes.", "walk 2414.02 2100"),
        ("ran 5k. medication 5mg at 8", "run 5000"),
        ("ran 5k, forty minutes of painting after", "run 5000"),
        # nights that are none
        ("slept at 3 woke at 9", "bed time 3; wake time 9; sleep 6"),
        ("fed at 11pm and 4.15 so slept in bits, 5h45 says the watch", "sleep 5.75"),
        ("Gran fondo 112 km 1450 m up 4h38 moving", "ride 112000 16680"),
        ("cox weighed 55, crew average 81", ""),
        ("bp at work 124/79",  "systolic pressure 124; diastolic pressure 79"),
        # German is data alone
        ("Bankdrücken 80 kg 5 Wdh 3 Sätze", "bench press 3x 5 80"),
        ("7 Stunden geschlafen, 5 km gelaufen in 27:30, Puls 150", "run 5000 1650; sleep 7; heart rate 150"),
        # a heart and a body
        ("easy 8k 46:10 avg hr 142 cad 172", "run 8000 2770; heart rate 142"),
        ("퇴근하고 7키로 뜀 42분 심박 155", "run 7000 2520; heart rate 155"),
        ("hr 58 resting, body fat 18", "resting pulse 58; body fat 18"),
        ("체중 74.2kg 체지방 19", "body weight 74.2; body fat 19"),
        ("bp 138/86, second reading 131/84",
         "systolic pressure 138; diastolic pressure 86; systolic pressure 131; diastolic pressure 84"),
        ("morning 135/84, spo2 97, waist 84cm",
         "systolic pressure 135; diastolic pressure 84; oxygen saturation 97; waist 84"),
        ("2 eggs 1 toast 1 flat white, energy better (6/10)", "meal; coffee 1; energy 6"),
        ("bg 142 before lunch, 188 after dinner", "blood glucose 142; blood glucose 188"),
        ("carbs 30 breakfast 55 lunch 60 dinner", "carbs 30; carbs 55; carbs 60"),
        ("Slept well, about 7 and a half hours, up once for the loo.",
         "sleep 7.5; sleep quality; night wakings 1"),
    ],
)  # fmt: skip
async def test_what_is_told_is_stored_once(
    running: tuple[RunningBot, Person], text: str, stored: str
) -> None:
    bot, you = running
    await you.ask(text)
    (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
    assert "; ".join(map(shown, entry.measures)) == stored


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("20 min AMRAP: 5 pullups 10 pushups 15 air squats, 17 rounds + 8", "8"),
        ("ran 5k in 25:00, max hr 181", "max hr 181"),
        ("erg 5k 20:30, rate 24", "rate 24"),
        ("slept from eleven thirty to about six", "from eleven, thirty, six"),
    ],
)
async def test_a_figure_that_nobody_reads_is_said(
    running: tuple[RunningBot, Person], text: str, unread: str
) -> None:
    bot, you = running
    assert unread in (await you.ask(text)).text.split("\n", 1)[1]
    (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
    assert {one.reps for one in entry.measures} <= {None, 5, 10, 15}
    assert not any(one.value for one in entry.measures)


async def stored(bot: RunningBot) -> list[str]:
    """What is logged, oldest first."""
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 50)
    return ["; ".join(map(shown, entry.measures)) for entry in reversed(entries)]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("아침에 토스트 먹음, 물은 300 아니고 500ml", ["coffee 2", "meal; water 500"]),
        ("had toast, tea was 3 cups not 2", ["coffee 2", "meal; tea 3"]),
        ("squat 140kg not 130", ["coffee 2", "squat"]),
        ("no, 80 not 85", ["coffee 2"]),
        ("coffee 3 not 2", ["coffee 3"]),
    ],
)
async def test_what_was_never_logged_is_told_not_set_right(
    running: tuple[RunningBot, Person], text: str, after: list[str]
) -> None:
    bot, you = running
    await you.ask("2 coffees")
    bot.clock.advance(seconds=30)
    await you.ask(text)
    assert await stored(bot) == after


async def test_of_a_day_with_several_readings_one_is_told(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    for text in ("bp 140/90", "bp 120/80", "mood 3/10", "mood 8/10"):
        await you.ask(text)
        bot.clock.advance(seconds=30)
    assert "is 120, on" in (await you.ask("what was my last blood pressure?")).text
    assert "is 140, on" in (await you.ask("what was my highest blood pressure?")).text
    assert "8/10" in (await you.ask("last mood?")).text
    assert "130 on average" in (await you.ask("average blood pressure this week")).text


async def test_a_plan_is_noted_today_and_a_skipped_day_on_its_own(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    assert (await you.ask("no run today, plan is to come back on friday")).text == "📝 Noted."
    bot.clock.advance(seconds=30)
    assert "Mon 9 Nov" in (await you.ask("on monday I skipped squats")).text
