"""Proposed changes over the real bot: refused, one message a set, decided by taps, once, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from agents.changes.items import (
    GoalItem,
    Item,
    MemoryItem,
    MergeItem,
    ProgrammeItem,
    ReminderItem,
    SessionItem,
    TextItem,
    TypoItem,
    UnitItem,
)
from agents.changes.proposing import MOST_ITEMS, MOST_READ, Proposed, decisions, propose
from agents.goals.goal import Goal
from agents.goals.standing import body_of, goal_of
from agents.gym.course import Start
from agents.gym.training_plans import TrainingPlans
from agents.reminders.plan import Plan
from agents.reminders.rows import plan_of
from agents.steps.revising import revision_of
from storage.coach import CoachRow
from storage.entities import Effects, Entry
from storage.proposal import ProposalRow
from storage.wakes import CALENDAR
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.radicale import radicale
from tests.driver.storing import save_entry

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
TODAY = NOON.date()
COACH = "coach:1"


def at(moment: datetime = NOON) -> TestClock:
    clock = TestClock()
    clock.set(moment)
    return clock


async def asked(bot: RunningBot, *items: Item | Mapping[str, object], whole: bool = False) -> Proposed:
    services = bot.app.core.services
    return await propose(services, YOU_ID, YOU_ID, COACH, items, name="Bench 100 kg", whole=whole)


async def entries(bot: RunningBot) -> list[Entry]:
    return await bot.app.core.db.entries.recent_entries(YOU_ID, 50)


def goal(target: float = 100.0, **more: object) -> Goal:
    return Goal.model_validate(
        {"kind": "best", "name": "bench press", "quantity": "weight", "target": target, "unit": "kg",
         "made": TODAY, **more}
    )  # fmt: skip


async def test_hostile_and_nonsensical_items_are_refused_with_reasons(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bench 32.5kg x5")
        await you.ask("bench 30kg x5")
        [other, entry] = await entries(bot)
        theirs = entry.model_copy(
            update={"id": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "user_id": 7, "message_id": -99}
        )
        await save_entry(bot.app.core.db.entries, theirs)
        typo: dict[str, object] = {
            "kind": "typo", "entry_id": entry.id, "name": "bench press", "field": "weight", "was": 32.5
        }  # fmt: skip
        hostile: dict[str, Mapping[str, object]] = {
            "foreign": {**typo, "entry_id": theirs.id, "becomes": 1.0},
            "foreign ": MemoryItem(category="fact", key="a", value="b", evidence=(theirs.id,)).model_dump(),
            "out_of_range": {**typo, "becomes": -5.0},
            "out_of_range ": {**typo, "becomes": 1e12},
            "changed": {**typo, "was": 325.0, "becomes": 32.5},
            "changed ": {
                "kind": "remove",
                "entry_id": entry.id,
                "twin": other.id,
                "day": entry.day,
                "was": entry.text,
            },
            "foreign  ": {
                "kind": "remove",
                "entry_id": entry.id,
                "twin": theirs.id,
                "day": entry.day,
                "was": entry.text,
            },
            "nothing_changes ": {
                "kind": "remove",
                "entry_id": entry.id,
                "twin": entry.id,
                "day": entry.day,
                "was": entry.text,
            },
            "nothing_changes": {**typo, "becomes": 32.5},
            "markup": {"kind": "memory", "category": "fact", "key": "x", "value": "<b>bold</b>"},
            "markup ": {"kind": "session", "title": "see https://evil.example", "day": TODAY},
            "markup  ": {"kind": "memory", "category": "fact", "key": "x", "value": "gp\u202ej.exe"},
            "past": {"kind": "session", "title": "legs", "day": TODAY - timedelta(days=1)},
            "out_of_range  ": {"kind": "goal", "goal": goal(5000).model_dump()},
            "unknown": {"kind": "merge", "name": "bench press", "into": "sleep"},
            "unknown ": {"kind": "goal", "goal": goal(110).model_dump(), "replaces": "0123456789abcdef"},
            "unreadable": {"kind": "shell", "command": "rm -rf /"},
            "unreadable ": {"kind": "typo", "entry_id": "1; DROP TABLE entries"},
            "unreadable  ": {"kind": "memory", "category": "fact", "key": "x", "value": "y" * 5000},
            "out_of_range   ": {"kind": "unit", "field": "weight_unit", "unit": "mi"},
        }
        found = await asked(bot, *hostile.values(), SessionItem(title="Legs", day=TODAY))
        assert [one.why for one in found.refused] == [why.strip() for why in hostile]
        message = await you.next_reply()
        assert message.text.splitlines() == ["💡 Bench 100 kg suggests:", "1. Legs on 23 Nov"]
        assert (await asked(bot, *hostile.values())).token == ""
        flood = [MemoryItem(category="fact", key=f"k{at}", value="v") for at in range(10_000)]
        many = await asked(bot, *flood)
        assert len(many.items) == MOST_ITEMS
        assert [one.number for one in many.refused] == [*range(MOST_ITEMS, MOST_READ + 1)]


async def logged(bot: RunningBot) -> list[tuple[str, float | None]]:
    return [(one.name, one.weight) for entry in reversed(await entries(bot)) for one in entry.measures]


def typo_of(entry: Entry, **more: object) -> TypoItem:
    fields = {"entry_id": entry.id, "name": "bench press", "field": "weight", "was": 325.0, "becomes": 32.5}
    return TypoItem.model_validate({**fields, **more})


async def test_a_set_is_decided_item_by_item_over_a_restart_and_taken_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bench 325kg x5")
        [entry] = await entries(bot)
        typo = typo_of(entry, reason="ten times what you lift", evidence=(entry.id,))
        nightly = ReminderItem(plan=Plan(text="go to bed", start=TODAY, times=(time(22),), rule="FREQ=DAILY"))
        await asked(bot, typo, GoalItem(goal=goal()), nightly)
        message = await you.next_reply()
        assert message.text.splitlines() == [
            "💡 Bench 100 kg suggests:",
            "1. 23 Nov, Bench press: 325×5 → 32.5×5 – ten times what you lift",  # noqa: RUF001
            "2. Goal: Bench press 100 kg",
            "3. Reminder: go to bed, every day at 22:00",
        ]
        assert message.labels[:6] == ["✓ 1", "✗ 1", "✓ 2", "✗ 2", "✓ 3", "✗ 3"]
        assert message.labels[6:8] == ["✓ Confirm all", "Not now"]
        await bot.restart()
        tapped = await you.tap(message, "✓ 1")
        assert (await you.answered(tapped)).text == "Done."
        message = await you.edited(message)
        assert "✓ done:" in message.text
        assert await logged(bot) == [("bench press", 32.5)]
        await you.tap(message, "✗ 2")
        message = await you.edited(message)
        assert "✗ no: Goal: Bench press 100 kg" in message.text
        assert not (await asked(bot, typo, GoalItem(goal=goal()))).items
        await you.tap(message, "✓ 3")
        message = await you.edited(message)
        assert message.labels == []
        assert [row.status for row in await bot.app.core.db.reminders.of_user(YOU_ID)] == ["set"]
        assert "taken back: Reminder: go to bed" in (await you.ask("/undo")).text
        assert await bot.app.core.db.reminders.of_user(YOU_ID) == []
        assert "taken back:" in (await you.ask("/undo")).text
        assert await logged(bot) == [("bench press", 325.0)]
        assert [one.status for one in await decisions(bot.app.core.services, YOU_ID, COACH)] == [
            "undone", "declined", "undone"
        ]  # fmt: skip


async def test_all_of_a_set_is_confirmed_by_one_tap_and_taken_back_by_one_undo(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("flat press 80kg x5")
        await you.ask("bench 80kg x5")
        names = {entry.measures[0].name for entry in await entries(bot)}
        [other] = names - {"bench press"} or {"bench press"}
        items: list[Item] = [
            UnitItem(field="weight_unit", unit="lb"),
            MemoryItem(category="fact", key="left knee", value="hurts on stairs"),
            SessionItem(title="Deload", day=TODAY + timedelta(days=2), days=7),
            *([MergeItem(name=other, into="bench press")] if other != "bench press" else []),
        ]
        await asked(bot, *items)
        message = await you.next_reply()
        await you.tap(message, "✓ Confirm all")
        message = await you.edited(message)
        assert message.text.count("✓ done:") == len(items), message.text
        core = bot.app.core
        assert {one[0] for one in await logged(bot)} == {"bench press"}
        assert (await core.services.profile(YOU_ID)).weight_unit == "lb"
        assert "hurts on stairs" in await core.db.contexts.get_global_context(YOU_ID)
        assert len(await core.db.reminders.of_user(YOU_ID)) == 1
        told = await you.ask("/undo")
        assert told.text.count("taken back:") == len(items), told.text
        assert {one[0] for one in await logged(bot)} == names
        assert (await core.services.profile(YOU_ID)).weight_unit is None
        assert "hurts on stairs" not in await core.db.contexts.get_global_context(YOU_ID)
        assert await core.db.reminders.of_user(YOU_ID) == []
        assert "✓ done:" not in (await you.edited(message)).text


async def test_what_rests_on_a_message_is_withdrawn_when_it_is_edited_or_taken_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        logged_at = await you.say("bench 325kg x5")
        await you.next_reply()
        [entry] = await entries(bot)
        await asked(
            bot,
            typo_of(entry),
            GoalItem(goal=goal(), evidence=(entry.id,)),
            SessionItem(title="Legs", day=TODAY),
        )
        message = await you.next_reply()
        first = message.buttons[0].callback_data or ""
        await you.edit(logged_at, "bench 32.5kg x5")
        after = await you.edited(message)
        assert after.text.count("no longer to the point:") == 2
        assert after.labels[:2] == ["✓ 3", "✗ 3"]
        tapped = await you.forge(message, first)  # as it was shown before
        assert (await you.answered(tapped)).text == "You have answered this already."
        assert await logged(bot) == [("bench press", 32.5)]


async def test_what_the_person_has_done_meanwhile_is_said_and_not_done_again(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("bench 325kg x5")
        [entry] = await entries(bot)
        fine = goal(100).model_copy(update={"name": "squat"})
        await asked(bot, GoalItem(goal=fine), UnitItem(field="weight_unit", unit="lb"), typo_of(entry))
        message = await you.next_reply()
        await you.ask("/goal squat 100 kg")
        await you.ask("use lb from now on")
        changed = entry.model_copy(update={"measures": (), "revision": 2})
        await bot.app.core.db.turns.apply(Effects(revisions=[revision_of(changed, NOON, "reading", "x")]))
        goals = await bot.app.core.db.goals.of_user(YOU_ID)
        await you.tap(message, "✓ Confirm all")
        message = await you.edited(message)
        assert message.text.count("no longer to the point: ") == 3
        assert message.labels == []
        assert await bot.app.core.db.goals.of_user(YOU_ID) == goals
        assert "taken back:" not in (await you.ask("/undo")).text, "what they did themselves comes first"


async def test_two_taps_and_late_or_foreign_ones_do_nothing_more(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await asked(bot, GoalItem(goal=goal()), SessionItem(title="Legs", day=TODAY + timedelta(days=30)))
        message = await you.next_reply()
        first, second = await you.tap(message, "✓ 1"), await you.tap(message, "✓ 1")
        told = {(await you.answered(one)).text for one in (first, second)}
        assert told == {"Done.", "You have answered this already."}
        assert len(await bot.app.core.db.goals.of_user(YOU_ID)) == 1
        bot.clock.advance(days=8)
        late = await you.tap(message, "✓ 2")
        assert "expired" in (await you.answered(late)).text
        assert await bot.app.core.db.reminders.of_user(YOU_ID) == []
        assert (await asked(bot, SessionItem(title="Legs", day=TODAY + timedelta(days=30)))).items
        await you.tap(await you.next_reply(), "Not now")
        assert not (await asked(bot, SessionItem(title="Legs", day=TODAY + timedelta(days=30)))).items
        bot.clock.advance(days=8)
        later = await asked(bot, SessionItem(title="Legs", day=TODAY + timedelta(days=30)))
        assert later.items, "it was put off for a week"


async def test_words_programmes_and_what_is_there_already_change_and_come_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        db, services = bot.app.core.db, bot.app.core.services
        await you.ask("/goal bench 100kg by March")
        await you.ask("remind me every day at 7am to weigh in")
        await you.ask("squat 100kg 5x5")
        [entry], [row] = await entries(bot), await db.goals.of_user(YOU_ID)
        [reminder] = await db.reminders.of_user(YOU_ID)
        plans = TrainingPlans(db.programmes, db.measures, services.registry.terms, tmp_path)
        offers = await plans.offers(YOU_ID)
        programme = offers.programmes[0].programme
        earlier = Plan(text="weigh in", start=TODAY, times=(time(6),), rule="FREQ=DAILY")
        await asked(
            bot,
            TextItem(entry_id=entry.id, was="squat 100kg 5x5", text="squat 102.5kg 5x5"),
            GoalItem(goal=goal(105), replaces=row.token),
            ReminderItem(plan=earlier, replaces=reminder.id),
            ProgrammeItem(start=Start(programme=programme, first_day=TODAY)),
        )
        message = await you.next_reply()
        assert "“squat 100kg 5x5” → “squat 102.5kg 5x5”" in message.text
        await you.tap(message, "✓ Confirm all")
        message = await you.edited(message)
        assert message.text.count("✓ done:") == 4, message.text
        assert await logged(bot) == [("squat", 102.5)]
        [now] = await db.goals.of_user(YOU_ID)
        assert (now.token, goal_of(now).target) == (row.token, 105)
        [changed] = await db.reminders.of_user(YOU_ID)
        assert (changed.id, plan_of(changed).times) == (reminder.id, (time(6),))
        running = await db.programmes.running(YOU_ID)
        assert running is not None
        assert running.name == programme.name
        assert (await you.ask("/undo")).text.count("taken back:") == 4
        assert await logged(bot) == [("squat", 100.0)]
        assert [one.body for one in await db.goals.of_user(YOU_ID)] == [row.body]
        assert [one.body for one in await db.reminders.of_user(YOU_ID)] == [reminder.body]
        assert await db.programmes.running(YOU_ID) is None
        await you.ask("/undo")  # what was done before comes next, not the set again
        assert await logged(bot) == []


async def test_what_was_changed_since_is_left_as_it_is(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await asked(bot, GoalItem(goal=goal()))
        message = await you.next_reply()
        await you.tap(message, "✓ 1")
        await you.edited(message)
        [row] = await bot.app.core.db.goals.of_user(YOU_ID)
        await bot.app.core.db.goals.save(replace(row, body=body_of(goal(120))))
        assert "changed since" in (await you.ask("/undo")).text
        assert [goal_of(one).target for one in await bot.app.core.db.goals.of_user(YOU_ID)] == [120]


async def test_a_session_goes_into_the_calendar_once_and_out_again(tmp_path: Path) -> None:
    async with radicale(tmp_path / "radicale") as server:
        server.make("training")
        calendars = [server.account(user=YOU_ID)]
        async with running_bot(tmp_path, clock=at(), calendars=calendars) as (bot, you):
            legs = SessionItem(title="Leg day", day=TODAY + timedelta(days=1), at=time(18))
            await asked(bot, legs, SessionItem(title="Deload", day=TODAY + timedelta(days=7), days=7))
            message = await you.next_reply()
            await you.tap(message, "✓ Confirm all")
            message = await you.edited(message)
            assert message.text.count("✓ done:") == 2, message.text
            assert await bot.app.core.db.reminders.of_user(YOU_ID) == []
            assert "Leg day" in (await you.ask("what's on tomorrow?")).text
            assert (await you.ask("/undo")).text.count("taken back:") == 2
            assert "Leg day" not in (await you.ask("what's on tomorrow?")).text


async def test_nobody_else_decides_and_no_group_is_written_to(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        services = bot.app.core.services
        await propose(services, YOU_ID, GROUP_ID, COACH, [GoalItem(goal=goal())])
        message = await you.next_reply()
        assert message.chat_id == YOU_ID
        alex = bot.client.person(ALEX_ID)
        theirs = await alex.ask("hello")
        forged = await alex.forge(theirs, message.buttons[0].callback_data or "")
        assert "Done" not in ((await alex.answered(forged)).text or "")
        assert await bot.app.core.db.goals.of_user(YOU_ID) == ()
        assert await bot.app.core.db.goals.of_user(ALEX_ID) == ()


async def test_what_goes_into_the_calendar_and_out_again_is_told_to_coaches(tmp_path: Path) -> None:
    async with radicale(tmp_path / "radicale") as server:
        server.make("training")
        calendars = [server.account(user=YOU_ID)]
        async with running_bot(tmp_path, clock=at(), calendars=calendars) as (bot, you):
            wakes = bot.app.core.db.wakes
            await bot.app.core.db.coaches.save(
                CoachRow("c1", YOU_ID, "My week", "week", "active", True, "{}", NOON), (CALENDAR,)
            )
            await asked(bot, SessionItem(title="Leg day", day=TODAY + timedelta(days=1), at=time(18)))
            message = await you.next_reply()
            await you.tap(message, "✓ 1")
            await you.edited(message)
            offered = await you.ask("book a massage on friday at 4 pm")
            assert await wakes.waiting(YOU_ID, "c1", "changes") is not None
            await you.tap(offered, "Create")
            await you.edited(offered)
            for changes in (2, 3, 4):
                waits = await wakes.waiting(YOU_ID, "c1", "changes")
                assert waits is not None
                assert (waits.changes, waits.tokens) == (changes, '["calendar"]')
                await you.ask("/undo")


async def test_a_set_whose_time_is_over_says_so_by_itself_and_over_a_restart(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        item = SessionItem(title="Legs", day=TODAY + timedelta(days=30))
        await asked(bot, GoalItem(goal=goal()), item)
        message = await you.next_reply()
        await you.tap(message, "✗ 1")
        message = await you.edited(message)
        await bot.tick()
        bot.clock.advance(days=6)
        await bot.restart()
        await bot.tick()
        assert await bot.app.core.db.proposals.open_items(YOU_ID)
        bot.clock.advance(days=1, minutes=1)
        await bot.tick()
        message = await you.edited(message)
        assert "⌛ too late: Legs" in message.text
        assert "✗ no: Goal" in message.text
        assert message.labels == []
        await bot.tick()
        late = await you.forge(message, f"p:{(await of_coach(bot))[-1].token}:yes")
        assert "expired" in (await you.answered(late)).text
        assert (await asked(bot, item)).items, "it may be asked again"


async def of_coach(bot: RunningBot) -> list[ProposalRow]:
    return await bot.app.core.db.proposals.of_origin(YOU_ID, COACH, 9)
