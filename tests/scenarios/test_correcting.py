"""Corrections as people send them, one after the other, through Telegram: found, shown, taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot


async def test_a_chain_of_corrections(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 85 lb x5x3")
        for said, shown in (
            ("actually that was 185 not 85", "85 → 185"),
            ("make that 4 sets", "3 → 4"),
            ("last set was 4 reps", "185 lb x 4"),
            ("add another set of 3", "185 lb x 3"),
            ("I meant incline", "incline bench press"),
            ("delete the first set", "removed"),
            ("it was yesterday", "→"),
        ):
            answer = await you.ask(said)
            assert shown in answer.text, f"{said!r}: {answer.text}"
        assert "incline bench press" in (await you.ask("what did I log yesterday?")).text


_SESSION = "bench 80 kg 5x3, squat 100 kg 5x5, curls 12 kg 3x12"


@pytest.mark.parametrize(
    ("logs", "said", "shown"),
    [
        (("squat 140 kg x3 @8",), "rpe was 9", "9"),
        (("ran 5k in 25:30", "bench 80 kg 5x5"), "the run took 27:30", "27:30"),
        (("squat 80 kg x5, 90 kg x5, 100 kg x5",), "delete the 100kg set", "removed"),
        (("slept 7h", "squat 100 kg 5x5"), "the squats were two days ago", "→"),
        (("bench 80 kg 5x5",), "they were dumbbells", "dumbbell"),
        (("bench 80 lb 5x5",), "kg not lb", "kg"),
        (("bench 80 kg 5x8",), "oops, swap sets and reps", "5 → 8"),
        (("bench 80 kg 5x5",), "forget the last message", "removed"),
        (("weight 82,4 kg",), "the weight was 82,1 not 82,4", "82.1"),
        (("ran 8,2 km in 46:30",), "the run was 8,4 km not 8,2", "8.4"),
        (("walked 3 miles in 65 min",), "actually it was 2.8 miles Jim had one of those watches", "2.8"),
        (("인클라인 덤벨 24kg 10 10 8",), "아 마지막세트 9개였음", "9회"),
        (("squat 100 kg 5x5", "bench 60 kg 3x10"), "and squat only 3 sets", "sets 5 → 3"),
        (("squat 100 kg 5x5", "bench 60 kg 3x10"), "only 2 sets on squat", "sets 5 → 2"),
        (("squat 100 kg 5x5", "bench 60 kg 3x10"), "squat was a warm up", "warm-up"),
        (("slept 7h",), "sleep was from yesterday", "→"),
        (("slept 7h",), "sleep was yesterday's", "→"),
        (("squat 100 kg 5x5", "bench 60 kg 3x10"), "move squat to friday", "→ Fri"),
        (("벤치 80kg 8 8 7",), "아 마지막은 6개였어", "6회"),
        (("데드 120kg 3x5 마지막은 130kg 3개",), "아니 3x5 말고 4x5", "3 → 4"),
        (("had 2 coffees",), "actually only 1 coffee", "value 2 → 1"),
        (("had 3 beers",), "make that beer 2", "value 3 → 2"),
        (("had 3 coffees",), "the coffee was 2", "value 3 → 2"),
        (("벤치는 40kg으로 3세트 10개씩",), "아까 벤치 45였어", "40 → 45"),
        (("커피 세 잔 마심",), "커피 두 잔이었어", "값 3 → 2"),
        (("had 4 glasses of water",), "scrap that water thing, it was just two", "value 4 → 2"),
        (("bench 80kg 5x5",), "scrap that bench thing", "removed: bench press"),
        (("squat 100 kg 5x5", "bench 60 kg 3x8"), "squat reps were 6", "squat: reps 5 → 6"),
        (("bench 80 kg 5x5, squat 100 kg 3x5",), "bench was 82.5 and squat was 4 sets", "squat: sets 3 → 4"),
        (("bench 100 kg 3x5, squat 80 kg 3x5",), "mixed those up, bench was 80 and squat 100", "80 → 100"),
        (("ran 5 km in 30 min",), "actually 6 km and 32 min", "time 30:00 → 32:00"),
        (("bench 80 kg 5x5",), "last two sets were at 75", "bench press 75 kg x 5 x 2"),
        (("bp 138/82",), "bp shouldve been 128/82", "value 138 → 128"),
        (("took 200mg ibuprofen",), "the ibuprofen was 400mg", "200mg ibuprofen → 400mg ibuprofen"),
        (("took 200mg ibuprofen", "bench 80 kg 3x5"), "that was 400 mg", "400mg ibuprofen"),
        (("had 3 eggs and toast for breakfast",), "only 2 eggs actually", "2 eggs and toast"),
        (("squat 70 kg 4x6",), "no wait front squats", "squat → front squat"),
        (("bench 80 kg 3x5", "rows 60 kg 3x8"), "didnt do the rows actually", "removed: barbell row"),
        (("ran 10k in 52 min",), "oops that was my wife's run not mine", "removed: run"),
        (("ran 5k in 27:10",), "nvm delete that run", "removed: run"),
        (("bench 80 kg 3x5",), "shold be 90", "80 → 90"),
        (("bench 80 kg 3x5",), "this was last night btw", "→"),
        (("weight 181 kg",), "lbs obviously", "unit kg → lb"),
        (("squat 140 kg x3 @8",), "more like rpe 9", "RPE 8 → 9"),
        ((_SESSION, "mood 7, energy 6"), "mood more like a 5", "mood: value 7 → 5"),
        ((_SESSION, "coffee x2"), "the last set of squats didn't count", "last set removed: squat"),
        ((_SESSION, "coffee x2"), "delete the last set of squats", "last set removed: squat"),
        ((_SESSION, "coffee x2"), "leave out the curls", "removed: biceps curl"),
        ((_SESSION, "coffee x2"), "squat weight was wrong, 105", "squat: weight 100 → 105"),
        ((_SESSION, "coffee x2"), "ignore the curls, that was my brother", "removed: biceps curl"),
        ((_SESSION, "coffee x2"), "i only had one coffee", "coffee: value 2 → 1"),
        ((_SESSION, "coffee x2"), "add 2 more sets of curls", "biceps curl: sets 3 → 5"),
        ((_SESSION, "coffee x2"), "i meant hammer curls", "biceps curl → hammer curl"),
        ((_SESSION, "coffee x2"), "bench was incline bench btw", "bench press → incline bench press"),
        ((_SESSION, "coffee x2"), "curls are in lbs", "biceps curl: unit kg → lb"),
        ((_SESSION, "coffee x2"), "not 100, 110 on squats", "squat: weight 100 → 110"),
        ((_SESSION, "knee pain 4", "2 beers"), "knee pain was 2", "pain: value 4 → 2"),
        (("ran 5k in 28 min", "coffee x2"), "change run time to 27:30", "run: time 28:00 → 27:30"),
        (("weight 82.4 kg", _SESSION), "wrong weight, should be 81.9", "body weight: value 82.4 → 81.9"),
        (("coffee x2", _SESSION, "coffee x2"), "i logged the coffee twice", "the whole log removed"),
        ((_SESSION, "coffee x2"), "all squat sets were 97.5", "squat: weight 100 → 97.5"),
        ((_SESSION, "coffee x2"), "squat in lbs not kg", "squat: unit kg → lb"),
        (("weight 82.4 kg", _SESSION), "wrong bodyweight, 81.9", "body weight: value 82.4 → 81.9"),
        (("swam 1500m in 34 min", "coffee x2"), "the swim was actually 1400", "1400 m"),
        (("커피 2잔", "벤치 80kg 5회 3세트", "커피 2잔"), "커피 두 번 적었네", "기록 전체 삭제"),
        (("벤치 80kg 5회 3세트", "커피 2잔"), "벤치 무게 잘못 적었어 82.5야", "무게 80 → 82.5"),
    ],
)
async def test_each_finds_its_log_shows_the_difference_and_is_undone(
    tmp_path: Path, logs: tuple[str, ...], said: str, shown: str
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for log in logs:
            await you.ask(log)
        db = bot.app.core.db
        before = {entry.id: entry.measures for entry in await db.entries.recent_entries(YOU_ID, 9)}
        answer = await you.ask(said)
        assert shown in answer.text, answer.text
        await you.ask("/undo")
        after = {entry.id: entry.measures for entry in await db.entries.recent_entries(YOU_ID, 9)}
        assert after == before


@pytest.mark.parametrize(
    ("log", "said", "asks"),
    [
        ("bench 80 kg 5x5", "delete the swim", "no recent log of swim"),
        ("bench 80 kg 5x5", "that was 90 not 95", "no recent log with 95"),
        ("bench 80 kg 5x5", "remove set 7", "not in the log"),
        ("bench 80 kg 5x5", "delete that set", "Which set"),
        ("bench 80 kg 5x5", "i logged the bench twice", "only once: bench press 80 kg x 5 x 5"),
    ],
)
async def test_what_fits_no_log_changes_nothing_and_asks(
    tmp_path: Path, log: str, said: str, asks: str
) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask(log)
        assert asks in (await you.ask(said)).text
        assert "80 kg" in (await you.ask("/today")).text


@pytest.mark.parametrize(
    ("logged", "said", "stands"),
    [
        ("ssb squat 110kg 3x8", "scratch the 3x8 on ssb it was 4x8", "110 kg x 8 reps, 4 sets"),
        ("squat 100kg 3x8", "that 3x8 was actually 4x8", "100 kg x 8 reps, 4 sets"),
        ("bench 80kg 5x5", "no, bench was 3x6", "80 kg x 6 reps, 3 sets"),
        ("bench 80kg 5x5", "sorry bench was 3x8 at 82.5", "82.5 kg x 8 reps, 3 sets"),
        ("bench 80kg 5x5", "the last set of bench was only 4 reps", "80 kg x 4 reps"),
    ],
)
async def test_sets_told_anew_keep_the_load_that_is_not_told(
    tmp_path: Path, logged: str, said: str, stands: str
):
    async with running_bot(tmp_path) as (_bot, you):
        await you.ask(logged)
        assert stands in (await you.ask(said)).text.replace("\u00d7", "x")


async def test_my_weight_is_no_load_of_what_was_lifted_before(tmp_path: Path):
    async with running_bot(tmp_path) as (_bot, you):
        await you.ask("bench 80kg 5x5")
        assert "Body weight: 82 kg" in (await you.ask("my weight is 82kg")).text


@pytest.mark.parametrize("said", ["undo", "Undo that please!", "방금 거 취소해줘"])
async def test_undo_in_words_takes_back_the_last_change_alone(tmp_path: Path, said: str):
    async with running_bot(tmp_path) as (_bot, you):
        await you.ask("squat 100kg 3x5")
        await you.ask("no it was 102.5")
        assert "100 kg x 5 reps, 3 sets" in (await you.ask(said)).text.replace("\u00d7", "x")


async def test_everything_of_a_day_is_deleted_by_no_sentence(tmp_path: Path):
    async with running_bot(tmp_path) as (_bot, you):
        await you.ask("squat 100kg 3x5")
        assert "/forget" in (await you.ask("remove everything from today")).text
        assert "Squat" in (await you.ask("/today")).text


async def test_days_are_shown_for_words(tmp_path: Path):
    async with running_bot(tmp_path) as (_bot, you):
        await you.ask("squat 100kg 3x5")
        for said, shown in (
            ("show me my week", "Squat"),
            ("이번 주 기록 보여줘", "스쿼트"),
            ("show me today", "Squat"),
        ):
            assert shown in (await you.ask(said)).text


@pytest.mark.parametrize(
    ("said", "told", "values"),
    [
        ("no, it was 80 kg", "There is no earlier log that this could correct.", []),
        ("아니 80kg였어", "고칠 수 있는 이전 기록이 없습니다.", []),
        ("actually slept 7h", "Sleep: 7 h", [7]),
        ("아니 물 2리터였어", "물: 2 l", [2]),
    ],
)
async def test_what_corrects_nothing_is_kept_as_a_log(
    tmp_path: Path, said: str, told: str, values: list[float]
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert told in (await you.ask(said)).text
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert (entry.text, [one.value for one in entry.measures]) == (said, values)


async def test_nothing_is_kept_of_what_only_takes_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert "no earlier log" in (await you.ask("delete that")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []


async def test_the_day_before_a_value_says_which_log_it_is_of(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"time_zone": "UTC"}) as (bot, you):
        first = bot.clock()
        await you.ask("weight 90,8 kg")
        for weight in ("90,5", "90,7"):
            bot.clock.advance(days=1)
            await you.ask(f"weight {weight} kg")
        changed = await you.ask(f"the weight from {first:%d.%m.} was 90,6 not 90,8")
        assert "90.8 → 90.6" in changed.text
        db = bot.app.core.db
        told = [one.measures[0].value or 0 for one in await db.entries.recent_entries(YOU_ID, 9)]
        assert sorted(told) == [90.5, 90.6, 90.7]


async def test_what_comes_to_mind_later_is_another_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("ran 5k in 26 min")
        later = await you.ask("oh and slept 7h")
        assert "Sleep: 7 h" in later.text
        assert "Not read" not in later.text
        assert "Run: 3 km" in (await you.ask("ah yes, forgot: ran 3k")).text


async def test_a_drink_of_another_day_is_put_right_by_no_new_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("had 3 coffees")
        bot.clock.advance(hours=24)
        assert "Coffee: 2" in (await you.ask("coffee was 2 today")).text
        assert "Coffee: 3" not in (await you.ask("/today")).text
        assert (await you.ask("how many coffees yesterday?")).text.rstrip(" cups.").endswith("3")


async def test_a_figure_to_be_converted_changes_no_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("curls 30 lb 3x12")
        assert "124.7 kg" in (await you.ask("convert 275 to kg")).text
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert [one.weight for one in entry.measures] == [30]


async def test_one_of_several_moves_to_its_day_alone_and_comes_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("squat 100 kg 5x5, slept 7h, bench 60 kg 3x10")
        moved = await you.ask("the squats were yesterday")
        assert moved.text.startswith("✏️ Changed")
        assert "Bench" not in moved.text
        stored = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        days = {one.name: one.day for entry in stored for one in entry.measures}
        assert (days["bench press"] - days["squat"]).days == 1
        assert days["sleep"] == days["bench press"]
        await you.ask("/undo")
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert [one.name for one in entry.measures] == ["squat", "bench press", "sleep"]
        assert {one.day for one in entry.measures} == {entry.day}


async def test_a_name_that_tells_which_log_moves_renames_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("hammer curls 12 kg 3x12")
        told = (await you.ask("move the curls to yesterday")).text
        assert "Hammer curl" in told
        assert "Biceps" not in told


async def test_more_than_one_log_goes_by_no_sentence(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        await you.ask("squat 100 kg 5x5")
        assert "one log at a time" in (await you.ask("delete the last two entries")).text
        stored = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert sum(one.sets for entry in stored for one in entry.measures) == 10


async def test_two_values_of_two_logs_change_neither(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        await you.ask("squat 100 kg 3x5")
        before = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert "several logs" in (await you.ask("bench was 82.5 and squat was 4 sets")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == before


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("squat 100 kg 4x5", "squat 100 kg x5, did 3 sets not 4 like last week"),
        ("took 200mg ibuprofen", "took 400mg ibuprofen"),
    ],
)
async def test_what_only_resembles_a_correction_is_a_new_log(tmp_path: Path, log: str, said: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(log)
        await you.ask(said)
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, 9)) == 2
