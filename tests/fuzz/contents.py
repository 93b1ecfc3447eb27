"""Everything a message can be, but text."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.fuzz.things import (
    Things,
    chats,
    dates,
    document,
    files,
    gift,
    groups,
    ids,
    listed,
    media_types,
    nothing,
    order,
    payment,
    people,
    photo,
    place,
    poll,
    said,
    sized,
    small,
    sticker,
    thing,
    topic,
    users,
    yes,
)
from tests.fuzz.words import names, texts, tokens

CONTENTS: dict[str, Things] = {
    "photo": thing({"photo": listed(photo)}, said),
    "live_photo": thing({"live_photo": thing({**files, **sized, "duration": small}), "photo": listed(photo)}),
    "document": thing({"document": document}, said),
    "voice": thing({"voice": thing({**files, "duration": small}, {"mime_type": media_types})}, said),
    "audio": thing({"audio": thing({**files, "duration": small}, {"title": names()})}, said),
    "video": thing({"video": thing({**files, **sized, "duration": small})}, said),
    "video_note": thing({"video_note": thing({**files, "length": small, "duration": small})}),
    "animation": thing(
        {"animation": thing({**files, **sized, "duration": small}), "document": document}, said
    ),
    "paid_media": thing(
        {
            "paid_media": thing(
                {"star_count": small, "paid_media": listed(thing({"type": st.just("preview")}))}
            )
        }
    ),
    "sticker": thing({"sticker": sticker}),
    "story": thing({"story": thing({"chat": chats(), "id": ids})}),
    "contact": thing({"contact": thing({"phone_number": tokens(), "first_name": names()})}),
    "dice": thing({"dice": thing({"emoji": st.just("🎲"), "value": small})}),
    "game": thing({"game": thing({"title": names(), "description": names(), "photo": listed(photo)})}),
    "poll": thing({"poll": poll}),
    "venue": thing(
        {
            "venue": thing({"location": thing(place), "title": names(), "address": names()}),
            "location": thing(place),
        }
    ),
    "location": thing({"location": thing(place, {"live_period": ids, "heading": small})}),
    "checklist": thing(
        {"checklist": thing({"title": names(), "tasks": listed(thing({"id": small, "text": texts()}))})}
    ),
    "new_chat_members": thing({"new_chat_members": listed(users())}),
    "left_chat_member": thing({"left_chat_member": users()}),
    "new_chat_title": thing({"new_chat_title": names()}),
    "new_chat_photo": thing({"new_chat_photo": listed(photo)}),
    "auto_delete": thing({"message_auto_delete_timer_changed": thing({"message_auto_delete_time": ids})}),
    "migrate_to": thing({"migrate_to_chat_id": groups}),
    "migrate_from": thing({"migrate_from_chat_id": groups}),
    "pinned": thing({"pinned_message": thing({"chat": chats(), "message_id": ids, "date": st.just(0)})}),
    "invoice": thing(
        {"invoice": thing({"title": names(), "description": names(), "start_parameter": tokens(), **payment})}
    ),
    "successful_payment": thing(
        {
            "successful_payment": thing(
                {**payment, "telegram_payment_charge_id": tokens(), "provider_payment_charge_id": tokens()},
                {"order_info": order},
            )
        }
    ),
    "refunded_payment": thing(
        {"refunded_payment": thing({**payment, "telegram_payment_charge_id": tokens()})}
    ),
    "users_shared": thing(
        {"users_shared": thing({"request_id": small, "users": listed(thing({"user_id": people}))})}
    ),
    "chat_shared": thing({"chat_shared": thing({"request_id": small, "chat_id": groups})}),
    "gift": thing({"gift": thing({"gift": gift}, {"text": texts()})}),
    "website": thing({"connected_website": names()}),
    "write_access": thing({"write_access_allowed": nothing()}),
    "passport": thing(
        {
            "passport_data": thing(
                {
                    "data": listed(thing({"type": st.just("address"), "hash": tokens()})),
                    "credentials": thing({"data": tokens(), "hash": tokens(), "secret": tokens()}),
                }
            )
        }
    ),
    "proximity": thing(
        {"proximity_alert_triggered": thing({"traveler": users(), "watcher": users(), "distance": small})}
    ),
    "boost_added": thing({"boost_added": thing({"boost_count": small})}),
    "topic_created": thing({"forum_topic_created": topic, "is_topic_message": yes, "message_thread_id": ids}),
    "topic_edited": thing({"forum_topic_edited": thing({}, {"name": names()})}),
    "giveaway": thing(
        {
            "giveaway": thing(
                {"chats": listed(chats()), "winners_selection_date": dates, "winner_count": small}
            )
        }
    ),
    "giveaway_completed": thing({"giveaway_completed": thing({"winner_count": small})}),
    "video_chat_scheduled": thing({"video_chat_scheduled": thing({"start_date": dates})}),
    "video_chat_ended": thing({"video_chat_ended": thing({"duration": small})}),
    "video_chat_invited": thing({"video_chat_participants_invited": thing({"users": listed(users())})}),
    "web_app_data": thing({"web_app_data": thing({"data": texts(), "button_text": names()})}),
    "background": thing(
        {
            "chat_background_set": thing(
                {"type": thing({"type": st.just("chat_theme"), "theme_name": names()})}
            )
        }
    ),
    "of_tomorrow": thing({"hologram": thing({"volume": small, "text": texts()})}),
    "nothing": nothing(),
    **{
        name: thing({name: st.just(value=True)})
        for name in (
            "delete_chat_photo",
            "group_chat_created",
            "supergroup_chat_created",
            "channel_chat_created",
        )
    },
    **{
        name: thing({name: nothing()})
        for name in (
            "forum_topic_closed",
            "forum_topic_reopened",
            "general_forum_topic_hidden",
            "video_chat_started",
            "general_forum_topic_unhidden",
            "giveaway_created",
        )
    },
}
"""By a name of ours."""
