"""The bots of other makers: what starts each, and whether its environment is there (see `.ci/clients`)."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

_HERE = Path(__file__).parent
_PLACE = _HERE.parents[1] / ".cache" / "clients"
_GRACE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Guest:
    """A library, and the bot that was written with it.

    Attributes:
        lock: what its environment was made from; a copy of it stands in the environment.
    """

    name: str
    lock: str
    command: tuple[str, ...]
    variables: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def missing(self) -> str | None:
        """Why it cannot run, if it cannot."""
        return missing(self.name, self.lock)

    @asynccontextmanager
    async def running(self, *words: str) -> AsyncGenerator[None]:
        """The bot as a process of its own; what it complained of is told with any failure."""
        with tempfile.TemporaryFile() as output:
            process = await asyncio.create_subprocess_exec(
                *self.command, *words, stdout=output, stderr=output, env={**os.environ, **self.variables}
            )
            try:
                yield
            except BaseException as error:
                output.seek(0)
                error.add_note(f"{self.name} said:\n{output.read().decode()[-4000:]}")
                raise
            finally:
                if process.returncode is None:
                    process.terminate()
                    await asyncio.wait_for(process.wait(), _GRACE_SECONDS)


def missing(name: str, lock: str) -> str | None:
    """Why what is made from this lock is not there, if it is not."""
    made, wanted = _PLACE / name / ".lock", _HERE / name / lock
    if made.is_file() and made.read_bytes() == wanted.read_bytes():
        return None
    return f"The environment of {name} is missing or out of date: run .ci/clients."


def npm_module(name: str, path: str) -> str:
    """A file of what npm has installed for a lock."""
    return str(_PLACE / name / "node_modules" / path)


GUESTS = (
    Guest(
        "aiogram",
        "requirements.txt",
        (str(_PLACE / "aiogram" / "bin" / "python"), "-I", str(_HERE / "aiogram" / "bot.py")),
    ),
    Guest(
        "grammy",
        "package-lock.json",
        ("node", str(_HERE / "grammy" / "bot.cjs")),
        {"NODE_PATH": str(_PLACE / "grammy" / "node_modules")},
    ),
)
