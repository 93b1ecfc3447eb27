"""One request, from what was said to replies in the outbox: what the handlers do for Telegram's messages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agents.offline.routing.requests import command_in
from agents.turn import Incoming
from bot.commands.parting import chosen
from bot.commands.perform import PERFORM
from bot.commands.reminding import beside
from bot.commands.wishes import granted
from bot.people.questions import Answering
from bot.people.state import BotState
from bot.people.teaching import Teaching
from bot.replies.said import Said
from bot.texts import Html, wording
from bot.texts.commands import unknown
from bot.updates.asked import Asked
from bot.updates.incoming import clean, says_something
from storage.entities import Effects, Outgoing
from storage.requests import Choice, Request

_WITH_FILES = frozenset({"export", "import", "forget"})
"""Commands whose work is done with files, or with a second tap."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """Each way ends with the request's row done, in the commit of its work."""

    state: BotState

    async def hear(self, request: Request) -> None:
        """Work on it until its replies are queued. Raises what storage raises."""
        user = await self.state.user(request.user_id)
        await self.state.meet(user.id, user.name, said=request.text)
        text = clean(request.text)
        named = command_in(text)
        if request.choice is not None:
            await self._choose(request, request.choice)
        elif named or text.startswith("/"):
            await self._command(request, f"/{named}" if named else text, user.name)
        elif not says_something(text):
            await self._say(request, "other.empty")
        else:
            await self._words(request, text)

    async def apologise(self, request: Request, key: str) -> None:
        """After a failure of ours that is not storage's."""
        await self._say(request, key)

    async def _words(self, request: Request, text: str) -> None:
        incoming = self._incoming(request, text)
        taught = await Teaching(self.state).heard(incoming)
        if taught is not None:
            await self._keep(request, text, taught)
        elif (told := await self._decided(request, text)) is not None:
            await self._keep(request, text, Said(Html(told)) if told else None)
        else:
            await self._choices(request, incoming)

    async def _choices(self, request: Request, incoming: Incoming) -> None:
        """What was chosen or is to be reminded of, and the rest of the message."""
        left, told = await chosen(self.state, incoming)
        if left is None:
            await self._keep(request, incoming.text, told)
            return
        if told is not None:
            await beside(self.state, [self._reply(request, told)])
        await self._hand_on(request, left)

    async def _hand_on(self, request: Request, incoming: Incoming) -> None:
        """To specialists, as far as rules are sure, and to the diary."""
        concierge = self.state.concierge
        incoming = incoming if concierge is None else await concierge.heard(incoming)
        if incoming.handed is not None:
            await self.state.machine.begin(incoming)
        elif (told := await granted(self.state, incoming)) is not None:
            await self._keep(request, incoming.text, told)
        elif not await Answering(self.state).typed(incoming):
            await self.state.machine.begin(incoming)

    async def _decided(self, request: Request, text: str) -> str | None:
        """What is told of a proposal that the words decide; None: they are about something else."""
        if self.state.assistant is None:
            return None
        from bot.assistant.typed import decided  # noqa: PLC0415 - only where configured

        return await decided(self.state, request.user_id, request.chat_id, request.number, text)

    async def _choose(self, request: Request, choice: Choice) -> None:
        """A second try after a kill finds the question answered; what came of it is there, or on its way."""
        outcome = await Answering(self.state).chosen(
            choice.token, choice.text, request.user_id, request.chat_id
        )
        if outcome == "accepted":
            return
        told = await self._decided(request, choice.text or "") if outcome == "unknown" else None
        if told is not None:
            await self._keep(request, "", Said(Html(told)) if told else None)
            return
        if not await self.state.db.requests.waiting_replies(request.user_id, request.chat_id):
            keys = {"already_answered": "tap.already", "expired": "tap.expired"}
            await self._say(request, keys.get(outcome, "tap.unknown"))

    async def _command(self, request: Request, text: str, user_name: str) -> None:
        word, _, arguments = text[1:].partition(" ")
        name = word.partition("@")[0].casefold()
        perform = PERFORM.get(name)
        if perform is None or name in _WITH_FILES:
            say = await self.state.wording(request.user_id)
            told = unknown(name, say) if perform is None else say("web.not_here", command=f"/{name}")
            await self._keep(request, clean(request.text), Said(told))
            return
        profile = await self.state.profile(request.user_id)
        incoming = self._incoming(request, text).model_copy(update={"user_name": user_name})
        asked = Asked.of(incoming, arguments, wording(profile.language), profile, self.state.now())
        reply = await perform(self.state, asked)
        said = None if reply is None else Said(Html(reply.html), reply.buttons, reply.chart)
        await self._keep(request, text, said)

    async def _say(self, request: Request, key: str, **values: str) -> None:
        say = await self.state.wording(request.user_id)
        await self._keep(request, clean(request.text), Said(say(key, **values)))

    async def _keep(self, request: Request, text: str, said: Said | None) -> None:
        """One commit: the message, the reply, the row done."""
        effects = Effects(
            inbox_done=request.number,
            messages=[self._incoming(request, text).as_message()] if text else [],
            outgoing=[] if said is None else [self._reply(request, said)],
        )
        await self.state.db.turns.apply(effects)

    @staticmethod
    def _reply(request: Request, said: Said) -> Outgoing:
        told = replace(said, entries=())  # over HTTP these are what was stored or changed
        return told.to(request.user_id, f"update:{request.number}", request.chat_id)

    @staticmethod
    def _incoming(request: Request, text: str) -> Incoming:
        return Incoming(
            user_id=request.user_id,
            chat_id=request.chat_id,
            message_id=request.message_id,
            text=text,
            sent_at=request.sent_at,
            own_offset=request.own_offset,
            update_id=request.number,
        )
