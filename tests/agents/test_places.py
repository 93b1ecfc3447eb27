import asyncio

from agents.places import Place, Places


async def test_who_waits_for_a_model_leaves_the_place_to_others_and_queues_again():
    free, seen, answered = Places(1), list[str](), asyncio.Event()

    async def first():
        place = Place(free)
        async with place.taken():
            seen.append("first begins")
            async with place.left():
                await answered.wait()
            seen.append("first goes on")

    async def second():
        async with Place(free).taken():
            seen.append("second begins")
            answered.set()
            await asyncio.sleep(0)
            seen.append("second is done")

    await asyncio.gather(first(), second())
    assert seen == ["first begins", "second begins", "second is done", "first goes on"]
    assert not free.locked()


async def test_waits_side_by_side_leave_one_place_only():
    free = Places(1)
    place, answered = Place(free), [asyncio.Event(), asyncio.Event()]

    async def wait(event: asyncio.Event):
        async with place.left():
            await event.wait()

    async with place.taken():
        both = [asyncio.create_task(wait(event)) for event in answered]
        await asyncio.sleep(0)
        assert not free.locked()
        answered[0].set()
        await both[0]
        assert not free.locked()
        answered[1].set()
        await both[1]
        assert free.locked()
    async with Place(free).taken():
        assert free.locked()
    assert not free.locked()


async def test_a_turn_cancelled_on_its_way_back_has_no_place_to_leave():
    free, answered = Places(1), asyncio.Event()

    async def turn():
        place = Place(free)
        async with place.taken(), place.left():
            await answered.wait()

    task = asyncio.create_task(turn())
    await asyncio.sleep(0)
    async with Place(free).taken():
        answered.set()
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        assert free.locked()
    assert not free.locked()


async def test_other_work_goes_on_when_no_turn_is_at_work_or_has_been_for_long():
    places, seen = Places(2), list[str]()
    await places.give_way(60)  # nobody there: at once
    turns = [Place(places), Place(places)]

    async def other():
        await places.give_way(60)
        seen.append("other")

    async with turns[0].taken():
        async with turns[1].taken():
            task = asyncio.create_task(other())
            await asyncio.sleep(0)
        seen.append("one turn is done")
        await asyncio.sleep(0)
        async with turns[0].left():  # it waits for a model
            await task
        seen.append("the other turn is done")
        await places.give_way(0.01)
        seen.append("too long")
    assert seen == ["one turn is done", "other", "the other turn is done", "too long"]
