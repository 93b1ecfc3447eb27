"""The engine on the wire: who is asked for which message, and what becomes of it where nobody answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from agents.session import Notice
from agents.types import InputType
from bot.core import utc_now
from evals.diary import entry
from storage.entities import PendingQuestion
from tests.driver.storing import save_entry
from tests.models.answers import Fault
from tests.models.asked import Asked
from tests.models.filling import Json
from tests.models.product import QUICKLY, Product, product
from tests.models.server import ModelServer

CALLS = {**QUICKLY, "low_seconds": 5, "medium_seconds": 5, "high_seconds": 5, "turn_seconds": 30}
WHY = "why has my bench been so heavy lately?"
PLAN: Json = {
    "reasoning": "Bench and sleep.",
    "parts": [{"type": "insight", "about": ["bench press"]}],
    "searches": [{"topics": ["bench press"]}, {"topics": ["sleep"]}],
    "next_action": "retrieve",
}
ANSWER: Json = {
    "query_intent": "why the bench felt heavy",
    "findings": [{"claim": "You benched 190 lb last.", "refs": ["E4"]}],
    "response": "You benched 190 lb last, because you keep at it.",
    "used": ["E4"],
    "verdict_reasoning": "There are records.",
    "verdict": "sufficient",
}
MEASURES: list[Json] = [{"name": "zercher squat", "domain": "strength", "weight": 80, "weight_unit": "kg"}]
ODD_REPORT = "did zercher squats 3x6 at 80kg!"
ODD_LOG = "zercher squats at 80kg, new one for me"


def question(asked: Asked) -> Json:
    """Routed as a question and planned, if a plan is asked for too."""
    plan = {"plan": PLAN} if "plan" in (asked.schema or {}).get("properties", {}) else {}
    return {"reasoning": "asks", "domains": ["strength"], "confidence": 0.9, "input_type": "query", **plan}


def log(asked: Asked) -> Json:
    """Routed as a log and read, if that is asked for too."""
    read = {"days": [{"day": str(utc_now().date()), "measures": MEASURES}], "confidence": 0.9}
    known = (asked.schema or {}).get("properties", {})
    return {
        "reasoning": "reports",
        "domains": ["strength"],
        "confidence": 0.9,
        "input_type": "log",
        **({"log": read} if "log" in known else {}),
    }


def agents(server: ModelServer) -> list[str]:
    """Who was asked, in order; then nobody was."""
    names = [asked.agent for asked in server.asked]
    server.asked.clear()
    return names


@pytest.fixture
def brain(server: ModelServer) -> ModelServer:
    """The server with an answer for a question about the bench."""
    server.always("router", question)
    server.always("planner", PLAN)
    server.always("analyzer", ANSWER)
    server.always("synthesizer", {"response": ANSWER["response"], "used": ["N1"]})
    return server


@pytest.fixture
async def whole(brain: ModelServer, tmp_path: Path) -> AsyncGenerator[Product]:
    """The product with four benches in the diary, its libraries loaded."""
    async with product(tmp_path, brain.llm_section(), CALLS) as opened:
        await opened.benched()
        if opened.core.models is not None:
            await opened.core.models.warm()
        yield opened


async def test_a_certain_log_costs_nothing(whole: Product, brain: ModelServer) -> None:
    said = await whole.say("bench 185 lb 5x3")
    await whole.learned()

    assert agents(brain) == []
    assert "185" in said.replies[0]


async def test_any_other_log_costs_one_call(whole: Product, brain: ModelServer) -> None:
    brain.always("router", log)
    said = await whole.say(ODD_LOG)
    await whole.learned()

    assert [(asked.agent, asked.model) for asked in brain.asked] == [("router", "scripted-medium")]
    assert (await whole.logs())[0].measures[0].name == "zercher squat"
    assert said.turn.notices == ()
    assert [call.also for call in await whole.calls()] == [("parser",)]


async def test_a_question_costs_two_and_a_judgement(whole: Product, brain: ModelServer) -> None:
    said = await whole.say(WHY)
    await whole.learned()

    assert agents(brain) == ["router", "analyzer", "evaluator"]
    assert "190 lb" in said.replies[0]


async def test_a_refused_sentence_is_worded_anew_without_a_new_plan(
    whole: Product, brain: ModelServer
) -> None:
    wrong = {**ANSWER, "response": "You benched 250 lb last, because you keep at it."}
    brain.script("analyzer", wrong)
    said = await whole.say(WHY)

    assert agents(brain) == ["router", "analyzer", "analyzer", "evaluator"]
    assert "190 lb" in said.replies[0]


async def test_figures_alone_need_no_judge(whole: Product, brain: ModelServer) -> None:
    brain.always("analyzer", {**ANSWER, "response": "You benched 190 lb last."})
    plan = {**PLAN, "parts": [{"type": "simple", "about": ["bench press"]}]}
    brain.always("router", lambda asked: {**question(asked), "plan": plan})
    said = await whole.say("what did i bench last?")
    await whole.learned()

    assert agents(brain) == ["router", "analyzer"]
    assert said.replies == ["You benched 190 lb last."]


async def test_both_halves_share_one_call(whole: Product, brain: ModelServer) -> None:
    def both(asked: Asked) -> Json:
        parts = {"log_part": ODD_REPORT, "question_part": WHY, "input_type": "both"}
        return {**log(asked), **parts, "plan": PLAN}

    brain.always("router", both)
    said = await whole.say(f"{ODD_REPORT} {WHY}")
    await whole.learned()

    assert agents(brain) == ["router", "analyzer", "evaluator"]
    assert said.turn.input_type is InputType.BOTH
    assert (await whole.logs())[0].measures[0].name == "zercher squat"
    assert any("190 lb" in reply for reply in said.replies)


async def test_the_half_that_code_is_certain_of_is_no_part_of_the_call(
    whole: Product, brain: ModelServer
) -> None:
    parts = {"log_part": "slept 5h.", "question_part": WHY, "input_type": "both"}
    brain.always("router", lambda asked: {**question(asked), **parts})
    await whole.say(f"slept 5h. {WHY}")

    assert set((brain.asked[0].schema or {})["properties"]) >= {"plan", "input_type"}
    assert "log" not in (brain.asked[0].schema or {})["properties"]
    assert agents(brain) == ["router", "analyzer", "evaluator"]
    assert (await whole.logs())[0].measures[0].name == "sleep"


async def test_a_question_that_looked_like_a_log_is_planned_for_on_its_own(
    whole: Product, brain: ModelServer
) -> None:
    said = await whole.say("been wondering about my heavy benches lately!")
    await whole.learned()

    assert "log" in (brain.asked[0].schema or {})["properties"]
    assert agents(brain) == ["router", "planner", "analyzer", "evaluator"]
    assert "190 lb" in said.replies[0]


async def test_certain_small_talk_and_corrections_cost_nothing(whole: Product, brain: ModelServer) -> None:
    await whole.say("bench 185 lb 5x3")
    thanks = await whole.say("thanks!")
    corrected = await whole.say("actually it was 190 not 185")
    await whole.learned()

    assert agents(brain) == []
    assert thanks.replies
    assert "190" in corrected.replies[0]


async def test_without_merging_each_agent_is_asked(brain: ModelServer, tmp_path: Path) -> None:
    brain.always("router", question)
    async with product(tmp_path, {**brain.llm_section(), "fewer_calls": False}, CALLS) as whole:
        await whole.benched()
        said = await whole.say(WHY)
        await whole.learned()
        asked = list(brain.asked)
        assert agents(brain) == [
            "router",
            "planner",
            "retriever",
            "analyzer",
            "synthesizer",
            "evaluator",
            "observer",
        ]
        assert "190 lb" in said.replies[0]
        tools = {one.agent: set(one.tools) for one in asked}
        assert {"search_topics", "search_days", "search_words", "search_files"} < tools["retriever"]
        assert {"calendar", "names"} < tools["planner"]
        assert "figure" in tools["analyzer"]

        brain.always("router", log)
        await whole.say("bench 185 lb 5x3")
        assert agents(brain) == ["router", "parser"]


@pytest.mark.parametrize("failing", ["router", "analyzer", "evaluator"])
async def test_where_a_model_fails_code_goes_on_and_the_person_is_told(
    whole: Product, brain: ModelServer, failing: str
) -> None:
    brain.always(failing, Fault.SERVER_ERROR)
    said = await whole.say(WHY)

    assert said.turn.state in ("OBSERVE", "COMPLETE")
    assert said.replies
    assert said.turn.notices == (Notice.MODEL_FAILED,)


async def test_a_log_is_read_by_code_where_nobody_answers(whole: Product, brain: ModelServer) -> None:
    brain.always("*", None)
    for agent in ("router", "parser"):
        brain.always(agent, Fault.REFUSAL)
    said = await whole.say("squats 3x6 at 80kg, then some mobility nonsense")

    assert said.turn.notices == (Notice.MODEL_FAILED,)
    assert (await whole.logs())[0].measures[0].weight == 80


async def test_a_provider_that_hangs_is_waited_for_once_a_message(brain: ModelServer, tmp_path: Path) -> None:
    brain.always("*", Fault.HANG)
    for agent in ("router", "planner", "analyzer", "synthesizer"):
        brain.always(agent, Fault.HANG)
    async with product(tmp_path, brain.llm_section()) as whole:
        await whole.benched()
        said = await whole.say(WHY)
        await whole.learned()

        assert said.replies
        assert set(agents(brain)) == {"router"}


async def test_quick_asks_nobody_and_says_nothing_of_it(whole: Product, brain: ModelServer) -> None:
    said = await whole.say(WHY, mode="quick")
    await whole.learned()

    assert agents(brain) == []
    assert said.turn.notices == ()


async def test_quick_may_be_the_low_tier_without_a_judge(brain: ModelServer, tmp_path: Path) -> None:
    async with product(tmp_path, {**brain.llm_section(), "quick": "low"}, CALLS) as whole:
        await whole.benched()
        await whole.say(WHY, mode="quick")

        assert {asked.model for asked in brain.asked} == {"scripted-low"}
        assert "evaluator" not in agents(brain)


async def test_korean_is_spoken(whole: Product, brain: ModelServer) -> None:
    brain.always(
        "analyzer",
        {**ANSWER, "response": "마지막 벤치는 190 lb였습니다. 꾸준히 하고 있어서 무거웠을 수 있어요."},
    )
    said = await whole.say("요즘 벤치가 왜 이렇게 무겁지?")

    assert "190 lb였습니다" in said.replies[0]


async def test_small_talk_in_a_language_that_code_does_not_speak_is_a_models(
    brain: ModelServer, tmp_path: Path
) -> None:
    profile = {"language": "de", "weight_unit": "kg"}
    brain.always("router", lambda asked: {**question(asked), "input_type": "chat"})
    brain.always("synthesizer", {"response": "Gern geschehen!"})
    async with product(tmp_path, brain.llm_section(), CALLS, profile=profile) as whole:
        said = await whole.say("thanks!")

        assert agents(brain) == ["router", "synthesizer"]
        assert said.replies == ["Gern geschehen!"]


async def test_a_year_of_entries_is_read_in_chunks(brain: ModelServer, tmp_path: Path) -> None:
    async with product(tmp_path, brain.llm_section(), {**CALLS, "prompt_tokens": 6000}) as whole:
        today = utc_now().date()
        for back in range(365):
            words = f"bench 185 lb 5x3, day {back} was about {'this and that ' * 8}"
            day = today - timedelta(days=back)
            await save_entry(
                whole.db.entries, entry(back, day, words, ("bench press weight=185lb reps=5 sets=3",), 7)
            )
        brain.always("analyzer", {**ANSWER, "findings": [{"claim": "You kept at 185 lb.", "refs": ["E1"]}]})
        brain.always("synthesizer", {"response": "You kept at 185 lb.", "used": ["N1"]})
        said = await whole.say(WHY)

        asked = [one.agent for one in brain.asked]
        assert asked.count("analyzer") > 2
        assert asked.count("synthesizer") == 1
        assert "185 lb" in said.replies[0]


async def test_a_follow_up_knows_what_was_said(whole: Product, brain: ModelServer) -> None:
    await whole.say(WHY)
    agents(brain)
    await whole.say("and the month before?", sent_at=utc_now() + timedelta(minutes=1))

    assert WHY in brain.asked[0].prompt
    assert "You benched 190 lb last" in brain.asked[0].prompt


async def test_what_a_restart_lost_is_asked_again_and_nothing_is_doubled(
    brain: ModelServer, tmp_path: Path
) -> None:
    gap: Json = {
        "key": "effort",
        "description": "how hard it felt",
        "gap_type": "subjective",
        "severity": "critical",
        "options": ["easy", "hard"],
    }
    brain.script("analyzer", {**ANSWER, "gaps": [gap], "verdict": "insufficient"})
    ask = {"key": "effort", "what": "how hard it felt", "kind": "subjective", "critical": True}
    brain.script("planner", {**PLAN, "searches": [], "gaps": [ask], "next_action": "clarify"})
    async with product(tmp_path, brain.llm_section(), CALLS) as whole:
        await whole.benched()
        said = await whole.say(WHY)
        assert said.turn.state == "WAIT_USER", said.turn.path
        assert agents(brain) == ["router", "analyzer", "planner"]
    async with product(tmp_path, brain.llm_section(), CALLS) as whole:
        waiting: list[PendingQuestion] = await whole.db.questions.open_questions(7, 7)
        outcome = await whole.core.machine.answer(waiting[0].token, 7, 7, "hard")
        again = await whole.core.machine.answer(waiting[0].token, 7, 7, "hard")
        await whole.learned()

        assert (outcome, again) == ("accepted", "already_answered")
        assert agents(brain)[:2] == ["analyzer", "evaluator"]
        sent = list((await whole.outbox(7)).values())
        assert sum("190 lb" in html for html in sent) == 1
