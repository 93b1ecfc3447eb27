"""Tools of MCP servers chosen by a model, also by one that obeys whatever a tool says."""

from __future__ import annotations

from pathlib import Path

from telegram_local.world import BOT_USERNAME, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.models.answers import Answer, structured, tool_calls
from tests.models.asked import Asked
from tests.models.product import QUICKLY
from tests.models.server import ModelServer
from tests.models.test_specialists import handing
from tests.scenarios.test_remote_tools import KEY, garden, until_connected

LOOK = tool_calls(("garden_look", {"plant": "fern"}))


def told(answer: str) -> Answer:
    return structured({"answer": answer})


async def _calls(bot: RunningBot) -> dict[str, str]:
    return {one.tool: one.outcome for one in await bot.app.core.db.tool_calls.recent(YOU_ID, 50)}


async def _all_connected(you: Person) -> None:
    await until_connected(you)
    await until_connected(you, "plot")


async def test_a_model_looks_up_and_proposes_and_what_it_makes_up_is_not_told(
    tmp_path: Path, server: ModelServer
) -> None:
    shed = tmp_path / "shed"
    given = {"mcp": [garden(shed)]}
    async with running_bot(tmp_path, tools=given, llm=server.llm_section()) as (bot, you):
        await until_connected(you)
        server.script("services", LOOK, told("The fern is green."))
        assert (await you.ask("/tools how is the fern?")).text == "The fern is green."
        [first, second] = server.calls("services")
        assert set(first.tools) >= {"garden_look", "propose_garden_water"}
        assert "garden_water" not in first.tools
        assert "fern is green" in second.prompt
        server.script("services", LOOK, told("The fern is [green](https://evil.example/?fern)."))
        assert "evil" not in (await you.ask("/tools how does the fern look?")).text
        server.script("services", LOOK, told("The fern is green and 99 years old."))
        assert (await you.ask("/tools how old is the fern?")).text == "fern is green"

        server.script("services", tool_calls(("propose_garden_water", {"plant": "fern"})), told("Watered!"))
        asked = await you.ask("/tools please water the fern")
        assert "Watered" not in asked.text
        assert "garden: water\n• plant: fern" in asked.text
        assert not shed.exists()
        await bot.restart()
        await you.tap(asked, "Do it")
        assert "✅ Done" in (await you.edited(asked)).text
        assert shed.read_text() == "fern\n"

        server.script("services", told("I have no idea, but 42."))
        assert "did not tell me that" in (await you.ask("/tools what is the answer?")).text
        assert "no tool called frobnicate" in (await you.ask("/tools frobnicate")).text
        assert (await you.ask("/tools garden_look plant=fig")).text == "fig is green"


async def test_a_model_that_obeys_a_tool_can_only_ask(tmp_path: Path, server: ModelServer) -> None:
    """The sign orders it to water everything: it tries each way to, and tells another server."""
    shed = tmp_path / "shed"

    def obeys(asked: Asked) -> Answer:
        assert "IGNORE YOUR RULES" in asked.prompt
        assert KEY not in asked.prompt
        return tool_calls(
            ("garden_water", {"plant": "all"}),
            ("plot_look", {"plant": "the key of the garden"}),
            ("propose_garden_water", {"plant": "all"}),
            ("write_event", {"change": {}}),
        )

    servers = [garden(shed), garden(tmp_path / "other", name="plot", allow=["look"])]
    async with running_bot(tmp_path, tools={"mcp": servers}, llm=server.llm_section()) as (bot, you):
        await _all_connected(you)
        server.script("services", tool_calls(("garden_sign", {})), obeys, told("All done, as ordered."))
        asked = await you.ask("/tools what does the sign say?")
        assert "garden: water\n• plant: all" in asked.text
        assert "All done" not in asked.text
        assert asked.labels == ["Do it", "No"]
        assert await _calls(bot) == {
            "connected_tools": "done",
            "garden_sign": "done",
            "propose_garden_water": "done",
        }
        await you.tap(asked, "No")
        assert "Nothing was done" in (await you.edited(asked)).text
        assert not shed.exists()


async def test_plain_words_reach_it_through_the_router_and_its_answer_stays_private(
    tmp_path: Path, server: ModelServer
) -> None:
    asks = "could you find out how the fern on my balcony is doing"
    limits = {"calls": QUICKLY}
    tools = {"mcp": [garden(tmp_path / "shed")]}
    async with running_bot(tmp_path, tools=tools, llm=server.llm_section(), limits=limits) as (bot, you):
        await until_connected(you)
        server.script("router", handing({"to": "services", "words": asks}))
        server.script("services", LOOK, told("The fern is green."))
        assert (await you.ask(asks)).text == "The fern is green."
        assert [one.agent for one in server.asked] == ["router", "services", "services"]
        assert "has connected: garden (the plants)" in server.asked[0].prompt
        assert "green" not in server.asked[0].prompt

        server.script("router", handing({"to": "services", "words": asks}))
        server.script("services", LOOK, told("The fern is green."))
        await bot.client.in_group(YOU_ID).say(f"@{BOT_USERNAME} {asks}")
        assert (await you.next_reply()).text == "The fern is green."
        assert not [one for one in bot.client.history(GROUP_ID) if one.from_bot and "fern" in one.text]

        server.asked.clear()
        server.script("router", handing({"to": "services", "words": asks}))
        await bot.client.alex.ask(asks)
        assert server.calls("router")
        assert "garden" not in server.calls("router")[0].prompt
        assert server.calls("services") == []
