"""The memory's records after any logs, edits, removals and undos, beside a plain count of all rows."""

from __future__ import annotations

import asyncio
import tempfile
from datetime import date, timedelta
from functools import partial
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.derived_ids import id_of
from agents.memory import opened
from agents.recounting import remember_change
from agents.turn import Incoming
from agents.undo import undo
from bot.importing.importer import Importer
from bot.importing.plan import Whose
from storage.entities import Effects
from storage.importers.model import Choices, File
from storage.importers.reading import read_file
from tests.agents.milestones import milestones
from tests.agents.offline.test_year import ME, Life, life

NAMES = ("bench press", "squat", "row")
LOG = st.tuples(
    st.just("log"), st.sampled_from(NAMES), st.sampled_from((50, 80, 80.5, 100, 120)), st.integers(1, 6)
)
PAST = st.tuples(st.just("past"), st.sampled_from(NAMES), st.sampled_from((80, 110, 130)), st.integers(1, 9))
PAIN = st.tuples(st.just("pain"), st.sampled_from(("knee", "elbow")), st.integers(1, 6), st.integers(1, 5))
EDIT = st.tuples(st.just("edit"), st.sampled_from(NAMES), st.sampled_from((40, 90, 140)), st.integers(0, 5))
BRING = st.tuples(
    st.just("import"), st.sampled_from(NAMES), st.sampled_from((30, 70, 150)), st.integers(1, 20)
)
SPIT = st.tuples(st.just("undo import"), st.just(""), st.just(0), st.integers(0, 1))
TAKE = st.tuples(st.sampled_from(("undo", "delete")), st.just(""), st.just(0), st.integers(0, 5))
CHANGES = st.lists(st.one_of(LOG, LOG, PAST, PAIN, EDIT, TAKE, TAKE, BRING, SPIT), min_size=3, max_size=14)


async def change(me: Life, kind: str, name: str, weight: float, number: int) -> None:
    told = max(1, me.said - number)
    match kind:
        case "log":
            await me.says(f"{name} {weight:g}kg x{number}")
        case "past":
            day = (me.now - timedelta(days=number)).date()
            await me.says(f"{day}: {name} {weight:g}kg x5")
        case "pain":
            day = (me.now - timedelta(days=number)).date()
            await me.says(f"{day}: {name} hurts {number}/10")
        case "edit":
            incoming = Incoming(
                user_id=ME,
                chat_id=ME,
                message_id=told,
                text=f"{name} {weight:g}kg x5",
                sent_at=me.now,
                edited=True,
            )
            await me.machine.begin(incoming)
            await me.lanes.idle()
        case "import":
            await imported(me, f"{name} {weight:g}kg x5", me.now.date() - timedelta(days=number))
        case "undo import":
            await import_undone(me, me.said - number)
        case "delete":
            await me.says("delete that", reply_to=told)
        case _:
            me.said += 1
            await undo(me.services, ME, ME, f"undo:{me.said}")


async def imported(me: Life, line: str, day: date) -> None:
    """A file with one day's note, as the chat imports it."""
    me.said += 1
    importer = Importer(me.services, whose(me.said))
    file = File("notes.md", f"# {day}\n{line}\n".encode())
    plan = await importer.plan(partial(read_file, file), Choices(weight_unit="kg"))
    await me.services.db.turns.apply(await importer.effects(plan))
    await remember_change(me.services, ME, [item.entry for item in plan.new], "import")


async def import_undone(me: Life, message_id: int) -> None:
    gone = await Importer(me.services, whose(message_id)).undone()
    await me.services.db.turns.apply(Effects(revisions=gone))
    await remember_change(me.services, ME, [one.entry for one in gone], "undo")


def whose(message_id: int) -> Whose:
    return Whose(ME, id_of(message_id))


async def check(me: Life) -> None:
    db = me.services.db
    rows = await db.entries.get_entries_by_date_range(ME, date.min, date.max)
    profile = await me.services.profile(ME)
    truth = {f"{one.name} record": one.text for one in milestones(rows, profile)}
    memory = opened(await db.contexts.context(ME))
    records = {line.key: line.value for line in memory.lines if line.key.endswith(" record")}
    assert records.items() <= truth.items()
    pains: dict[str, date] = {}
    for measure in (m for entry in rows for m in entry.measures if m.name == "pain" and m.text):
        pains[f"{measure.text} pain"] = max(measure.day, pains.get(f"{measure.text} pain", date.min))
    told = {line.key: line.value for line in memory.lines if line.key.endswith(" pain")}
    assert told == {where: f"last logged {day}" for where, day in pains.items()}


async def lived(changes: list[tuple[str, str, float, int]], folder: Path) -> None:
    async with life(folder) as me:
        for kind, name, weight, number in changes:
            await change(me, kind, name, weight, number)
            await check(me)
        await me.looks_back()
        await check(me)
        rows = await me.services.db.entries.get_entries_by_date_range(ME, date.min, date.max)
        memory = opened(await me.services.db.contexts.context(ME))
        keys = {line.key for line in memory.lines if line.key.endswith(" record")}
        truth = milestones(rows, await me.services.profile(ME))
        texted = {measure.name for entry in rows if entry.chat_id == ME for measure in entry.measures}
        assert {f"{one.name} record" for one in truth if one.name in texted} <= keys
        assert keys <= {f"{one.name} record" for one in truth}


@settings(max_examples=15, deadline=None)
@given(changes=CHANGES)
def test_records_are_those_of_all_current_rows(changes: list[tuple[str, str, float, int]]):
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(lived(changes, Path(folder)))


async def test_what_undo_took_back_leaves_the_memory_and_older_records_stay(tmp_path: Path):
    async with life(tmp_path) as me:
        await me.says("bench press 120kg x1")
        for number in range(60):
            await me.says(f"squat {60 + number}kg x5")
        await me.says("bench press 100kg x1")
        await me.looks_back()
        await me.says("bench press 180kg x1")
        assert "180 kg" in (await me.newest()).content
        await undo(me.services, ME, ME, "undo:1")
        assert "180 kg" not in (await me.newest()).content
        assert "heaviest 120 kg x 1" in (await me.newest()).content


async def test_an_import_raises_a_record_and_taking_it_back_lowers_it(tmp_path: Path):
    async with life(tmp_path) as me:
        await me.says("bench press 100kg x5")
        await me.looks_back()
        await imported(me, "bench press 150kg x5", me.now.date() - timedelta(days=3))
        assert "heaviest 150 kg x 5" in (await me.newest()).content
        await import_undone(me, me.said)
        assert "heaviest 100 kg x 5" in (await me.newest()).content


async def test_a_weight_in_the_other_unit_is_compared_as_the_weight_it_is(tmp_path: Path):
    async with life(tmp_path) as me:
        await me.says("bench press 100kg x5")
        await me.says("bench press 225 lb x5")
        assert "heaviest 102.1 kg x 5" in (await me.newest()).content
        await me.says("bench press 215 lb x5")
        assert "heaviest 102.1 kg x 5" in (await me.newest()).content


async def test_the_fastest_run_is_remembered_until_it_is_taken_back(tmp_path: Path):
    async with life(tmp_path) as me:
        await me.says("ran 5 km in 30:00")
        await me.says("ran 5 km in 25:00")
        assert "5:00/km" in (await me.newest()).content
        await undo(me.services, ME, ME, "undo:1")
        assert "5:00/km" not in (await me.newest()).content
        assert "6:00/km" in (await me.newest()).content


async def test_a_pain_that_was_never_so_leaves_the_memory(tmp_path: Path):
    async with life(tmp_path) as me:
        await me.says("knee hurts 4/10")
        await me.looks_back()
        assert "knee pain" in (await me.newest()).content
        await undo(me.services, ME, ME, "undo:1")
        assert "knee pain" not in (await me.newest()).content


async def test_a_log_of_a_day_after_all_that_are_told_is_not_counted_again(tmp_path: Path):
    async with life(tmp_path) as me:
        await me.says("bench press 100kg x5")
        await me.looks_back()
        first = me.now.date()
        me.now += timedelta(days=7)
        later = await me.says(f"{first + timedelta(days=3)}: bench press 80kg x5")
        assert later.stored_ids
        assert later.observation is None
        earlier = await me.says(f"{first - timedelta(days=3)}: bench press 80kg x5")
        assert earlier.observation is not None
        assert f"logged since {first - timedelta(days=3)}" in (await me.newest()).content
