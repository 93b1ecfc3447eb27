"""Upgrades that are killed: `python -m tests.storage.upgrading SOURCE FOLDER`.

Of the database SOURCE copies in every older schema are made and opened; the process that opens one is killed
after each statement of the migrations, before the first, after the last commit, and at random moments. Then
each is opened once more. Prints a line of JSON per copy. The processes are forks: a kill costs no start.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from storage import preparation
from tests.crash.instants import MIGRATION_PLACES, Trigger, plant_in_migrations
from tests.driver.sizes import size
from tests.storage.older import make_older, older_schemas

_MOMENTS = size(1, 20, 200)
_EACH = size(12, 2, 1)
"""Statement of the migrations after which one is killed."""


@dataclass(frozen=True, slots=True)
class Killed:
    """A copy that was opened twice. `died`: whether the kill came before the upgrade was over."""

    schema: str
    instant: str
    folder: str
    died: bool
    opened: bool


def main() -> None:
    """Kill and open."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    for number, schema in enumerate(older_schemas()):
        older = folder / f"{schema}.db"
        make_older(source, older, schema)
        done = _at_moments(older, schema, folder)
        if number == 0:  # the oldest goes through all migrations
            done += _at_instants(older, schema, folder)
        for one in done:
            print(json.dumps(asdict(one)), flush=True)


def _at_instants(older: Path, schema: str, folder: Path) -> list[Killed]:
    """Each once; of the statements one after the other, until there is none left to be killed after."""
    before, inside, after = MIGRATION_PLACES
    done = [_killed(older, schema, folder, place, 1) for place in (before, after)]
    for statement in itertools.count(1, _EACH):
        done.append(_killed(older, schema, folder, inside, statement))
        if not done[-1].died:
            break
    return done[:-1]


def _killed(older: Path, schema: str, folder: Path, instant: str, count: int) -> Killed:
    data = _copied(older, folder / f"{schema} {instant} {count}".replace(":", ""))

    def upgrade() -> None:
        plant_in_migrations(Trigger(instant, count))
        preparation.prepare(data)

    died = _status(_forked(upgrade)) == -signal.SIGKILL
    return Killed(schema, f"{instant} {count}", str(data), died, _opens(data))


def _at_moments(older: Path, schema: str, folder: Path) -> list[Killed]:
    """Somewhere in the time that an upgrade takes."""
    chance = random.Random(schema)  # noqa: S311
    calm = _copied(older, folder / f"{schema} calm")
    began = time.perf_counter()
    _status(_forked(lambda: preparation.prepare(calm)))
    whole = time.perf_counter() - began
    done: list[Killed] = []
    for number in range(_MOMENTS):
        data = _copied(older, folder / f"{schema} moment {number}")
        child = _forked(lambda data=data: preparation.prepare(data))
        time.sleep(chance.uniform(0, whole))
        os.kill(child, signal.SIGKILL)
        died = _status(child) == -signal.SIGKILL
        done.append(Killed(schema, "at some moment", str(data), died, _opens(data)))
    return done


def _copied(older: Path, data: Path) -> Path:
    data.mkdir()
    shutil.copy(older, data / preparation.FILE_NAME)
    return data


def _opens(data: Path) -> bool:
    return _status(_forked(lambda: preparation.prepare(data))) == 0


def _forked(work: Callable[[], object]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        work()
    except BaseException as error:  # noqa: BLE001 - the child's exit status is all it can say
        sys.stderr.write(f"{error!r}\n")
        os._exit(1)
    os._exit(0)


def _status(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    main()
