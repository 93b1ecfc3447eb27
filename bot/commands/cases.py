"""/cases: what a person corrected, which whatever they teach is tried on; shown, exported, deleted."""

from __future__ import annotations

import logging
import zipfile
from collections.abc import Sequence
from pathlib import Path

from bot.commands import export
from bot.people.state import BotState
from bot.replies.measures import line
from bot.texts import Html, Wording
from bot.texts.html import escape
from bot.updates.asked import Asked
from storage.cases import Case
from storage.entities import Measure, Outgoing

logger = logging.getLogger(__name__)

SHOWN = 8
_WORDS = 200
_EXPORT = ("export", "내보내기")
_DELETE = ("delete", "삭제", "지우기")
_ALL = ("all", "모두", "전부")


async def cases(state: BotState, asked: Asked) -> Outgoing:
    """The newest, or what the words behind the command ask for."""
    word, _, which = asked.arguments.casefold().partition(" ")
    if word in _DELETE:
        return asked.reply(await _deleted(state, asked, which.strip()))
    count = await state.db.cases.count(asked.user_id)
    if not count:
        return asked.reply(asked.say("cases.none"))
    if word in _EXPORT:
        return await _exported(state, asked, count)
    newest = await state.db.cases.newest(asked.user_id, SHOWN)
    parts = [asked.say("cases.title", count=count), *(_shown(one, asked.say) for one in newest)]
    parts += [asked.say("cases.more")] if count > len(newest) else []
    parts.append(asked.say("cases.how", number=newest[0].number))
    return asked.reply("\n\n".join(parts))


async def _deleted(state: BotState, asked: Asked, which: str) -> Html:
    number = int(which) if which.isdecimal() and len(which) < 18 else None
    if number is None and which not in _ALL:
        return asked.say("cases.no_such")
    gone = await state.db.cases.delete(asked.user_id, number)
    return asked.say("cases.deleted", count=gone) if gone else asked.say("cases.no_such")


async def _exported(state: BotState, asked: Asked, count: int) -> Outgoing:
    found = await state.db.cases.newest(asked.user_id, count)
    name = f"{asked.user_id}/cases-{asked.today.isoformat()}-{asked.update_id}.zip"

    def pack(target: Path) -> None:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(export.CASES, export.cases_json(found))

    try:
        document = await export.write(pack, state.data_dir, name)
    except OSError as error:
        logger.warning("cases can't be exported: %s", error)
        return asked.reply(asked.say("export.failed"))
    return asked.reply(asked.say("cases.caption", count=count), document=document)


def _shown(case: Case, say: Wording) -> Html:
    words = " ".join(case.words.split())
    return say(
        "cases.one",
        number=case.number,
        day=say.short_day(case.now.day),
        words=words if len(words) <= _WORDS else f"{words[:_WORDS]}…",
        then=_brief(case.then.measures, say),
        now=_brief(() if case.now.deleted else case.now.measures, say),
    )


def _brief(measures: Sequence[Measure], say: Wording) -> Html:
    shown = [f"{escape(say.measure(one.name))} {line(one, say)}".strip() for one in measures[:3]]
    rest = ["…"] if len(measures) > len(shown) else []
    return Html(", ".join([*shown, *rest])) if shown else say("cases.nothing_read")
