"""In the gym, over the real bot: plates, warm-ups, programmes, what comes next."""

# ruff: noqa: RUF001 - the sign between sets and repetitions is meant

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.programme_rows import ProgrammeRow
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

MONDAY = datetime(2026, 11, 23, 17, 0, tzinfo=UTC)


def on_monday() -> TestClock:
    clock = TestClock()
    clock.set(MONDAY)
    return clock


async def running(bot: RunningBot, user_id: int = YOU_ID) -> ProgrammeRow | None:
    return await bot.app.core.db.programmes.running(user_id)


async def test_plates_and_warm_ups_by_command_and_in_words(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert "25 + 25 + 10 + 1.25 on each side of the 20 kg bar" in (await you.ask("/plates 142.5")).text
        assert "45 + 45 on each side of the 45 lb bar" in (await you.ask("/plates 225 lb")).text
        assert "Nearest: 142.5 kg" in (await you.ask("what plates do I need for 143 kg?")).text
        assert "142.5 kg: 25 + 25 + 10 + 1.25" in (await you.ask("/plates 143")).text
        assert "Nearest: 20 kg" in (await you.ask("/plates 12")).text
        told = (await you.ask("/warmup 100")).text
        for line in ("20 kg × 10", "40 kg × 5 · 10 a side", "80 kg × 2 · 25 + 5 a side", "100 kg: 25 + 15"):
            assert line in told
        assert "60 kg × 3" in (await you.ask("100kg 웜업 어떻게 해?")).text
        assert "한쪽마다 25 + 15" in (await you.ask("100키로 어떻게 꽂아?")).text
        assert "/plates 142.5" in (await you.ask("/plates")).text
        assert "/warmup 100" in (await you.ask("/warmup squat")).text
        assert "60 kg × 3" in (await you.ask("/warmup bench 100")).text
        assert "45 + 45 on each side" in (await you.ask("/plates squat 225 lb")).text
        assert "60 kg × 3" in (await you.ask("/warmup 벤치 100")).text
        for text in ("/plates 1000", "/plates 4000", "/warmup 900", "how do I load 1000 kg?"):
            told = (await you.ask(text)).text
            assert "more plates than fit on a bar" in told, text
            assert "25 + 25" not in told, text
        assert "끼울 수 없는" in (await you.ask("원판 1000kg")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 5) == []


async def test_ones_own_bar_and_plates_hold_everywhere(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        page = await you.ask("/settings plates 20x4 10 5 kg")
        assert "Plates: 20x4 10 5 kg" in page.text
        assert "Bar: 15 kg" in (await you.ask("/settings bar 15")).text
        assert "20 + 20 + 5 on each side of the 15 kg bar" in (await you.ask("/plates 105")).text
        assert "Nearest: 95 kg or 105 kg" in (await you.ask("/plates 100")).text
        assert "225 lb is 102.06 kg" in (await you.ask("/plates 225 lb")).text
        assert "can't read 7 stones" in (await you.ask("/settings bar 7 stones")).text
        assert "can't read 20x1" in (await you.ask("/settings plates 20x1")).text
        await bot.restart()
        assert "Plates: 20x4 10 5 kg" in (await you.ask("/settings")).text


async def test_a_programme_starts_goes_on_by_what_is_logged_and_stops(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        await you.ask("/settings zone Europe/London")
        listed = await you.ask("/programme")
        assert "StrongLifts 5x5" in listed.labels
        proposed = await you.ask("start stronglifts squat 60, bench 40 kg, row 40, ohp 30, deadlift 80")
        for line in ("Mon, Wed, Fri", "squat 60 kg 5×5", "deadlift 80 kg 1×5", "Shall it start?"):
            assert line in proposed.text
        assert await running(bot) is None
        await you.tap(proposed, "Start")
        started = await you.edited(proposed)
        assert "has started" in started.text
        assert "bench press 40 kg 5×5" in started.text
        row = await running(bot)
        assert row is not None
        assert row.name == "StrongLifts 5x5"

        assert "Today · A" in (await you.ask("what's next?")).text
        told = await you.ask("squat 60 kg 5x5")
        assert "Still today: bench press 40 kg 5×5; barbell row 40 kg 5×5" in told.text
        await you.ask("bench 40 kg 5x5")
        told = await you.ask("row 40 kg 5,5,5,4,4")
        assert "Next Wed: squat 62.5 kg 5×5; overhead press 30 kg 5×5; deadlift 80 kg 1×5" in told.text
        assert "Next" not in (await you.ask("slept 7 h")).text
        assert "Next" not in (await you.ask("ran 5 km")).text

        bot.clock.advance(days=2)
        await bot.restart()
        told = await you.ask("squat 62.5 kg 5x5, ohp 30 kg 5x5, deadlift 80 kg 1x5")
        assert "Next Fri: squat 65 kg 5×5; bench press 42.5 kg 5×5; barbell row 40 kg 5×5" in told.text
        assert "barbell row 40 kg 5×5 (once more)" in (await you.ask("/next")).text
        back = await you.ask("/undo")
        assert "Taken back" in back.text
        assert "Today · B" in (await you.ask("/next")).text

        page = await you.ask("/programme")
        assert "since Mon 23 Nov" in page.text
        await you.tap(page, "Stop")
        stopped = await you.edited(page)
        assert "is stopped" in stopped.text
        assert await running(bot) is None
        assert "Next" not in (await you.ask("squat 62.5 kg 5x5")).text
        await you.tap(stopped, "Go on")
        assert "overhead press" in (await you.edited(stopped)).text
        assert await running(bot) is not None


async def test_undo_takes_back_a_beginning_and_no_log_before_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        await you.ask("squat 100 kg 5x5")
        for name in ("stronglifts", "gzclp"):
            bot.clock.advance(minutes=1)
            proposed = await you.ask(f"start {name} squat 60, bench 40, deadlift 80, ohp 30")
            await you.tap(proposed, "Start")
            await you.edited(proposed)
        assert "GZCLP is stopped" in (await you.ask("/undo")).text
        row = await running(bot)
        assert row is not None
        assert row.name == "StrongLifts 5x5"
        await bot.restart()
        assert "StrongLifts 5x5 is stopped" in (await you.ask("/undo")).text
        assert await running(bot) is None
        assert "Next" not in (await you.ask("bench 40 kg 5x5")).text
        assert "bench" in (await you.ask("/undo")).text
        assert "squat" in (await you.ask("/undo")).text


async def test_three_failures_take_load_off(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        proposed = await you.ask("start stronglifts squat 60, bench 40, row 40, ohp 30, deadlift 80")
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        await you.ask("squat 60 kg 5,5,5,4,4, bench 40 kg 5x5, row 40 kg 5x5")
        bot.clock.advance(days=2)
        told = await you.ask("squat 60 kg 5,5,5,5,4, ohp 30 kg 5x5, deadlift 80 kg 1x5")
        assert "Next Fri: squat 60 kg 5×5; bench press 42.5 kg" in told.text
        bot.clock.advance(days=2)
        told = await you.ask("squat 60 kg 5,5,5,4,3, bench 42.5 kg 5x5, row 42.5 kg 5x5")
        assert "Next Mon: squat 55 kg 5×5" in told.text
        assert "squat 55 kg 5×5 (less after misses)" in (await you.ask("/next squat")).text


async def test_a_lift_of_two_tiers_goes_on_in_stages(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        proposed = await you.ask("start gzclp squat 100, bench 60, deadlift 120, ohp 40")
        for line in (
            "squat 100 kg 5×3+",
            "squat 67.5 kg 3×10",
            "bench press 60 kg 5×3+",
            "bench press 40 kg",
        ):
            assert line in proposed.text, "the lighter tier begins with its share of what was said"
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        await you.ask("squat 100 kg 3,3,3,3,2, bench 40 kg 3x10, lat pulldown 40 kg 3x15")
        assert "Fri · A2" in (await you.ask("/next bench")).text
        for day in (
            "ohp 40 kg 5x3, deadlift 80 kg 3x10, dumbbell row 20 kg 3x15",
            "bench 60 kg 5x3, squat 67.5 kg 3x10, lat pulldown 40 kg 3x15",
            "deadlift 120 kg 5x3, ohp 27.5 kg 3x10, dumbbell row 20 kg 3x15",
        ):
            bot.clock.advance(days=2)
            await you.ask(day)
        told = (await you.ask("/next")).text
        assert "squat 100 kg 6×2+ (fewer repetitions, same load)" in told
        assert "bench press 42.5 kg 3×10" in told


async def test_corrections_and_edits_are_what_counts(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        proposed = await you.ask("/programme stronglifts squat 60, bench 40, row 40, ohp 30, deadlift 80")
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        await you.ask("squat 60 kg 5x5, bench 40 kg 5x5")
        said = await you.ask("row 40 kg 5x5")
        assert "squat 62.5 kg" in said.text
        corrected = await you.ask("it was 50 kg")
        assert "Next Wed: squat 62.5 kg" in corrected.text
        bot.clock.advance(days=2)
        told = await you.ask("squat 62.5 kg 5x5, ohp 30 kg 5x5, deadlift 80 kg 1x5")
        assert "barbell row 52.5 kg 5×5" in told.text


async def test_percentages_need_a_maximum_and_take_it_from_the_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (_, you):
        asked = await you.ask("/programme 5/3/1")
        assert "I don't know your maximum yet" in asked.text
        assert asked.labels == []
        await you.ask("squat 100 kg x 5, bench 80 kg x 3, deadlift 140 kg x 1, ohp 50 kg x 2")
        proposed = await you.ask("switch to 5/3/1")
        assert "deadlift 126 kg (training maximum)" in proposed.text
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        told = (await you.ask("/next")).text
        assert "Press" in told
        assert "overhead press 30 kg 1×5, 35 kg 1×5, 40 kg 1×5+" in told


async def test_the_weeks_of_a_run_plan(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        proposed = await you.ask("start the half marathon plan")
        assert "Tue: easy run, 4 km" in proposed.text
        await you.tap(proposed, "Start")
        assert "Week 1 of 12" in (await you.edited(proposed)).text
        bot.clock.advance(days=1)
        told = await you.ask("ran 4.2 km in 26:00")
        assert "Week 1 of 12, runs done: 1 of 3. Next Thu: easy run, 5 km" in told.text
        bot.clock.advance(days=7)
        told = (await you.ask("what should I run today?")).text
        assert "Week 2 of 12" in told
        assert "Next today: easy run, 5 km" in told


async def test_programmes_in_korean(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday(), profile={"language": "ko"}) as (bot, you):
        proposed = await you.ask("스트롱리프트 월 수 금 스쿼트 60 벤치 40 시작할래")
        assert "스쿼트 60 kg 5×5" in proposed.text
        await you.tap(proposed, "시작")
        await you.edited(proposed)
        told = await you.ask("스쿼트 60kg 5x5, 벤치 40kg 5x5, 바벨로우 20kg 5x5")
        assert "다음 수: 스쿼트 62.5 kg 5×5" in told.text
        assert "다음 수" in (await you.ask("벤치 40kg 5개")).text
        assert "오늘 뭐" not in (await you.ask("오늘 뭐 해야 돼?")).text
        assert "스쿼트 62.5 kg 5×5" in (await you.ask("다음 운동은 뭐야?")).text
        assert "멈췄어요" in (await you.ask("프로그램 그만할래")).text
        assert await running(bot) is None


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("/programme stop", True),
        ("/programme stop stronglifts", True),
        ("/programme 그만", True),
        ("stop the programme", True),
        ("quit stronglifts 5x5", True),
        ("end my stronglifts program", True),
        ("스트롱리프트 그만할래", True),
        ("/programme stop gzclp", False),
        ("stop gzclp", False),
        ("quit coffee", False),
    ],
)
async def test_a_programme_is_stopped_in_words(tmp_path: Path, text: str, *, stops: bool) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        proposed = await you.ask("start stronglifts squat 60, bench 40 kg, row 40, ohp 30, deadlift 80")
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        told = (await you.ask(text)).text
        assert (await running(bot) is None) is stops, told
        assert ("StrongLifts 5x5 is stopped" in told or "StrongLifts 5x5: 멈췄어요" in told) is stops


async def test_without_a_programme_what_was_done_last_says_what_is_next(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        assert "no sets of the last days" in (await you.ask("/next")).text
        await you.ask("bench 80 kg 5x5, squat 100 kg 5,5,4")
        assert "bench press 82.5 kg 5×5" in (await you.ask("/next")).text
        bot.clock.advance(days=2)
        told = (await you.ask("/next")).text
        assert "bench press 82.5 kg 5×5" in told
        assert "squat 100 kg 3×5 (once more)" in told
        await you.ask("knee pain 6/10")
        told = (await you.ask("what's next?")).text
        assert "bench press 82.5 kg 5×5" in told
        assert "squat 100" not in told
        assert "pain you told of: squat" in told
        group = bot.client.in_group(YOU_ID)
        for said in ("/next", f"@{bot.app.bot.username} what's next?"):
            told = (await group.ask(said)).text
            assert "bench press 82.5 kg" in told
            assert "left out" in told
            assert "pain" not in told
            assert "squat" not in told
        assert "I know no programme “zumba”" in (await you.ask("/programme zumba")).text
        assert "No programme runs" in (await you.ask("stop my programme")).text


OWN = """
name: My three
days: [tue, sat]
rules:
  main: {kind: linear, stages: [3x8], add: {kg: 2.5, lb: 5}}
workouts:
  all:
    - {lift: squat, rule: main}
    - {lift: pullups, rule: main, plates: false}
"""


async def test_ones_own_programme_comes_as_a_file(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        folder = bot.settings.data / "programmes"
        folder.mkdir()
        (folder / "shared.yaml").write_text(OWN.replace("My three", "House plan"), "utf-8")
        (folder / "broken.yaml").write_text("name: x\nfoo: 1\n", "utf-8")
        listed = (await you.ask("/programme")).text
        assert "House plan" in listed
        assert "broken.yaml, row 2: I know no foo here" in listed

        await you.document(OWN.replace("pullups", "pulups9").encode(), "mine.yaml")
        assert "mine.yaml, row 9: I know no exercise “pulups9”" in (await you.next_reply()).text
        for wrong, told in (
            (("kind: linear", "kind: linaer"), "row 5: “linaer” is nothing that kind can be"),
            (("kind: linear, ", ""), "row 5: kind is missing"),
        ):
            await you.document(OWN.replace(*wrong).encode(), "mine.yaml")
            assert told in (await you.next_reply()).text
        await you.document(OWN.encode(), "mine.yaml")
        proposed = await you.next_reply()
        assert "I know your programme My three now" in proposed.text
        assert "pull-up 3×8: your own load" in proposed.text
        await you.tap(proposed, "Start")
        assert "Next" not in (await you.edited(proposed)).text
        alex = bot.client.person(ALEX_ID)
        assert "My three" not in (await alex.ask("/programme")).text
        assert "My three" in (await you.ask("/programme")).text

        sent = await you.ask("/export")
        assert sent.message.document is not None
        content = await bot.client.download(sent.message.document.file_id)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            rows = json.loads(archive.read("programmes.json"))
        assert {row["status"] for row in rows} == {"file", "running"}


async def test_a_tap_twice_of_others_or_in_a_group_changes_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, _):
        here = bot.client.in_group(YOU_ID)
        await here.say(f"@{bot.app.bot.username} start stronglifts")
        proposed = await here.next_reply()
        alex = bot.client.in_group(ALEX_ID)
        told = await alex.answered(await alex.tap(proposed, "Start"))
        assert "somebody else" in (told.text or "")
        assert await running(bot, ALEX_ID) is None
        await here.tap(proposed, "Start")
        await here.edited(proposed)
        assert await running(bot) is not None
        told = await here.answered(await here.forge(proposed, "w:start:" + "0" * 24))
        assert "don't know this button" in (told.text or "")


async def test_again_is_an_ordinary_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        assert "I find nothing that “again” could repeat" in (await you.ask("again")).text
        await you.ask("/undo")
        await you.ask("squat 140 kg 3x5, bench 60 kg x 10 warmup, bench 100 kg 3x5")
        bot.clock.advance(days=3)
        told = await you.ask("bench same +2.5")
        assert "102.5 kg × 5 reps, 3 sets" in told.text
        assert "heaviest bench press" in told.text
        assert {"↩️ Undo", "✏️ Fix"} <= set(told.labels)
        told = await you.ask("again x4")
        assert "102.5 kg × 4 reps" in told.text
        assert "sets" not in told.text
        told = await you.ask("같은 무게 +2.5")
        assert "105 kg × 4회" in told.text
        [newest, *_] = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert (newest.text, newest.measures[0].weight) == ("같은 무게 +2.5", 105)
        await you.ask("/undo")
        told = await you.ask("squat same as last time")
        assert "140 kg × 5 reps, 3 sets" in told.text
        said = await you.say("squat again +10")
        receipt = await you.next_reply()
        assert "150 kg × 5 reps" in receipt.text
        await you.edit(said, "squat again +5")
        assert "145 kg × 5 reps" in (await you.next_reply()).text
        bot.clock.advance(days=2)
        told = await you.ask("same as last time")
        for line in ("102.5 kg × 5 reps, 3 sets", "140 kg × 5 reps, 3 sets", "145 kg × 5 reps"):
            assert line in told.text


async def test_one_more_with_another_load_is_a_set_of_its_own(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80kg 5x5")
        await you.ask("dinner: pizza, 900 kcal")
        for said, told in (
            ("one more with 85", "85 kg × 5 reps"),
            ("again at 200 lb x3", "200 lb × 3 reps"),
            ("한 세트 더 90kg으로", "90 kg × 3회"),
        ):
            receipt = (await you.ask(said)).text
            assert told in receipt
            assert "900" not in receipt
        assert "could repeat" in (await you.ask("run again with 10 kg")).text
        entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        weights = [one.weight for entry in entries for one in entry.measures if one.weight]
        assert sorted(weights) == [80, 85, 90, 200]
        assert all(entry.revision == 1 for entry in entries)


@pytest.mark.parametrize(
    "failed",
    ["bench 100kg x1 failed", "failed 100kg bench", "bench 100 kg failed", "bench failed at 100kg"],
)
async def test_a_try_that_failed_corrects_no_set_before_it(tmp_path: Path, failed: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80kg 5x5")
        assert "Changed" not in (await you.ask(failed)).text
        [only] = [one for one in await bot.app.core.db.entries.recent_entries(YOU_ID, 9) if one.measures]
        assert [(one.weight, one.reps, one.sets) for one in only.measures] == [(80, 5, 5)]


async def test_a_try_without_a_repetition_is_no_set_and_no_record(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 100 kg x 5")
        told = await you.ask("bench 102.5 kg x 3, 110 kg x 0 failed")
        assert "heaviest bench press: 102.5 kg" in told.text
        assert "110 kg ×" not in told.text
        assert "heaviest" not in (await you.ask("벤치 115kg 0회")).text
        told = await you.ask("A1 bench 80kg x8 A2 row 70kg x8, 4 rounds")
        assert told.text.count("4 sets") == 2


@pytest.mark.parametrize(
    ("text", "reps"),
    [
        ("bench 85x5, failed the 6th", 5),
        ("bench 85 x 5, missed the 6th", 5),
        ("squat 100x5 (failed the 6th)", 5),
        ("squat 100x5, couldn't get the 6th", 5),
        ("bench 85x3, failed the fourth", 3),
        ("벤치 85x5, 6개째 실패", 5),
        ("스쿼트 100kg 5회, 6번째는 실패", 5),
    ],
)
async def test_the_repetitions_before_the_one_that_failed_count(tmp_path: Path, text: str, reps: int) -> None:
    async with running_bot(tmp_path) as (bot, you):
        told = await you.ask(text)
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert [(one.reps, one.sets) for one in entry.measures] == [(reps, 1)], told.text
        assert "📝" not in told.text


async def test_a_set_that_failed_adds_no_load(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        told = await you.ask("squat 100kg 5x3 failed last set")
        assert "100 kg × 3 reps, 4 sets · then failed" in told.text
        bot.clock.advance(days=1)
        assert "squat 100 kg 4×3 (once more)" in (await you.ask("/next")).text
        told = await you.ask("벤치 80kg 5x5 마지막 세트 실패")
        assert "80 kg × 5회, 4세트 · 그다음 실패" in told.text
        for said, kept in (
            ("bench 80kg 3x5, failed 4th set", "80 kg × 5 reps, 3 sets · then failed"),
            ("벤치 80kg 3x5 4세트째 실패", "80 kg × 5회, 3세트 · 그다음 실패"),
            ("bench 80kg 3x5, 4th set failed on rep 3", "80 kg × 2 reps · then failed"),
        ):
            assert kept in (await you.ask(said)).text, "the set that failed stands behind those told"
        again = await you.ask("again")
        assert "failed" not in again.text, "what is repeated went well until it is said not to"


async def test_a_set_that_failed_ends_its_lift_of_a_programme_for_the_day(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        proposed = await you.ask("start stronglifts squat 60, bench 40, row 40, ohp 30, deadlift 80")
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        told = await you.ask("squat 60 kg 5x5, failed set 5")
        assert "60 kg × 5 reps, 4 sets · then failed" in told.text
        assert "squat" not in told.text.partition("Still today")[2]
        await you.ask("bench 40 kg 5x5, row 40 kg 5x5")
        bot.clock.advance(days=2)
        assert "squat 60 kg 5×5 (once more)" in (await you.ask("/next")).text


async def test_next_of_one_lift(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        assert "I see no sets of squat yet" in (await you.ask("/next squat")).text
        await you.ask("bench 80 kg 5x5, row 60 kg 5x5")
        bot.clock.advance(days=1)
        assert (await you.ask("/next bench")).text.splitlines()[1:] == ["• bench press 82.5 kg 5×5"]
        assert (await you.ask("/next row")).text.splitlines()[1:] == ["• barbell row 62.5 kg 5×5"]
        assert "no lift called flurb" in (await you.ask("/next flurb")).text
        proposed = await you.ask("start stronglifts squat 60, bench 40, row 40, ohp 30, deadlift 80")
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        assert (await you.ask("/next bench")).text == "Wed · A\n• bench press 40 kg 5×5"
        assert (await you.ask("/next 데드")).text == "Fri · B\n• deadlift 80 kg 1×5"
        await you.ask("curl 12 kg 3x10")
        assert "Not in your programme" in (await you.ask("/next curl")).text


async def test_a_tap_is_answered_in_the_language_of_its_message(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (_, you):
        proposed = await you.ask("스트롱리프트 시작")
        await you.tap(proposed, "시작")
        told = await you.edited(proposed)
        assert "시작했어요" in told.text
        await you.tap(told, "다른 프로그램")
        listed = await you.edited(told)
        await you.tap(listed, "StrongLifts 5x5")
        assert "시작할까요?" in (await you.edited(listed)).text


async def test_again_said_to_others_in_a_group_logs_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        here = bot.client.in_group(YOU_ID)
        await here.say("again")
        await here.say(f"@{bot.app.bot.username} ran 5 km")
        await here.next_reply()
        entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert [entry.text for entry in entries] == ["ran 5 km", "bench 100 kg 5x5"], "and no set"


async def test_again_goes_on_with_the_programme(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (_, you):
        proposed = await you.ask("start stronglifts squat 60, bench 40, row 40, ohp 30, deadlift 80")
        await you.tap(proposed, "Start")
        await you.edited(proposed)
        told = await you.ask("squat 60 kg x5")
        assert "Still today: squat 60 kg 4×5" in told.text
        for left in (3, 2, 1):
            assert f"squat 60 kg {left}×5" in (await you.ask("again")).text
        assert "Still today: bench press 40 kg 5×5" in (await you.ask("again")).text


async def test_a_plan_that_was_proposed_long_ago_begins_when_it_is_tapped(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=on_monday()) as (bot, you):
        proposed = await you.ask("start the half marathon plan")
        bot.clock.advance(days=15)
        await you.tap(proposed, "Start")
        started = await you.edited(proposed)
        assert "Week 1 of 12" in started.text
        assert "15 Dec: easy run, 4 km" in started.text
