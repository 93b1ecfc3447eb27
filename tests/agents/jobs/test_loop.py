"""The one loop over a whole job: phases in turn, messages cleared, files that carry the memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml

from agents.jobs.office import JobRefused
from agents.jobs.worker import Scene, returned
from storage.errors import Outdated
from tests.agents.jobs.acting import Act, Actor, Away, diligent, state_of
from tests.agents.jobs.conftest import Open


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


async def test_progress_is_told_after_every_step(opened: Open):
    on = await opened(Actor(diligent))
    await on.run()
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
