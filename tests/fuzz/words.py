"""What people, other bots and mischief write."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

LOGS = (
    "bench 185x5x3",
    "squat 100 kg 5x5, felt strong",
    "ran 5k in 27:30",
    "slept 7.5 h",
    "2 eggs and toast, 30 g protein",
    "weight 82.4 kg",
    "deadlift 140 kg x 3 rpe 9\nrow 60 kg 3x10\nplank 90s",
    "스쿼트 100kg 5x5",
    "어제 5km 28분에 뛰었어",
    "bench 185lb x5x3, then what's my best bench?",
)
QUESTIONS = (
    "what's my best bench?",
    "when did I last run?",
    "how many times did I squat this month?",
    "이번 주에 몇 번 뛰었어?",
    "am I getting stronger?",
    "actually that was 190",
    "undo that",
    "no, in kg",
)
COMMANDS = (
    "/start",
    "/help",
    "/today",
    "/undo",
    "/settings",
    "/context",
    "/export",
    "/forget",
    "/memory",
    "/nope",
    "/stats bench",
    "/search squat",
    "/forget me",
    "/help@swealog_bot",
    "/help@other_bot",
    "/",
    "//",
    "/ ",
    "/@swealog_bot",
    "/\u202e",
    "/HELP extra words",
    "/start 12345678",
    "/invite",
    "/people",
    "/cost",
)
HOSTILE = (
    "",
    " ",
    "\n\n\n",
    "\0",
    "bench\0 185x5",
    "\ud800",
    "a\udfffb",
    "\U0001f4aa",
    "\u200b\u200b",
    "\u202egnp.exe",
    "<b>bench</b> 185 & <script>",
    "</code><a href='x'>",
    "*_`[](){}",
    "'; DROP TABLE entries; --",
    "=1+1",
    "+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "-2+3",
    "../../etc/passwd",
    "C:\\con",
    "**/*",
    "[a-z]*",
    "!!python/object:os.system",
    "{0.__class__}",
    "%s%n",
    "${HOME}",
    "NULL",
    "NaN",
    "1e309 kg",
    "-5 kg x -3",
    "bench 99999999999999999999999999x5",
    "0x0x0",
    "\u0663 sets of \u0665",
    "\uff11\uff10 reps",
    "bench 1/0",
    "31/31/31 ran 5k",
    "ran 5k on 2024-02-30",
    "slept 25:61",
    "in 99999999999 days",
    "9" * 400,
    "\r\r\r",
    "\x1b[31m",
    "\u2028\u2029",
    "@swealog_bot",
    "@swealog_bot bench 100 kg 5x5",
    "@swealog_bot: log this",
    "log this",
    "same",
    "yes",
    "1",
)


def _repeated(piece: str, length: int) -> str:
    return (piece * (length // len(piece) + 1))[:length]


_LONG = st.builds(
    _repeated,
    st.sampled_from(
        ("a", "bench 100 kg 5x5, ", "\U0001f4aa", "(", "1", "<", "x5", "\n", "3x5 ", "오늘 ", "a, ")
    ),
    st.sampled_from((4096, 4096, 4096, 4096, 4096, 4097, 20_000, 100_000)),
)
_ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
_SHORT = st.sampled_from(
    ("Alex", "You", "민수", "<b>", "", "a" * 64, "\u202e", "O'Neil", "=1+1", "🏋", "x\0y")
)


def texts() -> SearchStrategy[str]:
    """A message's text; one in a hundred is as long as can be, or far longer."""
    pools = (LOGS, LOGS, QUESTIONS, COMMANDS, HOSTILE)
    usual: SearchStrategy[str] = st.one_of(*(st.sampled_from(pool) for pool in pools), _ANY)

    def chosen(chance: int) -> SearchStrategy[str]:
        return _LONG if chance == 57 else usual  # not an end of the range: those come often

    return st.integers(0, 99).flatmap(chosen)


def names() -> SearchStrategy[str]:
    """Of people, chats and files."""
    return _SHORT


def tokens() -> SearchStrategy[str]:
    """Ids that are text."""
    return st.sampled_from(("AgACAgIAAxk", "BQACAgQ", "42", "-", "x" * 100, "0", "é", "../x"))
