"""Numbers in Korean words: 여든두, 백이십, 이틀."""

from __future__ import annotations

_ONES = dict(enumerate(("한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"), 1))
_TENS = dict(enumerate(("열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"), 1))
WORDS = (
    {word: float(n) for n, word in _ONES.items()}
    | {word: 10.0 * n for n, word in _TENS.items()}
    | {ten + one: 10.0 * m + n for m, ten in _TENS.items() for n, one in _ONES.items()}
    | {"스무": 20.0}
)
NATIVE = "|".join(sorted(WORDS, key=len, reverse=True))
_SINO = {letter: n for n, letter in enumerate("일이삼사오육칠팔구", 1)}
_SINO_TENS = {"십": 10.0, "백": 100.0, "천": 1000.0}
MEASURED = "km|kg|lbs?|킬로미터|킬로그램|킬로|키로|파운드|미터|마일|칼로리|그램|mi|m|g"
"""Units behind which a Sino-Korean number is one, and no part of a word."""
DAYS = {"하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "열흘": 10, "일주일": 7, "보름": 15}


def value_of(written: str) -> float:
    """Such as "삼십", "백이십", "여든두"."""
    if written in WORDS:
        return WORDS[written]
    total, digit = 0.0, 0.0
    for letter in written:
        if letter in _SINO:
            digit = float(_SINO[letter])
        else:
            total, digit = total + (digit or 1.0) * _SINO_TENS[letter], 0.0
    return total + digit
