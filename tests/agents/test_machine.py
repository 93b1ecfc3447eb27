"""The machine over real SQLite with scripted agents: limits, fences, forks, waiting, restarts."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agents.limits import Limits
from agents.machine import EDGES, TRANSITIONS, State, diagram
from agents.parser import ParsedEntry, ParserInput, ParserOutput
from agents.turn import Turn
from agents.types import Sufficiency, Verdict
from storage.coach import CoachRow
from storage.entities import Effects, Measure, TurnStatus
from storage.errors import Fenced
from tests.agents.doubles import FOOD_GAP, NOW, SLEEP_GAP, TODAY, ScriptedEngine, analysis, bench, planned

INSUFFICIENT = Sufficiency.INSUFFICIENT


def test_every_state_can_be_reached_and_left() -> None:
    reached = {State.ROUTE} | {target for _, target in EDGES}
    assert reached == set(State)
    assert [state for state in State if not TRANSITIONS[state]] == [State.COMPLETE]
    assert diagram().count("-->") == len(EDGES) + 2


async def test_a_plain_log_is_one_commit_after_its_inbox_and_nothing_is_observed(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        await b.db.coaches.save(CoachRow("c1", 7, "bench", "strength", "active", True, "{}", NOW), ("user",))
        before = b.db.database.commits
        turn = await b.machine.begin(b.incoming("log bench 185x5"))
        assert b.db.database.commits == before + 1
        assert await b.db.wakes.waiting(7, "c1", "changes") is not None
        assert turn.path == ["ROUTE", "BUILD_CONTEXT", "PARSE", "STORE", "OBSERVE", "COMPLETE"]
        assert len(await b.db.entries.recent_entries(7, 10)) == 1
        assert b.engine.observed == []


class Aching(ScriptedEngine):
    async def parse(self, given: ParserInput) -> ParserOutput:
        knee = Measure(domain="general", name="pain", day=TODAY, value=4, text="knee")
        read = ParsedEntry(day=TODAY, text=given.text, domains=("general",), measures=(knee,))
        return ParserOutput(entries=(read,), confidence=1)


async def test_what_a_log_changes_in_the_memory_is_counted_and_only_a_question_is_observed(
    tmp_path: Path,
) -> None:
    async with bench(tmp_path, Aching()) as b:
        await b.machine.begin(b.incoming("log knee 4/10"))
        await b.lanes.idle()
        memory = await b.db.contexts.context(7)
        assert memory is not None
        assert (memory.cause, b.engine.observed) == ("significant_log", [])
        assert f"knee pain: last logged {TODAY}" in memory.content
        await b.machine.begin(b.incoming("ask why"))
        await b.lanes.idle()
        (seen,) = b.engine.observed
        assert (seen.trigger, seen.current_context) == ("post_query", memory.content)
        assert [entry.text for entry in seen.recent_entries] == ["log knee 4/10"]


async def test_the_same_message_begun_twice_is_stored_once(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        incoming = b.incoming("log bench 185x5")
        await b.machine.begin(incoming)
        await b.machine.begin(incoming)
        assert len(await b.db.entries.recent_entries(7, 10)) == 1


async def test_replans_end_at_the_limit_with_a_partial_answer(tmp_path: Path) -> None:
    engine = ScriptedEngine(analyses=deque([analysis(INSUFFICIENT)] * 5))
    async with bench(tmp_path, engine, Limits(replans=2)) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        assert turn.path.count("PLAN") == 3
        assert engine.synthesized_with[-1].is_partial
        assert (await b.replies())[0].startswith("Partly:")


async def test_a_failed_draft_is_planned_again_with_the_feedback(tmp_path: Path) -> None:
    engine = ScriptedEngine(verdicts=deque([Verdict.FAIL, Verdict.PASS]), drafts=deque(["bad", "good"]))
    async with bench(tmp_path, engine) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        assert turn.retries == 1
        assert [f.issue for f in engine.planned_with[-1].feedback] == ["vague"]
        assert await b.replies() == ["good"]


async def test_a_draft_that_never_passes_is_not_sent_as_it_is(tmp_path: Path) -> None:
    engine = ScriptedEngine(
        verdicts=deque([Verdict.FAIL] * 9),
        drafts=deque(["You benched 999 kg."] * 3 + ["You train. You did 999."]),
    )
    async with bench(tmp_path, engine, Limits(retries=2)) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        assert turn.path.count("EVALUATE") == 3
        assert turn.path[-1] == "OBSERVE"
        (reply,) = await b.replies()
        assert "999" not in reply
        assert "You train." in reply


async def test_a_failure_with_a_flagged_domain_gap_expands_before_it_looks_again(tmp_path: Path) -> None:
    engine = ScriptedEngine(
        analyses=deque([analysis(Sufficiency.SUFFICIENT, FOOD_GAP)]),
        verdicts=deque([Verdict.FAIL, Verdict.PASS]),
    )
    async with bench(tmp_path, engine, Limits(expansions=0)) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        assert "EXPAND_DOMAIN" not in turn.path
    engine = ScriptedEngine(analyses=deque([analysis(Sufficiency.SUFFICIENT, FOOD_GAP)]))
    async with bench(tmp_path, engine) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        position = turn.path.index("EXPAND_DOMAIN")
        assert turn.path[position - 1 : position + 3] == ["ANALYZE", "EXPAND_DOMAIN", "BUILD_CONTEXT", "PLAN"]
        assert "nutrition" in engine.analyzed_with[-1].domain_context.domains_loaded


async def test_both_halves_are_done_and_the_question_sees_the_new_log(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        turn = await b.machine.begin(b.incoming("both bench 185x5|why so heavy?"))
        (entry,) = await b.db.entries.recent_entries(7, 10)
        assert [seen.id for seen in b.engine.analyzed_with[0].entries] == [entry.id]
        assert entry.text == "bench 185x5"
        child = await b.db.turns.turn(turn.waits_for or "")
        assert child is not None
        assert child.status is TurnStatus.DONE
        assert len(await b.replies()) == 2


async def test_after_a_restart_nothing_of_the_chat_overtakes_the_halves(tmp_path: Path) -> None:
    engine = Hanging()
    async with bench(tmp_path, engine) as b:
        begun = asyncio.create_task(b.machine.begin(b.incoming("both bench 185x5|why so heavy?")))
        await engine.reading.wait()
        begun.cancel()
        await asyncio.gather(begun, return_exceptions=True)
    async with bench(tmp_path) as b:
        seen = list[int]()

        async def later() -> None:
            seen.append(len(await b.replies()))

        await b.machine.resume_all()
        b.lanes.put("chat:7", later)
        await b.lanes.idle()
        assert seen == [2]


@dataclass
class Hanging(ScriptedEngine):
    """Never done with reading, as if the process were killed in the middle of it."""

    reading: asyncio.Event = field(default_factory=asyncio.Event)

    async def parse(self, given: ParserInput) -> ParserOutput:
        self.reading.set()
        return await asyncio.get_running_loop().create_future()


async def test_a_question_waits_over_a_restart_and_its_answer_is_kept(tmp_path: Path) -> None:
    ask = ScriptedEngine(plans=deque([planned("clarify", ask=(SLEEP_GAP,))]))
    async with bench(tmp_path, ask) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        assert turn.path[-2:] == ["CLARIFY", "WAIT_USER"]
        (token,) = turn.questions
    async with bench(tmp_path) as b:
        assert await b.machine.answer(token, 8, 7, "5 h") == "not_yours"
        assert await b.machine.answer(token, 7, 7, "5 h") == "accepted"
        assert await b.machine.answer(token, 7, 7, "5 h") == "already_answered"
        assert await b.machine.answer("forged", 7, 7, "5 h") == "unknown"
        await b.lanes.idle()
        row = await b.db.turns.turn(turn.id)
        assert row is not None
        assert row.status is TurnStatus.DONE
        path = Turn.model_validate_json(row.data).path
        assert path[path.index("WAIT_USER") + 1] == "ANALYZE"
        assert b.engine.analyzed_with[0].answers[0].answer == "5 h"
        (kept,) = await b.db.entries.recent_entries(7, 10)
        assert kept.kind == "answer"
        assert "5 h" in kept.text


@pytest.mark.parametrize("way", ["skip", "expiry"])
async def test_a_question_that_is_skipped_or_expires_goes_on_without(tmp_path: Path, way: str) -> None:
    engine = ScriptedEngine(plans=deque([planned("clarify", ask=(SLEEP_GAP,))]))
    async with bench(tmp_path, engine) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        (token,) = turn.questions
        if way == "skip":
            assert await b.machine.answer(token, 7, 7, None) == "accepted"
        else:
            (question,) = await b.db.questions.questions(7, [token])
            assert await b.machine.expire_questions(question.expires_at) == 1
        await b.lanes.idle()
        assert engine.synthesized_with[-1].declined
        assert (await b.replies())[-1] == "It was fine."


async def test_learning_follows_the_reply_and_survives_a_restart(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        assert turn.state == "OBSERVE"
        assert len(await b.replies()) == 1
        await b.lanes.stop()
    async with bench(tmp_path) as b:
        await b.machine.resume_all()
        await b.lanes.idle()
        row = await b.db.turns.turn(turn.id)
        assert row is not None
        assert row.status is TurnStatus.DONE


async def test_a_turn_has_one_owner_even_when_two_race_for_it(tmp_path: Path) -> None:
    engine = ScriptedEngine(plans=deque([planned("clarify", ask=(SLEEP_GAP,))]))
    async with bench(tmp_path, engine) as b:
        turn = await b.machine.begin(b.incoming("ask why"))
        taken = await b.db.turns.take_answer(turn.questions[0], 7, 7, "5 h", NOW)
        assert taken is not None
        row = await b.db.turns.turn(turn.id)
        assert row is not None
        await asyncio.gather(*(b.machine.resume(turn.id) for _ in range(4)))
        await b.lanes.idle()
        assert len([reply for reply in await b.replies() if reply == "It was fine."]) == 1
        assert len(await b.db.entries.recent_entries(7, 10)) == 1
        with pytest.raises(Fenced):
            await b.db.turns.commit(row, Effects())


async def test_a_bug_in_a_step_keeps_the_words_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bench(tmp_path, ScriptedEngine(fails_to_parse=True)) as b:
        await b.machine.begin(b.incoming("log bench 185x5"))
        (entry,) = await b.db.entries.recent_entries(7, 10)
        assert entry.text == "log bench 185x5"
        assert entry.measures == ()
        (reply,) = await b.replies()
        assert "Traceback" not in reply
        assert "a bug in the parser" not in reply
    assert "a bug in the parser" in caplog.text


async def test_a_step_that_leaves_the_table_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bench(tmp_path) as b:

        async def astray(*_: object) -> State:
            return State.OBSERVE

        b.machine.steps[State.PLAN] = astray
        await b.machine.begin(b.incoming("ask why"))
        assert len(await b.replies()) == 1
    assert "PLAN → OBSERVE is not in the table" in caplog.text
