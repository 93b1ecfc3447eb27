"""An answer on the screen while it is written."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from agents.model.checks.preview import Preview
from agents.model.checks.support import holds
from agents.profile import Profile
from agents.session import Session
from agents.truth import sheet_of
from tests.agents.diary import NOW, entry, lift, sleep

D9, D16 = date(2026, 11, 9), date(2026, 11, 16)
SHEET = sheet_of(
    now=NOW,
    profile=Profile(user_id=1, weight_unit="lb"),
    entries=(entry(D9, lift(D9, 195, 5, unit="lb")), entry(D16, sleep(D16, 4.5))),
)
TRUE = "Your best bench press is 195 lb, on Mon 9 Nov."
FALSE = "That is 40 lb more than in May."
ALSO = "You slept 4.5 h on Mon 16 Nov."


def watched(shown: list[str]) -> Session:
    return Session(turn_id="t", user_id=1, chat_id=1, sent_at=NOW, preview=shown.append)


def written(*steps: str, languages: tuple[str, ...] = ("en",)) -> list[str]:
    shown: list[str] = []
    preview = Preview(watched(shown), SHEET, languages=languages)
    for step in steps:
        preview.grown(step)
    return shown


def test_a_sentence_shows_when_it_is_complete():
    assert written(TRUE[:20], TRUE, f"{TRUE} You") == [TRUE]


def test_a_number_cut_in_two_is_never_shown():
    assert written("Your best bench press is 19", "Your best bench press is 195 lb. It") == [
        "Your best bench press is 195 lb."
    ]
    assert written("You slept 4. ", "You slept 4.5 h") == []


def test_what_nothing_supports_is_left_out():
    assert written(f"{TRUE} {FALSE} {ALSO} End") == [f"{TRUE} {ALSO}"]


def test_an_answer_that_begins_anew_changes_nothing_until_it_says_more():
    steps = (f"{TRUE} {ALSO} Then", "Another try. It says less. Than", f"{TRUE} {ALSO} More here. End")
    assert written(*steps) == [f"{TRUE} {ALSO}", f"{TRUE} {ALSO} More here."]


def test_another_draft_takes_nothing_back():
    shown: list[str] = []
    session = watched(shown)
    Preview(session, SHEET, languages=("en",)).grown(f"{TRUE} {ALSO} Then")
    Preview(session, SHEET, languages=("en",)).grown(f"{ALSO} Then")
    assert shown == [f"{TRUE} {ALSO}"]


def test_a_wrong_language_is_not_shown():
    assert written("Вы жали много в понедельник. И ещё раз много. Да") == []


def test_marks_do_not_show():
    assert written("**Well** then. So") == ["Well then."]


_PIECES = st.lists(
    st.sampled_from(
        [
            TRUE,
            FALSE,
            ALSO,
            "Yes.",
            "You ran 12 km!",
            "- a line\n",
            "\n",
            "5 sets of 5.",
            "e.g. this",
            "3.5",
            "**so**",
        ]
    ),
    max_size=8,
).map(" ".join)


@given(st.lists(_PIECES, min_size=1, max_size=3), st.data())
def test_it_only_grows_and_says_nothing_unsupported(attempts: list[str], data: st.DataObject):
    shown: list[str] = []
    session = watched(shown)
    for text in attempts:
        preview = Preview(session, SHEET, languages=("en",))
        for end in sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8))):
            preview.grown(text[:end])
        preview.grown(text)
    for before, after in pairwise(shown):
        assert after.startswith(before)
        assert len(after) > len(before)
    assert all(holds(text, SHEET) for text in shown)
