"""The memory of a person: the global context, what it holds, how it is written and how it changes."""

# pyright: reportUnusedImport=false

from agents.memory.change import (
    FADES_AFTER,
    RECENT,
    apply,
    next_version,
    opened,
    updated_context,
    updated_with,
)
from agents.memory.lines import (
    INTEREST,
    MOST_UNWANTED,
    RECORD,
    RECOUNTED,
    SECTIONS,
    TAUGHT,
    Category,
    Changed,
    Forgotten,
    GlobalContext,
    MemoryLine,
    Reason,
)
from agents.memory.markdown import archived, cost_of, parse, read_archive, render
from agents.memory.text import LONGEST_KEY, LONGEST_VALUE, key_of, one_line, tokens
