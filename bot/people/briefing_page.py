"""/settings: when the bot writes by itself. All of it is off until somebody turns it on."""

from __future__ import annotations

from collections.abc import Sequence

from agents.profile import Profile
from bot.people.due import BRIEFINGS, WEEKDAYS
from bot.replies.callbacks import SettingTap
from bot.replies.evidence import rows
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from storage.entities import Button, Preferences

BRIEFINGS_PAGE = SettingTap("page", "briefings")
FIELDS = frozenset({*BRIEFINGS, "quiet"})
_FIRST = {"digest": "sun-18", "morning": "07", "checkins": "18"}
"""What turning it on begins with."""
_QUIET = ("21-07", "22-08", "23-09", "off")
_DAYS_A_ROW = 7


def briefings_page(profile: Profile, say: Wording | None = None) -> Said:
    """How it is, with buttons for the day and the hour of what is on; in the person's language or another."""
    say = say or wording(profile.language)
    lines = [say("briefing.title")]
    keyboard: list[tuple[Button, ...]] = []
    for job in BRIEFINGS:
        chosen: str = getattr(profile, job)
        lines.append(say(f"briefing.{job}", value=shown(chosen, say)))
        icon = lines[-1].split(" ")[0]
        if chosen == "off":
            keyboard.append((_button(f"{icon} {shown(_FIRST[job], say)}", job, _FIRST[job]),))
            continue
        day, _, hour = chosen.rpartition("-")
        if day:
            days = [
                _button(f"{'✓' if one == day else ''}{name}", job, f"{one}-{hour}")
                for one, name in zip(WEEKDAYS, say.catalogue.weekdays, strict=True)
            ]
            keyboard += rows(days, _DAYS_A_ROW)
        off = _button(f"{icon} {say.label('briefing.off')}", job, "off")
        keyboard.append((_hour(job, chosen, -1, say), off, _hour(job, chosen, 1, say)))
    lines += [say("briefing.quiet", value=shown(profile.quiet, say)), say("briefing.hint")]
    quiet = [
        _button(f"{'✓ ' if one == profile.quiet else '🌙 '}{shown(one, say)}", "quiet", one) for one in _QUIET
    ]
    back = SettingTap("page", "main").button(say.label("settings.back"))
    return Said(Html("\n".join(lines)), (*keyboard, *rows(quiet, 2), (back,)))


def shown(chosen: str, say: Wording) -> str:
    """Sun 18:00, 7:00, 22:00 to 8:00, off."""
    words = say.catalogue.say
    first, _, last = chosen.rpartition("-")
    if chosen == "off":
        return words["briefing.off"]
    if first in WEEKDAYS:
        weekday = say.catalogue.weekdays[WEEKDAYS.index(first)]
        return words["briefing.week"].format(weekday=weekday, hour=int(last))
    if first:
        return words["briefing.hours"].format(first=int(first), last=int(last))
    return words["briefing.hour"].format(hour=int(last))


def typed(field: str, words: str) -> Preferences | None:
    """`fri 19`, `07:00`, `off` behind /settings and the name; None: it can't be read."""
    parts = words.replace(":00", "").casefold().split()
    if parts == ["off"]:
        return Preferences.model_validate({field: "off"})
    if field == "quiet":
        return _quiet(parts)
    hour = parts[-1] if parts and parts[-1].isdecimal() else ""
    days = [one for one in WEEKDAYS if len(parts) > 1 and parts[0].startswith(one)]
    days += [
        one
        for one, name in zip(WEEKDAYS, wording("ko").catalogue.weekdays, strict=True)
        if len(parts) > 1 and parts[0].startswith(name)
    ]
    if not hour or int(hour) > 23 or (field == "digest") != bool(days):
        return None
    return Preferences.model_validate({field: f"{days[0]}-{int(hour):02d}" if days else f"{int(hour):02d}"})


def _quiet(parts: Sequence[str]) -> Preferences | None:
    """`22-7`, `22 - 7`."""
    hours = "".join(parts).split("-")
    if len(hours) != 2 or not all(one.isdecimal() and int(one) < 24 for one in hours):
        return None
    return Preferences.model_validate({"quiet": "-".join(f"{int(one):02d}" for one in hours)})


def _button(label: str, field: str, value: str) -> Button:
    return SettingTap(field, value).button(label)


def _hour(job: str, chosen: str, step: int, say: Wording) -> Button:
    day, dash, hour = chosen.rpartition("-")
    other = (int(hour) + step) % 24
    label = say.label("briefing.hour", hour=other)
    return _button(
        f"{'←' if step < 0 else ''}{label}{'→' if step > 0 else ''}", job, f"{day}{dash}{other:02d}"
    )
