"""The concierge: whom a message is for, what comes back, and where it may be said. The diary is not asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from agents.conversation import last_handed
from agents.handover import AskedBack, Handover, Part, Shown, SpecialistInfo
from agents.jobs.signs import job_wish
from agents.language.text import first_sentence, plain
from agents.offline.about import topic_of
from agents.offline.engine import OfflineEngine
from agents.offline.lexicon import language_of
from agents.offline.questions.wishes import wish_in
from agents.profile import Profile
from agents.router import RouterInput
from agents.signs import may_speak_of
from agents.specialists.speech import speech
from agents.turn import Incoming, Turn
from agents.types import InputType
from bot.people.privacy import in_private
from bot.people.state import BotState
from bot.replies.callbacks import FollowUpTap, ProposalTap, read
from bot.replies.console_ids import home, without_buttons
from bot.replies.prices import with_notices
from bot.texts import wording
from domains.registry import Registry
from storage.entities import Buttons, Outgoing

if TYPE_CHECKING:  # what answers is loaded when it is asked
    from agents.specialists.specialist import Heard
    from agents.specialists.staff import Staff
    from bot.assistant.carrying import Errand


_SURE = 0.9
_REPORTS = (InputType.LOG, InputType.BOTH)


async def is_rather_a_log(text: str, handed: Handover, profile: Profile, registry: Registry) -> bool:
    """Only for what is handed over as a whole by a loose reading, not for what an event there decides."""
    if len(handed.parts) != 1 or handed.rest:
        return False
    part = handed.parts[0]
    if not part.request.get("loose") or part.day_from is not None or _moves_by(part):
        return False
    return await is_surely_a_log(text, profile, registry)


async def is_surely_a_log(text: str, profile: Profile, registry: Registry) -> bool:
    """Whether rules are sure that figures are logged."""
    return any(sign.isdigit() for sign in text) and await reports(text, profile, registry)


async def reports(text: str, profile: Profile, registry: Registry) -> bool:
    """Whether rules are sure that something is told."""
    routed = await OfflineEngine().route(RouterInput.of(text, profile, registry))
    return routed.input_type in _REPORTS and routed.confidence >= _SURE


def _moves_by(part: Part) -> bool:
    """Whether an event is to be moved by so many minutes, which are no figures of a log."""
    asked = part.request.get("asked")
    return isinstance(asked, dict) and bool(asked.get("by"))


Reach = Callable[[int], Awaitable[bool]]
"""Whether a person's private chat can be written to."""


async def _always(_: int) -> bool:
    return True


class Concierge:
    """Rules choose where they are sure; what a model hands over comes the same way. It answers nothing."""

    def __init__(self, state: BotState, reach: Reach = _always) -> None:
        self._state = state
        self._reach = reach

    async def heard(self, incoming: Incoming) -> Incoming:
        """With what of it is for specialists, as far as rules are sure."""
        if incoming.edited or incoming.replies_to == "question" or incoming.silent:
            return incoming
        language = language_of(incoming.text)
        if self._state.assistant is None and not self._may_be_asked(incoming.text, language):
            return incoming
        if _asks_to_connect(incoming.text, language):
            return incoming
        handed = await self._retimed(incoming) or await self._gone_on(incoming, language)
        handed = handed or await self._handed(incoming, language)
        if incoming.replies_to == "log" and handed is not None and not _is_sure(handed):
            return incoming
        if handed is not None and _is_of_talk(handed) and topic_of(incoming.text) is not None:
            return incoming  # "how do I change what I wrote"
        return incoming if handed is None else incoming.model_copy(update={"handed": handed})

    def lacks(self, incoming: Incoming) -> str | None:
        """The sentence that says how something is connected, where a message asks for it or needs it."""
        assistant, text = self._state.assistant, incoming.text
        if incoming.edited or len(text) > _LONGEST:
            return None
        language = language_of(text)
        if _asks_to_connect(text, language):
            return "handed.connecting"
        if assistant is not None and assistant.has_calendar(incoming.user_id):
            return None
        known, said = speech(language), plain(text).strip()
        asks = known.asks_calendar.fullmatch(said) or wish_in(text) == ("calendar", 0)
        return "calendar.none" if asks or _is_for_a_day_asked(said, incoming.sent_at) else None

    def offered(self, user_id: int) -> tuple[SpecialistInfo, ...]:
        """See `agents.ports.Specialists`."""
        return () if self._state.assistant is None else self._state.assistant.staff.offered(user_id)

    async def carried_out(self, turn: Turn, profile: Profile) -> tuple[Shown, ...] | AskedBack:
        """See `agents.ports.Specialists`."""
        from bot.assistant.carrying import carried_out  # noqa: PLC0415 - when it is asked

        return await carried_out(self._errand(turn.incoming, profile), turn)

    async def delivered(self, turn: Turn, profile: Profile, answer: Outgoing | None) -> list[Outgoing]:
        """See `agents.ports.Specialists`."""
        incoming = turn.incoming
        here = [one for one in turn.shown if is_own(incoming) or not one.private]
        away = [one for one in turn.shown if one not in here]
        sent: list[Outgoing] = []
        if here:
            first, *more = _messages(here)
            joined = _joined(turn, first, answer, f"{turn.id}:handed")
            sent.append(joined if answer is not None else self._noticed(turn, profile, joined))
            sent += [_joined(turn, one, None, f"{turn.id}:handed:{at}") for at, one in enumerate(more, 1)]
        elif answer is not None:
            sent.append(answer)
        if without_buttons(incoming.chat_id):
            from bot.assistant.typed import in_words  # noqa: PLC0415 - when it is asked

            sent = [await in_words(self._state, one, wording(profile.language)) for one in sent]
        if away:
            first, *more = _messages(away)
            reply = self._noticed(turn, profile, _joined(turn, first, None, f"{turn.id}:handed:private"))
            say = wording(profile.language)
            if await self._reach(incoming.user_id):
                sent += in_private(reply, say)
                for at, one in enumerate(more, 1):
                    sent += in_private(_joined(turn, one, None, f"{turn.id}:handed:private:{at}"), say)[:1]
            else:
                sent.append(reply.model_copy(update={"html": say("private.no_chat"), "buttons": ()}))
        return sent

    async def asking_where(self, turn: Turn, profile: Profile, answer: Outgoing) -> Outgoing:
        """See `agents.ports.Specialists`. Only where nothing tells whom a question was for."""
        incoming = turn.incoming
        if self._state.assistant is None or incoming.chat_id != incoming.user_id:
            return answer
        from bot.assistant.unknown import elsewhere  # noqa: PLC0415 - when it is asked

        errand = self._errand(incoming, profile)
        names = elsewhere(errand)
        if not names:
            return answer
        say = wording(errand.language)
        turn.shown = tuple(Shown(html="", specialist=one, follow_ups=(incoming.text,)) for one in names)
        row = tuple(
            FollowUpTap(turn.id, at).button(say(f"handed.look.{name}")) for at, name in enumerate(names)
        )
        html = f"{answer.html}\n\n{say('handed.elsewhere')}"
        return answer.model_copy(update={"html": html, "buttons": (row, *answer.buttons)})

    def _noticed(self, turn: Turn, profile: Profile, reply: Outgoing) -> Outgoing:
        """With a word about what models were to do and did not."""
        money = self._state.services.money
        if money is None or not turn.notices:
            return reply
        say = wording(profile.language)
        return reply.model_copy(update={"html": with_notices(turn, money.budget, say, reply.html)})

    @property
    def staff(self) -> Staff:
        """Those of the configuration; with nothing configured those that everybody has."""
        return self._state.assisting.staff

    @staticmethod
    def _may_be_asked(text: str, language: str) -> bool:
        """One look, for every message."""
        return len(text) <= _LONGEST and speech(language).cues.search(plain(text)) is not None

    async def _gone_on(self, incoming: Incoming, language: str) -> Handover | None:
        """What goes on with what a specialist was asked last."""
        if not speech(language).goes_on.fullmatch(plain(incoming.text).strip()):
            return None
        gap = timedelta(minutes=self._state.services.limits.session_gap_minutes)
        whose, at = (incoming.user_id, incoming.chat_id), incoming.sent_at
        last = await last_handed(self._state.db.turns, *whose, before=at, gap=gap)
        profile = await self._state.profile(incoming.user_id)
        return None if last is None else self.staff.goes_on(self._errand(incoming, profile).said, last)

    async def _handed(self, incoming: Incoming, language: str) -> Handover | None:
        from agents.specialists.specialist import Heard  # noqa: PLC0415 - when it is asked

        staff, user_id = self.staff, incoming.user_id
        profile = await self._state.profile(user_id)
        now = profile.local(incoming.sent_at)
        said = Heard(
            incoming.text, now, language, profile.date_order,
            is_configured=lambda name: staff.is_configured(name, user_id), wish=wish_in,
        )  # fmt: skip
        errand = self._errand(incoming, profile)
        handed = staff.heard(said)
        if handed is None:
            return await self._unknown_to_the_diary(said, errand)
        handed = await self._behind_a_log(said, handed, profile)
        if await is_rather_a_log(incoming.text, handed, profile, self._state.services.registry):
            return None
        takers = {part.specialist for part in handed.parts if await errand.takes(part)}
        taken = tuple(part for part in handed.parts if part.specialist in takers)
        left = (handed.rest, *(part.words for part in handed.parts if part not in taken))
        return Handover(parts=taken, rest=". ".join(filter(None, left))) if taken else None

    async def _behind_a_log(self, said: Heard, handed: Handover, profile: Profile) -> Handover:
        """Without a first sentence that is a log: it would be lost, or a part of what an event is called."""
        first, behind = first_sentence(said.text)
        if not behind or handed.rest or len(handed.parts) != 1 or handed.parts[0].day_from is not None:
            return handed
        other = self.staff.heard(said.part(behind))
        if other is None or other.rest or self.staff.heard(said.part(first)) is not None:
            return handed
        is_read = handed.parts[0].request.get("asked") is not None
        registry = self._state.services.registry
        logs = await (is_surely_a_log if is_read else reports)(first, profile, registry)
        return other.model_copy(update={"rest": first}) if logs else handed

    @staticmethod
    async def _unknown_to_the_diary(said: Heard, errand: Errand) -> Handover | None:
        """What only the notes may know."""
        from agents.coaches.speech import wish_of  # noqa: PLC0415 - when it is asked
        from agents.specialists.staff import NOTES  # noqa: PLC0415 - as above

        if not said.is_configured(NOTES) or job_wish(said.text, said.language) is not None:
            return None
        if may_speak_of("goals", said.text, said.language) and wish_of(said.text, said.language) is not None:
            return None  # a coach's
        from bot.assistant.unknown import looked_up, opens  # noqa: PLC0415 - only with notes

        return await looked_up(said, errand) if opens(said.text, said.language) else None

    async def _retimed(self, incoming: Incoming) -> Handover | None:
        """Words about the proposal just made: when it is to be, yes, or no."""
        assistant = self._state.assistant
        if assistant is None or not assistant.has_calendar(incoming.user_id):
            return None
        from bot.assistant.after import about_proposal  # noqa: PLC0415 - only where configured

        return await about_proposal(self._state, incoming, home(incoming.user_id, incoming.chat_id))

    def _errand(self, incoming: Incoming, profile: Profile) -> Errand:
        from bot.assistant.carrying import Errand  # noqa: PLC0415 - when it is asked

        return Errand(self._state, self.staff, incoming, profile)


def _is_sure(handed: Handover) -> bool:
    """Whether each part has a form of its own, and nothing else is said."""
    loose = (one.request.get("loose") or one.request.get("vague") for one in handed.parts)
    return not handed.rest and not any(loose)


def _is_of_talk(handed: Handover) -> bool:
    """Whether all of it is looked for in what was said before."""
    from agents.specialists.staff import MEMORY  # noqa: PLC0415 - loaded where anything is handed over

    return all(one.specialist == MEMORY for one in handed.parts)


def _asks_to_connect(text: str, language: str) -> bool:
    return speech(language).connecting.fullmatch(plain(text).strip()) is not None


def _is_for_a_day_asked(said: str, now: datetime) -> bool:
    """Whether something is wanted of a calendar on "that day", which the text asks for."""
    language = language_of(said)
    known = speech(language)
    day = known.that_day.search(said)
    if day is None or not known.asks_day.search(said, 0, day.start()):
        return False
    from agents.agenda.asking import wants_change  # noqa: PLC0415 - for few messages

    read_as = f"{said[: day.start()]} {known.day} {said[day.end() :]}"
    wish = wish_in(read_as)
    return (wish is not None and wish[0] == "calendar") or wants_change(read_as, now, language)


_LONGEST = 400


def is_own(incoming: Incoming) -> bool:
    """Whether nobody else reads what is said there: the private chat, or one that is not Telegram's."""
    return incoming.chat_id == incoming.user_id or without_buttons(incoming.chat_id)


def _follow_ups(turn: Turn, shown: Shown) -> Buttons:
    """A row each; a tap finds its question in the turn."""
    first = sum(len(one.follow_ups) for one in turn.shown[: turn.shown.index(shown)])
    return tuple(
        (FollowUpTap(turn.id, first + at).button(question),) for at, question in enumerate(shown.follow_ups)
    )


def _messages(shown: list[Shown]) -> list[list[Shown]]:
    """The parts of each message: a tap changes the whole of it, so each proposal but the first begins one."""
    messages: list[list[Shown]] = [[]]
    for one in shown:
        if _proposes(one) and any(map(_proposes, messages[-1])):
            messages.append([])
        messages[-1].append(one)
    return messages


def _proposes(shown: Shown) -> bool:
    return any(isinstance(read(one.data), ProposalTap) for row in shown.buttons for one in row)


def _joined(turn: Turn, shown: list[Shown], answer: Outgoing | None, key: str) -> Outgoing:
    """One reply."""
    buttons = tuple(row for one in shown for row in (*one.buttons, *_follow_ups(turn, one)))
    html = "\n\n".join([*([answer.html] if answer is not None else []), *(one.html for one in shown)])
    if answer is not None:
        return answer.model_copy(update={"html": html, "buttons": (*buttons, *answer.buttons)})
    incoming = turn.incoming
    return Outgoing(
        key=key,
        chat_id=incoming.chat_id,
        user_id=incoming.user_id,
        html=html,
        buttons=buttons,
        reply_to=None if is_own(incoming) else incoming.message_id,
        turn_id=turn.id,
    )
