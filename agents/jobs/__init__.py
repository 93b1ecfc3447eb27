"""Long jobs: one loop that plans, works and looks back, on files that carry its memory.

A job alternates strategic and tactical phases (`transitions`). In both the same loop asks a worker for its
next tool calls, carries them out and keeps every step as a row; what differs is which tools there are
(`kinds`) and what the worker is told. `worker` says how a worker drives it.
"""
