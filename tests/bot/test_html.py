from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.html import escape, plain, split, units


class Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def balanced(html: str) -> bool:
    parser = Balance()
    parser.feed(html)
    parser.close()
    return not parser.open


def test_short_text_stays_as_it_is():
    assert split("<b>bench</b> 3 &lt; 5") == ["<b>bench</b> 3 &lt; 5"]
    assert split("") == []
    assert split("<b> </b>") == []


def test_a_cut_closes_and_opens_tags():
    html = "<b>" + "word " * 2000 + "</b><i>end</i>"
    parts = split(html)
    assert len(parts) == 3
    assert all(balanced(part) and units(plain(part)) <= 4096 for part in parts)
    assert parts[1].startswith("<b>word")
    assert " ".join(plain(part) for part in parts).split() == plain(html).split()


def test_lines_are_kept_whole_where_possible():
    html = "\n".join(f"line {number} " + "x" * 80 for number in range(100))
    assert all(plain(part).startswith("line ") and plain(part).endswith("x") for part in split(html))


def test_entities_and_emoji_are_not_broken():
    html = ("&amp;🏋️" * 3000) + "&lt;"
    parts = split(html)
    assert "".join(plain(part) for part in parts) == plain(html)
    assert all(units(plain(part)) <= 4096 for part in parts)


def test_a_word_longer_than_a_message():
    parts = split("😀" * 5000)
    assert "".join(parts) == "😀" * 5000
    assert all(units(part) <= 4096 for part in parts)


def test_a_long_word_after_a_cut_between_words_fits():
    parts = split("a" * 21 + " " + "b" * 10 + "&lt;" + "d" * 35, 40)
    assert all(units(plain(part)) <= 40 for part in parts)
    assert "".join(plain(part) for part in parts) == "a" * 21 + "b" * 10 + "<" + "d" * 35


@given(st.lists(st.one_of(st.text(max_size=30), st.sampled_from(["\n", " ", "<b>", "🏋️"])), max_size=40))
def test_nothing_visible_is_lost(pieces: list[str]):
    opened = sum(piece == "<b>" for piece in pieces)
    html = "".join(piece if piece == "<b>" else escape(piece) for piece in pieces) + "</b>" * opened
    parts = split(html, 40)
    assert all(balanced(part) and units(plain(part)) <= 40 for part in parts)
    assert "".join("".join(plain(part) for part in parts).split()) == "".join(plain(html).split())


@pytest.mark.parametrize("text", ["<script>", "a & b", "</b>", "&lt;", "<a href='javascript:x'>"])
def test_escaped_text_is_shown_literally(text: str):
    assert plain(escape(text)) == text
    assert "<" not in escape(text)


def test_control_characters_and_lone_surrogates_are_left_out():
    assert escape("a\x00b\x1bc\ud800d\ufeffe\tf\ng") == "abcde\tf\ng"
