"""Charts through the front door: the real bot, the process that draws, the local Bot API server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from storage.entities import Effects, Entry, Message
from telegram_local.faults import FaultKind
from telegram_local.messages import StoredMessage
from telegram_local.world import GROUP_ID, YOU_ID
from tests.agents.diary import entry, lift, sleep
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
PROFILE = {"weight_unit": "kg", "distance_unit": "km", "time_zone": "Europe/Berlin"}


def diary(days: int = 12) -> list[Entry]:
    """Bench every fourth day, heavier each time, behind nights of different length."""
    made: list[Entry] = []
    for n in range(days):
        day = NOW.date() - timedelta(days=4 * (days - 1 - n))
        one = entry(day, lift(day, 80 + 2.5 * n, 5, 3), sleep(day, 6 + n % 3), text="bench, slept")
        made.append(one.model_copy(update={"id": f"01JD7ZK8J2X5W9T0V3B4N6M{n:03d}", "user_id": YOU_ID}))
    return made


async def planted(bot: RunningBot, days: int = 12) -> None:
    bot.clock.set(NOW)
    entries = diary(days)
    messages = [
        Message(
            chat_id=one.chat_id,
            message_id=one.message_id,
            user_id=YOU_ID,
            role="user",
            text=one.text,
            at=one.logged_at,
        )
        for one in entries
    ]
    await bot.app.core.db.turns.apply(Effects(messages=messages, entries=entries))


def buttons(stored: StoredMessage) -> list[str]:
    markup = stored.message.reply_markup
    rows = getattr(markup, "inline_keyboard", ()) if markup is not None else ()
    return [button.text for row in rows for button in row]


def caption(stored: StoredMessage) -> str:
    assert stored.message.photo, stored.text
    return stored.message.caption or ""


async def picture(bot: RunningBot, stored: StoredMessage) -> Image.Image:
    assert stored.message.photo
    return Image.open(BytesIO(await bot.client.download(stored.message.photo[-1].file_id)))


async def test_a_chart_by_command_button_and_words_in_both_languages(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        assert "nothing to draw yet" in (await you.ask("/chart")).text
        await planted(bot)
        offered = await you.ask("/chart")
        assert buttons(offered) == ["Bench press", "Sleep", "🗓 Days trained", "💪 Sets per muscle"]
        await you.tap(offered, "Bench press")
        drawn = await you.next_reply()
        assert "is going up: +5.1 kg a week over 12 days" in caption(drawn)
        assert "The shaded band is the 95 % interval of the line." in caption(drawn)
        assert buttons(drawn)[-4:] == ["1 month", "3 months", "1 year", "All"]
        image = await picture(bot, drawn)
        assert image.size == (1080, 864)
        assert image.info["Description"].startswith("Line chart of Bench press")
        await you.tap(drawn, "1 month")
        assert "over 8 days" in caption(await you.next_reply())
        await you.tap(drawn, buttons(drawn)[0])
        assert "bench, slept" in (await you.next_reply()).text
        assert "over 8 days" in caption(await you.ask("/chart bench 1m"))
        assert "over 12 days" in caption(await you.ask("show me a chart of my bench this year"))
        assert "95% 구간" in caption(await you.ask("벤치 그래프 보여줘"))
        assert "over 12 days" in caption(await you.ask("bench graph"))
        assert "n = " in caption(await you.ask("plot bench against sleep"))
        assert "chest 36 sets" in caption(await you.ask("chart of hard sets per muscle"))
        assert "trained on 12 days" in caption(await you.ask("/chart calendar"))
        assert "chest 36 sets" in caption(await you.ask("/chart muscles"))
        assert "n = " in caption(await you.ask("/chart sleep against bench"))
        assert "You have logged no squat" in (await you.ask("/chart squat")).text
        unknown = await you.ask("/chart <b>flurb</b>")
        assert "“<b>flurb</b>”" in unknown.text
        assert "Bench press" in buttons(unknown)
        assert "I don't know what to draw" in (await you.ask(f"/chart {'bla ' * 900}")).text


async def test_a_trend_brings_its_chart_and_few_days_a_button(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot, 5)
        answer = await you.ask("is my bench going up?")
        assert "📈 Show chart" in buttons(answer)
        await you.silence(0.2)
        await you.tap(answer, "📈 Show chart")
        assert "over 5 days" in caption(await you.next_reply())
    async with running_bot(tmp_path / "more", profile=PROFILE) as (bot, you):
        await planted(bot)
        answer = await you.ask("is my bench going up?")
        assert "+5.1 kg a week" in answer.text
        assert "📈 Show chart" not in buttons(answer)
        behind = await you.next_reply()
        assert caption(behind).startswith("The shaded band is the 95 % interval of the line.")
        assert "a week" not in caption(behind)
        await you.ask("what was my best bench in October?")
        await you.silence(0.2)


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [
        ("how does sleep affect my bench?", "Scatter plot of Bench press against sleep"),
        ("수면이 벤치에 영향을 줘?", "산점도"),
        ("did I bench heavier in November than in October?", "Line chart of Bench press"),
        ("벤치 11월이 10월보다 무거워?", "벤치프레스, 하루 최고 무게 선 그래프"),
    ],
)
async def test_an_effect_and_two_times_bring_their_chart(tmp_path: Path, asked: str, drawn: str) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot)
        assert not (await you.ask(asked)).message.photo
        image = await picture(bot, await you.next_reply())
        assert drawn in image.info["Description"]


WEEKS = [
    f"squat {80 + 2.5 * n}kg 5x5\ndeadlift {120 + 5 * n}kg 5x5\nweight {80 - 0.13 * n:.2f} kg"
    for n in range(6)
]
"""What is logged on six days, five days apart."""


async def logged(bot: RunningBot, you: Person) -> None:
    for day, text in enumerate(WEEKS):
        bot.clock.set(NOW - timedelta(days=5 * (len(WEEKS) - 1 - day)))
        for line in text.splitlines():
            await you.ask(line)


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [
        ("compare my squat and deadlift in a chart", "Line chart of Squat / deadlift, Estimated 1RM"),
        ("can you compare squat with deadlift as a graph?", "Line chart of Squat / deadlift, Estimated 1RM"),
        ("스쿼트와 데드리프트를 차트로 비교해줘", "스쿼트 / 데드리프트"),
        ("compare my bench and squat in a chart", "Line chart of Squat, Estimated 1RM"),
    ],
)
async def test_two_that_are_compared_in_a_chart_are_drawn(tmp_path: Path, asked: str, drawn: str) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await logged(bot, you)
        stored = await you.ask(asked)
        assert caption(stored)
        assert drawn in (await picture(bot, stored)).info["Description"]
        if "bench" in asked:
            assert "logged no bench press" in caption(stored)


async def test_a_third_line_that_is_not_drawn_is_told(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await logged(bot, you)
        await you.ask("bench 70kg 5x5")
        told = caption(await you.ask("compare squat, deadlift and bench in a chart"))
        assert "A chart has two lines. Not drawn: bench press." in told
        assert "Not drawn" not in caption(await you.ask("compare squat and deadlift in a chart"))
        assert "그리지 않은 것: 벤치프레스" in caption(await you.ask("스쿼트 데드리프트 벤치 그래프"))


async def test_the_words_of_a_chart_of_two_tell_each_line(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await logged(bot, you)
        english = (await picture(bot, await you.ask("/chart squat and deadlift"))).info["Description"]
        assert "squat, 6 values from 93.3 kg to 107.9 kg, lowest 93.3 kg, highest 107.9 kg; " in english
        assert "deadlift, 6 values from 140 kg to 169.2 kg, lowest 140 kg, highest 169.2 kg." in english
        korean = (await picture(bot, await you.ask("스쿼트 데드리프트 차트"))).info["Description"]
        assert "스쿼트 값 6개, 처음 93.3 kg, 마지막 107.9 kg" in korean
        assert "데드리프트 값 6개, 처음 140 kg, 마지막 169.2 kg" in korean


async def test_a_weight_that_changes_slowly_is_told_to_two_places(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await logged(bot, you)
        assert "-0.18 kg a week" in (await you.ask("how is my weight trending?")).text
        assert "일주일에 -0.18 kg" in (await you.ask("체중 추이 어때?")).text
        assert "+4.1 kg a week" in (await you.ask("how is my squat trending?")).text


async def test_a_chart_that_is_only_named_is_drawn(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot)
        assert "over 12 days" in caption(await you.ask("bench graph last 3 months"))
        assert "95% 구간" in caption(await you.ask("벤치 그래프"))
        assert "95% 구간" in caption(await you.ask("최근 3개월 벤치프레스 그래프"))
        assert "trained on 12 days" in caption(await you.ask("training calendar last 3 months"))
        assert "2,410.7 kg a week on average over 7 weeks" in caption(
            await you.ask("weekly bench volume chart")
        )
        assert "highest in the week" in caption(await you.ask("chart of my weekly sleep"))
        assert "sleep" in caption(await you.ask("sleep chart this year")).lower()
        for said in ("eye chart", "checked the bench graph again", "벤치 그래프 봤는데 좋더라"):
            assert not (await you.ask(said)).message.photo


async def test_what_has_no_distance_is_drawn_by_its_time(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        bot.clock.set(NOW)
        for minutes in (30, 45, 70):
            await you.ask(f"yoga {minutes} min")
            bot.clock.advance(days=1)
        assert "went from 30 min" in caption(await you.ask("/chart yoga"))
        assert "went from 30 min" in caption(await you.ask("my yoga chart"))
        assert "trained on 3 days out of 4 days" in caption(await you.ask("training calendar"))
        await you.ask("bw 81 kg")
        assert "81 kg" in caption(await you.ask("/chart weight 3m"))
        assert "2 h 25 min in total" in (await you.ask("how much yoga did I do in total?")).text


async def test_two_times_are_told_whatever_their_decimals(tmp_path: Path) -> None:
    """82.5 against 83.85: a figure looks as what it was computed from, or the answer is refused."""
    weights = {9: (84.5, 83.9, 83.8, 83.2), 10: (82.9, 82.8, 82.5, 82.5, 82.2, 82.1)}
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        for month, values in weights.items():
            for at, value in enumerate(values):
                bot.clock.set(datetime(2026, month, 2 + 3 * at, 18, tzinfo=UTC))
                await you.ask(f"bw {value} kg")
        bot.clock.set(NOW)
        answer = await you.ask("did I weigh less in October than in September?")
        assert "82.5 kg in October" in answer.text
        assert "1.4 kg less" in answer.text
        assert caption(await you.next_reply()) == "The flat lines are the two values that are compared."


async def test_a_week_without_any_is_a_week_of_none(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        for day in (2, 4, 23):
            bot.clock.set(datetime(2026, 11, day, 18, tzinfo=UTC))
            await you.ask("ran 6 km in 36 min")
        drawn = await you.ask("/chart weekly mileage")
        assert "4.5 km a week on average over 4 weeks" in caption(drawn)
        told = (await picture(bot, drawn)).info["Description"]
        assert "Total distance / week" in told
        assert "4 values, from 12 km to 6 km, lowest 0 km" in told


async def test_an_axis_begins_where_there_is_something(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot)
        for asked, since in (
            ("/chart bench 99y", "Thu 8 Oct"),
            ("/chart bench 3m", "Thu 8 Oct"),
            ("/chart bench 1m", "Thu 22 Oct"),
        ):
            told = (await picture(bot, await you.ask(asked))).info["Description"]
            assert f", {since} – " in told, told  # noqa: RUF001 - as shown
        told = (await picture(bot, await you.ask("/chart calendar"))).info["Description"]
        assert told.endswith(", n = 12.")
        told = (await picture(bot, await you.ask("/chart muscles"))).info["Description"]
        assert told.endswith(": chest 36, front delts 18, triceps 36.")
        told = (await picture(bot, await you.ask("/chart bench 2d"))).info["Description"]
        assert "one value, " in told


async def test_dark_pictures_are_a_setting(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot)
        page = await you.ask("/settings")
        await you.tap(page, "dark")
        assert "Charts: dark" in (await you.edited(page)).text
        image = await picture(bot, await you.ask("/chart bench"))
        assert image.convert("L").resize((1, 1)).tobytes()[0] < 80


async def test_in_a_group_it_comes_in_private(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot)
        there = bot.client.person(YOU_ID, GROUP_ID)
        for asked in ("/chart bench", f"@{bot.app.bot.username} show me a chart of my bench"):
            said = await there.ask(asked)
            assert "private chat" in said.text
            assert not said.message.photo
            assert "is going up" in caption(await you.next_reply())
        answer = await there.ask(f"@{bot.app.bot.username} is my bench going up?")
        await there.tap(answer, "📈 Show chart")
        assert "is going up" in caption(await you.next_reply())
        await there.silence(0.2)


async def test_what_can_not_be_drawn_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot)
        monkeypatch.setattr("sys.executable", "/bin/false")
        told = await you.ask("/chart bench")
        assert "is going up" in told.text
        assert "could not be drawn this time" in told.text
        assert "3 months" in buttons(told)
        monkeypatch.undo()
        assert "is going up" in caption(await you.ask("/chart bench"))


async def test_a_chart_that_was_queued_is_drawn_after_a_restart(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await planted(bot)
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendPhoto", times=None)
        await you.say("/chart bench")
        await bot.restart()
        await bot.client.heal()
        assert "is going up" in caption(await you.next_reply())


async def test_a_training_calendar_is_a_chart_and_no_appointment(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 80kg 5x5")
        for asked, told in (("show my training calendar", "on one day"), ("운동 달력 보여줘", "하루 운동")):
            assert told in (await you.ask(asked)).text


async def test_a_chart_of_no_measure_is_that_of_the_one_sport(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"distance_unit": "km"}) as (bot, you):
        for day, text in ((5, "ran 10k in 48 min"), (12, "ran 10k in 46 min"), (15, "ran 8k in 37 min")):
            bot.clock.set(datetime(2026, 11, day, 18, tzinfo=UTC))
            await you.ask(text)
        assert "running (pace)" in caption(await you.ask("show me my pace chart"))


async def test_a_chart_of_no_measure_asks_which_sport_where_there_are_two(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"distance_unit": "km"}) as (_, you):
        await you.ask("ran 10k in 46 min")
        await you.ask("swim 1500m 32min")
        assert (await you.ask("/chart pace")).labels == ["Running", "Swimming"]
