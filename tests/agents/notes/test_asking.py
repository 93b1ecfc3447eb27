"""Messages that ask the notes."""

from __future__ import annotations

import pytest

from agents.notes.asking import asked, asks_document, speech

ROWS = [(language, row.example) for language in ("en", "ko") for row in speech(language).words.forms]


@pytest.mark.parametrize(("language", "example"), ROWS)
def test_each_row_reads_its_example(language: str, example: str) -> None:
    assert asked(example, language)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("What do my notes say about the physio?", "the physio"),
        ("please search my notes for knee rehab", "knee rehab"),
        ("when may I swim again, according to my notes?", "when may i swim again"),
        ("what's in my Notion about creatine?", "creatine"),
        ("노트에서 수영 계획 찾아줘", "수영 계획"),
    ],
)
def test_what_is_looked_for(text: str, topic: str) -> None:
    assert asked(text, "en" if text.isascii() else "ko") == topic


@pytest.mark.parametrize(
    "text",
    [
        "bench 100x5, note to self: wider grip",
        "add to my notes: buy chalk",
        "what did I bench yesterday?",
        "squat 5x5 notes: felt heavy",
        "노트에 추가해줘 초크 사기",
    ],
)
def test_what_is_not_for_the_notes(text: str) -> None:
    assert asked(text, "en" if text.isascii() else "ko") is None


@pytest.mark.parametrize(
    ("language", "text"), [(one, text) for one in ("en", "ko") for text in speech(one).words.loose]
)
def test_who_has_notes_asks_for_documents_in_any_words(language: str, text: str) -> None:
    assert asks_document(text, language) == text
    assert asked(text, language) is None or language == "ko"


@pytest.mark.parametrize(
    "text", ["bench 100x5, note to self: wider grip", "paged the doctor", "what did I bench yesterday?"]
)
def test_a_document_and_a_question_both_must_be_there(text: str) -> None:
    assert asks_document(text, "en") is None
