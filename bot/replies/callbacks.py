"""What an inline button carries (at most 64 bytes), written and read in one place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from agents.session import Mode
from bot.replies.job_tap import JOB, JobTap, NewJobTap, job_tap
from bot.replies.page_tap import COACH, CoachTap, PageTap, coach_tap
from bot.replies.reminder_tap import REMINDER_ACTS, ReminderTap
from storage.entities import Entry

FORM = re.compile(
    r"(?P<question>q):(?P<token>[A-Za-z0-9_-]{8,40}):(?P<choice>skip|\d{1,3})"
    r"|(?P<act>[ufek]):(?P<entry>[0-9A-HJKMNP-TV-Z]{26})(?::(?P<revision>\d{1,9}))?"
    r"|d:(?P<details>[0-9A-HJKMNP-TV-Z]{26})"
    r"|m:(?P<turn>[0-9A-HJKMNP-TV-Z]{26}):(?P<mode>deep|quick)"
    r"|i:(?P<import>[0-9A-HJKMNP-TV-Z]{26}):(?P<choices>[kl-][km-][dm-]):(?P<do>go|no|look|undo)"
    r"|c:(?P<owner>\d{1,20}):(?P<do_what>[mdhapfPFB]):(?P<of>\d{1,9}):(?P<about>[0-9a-f]{0,12})"
    r"|a:(?P<access>[A-Za-z0-9_-]{22})"
    r"|p:(?P<proposal>[0-9a-f]{24}):(?P<verdict>yes|time|no|all|later|talk|try|paid|roll|[a-f][+-])"
    r"|g:(?P<goal>[0-9a-f]{16}|all):(?P<goal_act>edit|up|down|sooner|later|open|drop|keep|list)"
    r"|n:(?P<asks>[0-9A-HJKMNP-TV-Z]{26}:\d{1,2})|t:(?P<said>\d{1,16})|b:(?P<page>[0-9a-f]{12})"
    rf"|o:(?P<coach>{COACH})"
    r"|v:(?P<drawn>[0-9a-f]{12}):(?P<stretch>1m|3m|1y|all)"
    r"|h:(?P<chart>[0-9A-HJKMNP-TV-Z]{26})"
    r"|w:(?P<gym>start|no|stop|go|show|list):(?P<programme>[\w.-]{1,40})"
    r"|r:(?P<reminder>[0-9a-f]{24}):(?P<remind>done|snooze|10|60|tomorrow|stop|again|undo|time|text|delete|open"
    r"|list|resume|back|clear|c[012])(?P<several>\+?)"
    rf"|j:(?P<job>{JOB})"
    r"|x:(?P<until>\d{1,12}):no"
    r"|s:(?P<field>[a-z_]{2,20}):(?P<value>[A-Za-z0-9_/+-]{0,40})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class AnswerTap:
    """A choice for a question; `option` None is Skip."""

    token: str
    option: int | None


EntryAct = Literal["undo", "fix", "evidence", "keep"]
"""`keep`: what gave way to it counts as well."""


@dataclass(frozen=True, slots=True)
class EntryTap:
    """A button about an entry. `revision` is the one it was shown for."""

    act: EntryAct
    entry_id: str
    revision: int | None


@dataclass(frozen=True, slots=True)
class ModeTap:
    """Answer the question of a turn in this way."""

    turn_id: str
    mode: Mode


@dataclass(frozen=True, slots=True)
class DetailsTap:
    """Show how the answer of a turn was worked out."""

    turn_id: str


ImportAct = Literal["go", "no", "look", "undo"]


@dataclass(frozen=True, slots=True)
class ImportTap:
    """A button of an import: do it, drop it, look again with these choices, take it back."""

    token: str
    act: ImportAct
    weight_unit: Literal["kg", "lb"] | None = None
    distance_unit: Literal["km", "mi"] | None = None
    date_order: Literal["DMY", "MDY"] | None = None


MemoryAct = Literal[
    "main", "difference", "history", "archive", "to_pin", "to_forget", "pin", "forget", "back"
]
_MEMORY_ACTS: dict[str, MemoryAct] = {
    "m": "main", "d": "difference", "h": "history", "a": "archive", "p": "to_pin", "f": "to_forget",
    "P": "pin", "F": "forget", "B": "back",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MemoryTap:
    """A button of /context: show a page, or change the version it was shown for.

    `about` is a page's number, a version's or a line's mark (`bot.people.memory`).
    """

    owner: int
    act: MemoryAct
    version: int
    about: str = ""


@dataclass(frozen=True, slots=True)
class ForgetTap:
    """Delete nothing; no later than `until`, seconds since the epoch. What deletes is typed, never tapped."""

    until: int


@dataclass(frozen=True, slots=True)
class AccessTap:
    """A button of /people, or the one that lets a group in; what it does is in storage."""

    token: str


Turn = Literal["a+", "a-", "b+", "b-", "c+", "c-", "d+", "d-", "e+", "e-", "f+", "f-"]  # settings, by place
Verdict = Literal["yes", "time", "no", "all", "later", "talk", "try", "paid", "roll"] | Turn
_VERDICTS: dict[str, Verdict] = {one: one for part in get_args(Verdict) for one in get_args(part)}


@dataclass(frozen=True, slots=True)
class ProposalTap:
    """A button below what was proposed; `time`: another one; `all`, `later`: of a set; else of a template."""

    token: str
    verdict: Verdict


GoalAct = Literal["edit", "up", "down", "sooner", "later", "open", "drop", "keep", "list"]
_GOAL_ACTS: dict[str, GoalAct] = {one: one for one in get_args(GoalAct)}


@dataclass(frozen=True, slots=True)
class GoalTap:
    """A button of /goal; `token` is "all" for the list."""

    token: str
    act: GoalAct


Stretch = Literal["1m", "3m", "1y", "all"]
_STRETCHES: dict[str, Stretch] = {"1m": "1m", "3m": "3m", "1y": "1y", "all": "all"}


@dataclass(frozen=True, slots=True)
class ChartTap:
    """Draw a thing (`what` is a hash of its name) over a stretch of time."""

    what: str
    stretch: Stretch


@dataclass(frozen=True, slots=True)
class AnswerChartTap:
    """Draw what the answer of a turn told."""

    turn_id: str


@dataclass(frozen=True, slots=True)
class SaidTap:
    """Lead back to a message of this chat."""

    message_id: int


GymAct = Literal["start", "no", "stop", "go", "show", "list"]
_GYM_ACTS: dict[str, GymAct] = {one: one for one in get_args(GymAct)}


@dataclass(frozen=True, slots=True)
class GymTap:
    """A button about a programme: of `show` `ref` is which one, else the row."""

    act: GymAct
    ref: str


@dataclass(frozen=True, slots=True)
class FollowUpTap:
    """Ask a question that an answer suggested; `at`: which of the turn's."""

    turn_id: str
    at: int


@dataclass(frozen=True, slots=True)
class SettingTap:
    """A button of /settings."""

    field: str
    value: str


def answer_data(token: str, option: int) -> str:
    """For an option of a question."""
    return f"q:{token}:{option}"


def skip_data(token: str) -> str:
    """For Skip."""
    return f"q:{token}:skip"


def undo_data(entry: Entry) -> str:
    """Undo what made this revision."""
    return f"u:{entry.id}:{entry.revision}"


def fix_data(entry: Entry) -> str:
    """Ask for the correction of an entry."""
    return f"f:{entry.id}"


def keep_data(entry: Entry) -> str:
    """Count what gave way to this entry as well."""
    return f"k:{entry.id}"


def evidence_data(entry: Entry) -> str:
    """Show the message an answer rests on."""
    return f"e:{entry.id}"


def setting_data(field: str, value: str) -> str:
    """Choose a setting."""
    return f"s:{field}:{value}"


def access_data(token: str) -> str:
    """For a button about who may use the bot."""
    return f"a:{token}"


def said_data(message_id: int) -> str:
    """Lead back to a message."""
    return f"t:{message_id}"


def follow_up_data(turn_id: str, at: int) -> str:
    """For a question that an answer suggests."""
    return f"n:{turn_id}:{at}"


def proposal_data(tap: ProposalTap) -> str:
    """For a button below a proposal."""
    return f"p:{tap.token}:{tap.verdict}"


def goal_data(tap: GoalTap) -> str:
    """For a button of /goal."""
    return f"g:{tap.token}:{tap.act}"


def chart_data(tap: ChartTap) -> str:
    """For a chart to choose."""
    return f"v:{tap.what}:{tap.stretch}"


def answer_chart_data(turn_id: str) -> str:
    """For the chart of an answer."""
    return f"h:{turn_id}"


def gym_data(tap: GymTap) -> str:
    """For a button about a programme."""
    return f"w:{tap.act}:{tap.ref}"


def mode_data(turn_id: str, mode: Mode) -> str:
    """Answer the question of a turn again, quickly or deeply."""
    return f"m:{turn_id}:{mode}"


def details_data(turn_id: str) -> str:
    """Show how the answer of a turn was worked out."""
    return f"d:{turn_id}"


def import_data(tap: ImportTap) -> str:
    """For a button of an import."""
    chosen = (tap.weight_unit, tap.distance_unit, tap.date_order)
    letters = "".join(_LETTERS[choice] if choice else "-" for choice in chosen)
    return f"i:{tap.token}:{letters}:{tap.act}"


def forget_data(tap: ForgetTap) -> str:
    """For Cancel below the question of /forget."""
    return f"x:{tap.until}:no"


_IMPORT_ACTS: dict[str, ImportAct] = {"go": "go", "no": "no", "look": "look", "undo": "undo"}
_WEIGHTS: dict[str, Literal["kg", "lb"]] = {"k": "kg", "l": "lb"}
_DISTANCES: dict[str, Literal["km", "mi"]] = {"k": "km", "m": "mi"}
_ORDERS: dict[str, Literal["DMY", "MDY"]] = {"d": "DMY", "m": "MDY"}
_LETTERS = {"kg": "k", "lb": "l", "km": "k", "mi": "m", "DMY": "d", "MDY": "m"}


def memory_data(tap: MemoryTap) -> str:
    """For a button of /context."""
    letter = next(letter for letter, act in _MEMORY_ACTS.items() if act == tap.act)
    return f"c:{tap.owner}:{letter}:{tap.version}:{tap.about}"


_ACTS: dict[str, EntryAct] = {"u": "undo", "f": "fix", "e": "evidence", "k": "keep"}


AnyTap = (
    AccessTap
    | AnswerChartTap
    | AnswerTap
    | ChartTap
    | CoachTap
    | DetailsTap
    | EntryTap
    | FollowUpTap
    | ForgetTap
    | GoalTap
    | GymTap
    | ImportTap
    | JobTap
    | MemoryTap
    | ModeTap
    | NewJobTap
    | PageTap
    | ProposalTap
    | ReminderTap
    | SaidTap
    | SettingTap
)


def read(data: str) -> AnyTap | None:
    """What was tapped; None for anything we never wrote."""
    found = FORM.fullmatch(data)
    if found is None:
        return None
    if found["question"]:
        return AnswerTap(found["token"], None if found["choice"] == "skip" else int(found["choice"]))
    if found["act"]:
        return EntryTap(
            _ACTS[found["act"]], found["entry"], int(found["revision"]) if found["revision"] else None
        )
    return _answer_tap(found) or _page_tap(found)


def _answer_tap(found: re.Match[str]) -> AnyTap | None:
    """What is below an answer or a chart."""
    if found["drawn"]:
        return ChartTap(found["drawn"], _STRETCHES[found["stretch"]])
    if found["chart"]:
        return AnswerChartTap(found["chart"])
    if found["details"]:
        return DetailsTap(found["details"])
    if found["turn"]:
        return ModeTap(found["turn"], "deep" if found["mode"] == "deep" else "quick")
    return None


_OF_ONE: dict[str, Callable[[str], AnyTap]] = {
    "access": AccessTap,
    "page": PageTap,
    "coach": coach_tap,
    "asks": lambda text: FollowUpTap(text.partition(":")[0], int(text.partition(":")[2])),
    "said": lambda text: SaidTap(int(text)),
    "until": lambda text: ForgetTap(int(text)),
    "job": job_tap,
}
"""What carries one value alone."""


def _page_tap(found: re.Match[str]) -> AnyTap:
    """What is on the keyboards of commands and files."""
    for name, made in _OF_ONE.items():
        if found[name]:
            return made(found[name])
    if found["proposal"]:
        return ProposalTap(found["proposal"], _VERDICTS[found["verdict"]])
    if found["goal"] or found["gym"] or found["reminder"]:
        return _ahead_tap(found)
    if found["import"]:
        return _import_tap(found)
    return _memory_tap(found) if found["owner"] else SettingTap(found["field"], found["value"])


def _ahead_tap(found: re.Match[str]) -> GoalTap | GymTap | ReminderTap:
    """Of what is to come."""
    if found["gym"]:
        return GymTap(_GYM_ACTS[found["gym"]], found["programme"])
    if found["goal"]:
        return GoalTap(found["goal"], _GOAL_ACTS[found["goal_act"]])
    return ReminderTap(found["reminder"], REMINDER_ACTS[found["remind"]], bool(found["several"]))


def _memory_tap(found: re.Match[str]) -> MemoryTap:
    act = _MEMORY_ACTS[found["do_what"]]
    return MemoryTap(int(found["owner"]), act, int(found["of"]), found["about"])


def _import_tap(found: re.Match[str]) -> ImportTap:
    weight, distance, order = found["choices"]
    return ImportTap(
        found["import"],
        _IMPORT_ACTS[found["do"]],
        _WEIGHTS.get(weight),
        _DISTANCES.get(distance),
        _ORDERS.get(order),
    )
