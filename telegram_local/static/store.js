// What the page knows: the world, the messages, who acts, and the live stream that keeps it true.

import * as api from "./api.js";

const SETTINGS = "swealog.page";
const DRAFT_SECONDS = 30;
const ACTION_SECONDS = 5;

const saved = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}");

export const store = {
  world: null,
  commands: [],
  listening: true,
  everListened: false,
  connected: true,
  messages: new Map(), // chat id -> Map(message id -> stored)
  drafts: new Map(), // chat id -> {draft_id, text, entities, timer}
  actions: new Map(), // chat id -> {action, timer}
  taps: new Map(), // query id -> {chat_id, message_id, data, timer}
  user: saved.user ?? 1001,
  chat: saved.chat ?? saved.user ?? 1001,
  read: saved.read ?? {}, // "user/chat" -> last message id read
};

const listeners = new Set();
export const subscribe = (listener) => listeners.add(listener);

/** Tell every view what changed; kinds: all, message, deleted, draft, action, taps, status, commands, read, locked. */
export function emit(kind, detail) {
  for (const listener of listeners) listener(kind, detail);
}

export const chatOf = (id) => store.world?.chats[id];
export const messagesOf = (id) => store.messages.get(id) ?? new Map();
export const message = (chatId, id) => messagesOf(chatId).get(id);
export const isBot = (id) => id === store.world?.bot.id;

/** The chats of the acting person: the bot first, then groups that still exist. */
export function myChats() {
  return Object.values(store.world?.chats ?? {})
    .filter((record) => record.members.includes(store.user) && !record.migrated_to)
    .sort((a, b) => (a.chat.type === "private" ? 0 : 1) - (b.chat.type === "private" ? 0 : 1));
}

export function titleOf(record) {
  return record.chat.type === "private" ? store.world.bot.first_name : record.chat.title;
}

export function newest(chatId) {
  let last = null;
  for (const stored of messagesOf(chatId).values()) last = stored;
  return last;
}

function remember() {
  const { user, chat, read } = store;
  localStorage.setItem(SETTINGS, JSON.stringify({ user, chat, read }));
}

const readKey = (user, chat) => `${user}/${chat}`;

export function unread(chatId, user = store.user) {
  const mark = store.read[readKey(user, chatId)] ?? 0;
  let count = 0;
  for (const [id, stored] of messagesOf(chatId)) {
    if (id > mark && stored.message.from?.id !== user) count += 1;
  }
  return count;
}

export const firstUnread = (chatId) => store.read[readKey(store.user, chatId)] ?? 0;

export function markRead(chatId) {
  const last = newest(chatId)?.message.message_id ?? 0;
  const key = readKey(store.user, chatId);
  if (store.read[key] === last) return;
  store.read[key] = last;
  remember();
  emit("read");
}

export function actAs(user) {
  const private_ = store.chat === store.user;
  store.user = user;
  if (private_ || !chatOf(store.chat)?.members.includes(user)) store.chat = user;
  remember();
  emit("all");
}

export function openChat(chatId) {
  store.chat = chatId;
  remember();
  emit("all");
}

// A stored message may come back from an act and over the stream: the newer revision wins.
export function keep(stored) {
  const chatId = stored.message.chat.id;
  if (!store.messages.has(chatId)) store.messages.set(chatId, new Map());
  const chat = store.messages.get(chatId);
  const known = chat.get(stored.message.message_id);
  if (known && known.revision >= stored.revision) return;
  chat.set(stored.message.message_id, stored);
  if (!known && isBot(stored.message.from?.id)) {
    dropDraft(chatId);
    dropAction(chatId);
  }
  emit("message", { stored, isNew: !known });
}

function dropDraft(chatId) {
  clearTimeout(store.drafts.get(chatId)?.timer);
  if (store.drafts.delete(chatId)) emit("draft", chatId);
}

function dropAction(chatId) {
  clearTimeout(store.actions.get(chatId)?.timer);
  if (store.actions.delete(chatId)) emit("action", chatId);
}

/** A pressed button waits for its answer, but not for ever. */
export function tapStarted(queryId, tap) {
  if (!queryId || store.taps.has(queryId)) return;
  const timer = setTimeout(() => tapEnded(queryId), 15000);
  store.taps.set(queryId, { ...tap, timer });
  emit("taps", tap);
}

function tapEnded(queryId) {
  const tap = store.taps.get(queryId);
  if (!tap) return;
  clearTimeout(tap.timer);
  store.taps.delete(queryId);
  emit("taps", tap);
}

const handlers = {
  message: ({ stored }) => keep(stored),
  deleted({ chat_id, message_id }) {
    if (messagesOf(chat_id).delete(message_id)) emit("deleted", { chat_id, message_id });
  },
  cleared({ chat_id }) {
    store.messages.delete(chat_id);
    emit("deleted", { chat_id });
  },
  action({ chat_id, action }) {
    clearTimeout(store.actions.get(chat_id)?.timer);
    const timer = setTimeout(() => dropAction(chat_id), ACTION_SECONDS * 1000);
    store.actions.set(chat_id, { action, timer });
    emit("action", chat_id);
  },
  draft({ chat_id, draft_id, text, entities }) {
    clearTimeout(store.drafts.get(chat_id)?.timer);
    const timer = setTimeout(() => dropDraft(chat_id), DRAFT_SECONDS * 1000);
    store.drafts.set(chat_id, { draft_id, text, entities, timer });
    emit("draft", chat_id);
  },
  tap: (tap) => tapStarted(tap.query_id, tap),
  answer(answer) {
    tapEnded(answer.query_id);
    if (answer.user_id === store.user) emit("answer", answer);
  },
  commands({ commands }) {
    store.commands = commands;
    emit("commands");
  },
  status: ({ listening }) => setListening(listening),
  world({ world }) {
    store.world = world;
    emit("all");
  },
};

function setListening(listening) {
  store.listening = listening;
  store.everListened ||= listening;
  emit("status");
}

function setConnected(connected) {
  if (store.connected === connected) return;
  store.connected = connected;
  emit("status");
}

async function takeSnapshot() {
  const state = await api.snapshot();
  store.world = state.world;
  store.commands = state.commands;
  store.messages = new Map();
  for (const stored of state.messages) {
    const chatId = stored.message.chat.id;
    if (!store.messages.has(chatId)) store.messages.set(chatId, new Map());
    store.messages.get(chatId).set(stored.message.message_id, stored);
  }
  for (const [key, mark] of Object.entries(store.read)) {
    const last = newest(Number(key.split("/")[1]))?.message.message_id ?? 0;
    if (mark > last) store.read[key] = last; // a server that started afresh counts from one again
  }
  if (!chatOf(store.chat)?.members.includes(store.user)) store.chat = store.user;
  setListening(state.listening);
  emit("all");
  return `${state.epoch}-${state.number}`;
}

/** Follow the stream for ever: after a gap it resumes where it was, or starts from a new snapshot. */
export async function follow() {
  let place = null;
  let pause = 300;
  for (;;) {
    try {
      place ??= await takeSnapshot();
      const response = await api.events(place);
      if (response.status === 410) {
        place = null;
        continue;
      }
      setConnected(true);
      pause = 300;
      for await (const numbered of numberedEvents(response)) {
        handlers[numbered.event.kind]?.(numbered.event);
        place = `${place.split("-")[0]}-${numbered.number}`;
      }
    } catch (error) {
      if (error instanceof api.Locked) {
        emit("locked");
        return;
      }
    }
    setConnected(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 1.6, 3000);
  }
}

async function* numberedEvents(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      if (frame.startsWith("data: ")) yield JSON.parse(frame.slice(6));
    }
  }
}
