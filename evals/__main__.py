"""`python -m evals`: scores of the nine agents on labelled examples, offline or with configured models."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

import click

from bot.cli.options import as_json, load, tell
from evals import command, comparing

_NAMES = ("routing", "parsing", "planning", "analysis", "evaluation", "clarification", "questions")
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("evals")
@click.option("--engine", type=click.Choice(["offline", "model"]), default="offline", show_default=True)
@click.option("--set", "sets", metavar="NAME,…", help=f"Only these sets: {', '.join(_NAMES)}.")
@click.option("--agent", "agents", metavar="NAME,…", help="Only what scores these agents.")
@click.option(
    "--part",
    type=click.Choice(["all", "fresh", "open", "held out", "seen"]),
    help="Only these examples (default: fresh for models, else all). Of logs 'held out' once a day.",
)
@click.option(
    "--examples", type=click.Path(file_okay=False, path_type=Path), help="Folder with the examples."
)
@click.option("--config", type=_FILE, help="Configuration file, for the models (default: ./config.yaml).")
@click.option("--record", type=_FILE, help="Write what the models answer to this file.")
@click.option("--replay", type=_FILE, help="Answer from such a file instead of asking models.")
@click.option(
    "--compare",
    nargs=2,
    metavar="OLD NEW",
    help="Two versions of the prompts (folders or git revisions) or two recordings, side by side.",
)
@click.option("--files", is_flag=True, help="Each file with the floor that its head states; exit 1 below.")
@click.option("--only", metavar="NAME", default="", help="Only files of examples whose names hold this.")
@click.option("--misses", is_flag=True, help="Also show each example that was not all right.")
@as_json
def evaluate(
    *,
    engine: Literal["offline", "model"],
    sets: str | None,
    agents: str | None,
    part: str | None,
    examples: Path | None,
    config: Path | None,
    record: Path | None,
    replay: Path | None,
    compare: tuple[str, str] | None,
    files: bool,
    only: str,
    misses: bool,
    json_: bool,
) -> None:
    """Score an engine's agents on labelled examples."""
    if compare and (record or replay or files):
        raise click.UsageError("--compare goes without --record, --replay and --files")
    if engine == "offline" and (record or replay):
        raise click.UsageError("--record and --replay are for --engine model")
    if record and replay:
        raise click.UsageError("either --record or --replay")
    chosen = command.Chosen(
        sets=command.named(sets, agents),
        examples=examples,
        record=record,
        replay=replay,
        parts=command.parts(part, asks_models=engine == "model" or compare is not None),
        files=files,
        misses=misses,
        only=only,
    )
    if compare:
        for line in asyncio.run(comparing.lines(chosen, load(config, None), *compare, json_=json_)):
            (click.echo if json_ else tell)(line)
        return
    settings = load(config, None) if engine == "model" else None
    told = asyncio.run(command.lines(chosen, settings, json_=json_))
    for line in told.lines:
        (click.echo if json_ else tell)(line)
    if told.below:
        raise click.exceptions.Exit(1)


if __name__ == "__main__":
    evaluate(prog_name="python -m evals")
