"""`swealog doctor` and `swealog check`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.options import configured, load, place, tell
from bot.errors import SettingsError
from bot.process.log import redacted, shown
from bot.settings import Settings

if TYPE_CHECKING:
    from bot.cli.checks import Check


@click.command()
@place
@click.option("--health", is_flag=True, help="Only say whether the bot is running well: for containers.")
@click.option("--models", is_flag=True, help="Also call each configured model once, which may cost a little.")
@click.pass_context
def doctor(
    ctx: click.Context, *, config: Path | None, data_dir: Path | None, health: bool, models: bool
) -> None:
    """Check configuration, data, token, port and engine, and say how to mend what is wrong."""
    try:
        settings = load(config, data_dir)
    except SettingsError as error:
        click.echo(redacted(shown(f"problem  config: {error}")))
        ctx.exit(1)
    if health:
        from bot.process.health import healthy  # noqa: PLC0415 - a container asks every minute: only what it takes

        problem = healthy(settings.data)
        click.echo(problem or "running")
        ctx.exit(1 if problem else 0)
    from bot.cli.checks import examine  # noqa: PLC0415 - not for `doctor --health`
    from bot.cli.model_checks import called, configured  # noqa: PLC0415 - as above

    checks = [*asyncio.run(examine(settings)), *(() if models else [configured(settings)])]
    if models:
        checks += asyncio.run(called(settings))
    for check in checks:
        _show(check)
    ctx.exit(0 if all(check.ok for check in checks) else 1)


@click.command()
@configured
@click.pass_context
def check(ctx: click.Context, *, settings: Settings) -> None:
    """Verify that everything stored fits together; the bot may be running."""
    from storage.errors import DatabaseCorrupt, StorageError  # noqa: PLC0415 - not for `doctor --health`
    from storage.invariants import broken  # noqa: PLC0415 - as above
    from storage.preparation import FILE_NAME  # noqa: PLC0415 - as above

    path = settings.data / FILE_NAME
    if not path.exists():
        click.echo(f"ok       there is nothing in {settings.data} yet")
        ctx.exit(0)
    try:
        found = asyncio.run(broken(path))
    except StorageError as error:
        tell(f"problem  {error}")
        if isinstance(error, DatabaseCorrupt):
            from bot.process.backups import advice  # noqa: PLC0415 - as above

            tell(f"         mend: {advice(settings.data)}")
        ctx.exit(1)
    for one in found:
        tell(f"problem  {one}")
    if not found:
        click.echo(f"ok       {path}: everything fits together")
    ctx.exit(1 if found else 0)


def _show(check: Check) -> None:
    """What a server says may hold anything: our own secrets come back, signs steer a terminal."""
    told = f"{'ok     ' if check.ok else 'problem'}  {check.name}: {check.says}"
    more = [f"         {line}" for line in check.lines]
    for line in (told, *more, *([f"         mend: {check.mend}"] if check.mend else [])):
        click.echo(redacted(shown(line)))
