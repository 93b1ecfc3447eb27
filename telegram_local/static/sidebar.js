// The list of chats and who acts.

import { avatar, byId, el } from "./dom.js";
import { shortTime, summary } from "./format.js";
import { actAs, isBot, myChats, newest, openChat, store, titleOf, unread } from "./store.js";

export function renderSidebar() {
  if (!store.world) return;
  const people = Object.values(store.world.users);
  const switcher = byId("switcher");
  const focused = switcher.contains(document.activeElement);
  switcher.replaceChildren(
    ...people.map((person) => {
      const waiting = person.id !== store.user && totalUnread(person.id);
      return el(
        "button",
        {
          class: "person",
          type: "button",
          role: "radio",
          "aria-checked": String(person.id === store.user),
          tabIndex: person.id === store.user ? 0 : -1,
          title: `Act as ${person.first_name}`,
          data: { user: person.id },
          onclick: () => actAs(person.id),
        },
        avatar(person.first_name, person.id, false),
        person.first_name,
        waiting ? el("span", { class: "dot", role: "img", "aria-label": `${waiting} unread` }) : null,
      );
    }),
  );
  if (focused) switcher.querySelector('[aria-checked="true"]')?.focus();
  byId("chats").replaceChildren(...myChats().map(entry));
  const total = totalUnread(store.user);
  document.title = total ? `(${total}) Swealog` : "Swealog";
}

function totalUnread(user) {
  return Object.values(store.world.chats)
    .filter((record) => record.members.includes(user))
    .reduce((sum, record) => sum + unread(record.chat.id, user), 0);
}

function entry(record) {
  const { chat } = record;
  const private_ = chat.type === "private";
  const last = newest(chat.id)?.message;
  const count = unread(chat.id);
  const title = titleOf(record);
  const named = last && (last.from?.id === store.user || !private_);
  const sender = named ? `${last.from?.first_name}: ` : "";
  return el(
    "button",
    {
      class: "chat-entry",
      type: "button",
      "aria-current": chat.id === store.chat ? "true" : undefined,
      data: { chat: chat.id },
      onclick: () => {
        byId("app").dataset.view = "chat";
        openChat(chat.id);
      },
    },
    avatar(title, private_ ? store.world.bot.id : chat.id, private_ && isBot(store.world.bot.id)),
    el(
      "span",
      { class: "entry-text" },
      el("span", { class: "entry-top" }, el("strong", {}, title), last ? el("time", {}, shortTime(last.date)) : null),
      el(
        "span",
        { class: "entry-bottom" },
        el("span", { class: "preview" }, last ? el("b", {}, sender) : null, last ? summary(last) : "No messages yet"),
        count ? el("span", { class: "badge", "aria-label": `${count} unread` }, String(count)) : null,
      ),
    ),
  );
}

byId("switcher").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const ids = Object.values(store.world.users).map((person) => person.id);
  actAs(ids[(ids.indexOf(store.user) + step + ids.length) % ids.length]);
});
