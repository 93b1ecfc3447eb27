"""Coaches with a scripted model: what it reads, what is held, what it may only propose, what it costs."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.coaches.coach import links_of
from agents.wakes.runner import Runner
from bot.replies.prices import usd
from storage.wakes import THROTTLE
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.models.answers import structured, tool_calls
from tests.models.media import OGG, listening, says
from tests.models.server import ModelServer
from tests.web.calling import calling

WEIGH = {
    "kind": "reminder",
    "plan": {
        "text": "weigh in",
        "start": str(datetime.now(UTC).date() + timedelta(days=2)),
        "times": ["08:00"],
        "rule": "FREQ=WEEKLY",
    },
    "reason": "you rarely weigh in",
}
FOREIGN: dict[str, object] = {
    "kind": "typo", "entry_id": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "name": "bench press", "field": "weight",
    "was": 80, "becomes": 1,
}  # fmt: skip


async def test_a_model_writes_with_references_and_proposes_only(tmp_path: Path, server: ModelServer) -> None:
    priced = {"scripted": {**server.provider(), "api": "openai"}}
    async with running_bot(tmp_path, llm={**server.llm_section(), "providers": priced}) as (bot, you):
        await you.ask("bench 80kg 5x5")
        told = structured(
            {
                "report": "You are at {F1} of {P1}. Soon it will be 99999 kg. Keep going.",
                "observations": ["Trains bench regularly."],
            }
        )
        server.script(
            "coach",
            tool_calls(("list_goals", {})),
            tool_calls(("propose_change", WEIGH), ("propose_change", FOREIGN)),
            told,
        )
        await you.ask("/coaches bench 100 kg")
        report, proposed = await you.next_reply(), await you.next_reply()
        assert "You are at 80 kg of 100 kg." in report.text
        assert "99999" not in report.text
        assert "Keep going." in report.text
        assert "weigh in" in proposed.text
        assert "✓ 2" not in proposed.labels, "another person's entry is no proposal"
        first, *_ = server.calls("coach")
        assert "bench 80kg 5x5" in first.prompt
        assert "Say first whether the goal comes closer" in first.prompt
        assert "propose_change" in first.tools
        assert not {one for one in first.tools if one.startswith(("write", "propose_goal"))}
        db = bot.app.core.db
        [coach] = await db.coaches.of_user(YOU_ID)
        notes = await db.coaches.notes(YOU_ID, coach.id)
        assert "Trains bench regularly." in {one.text for one in notes}
        assert await db.reminders.count(YOU_ID) == 0, "nothing has happened yet"
        [wake] = await db.wakes.log(YOU_ID, coach.id)
        calls = await db.calls.calls_of_turn(YOU_ID, f"coach:{wake.id}")
        assert wake.cost_usd == sum(one.price_usd for one in calls) > 0
        await you.tap(report, "Inside")
        inside = (await you.edited(report)).text
        tokens = sum(one.input_tokens + one.output_tokens for one in calls)
        for told in (
            f"creation, reported, template version 1, {usd(wake.cost_usd)}", "✉️ creation\n",
            "Trains bench regularly.", f"{tokens:,} tokens",
        ):  # fmt: skip
            assert told in inside, inside


async def test_a_model_is_told_why_what_it_wants_is_not_asked(tmp_path: Path, server: ModelServer) -> None:
    gone, soon = datetime.now(UTC).date() - timedelta(days=9), datetime.now(UTC).date() + timedelta(days=2)
    hostile: tuple[dict[str, object], ...] = (
        FOREIGN,
        {"kind": "session", "title": "Legs", "day": str(gone)},
        {"kind": "session", "title": "<b>Legs</b>", "day": str(soon)},
        {"kind": "nonsense"},
        *({"kind": "session", "title": f"Legs {number}", "day": str(soon)} for number in range(60)),
    )
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        await you.ask("bench 80kg 5x5")
        calls = tool_calls(*(("propose_change", one) for one in hostile))
        server.script("coach", calls, structured({"report": "You are at {F1} of {P1}."}))
        await you.ask("/coaches bench 100 kg")
        await you.next_reply()
        proposed = await you.next_reply()
        told = server.calls("coach")[-1].prompt
        for why in ("foreign", "past", "markup", "unreadable: "):
            assert f"Refused, the person is not asked: {why}" in told, why
        assert told.count("The proposal is queued.") == 10
        assert "No more proposals in this wake." in told
        assert len(await bot.app.core.db.proposals.open_items(YOU_ID)) == 10
        assert "<b>" not in proposed.text


async def test_what_was_declined_is_not_asked_for_another_day(tmp_path: Path, server: ModelServer) -> None:
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        await you.ask("bench 80kg 5x5")
        today = datetime.now(UTC).date()

        def wanted(days: int, *titles: str) -> None:
            when = str(today + timedelta(days=days))
            calls = (("propose_change", {"kind": "session", "title": one, "day": when}) for one in titles)
            server.script("coach", tool_calls(*calls), structured({"report": "You are at {F1} of {P1}."}))

        wanted(2, "Legs")
        await you.ask("/coaches bench 100 kg")
        _, proposed = await you.next_reply(), await you.next_reply()
        await you.tap(proposed, "✗ 1")
        await you.edited(proposed)
        wanted(3, "Legs", "Back")
        await you.ask("update my coach")
        await you.next_reply()
        proposed = await you.next_reply()
        assert "Back on" in proposed.text
        assert "Legs" not in proposed.text
        assert "Refused, the person is not asked: declined." in server.calls("coach")[-1].prompt
        await you.tap(proposed, "✓ 1")
        await you.edited(proposed)
        wanted(5, "Back")
        await you.ask("update my coach")
        await you.next_reply()
        assert "Back on" in (await you.next_reply()).text, "a second one of what was wanted may be asked for"
        assert len(await bot.app.core.db.proposals.open_items(YOU_ID)) == 1


async def test_a_voice_note_wakes_by_its_content(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 90 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        await you.ask("/coaches bench 100 kg")
        report = await you.next_reply()
        await you.tap(report, "Automatic updates")
        report = await you.edited(report)
        await you.voice(OGG)
        assert "90 kg" in (await you.next_reply()).text
        bot.clock.advance(seconds=THROTTLE.seconds)
        await bot.tick()
        report = await you.next_reply()
        assert "90 kg so far, the goal is 100 kg" in report.text
        await you.tap(report, "Inside")
        assert "content, reported" in (await you.edited(report)).text


async def test_who_switches_it_off_a_moment_before_pays_nothing(tmp_path: Path, server: ModelServer) -> None:
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        await you.ask("bench 80kg 5x5")
        server.always("coach", structured({"report": "You are at {F1} of {P1}."}))
        await you.ask("/coaches bench 100 kg")
        report = await you.next_reply()
        await you.tap(report, "Automatic updates")
        report = await you.edited(report)
        db, runner = bot.app.core.db, bot.app.state.coaching.runner
        [coach] = await db.coaches.of_user(YOU_ID)
        [wake] = await db.wakes.log(YOU_ID, coach.id)
        assert isinstance(runner, Runner)
        later = replace(wake, id="later", reason="subscription")
        await runner.run(coach, later)
        assert len(server.calls("coach")) == 2
        await you.tap(report, "No automatic updates")
        await you.edited(report)
        await runner.run(coach, replace(later, id="latest"))
        assert len(server.calls("coach")) == 2, "it was begun while they were still on"


OWN = """/coaches template
name: strict
called: {en: Strict}
watches: measure
measure: sleep
sections: [latest]
model: MODEL
"""


async def test_a_template_names_the_model_that_writes(tmp_path: Path, server: ModelServer) -> None:
    async with running_bot(tmp_path, llm=server.llm_section()) as (_, you):
        await you.ask("slept 7h")
        server.always("coach", structured({"report": "Sleep as ever."}))
        assert "model:" in (await you.ask(OWN.replace("MODEL", "two words"))).text
        await you.ask(OWN.replace("MODEL", "large-one"))
        await you.ask("/coaches strict")
        assert "Sleep as ever." in (await you.next_reply()).text
        assert server.calls("coach")[-1].model == "large-one"
        await you.ask(OWN.replace("model: MODEL", "tier: high"))
        for asked, model in (("update my coach", "scripted-high"), ("/coaches body weight", "scripted-low")):
            await you.ask(asked)
            await you.next_reply()
            assert server.calls("coach")[-1].model == model


async def test_over_the_budget_and_without_an_answer_the_rules_write(
    tmp_path: Path, server: ModelServer
) -> None:
    priced = {"scripted": {**server.provider(), "api": "openai"}}
    poor = {**server.llm_section(), "providers": priced, "budget": {"user_day": 0.0}}
    async with running_bot(tmp_path, llm=poor) as (_, you):
        await you.ask("bench 80kg 5x5")
        await you.ask("/coaches bench 100 kg")
        assert "80 kg so far, the goal is 100 kg" in (await you.next_reply()).text
    assert server.calls("coach") == []


async def test_a_linked_coach_reads_what_the_other_reports_now(tmp_path: Path, server: ModelServer) -> None:
    async with running_bot(tmp_path, llm=server.llm_section()) as (_, you):
        for words in ("Sleep is quiet.", "Lifting is fine.", "Sleep is short now.", "Lifting suffers."):
            server.script("coach", structured({"report": words}))
        await you.ask("/coaches sleep")
        await you.next_reply()
        await you.ask("/coaches bench 100 kg")
        await you.next_reply()
        assert "Sleep is quiet." in server.calls("coach")[1].prompt
        for name in ("sleep", "bench 100 kg"):
            page = await you.ask("/coaches")
            await you.tap(page, name)
            page = await you.edited(page)
            await you.tap(page, "Update now")
            await you.next_reply()
        last = server.calls("coach")[-1].prompt
        assert "Sleep is short now." in last
        assert "Sleep is quiet." not in last
        assert "Lifting is fine." in last, "its own report"


async def test_a_person_chooses_whose_reports_a_coach_reads(tmp_path: Path, server: ModelServer) -> None:
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        server.always("coach", structured({"report": "Quiet."}))
        for what in ("sleep", "bench 100 kg"):
            await you.ask(f"/coaches {what}")
            report = await you.next_reply()
        await you.tap(report, "Inside")
        page = await you.edited(report)
        assert "Whose reports it reads" in page.text
        assert (await you.ask("/coaches inside bench 100 kg")).text == page.text
        await you.tap(page, "✓ sleep")
        page = await you.edited(page)
        await you.tap(page, "🧭 Report")
        report = await you.edited(page)
        await you.tap(report, "Update now")
        await you.next_reply()
        assert _others(server) == ""
        page = await you.ask("/coaches")
        await you.tap(page, "🧭 sleep")
        page = await you.edited(page)
        await you.tap(page, "Inside")
        page = await you.edited(page)
        await you.tap(page, "＋ bench 100 kg")  # noqa: RUF001 - as shown
        assert "✓ bench 100 kg" in (await you.edited(page)).labels
        assert {len(links_of(one).coaches) for one in await bot.app.core.db.coaches.of_user(YOU_ID)} == {0, 1}


async def test_over_http_links_are_typed(tmp_path: Path, server: ModelServer) -> None:
    async with calling(tmp_path, llm=server.llm_section()) as (bot, you):
        server.always("coach", structured({"report": "Quiet."}))
        for what in ("sleep", "week"):
            await you.say(f"/coaches {what}")
        sleep, week = await bot.app.core.db.coaches.of_user(YOU_ID)
        inside = (await you.say(f"/coaches {week.id[:4]} inside")).text
        assert f"✓ sleep: /coaches {week.id[:4]} - {sleep.id[:4]}" in inside
        told = (await you.say(f"/coaches {week.id[:4]} - {sleep.id[:4]}")).text
        assert told.startswith("Saved.")
        assert f"＋ sleep: /coaches {week.id[:4]} + {sleep.id[:4]}" in told  # noqa: RUF001 - as shown
        await you.say(f"/coaches {sleep.id[:4]} +{week.id[:4]}")
        assert "Your coaches" in (await you.say(f"/coaches {sleep.id[:4]} + zzzz")).text
        rows = await bot.app.core.db.coaches.of_user(YOU_ID)
        assert [links_of(one).coaches for one in rows] == [(week.id,), ()]


async def test_what_is_asked_for_while_it_is_at_work_comes_right_after_it(
    tmp_path: Path, server: ModelServer
) -> None:
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        await you.ask("bench 80kg 5x5")
        server.always("coach", structured({"report": "You are at {F1} of {P1}."}))
        await you.ask("/coaches bench 100 kg")
        await you.next_reply()
        server.gate.clear()
        for asked, load in enumerate((85, 90), start=2):
            await you.ask(f"bench {load}kg 5x5")
            await you.ask("update my coach")
            await server.has_been_asked(min(asked, 2))
        assert len(server.calls("coach")) == 2, "one at a time"
        server.gate.set()
        assert "You are at 85 kg" in (await you.next_reply()).text
        assert "You are at 90 kg" in (await you.next_reply(within=20)).text
        db = bot.app.core.db
        [coach] = await db.coaches.of_user(YOU_ID)
        assert len(await db.wakes.log(YOU_ID, coach.id)) == 3
        asked = len(server.asked)
        server.gate.clear()
        await you.ask("update my coach")
        await server.has_been_asked(asked + 1)
        assert "deleted" in (await you.ask("delete my coach")).text
        server.gate.set()
        while await db.wakes.running():  # noqa: ASYNC110 - rows ring no bell
            await asyncio.sleep(0.02)
        assert (await db.wakes.log(YOU_ID, coach.id))[0].outcome == "off"
        assert "No coaches yet" in (await you.ask("/coaches")).text, "and no report before it"


def _others(server: ModelServer) -> str:
    """What the coach was told last of others' reports."""
    found = re.search(r"<others-\w+>\n(.*?)\n</others-", server.calls("coach")[-1].user, re.DOTALL)
    return "" if found is None else found[1]
