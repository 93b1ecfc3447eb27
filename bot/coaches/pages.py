"""How coaches look: the list, a report with its evidence, what is inside, templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agents.coaches.coach import links_of
from agents.coaches.report import Report, report_of
from agents.coaches.template import Template
from agents.profile import Profile
from bot.replies.callbacks import CoachAct, CoachTap
from bot.replies.evidence import evidence_buttons, rows, shortened
from bot.replies.prices import usd
from bot.replies.said import Said
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.coach import CoachNote, CoachReport, CoachRow, TemplateRow, WakeRow
from storage.entities import Button, Buttons, Entry, ModelCall

_LABEL = 34
_LINE = 160
_MOST = 8
_RATES: tuple[CoachAct, ...] = ("good", "bad")


def button(say: Wording, act: CoachAct, coach_id: str, label: str = "") -> Button:
    """One below a page."""
    return CoachTap(coach_id, act).button(label or say.label(f"coach.button.{act}"))


def list_page(coaches: Sequence[CoachRow], say: Wording) -> Said:
    """All of a person's."""
    if not coaches:
        return Said(say("coach.none"), ((button(say, "templates", "all"),),))
    lines = [say("coach.title"), *(_line(one, say) for one in coaches), say("coach.hint")]
    keyboard = [(button(say, "open", one.id, f"🧭 {shortened(one.name, _LABEL)}"),) for one in coaches]
    return Said(Html("\n".join(lines)), (*keyboard, (button(say, "templates", "all"),)))


def _line(coach: CoachRow, say: Wording) -> Html:
    return say(f"coach.line.{_standing(coach)}", name=coach.name)


def _standing(coach: CoachRow) -> str:
    if coach.status == "paused":
        return "paused"
    return "outdated" if coach.outdated_at is not None else "current"


@dataclass(frozen=True, slots=True)
class Shown:
    """A report of a wake; `rating`: what its person thinks of it, empty for nothing."""

    report: Report
    wake_id: str
    rating: str = ""


def report_page(coach: CoachRow, shown: Shown, entries: Sequence[Entry], say: Wording, today: date) -> Said:
    """What it says, with its entries and what can be done about it."""
    report = shown.report
    lines = [say("coach.report", name=coach.name), Html(escape(report.text))]
    if _standing(coach) != "current":
        lines.append(say(f"coach.is.{_standing(coach)}"))
    evidence = rows(evidence_buttons(entries, [], say, today), 2)
    rates = tuple(
        CoachTap(coach.id, act, shown.wake_id).button(
            ("✓ " if shown.rating == act else "") + say.label(f"coach.button.{act}")
        )
        for act in _RATES
    )
    return Said(Html("\n".join(lines)), (*evidence, rates, *keyboard_of(coach, say)))


def keyboard_of(coach: CoachRow, say: Wording) -> Buttons:
    """What can be done about a coach."""
    if coach.status == "paused":
        return ((button(say, "resume", coach.id), button(say, "drop", coach.id)),)
    return (
        (button(say, "now", coach.id), button(say, "manual" if coach.automatic else "auto", coach.id)),
        (button(say, "history", coach.id), button(say, "inside", coach.id)),
        (button(say, "pause", coach.id), button(say, "drop", coach.id)),
    )


def history_page(
    coach: CoachRow, reports: Sequence[CoachReport], say: Wording, profile: Profile, today: date
) -> Said:
    """Its reports, the newest first."""
    lines = [say("coach.history", name=coach.name)]
    for one in reports[:_MOST]:
        report = report_of(one)
        lines.append(
            say(
                "coach.version", version=one.version, day=say.short_day(profile.local(one.at).date(), today),
                text=shortened(report.text, _LINE),
            )
        )  # fmt: skip
    return Said(Html("\n".join(lines)), ((button(say, "open", coach.id),),))


def inside_page(
    coach: CoachRow,
    wakes: Sequence[WakeRow],
    notes: Sequence[CoachNote],
    calls: Sequence[ModelCall],
    say: Wording,
    *,
    profile: Profile,
    others: Sequence[CoachRow] = (),
) -> Said:
    """Wakes, observations, messages, tokens and cost; which of the others' reports it reads."""
    lines = [say("coach.inside", name=coach.name)]
    lines += [
        say(
            "coach.wake", at=f"{profile.local(one.began_at):%Y-%m-%d %H:%M}",
            reason=say.label(f"coach.reason.{one.reason}"), version=one.template_version,
            outcome=say.label(f"coach.outcome.{one.outcome}") if one.outcome else "…",
            cost=_paid(one.cost_usd),
        )
        for one in wakes[:_MOST]
    ]  # fmt: skip
    lines += [say(f"coach.{one.kind}", text=shortened(_noted(one, say), _LINE)) for one in notes[:_MOST]]
    tokens = sum(one.input_tokens + one.output_tokens for one in calls)
    cost = sum(one.price_usd for one in calls)
    if tokens:
        lines.append(say("coach.cost", tokens=f"{tokens:,}", cost=_paid(cost)))
    lines += [say("coach.reads")] if others else []
    linked = links_of(coach).coaches
    reads = [_reads(coach, one, say, is_read=one.id in linked) for one in others]
    return Said(Html("\n".join(lines)), (*((one,) for one in reads), (button(say, "open", coach.id),)))


def _noted(note: CoachNote, say: Wording) -> str:
    """What it says; of a message why it was woken, and by which tokens."""
    if note.kind != "message":
        return note.text
    reason, _, tokens = note.text.partition(" ")
    return f"{say.label(f'coach.reason.{reason}')} {tokens.translate(_UNLISTED)}".strip()


_UNLISTED = str.maketrans("", "", '[]"')


def _reads(coach: CoachRow, other: CoachRow, say: Wording, *, is_read: bool) -> Button:
    act: CoachAct = "unread" if is_read else "read"
    label = say.label(f"coach.button.{act}", name=shortened(other.name, _LABEL))
    return CoachTap(coach.id, act, other.id).button(label)


def _paid(cost: float) -> str:
    """Behind what it was for, where something was paid."""
    return f", {usd(cost)}" if cost > 0 else ""


def templates_page(known: Sequence[Template], versions: Sequence[TemplateRow], say: Wording) -> Said:
    """Which there are, with the versions of each."""
    lines = [say("coach.templates")]
    for one in known:
        mine = [row for row in versions if row.name == one.name]
        active = next((row.version for row in mine if row.active), 1)
        key = "coach.template" if len(mine) < 2 else "coach.template_versions"
        about = one.about.get(say.language) or one.about.get("en", "")
        lines.append(
            say(
                key, name=one.name, title=one.title(say.language), about=about, version=active,
                count=len(mine), by=one.model or one.tier or "-",
            )
        )  # fmt: skip
    lines.append(say("coach.templates_hint"))
    return Said(Html("\n".join(lines)), ((button(say, "list", "all"),),))
