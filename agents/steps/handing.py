"""What of a message is handed to specialists, in whichever step it is answered."""

from __future__ import annotations

from agents.clarifier import ClarificationQuestion, ClarifierOutput
from agents.handover import AskedBack, DayFrom, Handover, Part, Shown
from agents.router import RouterOutput
from agents.turn import Incoming, Turn
from agents.types import DAY_GAP
from agents.work import Work
from storage.entities import Outgoing

_DAYS_FROM = ("notes", "diary", "memory")


def handover_of(routed: RouterOutput, incoming: Incoming) -> Handover:
    """What a router handed over, as the specialists' own requests."""
    parts: list[Part] = []
    for one in routed.handed:
        day_from = None
        if one.on_that_day:
            before = parts.pop() if parts else None
            question = before.words if before is not None else routed.query_portion or incoming.text
            day_from = DayFrom(question=question, sources=(before.specialist,) if before else _DAYS_FROM)
        request = {"user_question": one.words, **({"context_hint": one.hint} if one.hint else {})}
        parts.append(Part(specialist=one.specialist, words=one.words, request={**request}, day_from=day_from))
    return Handover(parts=tuple(parts), rest=routed.rest)


async def hand_over(turn: Turn, work: Work) -> bool:
    """Have the parts carried out; whether something has to be asked first."""
    beside = work.services.beside.to
    if beside is None:  # what was handed over before it was switched off
        turn.shown = (Shown(html=work.services.replies.sentence(work.profile, "nothing_certain")),)
        return False
    done = await beside.carried_out(turn, work.profile)
    if isinstance(done, AskedBack):
        asked = ClarificationQuestion(question=done.question, gap=DAY_GAP, options=done.options)
        turn.asked_back = ClarifierOutput(
            questions=(asked,), context_explanation=done.explanation, fallback_action=""
        )
        return True
    turn.shown = done
    return False


async def delivered(turn: Turn, work: Work, answer: Outgoing | None) -> list[Outgoing]:
    """What specialists answered, with the diary's own answer if there is one."""
    beside = work.services.beside.to
    if beside is None:
        return [answer] if answer is not None else []
    if turn.handed is None and answer is not None:
        return [await beside.asking_where(turn, work.profile, answer) if _knows_nothing(turn) else answer]
    return await beside.delivered(turn, work.profile, answer)


def _knows_nothing(turn: Turn) -> bool:
    """Whether all that the diary says to a question is that something is not there."""
    found = turn.analysis.findings if turn.analysis is not None else ()
    return bool(found) and all(one.absent for one in found) and turn.again_of is None
