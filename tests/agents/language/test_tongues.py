from __future__ import annotations

import pytest

from agents.language.tongues import denies, is_of_another, spoken, telling

EN = frozenset({"en"})


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("You slept 7 h last night, which is more than on Monday.", "en"),
        ("Du hast am Dienstag 80 kg gedrückt und 7 h geschlafen.", "de"),
        ("Tu as bien dormi cette semaine et tu as fait trois séances.", "fr"),
        ("Esta semana has dormido más que la semana pasada, y eso es todo.", "es"),
        ("Hai dormito più di ieri e questo è il tuo massimo del mese.", "it"),
        ("Você dormiu mais do que ontem e fez duas séries a mais.", "pt"),
        ("Je hebt deze week meer geslapen dan vorige week en dat is het.", "nl"),
        ("Du har inte sovit så mycket som förra veckan, men det är bra.", "sv"),
    ],
)
def test_a_language_is_known_by_its_common_words(text: str, language: str) -> None:
    assert spoken(text) == {language}
    assert is_of_another(text, EN) is (language != "en")
    assert not is_of_another(text, frozenset({language}))


@pytest.mark.parametrize("text", ["Bench press: 80 kg for 5x5.", "7 h.", "Squat am Montag 100 kg", "x"])
def test_few_words_are_nobodys(text: str) -> None:
    assert not is_of_another(text, EN)


def test_a_language_that_nothing_is_known_of_is_left_alone() -> None:
    assert not is_of_another("Du hast am Dienstag 80 kg gedrückt und gut geschlafen.", frozenset({"fi"}))


@pytest.mark.parametrize(
    "text",
    [
        "I couldn\u2019t find anything.",
        "There is no data.",
        "Unable to say.",
        "Dazu steht nichts im Log.",
        "Rien dans le journal.",
        "No tienes nada.",
        "Nessuna voce.",
        "기록이 없어요.",
        "見つかりませんでした",
        "没有记录",
        "Ничего не записано",
    ],
)
def test_a_denial_is_heard_in_any_language(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize("text", ["You benched 80 kg on Tuesday.", "7시간 잤어요.", "Notice: north of 80 kg"])
def test_what_is_there_denies_nothing(text: str) -> None:
    assert not denies(text)


def test_common_words_tell_nothing() -> None:
    assert telling("I could not find anything about it for you") == {"find", "anything"}
