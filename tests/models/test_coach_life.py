"""The life of a coach whose words a scripted model writes: the chain of `scenarios/test_coach_life.py`."""

from __future__ import annotations

from pathlib import Path

from storage.wakes import THROTTLE
from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot
from tests.driver.person import Person
from tests.models.answers import Answer, structured, tool_calls
from tests.models.asked import Asked
from tests.models.server import ModelServer
from tests.scenarios.test_coach_life import RAISED, copied_elsewhere, log, made_of_words, woken
from tests.scenarios.test_coaches import coach_of

SHORTER = "Call it a milestone, in one sentence."
LEGS = {"kind": "session", "title": "Legs", "day": "2026-11-20"}
TOLD = "Bench press: {F1} so far, the goal is {P1}. Soon it will be 999 kg. Keep at it."
MILESTONE = "Milestone: {F1} so far."


def coach(asked: Asked) -> Answer:
    """Once there is the slip it wants the same session at each wake; it writes as its directives say."""
    if "425" in asked.user and asked.messages[-1]["role"] != "tool":
        return tool_calls(("propose_change", LEGS))
    return structured({"report": MILESTONE if SHORTER in asked.user else TOLD})


async def test_the_life_of_a_coach_with_a_model(tmp_path: Path, server: ModelServer) -> None:
    async def lived(bot: RunningBot, you: Person) -> None:
        server.always("coach", coach)
        await made_of_words(bot, you)
        await decided(bot, you, server, await advised(bot, you, server))
        await evolved(bot, you, server)

    found = await copied_elsewhere(tmp_path, lived, llm=server.llm_section())
    reports = [text for path, text in found.items() if path.startswith("records/coach_reports/")]
    assert any("Keep at it." in text for text in reports)
    assert any("Milestone: " in text for text in reports)


def asked_last(server: ModelServer) -> Asked:
    """What the coach read last."""
    return server.calls("coach")[-1]


async def advised(bot: RunningBot, you: Person, server: ModelServer) -> StoredMessage:
    """Three logs are one wake, for which the model is asked twice: for tools, and for its words."""
    wakes = len(await log(bot, await coach_of(bot)))
    asked = len(server.calls("coach"))
    for words in ("bench 42.5kg x5", "bench 425kg x5", "bench 43kg x5"):
        await you.ask(words)
    bot.clock.advance(seconds=THROTTLE.seconds)
    await bot.tick()
    report, proposed = await you.next_reply(), await you.next_reply()
    assert report.text.splitlines()[-1] == "Bench press: 425 kg so far, the goal is 60 kg. Keep at it."
    assert "Bench press 425×5 · 16 Nov" in report.labels, "evidence"  # noqa: RUF001 - as shown
    assert len(server.calls("coach")) == asked + 2
    first, *earlier = await log(bot, await coach_of(bot))
    assert (first.reason, len(earlier)) == ("subscription", wakes)
    assert "bench 425kg x5" in asked_last(server).prompt
    assert [line.partition(" – ")[0] for line in proposed.text.splitlines()[1:]] == [  # noqa: RUF001
        "1. 16 Nov, Bench press: 425×5 → 42.5×5",  # noqa: RUF001 - as shown
        f"2. {RAISED}",
        "3. Legs on 20 Nov",
    ]
    return proposed


async def decided(bot: RunningBot, you: Person, server: ModelServer, proposed: StoredMessage) -> None:
    """After a restart one is confirmed and two are rejected: the model reads it, and asks in vain again."""
    await bot.restart()
    for label in ("✓ 1", "✗ 2", "✗ 3"):
        await you.tap(proposed, label)
        proposed = await you.edited(proposed)
    assert "✓ done: 16 Nov, Bench press" in proposed.text
    assert "✗ no: Legs" in proposed.text
    assert await woken(bot) == [], "what was confirmed of its own does not wake it"
    await you.ask("bench 43.5kg x5")
    [report] = await woken(bot)
    assert "43.5 kg so far, the goal is 60 kg. Keep at it." in report
    decided = asked_last(server).user
    for status, what in (("done typo", "42.5"), ("declined goal", "62.5"), ("declined session", "Legs")):
        assert any(line.startswith(f"{status}: ") and what in line for line in decided.splitlines()), decided
    assert "bench 43.5kg" in (await you.ask("/undo")).text
    assert "taken back: 16 Nov, Bench press: 425" in (await you.ask("/undo")).text
    [report] = await woken(bot)
    assert "425 kg so far" in report, "the report, and no proposal"
    assert "undone typo: " in asked_last(server).user
    assert "Refused, the person is not asked: declined" in asked_last(server).prompt
    assert await bot.app.core.db.proposals.open_items(YOU_ID) == []


async def evolved(bot: RunningBot, you: Person, server: ModelServer) -> None:
    """Talked about with a model, replayed by it, adopted and rolled back: each wake reads what holds then."""
    page = await you.ask("/evolve strength")
    assert "1 of 3" not in page.text
    assert "0 of 3 proposals confirmed, 3 rejected" in page.text
    await you.tap(page, "💬 Keep talking · free")
    page = await you.edited(page)
    wanted = tool_calls(("propose_directives", {"directives": SHORTER}))
    server.script("evolution", wanted, structured({"answer": "A milestone it is."}))
    page = await you.ask("call it a milestone")
    assert f"+{SHORTER}" in page.text
    await you.tap(page, "▶️ Replay by the model · free")
    again = (await you.next_reply()).text
    assert "now: “Milestone: 425 kg so far.”" in again
    await you.tap(page, "✓ Adopt")
    page = await you.edited(page)
    assert "version 2 holds from the next wake on" in page.text
    for load, version, said in ((44, 2, "Milestone: 425 kg"), (44.5, 1, "Bench press: 425 kg")):
        await you.ask(f"bench {load}kg x5")
        [report] = await woken(bot)
        assert f"{said} so far" in report
        assert (SHORTER in asked_last(server).user) == (version == 2)
        assert (await log(bot, await coach_of(bot)))[0].template_version == version
        if version > 1:
            await you.tap(page, "↩️ Back to version 1")
            assert "version 1 holds again" in (await you.edited(page)).text
