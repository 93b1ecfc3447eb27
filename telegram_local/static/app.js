// Starts the page: joins the views to the store.

import { attempt } from "./bubble.js";
import { renderComposer, renderInterface } from "./composer.js";
import { byId, paintAvatar } from "./dom.js";
import { summary } from "./format.js";
import { flush } from "./outbox.js";
import { alertBox, openPopup, toast } from "./overlay.js";
import { renderSidebar } from "./sidebar.js";
import { chatOf, follow, message, store, subscribe, titleOf } from "./store.js";
import { actionName, jump, refreshMessage, render, renderTail, update } from "./timeline.js";

const NOTICE_DELAY = 1200;
let noticeTimer = null;

function renderHead() {
  const record = chatOf(store.chat);
  if (!record) return;
  const private_ = record.chat.type === "private";
  const title = titleOf(record);
  byId("chat-title").textContent = title;
  paintAvatar(byId("chat-avatar"), title, private_ ? store.world.bot.id : record.chat.id, private_);
  const action = store.actions.get(store.chat);
  const status = byId("chat-status");
  status.className = action ? "busy" : "";
  if (action) status.textContent = private_ ? actionName(action.action) : `${store.world.bot.first_name} is ${actionName(action.action)}`;
  else if (private_) status.textContent = record.bot_status === "kicked" ? "blocked" : "bot";
  else {
    const names = record.members.map((id) => store.world.users[id]?.first_name);
    if (record.bot_status === "member" || record.bot_status === "administrator") names.push(store.world.bot.first_name);
    status.textContent = names.join(", ");
  }
}

function renderPinned() {
  const pinned = message(store.chat, chatOf(store.chat)?.pinned.at(-1));
  byId("pinned").hidden = !pinned;
  byId("pinned").textContent = pinned ? `📌 ${summary(pinned.message)}` : "";
  byId("pinned").onclick = () => jump(pinned.message.message_id);
}

function renderBanner() {
  const problem = !store.connected
    ? "Connection lost. Reconnecting…"
    : !store.listening
      ? store.everListened
        ? "The bot is restarting… What you send is kept and delivered when it is back."
        : "Waiting for the bot to start… What you send is kept and delivered."
      : "";
  clearTimeout(noticeTimer);
  // A short gap is nobody's business.
  noticeTimer = setTimeout(() => {
    byId("banner").textContent = problem;
    byId("banner").hidden = !problem;
  }, problem ? NOTICE_DELAY : 0);
}

const views = {
  all() {
    renderSidebar();
    renderHead();
    renderPinned();
    render();
    renderComposer();
  },
  message(detail) {
    update(detail);
    renderSidebar();
    if (detail.stored.message.chat.id === store.chat) renderInterface();
  },
  deleted() {
    render();
    renderSidebar();
    renderInterface();
  },
  draft: (chatId) => chatId === store.chat && renderTail(),
  action(chatId) {
    if (chatId !== store.chat) return;
    renderTail();
    renderHead();
  },
  taps: ({ chat_id, message_id }) => refreshMessage(chat_id, message_id),
  answer({ text, alert, url }) {
    if (text && alert) alertBox(text);
    else if (text) toast(text);
    if (url && /^https?:/i.test(url)) window.open(url, "_blank", "noopener");
  },
  commands: renderComposer,
  status: renderBanner,
  read: renderSidebar,
  outbox: renderTail,
};

subscribe((kind, detail) => {
  if (kind === "locked") {
    byId("app").hidden = true;
    byId("locked").hidden = false;
  }
  if (store.world) views[kind]?.(detail);
});

byId("back").addEventListener("click", () => {
  byId("app").dataset.view = "list";
  byId("chats").querySelector('[aria-current="true"]')?.focus();
});

byId("chat-more").addEventListener("click", (event) => {
  const record = chatOf(store.chat);
  if (!record) return;
  const inside = record.bot_status === "member" || record.bot_status === "administrator";
  const private_ = record.chat.type === "private";
  const label = private_ ? (inside ? "Block the bot" : "Unblock the bot") : inside ? "Remove the bot" : "Add the bot";
  const status = inside ? "kicked" : "member";
  const { right, bottom } = event.currentTarget.getBoundingClientRect();
  const place = [right - 220, bottom + 4];
  const items = [
    {
      label,
      icon: inside ? "block" : "check",
      danger: inside,
      run: () => attempt({ act: "standing", user_id: store.user, chat_id: store.chat, status }),
    },
  ];
  if (private_) items.push({ label: "Delete chat", icon: "trash", danger: true, run: () => askToDelete(place) });
  openPopup(...place, items);
});

/** Asked once more, as there is no way back; who clicks twice by mistake keeps the messages. */
function askToDelete([left, top]) {
  const chat = { user_id: store.user, chat_id: store.chat };
  openPopup(left, top + 40, [
    { label: "Keep the messages", icon: "close", run() {} },
    { label: "Delete all messages here", icon: "trash", danger: true, run: () => attempt({ act: "clear_chat", ...chat }) },
  ]);
}

follow();
flush();
