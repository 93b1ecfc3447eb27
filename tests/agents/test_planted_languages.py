"""True and planted sentences by language: numbers in words, days, ratios and every-day claims."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agents.number_check import check
from agents.numbers.languages import lexicons
from agents.numbers.words import in_digits
from agents.types import Figure
from storage.entities import DateRange, Entry
from tests.agents.diary import NOW, entry, lift

TODAY = NOW.date()
DAY = TODAY - timedelta(days=2)
BENCH = entry(DAY, lift(DAY, 100, 5, 3), text="bench 100kg 5x3")
TENS = {
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
}
HUNDRED = {"de": "hundert", "fr": "cent ", "es": "ciento ", "it": "cento", "pt": "cento e ", "nl": "honderd"}
SAYS: dict[str, str] = {
    "de": "Du hast {} Kilo beim Bankdrücken gedrückt.",
    "fr": "Tu as soulevé {} kilos au développé.",
    "es": "Has levantado {} kilos en press.",
    "it": "Hai sollevato {} chili con la panca.",
    "pt": "Você levantou {} quilos no supino.",
    "nl": "Je hebt {} kilo gedrukt.",
    "ja": "ベンチで{}キロを上げました。",
    "zh": "你卧推了{}公斤。",
}
HAN = "一二三四五六七八九"


def cjk(value: int) -> str:
    hundreds, tens, ones = value // 100, value // 10 % 10, value % 10
    text = ("百" if hundreds == 1 else f"{HAN[hundreds - 1]}百") if hundreds else ""
    text += f"{HAN[tens - 1]}十" if tens else ""
    return text + (HAN[ones - 1] if ones else "")


def in_words(language: str, tens: int, *, hundred: bool) -> tuple[int, str]:
    """20 to 90, or 120 to 190, as it is written."""
    value = tens * 10 + (100 if hundred else 0)
    if language in ("ja", "zh"):
        return value, cjk(value)
    word = TENS[language].split()[tens - 2]
    return value, (HUNDRED[language] if hundred else "") + word


def wrong(
    text: str,
    entries: tuple[Entry, ...] = (BENCH,),
    figures: tuple[Figure, ...] = (),
    ranges: tuple[DateRange, ...] = (),
) -> list[str]:
    return [item.phrase for item in check(text, entries=entries, figures=figures, ranges=ranges, now=NOW)]


@settings(deadline=None)
@given(st.sampled_from(list(SAYS)), st.integers(2, 9), st.booleans())
def test_a_number_in_words_is_the_figure(language: str, tens: int, hundred: bool) -> None:
    value, word = in_words(language, tens, hundred=hundred)
    true = entry(DAY, lift(DAY, value, 5, 3))
    text = SAYS[language].format(word)
    assert str(value) in in_digits(text)
    assert wrong(text, entries=(true,)) == []


@settings(deadline=None)
@given(st.sampled_from(list(SAYS)), st.integers(2, 9), st.booleans(), st.integers(5, 400))
def test_a_planted_number_in_words_is_found(language: str, tens: int, hundred: bool, kg: int) -> None:
    value, word = in_words(language, tens, hundred=hundred)
    assume(abs(value - kg) > 1 and value not in (5, 3))
    assert wrong(SAYS[language].format(word), entries=(entry(DAY, lift(DAY, kg, 5, 3)),))


DATES: dict[str, tuple[str, ...]] = {
    "de": ("Am {day}. November hast du gedrückt.", "Du hast es vor {n} Tagen gemacht."),
    "fr": ("Le {day} novembre tu as soulevé.", "Tu as soulevé il y a {n} jours."),
    "es": ("El {day} de noviembre has levantado.", "Has levantado hace {n} días."),
    "it": ("Il {day} novembre hai sollevato.", "Hai sollevato {n} giorni fa."),
    "pt": ("Em {day} de novembro você levantou.", "Você levantou há {n} dias."),
    "nl": ("Op {day} november heb je gedrukt.", "Je hebt {n} dagen geleden gedrukt."),
    "ja": ("11月{day}日にベンチをしました。", "{n}日前にベンチをしました。"),
    "zh": ("你11月{day}日卧推了。", "你{n}天前卧推了。"),
}


@settings(deadline=None)
@given(st.sampled_from(list(DATES)), st.integers(0, 1), st.integers(2, 20))
def test_days_are_the_entries_days(language: str, form: int, back: int) -> None:
    day = TODAY - timedelta(days=back)
    text = DATES[language][form].format(day=day.day, n=back)
    assert wrong(text, entries=(entry(day, lift(day, 100, 5, 3)),)) == []
    other = day - timedelta(days=30)
    assert wrong(text, entries=(entry(other, lift(other, 100, 5, 3)),))


CLAIMS: dict[str, tuple[str, ...]] = {
    "en": ("You doubled your bench.", "You are twice as strong.", "You trained every day this week."),
    "ko": ("벤치가 두 배가 됐어요.", "이번 주 매일 운동했어요."),
    "de": ("Du hast dein Bankdrücken verdoppelt.", "Du hast diese Woche jeden Tag trainiert."),
    "fr": ("Tu as doublé ton développé.", "Tu as fait du sport tous les jours cette semaine."),
    "es": ("Has duplicado tu press.", "Has entrenado todos los días esta semana."),
    "it": ("Hai raddoppiato la tua panca.", "Hai fatto sport ogni giorno questa settimana."),
    "pt": ("Você dobrou o seu supino.", "Você treinou todos os dias esta semana."),
    "nl": ("Je hebt je bankdrukken verdubbeld.", "Je hebt deze week elke dag getraind."),
    "ja": ("ベンチが二倍になりました。", "今週は毎日トレーニングしました。"),
    "zh": ("你的卧推翻倍了。", "你这周每天训练。"),
}


@pytest.mark.parametrize("language", CLAIMS)
def test_relations_need_a_figure_or_the_entries(language: str) -> None:
    days = [TODAY - timedelta(days=back) for back in range(TODAY.weekday() + 1)]
    week = [entry(day, lift(day, 100, 5, 3), name=f"W{at}") for at, day in enumerate(days)]
    doubled = Figure(value=100, unit="%", what="change")
    for text in CLAIMS[language]:
        assert wrong(text), text
        assert wrong(text, entries=tuple(week), figures=(doubled,)) == [], text


@pytest.mark.parametrize(
    "text",
    [
        "You improved by a third.", "Half of your sessions were heavy.", "You trained daily.",
        "You always train.", "You never missed a session.", "You did it every time.",
        "You haven't missed a workout.",
        "You lifted ①②⓪ kg.", "You lifted CXX kg.", "\uff11\uff12\uff10 kg was your best.",
        "१२० kg was your best.", 'You wrote "bench 180x5x3".', 'You wrote "bench 100kg 5x3" yesterday.',
        'You wrote "felt awful all day".',
    ],
)  # fmt: skip
def test_what_nothing_bears_out_is_found(text: str) -> None:
    assert wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        "Try to train every day.", "You should always warm up.", "You did not double your bench.",
        'You wrote "bench 100kg 5x3".', f'You wrote "bench 100kg 5x3" on {DAY.isoformat()}.',
        "Du solltest jeden Tag gehen.", "Tu as fait ça une fois.", "Das hat zwei Gründe und ist gut.",
    ],
)  # fmt: skip
def test_advice_denials_and_the_users_words_pass(text: str) -> None:
    span = DateRange(start=TODAY - timedelta(days=6), end=TODAY)
    once = Figure(value=1, unit="days", what="training days")
    assert wrong(text, ranges=(span,), figures=(once,)) == []


def test_every_language_has_its_words() -> None:
    assert {"en", "ko", *SAYS} == set(lexicons())
    for name, lexicon in lexicons().items():
        assert lexicon.ratios
        assert set(lexicon.every) == {"day", "week", "time"}, name
