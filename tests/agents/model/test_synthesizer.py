"""What of a model's wording holds."""

from __future__ import annotations

import pytest

from agents.analyzer import AnalyzerInput
from agents.model import synthesizer
from agents.model.synthesizer import SynthesizerWire
from agents.session import Session, enter
from agents.synthesizer import SynthesizerInput
from agents.types import Draft, EvaluationFeedback, Gap, GapType, QueryType
from tests.agents.diary import ME, NOW
from tests.agents.model.played import asked

Material = tuple[SynthesizerInput, Draft, AnalyzerInput]
GOOD = "Your best bench press is 195 lb, on Mon 9 Nov."


@pytest.fixture
async def pr() -> Material:
    _, engine = await asked("lifter", "what's my bench PR?")
    given, floor = engine.synthesized[-1]
    return given, floor, engine.analyzed[-1][0]


def worded(material: Material, response: str, *used: str) -> Draft:
    given, floor, analyzed = material
    said = SynthesizerWire(response=response, used=list(used))
    return synthesizer.output(said, given, floor, analyzed)


def test_a_message_with_what_it_rests_on(pr: Material):
    draft = worded(pr, GOOD, "N1", "N7")
    assert draft.response == GOOD
    assert draft.evidence == pr[1].evidence
    assert draft.figures == pr[1].figures


@pytest.mark.parametrize(
    "response",
    [
        "",
        "  \n",
        '{"answer": "195 lb"}',
        "Ваш лучший жим лёжа был девятого ноября, поздравляю.",
        "벤치프레스 최고 기록은 십일월 구일에 세웠습니다 축하해요.",
    ],
)
def test_what_cannot_be_used_is_said_by_code(pr: Material, response: str):
    assert worded(pr, response, "N1") == pr[1]


AGAIN = EvaluationFeedback(issue="12 lb: no value", suggestion="leave it out")


def test_an_unsupported_number_is_refused_with_its_reason_and_then_left_out(pr: Material):
    (refused,) = worded(pr, f"{GOOD} Up 12 lb.", "N1").refused
    assert refused.affected_claim == "Up 12 lb."
    assert "12 lb" in refused.issue
    given, floor, analyzed = pr
    again = given.model_copy(update={"feedback": (AGAIN,)})
    draft = worded((again, floor, analyzed), f"{GOOD} Up 12 lb.", "N1")
    assert (draft.response, draft.refused, draft.left_out) == (GOOD, (), ("Up 12 lb.",))


def test_an_answer_that_is_wrong_from_the_start_is_never_cut(pr: Material):
    given, floor, analyzed = pr
    again = given.model_copy(update={"feedback": (AGAIN,)})
    draft = worded((again, floor, analyzed), "Your best bench press is 205 lb. You did it on 9 Nov.", "N1")
    assert draft.refused
    assert "205 lb" in draft.response


def test_slots_are_rendered_with_what_they_rest_on(pr: Material):
    draft = worded(pr, "Your best bench press is {F1}, on {F1.day}.", "N1")
    assert draft.response == "Your best bench press is 195 lb, on Mon 9 Nov."
    assert [claim.slot for claim in draft.claims or ()] == ["F1", "F1.day"]
    assert draft.refused == ()


def test_a_question_in_another_script_may_be_answered_in_it(pr: Material):
    given, floor, analyzed = pr
    korean = given.model_copy(update={"query": "벤치 최고 기록은?"})
    draft = worded((korean, floor, analyzed), "최고 기록은 11월 9일 195 lb입니다.", "N1")
    assert draft.response == "최고 기록은 11월 9일(월) 195 lb입니다."


def test_a_partial_answer_names_what_is_missing(pr: Material):
    given, _, analyzed = pr
    gap = Gap(
        key="stress", description="how stressed you were", gap_type=GapType.SUBJECTIVE, severity="critical"
    )
    partial = given.model_copy(update={"is_partial": True, "unanswered_gaps": (gap,)})
    floor = Draft(
        response=f"What I can say: {GOOD}\nTo say more I would need: how stressed you were.",
        gaps_disclosed=("how stressed you were",),
    )
    hidden = worded((partial, floor, analyzed), GOOD, "N1")
    assert hidden.response == f"{GOOD}\nTo say more I would need: how stressed you were."
    told = f"{GOOD} I do not know how stressed you were."
    assert worded((partial, floor, analyzed), told, "N1").response == told
    assert hidden.gaps_disclosed == ("how stressed you were",)


def test_korean_says_what_is_missing_with_its_own_endings(pr: Material):
    given, _, analyzed = pr
    korean = given.model_copy(update={"query": "왜 무거웠지?", "is_partial": True})
    floor = Draft(
        response="말할 수 있는 것.\n더 필요한 것: 스트레스 정도.", gaps_disclosed=("스트레스 정도",)
    )
    told = "11월 9일에 195 lb였어요. 스트레스는 어느 정도였는지 몰라요."
    assert worded((korean, floor, analyzed), told, "N1").response == told.replace("9일에", "9일(월)에")


def test_small_talk_is_told_what_the_bot_can_do():
    given = SynthesizerInput(query="thanks!", query_type=QueryType.CHAT, now=NOW, profile=ME)
    floor = Draft(response="You are welcome.", confidence="high")
    request = synthesizer.ask(given, floor)
    assert "You are welcome." in request.context
    said = SynthesizerWire(response="Any time!")
    assert synthesizer.output(said, given, floor).response == "Any time!"


def test_who_skipped_the_only_question_needs_no_model():
    given = SynthesizerInput(
        query="how is it?", query_type=QueryType.SIMPLE, now=NOW, profile=ME, declined=True
    )
    assert not synthesizer.needs_model(given, Draft(response="Then I cannot say."))


async def test_a_preview_needs_the_records_to_check_against(pr: Material):
    given, floor, analyzed = pr
    shown: list[str] = []
    enter(Session(turn_id="t", user_id=1, chat_id=1, sent_at=NOW, preview=shown.append))
    assert synthesizer.ask(given, floor).partial is None
    partial = synthesizer.ask(given, floor, analyzed=analyzed).partial
    assert partial is not None
    partial(SynthesizerWire.model_construct())
    partial(SynthesizerWire.model_construct(response=f"{GOOD} And 222 lb soon. It"))
    assert shown == [GOOD]
