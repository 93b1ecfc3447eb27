// One message as a bubble.

import * as api from "./api.js";
import { avatar, colored, el, icon } from "./dom.js";
import { clock, fullTime, rich, size, summary } from "./format.js";
import { copy, lightbox, toast } from "./overlay.js";
import { isBot, message as known, store, tapStarted } from "./store.js";

const JUMBO = /^(?:\p{Extended_Pictographic}(?:️|‍\p{Extended_Pictographic}|\p{Emoji_Modifier})*){1,3}$/u;

/** Say something in the chat shown; set by the composer, used by commands inside texts. */
export const hooks = { say: () => {}, jump: () => {} };

const actions = { copy, command: (text) => hooks.say(text) };

export const nameOf = (message) => message.from?.first_name ?? "";

/** The row of a stored message; first and last say where it stands in a run of the same sender. */
export function bubble(stored, { group, first, last }) {
  const { message } = stored;
  const own = message.from?.id === store.user;
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) {
    return row(stored, "service", el("span", { class: "service-text" }, "The group was upgraded"));
  }
  if (message.pinned_message) {
    const words = `${nameOf(message)} pinned “${summary(message.pinned_message)}”`;
    return row(stored, "service", el("span", { class: "service-text" }, words));
  }
  const body = el("div", { class: "bubble" });
  const text = message.text ?? message.caption;
  if (group && !own && first) {
    body.append(el("div", { class: `sender ink-${Math.abs(message.from.id) % 6}` }, message.from.first_name));
  }
  const origin = message.forward_origin?.sender_user ?? message.via_bot;
  if (origin) body.append(el("div", { class: "origin" }, `${message.forward_origin ? "Forwarded from" : "via"} ${origin.first_name}`));
  if (message.reply_to_message) body.append(quote(message));
  body.append(...media(message));
  if (message.photo) body.style.width = `${photoWidth(message.photo.at(-1)) + 16}px`;
  const meta = footer(stored, own);
  const jumbo = message.text !== undefined && !message.reply_to_message && JUMBO.test(message.text);
  if (text) {
    body.append(el("div", { class: "text", dir: "auto" }, rich(text, message.entities ?? message.caption_entities, actions)));
  }
  const chips = reactions(stored);
  if (chips) body.append(chips);
  body.append(meta);
  const column = el("div", { class: "column" }, body);
  if (message.reply_markup?.inline_keyboard?.length) column.append(keyboard(stored));
  const kind = `${own ? "own" : "theirs"}${first ? " first" : ""}${last ? " last" : ""}${jumbo || message.sticker ? " jumbo" : ""}${
    text ? "" : " wordless"
  }`;
  const face = group && !own ? [last ? avatar(message.from.first_name, message.from.id, isBot(message.from.id)) : el("span", { class: "avatar gap" })] : [];
  const node = row(stored, kind, ...face, column);
  // For a pointer: by keyboard the message itself opens its menu.
  const more = { class: "icon-button more", type: "button", tabIndex: -1, "aria-label": "Message actions", "aria-haspopup": "menu" };
  node.append(el("button", more, icon("more")));
  return node;
}

function row(stored, kind, ...children) {
  const { message } = stored;
  return el(
    "article",
    {
      class: `row ${kind}`,
      tabIndex: -1,
      id: `m${message.chat.id}_${message.message_id}`,
      data: { id: message.message_id },
      "aria-label": `${nameOf(message)}, ${clock(message.date)}`,
    },
    ...children,
  );
}

function footer(stored, own) {
  const { message } = stored;
  const meta = el("span", { class: "meta" });
  if (message.edit_date && message.from) meta.append(el("span", { class: "edited" }, "edited"));
  meta.append(el("time", { dateTime: new Date(message.date * 1000).toISOString(), title: fullTime(message.date) }, clock(message.date)));
  if (own) meta.append(icon("check", "tick"));
  return meta;
}

function quote(message) {
  const target = message.reply_to_message;
  const current = known(message.chat.id, target.message_id)?.message ?? target;
  return el(
    "button",
    {
      class: `quote ink-${Math.abs(current.from?.id ?? 0) % 6}`,
      type: "button",
      "aria-label": `Go to the message answered: ${summary(current)}`,
      onclick: () => hooks.jump(target.message_id),
    },
    el("strong", {}, nameOf(current)),
    el("span", {}, message.quote ? `“${message.quote.text}”` : summary(current)),
  );
}

// As wide as fits, as high as is comfortable, and never so narrow that a caption suffers.
const photoWidth = ({ width, height }) => Math.max(200, Math.min(380, (420 * width) / height));

function media(message) {
  if (message.photo) {
    const photo = message.photo.at(-1);
    const label = message.caption || "Photo";
    const image = el("img", {
      src: `/files/${photo.file_id}`,
      alt: label,
      width: photo.width,
      height: photo.height,
      decoding: "async",
    });
    const button = el(
      "button",
      { class: "photo", type: "button", "aria-label": `Open picture: ${label}`, onclick: () => lightbox(image.src, label) },
      image,
    );
    button.style.setProperty("--ratio", `${photo.width} / ${photo.height}`);
    return [button];
  }
  const sound = message.voice ?? message.audio;
  if (sound) {
    const player = el("audio", { class: "voice", controls: true, preload: "metadata", src: `/files/${sound.file_id}` });
    return message.audio ? [fileCard(message.audio), player] : [player];
  }
  if (message.video) return [fileCard(message.video)];
  if (message.document) return [fileCard(message.document)];
  if (message.sticker) return [el("div", { class: "sticker", role: "img", "aria-label": "Sticker" }, message.sticker.emoji ?? "🖼")];
  if (message.location) {
    const { latitude, longitude } = message.location;
    return [card("pin", "Location", `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)];
  }
  if (message.poll) {
    const options = message.poll.options.map((option) => el("li", {}, option.text));
    return [el("div", { class: "poll" }, el("strong", {}, message.poll.question), el("small", {}, "Poll"), el("ul", {}, ...options))];
  }
  return [];
}

const card = (name, title, detail) =>
  el("div", { class: "card" }, el("span", { class: "card-icon" }, icon(name)), el("span", { class: "card-text" }, el("strong", {}, title), el("small", {}, detail)));

function fileCard(document_) {
  const name = document_.file_name ?? "File";
  return el(
    "a",
    { class: "card", href: `/files/${document_.file_id}?download`, download: name, "aria-label": `Download ${name}` },
    el("span", { class: "card-icon" }, icon("file")),
    el("span", { class: "card-text" }, el("strong", {}, name), el("small", {}, size(document_.file_size))),
  );
}

function reactions(stored) {
  const counted = new Map();
  for (const [user, given] of Object.entries(stored.reactions ?? {})) {
    for (const { emoji } of given) {
      const entry = counted.get(emoji) ?? { count: 0, mine: false };
      counted.set(emoji, { count: entry.count + 1, mine: entry.mine || Number(user) === store.user });
    }
  }
  if (!counted.size) return null;
  const chips = el("div", { class: "reactions" });
  for (const [emoji, { count, mine }] of counted) {
    chips.append(
      el(
        "button",
        {
          class: `reaction${mine ? " mine" : ""}`,
          type: "button",
          "aria-pressed": String(mine),
          "aria-label": `${emoji} ${count}`,
          onclick: () => react(stored, mine ? null : emoji),
        },
        colored(emoji),
        count > 1 ? el("span", {}, String(count)) : null,
      ),
    );
  }
  return chips;
}

/** Put an emoji on a message, or take it away. */
export async function react(stored, emoji) {
  const { message } = stored;
  await attempt({ act: "react", user_id: store.user, chat_id: message.chat.id, message_id: message.message_id, emoji });
}

/** Do something now; what goes wrong is shown. */
export async function attempt(act) {
  try {
    return await api.act(act);
  } catch (error) {
    toast(error instanceof api.Refused ? error.message : "No connection. Try again.", "bad");
    return null;
  }
}

function keyboard(stored) {
  const { message } = stored;
  const board = el("div", { class: "keyboard", role: "group", "aria-label": `Buttons of: ${summary(message).slice(0, 60)}` });
  for (const line of message.reply_markup.inline_keyboard) {
    const rowNode = el("div", { class: "keyboard-row" });
    for (const button of line) rowNode.append(button.url ? urlButton(button) : dataButton(stored, button));
    board.append(rowNode);
  }
  return board;
}

function urlButton(button) {
  const safe = /^https?:/i.test(button.url);
  return el(
    "a",
    { class: "key", href: safe ? button.url : undefined, target: "_blank", rel: "noopener noreferrer" },
    el("span", { class: "key-text" }, button.text),
    icon("link", "key-link"),
  );
}

// What the sign before a button's words means to those who see it.
const SIGNS = { "📎": "Show the message of" };

/** A button's words as they should be heard: a sign that means nothing is not read out. */
function spoken(text) {
  const [, sign, words] = /^(\p{Extended_Pictographic}\uFE0F?)\s+(.+)$/su.exec(text) ?? [];
  return words && (SIGNS[sign] ? `${SIGNS[sign]} ${words}` : words);
}

function dataButton(stored, button) {
  const { message } = stored;
  const waiting = [...store.taps.values()].some(
    (tap) =>
      tap.chat_id === message.chat.id &&
      tap.message_id === message.message_id &&
      tap.data === button.callback_data &&
      tap.user_id === store.user,
  );
  return el(
    "button",
    {
      class: `key${waiting ? " waiting" : ""}`,
      type: "button",
      "aria-busy": String(waiting),
      "aria-label": spoken(button.text),
      data: { key: button.callback_data },
      onclick: (event) => press(event.currentTarget, message, button.callback_data),
    },
    el("span", { class: "key-text" }, button.text),
  );
}

async function press(node, message, data) {
  if (node.classList.contains("waiting")) return;
  node.classList.add("waiting");
  const tap = { act: "tap", user_id: store.user, chat_id: message.chat.id, message_id: message.message_id, data };
  const outcome = await attempt(tap);
  if (outcome?.query_id) tapStarted(outcome.query_id, tap);
  else node.classList.remove("waiting");
}
