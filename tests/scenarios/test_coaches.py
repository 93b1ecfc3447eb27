"""Coaches over the real bot: a goal in words, one wake for many logs, a report with evidence, proposals."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from agents.changes.items import UnitItem
from agents.changes.proposing import propose
from agents.coaches.coach import links_of
from agents.coaches.speech import asked_for, coach_words, wish_of
from agents.coaches.template import built_in, read_template
from agents.goals.standing import goal_of
from agents.signs import may_speak_of
from agents.wakes.runner import requested
from storage.coach import CoachRow
from storage.wakes import THROTTLE
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.storing import save_entry

START = datetime(2026, 11, 2, 9, tzinfo=UTC)


def at(moment: datetime) -> TestClock:
    clock = TestClock()
    clock.set(moment)
    return clock


async def settled(bot: RunningBot) -> list[str]:
    """What comes once all that is due has run."""
    before = {one.message_id for one in bot.server.state.messages.of(YOU_ID)}
    await bot.tick()
    if (runner := bot.app.state.coaching.runner) is not None:
        await runner.idle()
    while await bot.app.core.db.outbox.queued(bot.clock(), limit=1):  # noqa: ASYNC110 - rows ring no bell
        await asyncio.sleep(0.02)
    new = [one for one in bot.server.state.messages.of(YOU_ID) if one.message_id not in before]
    return [(await bot.client.you.next_reply()).text for one in new if one.from_bot]


async def coach_of(bot: RunningBot) -> CoachRow:
    [coach] = await bot.app.core.db.coaches.of_user(YOU_ID)
    return coach


async def test_a_load_whose_unit_is_open_is_not_called_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (_, you):
        await you.ask("bench 80x5x3")
        await you.next_reply()  # kilograms or pounds?
        await you.ask("coach me to bench 100 kg by March")
        report = await you.next_reply()
        assert "the goal is 100 kg. What you logged has no unit yet" in report.text
        assert "nothing logged" not in report.text


async def test_taking_back_says_that_a_report_of_a_coach_still_tells_of_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("coach me to bench 100 kg by March")
        await you.next_reply()
        bot.clock.advance(minutes=5)
        await you.ask("bench 80kg 5x5")
        assert "Reports" not in (await you.ask("/undo")).text
        await you.ask("bench 85kg 5x5")
        bot.clock.advance(minutes=5)
        report = await you.ask("update my coach")
        if "85 kg" not in report.text:
            report = await you.next_reply()
        assert "85 kg" in report.text
        assert "Reports written since then still tell of it." in (await you.ask("/undo")).text


async def test_a_goal_in_words_makes_a_coach_that_wakes_once_for_many_logs(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        for day, load in enumerate((80, 82.5, 85, 87.5)):
            bot.clock.set(START + timedelta(days=3 * day))
            await you.ask(f"bench {load}kg 5x5")
        made = await you.ask("coach me to bench 100 kg by March")
        assert "I'll watch it (Strength goal)" in made.text
        report = await you.next_reply()
        for line in (
            "Bench press: 87.5 kg so far, the goal is 100 kg",
            "31 Mar 2027",
            "Days with it lately: 4",
        ):
            assert line in report.text, report.text
        assert any("87.5" in label for label in report.labels), "evidence"
        coach = await coach_of(bot)
        assert not coach.automatic

        await you.ask("bench 90kg 5x3")
        assert (await coach_of(bot)).outdated_at is not None
        bot.clock.advance(minutes=10)
        assert await settled(bot) == [], "automatic updates are off"
        page = await you.ask("/coaches")
        assert "something has changed since" in page.text
        await you.tap(page, "bench 100 kg")
        page = await you.edited(page)
        await you.tap(page, "Update now")
        assert "I'm looking" in (await you.edited(page)).text
        report = await you.next_reply()
        assert "90 kg so far" in report.text
        await you.tap(report, "Automatic updates")
        report = await you.edited(report)
        assert (await coach_of(bot)).automatic

        for load in (90, 92.5, 95):
            await you.ask(f"bench {load}kg x3")
        assert await settled(bot) == [], "the throttle has not passed"
        await bot.restart()
        bot.clock.advance(seconds=THROTTLE.seconds)
        [told] = await settled(bot)
        assert "95 kg so far" in told
        log = await bot.app.core.db.wakes.log(YOU_ID, coach.id)
        assert [one.reason for one in log] == ["subscription", "manual", "creation"]
        assert {one.outcome for one in log} == {"reported"}
        bot.clock.advance(minutes=10)
        assert await settled(bot) == [], "nobody is woken by its own report"
        assert "✉️ subscription exercise:bench press\n" in (await you.ask("/coaches inside")).text


async def test_a_stalled_lift_is_told_with_a_proposal_that_is_not_repeated(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        for day, load in ((0, 90), (7, 85), (14, 85), (21, 85)):
            bot.clock.set(START + timedelta(days=day))
            await you.ask(f"bench {load}kg x5")
        bot.clock.set(START + timedelta(days=22))
        await you.ask("/coaches bench 100 kg")
        report, proposed = await you.next_reply(), await you.next_reply()
        assert "Your best is from Mon 2 Nov; nothing has beaten it since" in report.text
        assert "Lighter week: Bench press" in proposed.text
        await bot.restart()
        await you.tap(proposed, "✗")
        await you.edited(proposed)
        coach = await coach_of(bot)
        for week in (1, 2):
            bot.clock.advance(days=7)
            await you.ask("bench 85kg x5")
            await update(bot, coach, week)
            told = await settled(bot)
            assert not any("Lighter week" in one for one in told), f"week {week}: {told}"
        bot.clock.advance(days=1)
        await you.ask("bench 95kg x2")
        bot.clock.advance(days=22)
        for _ in range(3):
            await you.ask("bench 87.5kg x3")
            bot.clock.advance(days=1)
        await update(bot, coach, 3)
        told = await settled(bot)
        assert any("Lighter week" in one for one in told), "the facts are others now"


async def test_what_a_coach_no_longer_wants_is_withdrawn_where_it_was_shown(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        for day, load in ((0, 90), (7, 85), (14, 85), (21, 85)):
            bot.clock.set(START + timedelta(days=day))
            await you.ask(f"bench {load}kg x5")
        await you.ask("/coaches bench 100 kg")
        _, proposed = await you.next_reply(), await you.next_reply()
        first = proposed.buttons[0].callback_data or ""
        assert "1. Lighter week" in proposed.text
        await you.ask("bench 95kg x2")
        await update(bot, await coach_of(bot), 1)
        [report] = await settled(bot)
        assert "95 kg so far" in report
        proposed = await you.edited(proposed)
        assert "no longer to the point: Lighter week" in proposed.text
        assert proposed.labels == []
        late = await you.forge(proposed, first)
        assert (await you.answered(late)).text == "You have answered this already."
        assert await bot.app.core.db.reminders.of_user(YOU_ID) == []


async def update(bot: RunningBot, coach: CoachRow, number: int) -> None:
    await bot.app.core.db.wakes.ask(requested(coach, f"test {number}", bot.clock()))


async def test_what_is_late_and_what_was_not_logged_for_long_is_told_with_what_could_be_done(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        for number in range(6):
            bot.clock.set(START + timedelta(days=2 * number))
            await you.ask(f"bench {60 + number / 2}kg x5")
        await you.ask("slept 7h")
        await you.ask("coach me to bench 100 kg by December 20")
        report, proposed = await you.next_reply(), await you.next_reply()
        assert "That is later than planned." in report.text
        assert "as things go, that is when you are there" in proposed.text
        assert "Goal: Bench press 100 kg by" in proposed.text
        await you.tap(proposed, "✓ 1")
        assert "✓ done" in (await you.edited(proposed)).text
        [goal] = await bot.app.core.db.goals.of_user(YOU_ID)
        assert goal_of(goal).by != date(2026, 12, 20), "the same goal on a later day"
        await you.ask("/coaches sleep 8h")
        assert "Sleep: 7 h on average" in (await you.next_reply()).text
        bot.clock.advance(days=15)
        mine = {one.template: one for one in await bot.app.core.db.coaches.of_user(YOU_ID)}
        await update(bot, mine["strength"], 1)
        [report, proposed] = await settled(bot)
        assert "Nothing logged since Thu 12 Nov." in report
        assert "1. Bench press on 28 Nov at 09:00 – the last time is a while ago" in proposed  # noqa: RUF001
        await update(bot, mine["sleep"], 2)
        [report, proposed] = await settled(bot)
        assert "Sleep: nothing logged lately, the goal is 8 h." in report
        assert "Reminder: log sleep, every day at 20:00" in proposed


async def test_topics_in_two_languages_pauses_and_deletion(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        db = bot.app.core.db
        await you.ask("slept 7h")
        await you.ask("knee pain 4/10")
        for said, template, told in (
            ("/coaches sleep", "sleep", "7 h"),
            ("/coaches my knee", "injury", "Last told on Mon 2 Nov"),
            ("be my coach for the week", "week", "Training days this week"),
            ("수면 코치 해줘", "", ""),
            ("체중 75kg 코칭해줘", "body-weight", "75 kg"),
        ):
            made = await you.ask(said)
            if not template:
                assert "이미 코치가 있어요" in made.text
                continue
            report = await you.next_reply()
            assert told in report.text, report.text
            assert template in {one.template for one in await db.coaches.of_user(YOU_ID)}
        week = next(one for one in await db.coaches.of_user(YOU_ID) if one.template == "week")
        waits = await db.wakes.waiting(YOU_ID, week.id, "scheduled")
        assert waits is not None
        assert waits.due_at == datetime(2026, 11, 8, 18, tzinfo=UTC)
        bot.clock.set(waits.due_at + timedelta(minutes=1))
        [review] = await settled(bot)
        assert "the week before" in review
        assert (await db.wakes.log(YOU_ID, week.id))[0].reason == "scheduled"
        waits = await db.wakes.waiting(YOU_ID, week.id, "scheduled")
        assert waits is not None
        assert waits.due_at == datetime(2026, 11, 15, 18, tzinfo=UTC)

        page = await you.ask("/coaches")
        await you.tap(page, "my knee")
        page = await you.edited(page)
        await you.tap(page, "Inside")
        page = await you.edited(page)
        assert "creation, reported, template version 1" in page.text
        await you.tap(page, "Report")
        page = await you.edited(page)
        await you.tap(page, "Pause")
        page = await you.edited(page)
        await you.tap(page, "Delete")
        page = await you.edited(page)
        assert "deleted" in page.text
        assert len(await db.coaches.of_user(YOU_ID)) == 3
        await you.tap(page, "Back again")
        await you.edited(page)
        assert len(await db.coaches.of_user(YOU_ID)) == 4


async def test_the_next_goal_is_watched_once_the_first_one_is_reached(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("/coaches bench 60 kg")
        await you.next_reply()
        await you.ask("bench 61kg x5")
        await you.ask("update my coach")
        assert "61 kg so far, the goal is 60 kg. The goal is reached" in (await you.next_reply()).text
        proposed = await you.next_reply()
        await you.tap(proposed, "✓ 1")
        assert "✓ done: Goal: Bench press 62.5 kg" in (await you.edited(proposed)).text
        await you.ask("update my coach")
        assert "61 kg so far, the goal is 62.5 kg" in (await you.next_reply()).text
        db, coach = bot.app.core.db, await coach_of(bot)
        await db.coaches.save(replace(coach, automatic=True))
        await you.ask("/goal bench 65 kg")
        waits = await db.wakes.waiting(YOU_ID, coach.id, "changes")
        assert waits is not None
        assert waits.tokens.startswith('["goal:'), "another day or target of it wakes, too"


async def test_units_and_names_are_proposed_without_a_model(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("bench 80x5x3")
        await you.next_reply()  # kilograms or pounds?
        await you.ask("bench 85kg x3")
        db = bot.app.core.db
        [first, *_] = await db.entries.recent_entries(YOU_ID, 1)
        slips = tuple(one.model_copy(update={"name": "overhead presss"}) for one in first.measures)
        spelt = {"id": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "message_id": -5, "measures": slips}
        await save_entry(db.entries, first.model_copy(update=spelt))
        await you.ask("/coaches week")
        _, proposed = await you.next_reply(), await you.next_reply()
        _, unit, name = proposed.text.splitlines()
        assert unit.startswith("1. Weights without a unit are kg")
        assert name.startswith("2. Overhead presss is Overhead press: one exercise")
        await you.tap(proposed, "✓ Confirm all")
        assert (await you.edited(proposed)).text.count("✓ done") == 2
        assert "overhead press" in {one.name for one in await db.measures.logged_measures(YOU_ID)}


async def test_what_is_inside_is_told_in_the_persons_language_and_on_their_clock(tmp_path: Path) -> None:
    profile = {"time_zone": "Asia/Seoul", "language": "ko"}
    async with running_bot(tmp_path, clock=at(START), profile=profile) as (_, you):
        await you.ask("/coaches 수면")
        report = await you.next_reply()
        await you.tap(report, "속사정")
        _, wake, _, message = (await you.edited(report)).text.splitlines()
        assert wake == "• 2026-11-02 18:00: 처음 만들면서, 새 리포트, 템플릿 버전 1"
        assert message == "✉️ 처음 만들면서"


async def test_a_pain_is_watched_whatever_its_place_is_called(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("knee pain 4/10")
        await you.ask("무릎 통증 코치 해줘")
        assert "마지막으로 아프다고 한 날: 11월 2일" in (await you.next_reply()).text
        assert "you have a coach for that already" in (await you.ask("coach me through my knee pain")).text
        coach = await coach_of(bot)
        older = links_of(coach).model_copy(update={"place": "무릎"}).model_dump_json()
        await bot.app.core.db.coaches.save(replace(coach, body=older))
        bot.clock.advance(days=1)
        await you.ask("무릎 아파 6/10")
        await update(bot, coach, 1)
        [report] = await settled(bot)
        assert "마지막: 6/10, 11월 3일" in report
        await you.ask("/coaches left shoulder")
        assert "No pain told" in (await you.next_reply()).text


ASKED_FOR = {
    "make me a sleep coach": "sleep: I'll watch it (Sleep)",
    "I'd like a coach for deadlift 180 kg": "deadlift 180 kg: I'll watch it (Strength goal)",
    "could I have a strength coach": "I could not read what for",
    "체중 코치 하나 만들어줘": "체중: 지켜볼게요 (체중)",
    "주간 리뷰 코치 해줘": "주간 리뷰: 지켜볼게요 (주간 리뷰)",
    "4월까지 10km 50분 안에 뛰게 코칭해줘": "4월까지 10km 50분 안에: 지켜볼게요 (달리기 대회)",
}


async def test_a_coach_is_asked_for_in_many_words_and_so_is_what_it_proposes(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        reports: list[str] = []
        for said, told in ASKED_FOR.items():
            assert told in (await you.ask(said)).text, said
            reports += await settled(bot)
        assert "목표는 10 km에 50분" in reports[-1]
        coach, *_ = await bot.app.core.db.coaches.of_user(YOU_ID)
        unit = UnitItem(field="weight_unit", unit="lb")
        await propose(bot.app.core.services, YOU_ID, YOU_ID, f"coach:{coach.id}", [unit])
        await you.next_reply()
        for said in ("what does my coach suggest?", "코치 제안 보여줘"):
            assert "✓ 1" in (await you.ask(said)).labels, said


async def test_a_template_of_ones_own(tmp_path: Path) -> None:
    own = "name: steps\ncalled: {en: Steps}\nwatches: measure\nmeasure: steps\nsections: [latest, gap]"
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        refused = await you.ask(f"/coaches template\n{own}\nshell: rm")
        assert "no template: shell" in refused.text
        for odd in ("2026-13-45", "2026-01-01 25:00:00"):
            assert "no template: not valid" in (await you.ask(f"/coaches template\n{own}\nat: {odd}")).text
        assert "version 1 holds" in (await you.ask(f"/coaches template\n{own}")).text
        await you.document(own.replace("watches: measure", "watches: my cat").encode(), "steps.yaml")
        assert "no template: watches" in (await you.next_reply()).text
        await you.document(own.encode(), "steps.yaml")
        assert "version 2 holds" in (await you.next_reply()).text
        await you.ask("8000 steps")
        await you.ask("/coaches steps")
        report = await you.next_reply()
        assert "8,000" in report.text, report.text
        log = await bot.app.core.db.wakes.log(YOU_ID, (await coach_of(bot)).id)
        assert log[0].template_version == 2
        shorter = own.replace("latest, gap", "average")
        told = (await you.ask(f"/coaches template\n{shorter}")).text
        assert told.splitlines() == [
            "📐 Template steps: version 3 holds from now on.",
            "",
            "▶️ The last wakes again (1), by rules:",
            "2 Nov:",
            "− “Last: 8,000 on Mon 2 Nov.”",  # noqa: RUF001 - as shown
            "+ “Average of the last seven days with a log: 8,000.”",
        ]
        runner, coach = bot.app.state.coaching.runner, await coach_of(bot)
        assert runner is not None
        again = await runner.run(coach, replace(log[0], id="again"))
        assert again.ended[0].outcome == "unchanged", "begun by version 2, it ends by that"
        listed = (await you.ask("/coaches templates")).text
        assert "• Steps (steps, version 3 of 3, model: -)" in listed
        assert "• Sleep (sleep, model: low)" in listed
        other = own.replace("watches: measure", "watches: week").replace("latest, gap", "week")
        told = (await you.ask(f"/coaches template\n{other}")).text
        assert "+ “Training days this week" in told, told
        db, coach = bot.app.core.db, await coach_of(bot)
        await db.coaches.save(replace(coach, automatic=True))
        await you.ask("bench 80kg 5x5")
        assert await db.wakes.waiting(YOU_ID, coach.id, "changes") is None, "it works by version 2"
        await update(bot, coach, 1)
        [report] = await settled(bot)
        assert "Training days this week: 1 day" in report
        await you.ask("bench 80kg 5x5")
        assert await db.wakes.waiting(YOU_ID, coach.id, "changes") is not None


def test_the_page_names_the_templates_there_are_and_its_example_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "coaches.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \| [^`]*\|$", page, re.MULTILINE)[: len(built_in())] == [
        "strength", "body-weight", "sleep", "race", "injury", "week",
    ]  # fmt: skip
    assert set(built_in()) == {"strength", "body-weight", "sleep", "race", "injury", "week"}
    [example] = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert read_template(example).name == "steps"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_way_to_ask_for_a_coach_is_read_by_its_form(language: str) -> None:
    words = coach_words(language)
    for row in words.frames:
        assert may_speak_of("goals", row.example, language), row.example
        assert asked_for(row.example, language), row.example
    for row in words.does:
        assert may_speak_of("goals", row.example, language), row.example
        found = wish_of(row.example, language)
        assert found is not None, row.example
        assert found[0].act == row.act, row.example
        assert asked_for(row.example, language) is None, row.example
    assert wish_of("my coach says hi, bench 80kg 5x5", language) is None
    assert wish_of("수면 코치 그만둬", "ko") is not None
    assert asked_for("bench 80kg 5x5", language) is None
    assert asked_for(" Coach my Sleep please!", "en") == "Sleep"
    assert set(words.topics) <= set(built_in())


async def test_a_report_is_rated_by_its_owner_and_the_rating_stands_in_the_record(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("/coaches sleep")
        first = await you.next_reply()
        bot.clock.advance(hours=1)
        await you.ask("slept 7h")
        await update(bot, await coach_of(bot), 1)
        await settled(bot)
        shown = await you.ask("what does my coach say?")
        await you.tap(shown, "History")
        history = (await you.edited(shown)).text.splitlines()
        assert [line.partition(":")[0] for line in history] == ["🕘 sleep", "2 · 2 Nov", "1 · 2 Nov"]
        assert "7 h" in history[1]
        assert "nothing to say yet" in history[2]
        await you.tap(first, "👍")
        first = await you.edited(first)
        assert "✓ 👍" in first.labels
        assert "nothing to say yet" in first.text, "the report that was rated, not the one of today"
        await you.tap(first, "👎")
        first = await you.edited(first)
        assert "✓ 👎" in first.labels
        assert "👍" in first.labels
        db, coach = bot.app.core.db, await coach_of(bot)
        newer, older = await db.wakes.log(YOU_ID, coach.id)
        assert await db.coaches.ratings(YOU_ID, coach.id) == {older.id: "bad"}
        rate = f"o:{coach.id}:good:"
        alex = bot.client.person(ALEX_ID)
        theirs = await alex.ask("/coaches")
        await alex.answered(await alex.forge(theirs, f"{rate}{newer.id}"))
        await you.answered(await you.forge(first, f"{rate}{'0' * 24}"))
        assert await db.coaches.ratings(YOU_ID, coach.id) == {older.id: "bad"}
        record = (await you.ask("/evolve sleep")).text
        assert "Version 1: 2 wakes; 2 with news; 👍 0 👎 1\n" in record
        assert [one.text for one in await db.coaches.every_note(YOU_ID) if one.kind == "rating"] == ["bad"]
        assert all(one.kind != "rating" for one in await db.coaches.notes(YOU_ID, coach.id))


async def test_what_was_logged_while_nobody_looked_leaves_the_report_out_of_date(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("slept 7h")
        await you.ask("/coaches sleep")
        page = await you.next_reply()
        await you.tap(page, "Automatic updates")
        page = await you.edited(page)
        await you.ask("slept 8h")
        await you.tap(page, "No automatic updates")
        await you.edited(page)
        bot.clock.advance(seconds=THROTTLE.seconds)
        assert await settled(bot) == []
        page = await you.ask("what does my coach say?")
        assert "Something has changed since" in page.text, "what waited was not looked at"
        await you.tap(page, "Update now")
        assert "Last: 8 h" in (await you.next_reply()).text
        assert "Something has changed" not in (await you.ask("what does my coach say?")).text
        await you.ask("pause my coach")
        await you.ask("slept 9h")
        assert "Something has changed since" in (await you.ask("resume my coach")).text


async def test_what_is_remembered_of_a_confirmed_proposal_does_not_wake_who_proposed_it(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        for load in (40, 41, 42, 43, 425):
            await you.ask(f"bench {load}kg x5")
        await you.ask("slept 7h")
        await you.ask("/coaches week")
        report, proposed = await you.next_reply(), await you.next_reply()
        assert "Training days this week: 1 day" in report.text
        assert report.labels[:3] == [
            "Sleep 7 h · 2 Nov", "Bench press 425×5 · 2 Nov", "Bench press 43×5 · 2 Nov",  # noqa: RUF001
        ]  # fmt: skip
        await you.tap(report, "Automatic updates")
        await you.edited(report)
        db, coach = bot.app.core.db, await coach_of(bot)
        assert "1. 2 Nov, Bench press: 425×5 → 42.5×5" in proposed.text  # noqa: RUF001 - as shown
        await you.tap(proposed, "✓ 1")
        assert "✓ done" in (await you.edited(proposed)).text
        assert "heaviest 43 kg" in (await you.ask("/context")).text, "a record less is remembered"
        assert await db.wakes.waiting(YOU_ID, coach.id, "changes") is None
        await you.ask("bench 44kg x5")
        assert await db.wakes.waiting(YOU_ID, coach.id, "changes") is not None


async def test_words_alone_show_pause_and_delete_the_coach_that_is_meant(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        assert "Your coaches" not in (await you.ask("pause my coach")).text
        for topic in ("sleep", "my knee"):
            await you.ask(f"/coaches {topic}")
            await settled(bot)
        assert "Your coaches" in (await you.ask("stop coaching me")).text, "which one is meant is not said"
        assert "Paused." in (await you.ask("pause my sleep coach")).text
        assert "No pain told" in (await you.ask("what does my knee coach say?")).text
        assert "Paused." not in (await you.ask("resume my coach")).text
        for typed, told in (
            ("sleep no automatic updates", "Saved."), ("go on sleep", "nothing to say yet"),
            ("sleep history", "🕘 sleep: reports"), ("inside my knee", "🔎 my knee: inside"),
            ("pause everything", "I could not read what for"),
        ):  # fmt: skip
            assert told in (await you.ask(f"/coaches {typed}")).text, typed
        knee, *_ = [one for one in await bot.app.core.db.coaches.of_user(YOU_ID) if one.template == "injury"]
        unit = UnitItem(field="weight_unit", unit="lb")
        await propose(bot.app.core.services, YOU_ID, YOU_ID, f"coach:{knee.id}", [unit])
        proposed = await you.next_reply()
        assert "deleted" in (await you.ask("delete my knee coach")).text
        assert "no longer to the point" in (await you.edited(proposed)).text
        assert "Version 1: 1 wake; 1 with news; 0 of 1 proposal" in (await you.ask("/evolve injury")).text
        assert "Paused." in (await you.ask("/coaches pause")).text, "there is one"
        [left] = await bot.app.core.db.coaches.of_user(YOU_ID)
        assert (left.template, left.status) == ("sleep", "paused")


async def test_what_a_coach_watches_is_asked_about_without_naming_the_coach(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert "🧭" not in (await you.ask("am I on track for the half?")).text
        await you.ask("coach me to run a half by april")
        await you.next_reply()
        await bot.app.core.lanes.idle()
        assert (await you.ask("am I on track for the half?")).text.startswith("🧭 run a half by april")
        assert "🧭" not in (await you.ask("am I on track for the swim?")).text


async def test_switched_off_there_are_none(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START), coaches={"enabled": False}) as (bot, you):
        assert "switched off" in (await you.ask("/coaches sleep")).text
        assert "switched off" in (await you.ask("/evolve sleep")).text
        assert await bot.app.core.db.proposals.every_of_coaches(YOU_ID) == []
        shown = (await you.ask("/help")).text
        assert "/goal" in shown
        assert "/evolve" not in shown
        assert "/coaches" not in shown
        menu = {one.command for one in await bot.app.application.bot.get_my_commands()}
        assert "goal" in menu
        assert not menu & {"evolve", "coaches"}
        assert await bot.app.core.db.coaches.of_user(YOU_ID) == []


async def test_asked_in_a_group_the_answer_is_private(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        grouped = bot.client.in_group(YOU_ID)
        await grouped.say("/coaches@swealog_bot sleep")
        assert "I'll watch it" in (await you.next_reply()).text
        assert "nothing to say yet" in (await you.next_reply()).text
        for command, told in (("evolve", "Sleep, version 1"), ("proposals", "Nothing waits for")):
            await grouped.say(f"/{command}@swealog_bot sleep")
            assert told in (await you.next_reply()).text
        said = [one for one in bot.client.history(GROUP_ID) if one.from_bot]
        assert {one.text for one in said} == {"📬 I have sent it to you in our private chat."}


async def test_a_wake_begins_when_it_is_due_without_another_look(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("/coaches sleep")
        first = await you.next_reply()
        await you.tap(first, "Automatic updates")
        await you.edited(first)
        for hours, go_on in ((7, bot.tick), (8, bot.restart)):
            await you.ask(f"slept {hours}h")
            waits = await bot.app.core.db.wakes.waiting(YOU_ID, (await coach_of(bot)).id, "changes")
            assert waits is not None
            bot.clock.set(waits.due_at - timedelta(seconds=0.5))
            await go_on()
            report = await you.next_reply(within=10)
            assert f"Last: {hours} h" in report.text
            assert bot.clock() >= waits.due_at


async def test_a_report_that_nobody_asked_for_waits_for_the_end_of_the_night(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START.replace(hour=23))) as (bot, you):
        await you.ask("/coaches sleep")
        first = await you.next_reply()
        assert "nothing to say yet" in first.text, "it was asked for"
        await you.tap(first, "Automatic updates")
        await you.edited(first)
        await you.ask("slept 7h")
        for hours in (1, 8):
            bot.clock.advance(hours=hours)
            told = await settled(bot)
            assert [("Last: 7 h" in one) for one in told] == [True] * (hours > 1)


async def test_a_race_that_was_never_run_is_told_as_that_and_not_as_a_lack_of_units(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("ran 5k in 27:10")
        await you.ask("coach me to run a 10k under 50 minutes")
        report = (await you.next_reply()).text
        assert "the goal is 50 min over 10 km" in report
        assert "Nothing of that distance was logged lately" in report
        assert "no unit" not in report


async def test_a_coach_for_a_distance_alone_has_it_for_its_goal(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("ran 5k in 27:10")
        assert "Running race" in (await you.ask("can you coach me to 10k?")).text
        assert "5 km so far, the goal is 10 km" in (await you.next_reply()).text


async def test_what_is_to_be_watched_is_said_without_the_word_for_a_coach(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        await you.ask("squat 100 kg 5x5")
        made = await you.ask("can you keep an eye on my squat and tell me if I slack off?")
        assert "squat: I'll watch it" in made.text
        await settled(bot)
        assert "🧭 squat" in (await you.ask("what are you watching?")).text
        assert "Paused." in (await you.ask("stop watching my squat")).text
