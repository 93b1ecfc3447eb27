// What the bot asks of the keyboard: buttons that send their text, or a reply to its message.

import { byId, el } from "./dom.js";
import { messagesOf, store } from "./store.js";

/** A selective one is for whoever is mentioned in the message or answered by it. */
function meant({ message, interface: asked }) {
  if (!asked.selective) return true;
  if (message.reply_to_message?.from?.id === store.user) return true;
  const words = message.text ?? message.caption ?? "";
  const name = `@${store.world.users[store.user]?.username}`;
  return (message.entities ?? message.caption_entities ?? []).some(
    ({ user, type, offset, length }) =>
      user?.id === store.user || (type === "mention" && words.slice(offset, offset + length).toLowerCase() === name),
  );
}

const newestFirst = () => [...messagesOf(store.chat).values()].reverse();
const isOwn = ({ message }) => message.from?.id === store.user && !message.via_bot;

/** The message that waits for this person's reply, if any: nothing of theirs came after it. */
export function awaited() {
  for (const stored of newestFirst()) {
    if (isOwn(stored)) return null;
    if (stored.interface?.force_reply && meant(stored)) return stored;
  }
  return null;
}

/** The buttons in force, unless they were for one use and one of them was used. */
export function board() {
  const said = new Set();
  for (const stored of newestFirst()) {
    const asked = stored.interface;
    if (isOwn(stored)) said.add(stored.message.text);
    if (asked?.remove_keyboard && meant(stored)) return null;
    if (!asked?.keyboard || !meant(stored)) continue;
    const used = asked.one_time_keyboard && asked.keyboard.flat().some(({ text }) => said.has(text));
    return used ? null : asked;
  }
  return null;
}

const asksMore = (button) => Object.keys(button).some((name) => name.startsWith("request_") || name === "web_app");

export function renderBoard(press) {
  const shown = board();
  const node = byId("board");
  node.hidden = !shown;
  node.replaceChildren(
    ...(shown?.keyboard ?? []).map((row) =>
      el(
        "div",
        { class: "keyboard-row" },
        ...row.map((button) =>
          el(
            "button",
            {
              class: "key",
              type: "button",
              disabled: asksMore(button),
              title: asksMore(button) ? "This page can only send texts" : undefined,
              onclick: () => press(button.text),
            },
            el("span", { class: "key-text" }, button.text),
          ),
        ),
      ),
    ),
  );
}
