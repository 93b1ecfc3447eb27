"""`python -m tests.driver.hatch SOCKET …` stands for Python where execnet starts a worker.

The worker is a child of the nest (`tests/driver/nest.py`). Its streams are this process's, and this process
ends as it does.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path

from tests.driver.forking import NUMBER, Request, fork


def main() -> None:
    """Ends with the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the worker hears of it, too
    request: Request = {
        "module": "tests.driver.worker",
        "arguments": [],
        "environment": dict(os.environ),
        "folder": str(Path.cwd()),
        "bounds": {},
    }
    with socket.socket(socket.AF_UNIX) as channel:
        channel.connect(sys.argv[1])
        _, end = fork(channel, request, (0, 1, 2))
        for stream in (0, 1):
            os.close(stream)
        with os.fdopen(end, "rb") as told:
            (code,) = NUMBER.unpack(told.read())
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
