"""A coach's wake with a model: it reads by tools, what it wants changed is put into the set of proposals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field, TypeAdapter

from agents.changes.checking import Present
from agents.changes.items import ITEM
from agents.changes.proposing import MOST_ITEMS, Decision, unfit
from agents.coaches.paid import once
from agents.coaches.template import Template
from agents.coaches.working import ASKED, Context, Thought, thought_of, turn_of
from agents.model.calls.ask import Models, ModelsFailed
from agents.model.fences import Fence
from agents.model.requesting import request
from agents.model.terse import Terse
from agents.session import Session, enter
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry
from agents.tools.result import ToolResult
from agents.tools.toolset import AnyModelTool, deferred, model_tools
from agents.truth import Sheet
from storage.coach import CoachRow, WakeRow

_SHOWN = 40
"""Entries and figures that are listed, the newest."""
_MOST_CALLS = 50
"""Proposals of one wake that are looked at."""
_WORDS = 160
_QUEUED = "The proposal is queued. The person will be asked."
_REFUSED = "Refused, the person is not asked: {why}."
_FULL = "No more proposals in this wake."
_THOUGHT = TypeAdapter(Thought)


class CoachWire(Terse):
    """What a wake brings."""

    report: str = Field(description="two to five sentences with references instead of numbers")
    observations: tuple[str, ...] = Field(default=(), description="to remember, a sentence each")


@dataclass(frozen=True, slots=True)
class Thinking:
    """`models` check the person's budget before each call; `tools` are the one registry."""

    models: Models
    tools: Callable[[], ToolRegistry]
    reads: bool = True
    """Whether it may look things up; not where a wake of some time ago is played again."""

    async def think(self, context: Context) -> Thought | None:
        """None: it was switched off meanwhile, or nobody answered."""
        services, coach = context.material.services, context.coach
        now = await services.db.coaches.coach(coach.user_id, coach.id)
        if now is None or not self._may_pay(now, context.wake) or not await self._has_news(context):
            return None
        return await once(services, thought_of(context.wake), _THOUGHT, lambda: self._asked(context))

    def _may_pay(self, coach: CoachRow, wake: WakeRow) -> bool:
        """Whether it is still wanted; a replay is, whatever woke it then."""
        wanted = coach.automatic or wake.reason in ASKED or not self.reads
        return coach.status == "active" and wanted

    async def _has_news(self, context: Context) -> bool:
        """Whether there is something to pay for: its own time comes in weeks without a log, too."""
        db, wake = context.material.services.db, context.wake
        if wake.reason != "scheduled" or not self.reads:
            return True
        wakes = await db.wakes.log(wake.user_id, wake.coach_id, 2)
        before = next((one for one in wakes if one.id != wake.id), None)
        if before is None or before.template_version != wake.template_version:
            return True
        last = await db.entries.last_change(wake.user_id)
        return last is not None and last.at >= before.began_at

    async def _asked(self, context: Context) -> Thought | None:
        material, coach = context.material, context.coach
        services, profile = material.services, material.profile
        session = Session(
            turn_id=turn_of(context.wake), user_id=coach.user_id, chat_id=coach.user_id,
            sent_at=services.clock(), kind="coach",
        )  # fmt: skip
        enter(session)
        proposed: list[dict[str, object]] = []
        ask = request(
            "coach",
            now=services.clock(),
            profile=profile,
            blocks=_blocks(context),
            history=len(context.observations),
            output=CoachWire,
            tier=material.template.tier,
            model=material.template.model,
            tools=self._tools(context, proposed),
        )
        try:
            told = await self.models.ask(ask)
        except ModelsFailed:
            return None
        return Thought(told.report, told.observations, tuple(proposed), "model")

    def _tools(self, context: Context, proposed: list[dict[str, object]]) -> list[AnyModelTool]:
        """Reading tools run; whatever changes something is put by."""
        material, registry = context.material, self.tools()
        if not self.reads:
            return [_deferred(proposed, None, ())]
        called = ToolContext.of(material.profile, material.services.clock())
        reads = [one for one in registry.offered(called.user_id, joined=False) if one.kind == "reads"]
        results: list[ToolResult[Any]] = []
        tools = model_tools(
            registry, called, reads, fenced=lambda text: Fence().block("answer", text), results=results
        )
        now = material.services.clock()
        present = Present(material.services, material.profile, now)
        return [*tools, _deferred(proposed, present, context.decisions)]


def _deferred(
    proposed: list[dict[str, object]], present: Present | None, decided: Sequence[Decision]
) -> AnyModelTool:
    """`present` says what can't be; None: that is looked at later, as of another day."""
    calls = 0

    async def put_by(item: dict[str, object]) -> str:
        nonlocal calls
        calls += 1
        if len(proposed) >= MOST_ITEMS or calls > _MOST_CALLS:
            return _FULL
        if present is not None and (why := await unfit(present, item, decided)) is not None:
            return _REFUSED.format(why=why)
        proposed.append(item)
        return _QUEUED

    about = (
        "Propose a change: a goal, reminder, session, merge of two names, typo, entry said twice, unit, line "
        "of the memory or programme. Nothing happens before the person says yes."
    )
    schema = {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"], **_items()}
    return deferred("propose_change", about, schema, put_by)


def _items() -> dict[str, Any]:
    """What the kinds hold."""
    whole = ITEM.json_schema()
    return {"anyOf": whole.get("oneOf", []), "$defs": whole.get("$defs", {})}


def _blocks(context: Context) -> list[tuple[str, str]]:
    sheet = context.material.sheet()
    decided = "\n".join(one.line for one in context.decisions)
    return [
        ("directives", context.material.template.directives + _settings(context.material.template)),
        ("goal", context.coach.name),
        ("watched", "\n".join(_listed(sheet))),
        ("report", "" if context.last is None else context.last.text),
        ("observations", "\n".join(context.observations)),
        ("others", "\n".join(context.others)),
        ("decided", decided),
        ("by_code", context.draft),
    ]


def _settings(template: Template) -> str:
    return f"\nSettings: {template.settings.model_dump_json()}"


def _listed(sheet: Sheet) -> list[str]:
    """References with their values."""
    lines = [
        f"{letter}{number} = {sheet.of_figure(one).shown} ({one.what})"
        for letter, figures in (("F", sheet.computed), ("P", sheet.plans))
        for number, one in enumerate(figures[:_SHOWN], 1)
    ]
    first = max(0, len(sheet.entries) - _SHOWN)
    lines += [
        f"E{number} {entry.day.isoformat()}: {' '.join(entry.text.split())[:_WORDS]}"
        for number, entry in enumerate(sheet.entries[first:], first + 1)
    ]
    return lines
