"""What people do in their chats, and which of it the bot is told."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence

from pydantic import JsonValue

from telegram_local.acts import Inject
from telegram_local.content import media
from telegram_local.errors import BadRequestError, ForbiddenError
from telegram_local.events import TapEvent
from telegram_local.files import StoredFile
from telegram_local.formatted import FormattedText, finish, piece
from telegram_local.messages import StoredMessage
from telegram_local.reactions import REACTIONS
from telegram_local.requests import Measures
from telegram_local.sending import quoted
from telegram_local.state import InlineAsked, LocalState
from telegram_local.telegram import (
    CallbackQuery,
    ChatMemberUpdated,
    ForumTopicCreated,
    InlineQuery,
    Location,
    Message,
    MessageReaction,
    Poll,
    PollOption,
    Reaction,
    Sticker,
    User,
)
from telegram_local.world import ChatRecord, MemberStatus


class People:
    """The people's side of the conversation, a method an act; refused as BadRequestError when impossible."""

    def __init__(self, state: LocalState) -> None:
        self._state = state

    def _enter(self, user_id: int, chat_id: int) -> tuple[User, ChatRecord]:
        user = self._state.world.user(user_id)
        record = self._state.world.find(chat_id)
        if user.id not in record.members:
            raise ForbiddenError(f"{user.first_name} is not in this chat")
        if record.deleted or record.migrated_to is not None:
            raise ForbiddenError("this chat is closed")
        return user, record

    def _own(self, user_id: int, chat_id: int, message_id: int) -> tuple[ChatRecord, StoredMessage]:
        user, record = self._enter(user_id, chat_id)
        stored = self._find(chat_id, message_id)
        if stored.message.sender is None or stored.message.sender.id != user.id:
            raise ForbiddenError("this message is not yours")
        return record, stored

    def _find(self, chat_id: int, message_id: int) -> StoredMessage:
        stored = self._state.messages.get(chat_id, message_id)
        if stored is None:
            raise BadRequestError("message not found")
        return stored

    def _blank(
        self,
        user: User,
        record: ChatRecord,
        reply_to: int | None,
        at: int | None,
        thread_id: int | None = None,
    ) -> Message:
        target = self._find(record.chat.id, reply_to) if reply_to else None
        if thread_id is None and target is not None:
            thread_id = target.message.message_thread_id
        if thread_id is not None and thread_id not in record.topics:
            raise BadRequestError("message thread not found")
        return Message(
            message_thread_id=thread_id,
            is_topic_message=True if thread_id is not None else None,
            message_id=0,
            sender=user,
            chat=record.chat,
            date=self._state.now() if at is None else at,
            reply_to_message=quoted(target) if target else None,
        )

    def _post(self, record: ChatRecord, message: Message, key: str | None) -> StoredMessage:
        if record.private and record.bot_status == "kicked":
            raise ForbiddenError("unblock the bot before writing to it")
        notify = "message" if self._bot_sees(record, message) else None
        return self._state.post(record, message, key=key, notify=notify)

    def _bot_sees(self, record: ChatRecord, message: Message) -> bool:
        """Group privacy: with it on, only commands, mentions and replies to the bot reach it."""
        if record.bot_status in {"left", "kicked"}:
            return False
        bot = self._state.world.bot
        if record.private or record.bot_status == "administrator" or bot.can_read_all_group_messages:
            return True
        reply = message.reply_to_message
        if bot.id in {one.id for one in (message.via_bot, reply and reply.sender) if one}:
            return True
        text = message.text or message.caption or ""
        name = f"@{bot.username}".lower()
        for entity in message.entities or message.caption_entities or []:
            part = piece(text, entity).lower()
            if entity.type == "mention" and part == name:
                return True
            if entity.type == "bot_command" and ("@" not in part or part.endswith(name)):
                return True
        return False

    def say(
        self,
        user_id: int,
        chat_id: int,
        text: str,
        *,
        reply_to: int | None = None,
        at: int | None = None,
        key: str | None = None,
        thread_id: int | None = None,
    ) -> StoredMessage:
        """A text of any length, as typed; at is Unix seconds. A repeated key returns the first message."""
        if known := self._state.messages.by_key(key):
            return known
        user, record = self._enter(user_id, chat_id)
        parsed = finish(FormattedText(text))
        if not parsed.text:
            raise BadRequestError("message text is empty")
        content = {"text": parsed.text, "entities": parsed.entities or None}
        message = self._blank(user, record, reply_to, at, thread_id).model_copy(update=content)
        return self._post(record, message, key)

    def open_topic(self, user_id: int, chat_id: int, title: str) -> int:
        """A topic of a supergroup; its id is that of the service message which tells of it."""
        user, record = self._enter(user_id, chat_id)
        if record.chat.type != "supergroup":
            raise BadRequestError("the chat is not a supergroup")
        record.chat.is_forum = True
        thread_id = record.next_message_id
        record.topics[thread_id] = title
        opened = self._blank(user, record, None, None, thread_id)
        created = ForumTopicCreated(name=title, icon_color=7322096)
        self._post(record, opened.model_copy(update={"forum_topic_created": created}), None)
        self._state.world_changed()
        return thread_id

    def attach(
        self,
        user_id: int,
        chat_id: int,
        kind: str,
        file: StoredFile,
        *,
        caption: str = "",
        duration: int = 1,
        reply_to: int | None = None,
        key: str | None = None,
    ) -> StoredMessage:
        """A picture, file or recording."""
        if known := self._state.messages.by_key(key):
            return known
        user, record = self._enter(user_id, chat_id)
        parsed = finish(FormattedText(caption))
        content = {
            **media(kind, file, Measures(duration=duration)),
            "caption": parsed.text or None,
            "caption_entities": parsed.entities or None,
        }
        self._state.files.put(file)
        self._state.keep_file(file)
        message = self._blank(user, record, reply_to, None).model_copy(update=content)
        return self._post(record, message, key)

    def sticker(self, user_id: int, chat_id: int, emoji: str) -> StoredMessage:
        """A sticker that stands for an emoji."""
        user, record = self._enter(user_id, chat_id)
        unique = f"sticker{ord(emoji[0]):x}" if emoji else "sticker"
        sticker = Sticker(file_id=f"{unique}-file", file_unique_id=unique, emoji=emoji or None)
        return self._post(record, self._with(user, record, sticker=sticker), None)

    def location(self, user_id: int, chat_id: int, latitude: float, longitude: float) -> StoredMessage:
        """A point on the map."""
        user, record = self._enter(user_id, chat_id)
        place = Location(latitude=latitude, longitude=longitude)
        return self._post(record, self._with(user, record, location=place), None)

    def poll(self, user_id: int, chat_id: int, question: str, options: list[str]) -> StoredMessage:
        """A poll."""
        user, record = self._enter(user_id, chat_id)
        answers = [PollOption(text=text, persistent_id=str(place)) for place, text in enumerate(options)]
        poll = Poll(id=str(self._state.updates.next_id), question=question, options=answers)
        return self._post(record, self._with(user, record, poll=poll), None)

    def _with(self, user: User, record: ChatRecord, **content: Sticker | Location | Poll) -> Message:
        return self._blank(user, record, None, None).model_copy(update=content)

    def edit(self, user_id: int, chat_id: int, message_id: int, text: str) -> StoredMessage:
        """Change one's own text or caption."""
        record, stored = self._own(user_id, chat_id, message_id)
        parsed = finish(FormattedText(text))
        old = stored.message
        if old.text is not None and not parsed.text:
            raise BadRequestError("message text is empty")
        if parsed.text == (old.text if old.text is not None else old.caption or ""):
            return stored
        names = ("text", "entities") if old.text is not None else ("caption", "caption_entities")
        content = dict(zip(names, (parsed.text or None, parsed.entities or None), strict=True))
        edited = old.model_copy(update={**content, "edit_date": self._state.now()})
        notify = "edited_message" if self._bot_sees(record, edited) else None
        return self._state.replace(stored.model_copy(update={"message": edited}), notify=notify)

    def delete(self, user_id: int, chat_id: int, message_id: int) -> None:
        """Delete one's own message, in private also the bot's; Telegram does not tell bots."""
        _, record = self._enter(user_id, chat_id)
        if record.private:
            stored = self._find(chat_id, message_id)
        else:
            _, stored = self._own(user_id, chat_id, message_id)
        self._state.remove(stored)

    def tap(self, user_id: int, chat_id: int, message_id: int, data: str) -> str:
        """Press a button, or forge a press with any data; the query id."""
        user, _ = self._enter(user_id, chat_id)
        stored = self._find(chat_id, message_id)
        query_id = self._state.open_query(user, stored)
        query = CallbackQuery(
            id=query_id,
            sender=user,
            message=stored.message,
            chat_instance=str(abs(chat_id) * 1_000_003),
            data=data,
        )
        self._state.queue("callback_query", chat_id, query)
        self._state.events.publish(
            TapEvent(query_id=query_id, chat_id=chat_id, message_id=message_id, user_id=user.id, data=data)
        )
        return query_id

    def ask_inline(self, user_id: int, chat_id: int, query: str) -> str:
        """Type something after the bot's name; the query id."""
        user, record = self._enter(user_id, chat_id)
        if not self._state.world.bot.supports_inline_queries:
            raise BadRequestError("the bot takes no inline queries")
        query_id = str(secrets.randbits(62))
        self._state.inline[query_id] = InlineAsked(user.id, chat_id, self._state.clock())
        asked = InlineQuery(id=query_id, sender=user, query=query, offset="", chat_type=record.chat.type)
        if record.private:
            asked.chat_type = "sender"
        self._state.queue("inline_query", user.id, asked)
        return query_id

    def choose(self, user_id: int, chat_id: int, query_id: str, result_id: str) -> StoredMessage:
        """Send one of the results of an inline query to the chat it was asked in."""
        user, record = self._enter(user_id, chat_id)
        asked = self._state.inline.get(query_id)
        if asked is None or (asked.user_id, asked.chat_id) != (user.id, chat_id):
            raise BadRequestError("query not found")
        if result_id not in asked.results:
            raise BadRequestError("result not found")
        place = {"chat": record.chat, "date": self._state.now()}
        return self._post(record, asked.results[result_id].model_copy(update=place), None)

    def react(self, user_id: int, chat_id: int, message_id: int, emoji: str | None) -> StoredMessage:
        """Put one emoji on a message, or take it away."""
        user, record = self._enter(user_id, chat_id)
        stored = self._find(chat_id, message_id)
        if emoji is not None and emoji not in REACTIONS:
            raise BadRequestError("REACTION_INVALID")
        old = stored.reactions.get(user.id, [])
        new = [Reaction(emoji=emoji)] if emoji else []
        newer = stored.model_copy(update={"reactions": {**stored.reactions, user.id: new}})
        if record.private or record.bot_status == "administrator":
            change = MessageReaction(
                chat=record.chat,
                message_id=message_id,
                user=user,
                date=self._state.now(),
                old_reaction=old,
                new_reaction=new,
            )
            self._state.queue("message_reaction", chat_id, change)
        return self._state.replace(newer)

    def standing(self, user_id: int, chat_id: int, status: MemberStatus) -> None:
        """Block or unblock the bot in a private chat, or change its standing in a group."""
        user, record = self._enter(user_id, chat_id)
        if record.bot_status == status:
            return
        old = self._state.world.bot_membership(record)
        record.bot_status = status
        change = ChatMemberUpdated(
            chat=record.chat,
            sender=user,
            date=self._state.now(),
            old_chat_member=old,
            new_chat_member=self._state.world.bot_membership(record),
        )
        self._state.queue("my_chat_member", chat_id, change)
        self._state.world_changed()

    def delete_chat(self, chat_id: int) -> None:
        """The group is deleted, or the person's account."""
        self._state.world.find(chat_id).deleted = True
        self._state.world_changed()

    def clear_chat(self, user_id: int, chat_id: int) -> None:
        """Delete the messages of one's private chat for good."""
        _, record = self._enter(user_id, chat_id)
        if not record.private:
            raise BadRequestError("only a private chat can be deleted")
        self._state.clear(chat_id)

    def migrate(self, chat_id: int) -> int:
        """Upgrade a group to a supergroup; the new chat id."""
        record = self._state.world.find(chat_id)
        if record.chat.type != "group" or record.migrated_to is not None:
            raise BadRequestError("only a group can be upgraded")
        new_id = int(f"-100{abs(chat_id):010d}")
        world = self._state.world
        upgraded = world.add_group(new_id, record.chat.title or "", list(record.members))
        upgraded.chat.type = "supergroup"
        upgraded.bot_status = record.bot_status
        owner = world.user(record.members[0])
        said = self._blank(owner, record, None, None)
        self._state.post(record, said.model_copy(update={"migrate_to_chat_id": new_id}), notify="message")
        record.migrated_to = new_id
        said = self._blank(owner, upgraded, None, None)
        self._state.post(
            upgraded, said.model_copy(update={"migrate_from_chat_id": chat_id}), notify="message"
        )
        self._state.world_changed()
        return new_id

    def privacy(self, *, on: bool) -> None:
        """Switch the bot's group privacy."""
        self._state.world.bot.can_read_all_group_messages = not on
        self._state.world_changed()

    def expire_queries(self) -> None:
        """Make every unanswered tap too old to answer."""
        self._state.queries.clear()

    def inject_batch(self, updates: Sequence[Inject]) -> None:
        """Queue several: no poll can come between, for nothing is awaited."""
        for one in updates:
            self.inject(one.update, one.update_id)

    def inject(self, update: dict[str, JsonValue], update_id: int | None = None) -> int:
        """Queue an update of any shape, under the next update id unless one is given."""
        fields = {name: value for name, value in update.items() if name != "update_id"}
        if not fields:
            raise BadRequestError("an update says what happened")
        return self._state.queue_raw(next(iter(fields)), 0, json.dumps(fields)[1:], update_id)


ACTS = tuple(name for name in vars(People) if not name.startswith("_") and name != "attach")
"""What may be asked for by name. A file comes in a form."""
