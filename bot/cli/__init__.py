"""The command `swealog`: exit 0 when done, 2 for wrong usage or configuration, 1 for anything else.

Importing this costs click and nothing more; each command imports what it needs when it runs.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib.metadata import version
from typing import NoReturn

import click

from bot.cli.bring import bring
from bot.cli.copies import backup, restore
from bot.cli.doctor import check, doctor
from bot.cli.leave import export, forget
from bot.cli.memory import context, vault
from bot.cli.messages import ask, chat, log
from bot.cli.pair import pair
from bot.cli.parse import parse
from bot.cli.run import run
from bot.errors import MachineError, StartError


class _Whole(click.Group):
    """A group that lists its commands with all of their first sentence; click's own cuts it to a line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A row a command, of as many lines as it takes."""
        with formatter.section("Commands"):
            formatter.write_dl([
                (name, " ".join((command.help or "").partition("\n\n")[0].split()))
                for name, command in sorted(self.commands.items())
            ])  # fmt: skip


@click.group(cls=_Whole, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("swealog"), prog_name="swealog")
@click.option("--debug", is_flag=True, help="Show where an unexpected error came from.")
@click.pass_context
def swealog(ctx: click.Context, debug: bool) -> None:
    """Text your training, food and sleep in your own words; ask questions and get answers with evidence.

    `swealog run` starts the bot: in your browser, or on Telegram when a token is configured.
    """
    ctx.obj = debug


for command in (
    run, pair, chat, log, ask, parse, bring, export, forget, context, vault, backup, restore, doctor, check,
):  # fmt: skip
    swealog.add_command(command)


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
