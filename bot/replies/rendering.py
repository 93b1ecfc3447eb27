"""The wording and look of the machine's replies: implements `agents.ports.Replies`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from agents.clarifier import ClarificationQuestion
from agents.model.settings import Budget
from agents.offline.alarms import Sign, sign_in, told
from agents.ports import Basis, Keeper, Receipt, Sentence
from agents.profile import Profile
from agents.turn import Media, Turn
from bot.replies.achievements import told_goal
from bot.replies.callbacks import AnswerTap, DetailsTap, EntryTap
from bot.replies.console_ids import CONSOLE
from bot.replies.evidence import evidence_buttons, rows, shortened
from bot.replies.prices import mode_buttons, with_notices
from bot.replies.problems import problem_told
from bot.replies.receipts import is_plain_note, news_lines, stored_lines, understood
from bot.texts import Html, Wording, wording
from bot.texts.html import escape
from storage.entities import Button, Buttons, Entry, Outgoing, PendingQuestion
from storage.problems import Problem
from storage.proposal import ProposalRow

if TYPE_CHECKING:
    from agents.changes.proposing import KeptItem
    from agents.goals.standing import GoalTold

_BUTTONS_A_ROW = 3
_LABEL = 40
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_SHORT_LABEL = 14
_QUOTE = 300
_WIDE_LABEL = 16
"""Letters from which only two buttons fit into a row."""
_SURE = 0.8
"""From here on what was read needs not be shown to who has said that a thumb is enough."""
_READING = 3000
"""Characters shown of what was heard or seen."""
_SCREEN, _SHOWN = 24, 20
"""Lines of a receipt that a phone shows at once, and those shown of one that has more."""


def asking(question: str, language: str) -> Wording:
    """The wording around a question: in its own language where that is not the user's."""
    return wording("ko" if _is_korean(question) else language)


def _is_korean(text: str) -> bool:
    return any("가" <= letter <= "힣" for letter in text)


def asked_as(pending: PendingQuestion, say: Wording) -> str:
    """The question as it is shown."""
    return say.catalogue.doubts.get(pending.gap, pending.question)


def media_line(media: Media, say: Wording) -> Html:
    """What was read, to be checked by who sent it, or why nothing was."""
    if media.trouble is None:
        shown = media.text if len(media.text) <= _READING else f"{media.text[:_READING]}…"
        return say(f"{media.kind}.read", text=shown)
    return say(f"{media.kind}.{media.trouble}")


def _with_media(turn: Turn, say: Wording, html: str) -> str:
    """Below what was heard or seen, once: where a message is log and question both, in the receipt."""
    media = turn.incoming.media
    shown_before = turn.waits_for is not None or turn.answers or turn.declined or turn.resolved
    if media is None or shown_before:
        return html
    return f"{media_line(media, say)}\n\n{html}"


class TelegramReplies:
    """Telegram HTML and inline keyboards, in the language of the profile."""

    def __init__(self, budget: Budget | None = None, *, estimates: bool = False) -> None:
        self._budget = budget or Budget()
        self._estimates = estimates

    def receipt(self, turn: Turn, profile: Profile, receipt: Receipt) -> Outgoing:
        """For a stored or changed log: what was understood per set, day, records, problems, guesses."""
        say = wording(profile.language)
        today = profile.local(turn.incoming.sent_at).date()
        lines = stored_lines(receipt, say, today)
        is_long = receipt.before is None and len(lines) > _SCREEN and self.can_change(turn)
        if is_long:
            lines = [*lines[:_SHOWN], say("receipt.more", count=len(lines) - _SHOWN)]
        plain_lines = "\n".join(lines)
        lines += news_lines(receipt, say, today)
        if self._estimates:
            from bot.replies.estimates import estimate_line  # noqa: PLC0415 - only where it is switched on

            lines += estimate_line(receipt, say)
        bare = len(lines) == 1 and is_plain_note(receipt) and not receipt.before
        cared = _cared_for(turn, receipt, profile, lines)
        bare = bare and cared == lines and not receipt.parsed.uncertain
        html = self._told(turn, say, _with_media(turn, say, "\n".join(cared)))
        is_noise = (
            profile.receipts == "reaction" and html == plain_lines and _is_routine(turn, receipt, today)
        )
        buttons = (*_receipt_buttons(receipt, say), *(_all_of(turn, say) if is_long else ()))
        entries = tuple(entry.id for entry in receipt.entries)
        reply = _reply(
            turn, f"{turn.id}:receipt", html, kind="receipt", buttons=() if bare else buttons, entries=entries
        )
        return reply.model_copy(update={"reacts_to": turn.incoming.message_id}) if is_noise else reply

    def can_change(self, turn: Turn) -> bool:
        """Telegram's messages can be edited."""
        return turn.incoming.chat_id < CONSOLE

    def problem(self, turn: Turn, profile: Profile, problem: Problem) -> Outgoing:
        """A clear sentence about what could not be done."""
        say = wording(profile.language)
        told = problem_told(problem, say)
        html = escape(told) if isinstance(problem, str) else say("impossible.correction", problem=told)
        html = f"{html}\n{say('fix.again')}" if turn.incoming.fixes else html
        return _reply(turn, f"{turn.id}:problem", self._told(turn, say, _with_media(turn, say, html)))

    def jump(self, profile: Profile, new: str, before: str) -> str:
        """The question about a body weight in kilograms or pounds."""
        return wording(profile.language)("jump", new=new, before=before)

    def twin(self, profile: Profile, name: str, day: date) -> tuple[str, str, str]:
        """The question about a run that an import brought already, and its two answers."""
        say = wording(profile.language)
        known = say.catalogue.say
        question = say("twin", name=say.measure(name), day=say.day(day))
        return question, known["twin.same"], known["twin.another"]

    def sentence(self, profile: Profile, key: Sentence) -> str:
        """One that needs nothing filled in."""
        return wording(profile.language).label(key)

    def answer(self, turn: Turn, profile: Profile, entries: Sequence[Entry]) -> Outgoing:
        """The draft, with a button for each entry of its evidence."""
        say = wording(profile.language)
        today = profile.local(turn.incoming.sent_at).date()
        answer = turn.draft.response if turn.draft else self.sentence(profile, "failure")
        modes = mode_buttons(turn, say)
        names = [name for part in (turn.plan.sub_queries if turn.plan else ()) for name in part.subjects]
        evidence = evidence_buttons(entries, names, say, today, said=answer)
        a_row = 2 if any(len(button.label) > _WIDE_LABEL for button in evidence) else _BUTTONS_A_ROW
        keyboard = (*rows(evidence, a_row), *rows(_details(turn, say), 1), *([modes] if modes else []))
        html = self._told(turn, say, _with_media(turn, say, escape(answer)))
        evidence_ids = tuple(entry.id for entry in entries)
        return _reply(turn, f"{turn.id}:answer", html, kind="answer", buttons=keyboard, entries=evidence_ids)

    async def charted(
        self,
        turn: Turn,
        profile: Profile,
        answer: Outgoing,
        basis: Basis,
    ) -> list[Outgoing]:
        """The answer with its chart behind it, or with a button for that, where it has one."""
        from bot.replies.charted import with_chart  # noqa: PLC0415 - only with an answer

        label = wording(profile.language).label("button.chart")
        return await with_chart(turn, profile, answer, basis, label)

    def _told(self, turn: Turn, say: Wording, html: str) -> str:
        incoming = turn.incoming
        if incoming.beyond and turn.waits_for is None:  # else the receipt says so
            lengths = {"read": f"{len(incoming.text):,}", "all": f"{len(incoming.words):,}"}
            html += "\n\n" + say("read_in_part", **lengths)
        return with_notices(turn, self._budget, say, html)

    def undone(
        self,
        profile: Profile,
        chat_id: int,
        *,
        key: str,
        before: Entry | None,
        after: Entry | None,
        others: int = 0,
        goals: Sequence[GoalTold] = (),
        keepers: Sequence[Keeper] = (),
    ) -> Outgoing:
        """What was taken back and what stands now."""
        say = wording(profile.language)
        if before is None or after is None:
            lines = [say("undone.nothing")]
        elif after.deleted:
            lines = [say("undone.removed", day=say.day(after.day), text=shortened(after.text, _QUOTE))]
            lines += [say("undone.others", count=others)] if others else []
        else:
            lines = [say("undone.restored", day=say.day(after.day)), *understood(after, say)]
            lines += [say("undone.others", count=others)] if others else []
        lines += [told_goal(one, say, one.progress.today) for one in goals]
        lines += [say(f"undone.{keeper}") for keeper in keepers]
        return Outgoing(
            key=key,
            chat_id=chat_id,
            user_id=profile.user_id,
            html="\n".join(lines),
            entries=() if after is None else (after.id,),
        )

    def proposed(
        self,
        profile: Profile,
        shown: Sequence[tuple[ProposalRow, KeptItem]],
        entries: Sequence[Entry],
        now: datetime,
    ) -> Outgoing:
        """A set of changes, in the language in which it was proposed."""
        from bot.replies.change_pages import SetPage  # noqa: PLC0415 - only where something is proposed

        row, kept = shown[0]
        page = SetPage(wording(kept.language), profile, now, shown, entries)
        return Outgoing(
            key=f"proposal:{row.token}",
            chat_id=row.chat_id,
            user_id=row.user_id,
            html=page.html,
            buttons=page.buttons,
        )

    def questions(
        self,
        turn: Turn,
        profile: Profile,
        asked: Sequence[tuple[ClarificationQuestion, PendingQuestion]],
        explanation: str,
    ) -> list[Outgoing]:
        """One message with a keyboard (options and Skip) for each question; the first one explains."""
        say = asking(asked[0][1].question if asked else "", profile.language)
        html = [_question(pending, say, "" if at else explanation) for at, (_, pending) in enumerate(asked)]
        if html and turn.parsed is None:  # else the receipt before it has said so
            html[0] = self._told(turn, say, _with_media(turn, say, html[0]))
        return [
            _reply(
                turn,
                f"question:{pending.token}",
                html[at],
                kind="question",
                buttons=_options(pending, say),
                entries=turn.stored_ids,
            ).model_copy(update={"pending_token": pending.token})
            for at, (_, pending) in enumerate(asked)
        ]


def _reply(
    turn: Turn,
    key: str,
    html: str,
    *,
    kind: Literal["receipt", "answer", "question", "notice"] = "notice",
    buttons: Buttons = (),
    entries: tuple[str, ...] = (),
) -> Outgoing:
    """What is sent for a turn, where it was asked."""
    return Outgoing(
        key=key,
        chat_id=turn.incoming.chat_id,
        user_id=turn.incoming.user_id,
        html=html,
        buttons=buttons,
        reply_to=_reply_to(turn),
        kind=kind,
        turn_id=turn.id,
        entries=entries,
    )


def _reply_to(turn: Turn) -> int | None:
    """In a group it must be clear whom the bot answers; in a private chat only what, long after."""
    incoming = turn.incoming
    is_clear = incoming.chat_id == incoming.user_id and turn.again_of is None
    return None if is_clear else incoming.message_id


def _is_routine(turn: Turn, receipt: Receipt, today: date) -> bool:
    """A new log of today that was surely understood: its receipt would only repeat it."""
    sure = receipt.before is None and not receipt.parsed.uncertain and receipt.parsed.confidence >= _SURE
    asked = turn.waits_for is not None or turn.answers or turn.declined or turn.resolved
    understood = all(
        entry.kind == "log" and entry.day == today and entry.measures for entry in receipt.entries
    )
    in_chat = turn.incoming.chat_id < CONSOLE
    return in_chat and sure and not asked and bool(receipt.entries) and (understood or is_plain_note(receipt))


def _cared_for(turn: Turn, receipt: Receipt, profile: Profile, lines: list[Html]) -> list[Html]:
    """With a word on a sign that may be serious; beside a question the answer says it."""
    new = turn.parent_id is None and receipt.before is None
    signs = {sign_in(entry.text): entry.text for entry in receipt.entries if entry.kind != "answer"}
    sign = max(signs, default=Sign.NONE)
    if not new or sign < Sign.GRAVE:
        return lines
    language = "ko" if _is_korean(signs[sign]) else profile.language
    word = Html(escape(told(sign, language)))
    counted = any(entry.measures for entry in receipt.entries)
    if sign is Sign.CRISIS:
        return [word, Html(), *(lines if counted else [wording(language)("receipt.kept")])]
    return [*(lines if counted else lines[:1]), Html(), word]


def _all_of(turn: Turn, say: Wording) -> Buttons:
    return ((DetailsTap(turn.id).button(say.label("button.all")),),)


def _receipt_buttons(receipt: Receipt, say: Wording) -> Buttons:
    if not receipt.entries:
        return ()
    first = receipt.entries[0]
    undo = EntryTap("undo", first.id, first.revision).button(say.label("button.undo"))
    fix = EntryTap("fix", first.id).button(say.label("button.fix"))
    keep = EntryTap("keep", first.id)
    kept = ((keep.button(say.label("button.keep")),),) if receipt.instead_of else ()
    return ((undo,),) if first.deleted else ((undo, fix), *kept)


def _details(turn: Turn, say: Wording) -> list[Button]:
    """How the answer was worked out, where it leaves that away."""
    if turn.draft is None or not turn.draft.details:
        return []
    return [DetailsTap(turn.id).button(say.label("button.details"))]


def _question(pending: PendingQuestion, say: Wording, explanation: str) -> str:
    if explanation:
        asked = say("question.explained", explanation=explanation, question=asked_as(pending, say))
    else:
        asked = say("question", question=asked_as(pending, say))
    return f"{asked}\n{say('question.typed' if pending.chat_id >= CONSOLE else 'question.hint')}"


def _label(option: str, say: Wording) -> str:
    """A day as people say it."""
    return say.day(date.fromisoformat(option)) if _DAY.fullmatch(option) else option


def _options(pending: PendingQuestion, say: Wording) -> Buttons:
    options = [
        AnswerTap(pending.token, index).button(shortened(_label(option, say), _LABEL))
        for index, option in enumerate(pending.options)
    ]
    short = all(len(option.label) <= _SHORT_LABEL for option in options)
    skip = AnswerTap(pending.token, None).button(say.label("button.skip"))
    return (*rows(options, _BUTTONS_A_ROW if short else 1), (skip,))
