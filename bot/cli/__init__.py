"""The command `swealog`: exit 0 when done, 2 for wrong usage or configuration, 1 for anything else.

Importing this costs click and nothing more; each command imports what it needs when it runs.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from importlib.metadata import version
from keyword import iskeyword
from typing import NoReturn

import click

from bot.errors import MachineError, StartError

COMMANDS = {
    "run": ("run", "Start the bot: the chat page in your browser, or Telegram when a token is configured."),
    "pair": (
        "pair",
        "Print a code: who texts it to the bot within an hour becomes its owner. The bot may be running.",
    ),
    "chat": ("chat", "Talk to the bot in the terminal."),
    "log": ("messages", "Log something, as you would text it; many at once with --batch."),
    "ask": ("messages", "Ask something, or answer what was asked back; many at once with --batch."),
    "mcp": ("mcp", "Serve your diary to an MCP client over standard input and output; needs swealog[mcp]."),
    "job": (
        "jobs",
        "Long jobs: begin one, with files that it reads, look at them, answer and correct them.",
    ),
    "parse": ("parse", "Show what would be understood, as JSON; nothing is stored."),
    "import": (
        "imports",
        "Import a file or folder: FIT, GPX, TCX, Apple Health, gym apps, notes by day, an export of the bot.",
    ),
    "export": ("export", "Write everything of yours into a zip: JSON, CSV by domain, the Markdown vault."),
    "forget": (
        "forget",
        "Delete everything about you, after a typed confirmation; the bot must not be running.",
    ),
    "context": ("memory", "Show what is remembered about you, as Markdown (with --now: as it was then)."),
    "notes": ("notes", "Notes of yours that questions may be answered from."),
    "calendar": ("calendars", "Calendars that the bot reads and, once you have said yes, writes."),
    "vault": ("memory", "The Markdown copy of your data."),
    "sync": ("syncing", "Copies of diaries elsewhere: how far they are, bringing them up to date."),
    "backup": ("copies", "Copy the database into the folder backups; the bot may be running."),
    "restore": (
        "copies",
        "Put a backup (the newest good one) in the database's place; what was there is kept beside it.",
    ),
    "doctor": (
        "doctor",
        "Check configuration, data, token, port and engine, and say how to mend what is wrong.",
    ),
    "check": ("doctor", "Verify that everything stored fits together; the bot may be running."),
}
"""The module in bot/cli with the command of that name, and the first sentence of its help."""


class _Lazy(click.Group):
    """A group that imports a command when it is used, and lists all of each one's first sentence."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The real one, in the place of what only stands for it."""
        if cmd_name in COMMANDS:
            module = import_module(f"bot.cli.{COMMANDS[cmd_name][0]}")
            self.add_command(getattr(module, cmd_name + "_" * iskeyword(cmd_name)))
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A row a command, of as many lines as it takes."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in sorted(COMMANDS.items())])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("swealog"), prog_name="swealog")
@click.option("--debug", is_flag=True, help="Show where an unexpected error came from.")
@click.pass_context
def swealog(ctx: click.Context, debug: bool) -> None:
    """Text your training, food and sleep in your own words; ask questions and get answers with evidence.

    `swealog run` starts the bot: in your browser, or on Telegram when a token is configured.
    """
    ctx.obj = debug


for name in COMMANDS:
    swealog.add_command(click.Command(name))


def main() -> NoReturn:
    """Run the command line; whatever goes wrong is one sentence on standard error, never a traceback."""
    os.umask(0o077)  # diaries, tokens, exports: whatever is written is for its owner's eyes
    gc.disable()  # importing makes no garbage, and looking for it costs a quarter of a start
    debug = "--debug" in sys.argv[1:2]
    try:
        code: object = swealog.main(standalone_mode=False)  # what ctx.exit was given, else None
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:  # `swealog ... | head`: whoever read has seen enough
        sys.stderr.close()
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 - the last line of defence of the command line
        from bot.process.log import redacted, shown, told_crash  # noqa: PLC0415 - not for `swealog --help`

        if debug:
            click.echo(told_crash(error), err=True, nl=False)
        else:
            click.echo(redacted(shown(f"swealog: {_sentence(error)}")), err=True)
        sys.exit(2 if isinstance(error, StartError) and not isinstance(error, MachineError) else 1)
    sys.exit(code if isinstance(code, int) else 0)


def _sentence(error: Exception) -> str:
    """Our own errors speak for themselves; of others the kind is told too."""
    text = " ".join(str(error).split()) or "no details"
    ours = type(error).__module__.split(".", 1)[0] in {
        "agents",
        "bot",
        "domains",
        "storage",
        "telegram_local",
    }
    return text if ours else f"{type(error).__name__}: {text} (--debug before the command shows where)"
