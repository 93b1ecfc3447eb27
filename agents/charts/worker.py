"""The process that draws: specs in at standard input, pictures out. Ends with its input.

A request is its length in four bytes and the JSON of a spec; an answer is a letter (`P` a picture, `L` no
font here has its letters, `F` it failed), the length and the bytes: the reason, where there is no picture.
"""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

LENGTH = struct.Struct(">I")
ANSWER = struct.Struct(">cI")
PICTURE, LETTERS, FAILED = b"P", b"L", b"F"
_GENTLE = 5
"""Its niceness: who waits for a receipt goes first, and a picture comes in time on a busy machine, too."""
_SESSION = Path("/proc/self/autogroup")
"""Where Linux weighs sessions, not processes, and this one is a session of its own, niceness counts here."""


def give_way() -> None:
    """Let everybody else have the processor first."""
    os.nice(_GENTLE)
    with suppress(OSError):  # this machine weighs no sessions
        _SESSION.write_text(str(_GENTLE), encoding="ascii")


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Until the requests end."""
    from agents.charts.drawing import draw  # noqa: PLC0415 - matplotlib, in this process alone
    from agents.charts.letters import Letters, MissingLettersError, font_file  # noqa: PLC0415 - as above
    from agents.charts.spec import ChartSpec  # noqa: PLC0415 - as above

    letters = Letters(font_file())
    while head := requests.read(LENGTH.size):
        body = requests.read(LENGTH.unpack(head)[0])
        try:
            kind, told = PICTURE, draw(ChartSpec.model_validate_json(body), letters)
        except MissingLettersError as error:
            kind, told = LETTERS, str(error).encode()
        except Exception as error:  # noqa: BLE001 - one picture less; the next one may be drawn
            kind, told = FAILED, f"{type(error).__name__}: {error}"[:400].encode()
        answers.write(ANSWER.pack(kind, len(told)) + told)
        answers.flush()


if __name__ == "__main__":
    give_way()
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # who asked was killed
        os._exit(0)
