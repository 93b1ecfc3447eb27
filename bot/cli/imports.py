"""`swealog import`: the preview, a question where somebody can answer it, one transaction."""

from __future__ import annotations

import json
import sys
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import click

from agents.derived_ids import id_of
from agents.recounting import remember_change
from bot.cli.options import as_json, person, tell
from bot.core import Core, open_core, utc_now
from bot.importing.importer import Importer
from bot.importing.plan import Plan, Whose
from bot.importing.preview import preview, what, where
from bot.settings import Settings
from bot.texts import Wording, wording
from bot.texts.html import plain
from storage.errors import Outdated
from storage.importers.model import Asked, Choices
from storage.importers.reading import read_path

_MOST_PROBLEMS = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """The command line."""

    path: Path
    unit: Literal["kg", "lb"] | None
    distance: Literal["km", "mi"] | None
    dates: Literal["DMY", "MDY"] | None
    dry_run: bool
    yes: bool
    json: bool


@click.command("import")
@click.argument("path", metavar="FILE", type=click.Path(exists=True, path_type=Path))
@person
@click.option("--unit", type=click.Choice(["kg", "lb"]), help="Of weights where the file names none.")
@click.option("--distance", type=click.Choice(["km", "mi"]), help="Of distances where the file names none.")
@click.option(
    "--dates",
    type=click.Choice(["DMY", "MDY"], case_sensitive=False),
    help="How 3/4 is read where the file does not show it: DMY = 3 April, MDY = 4 March.",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be imported.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask before it is stored.")
@as_json
async def import_(
    path: Path,
    *,
    settings: Settings,
    user: int,
    unit: Literal["kg", "lb"] | None,
    distance: Literal["km", "mi"] | None,
    dates: Literal["DMY", "MDY"] | None,
    dry_run: bool,
    yes: bool,
    json_: bool,
) -> None:
    """Import a file or folder: FIT, GPX, TCX, Apple Health, gym apps, notes by day, an export of the bot."""
    wanted = Wanted(path, unit, distance, dates, dry_run=dry_run, yes=yes, json=json_)
    async with aclosing(await open_core(settings, utc_now)) as core:
        importer = Importer(core.services, Whose(user, id_of(user, utc_now().isoformat())))
        plan = await _plan(importer, wanted)
        language = (await core.services.profile(user)).language
        shown = plain(preview(wanted.path.name, plan, wording(language), most_problems=_MOST_PROBLEMS))
        tell(shown, err=wanted.json)
        if plan.is_empty:
            raise click.ClickException(f"nothing to import in {wanted.path}")
        stored = 0
        if plan.new and not wanted.dry_run:
            _stop_at_questions(plan)
            stored = await _store(core, importer, plan, wanted)
    if wanted.json:
        click.echo(json.dumps(_summary(plan, stored, wording(language)), ensure_ascii=False))
    elif stored:
        click.echo(f"{stored} entries imported; /undo in the chat takes them back.")


async def _plan(importer: Importer, wanted: Wanted) -> Plan:
    """Asks what the file leaves open where somebody sits at a terminal."""
    choices = Choices(wanted.unit, wanted.distance, wanted.dates)
    read = partial(read_path, wanted.path)
    plan = await importer.plan(read, choices)
    while plan.asks and plan.new and _can_ask(wanted):
        choices = _asked(choices, min(plan.asks))
        plan = await importer.plan(read, choices)
    return plan


def _can_ask(wanted: Wanted) -> bool:
    return not wanted.dry_run and not wanted.json and sys.stdin.isatty()


def _asked(choices: Choices, asked: Asked) -> Choices:
    match asked:
        case "weight_unit":
            unit = click.prompt("Weights without a unit are", type=click.Choice(["kg", "lb"]))
            return replace(choices, weight_unit=unit)
        case "distance_unit":
            unit = click.prompt("Distances without a unit are", type=click.Choice(["km", "mi"]))
            return replace(choices, distance_unit=unit)
        case "date_order":
            order = click.prompt("3/4 is 3 April (DMY) or 4 March (MDY)", type=click.Choice(["DMY", "MDY"]))
            return replace(choices, date_order=order)


_OPTIONS: dict[Asked, str] = {
    "weight_unit": "--unit kg or --unit lb",
    "distance_unit": "--distance km or --distance mi",
    "date_order": "--dates DMY or --dates MDY",
}


def _stop_at_questions(plan: Plan) -> None:
    if plan.asks:
        missing = ", ".join(_OPTIONS[asked] for asked in sorted(plan.asks))
        raise click.UsageError(f"the file leaves this open, nothing was imported: give {missing}")


async def _store(core: Core, importer: Importer, plan: Plan, wanted: Wanted) -> int:
    if not wanted.yes and sys.stdin.isatty():
        click.confirm(f"Import {len(plan.new)} entries?", abort=True)
    try:
        await core.db.turns.apply(await importer.effects(plan))
    except Outdated:
        raise click.ClickException(
            "something was logged meanwhile, nothing was imported: try again"
        ) from None
    new = [item.entry for item in plan.new]
    await remember_change(importer.services, importer.whose.user_id, new, "import")
    return len(plan.new)


def _summary(plan: Plan, stored: int, say: Wording) -> dict[str, object]:
    return {
        "sources": plan.sources,
        "new": len(plan.new),
        "imported": stored,
        "known": plan.known,
        "left_out": plan.left_out,
        "workouts": plan.workouts,
        "activities": plan.activities,
        "twins": plan.twins,
        "sets": plan.sets,
        "weighings": plan.weighings,
        "days": plan.days,
        "unkept": dict(plan.unkept.most_common()),
        "notes": plan.notes,
        "asks": sorted(plan.asks),
        "own_names": sorted(plan.unmapped),
        "problems": [plain(f"{where(problem)}: {what(problem, say)}") for problem in plan.problems],
    }
