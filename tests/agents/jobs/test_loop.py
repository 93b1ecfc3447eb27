"""The one loop over a whole job: phases in turn, messages cleared, files that carry the memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest
import yaml
from pydantic_ai.messages import ModelResponse, ToolCallPart

from agents.jobs.office import JobRefused
from agents.jobs.worker import Said, Scene, WorkerAway, returned
from agents.places import Place, Places
from storage.errors import Outdated
from tests.agents.jobs.acting import Act, Actor, Away, diligent, finish, plan, state_of, todos
from tests.agents.jobs.conftest import Open

DO_NOTS = {
    "STRATEGIC": ("execute domain-specific work",),
    "TACTICAL": ("create new todos or modify the plan", "call job_complete"),
}


async def test_a_job_plans_works_looks_back_and_is_delivered(opened: Open):
    actor = Actor(diligent)
    on = await opened(actor)
    row = await on.run()
    body = state_of(row)
    assert (row.status, body.summary) == ("done", "All done.")
    assert body.state.phase_number == 5
    files = on.files(row)
    names = [one.path for one in files.files()]
    assert [name for name in names if name.startswith("archive/")] == [
        "archive/phase_2.md", "archive/phase_2.yaml", "archive/phase_4.md", "archive/phase_4.yaml",
    ]  # fmt: skip
    assert [name for name in names if name.startswith("artifacts/")] == [
        f"artifacts/p{phase}_{todo}.md" for phase in (2, 4) for todo in (1, 2)
    ]
    assert "todos.yaml" not in names
    assert yaml.safe_load(files.text("archive/phase_2.yaml") or "")["todos"][0]["status"] == "completed"
    assert files.text("instructions.md") == "Do the task.\n\n## Request\n\n> squat more\n"
    assert body.whole.steps == len(actor.seen)
    assert body.whole.tokens == 100 * len(actor.seen)


async def test_each_phase_begins_with_no_messages_and_its_own_prompt_and_tools(opened: Open):
    actor = Actor(diligent)
    on = await opened(actor)
    await on.run()
    firsts = {scene.state.phase_number: scene for scene in reversed(actor.seen)}
    assert [*firsts] == [5, 4, 3, 2, 1]
    for number, scene in firsts.items():
        assert [*returned(scene.messages)] == []
        mode = "STRATEGIC" if number % 2 else "TACTICAL"
        assert f"You are in {mode} MODE." in scene.instructions
        assert f"Current phase: {number}" in scene.instructions
        for line in DO_NOTS[mode]:
            assert f"- Do NOT {line}" in scene.instructions
        names = {one.name for one in scene.tools}
        assert ("job_complete" in names) == ("todo_write" in names) == bool(number % 2)
        assert ("lift" in names) == (number % 2 == 0)
        assert {
            "read_file",
            "write_file",
            "list_files",
            "search_files",
            "todo_complete",
            "ask_person",
        } <= names
    assert "phase 3" in firsts[4].instructions
    assert "(empty)" in firsts[1].instructions


async def test_progress_is_told_after_every_step(opened: Open, caplog: pytest.LogCaptureFixture):
    caplog.set_level("INFO", "agents.jobs.loop")
    on = await opened(Actor(diligent))
    row = await on.run()
    modes = ((2, "tactical"), (3, "strategic"), (4, "tactical"), (5, "strategic"))
    assert [one.getMessage() for one in caplog.records if "phase" in one.getMessage()] == [
        f"job {row.id}: phase {number}, {mode}" for number, mode in modes
    ]
    told = on.watching.changes
    assert told[-1][0] == "done"
    assert [phase for _, phase, _ in told] == sorted(phase for _, phase, _ in told)
    assert {phase for _, phase, _ in told} == {1, 2, 3, 4, 5}


async def test_a_question_waits_and_its_answer_goes_on_in_the_same_phase(opened: Open):
    def asking(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield "ask_person", {"question": "How often?", "options": ["twice", "daily"]}
        yield from diligent(scene)

    actor = Actor(asking)
    on = await opened(actor)
    row = await on.run()
    question = state_of(row).question
    assert (row.status, state_of(row).state.phase_number) == ("asking", 2)
    assert question is not None
    assert (question.text, question.options) == ("How often?", ("twice", "daily"))
    assert await on.office.answer(8, row.id, "never") is False
    assert await on.office.resume_all() == 0
    assert await on.office.answer(row.user_id, row.id, "twice")
    assert await on.office.answer(row.user_id, row.id, "daily") is False
    row = await on.done(row)
    assert row.status == "done"
    after = next(s for s in actor.seen if s.state.phase_number == 2 and [*returned(s.messages)])
    assert [one.value for one in returned(after.messages)] == [{"answer": "twice"}]


async def test_the_person_is_asked_so_often_and_no_more(opened: Open):
    def curious(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            for at in range(3):
                yield "ask_person", {"question": f"Really {at}?"}
        yield from diligent(scene)

    actor = Actor(curious)
    on = await opened(actor, config="limits: {questions: 2}\n")
    row = await on.run()
    for _ in range(2):
        assert row.status == "asking"
        assert await on.office.answer(row.user_id, row.id, "yes")
        row = await on.done(row)
    assert row.status == "done"
    told = [*returned([s for s in actor.seen if s.state.phase_number == 2][-1].messages)][:3]
    assert [one.is_done for one in told] == [True, True, False]
    assert "has been asked often enough" in told[2].text


async def test_what_is_wrong_with_todos_is_told_when_they_are_written(opened: Open):
    def careless(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 1:
            yield "todo_write", {"content": "todos: ["}
            yield "todo_write", {"content": todos(1)}
            yield "todo_write", {"content": todos(2)}
        yield from diligent(scene)

    actor = Actor(careless)
    on = await opened(actor)
    row = await on.run()
    assert row.status == "done"
    first, second, third, *_ = returned([s for s in actor.seen if s.state.phase_number == 1][-1].messages)
    assert "It can't be used yet: Invalid YAML" in first.text
    assert "It can't be used yet: Expected 2-5 todos, got 1." in second.text
    assert third.value == {"done": "todos.yaml", "note": ""}


async def test_a_job_that_has_nothing_to_deliver_is_not_complete(opened: Open):
    def empty(scene: Scene) -> Iterator[Act]:
        if scene.state.is_strategic_phase:
            yield from finish(scene) if scene.state.may_complete else plan(scene)
        for todo in scene.state.todos:
            yield "lift", {"kilos": 100.0}
            yield "todo_complete", {"todo_id": todo.id}

    actor = Actor(empty)
    on = await opened(actor)
    row = await on.run()
    assert (row.status, state_of(row).summary) == ("failed", "")
    told = [one.text for one in returned(actor.seen[-1].messages) if one.tool == "job_complete"]
    assert told == ["There is nothing in artifacts/ yet: nothing can be delivered."]


async def test_a_paused_job_waits_and_one_that_is_stopped_ends(opened: Open):
    on = await opened(Actor(diligent))
    row = await on.start()
    assert await on.office.pause(row.user_id, row.id)
    row = await on.done(row)
    assert (row.status, row.reason) == ("paused", "person")
    assert await on.office.resume_all() == 0
    assert await on.office.resume(row.user_id, row.id)
    assert (await on.done(row)).status == "done"
    other = await on.start()
    assert await on.office.stop(other.user_id, other.id)
    other = await on.done(other)
    assert (other.status, other.reason) == ("stopped", "person")
    assert other.ended_at is not None
    assert await on.office.resume(other.user_id, other.id) is False


async def test_feedback_begins_a_corrective_phase_that_may_not_complete_before_a_tactical_one(opened: Open):
    def hasty(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 6:
            yield "job_complete", {"summary": "Nothing to change."}
        yield from diligent(scene)

    actor = Actor(hasty)
    on = await opened(actor)
    row = await on.run()
    assert await on.office.change(row.user_id, row.id, "More squats,\nplease.")
    row = await on.done(row)
    assert (row.status, state_of(row).corrections, state_of(row).state.phase_number) == ("done", 1, 8)
    assert state_of(row).whole.usd == pytest.approx(0.001 * len(actor.seen))  # of both times
    after = next(s for s in actor.seen if s.state.phase_number == 6 and [*returned(s.messages)])
    (told,) = returned(after.messages)
    assert "can't be completed before a tactical phase" in told.text
    assert not told.is_done
    instructions = on.files(row).text("instructions.md") or ""
    assert instructions.endswith("## Feedback 1\n\n> More squats,\n> please.\n")
    assert await on.office.accept(row.user_id, row.id)
    assert await on.office.change(row.user_id, row.id, "again") is False
    assert (await on.done(row)).status == "accepted"


async def test_no_more_jobs_of_one_person_than_allowed_and_others_go_on(opened: Open):
    on = await opened(Away(waits=False))
    rows = [await on.start() for _ in range(2)]
    with pytest.raises(JobRefused, match="too_many 2"):
        await on.start()
    other = await on.start(user=8)
    assert [one.id for one in await on.db.jobs.of_user(7)] == [rows[1].id, rows[0].id]
    assert [one.id for one in await on.db.jobs.of_user(8)] == [other.id]
    assert len([*(on.office.data_dir / "vault" / "7" / "jobs").iterdir()]) == 2


async def test_a_type_says_what_it_needs(opened: Open):
    on = await opened(Actor(diligent), has=("diary",))
    with pytest.raises(JobRefused, match="needs model"):
        await on.start(kind="program")
    kind = on.office.kinds.kind("research")
    assert on.office.missing(7, kind) == {"model"}


async def test_several_jobs_of_several_people_run_side_by_side(opened: Open):
    on = await opened(Actor(diligent))
    rows = [await on.start(f"of {user}", user) for user in (7, 8, 9) for _ in range(2)]
    for row in rows:
        assert (await on.done(row)).status == "done"
        assert f"> of {row.user_id}" in (on.files(row).text("instructions.md") or "")


async def test_a_model_that_is_away_is_waited_for_and_then_the_job_pauses(opened: Open):
    away = Away()
    on = await opened(away)
    row = await on.run()
    assert (row.status, row.reason, away.asked) == ("paused", "model_away", 3)
    for reason in ("budget_day", "budget_month"):
        away.reason, away.waits = reason, False
        assert await on.office.resume(row.user_id, row.id)
        row = await on.done(row)
        assert (row.status, row.reason) == ("paused", reason)


async def test_a_loop_that_lost_its_fence_writes_nothing(opened: Open):
    on = await opened(Away(waits=False))
    row = await on.run()
    assert await on.db.jobs.turn(row.model_copy(update={"status": "running"}), ["paused"])
    newer = await on.db.jobs.commit(row.model_copy(update={"seq": row.seq + 1, "status": "running"}))
    assert newer.seq == row.seq + 2
    with pytest.raises(Outdated):
        await on.db.jobs.commit(row.model_copy(update={"status": "running"}))


async def test_no_more_is_proposed_than_the_type_allows(opened: Open):
    def proposing(scene: Scene) -> Iterator[Act]:
        if not scene.state.is_strategic_phase:
            for at in range(12):
                yield "plan_something", {"what": str(at)}
        yield from diligent(scene)

    actor = Actor(proposing)
    on = await opened(actor)
    await on.run()
    assert len(on.watching.proposals) == 10
    told = "".join(str(one.messages) for one in actor.seen if one.state.phase_number == 2)
    assert "has been shown enough proposals" in told


async def test_what_writes_by_itself_is_no_jobs_tool(opened: Open):
    def erasing(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield "erase", {"what": "all"}
        yield from diligent(scene)

    actor = Actor(erasing)
    on = await opened(actor)
    assert (await on.run()).status == "done"
    assert not [scene for scene in actor.seen if "erase" in {one.name for one in scene.tools}]
    told = [one.text for s in actor.seen for one in returned(s.messages) if one.tool == "erase"]
    assert told[0].startswith("There is no tool 'erase'.")


async def test_a_proposal_is_shown_and_the_job_goes_on(opened: Open):
    def proposing(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield "plan_something", {"what": "rest"}
        yield from diligent(scene)

    actor = Actor(proposing)
    on = await opened(actor)
    row = await on.run()
    assert row.status == "done"
    assert len(on.watching.proposals) == 1
    told = next(s for s in actor.seen if s.state.phase_number == 2 and [*returned(s.messages)])
    assert "Nothing has happened yet" in next(iter(returned(told.messages))).text


WRONG = ["It was 105 kg.", "Heaviest squat: {F7}.", "| squat | 3x5 at 92.5 |"]


@pytest.mark.parametrize(
    ("path", "text"),
    [*(("artifacts/wrong.md", text) for text in WRONG), ("./artifacts/wrong.md/ ", "It was 105 kg.")],
)
async def test_a_figure_that_does_not_hold_is_returned_with_the_reason(opened: Open, path: str, text: str):
    def inventing(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield "lift", {"kilos": 100.0}
            yield "write_file", {"path": path, "text": text}
        yield from diligent(scene)

    actor = Actor(inventing)
    on = await opened(actor)
    row = await on.run()
    assert row.status == "done"
    assert on.files(row).text("artifacts/wrong.md") is None
    scene = next(s for s in actor.seen if len([*returned(s.messages)]) == 2 and s.state.phase_number == 2)
    told = [*returned(scene.messages)]
    assert told[0].text.startswith("{F1} = heaviest squat: 100 kg")
    assert not told[1].is_done
    assert "do not hold" in told[1].text


async def test_what_a_source_says_may_be_told_with_its_numbers(opened: Open):
    def quoting(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield "lift", {"kilos": 100.0, "words": "rest 72 hours"}
            yield (
                "write_file",
                {
                    "path": "artifacts/quoted.md",
                    "text": "# Week 1\n\n1. Rest 72 hours\n2. Squat {F1} ({F1.day})\n\n"
                    "| a | b |\n|---|---|\n| {F1} | x |\n",
                },
            )
        yield from diligent(scene)

    on = await opened(Actor(quoting))
    row = await on.run()
    assert on.files(row).text("artifacts/quoted.md") is not None


async def test_a_phase_that_grows_too_long_is_compacted_and_goes_on(opened: Open):
    def talkative(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            for at in range(40):
                yield "lift", {"kilos": float(at), "words": f"{at} " + "long " * 100}
        yield from diligent(scene)

    actor = Actor(talkative)
    on = await opened(actor, config="limits: {context_threshold_tokens: 2000}\n")
    row = await on.run()
    assert row.status == "done"
    assert actor.summaries >= 2
    assert max(actor.sizes) < 5 * 2000 * 4
    assert all("do 1" in str(s.state.todos) for s in actor.seen if s.state.phase_number == 2)


class Eager(Actor):
    """Begins its work with forty calls at once."""

    async def next(self, scene: Scene) -> Said:
        if scene.state.phase_number != 2 or scene.messages:
            return await super().next(scene)
        notes = ({"path": f"artifacts/note{at}.md", "text": "So it is."} for at in range(40))
        return Said(ModelResponse(parts=[ToolCallPart("write_file", one) for one in notes]))


async def test_of_many_calls_at_once_the_first_are_made(opened: Open):
    def behind(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield from [("list_files", {})] * 16  # those that were made by then
        yield from diligent(scene)

    on = await opened(Eager(behind))
    row = await on.run()
    assert row.status == "done"
    written = [one.path for one in on.files(row).files("artifacts") if "note" in one.path]
    assert sorted(written) == sorted(f"artifacts/note{at}.md" for at in range(16))


class Unsummed(Actor):
    """Counts its calls itself, and is away whenever it is to sum up."""

    async def next(self, scene: Scene) -> Said:
        self.seen.append(scene)
        phase = scene.state.phase_number
        made = self.done[phase] = self.done.get(phase, -1) + 1
        name, arguments = [*self.acts(scene)][made]
        part = ToolCallPart(name, arguments, tool_call_id=f"c{phase}_{made}")
        return Said(ModelResponse(parts=[part]))

    async def summarized(self, scene: Scene, text: str) -> Said:
        raise WorkerAway("model_away")


async def test_what_nobody_can_sum_up_is_kept_by_its_end(opened: Open):
    def talkative(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            for at in range(40):
                yield "lift", {"kilos": float(at), "words": f"{at} " + "long " * 100}
        yield from diligent(scene)

    actor = Unsummed(talkative)
    on = await opened(actor, config="limits: {context_threshold_tokens: 2000}\n")
    assert (await on.run()).status == "done"
    summed = [scene.summary for scene in actor.seen if scene.summary]
    assert summed
    for summary in summed:
        assert "lift: " in summary
        assert len(summary) <= 4000


async def test_with_the_usual_threshold_a_prompt_stays_below_eighty_thousand_tokens(opened: Open):
    def long(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            for at in range(40):
                yield "lift", {"kilos": float(at), "words": f"{at} " + "long " * 2200}
        yield from diligent(scene)

    actor = Actor(long)
    on = await opened(actor)
    row = await on.run()
    assert row.status == "done"
    assert actor.summaries == 3  # call and result are 22 kB a step
    assert 250_000 < max(actor.sizes) < 80_000 * 4 * 1.1
    body = state_of(row)
    assert body.state.phase_number == 5


async def test_before_each_step_chats_go_first(opened: Open):
    actor, places = Actor(diligent), Places(1)
    on = await opened(actor)
    on.office.gives_way = partial(places.give_way, 60)
    async with Place(places).taken():
        row = await on.start()
        await asyncio.sleep(0.1)
        assert actor.seen == []
    await on.done(row)
    assert actor.seen
