"""How jobs look: what there is to choose, progress, questions, ends, the list."""

from __future__ import annotations

from collections.abc import Sequence

from agents.jobs.body import JobBody
from agents.jobs.kinds import Kind
from agents.jobs.office import JobRefused
from agents.jobs.rules.scripts import TASK
from bot.replies.callbacks import JobAct, JobTap, NewJobTap
from bot.replies.evidence import rows, shortened
from bot.replies.prices import usd
from bot.replies.said import Said
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.entities import Button, Buttons
from storage.job import JobRow

_REQUEST, _TODO, _LABEL = 160, 120, 40
_OPTIONS = 6


def types_page(kinds: Sequence[Kind], lacking: dict[str, str], say: Wording) -> Said:
    """The types of jobs, those that can't be done now with what they need (`lacking`, by type)."""
    lines = [say("job.types")]
    able: list[Button] = []
    for kind in kinds:
        name, needs = kind.type.job_type, lacking.get(kind.type.job_type)
        about = {"name": kind.type.name_in(say.language), "about": kind.type.about_in(say.language)}
        lines.append(
            say("job.type", **about) if needs is None else say("job.type_needs", needs=needs, **about)
        )
        if needs is None:
            able.append(NewJobTap(name).button(about["name"]))
    return Said(Html("\n".join(lines)), rows(able, 2))


def progress_page(row: JobRow, body: JobBody, kind: Kind, say: Wording) -> Said:
    """Where a job is, with what can be done with it."""
    lines = [_head(body, kind, say), _where(row, body, say)]
    current = body.state.current
    if row.status == "running" and body.state.is_strategic_phase:
        lines.append(say("job.plans"))
    elif row.status == "running" and current is not None:
        lines.append(Html(f"<i>{escape(shortened(TASK.sub('', current.content), _TODO))}</i>"))
    return Said(Html("\n".join(lines)), _acts(row, say) if row.is_active else ())


def question_page(row: JobRow, body: JobBody, kind: Kind, say: Wording) -> Said:
    """What the job asks, with its answers as buttons; whoever replies to it answers in words."""
    asks = body.question
    if asks is None:
        return progress_page(row, body, kind, say)
    if asks.cut_off:
        text = say("job.cut_off", call=shortened(asks.text, _REQUEST))
        options = tuple(say.label(key) for key in ("job.again", "job.not_again"))
    else:
        text, options = Html(escape(asks.text)), asks.options[:_OPTIONS]
    html = say("job.asks", name=kind.type.name_in(say.language), text=text)
    answers = [JobTap(row.id, _ANSWERS[at]).button(shortened(one, _LABEL)) for at, one in enumerate(options)]
    return Said(html, (*rows(answers, 2), (_button(row, "stop", say),)))


_ANSWERS: tuple[JobAct, ...] = ("o0", "o1", "o2", "o3", "o4", "o5")


def answered_page(body: JobBody, kind: Kind, answer: str, say: Wording) -> Html:
    """The question with what was answered."""
    text = body.question.text if body.question is not None else ""
    answer = shortened(answer, _REQUEST)
    name = kind.type.name_in(say.language)
    return say("job.answered", name=name, text=shortened(text, _REQUEST), answer=answer)


def ended_page(row: JobRow, body: JobBody, kind: Kind, say: Wording) -> Said:
    """Why a job is paused or has ended, and what can be done now."""
    reason = say.catalogue.say.get(f"job.why.{row.reason}", "")
    told = say("job.why", why=Html(escape(reason))) if reason else Html("")
    return Said(
        Html("\n".join(filter(None, (_head(body, kind, say), _where(row, body, say), told)))), _acts(row, say)
    )


def delivered_page(row: JobRow, body: JobBody, kind: Kind, say: Wording) -> Said:
    """Below the files."""
    cost = say("job.cost", cost=usd(body.whole.usd)) if body.whole.usd else Html("")
    html = say("job.done", name=kind.type.name_in(say.language), cost=cost)
    return Said(html, _acts(row, say))


def shown_page(row: JobRow, body: JobBody, kind: Kind, say: Wording) -> Said:
    """A job here and now, with what can be done with it."""
    if row.status == "asking":
        return question_page(row, body, kind, say)
    return Said(progress_page(row, body, kind, say).html, _acts(row, say))


def unchanged_page(refused: JobRefused, say: Wording) -> Html:
    """Why what was delivered can't be corrected."""
    if refused.reason == "too_long":
        return say("job.too_long")
    return say("job.why", why=say.label(f"job.why.{refused.reason}"))


def list_page(found: Sequence[tuple[JobRow, JobBody, Kind]], say: Wording) -> Said:
    """A person's jobs, the newest first."""
    if not found:
        return Said(say("job.none"))
    lines = [say("job.list")]
    buttons: list[Button] = []
    for at, (row, body, kind) in enumerate(found, 1):
        lines.append(Html(f"{at}. {_head(body, kind, say)}\n    {_where(row, body, say)}"))
        if row.is_active or row.status == "done":
            label = f"{at}. {kind.type.name_in(say.language)}"
            buttons.append(JobTap(row.id, "show").button(label))
    return Said(Html("\n".join(lines)), rows(buttons, 2))


def _head(body: JobBody, kind: Kind, say: Wording) -> Html:
    request = shortened(body.request, _REQUEST)
    key = "job.head" if request else "job.head_only"
    return say(key, name=kind.type.name_in(say.language), request=request)


def _where(row: JobRow, body: JobBody, say: Wording) -> Html:
    """Status, phase, todos and what it has cost."""
    state = body.state
    key = "job.at" if row.is_active else "job.was"
    told = say(
        key,
        status=say.label(f"job.status.{row.status}"),
        phase=state.phase_number,
        done=state.completed,
        todos=len(state.todos),
    )
    return Html(f"{told} {say('job.cost', cost=usd(body.whole.usd))}") if body.whole.usd else told


_OFFERED: dict[str, tuple[JobAct, ...]] = {
    "running": ("pause", "stop"),
    "paused": ("resume", "stop"),
    "asking": ("stop",),
    "done": ("accept", "change"),
}


def _acts(row: JobRow, say: Wording) -> Buttons:
    buttons = tuple(_button(row, act, say) for act in _OFFERED.get(row.status, ()))
    return (buttons,) if buttons else ()


def _button(row: JobRow, act: JobAct, say: Wording) -> Button:
    return JobTap(row.id, act).button(say.label(f"job.button.{act}"))
