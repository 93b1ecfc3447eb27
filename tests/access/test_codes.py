from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.people import codes
from storage.rights import Code

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def test_a_code_has_eight_signs_that_nobody_mixes_up():
    made = [codes.new_code() for _ in range(500)]
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"[2-9A-HJKMNP-TV-Z]{8}", code) for code in made)
    assert {sign for code in made for sign in code} == set(codes.ALPHABET)
    assert not set("0O1ILU") & set(codes.ALPHABET)
    assert all(
        codes.typed(codes.shown(code)) == codes.typed_alone(codes.shown(code)) == code for code in made
    )


@pytest.mark.parametrize(
    "text",
    [
        "ABCD-23EF",
        "abcd23ef",
        " abcd 23ef\n",
        "AbCd\u201323eF",
        "ab cd 23 ef",
        "A-B-C-D-2-3-E-F",
        "\uff21\uff22\uff23\uff24\uff12\uff13\uff25\uff26",
    ],
)
def test_case_blanks_and_dashes_do_not_matter(text: str):
    assert codes.typed(text) == "ABCD23EF"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ABCD-23E",
        "ABCD-23EFG",
        "ABCD-10EF",
        "ABCDEFGH",
        "23456789",
        "ABCD-23ÉF",
        "abcd 23ef " * 9,
        "/start",
    ],
)
def test_other_forms_are_no_codes(text: str):
    assert codes.typed(text) is None


@pytest.mark.parametrize(
    "text",
    ["bench225", "bench 225", "press 95", "5x5 225kg", "3x8 100kg", "exercise", "스쿼트 100kg", "7h sleep"],
)
def test_a_log_of_somebody_who_is_in_is_not_taken_for_a_code(text: str):
    assert codes.typed_alone(text) is None


def test_what_is_kept_is_salted_and_only_the_code_itself_fits():
    code, other = codes.new_code(), codes.new_code()
    kept = [codes.to_keep(each, "person", 7, NOW) for each in (code, code, other)]
    assert codes.WORK >= 1 << 13, "too quick against guessing in a copy of the database"
    assert len({each.salt for each in kept}) == 3
    assert len({each.digest for each in kept}) == 3
    assert not any(code in f"{each}" for each in kept)
    stored = [Code(seq, each.kind, each.salt, each.digest, 7) for seq, each in enumerate(kept)]
    assert codes.meant(code, stored) == stored[0]
    assert codes.meant(other, stored) == stored[2]
    assert codes.meant(codes.new_code(), stored) is None
    assert kept[0].expires_at == NOW + timedelta(hours=24)
    assert codes.to_keep(code, "owner", None, NOW).expires_at == NOW + timedelta(hours=1)
