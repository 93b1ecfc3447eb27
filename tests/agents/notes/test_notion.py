"""The real `notion-client` over HTTP against a small Notion of ours."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

import pytest

from agents.notes.index import index
from agents.notes.notion import NotionNotes
from agents.notes.notion_api import NotionApi
from agents.notes.source import Listed, NotesError, NotesGone, NotesRefused, NotesUnavailable
from storage.stores import Stores
from tests.agents.notes.conftest import ANN, Shelf
from tests.agents.notes.notion_server import TOKEN, Notion, block, id_of
from tests.driver.listening import Listener


@pytest.fixture
def notion() -> Notion:
    """A page with a child and one in a toggle, and a database with two rows."""
    made = Notion()
    home = made.page(
        "Home", block("paragraph", "Welcome home."), block("child_page", name="Doctor", title="Doctor")
    )
    made.page(
        "Doctor", block("heading_2", "2026-10-28 physio"),
        block("bulleted_list_item", "swim again in December"),
        block("to_do", "ask about hills", checked=True), above={"type": "page_id", "page_id": home},
    )  # fmt: skip
    toggle = block("toggle", "more", name="toggle")
    toggle["has_children"] = True
    toggle["parent"] = {"type": "page_id", "page_id": home}
    made.children[home].append(toggle)
    made.blocks[toggle["id"]] = toggle
    made.children[toggle["id"]] = [block("paragraph", "hidden in a toggle")]
    made.page("Deep", block("paragraph", "deep"), above={"type": "block_id", "block_id": toggle["id"]})
    table = made.table("Races", {"type": "page_id", "page_id": home})
    for name, place in (("Berlin", "12"), ("Seoul", "3")):
        made.page(
            name, block("paragraph", f"race in {name}"),
            above={"type": "data_source_id", "data_source_id": table},
            properties={"Place": {"type": "rich_text", "rich_text": [{"plain_text": place}]},
                        "Day": {"type": "date", "date": {"start": "2026-09-27"}}},
        )  # fmt: skip
    return made


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
async def source(notion: Notion, slept: list[float]) -> AsyncIterator[NotionNotes]:
    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async with Listener(notion.app()) as server:
        made = NotionNotes("Personal", NotionApi(TOKEN, server.base_url, pause=0, sleep=sleep))
        yield made
        await made.close()


async def listed(source: NotionNotes) -> dict[str, Listed]:
    return {page.title: page async for page in source.pages()}


async def test_pages_databases_and_children_have_breadcrumbs(source: NotionNotes):
    pages = await listed(source)
    assert {title: page.path for title, page in pages.items()} == {
        "Home": (),
        "Doctor": ("Home",),
        "Deep": ("Home",),
        "Berlin": ("Home", "Races"),
        "Seoul": ("Home", "Races"),
    }
    assert pages["Home"].url == f"https://notion.test/{id_of('Home')}"


async def test_a_page_is_read_with_its_properties_and_nested_blocks(source: NotionNotes):
    pages = await listed(source)
    home = await source.read(pages["Home"])
    assert "Welcome home." in home.text
    assert "hidden in a toggle" in home.text
    assert home.children == (id_of("Doctor"),)
    doctor = await source.read(pages["Doctor"])
    assert doctor.text == "## 2026-10-28 physio\n\n- swim again in December\n- [x] ask about hills"
    berlin = await source.read(pages["Berlin"])
    assert berlin.text.splitlines()[:2] == ["Place: 12", "Day: 2026-09-27"]
    assert "race in Berlin" in berlin.text


async def test_only_what_changed_is_read_again(db: Stores, notion: Notion, source: NotionNotes):
    first = await index(source, db.notes, ANN)
    assert (first.pages, first.changed, first.problems) == (5, 5, [])
    notion.page("Doctor", block("paragraph", "may swim now"), edited="2026-11-22T08:00:00.000Z",
                above={"type": "page_id", "page_id": id_of("Home")})  # fmt: skip
    notion.asked.clear()
    second = await index(source, db.notes, ANN)
    assert (second.read, second.changed, second.removed) == (1, 1, 0)
    assert [one for one in notion.asked if "children" in one] == [f"GET blocks/{id_of('Doctor')}/children"]
    assert (await db.notes.text(ANN, id_of("Doctor"))) == "may swim now"


async def test_what_a_search_leaves_out_is_found_on_its_page_and_not_taken_for_gone(
    db: Stores, notion: Notion, source: NotionNotes
):
    notion.hidden |= {id_of("Doctor"), id_of("Berlin")}
    first = await index(source, db.notes, ANN)
    assert first.pages == 5
    again = await index(source, db.notes, ANN)
    assert again.removed == 0
    del notion.pages[id_of("Doctor")]
    notion.pages[id_of("Berlin")]["in_trash"] = True
    assert (await index(source, db.notes, ANN)).removed == 2
    assert sorted(await db.notes.known(ANN, "Personal")) == sorted(map(id_of, ("Home", "Deep", "Seoul")))


@pytest.mark.parametrize("status", [409, 429, 500, 502, 503])
async def test_what_passes_is_tried_again(
    notion: Notion, source: NotionNotes, slept: list[float], status: int
):
    notion.fail(status, times=2)
    assert len(await listed(source)) == 5
    assert len(slept) == 2
    assert slept[1] > slept[0] / 2


async def test_retry_after_is_honoured(notion: Notion, source: NotionNotes, slept: list[float]):
    notion.fail(429, retry_after="7")
    assert len(await listed(source)) == 5
    assert slept == [7.0]


async def test_who_is_to_wait_too_long_stops_and_goes_on_later(
    db: Stores, notion: Notion, source: NotionNotes, slept: list[float]
):
    notion.fail(429, retry_after="4000")
    with pytest.raises(NotesUnavailable, match="429"):
        await index(source, db.notes, ANN)
    assert slept == []
    assert (await index(source, db.notes, ANN)).changed == 5


async def test_a_notion_that_stays_down_is_said(notion: Notion, source: NotionNotes, slept: list[float]):
    notion.fail(503, times=6)
    with pytest.raises(NotesUnavailable, match="503"):
        await listed(source)
    assert len(slept) == 5


async def test_requests_keep_their_pace(notion: Notion, slept: list[float]):
    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async with Listener(notion.app()) as server:
        api = NotionApi(TOKEN, server.base_url, pause=1 / 3, sleep=sleep)
        assert [one async for one in api.search("page")]
        await api.close()
    assert len(slept) == 2
    assert 0 < slept[0] <= 1 / 3 < slept[1] <= 2 / 3


async def test_a_wrong_token_is_refused_and_never_told(notion: Notion, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    wrong = "ntn_wrong_token_of_ben"
    async with Listener(notion.app()) as server:
        source = NotionNotes("Personal", NotionApi(wrong, server.base_url, pause=0))
        with pytest.raises(NotesRefused) as refused:
            await listed(source)
        await source.close()
    assert len(notion.asked) == 1
    assert wrong not in caplog.text + str(refused.value) + repr(refused.value.__context__)


async def test_no_request_follows_to_another_address(notion: Notion, source: NotionNotes):
    elsewhere = Notion()
    async with Listener(elsewhere.app()) as other:
        notion.move(f"{other.base_url}/v1/search")
        with pytest.raises(NotesError):
            await listed(source)
    assert elsewhere.asked == []


@pytest.mark.parametrize(
    "page_id", ["../users/me", "x", "a/b", "", id_of("nothing"), id_of("Home") + "/children"]
)
async def test_only_an_id_of_a_page_is_asked_for(notion: Notion, source: NotionNotes, page_id: str):
    with pytest.raises(NotesGone):
        await source.find(page_id)
    assert set(notion.asked) <= {f"GET pages/{id_of('nothing')}"}


async def test_a_page_deleted_since_it_was_found_is_said(
    db: Stores, notion: Notion, source: NotionNotes, shelf_of: Shelf
):
    await index(source, db.notes, ANN)
    shelf = shelf_of(source=source)
    assert (await shelf.read(id_of("Doctor"))).is_live
    del notion.pages[id_of("Doctor")]
    with pytest.raises(NotesGone):
        await shelf.read(id_of("Doctor"))


async def test_while_notion_is_down_the_index_answers(
    db: Stores, notion: Notion, source: NotionNotes, shelf_of: Shelf
):
    await index(source, db.notes, ANN)
    notion.fail(503, times=6)
    read = await shelf_of(source=source).read(id_of("Doctor"))
    assert not read.is_live
    assert "swim again in December" in read.text
