"""What a process may not do: it lives in another's namespaces, without root's powers, or with short files."""

from __future__ import annotations

import ctypes
import os
import resource
import struct
from dataclasses import dataclass

_CAPABILITIES = 0x20080522
"""The version of the form in which they are told to the system."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """None by default."""

    namespaces: int | None = None
    """The process whose user and mount namespaces it lives in."""
    powerless: bool = False
    """Root is bound by permissions like anybody else."""
    file_bytes: int | None = None
    """No file may be written beyond it."""

    def command(self) -> list[str]:
        """What stands before a command line so that it is bound."""
        found: list[str] = []
        if self.namespaces is not None:
            place = f"--target={self.namespaces}"
            found += ["nsenter", place, "--user", "--mount", "--preserve-credentials", "--"]
        if self.powerless:
            found += ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"]
        if self.file_bytes is not None:
            found += ["prlimit", f"--fsize={self.file_bytes}:unlimited"]
        return found

    def bind(self) -> None:
        """This process from now on; it must have one thread."""
        system = ctypes.CDLL(None, use_errno=True)
        if self.namespaces is not None:
            places = [os.open(f"/proc/{self.namespaces}/ns/{kind}", os.O_RDONLY) for kind in ("user", "mnt")]
            for place in places:
                _done(system.setns(place, 0))
                os.close(place)
        if self.powerless:
            _done(system.capset(struct.pack("Ii", _CAPABILITIES, 0), bytes(24)))
        if self.file_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_bytes, resource.RLIM_INFINITY))


def _done(status: int) -> None:
    if status:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
