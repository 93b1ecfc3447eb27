"""Whether a message that was heard loosely is a log all the same: then it is kept, and nobody is asked."""

from __future__ import annotations

from agents.handover import Handover, Part
from agents.offline.engine import OfflineEngine
from agents.profile import Profile
from agents.router import RouterInput
from agents.types import InputType
from domains.registry import Registry

_SURE = 0.9
_REPORTS = (InputType.LOG, InputType.BOTH)


async def is_rather_a_log(text: str, handed: Handover, profile: Profile, registry: Registry) -> bool:
    """Only for what is handed over as a whole by a loose reading, not for what an event there decides."""
    if len(handed.parts) != 1 or handed.rest or not any(sign.isdigit() for sign in text):
        return False
    part = handed.parts[0]
    if not part.request.get("loose") or part.day_from is not None or _moves_by(part):
        return False
    routed = await OfflineEngine().route(
        RouterInput(
            text=text,
            profile=profile,
            available_domains=registry.infos,
            vocabulary=registry.vocabulary,
        )
    )
    return routed.input_type in _REPORTS and routed.confidence >= _SURE


def _moves_by(part: Part) -> bool:
    """Whether an event is to be moved by so many minutes, which are no figures of a log."""
    asked = part.request.get("asked")
    return isinstance(asked, dict) and bool(asked.get("by"))
