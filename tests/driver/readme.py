"""The parts of the README printed from the code: `python -m tests.driver.readme` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

import click

from agents.machine import diagram
from bot.cli import swealog
from bot.texts.commands import COMMANDS, OWNER_COMMANDS
from evals.first_looks import table
from evals.loading import EXAMPLES

README = Path(__file__).parents[2] / "README.md"


def commands() -> str:
    """The chat commands."""
    rows = [f"| `/{command.name}` | {command.en} |" for command in COMMANDS]
    rows += [f"| `/{command.name}` | {command.en} (owners) |" for command in OWNER_COMMANDS]
    return "\n".join(["| | |", "|---|---|", *rows])


def command_line() -> str:
    """The commands of `swealog`, groups with what is in them."""
    rows = [
        f"| `swealog {usage}` | {command.get_short_help_str(200)} |"
        for name in swealog.commands
        if (found := swealog.get_command(click.Context(swealog), name))
        for usage, command in _leaves(name, found)
    ]
    return "\n".join(["| | |", "|---|---|", *rows])


def _leaves(name: str, command: click.Command) -> list[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        return [leaf for sub, inner in command.commands.items() for leaf in _leaves(f"{name} {sub}", inner)]
    arguments = [f'"{p.human_readable_name}"' for p in command.params if isinstance(p, click.Argument)]
    return [(" ".join([name, *(argument.replace("TEXT", "…") for argument in arguments)]), command)]


def scores() -> str:
    """First looks, as they stand in the heads of the evaluation files."""
    return "\n".join(table(EXAMPLES))


def printed(readme: str) -> str:
    """The README with its printed parts as the code has them."""
    for name, text in (("commands", commands()), ("cli", command_line()), ("scores", scores())):
        block = f"<!-- {name} -->\n{text}\n<!-- /{name} -->"
        readme, found = re.subn(
            rf"<!-- {name} -->.*?<!-- /{name} -->", lambda _, b=block: b, readme, flags=re.DOTALL
        )
        if found != 1:
            raise LookupError(f"the README has {found} blocks <!-- {name} -->")
    mermaid = f"```mermaid\n{diagram()}\n```"
    readme, found = re.subn(r"```mermaid\n.*?```", lambda _: mermaid, readme, flags=re.DOTALL)
    if found != 1:
        raise LookupError(f"the README has {found} diagrams")
    return readme


if __name__ == "__main__":
    README.write_text(printed(README.read_text(encoding="utf-8")), encoding="utf-8")
