"""Preferences have one home, the settings: words, buttons and the memory's page all speak of the same row."""

from __future__ import annotations

from pathlib import Path

from storage.entities import ContextVersion, Preferences
from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.harness import RunningBot, running_bot

ASK = ["time_zone", "date_order"]


async def preferences(bot: RunningBot) -> Preferences:
    user = await bot.app.core.db.people.get_user(YOU_ID)
    return user.preferences if user else Preferences()


async def test_what_is_said_of_one_log_is_no_preference(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("squat 225 lb 5x5")
        assert "225 kg" in (await you.ask("that was in kg")).text
        await you.ask("bench 100 5x5 and rows 60 5x5")
        await bot.app.core.lanes.idle()
        assert (await preferences(bot)).weight_unit is None
        assert "weight unit" not in (await you.ask("/context")).text
        assert "weight unit" not in await bot.app.core.db.contexts.get_global_context(YOU_ID)


async def test_an_answer_about_one_log_holds_for_it_alone(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 5x5")
        await you.next_reply()
        assert "100 kg" in (await you.ask("that was in kg")).text
        assert (await preferences(bot)).weight_unit is None
        assert "105 kg" in (await you.ask("bench 105 5x5")).text


WORDS = (
    ("Use kg from now on", "weight_unit", "kg"),
    ("I always log in pounds", "weight_unit", "lb"),
    ("switch to miles please", "distance_unit", "mi"),
    ("kg please", "weight_unit", "kg"),
    ("my time zone is New York", "time_zone", "America/New_York"),
    ("I live in Munich", "time_zone", "Europe/Berlin"),
    ("나는 지금 도쿄에 살아", "time_zone", "Asia/Tokyo"),
    ("set my timezone to europe/berlin", "time_zone", "Europe/Berlin"),
    ("I write the month first", "date_order", "MDY"),
    ("앞으로 무게는 kg로 적어줘", "weight_unit", "kg"),
    ("answer in Korean", "language", "ko"),
)


BY_ITSELF = (
    ("dark mode please", "theme", "dark"),
    ("turn on rest timers", "rest_timer", "90"),
    ("휴식 타이머 꺼줘", "rest_timer", "off"),
    ("react with a thumbs up instead of replying", "receipts", "reaction"),
    ("다시 말로 답해줘", "receipts", "full"),
    ("send me a weekly review on Fridays at 7pm", "digest", "fri-19"),
    ("매주 일요일 저녁 8시에 주간 리뷰 보내줘", "digest", "sun-20"),
    ("no more weekly reviews", "digest", "off"),
    ("send me a morning summary at 7", "morning", "07"),
    ("give me an update every morning at 6", "morning", "06"),
    ("매일 저녁 9시에 기분 물어봐줘", "checkins", "21"),
    ("send me a morning line at 8", "morning", "08"),
    ("turn on rest timers of 2 minutes", "rest_timer", "120"),
    ("send me a thumbs up instead of receipts", "receipts", "reaction"),
    ("turn on check-ins at 6pm", "checkins", "18"),
    ("체크인 꺼줘", "checkins", "off"),
    ("don't message me between 11pm and 7am", "quiet", "23-07"),
    ("밤 10시부터 아침 8시까지는 알림 보내지 마", "quiet", "22-08"),
    ("my bar is 15 kg", "bar", "15 kg"),
    ("I have plates 20x4 10 5 2.5 kg", "plates", "20x4 10 5 2.5 kg"),
)


async def test_what_comes_by_itself_and_the_gear_are_set_in_words(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for said, field, value in BY_ITSELF:
            begins = "👌 앞으로는" if said >= "가" else "👌 From now on"
            assert (await you.ask(said)).text.startswith(begins), said
            assert (await preferences(bot)).model_dump()[field] == value, said
        await you.ask("/undo")
        assert (await preferences(bot)).plates is None
        assert "Quiet hours: 22:00" in (await you.ask("what are my quiet hours?")).text
        assert "Time zone" in (await you.ask("show my settings")).text
        assert "Time zone" in (await you.ask("내 설정 보여줘")).text
        assert "Quiet hours: 21:00" in (await you.ask("/settings quiet 21-7")).text
        kept = await preferences(bot)
        await you.say("dark chocolate 30 g")  # a log, which gets a thumb
        for said in ("light workout today", "give me my weekly summary"):
            assert "From now on" not in (await you.ask(said)).text, said
        assert await preferences(bot) == kept


async def test_a_preference_told_in_words_is_confirmed_and_shown_everywhere(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        db = bot.app.core.db
        for said, field, value in WORDS:
            told = await you.ask(said)
            assert any(label.startswith("✓") for label in told.labels), said
            assert (await preferences(bot)).model_dump()[field] == value
            assert f"{field.replace('_', ' ')}: {value} (chosen)" in await db.contexts.get_global_context(
                YOU_ID
            )
            if field != "language":
                assert f"{field.replace('_', ' ')}: {value}" in (await you.ask("/context")).text
        assert await db.entries.recent_entries(YOU_ID, 50) == []
        await you.ask("/settings language en")
        before = await preferences(bot)
        for said in ("my time zone is Mars", "answer in German"):
            told = await you.ask(said)
            assert "I know no time zone named mars" in told.text or "only speak English" in told.text
        assert await preferences(bot) == before


async def test_undo_takes_back_what_a_message_has_changed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/settings zone Asia/Seoul")
        before = await preferences(bot)
        due = await bot.app.core.db.schedule.scheduled(YOU_ID, "observer")
        for said, field, value in WORDS[:-1]:
            await you.ask(said)
            assert (await preferences(bot)).model_dump()[field] == value
            await bot.restart()
            back = await you.ask("/undo")
            assert "As it was before" in back.text, said
            assert await preferences(bot) == before
            assert "nothing to undo" in (await you.ask("/undo")).text
        assert await bot.app.core.db.schedule.scheduled(YOU_ID, "observer") == due


async def test_undo_takes_the_newest_of_a_log_a_preference_and_a_lesson(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for said in ("always lb", "skulls means skull crusher", "Use kg from now on", "bench 100 5x5"):
            await you.ask(said)
            bot.clock.advance(minutes=1)
        assert "Taken back" in (await you.ask("/undo")).text
        assert "As it was before" in (await you.ask("/undo")).text
        assert (await preferences(bot)).weight_unit == "lb"
        assert "what that word means" in (await you.ask("/undo")).text


async def test_undo_leaves_a_preference_that_was_changed_since(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        page = await you.ask("Use kg from now on")
        await you.tap(page, "lb")
        page = await you.edited(page)
        await you.tap(page, "kg")
        await you.edited(page)
        assert "nothing to undo" in (await you.ask("/undo")).text
        assert (await preferences(bot)).weight_unit == "kg"


async def test_lines_of_an_older_memory_give_way_to_the_settings(tmp_path: Path) -> None:
    older = (
        "---\nlast_updated: 2026-11-01\nversion: 1\n---\n\n# Global Context\n\n## Preferences\n\n"
        "- weight unit: kg (certain) <!-- correction, 2026-11-01 to 2026-11-01, 1x -->\n"
        "- alias skulls: skull crusher (certain) <!-- correction, 2026-11-01 to 2026-11-01, 1x -->\n"
    )
    async with running_bot(tmp_path) as (bot, you):
        db = bot.app.core.db
        await you.ask("/settings zone Asia/Seoul")
        at = bot.clock()
        await db.contexts.save_context(ContextVersion(user_id=YOU_ID, version=1, content=older, at=at))
        page = (await you.ask("/context")).text
        assert "time zone: Asia/Seoul" in page
        assert "skull crusher" in page
        assert "weight unit" not in page
        await you.ask("always lb")
        assert "weight unit: lb" in (await you.ask("/context")).text
        await bot.stop()
        vault = (bot.settings.data / "vault" / str(YOU_ID) / "global-context.md").read_text("utf-8")
        assert "- weight unit: lb (chosen)" in vault
        assert "- time zone: Asia/Seoul (chosen)" in vault
        assert "weight unit: kg" not in vault
        await bot.start()


async def test_the_first_day_asks_zone_and_dates_once_after_the_first_receipt(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"time_zone": "Europe/Paris", "ask_first": ASK}) as (bot, you):
        await you.ask("/start")
        await you.ask("hello")
        assert "Logged" in (await you.ask("slept 7h")).text
        question = await you.next_reply()
        assert "where are you" in question.text
        assert question.labels[0].startswith("Paris · ")
        assert "Skip" in question.labels
        await you.tap(question, "Berlin")
        order = await you.edited(question)
        assert order.labels == ["3 April", "March 4", "Skip"]
        await you.tap(order, "March 4")
        done = await you.edited(order)
        assert "Europe/Berlin" in done.text
        assert done.labels == []
        assert await preferences(bot) == Preferences(time_zone="Europe/Berlin", date_order="MDY")
        await bot.restart()
        await you.ask("ran 5k in 25:00")
        await you.silence(0.3)


async def test_skipping_is_an_answer_and_another_question_comes_first(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"ask_first": ASK}) as (bot, you):
        await you.ask("bench 100 5x5")
        unit = await you.next_reply()
        assert unit.labels == ["kg", "lb", "Skip"]
        await you.tap(unit, "kg")
        await you.next_reply()
        question = await you.next_reply()
        assert "where are you" in question.text
        await you.tap(question, "Skip")
        order = await you.edited(question)
        await you.tap(order, "Skip")
        await you.edited(order)
        assert await preferences(bot) == Preferences(weight_unit="kg", unit_told="kg")
        await you.ask("bench 105 5x5")
        await you.silence(0.3)


async def test_who_has_chosen_before_is_not_asked_about_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"ask_first": ASK}) as (_, you):
        await you.ask("/settings zone Asia/Seoul")
        await you.ask("slept 7h")
        order = await you.next_reply()
        assert order.labels == ["3 April", "March 4", "Skip"]


async def test_nobody_is_asked_in_a_group(tmp_path: Path) -> None:
    async with (
        running_bot(tmp_path, profile={"ask_first": ASK}) as (bot, _),
        LocalClient(bot.server.base_url, bot.server.state.control_token) as client,
    ):
        you = client.person(YOU_ID, GROUP_ID)
        assert "Logged" in (await you.ask("@swealog_bot slept 7h")).text
        await you.silence(0.3)


async def test_two_units_of_one_message_are_set_and_taken_back_together(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for said, weight, distance in (
            ("use metric", "kg", "km"),
            ("I use pounds and miles btw", "lb", "mi"),
        ):
            await you.ask(said)
            found = await preferences(bot)
            assert (found.weight_unit, found.distance_unit) == (weight, distance)
        assert "As it was before" in (await you.ask("/undo")).text
        found = await preferences(bot)
        assert (found.weight_unit, found.distance_unit) == ("kg", "km")


async def test_where_somebody_is_sets_nothing_unless_it_is_a_place(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for said in ("I'm in pain", "i'm in bed", "I'm in a good mood"):
            assert "From now on" not in (await you.ask(said)).text
        assert (await preferences(bot)).time_zone is None


async def test_a_first_message_is_answered_with_what_the_bot_can_do(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        told = await you.ask("hi! a friend told me about this. what can you do")
        assert told.text.startswith("I keep a log from what you text me")
        assert (await you.ask("Hey there, my name is Tom")).text.startswith(("Hello", "Hey", "Hi"))


async def test_who_begins_in_korean_is_answered_in_korean_by_itself_too(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("벤치 60kg 5x5")
        assert (await preferences(bot)).language == "ko"
        assert "제가 먼저 보내는 것" in (await you.ask("매주 일요일 밤에 한 주 정리 보내줘")).text
        await you.ask("스쿼트 80kg 5x5")
        assert (await you.ask("되돌려줘")).text.startswith("↩️ 되돌렸어요")
