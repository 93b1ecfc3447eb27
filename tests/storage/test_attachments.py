from __future__ import annotations

from datetime import timedelta

from storage.attachments import Attachment
from storage.stores import Stores
from tests.storage.things import CHAT, NOW, USER


def voice(number: int, *, user_id: int = USER, text: str | None = None) -> Attachment:
    return Attachment(
        id=f"01KVOICE{user_id:04}{number:04}",
        user_id=user_id,
        chat_id=CHAT,
        message_id=number,
        kind="voice",
        file_id=f"file{number}",
        media_type="audio/ogg",
        text=text,
        at=NOW + timedelta(minutes=number),
    )


async def test_an_attachment_is_found_by_id_and_by_message(db: Stores):
    sent = voice(1)
    await db.attachments.add_attachment(sent)
    assert await db.attachments.attachment(USER, sent.id) == sent
    assert await db.attachments.attachment_of_message(USER, CHAT, 1) == sent
    assert await db.attachments.attachment_of_message(USER, CHAT, 2) is None


async def test_somebody_elses_is_not_found(db: Stores):
    sent = voice(1)
    await db.attachments.add_attachment(sent)
    assert await db.attachments.attachment(8, sent.id) is None
    assert await db.attachments.attachment_of_message(8, CHAT, 1) is None
    await db.attachments.update_attachment(sent.model_copy(update={"user_id": 8, "text": "stolen"}))
    assert await db.attachments.attachment(USER, sent.id) == sent


async def test_a_message_has_one_whatever_is_repeated(db: Stores):
    await db.attachments.add_attachment(voice(1, text="first"))
    await db.attachments.add_attachment(voice(1).model_copy(update={"id": "another"}))
    assert [kept.text for kept in await db.attachments.attachments(USER)] == ["first"]


async def test_what_was_read_is_added_later(db: Stores):
    later, sent = voice(2), voice(1)
    await db.attachments.add_attachment(later)
    await db.attachments.add_attachment(sent)
    read = sent.model_copy(update={"path": "attachments/7/1.ogg", "text": "ran 5k"})
    await db.attachments.update_attachment(read)
    assert await db.attachments.attachments(USER) == [read, later]
