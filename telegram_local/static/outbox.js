// Texts on their way: kept across reloads and sent again with the same key until the server has them.

import * as api from "./api.js";
import { emit, keep, store, subscribe } from "./store.js";

const PLACE = "swealog.outbox";
const RETRY = 1500;
const LONGEST = 4096;

export let waiting = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
let running = false;

function changed() {
  localStorage.setItem(PLACE, JSON.stringify(waiting));
  emit("outbox");
}

export const waitingIn = (chatId, user) => waiting.filter((item) => item.chat_id === chatId && item.user_id === user);

/** Telegram apps send a text that is too long in parts, broken at a line or a space. */
export function parts(text) {
  const found = [];
  let rest = text.trim();
  while (rest.length > LONGEST) {
    const head = rest.slice(0, LONGEST);
    const cut = Math.max(head.lastIndexOf("\n"), head.lastIndexOf(" "));
    const end = cut > LONGEST / 2 ? cut : LONGEST - (/[\uD800-\uDBFF]$/.test(head) ? 1 : 0);
    found.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest ? [...found, rest] : found;
}

export function send(text, replyTo) {
  parts(text).forEach((part, index) =>
    waiting.push({
      act: "say",
      key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
      user_id: store.user,
      chat_id: store.chat,
      text: part,
      reply_to: index === 0 ? replyTo : undefined,
      date: Math.floor(Date.now() / 1000),
    }),
  );
  changed();
  flush();
}

export function discard(key) {
  waiting = waiting.filter((item) => item.key !== key);
  changed();
}

export function retry(key) {
  for (const item of waiting) if (item.key === key) delete item.problem;
  changed();
  flush();
}

/** Send what waits, one after the other so that the order holds. */
export async function flush() {
  if (running) return;
  running = true;
  try {
    for (;;) {
      const item = waiting.find((one) => !one.problem);
      if (!item) return;
      const { date: _, ...act } = item;
      try {
        const { stored } = await api.act(act);
        waiting = waiting.filter((one) => one.key !== item.key);
        changed();
        keep(stored);
      } catch (error) {
        if (error instanceof api.Refused) {
          item.problem = error.message;
          changed();
        } else {
          setTimeout(flush, RETRY);
          return;
        }
      }
    }
  } finally {
    running = false;
  }
}

subscribe((kind) => {
  if (kind === "status" && store.connected) flush();
});
