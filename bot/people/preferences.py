"""/settings: units, dates, language and time zone, chosen with buttons that edit the message in place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from pydantic import ValidationError

from agents.profile import Profile
from bot.people.zones import COMMON, known_zone
from bot.replies.callbacks import SettingTap
from bot.replies.evidence import rows
from bot.replies.measures import duration
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from bot.texts.languages import OWN, known_language, language_name
from storage.entities import Button, Preferences
from storage.times import RestTimer

_CHOICES: dict[str, tuple[str, ...]] = {
    "weight_unit": ("kg", "lb"),
    "distance_unit": ("km", "mi"),
    "date_order": ("DMY", "MDY"),
    "language": tuple(OWN),
    "theme": ("light", "dark"),
    "receipts": ("full", "reaction"),
    "rest_timer": get_args(RestTimer),
}
_BY_MODELS: dict[str, tuple[str, ...]] = {"answers": ("quick", "deep"), "style": ("short", "detailed")}
"""Only where a model answers."""
ZONES_PAGE = SettingTap("zones", "")
MAIN_PAGE = SettingTap("page", "main")


@dataclass(frozen=True, slots=True)
class Offers:
    """What a model adds to the choices: how to answer, and languages beyond the bot's own."""

    answers: bool = False
    any_language: bool = False


NO_MODEL = Offers()


def page(profile: Profile, now: datetime, offers: Offers = NO_MODEL) -> Said:
    """The settings as they are, with a row of buttons for each."""
    say = wording(profile.language)
    briefings = SettingTap("page", "briefings").button(say.label("briefing.button"))
    keyboard = [_row(field, values, profile, say) for field, values in _choices(profile, offers).items()]
    last = (ZONES_PAGE.button(say("settings.zones")), briefings)
    lines = [say("settings.title"), *_lines(profile, now, offers, say).values(), say("settings.gear_hint")]
    return Said(Html("\n".join(lines)), (*keyboard, last))


def changed(fields: tuple[str, ...], profile: Profile, now: datetime, offers: Offers, say: Wording) -> Said:
    """Settings as they are now, with their own buttons and the way to all others."""
    choices, lines = _choices(profile, offers), _lines(profile, now, offers, say)
    keyboard = [_row(field, choices[field], profile, say) for field in fields if field in choices]
    if "time_zone" in fields:
        keyboard.append((ZONES_PAGE.button(f"✓ {profile.time_zone}"),))
    every = MAIN_PAGE.button(say("settings.every"))
    return Said(Html("\n".join(lines[field] for field in fields)), (*keyboard, (every,)))


def _choices(profile: Profile, offers: Offers) -> dict[str, tuple[str, ...]]:
    choices = dict(_CHOICES) | (_BY_MODELS if offers.answers else {})
    if profile.language not in OWN:
        choices["language"] = (*OWN, profile.language)
    return choices


def _row(field: str, values: tuple[str, ...], profile: Profile, say: Wording) -> tuple[Button, ...]:
    chosen = getattr(profile, field)
    return tuple(
        SettingTap(field, value).button(f"{'✓ ' if chosen == value else ''}{_shown(field, value, say)}")
        for value in values
    )


def _lines(profile: Profile, now: datetime, offers: Offers, say: Wording) -> dict[str, Html]:
    """What is chosen of each setting."""
    lines = {
        field: say(f"settings.{field}", value=_shown(field, getattr(profile, field), say))
        for field in (*_CHOICES, *(_BY_MODELS if offers.answers else ()))
    }
    zone, clock = profile.time_zone, f"{profile.local(now):%H:%M}"
    return lines | {"time_zone": say("settings.time_zone", value=zone, clock=clock)} | _gear(profile, say)


def zones_page(profile: Profile, now: datetime) -> Said:
    """The most common time zones."""
    say = wording(profile.language)
    lines = [
        say("settings.time_zone", value=profile.time_zone, clock=f"{profile.local(now):%H:%M}"),
        say("settings.zone_hint"),
    ]
    buttons = [
        SettingTap("time_zone", zone).button(
            f"{'✓ ' if zone == profile.time_zone else ''}{zone.rpartition('/')[2].replace('_', ' ')}"
        )
        for zone in COMMON
    ]
    back = SettingTap(MAIN_PAGE.field, MAIN_PAGE.value).button(say("settings.back"))
    return Said(Html("\n".join(lines)), (*rows(buttons, 2), (back,)))


def chosen_by(field: str, value: str, offers: Offers = NO_MODEL) -> Preferences | None:
    """What a button or an argument sets; None when there is no such setting or value."""
    wrong_zone = field == "time_zone" and not known_zone(value)
    if field not in Preferences.model_fields or wrong_zone:
        return None
    if field == "language" and value not in OWN and not (offers.any_language and known_language(value)):
        return None
    if field in _BY_MODELS and not offers.answers:
        return None
    if field in ("bar", "plates"):
        return _chosen_gear(field, value)
    try:
        return Preferences.model_validate({field: value})
    except ValidationError:
        return None


def _chosen_gear(field: str, value: str) -> Preferences | None:
    """A bar or plates as they are kept, with their unit."""
    from agents.gym import gear  # noqa: PLC0415 - only for who has them

    if field == "bar":
        bar = gear.read_bar(value)
        return Preferences(bar=f"{bar[0]:g} {bar[1]}") if bar else None
    plates = gear.read_plates(value)
    if plates is None:
        return None
    kinds, unit = plates
    return Preferences(plates=gear.shown_plates(gear.Gear(unit=unit, bar=1, plates=kinds)))


def _gear(profile: Profile, say: Wording) -> dict[str, Html]:
    """One's own bar and plates, else those of most gyms."""
    from agents.gym import gear  # noqa: PLC0415 - only for the page

    known = gear.gear_of(profile)
    bar = say("settings.bar", value=profile.bar or f"{known.bar:g} {known.unit}")
    return {"bar": bar, "plates": say("settings.plates", value=gear.shown_plates(known))}


def _shown(field: str, value: str | None, say: Wording) -> str:
    if value is None:
        return say.label("settings.unset")
    if field == "date_order":
        return say.label(f"settings.{value.lower()}")
    if field == "theme":
        return say.label(f"settings.{value}")
    if field == "rest_timer":
        return say.label("settings.rest_off") if value == "off" else duration(float(value))
    if field in _BY_MODELS or field == "receipts":
        return say.label(f"mode.{value}")
    return language_name(value) if field == "language" else value
