"""SYNTHESIZE and EVALUATE: the reply is written, judged, and only then sent."""

from __future__ import annotations

import logging

from agents.conversation import last_talk
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.machine import State
from agents.ports import Basis
from agents.session import Notice
from agents.steps.finding import missing_domains, query_type, sub_queries
from agents.steps.handing import delivered, hand_over
from agents.synthesizer import SynthesizerInput
from agents.turn import Evaluation, Observation, Turn
from agents.types import Draft, InputType, QueryType, Sufficiency, Verdict
from agents.work import Work
from storage.entities import Outgoing

logger = logging.getLogger(__name__)


async def synthesize(turn: Turn, work: Work) -> State:
    """Write the draft; what is missing after the last re-plan makes it a partial answer."""
    if not turn.asks_diary:
        if not turn.shown:
            await hand_over(turn, work)
        return State.EVALUATE
    insufficient = turn.analysis is not None and turn.analysis.verdict is Sufficiency.INSUFFICIENT
    turn.draft = await _draft(turn, work, is_partial=insufficient and not turn.declined)
    return State.EVALUATE


async def _draft(turn: Turn, work: Work, *, is_partial: bool) -> Draft:
    return await work.services.engine.synthesize(
        SynthesizerInput(
            query=turn.query_text or turn.incoming.text,
            query_type=query_type(turn),
            sub_queries=sub_queries(turn),
            now=work.now(turn),
            profile=work.profile,
            analysis=turn.analysis,
            is_partial=is_partial,
            unanswered_gaps=tuple(gap for gap in turn.gaps if gap.severity == "critical" and not gap.found)
            if is_partial
            else (),
            answers=turn.answers,
            declined=turn.declined,
            feedback=turn.feedback,
            said_last=await _said_last(turn, work) if query_type(turn) is QueryType.CHAT else "",
        )
    )


async def _said_last(turn: Turn, work: Work) -> str:
    incoming = turn.incoming
    return await last_talk(
        work.services.db.turns, incoming.user_id, incoming.chat_id, before=incoming.sent_at, but=turn.id
    )


async def evaluate(turn: Turn, work: Work) -> State:
    """Pass and send, go round once more, or send the partial answer that can be stood behind."""
    if not turn.asks_diary:
        turn.notices = tuple(work.session.notices)
        work.effects.outgoing += await delivered(turn, work, None)
        return State.OBSERVE
    judged = await _judge(turn, work)
    turn.feedback = (*turn.feedback, *judged.feedback)
    passed = judged.verdict is Verdict.PASS
    models = work.services.engine.models and not turn.by_code
    hopeless = models and judged.recommendation == "give_partial"
    if not passed and not hopeless and turn.retries < work.services.limits.retries:
        turn.retries += 1
        turn.evaluation = Evaluation(
            passed=False, feedback=judged.feedback, expand=missing_domains(turn, work)
        )
        return State.PLAN
    turn.evaluation = Evaluation(passed=passed, feedback=judged.feedback)
    if not passed and models:
        _leave_to_code(turn, work)
        return State.PLAN
    if not passed:
        await _fall_back(turn, work)
    await _work_out(turn, work)
    known = {entry.id: entry for entry in await work.retrieved(turn)}
    evidence = [known[cited] for cited in turn.draft.evidence if cited in known] if turn.draft else []
    await _price(turn, work)
    turn.notices = tuple(work.session.notices)
    answer = work.services.replies.answer(turn, work.profile, evidence)
    answer, *charts = await _charted(turn, work, answer)
    work.effects.outgoing += await delivered(turn, work, answer)
    work.effects.outgoing += charts
    turn.entry_ids = tuple(entry.id for entry in evidence)  # what was merely read is not worth keeping
    if turn.input_type is not InputType.CHAT and turn.again_of is None:
        turn.observation = Observation(trigger="post_query")
    return State.OBSERVE


async def _charted(turn: Turn, work: Work, answer: Outgoing) -> list[Outgoing]:
    """The answer, and the chart that belongs to it."""
    basis = Basis(await work.retrieved(turn), work.context(turn), work.now(turn))
    return await work.services.replies.charted(turn, work.profile, answer, basis)


async def _price(turn: Turn, work: Work) -> None:
    """What this answer cost, and what the other way to answer would."""
    if work.services.money is not None and turn.input_type is not InputType.CHAT:
        turn.offer = await work.services.money.offer(work.session, await work.retrieved(turn))


async def _judge(turn: Turn, work: Work) -> EvaluatorOutput:
    return await work.services.engine.evaluate(
        EvaluatorInput(
            query=turn.query_text or turn.incoming.text,
            message=turn.incoming.text,
            query_type=query_type(turn),
            sub_queries=sub_queries(turn),
            now=work.now(turn),
            profile=work.profile,
            draft=turn.draft or Draft(response=""),
            analysis=turn.analysis,
            entries=await work.retrieved(turn),
            retrieval_history=turn.attempts,
            rules=work.context(turn).evaluation_rules,
            domain_context=work.context(turn),
            answers=turn.answers,
            attempt=turn.retries + 1,
            previous_feedback=turn.feedback,
        )
    )


async def _work_out(turn: Turn, work: Work) -> None:
    """The draft's details: what the findings left away, as far as entries and figures support it."""
    details = turn.analysis.details if turn.analysis else ()
    if turn.draft is None or not details:
        return
    text = "\n".join(dict.fromkeys(finding.claim for finding in details))
    figures = tuple(figure for finding in details for figure in finding.figures)
    checked = await _supported(Draft(response=text, figures=figures, by_code=True), turn, work)
    turn.draft = turn.draft.model_copy(update={"details": checked.response})


def _leave_to_code(turn: Turn, work: Work) -> None:
    """What models made of the question goes: code plans and answers it as it would have without them."""
    logger.info("turn %s: the models' drafts were refused, code answers", turn.id)
    turn.by_code = work.session.by_code = True
    work.session.note(Notice.REFUSED)
    turn.plan, turn.analysis, turn.draft = None, None, None
    turn.attempts, turn.entry_ids, turn.truncated = (), (), False
    turn.gaps, turn.feedback = (), ()
    turn.replans = turn.retries = 0


async def _fall_back(turn: Turn, work: Work) -> None:
    """A partial draft; a sentence with a number that nothing supports is taken out."""
    partial = await _supported(await _draft(turn, work, is_partial=True), turn, work)
    if not partial.response:
        nothing_certain = work.services.replies.sentence(work.profile, "nothing_certain")
        partial = partial.model_copy(update={"response": nothing_certain})
    turn.draft = partial


async def _supported(draft: Draft, turn: Turn, work: Work) -> Draft:
    """The draft without the sentences in which something is not supported."""
    from agents.truth import sheet_of, tell  # noqa: PLC0415 - a start skips it

    sheet = sheet_of(
        now=work.now(turn),
        profile=work.profile,
        query=turn.query_text or turn.incoming.text,
        entries=await work.retrieved(turn),
        findings=turn.analysis.findings if turn.analysis else (),
        figures=draft.figures,
        sub_queries=sub_queries(turn),
        attempts=turn.attempts,
        answers=turn.answers,
        context=work.context(turn),
    )
    told = tell(draft.response, sheet, code=draft.by_code)
    return draft.model_copy(update={"response": told.kept.text}) if told.refused else draft
