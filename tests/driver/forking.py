"""How a process asks a forkserver (`tests/driver/forkserver.py`) for a child. Quickly imported."""

from __future__ import annotations

import json
import os
import socket
import struct
from typing import Any, TypedDict

NUMBER = struct.Struct("!i")
FDS = 4
"""The three standard streams, and the pipe that is told how the child ended."""


class Request(TypedDict):
    """What a child is to be."""

    module: str
    arguments: list[str]
    environment: dict[str, str]
    folder: str
    bounds: dict[str, Any]


def fork(channel: socket.socket, request: Request, streams: tuple[int, int, int]) -> tuple[int, int]:
    """Process id, and the pipe which is told its exit code."""
    end, told = os.pipe()
    body = json.dumps(request).encode()
    socket.send_fds(channel, [NUMBER.pack(len(body))], [*streams, told])
    channel.sendall(body)
    os.close(told)
    (child,) = NUMBER.unpack(channel.recv(NUMBER.size, socket.MSG_WAITALL))
    return child, end
