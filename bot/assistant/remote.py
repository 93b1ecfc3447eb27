"""MCP tools in the chat: listed, called by name, and what may change something asked first and done once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from pydantic import BaseModel, JsonValue

from agents.remote.proposals import CallProposal
from agents.remote.servers import SeenServer
from agents.remote.typed import typed
from agents.tools.registry import AnyTool
from agents.tools.result import Outcome, ToolResult
from bot.assistant.tool_caller import Person, ToolCaller, waiting, yes_or_no
from bot.people.state import BotState
from bot.replies.console_ids import home
from bot.replies.evidence import shortened
from bot.replies.said import Said
from bot.texts import Html, Wording
from bot.texts.html import escape, plain
from storage.proposal import ProposalRow

_MOST_TOOLS = 40
_TOLD = 3000
"""Characters of an answer that is shown."""
_SHOWN = 2500
"""Characters of arguments. What does not fit is not asked: a yes is to what was seen."""
_PAGE = 3700
"""Characters of a message that is edited: what is beyond Telegram's limit would be lost."""
_DESCRIBED = 160


class KeptCall(CallProposal):
    """What is kept until the tap."""

    language: str = "en"
    """The one in which it was asked."""


def call_of(row: ProposalRow) -> KeptCall:
    """From a row's body."""
    return KeptCall.model_validate_json(row.body)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was asked; the same message again finds the row that it made."""

    chat_id: int
    message_id: int

    @property
    def token(self) -> str:
        """One a message."""
        return sha256(f"call:{self.chat_id}:{self.message_id}".encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class RemoteChat:
    """Nothing of it is ever said in a group: whoever calls it sends the answers to the person's own chat."""

    desk: ToolCaller

    async def asked(self, person: Person, text: str, place: Place, *, by_model: bool) -> Said | None:
        """`/tools`, or a tool's name with its arguments; None: other words, which a model may deal with."""
        if not self.desk.assistant.remotes.has(person.user_id):
            return Said(person.page.say("tools.none"))
        servers = await self.desk.assistant.remotes.ready(person.user_id)
        name, _, rest = text.partition(" ")
        if not name:
            return Said(listed(servers, person.page.say))
        tool = next((one for one in _callable(servers) if one.name == name), None)
        if tool is None and rest and by_model:
            return None
        if tool is None:
            return Said(person.page.say("tools.unknown", name=shortened(name, 60)))
        return await self._called(person, tool, rest, place)

    async def _called(self, person: Person, tool: AnyTool, rest: str, place: Place) -> Said:
        say, given = person.page.say, typed(rest, tool.schema)
        if given.unread or given.missing:
            return Said(say("tools.usage", usage=usage(tool)))
        name = tool.name if tool.kind == "reads" else f"propose_{tool.name}"[:64]
        result = await self.desk.called(name, given.arguments, person)
        if isinstance(result.value, CallProposal):
            about = (person.user_id, home(person.user_id, place.chat_id))
            return await proposed(self.desk.state, result.value, about, place.token, say)
        if result.value is None:
            return Said(trouble(result, say))
        return Said(told(result))


async def proposed(
    state: BotState,
    proposal: CallProposal,
    about: tuple[int, int],
    token: str,
    say: Wording,
    *,
    shall_i: str = "tools.shall_i",
) -> Said:
    """The proposal as a row that waits, and how it is shown with its buttons; `about` whom, in which chat."""
    if len(json.dumps(proposal.arguments, ensure_ascii=False)) > _SHOWN:
        return Said(say("tools.too_long"))
    kept = KeptCall.model_validate({**dict(proposal), "language": say.language})
    row = await waiting(state, about, token, proposal.tool, kept.model_dump_json())
    return Said(asking(call_of(row), say, shall_i=shall_i), yes_or_no(row.token, say, "tools"))


def _callable(servers: list[SeenServer]) -> list[AnyTool]:
    """Under the names by which a person calls them."""
    return [tool for one in servers for tool in one.tools if tool.kind != "proposes"]


def listed(servers: list[SeenServer], say: Wording) -> Html:
    """The servers with their tools."""
    lines: list[Html] = [say("tools.title")]
    for one in servers:
        about = say("tools.about", about=one.about) if one.about else Html("")
        lines.append(say(f"tools.server.{one.state}", name=one.name, about=about))
        lines += [_line(tool, say) for tool in _callable([one])[:_MOST_TOOLS]]
    lines.append(say("tools.how"))
    return Html("\n".join(lines))


def _line(tool: AnyTool, say: Wording) -> Html:
    described = shortened(tool.description, _DESCRIBED)
    return say(f"tools.line.{tool.kind}", usage=usage(tool), described=described)


def usage(tool: AnyTool) -> str:
    """How it is called; what may be left out stands in brackets."""
    required = tool.schema.get("required", ())
    names = [f"{one}=…" if one in required else f"[{one}=…]" for one in tool.schema.get("properties", {})]
    return " ".join((tool.name, *names))


def told(result: ToolResult[BaseModel], beside: str = "") -> Html:
    """What a tool answered, as the text that it is; shorter where something stands `beside` it."""
    text, most = getattr(result.value, "text", "").strip(), min(_TOLD, _PAGE - len(plain(beside)))
    short = text if len(text) <= most else text[: most - 1].rstrip() + "…"
    return Html(escape(short) or "…")


def asking(proposal: CallProposal, say: Wording, *, shall_i: str = "tools.shall_i") -> Html:
    """What would be done, with each argument, and the question; none once it is answered."""
    lines = [say("tools.asked", server=proposal.server, name=proposal.name)]
    lines += [say("tools.argument", name=name, value=_shown(one)) for name, one in proposal.arguments.items()]
    if shall_i:
        lines.append(say(shall_i))
    return Html("\n".join(lines))


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def trouble(result: ToolResult[BaseModel], say: Wording) -> Html:
    """Why it did not work; what the server itself said of it is quoted."""
    if result.outcome is Outcome.INVALID and result.detail:
        return say("tools.outcome.invalid", why=shortened(result.detail, 600))
    key = result.outcome if result.outcome in _WORDED else Outcome.FAILED
    return say(f"tools.outcome.{key.value}")


_WORDED = frozenset({Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.TOO_LARGE})
