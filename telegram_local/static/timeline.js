// The messages of the chat shown: runs, days, drafts, typing, scrolling.

import { avatar, byId, el, icon } from "./dom.js";
import { attempt, bubble, hooks, react } from "./bubble.js";
import { clock, dayKey, dayName, rich } from "./format.js";
import { copy, openPopup } from "./overlay.js";
import { discard, retry, waitingIn } from "./outbox.js";
import { chatOf, firstUnread, isBot, markRead, message as known, messagesOf, store, unread } from "./store.js";

const PAGE = 120;
const RUN_SECONDS = 300;
const NEAR = 80;
const QUICK = ["👍", "❤", "🔥", "🎉", "👏", "💯"];
const EXAMPLES = {
  private: ["bench 185x5, 185x5, 190x3 @8", "Ran 5k in 27:40, felt easy", "Slept 6.5h, a bit tired", "What is my best bench?"],
  group: ["squat 100kg 5x5", "@swealog_bot what did we do this week?"],
};

const scroll = byId("scroll");
const timeline = byId("timeline");
let shown = PAGE;
let view = "";
let composer = null;

export function connectComposer(handlers) {
  composer = handlers;
}

const list = () => [...messagesOf(store.chat).values()];
const atEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR;
const visible = () => document.visibilityState === "visible" && byId("app").dataset.view === "chat";

export function toEnd(smooth = false) {
  scroll.scrollTo({ top: scroll.scrollHeight, behavior: smooth ? "smooth" : "instant" });
}

function sameRun(a, b) {
  return (
    a && b && a.from?.id === b.from?.id && Math.abs(b.date - a.date) < RUN_SECONDS && dayKey(a.date) === dayKey(b.date)
  );
}

function rowOf(messages, index) {
  const stored = messages[index];
  const group = chatOf(store.chat)?.chat.type !== "private";
  return bubble(stored, {
    group,
    first: !sameRun(messages[index - 1]?.message, stored.message),
    last: !sameRun(stored.message, messages[index + 1]?.message),
  });
}

/** Build the whole chat; used when the chat, the person or the world changes. */
export function render() {
  const next = `${store.user}/${store.chat}`;
  const fresh = next !== view;
  const stay = !fresh && !atEnd() ? scroll.scrollHeight - scroll.scrollTop : null;
  if (fresh) shown = PAGE;
  view = next;
  const everything = list();
  const messages = everything.slice(-shown);
  const nodes = [];
  if (everything.length > messages.length) {
    nodes.push(el("button", { class: "earlier", type: "button", onclick: showEarlier }, "Show earlier messages"));
  }
  const mark = fresh ? firstUnread(store.chat) : null;
  const divide = mark !== null && unread(store.chat) > 0 && mark > 0;
  let divided = false;
  messages.forEach((stored, index) => {
    const { message } = stored;
    if (!index || dayKey(messages[index - 1].message.date) !== dayKey(message.date)) nodes.push(dayLine(message.date));
    if (divide && !divided && message.message_id > mark && message.from?.id !== store.user) {
      divided = true;
      nodes.push(el("div", { class: "new-line", role: "separator" }, "New messages"));
    }
    nodes.push(rowOf(messages, index));
  });
  if (!everything.length) nodes.push(emptyState());
  const focused = timeline.contains(document.activeElement) ? document.activeElement : null;
  const place = focused?.closest(".row")?.id;
  const key = focused?.dataset.key;
  // Building a chat is not news: only what comes later is read out.
  timeline.setAttribute("aria-live", "off");
  timeline.replaceChildren(...nodes);
  renderTail();
  const again = place && byId(place);
  tabStop();
  if (again) refocus(again, key);
  requestAnimationFrame(() => timeline.setAttribute("aria-live", "polite"));
  const line = timeline.querySelector(".new-line");
  if (stay !== null) scroll.scrollTop = scroll.scrollHeight - stay;
  else if (line && line.offsetTop < scroll.scrollHeight - scroll.clientHeight) scroll.scrollTop = line.offsetTop - 60;
  else toEnd();
  seen();
}

const dayLine = (date) => el("div", { class: "day", role: "separator", data: { day: dayKey(date) } }, el("span", {}, dayName(date)));

function showEarlier() {
  const below = scroll.scrollHeight - scroll.scrollTop;
  shown += PAGE;
  render();
  scroll.scrollTop = scroll.scrollHeight - below;
}

/** A new message at the end, or a changed one in place. */
export function update({ stored, isNew }) {
  const { message } = stored;
  if (message.chat.id !== store.chat) return;
  const messages = list();
  const index = messages.findIndex((one) => one.message.message_id === message.message_id);
  if (isNew && index !== messages.length - 1) {
    render();
    return;
  }
  const stick = atEnd();
  if (isNew) {
    timeline.querySelector(".empty")?.remove();
    if (!index || dayKey(messages[index - 1].message.date) !== dayKey(message.date)) insertRow(dayLine(message.date));
    refresh(messages, index - 1);
    const node = rowOf(messages, index);
    node.classList.add("arriving");
    insertRow(node);
    if (!document.activeElement.matches(".row")) tabStop(node);
    renderTail();
  } else {
    refresh(messages, index);
    messages.forEach((one, place) => {
      if (one.message.reply_to_message?.message_id === message.message_id) refresh(messages, place);
    });
  }
  if (stick || (isNew && message.from?.id === store.user)) toEnd();
  seen();
}

const insertRow = (node) => timeline.insertBefore(node, timeline.querySelector(".tail"));
const nodeOf = (message) => byId(`m${message.chat.id}_${message.message_id}`);

function refresh(messages, index) {
  const stored = messages[index];
  const old = stored && nodeOf(stored.message);
  if (!old) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset?.key;
  const node = rowOf(messages, index);
  old.replaceWith(node);
  node.tabIndex = old.tabIndex;
  if (focused) refocus(node, key);
}

/** The button with this data again, or the message it was on. */
function refocus(row, key) {
  const again = key !== undefined ? [...row.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key) : null;
  (again ?? row).focus({ preventScroll: true });
}

/** All messages together are one tab stop: the one focused last, at first the newest. */
function tabStop(row = rows().at(-1)) {
  for (const one of timeline.querySelectorAll('.row[tabindex="0"]')) one.tabIndex = -1;
  if (row) row.tabIndex = 0;
}

const rows = () => [...timeline.querySelectorAll(".row[data-id]")];

/** The pressed state of a keyboard changed. */
export function refreshMessage(chatId, messageId) {
  if (chatId !== store.chat) return;
  const messages = list();
  refresh(messages, messages.findIndex((one) => one.message.message_id === messageId));
}

// Below the messages: what is on its way, the draft of the bot, its typing.
export function renderTail() {
  const stick = atEnd();
  const tail = timeline.querySelector(".tail") ?? el("div", { class: "tail", "aria-live": "off" });
  const nodes = waitingIn(store.chat, store.user).map(waitingRow);
  const draft = store.drafts.get(store.chat);
  const action = store.actions.get(store.chat);
  const bot = store.world?.bot;
  const face = chatOf(store.chat)?.chat.type !== "private" && bot ? [avatar(bot.first_name, bot.id, true)] : [];
  if (draft) {
    const text = el("div", { class: "text", dir: "auto" }, rich(draft.text || "Thinking", draft.entities, { copy, command() {} }));
    const body = el("div", { class: "bubble" }, text, el("span", { class: "caret", "aria-hidden": "true" }));
    nodes.push(el("div", { class: "row theirs first last draft" }, ...face, el("div", { class: "column" }, body)));
  } else if (action) {
    const dots = el("span", { class: "dots", role: "img", "aria-label": actionName(action.action) }, el("i"), el("i"), el("i"));
    nodes.push(el("div", { class: "row theirs first last typing" }, ...face, el("div", { class: "column" }, el("div", { class: "bubble" }, dots))));
  }
  tail.replaceChildren(...nodes);
  if (!tail.isConnected) timeline.append(tail);
  if (waitingIn(store.chat, store.user).length) timeline.querySelector(".empty")?.remove();
  if (stick) toEnd();
}

export function actionName(action) {
  if (action.startsWith("upload_photo")) return "sending a photo…";
  if (action.startsWith("upload")) return "sending a file…";
  if (action.startsWith("record")) return "recording…";
  return "typing…";
}

function waitingRow(item) {
  const meta = el("span", { class: "meta" }, el("time", {}, clock(item.date)), icon("clock", "tick"));
  const body = el("div", { class: "bubble" }, el("div", { class: "text", dir: "auto" }, item.text), meta);
  const column = el("div", { class: "column" }, body);
  if (item.problem) {
    column.append(
      el(
        "div",
        { class: "problem", role: "alert" },
        `Not sent: ${item.problem}. `,
        el("button", { type: "button", onclick: () => retry(item.key) }, "Try again"),
        el("button", { type: "button", onclick: () => discard(item.key) }, "Discard"),
      ),
    );
  }
  return el("div", { class: `row own first last waiting-row${item.problem ? " failed" : ""}` }, column);
}

function emptyState() {
  const private_ = chatOf(store.chat)?.chat.type === "private";
  const bot = store.world.bot;
  const hint = private_
    ? "Text your training, food and sleep in your own words. Ask about it whenever you like."
    : `Talk as you would in any group. ${bot.first_name} remembers it all and answers when you mention @${bot.username} or reply to it.`;
  const chips = EXAMPLES[private_ ? "private" : "group"].map((text) =>
    el("button", { class: "example", type: "button", onclick: () => composer.fill(text) }, text),
  );
  return el(
    "div",
    { class: "empty" },
    avatar(private_ ? bot.first_name : chatOf(store.chat).chat.title, private_ ? bot.id : store.chat, private_),
    el("h2", {}, private_ ? `Say hello to ${bot.first_name}` : chatOf(store.chat).chat.title),
    el("p", {}, hint),
    private_ ? el("button", { class: "start", type: "button", onclick: () => hooks.say("/start") }, "Start") : null,
    el("p", { class: "examples-title" }, "Or try one of these"),
    el("div", { class: "examples" }, ...chips),
  );
}

export function jump(messageId) {
  let node = byId(`m${store.chat}_${messageId}`);
  if (!node && known(store.chat, messageId)) {
    shown = messagesOf(store.chat).size;
    render();
    node = byId(`m${store.chat}_${messageId}`);
  }
  if (!node) return;
  node.scrollIntoView({ block: "center", behavior: "smooth" });
  node.classList.remove("found");
  requestAnimationFrame(() => node.classList.add("found"));
}

hooks.jump = jump;

/** Mark as read what can be seen, and show the way to the end when it cannot. */
export function seen() {
  const end = atEnd();
  if (end && visible()) markRead(store.chat);
  const count = unread(store.chat);
  byId("to-end").hidden = end;
  byId("to-end-count").hidden = !count;
  byId("to-end-count").textContent = String(count);
}

scroll.addEventListener("scroll", seen, { passive: true });
document.addEventListener("visibilitychange", seen);
byId("to-end").addEventListener("click", () => toEnd(true));
new ResizeObserver(() => {
  if (scroll.dataset.end !== "no") toEnd();
}).observe(scroll);
scroll.addEventListener("scroll", () => (scroll.dataset.end = atEnd() ? "yes" : "no"), { passive: true });
// A picture that arrives late must not push the end out of sight.
timeline.addEventListener("load", () => scroll.dataset.end !== "no" && toEnd(), true);

function openMenu(node, x, y) {
  const stored = known(store.chat, Number(node.dataset.id));
  if (!stored) return;
  const { message } = stored;
  const own = message.from?.id === store.user && !isBot(message.from.id);
  const words = message.text ?? message.caption;
  const items = [{ label: "Reply", icon: "reply", run: () => composer.reply(stored) }];
  if (words) items.push({ label: "Copy text", icon: "copy", run: () => copy(words) });
  if (own && words !== undefined) items.push({ label: "Edit", icon: "edit", run: () => composer.edit(stored) });
  if (own) items.push({ label: "Delete", icon: "trash", danger: true, run: () => remove(message) });
  const chosen = stored.reactions?.[store.user]?.[0]?.emoji ?? null;
  openPopup(x, y, items, { choices: QUICK, chosen, run: (emoji) => react(stored, emoji) });
}

const remove = ({ chat, message_id }) =>
  attempt({ act: "delete", user_id: store.user, chat_id: chat.id, message_id });

timeline.addEventListener("click", (event) => {
  const button = event.target.closest(".more");
  if (!button) return;
  const { left, bottom } = button.getBoundingClientRect();
  openMenu(button.closest(".row"), left, bottom);
});
timeline.addEventListener("focusin", (event) => {
  if (event.target.matches(".row[data-id]")) tabStop(event.target);
});
timeline.addEventListener("keydown", (event) => {
  if (!event.target.matches(".row[data-id]")) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step) rows()[rows().indexOf(event.target) + step]?.focus();
  else if (event.key === "Enter" || event.key === " ") {
    const { left, bottom } = event.target.querySelector(".bubble, .service-text").getBoundingClientRect();
    openMenu(event.target, left, bottom);
  } else return;
  event.preventDefault();
});
timeline.addEventListener("contextmenu", (event) => {
  const node = event.target.closest(".row[data-id] .bubble, .row[data-id]:focus")?.closest(".row");
  if (!node || event.target.closest("a") || String(getSelection())) return;
  event.preventDefault();
  openMenu(node, event.clientX, event.clientY);
});
timeline.addEventListener("dblclick", (event) => {
  const node = event.target.closest(".row[data-id]");
  if (!node || event.target.closest("button, a, code, .command")) return;
  getSelection()?.removeAllRanges();
  composer.reply(known(store.chat, Number(node.dataset.id)));
});
