"""What the local server refuses, in Telegram's own words; a class's docstring is its default wording."""

from __future__ import annotations

from typing import ClassVar


class LocalServerError(Exception):
    """The local chat server failed."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())


class PortInUseError(LocalServerError):
    """The port is taken by another program."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"Port {port} on {host} is already in use: stop the other program or choose another port."
        )


class NotLoopbackError(LocalServerError):
    """The local chat server listens on loopback addresses only; the chat needs no password there."""


class StateFileError(LocalServerError):
    """The state file of the local chat server cannot be read."""


class ApiError(Exception):
    """A refusal with Telegram's error code and description."""

    code: ClassVar[int] = 400

    def __init__(
        self,
        description: str | None = None,
        *,
        code: int | None = None,
        retry_after: int | None = None,
        migrate_to_chat_id: int | None = None,
    ) -> None:
        self.error_code = code or type(self).code
        self.description = description or (type(self).__doc__ or "").strip()
        self.retry_after = retry_after
        self.migrate_to_chat_id = migrate_to_chat_id
        super().__init__(self.description)


class BadRequestError(ApiError):
    """Bad Request"""

    def __init__(self, detail: str | None = None, *, migrate_to_chat_id: int | None = None) -> None:
        description = f"Bad Request: {detail}" if detail else None
        super().__init__(description, migrate_to_chat_id=migrate_to_chat_id)


class EntityParseError(BadRequestError):
    """Bad Request: can't parse entities"""

    def __init__(self, detail: str) -> None:
        super().__init__(f"can't parse entities: {detail}")


class ForbiddenError(ApiError):
    """Forbidden"""

    code = 403

    def __init__(self, detail: str) -> None:
        super().__init__(f"Forbidden: {detail}")


class UnauthorizedError(ApiError):
    """Unauthorized"""

    code = 401


class MethodNotFoundError(ApiError):
    """Not Found"""

    code = 404


class ConflictError(ApiError):
    """Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"""

    code = 409


class TooLargeError(ApiError):
    """Request Entity Too Large"""

    code = 413


class TooManyRequestsError(ApiError):
    """Too Many Requests"""

    code = 429

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)
