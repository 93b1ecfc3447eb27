"""What can go wrong with the database. A class's docstring is its default message."""

from __future__ import annotations

import errno
from pathlib import Path


class StorageError(Exception):
    """The storage failed."""

    def __str__(self) -> str:
        """The message it was raised with, else the docstring."""
        return super().__str__() or (self.__doc__ or "").partition("\n")[0]


class DatabaseProblem(StorageError):  # noqa: N818 - reads as what happened
    """The database cannot be used."""

    def __init__(self, path: Path, detail: str = "") -> None:
        sentence = (self.__doc__ or "").partition("\n")[0].format(path=path)
        super().__init__(f"{sentence} ({detail})" if detail else sentence)
        self.path = path


class DatabaseUnusable(DatabaseProblem):
    """{path} cannot be used: the machine refuses, not what was asked of it."""


class DatabaseCorrupt(DatabaseUnusable):
    """{path} is damaged."""


class BackupMissing(DatabaseProblem):
    """{path}: there is no such backup."""


class DatabaseNewer(DatabaseProblem):
    """{path} was written by a newer Swealog: update the program, nothing was changed."""


class DatabaseLocked(DatabaseUnusable):
    """{path} is held by another process for too long: is a second Swealog using this data directory?"""


class DatabaseFull(DatabaseUnusable):
    """{path} could not grow: the disk is full."""


class DatabaseFailed(DatabaseProblem):
    """{path} could not be read or written."""


class DatabaseUnreadable(DatabaseUnusable):
    """{path} could not be read or written: the disk or its file system refuses."""


class FileSystemReadOnly(DatabaseUnusable):
    """{path} cannot be written: its file system is read-only."""


class DataDirectoryNotWritable(DatabaseUnusable):
    """{path} cannot be written: choose another data directory or mend its permissions."""


def of_system(path: Path, error: OSError) -> DatabaseProblem:
    """What an error of the system means for a file here."""
    detail = error.strerror or str(error)
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return DatabaseFull(path, detail)
        case errno.EROFS:
            return FileSystemReadOnly(path)
        case errno.EACCES | errno.EPERM | errno.ENOTDIR | errno.EEXIST:
            return DataDirectoryNotWritable(path, detail)
        case _:
            return DatabaseUnreadable(path, detail)


class DatabaseClosed(StorageError):  # noqa: N818 - reads as what happened
    """The database is closed: whatever was not committed goes on at the next start."""


class Fenced(StorageError):  # noqa: N818 - reads as what happened
    """The turn has moved on: somebody else works on it, and what was done here is dropped."""


class Outdated(StorageError):  # noqa: N818 - reads as what happened
    """The log has changed since it was read: nothing was done, and it is to be read anew."""


class RightsChanged(StorageError):  # noqa: N818 - reads as what happened
    """Somebody else has changed that already, or it must stay: nothing was done."""


class NaiveTime(StorageError, ValueError):  # noqa: N818 - reads as what happened
    """A time without a zone cannot be stored."""
