"""What is asked before a tool of a server is called that may change something."""

from __future__ import annotations

from agents.tools.result import Proposal

NOT_SENT = "the server is not connected"
"""The detail of a failure that has changed nothing."""


class CallProposal(Proposal):
    """`server` and `name` are shown; `tool` is the registry's name of it."""

    server: str
    name: str
