"""HTML and MarkdownV2 become text and UTF-16 entities, or Telegram's own refusal."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import Bot, MessageEntity
from telegram.constants import ReactionEmoji
from telegram.error import BadRequest

from telegram_local.entities import parse_html
from telegram_local.errors import EntityParseError
from telegram_local.formatted import FormattedText, detected, finish, piece, utf16_length
from telegram_local.legacy import parse_legacy_markdown
from telegram_local.markdown import parse_markdown
from telegram_local.reactions import REACTIONS
from telegram_local.telegram import Entity

FLEX = "💪"


def marks(formatted: FormattedText) -> list[tuple[str, str]]:
    return [(entity.type, piece(formatted.text, entity)) for entity in formatted.entities]


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("plain & simple", "plain & simple", []),
        ("<b>bold</b> and <i>slanted</i>", "bold and slanted", [("bold", "bold"), ("italic", "slanted")]),
        (f"{FLEX}<b>after</b>", f"{FLEX}after", [("bold", "after")]),
        ("<u>a</u><s>b</s><del>c</del><ins>d</ins>", "abcd", [
            ("underline", "a"), ("strikethrough", "b"), ("strikethrough", "c"), ("underline", "d"),
        ]),
        ('<a href="https://swealog.test/?a=1&amp;b=2">x</a>', "x", [("text_link", "x")]),
        ('<a href="nothing">x</a>', "x", []),
        ('<pre><code class="language-python">x = 1</code></pre>', "x = 1", [("pre", "x = 1")]),
        ("<tg-spoiler>s</tg-spoiler><span class='tg-spoiler'>t</span>", "st", [
            ("spoiler", "s"), ("spoiler", "t"),
        ]),
        ("<blockquote expandable>long</blockquote>", "long", [("expandable_blockquote", "long")]),
        ("&lt;b&gt; &quot;&#49;&#x32;&amp;&nbsp;", '<b> "12&&nbsp;', []),
        ("<B>upper</b>", "upper", [("bold", "upper")]),
        ("<b></b>empty", "empty", []),
    ],
)  # fmt: skip
def test_html_is_understood(source: str, text: str, expected: list[tuple[str, str]]):
    formatted = parse_html(source)
    assert formatted.text == text
    assert marks(formatted) == expected


@pytest.mark.parametrize(
    ("source", "refusal"),
    [
        ("<b>open", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ("1 < 2 > 0", 'Unsupported start tag "" at byte offset 2'),
        ("é<br>", 'Unsupported start tag "br" at byte offset 2'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=x/y>z</a>", "Unexpected end of name token at byte offset 8"),
    ],
)
def test_html_is_refused_as_telegram_words_it(source: str, refusal: str):
    with pytest.raises(EntityParseError) as refused:
        parse_html(source)
    assert refused.value.description == f"Bad Request: can't parse entities: {refusal}"


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("*bold* _slanted_ __under__ ~gone~ ||hidden||", "bold slanted under gone hidden", [
            ("bold", "bold"), ("italic", "slanted"), ("underline", "under"),
            ("strikethrough", "gone"), ("spoiler", "hidden"),
        ]),
        ("`a*b` \\*kept\\*", "a*b *kept*", [("code", "a*b")]),
        ("```python\nx = 1```", "x = 1", [("pre", "x = 1")]),
        ("[site](https://swealog.test/a\\)b)", "site", [("text_link", "site")]),
        (f"{FLEX}*b*", f"{FLEX}b", [("bold", "b")]),
        (">quoted\n>still\nnot", "quoted\nstill\nnot", [("blockquote", "quoted\nstill")]),
        ("*a _b_*", "a b", [("italic", "b"), ("bold", "a b")]),
    ],
)  # fmt: skip
def test_markdown_is_understood(source: str, text: str, expected: list[tuple[str, str]]):
    formatted = parse_markdown(source)
    assert formatted.text == text
    assert marks(formatted) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("1.5 kg! a|b", "1.5 kg! a|b", []),
        (f"{FLEX}*b* _i_ `c*d`", f"{FLEX}b i c*d", [("bold", "b"), ("italic", "i"), ("code", "c*d")]),
        ("*a _b_*", "a _b_", [("bold", "a _b_")]),
        ("\\*not\\_ \\a", "*not_ \\a", []),
        ("[site](https://swealog.test/a) [x](nothing) [y]", "site x y", [("text_link", "site")]),
        ("```python\nx = 1```", "x = 1", [("pre", "x = 1")]),
        ("```\nx = 1\n```**", "x = 1\n", [("pre", "x = 1\n")]),
    ],
)  # fmt: skip
def test_the_old_markdown_is_understood(source: str, text: str, expected: list[tuple[str, str]]):
    formatted = parse_legacy_markdown(source)
    assert formatted.text == text
    assert marks(formatted) == expected


def test_the_old_markdown_is_refused_as_telegram_words_it():
    for source in ("é*open", "é_", "é`x", "é[x", "é```x``"):
        with pytest.raises(EntityParseError) as refused:
            parse_legacy_markdown(source)
        problem = "Can't find end of the entity starting at byte offset 2"
        assert refused.value.description == f"Bad Request: can't parse entities: {problem}"


@pytest.mark.parametrize(
    ("source", "refusal"),
    [
        ("1.5 kg", "Character '.' is reserved and must be escaped with the preceding '\\'"),
        ("a|b", "Character '|' is reserved and must be escaped with the preceding '\\'"),
        ("a > b", "Character '>' is reserved and must be escaped with the preceding '\\'"),
        ("é*open", "Can't find end of Bold entity at byte offset 2"),
        ("[x](https://a.b", "Can't find end of a URL at byte offset 4"),
    ],
)
def test_markdown_is_refused_as_telegram_words_it(source: str, refusal: str):
    with pytest.raises(EntityParseError) as refused:
        parse_markdown(source)
    assert refused.value.description == f"Bad Request: can't parse entities: {refusal}"


def test_trimming_moves_the_entities():
    formatted = finish(FormattedText(f" \n{FLEX} b \n", [Entity(type="bold", offset=2, length=6)]))
    assert formatted.text == f"{FLEX} b"
    assert marks(formatted) == [("bold", f"{FLEX} b")]


def test_telegram_marks_by_itself_what_looks_like_something():
    text = f"{FLEX} /log@swealog_bot see https://swealog.test/x, ask @alex_1 #legday a/b me@home.test"
    kinds = [(entity.type, piece(text, entity)) for entity in detected(text)]
    assert kinds == [
        ("bot_command", "/log@swealog_bot"),
        ("url", "https://swealog.test/x"),
        ("mention", "@alex_1"),
        ("hashtag", "#legday"),
        ("email", "me@home.test"),
    ]
    assert (
        finish(FormattedText("/undo", [Entity(type="code", offset=0, length=5)])).entities[0].type == "code"
    )


def test_length_counts_utf16_units():
    assert utf16_length("a" + FLEX) == 3


def test_the_allowed_reactions_are_telegrams():
    assert {emoji.value for emoji in ReactionEmoji} == REACTIONS


async def test_offsets_reach_the_bot_in_utf16_units(bot: Bot):
    message = await bot.send_message(1001, f"{FLEX}{FLEX} <b>record</b> /today", parse_mode="HTML")
    assert message.text == f"{FLEX}{FLEX} record /today"
    assert message.parse_entities() == {
        MessageEntity("bold", 5, 6): "record",
        MessageEntity("bot_command", 12, 6): "/today",
    }


async def test_people_can_be_mentioned_by_id_and_strangers_cannot(bot: Bot):
    text = '<a href="tg://user?id=1002">Alex</a> and <a href="tg://user?id=5">nobody</a>'
    message = await bot.send_message(1001, text, parse_mode="HTML")
    (mention,) = message.entities
    assert mention.user is not None
    assert (mention.type, mention.user.first_name) == ("text_mention", "Alex")


@given(st.text())
def test_escaped_text_comes_back_as_it_was(text: str):
    assert parse_html(escape(text, quote=False)) == FormattedText(text)


async def test_a_broken_text_is_a_bad_request(bot: Bot):
    with pytest.raises(BadRequest, match="Can't parse entities: unsupported start tag"):
        await bot.send_message(1001, "<hr>", parse_mode="HTML")
    with pytest.raises(BadRequest, match="Unsupported parse_mode"):
        await bot.send_message(1001, "x", parse_mode="BBCode")
    with pytest.raises(BadRequest, match="Entity ends after the end"):
        await bot.send_message(1001, "x", entities=[MessageEntity("bold", 0, 9)])
