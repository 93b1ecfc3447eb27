// Where one writes: text, reply, edit, commands, files.

import * as api from "./api.js";
import { attempt, hooks, nameOf } from "./bubble.js";
import { byId, el, icon } from "./dom.js";
import { size, summary } from "./format.js";
import { send } from "./outbox.js";
import { awaited, board, renderBoard } from "./interface.js";
import { popupOpen, toast } from "./overlay.js";
import { chatOf, keep, messagesOf, store } from "./store.js";
import { connectComposer, jump } from "./timeline.js";

const PLACE = "swealog.drafts";
const text = byId("text");
const palette = byId("palette");
const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
let place = "";
let context = null; // {kind: "reply" | "edit", stored, asked: whether the bot asked for the reply}
const declined = new Set(); // messages whose wish for a reply was closed
let files = [];
let asFile = false;
let picked = 0;

const key = () => `${store.user}/${store.chat}`;

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, 220)}px`;
  byId("composer").dataset.filled = String(Boolean(text.value.trim() || files.length));
}

function keepDraft() {
  if (context?.kind === "edit") return;
  if (text.value) kept[key()] = text.value;
  else delete kept[key()];
  sessionStorage.setItem(PLACE, JSON.stringify(kept));
}

/** The chat or person changed: show its own unfinished text. */
export function renderComposer() {
  if (place !== key()) {
    place = key();
    context = null;
    files = [];
    text.value = kept[place] ?? "";
    closePalette();
    renderContext();
    renderFiles();
    grow();
    if (matchMedia("(hover: hover)").matches) text.focus({ preventScroll: true });
  }
  const record = chatOf(store.chat);
  const closed = closedReason(record);
  byId("compose-form").hidden = Boolean(closed);
  byId("closed").hidden = !closed;
  if (closed) byId("reopen").textContent = closed.label;
  byId("reopen").disabled = !closed?.run;
  byId("reopen").onclick = closed?.run ?? null;
  byId("menu").hidden = !store.commands.length;
  renderInterface();
}

const nameIn = ({ message }) => `${message.chat.id}/${message.message_id}`;

/** What the bot asks of the keyboard: reply mode, buttons, a hint. */
export function renderInterface() {
  const found = awaited();
  const wanted = found && !declined.has(nameIn(found)) ? found : null;
  if (context?.asked && context.stored !== wanted) {
    context = null;
    renderContext();
  }
  if (wanted && !context) setContext({ kind: "reply", stored: wanted, asked: true });
  renderBoard(press);
  text.placeholder = wanted?.interface.input_field_placeholder ?? board()?.input_field_placeholder ?? "Message";
}

function press(words) {
  if (context?.kind !== "edit") cancel();
  send(words);
}

function closedReason(record) {
  if (!record || record.deleted) return { label: "This chat was deleted" };
  if (record.chat.type !== "private" || record.bot_status !== "kicked") return null;
  const run = () => attempt({ act: "standing", user_id: store.user, chat_id: store.chat, status: "member" });
  return { label: "Unblock the bot to write to it", run };
}

function setContext(next) {
  context = next;
  renderContext();
  grow();
  text.focus();
}

function renderContext() {
  byId("context").hidden = !context;
  byId("send").setAttribute("aria-label", context?.kind === "edit" ? "Save" : "Send");
  byId("send-icon").setAttribute("href", context?.kind === "edit" ? "#i-check" : "#i-send");
  if (!context) return;
  const { message } = context.stored;
  byId("context-icon").setAttribute("href", context.kind === "edit" ? "#i-edit" : "#i-reply");
  byId("context-title").textContent = context.kind === "edit" ? "Edit message" : `Reply to ${nameOf(message)}`;
  byId("context-quote").textContent = summary(message);
}

function reply(stored) {
  if (stored) setContext({ kind: "reply", stored });
}

function edit(stored) {
  keepDraft();
  text.value = stored.message.text ?? stored.message.caption ?? "";
  setContext({ kind: "edit", stored });
  text.setSelectionRange(text.value.length, text.value.length);
}

function cancel() {
  const editing = context?.kind === "edit";
  context = null;
  if (editing) text.value = kept[key()] ?? "";
  renderContext();
  grow();
}

function decline() {
  if (context.asked) declined.add(nameIn(context.stored));
  cancel();
}

function fill(words) {
  text.value = words;
  text.focus();
  text.setSelectionRange(words.length, words.length);
  keepDraft();
  grow();
}

connectComposer({ reply, edit, fill });
hooks.say = (words) => send(words);

async function submit() {
  const words = text.value.trim();
  if (context?.kind === "edit") {
    await saveEdit(words);
  } else if (files.length) {
    await sendFiles(words);
  } else if (words) {
    const replyTo = context?.stored.message.message_id;
    text.value = "";
    keepDraft();
    cancel();
    send(words, replyTo);
  }
  closePalette();
  text.focus();
}

async function saveEdit(words) {
  const { message } = context.stored;
  if (!words && message.text !== undefined) return;
  const outcome = await attempt({
    act: "edit",
    user_id: store.user,
    chat_id: message.chat.id,
    message_id: message.message_id,
    text: words,
  });
  if (outcome?.stored) {
    keep(outcome.stored);
    cancel();
  }
}

async function sendFiles(caption) {
  const sending = files;
  const replyTo = context?.stored.message.message_id;
  files = [];
  text.value = "";
  keepDraft();
  cancel();
  renderFiles();
  for (const [index, item] of sending.entries()) {
    const fields = { user_id: store.user, chat_id: store.chat, kind: item.photo && !asFile ? "photo" : "document" };
    if (index === 0) Object.assign(fields, { caption, reply_to: replyTo });
    try {
      keep((await api.attach({ ...fields, key: item.key }, item.file)).stored);
      URL.revokeObjectURL(item.preview);
    } catch (error) {
      toast(error instanceof api.Refused ? `${item.file.name}: ${error.message}` : "Not sent: no connection.", "bad");
      files = sending.slice(index);
      if (index === 0) text.value = caption;
      renderFiles();
      grow();
      return;
    }
  }
}

export function addFiles(chosen) {
  for (const file of chosen) {
    const photo = /^image\/(png|jpeg|gif|webp)$/.test(file.type);
    files.push({ file, photo, preview: photo ? URL.createObjectURL(file) : "", key: crypto.randomUUID?.() ?? String(Math.random()) });
  }
  renderFiles();
  grow();
  text.focus();
}

function renderFiles() {
  const strip = byId("attachments");
  strip.hidden = !files.length;
  const cards = files.map((item, index) =>
    el(
      "div",
      { class: "attachment" },
      item.photo ? el("img", { src: item.preview, alt: "" }) : el("span", { class: "card-icon" }, icon("file")),
      el("span", { class: "attachment-name" }, item.file.name || "picture", el("small", {}, size(item.file.size))),
      el(
        "button",
        {
          class: "icon-button",
          type: "button",
          "aria-label": `Remove ${item.file.name}`,
          onclick: () => {
            files.splice(index, 1);
            renderFiles();
            grow();
          },
        },
        icon("close"),
      ),
    ),
  );
  if (files.some((item) => item.photo)) {
    const box = el("input", { type: "checkbox", checked: asFile, onchange: (event) => (asFile = event.target.checked) });
    cards.push(el("label", { class: "as-file" }, box, "Send as file"));
  }
  strip.replaceChildren(...cards);
}

// The command menu

const matching = () => {
  const typed = /^\/(\w*)$/.exec(text.value)?.[1];
  return typed === undefined ? [] : store.commands.filter((one) => one.command.startsWith(typed.toLowerCase()));
};

function closePalette() {
  palette.hidden = true;
  byId("menu").setAttribute("aria-expanded", "false");
  text.removeAttribute("aria-activedescendant");
}

function openPalette(commands) {
  if (!commands.length) {
    closePalette();
    return;
  }
  picked = Math.min(picked, commands.length - 1);
  palette.replaceChildren(
    ...commands.map((one, index) =>
      el(
        "div",
        {
          class: "command-line",
          id: `command-${index}`,
          role: "option",
          "aria-selected": String(index === picked),
          onclick: () => choose(one),
        },
        el("strong", {}, `/${one.command}`),
        el("span", {}, one.description),
      ),
    ),
  );
  palette.hidden = false;
  byId("menu").setAttribute("aria-expanded", "true");
  text.setAttribute("aria-activedescendant", `command-${picked}`);
  palette.children[picked]?.scrollIntoView({ block: "nearest" });
}

function choose(command) {
  closePalette();
  if (text.value.startsWith("/")) text.value = "";
  keepDraft();
  grow();
  send(`/${command.command}`);
  text.focus();
}

byId("menu").addEventListener("click", () => {
  picked = 0;
  if (palette.hidden) openPalette(store.commands);
  else closePalette();
  text.focus();
});

function paletteKey(event) {
  const commands = matching().length ? matching() : store.commands;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    picked = (picked + step + commands.length) % commands.length;
    openPalette(commands);
  } else if (event.key === "Tab") {
    fill(`/${commands[picked].command} `);
    closePalette();
  } else if (event.key === "Enter" && !event.shiftKey && (matching().length || !text.value)) {
    choose(commands[picked]);
  } else if (event.key === "Escape") {
    closePalette();
  } else {
    return false;
  }
  event.preventDefault();
  return true;
}

text.addEventListener("input", () => {
  picked = 0;
  openPalette(matching());
  keepDraft();
  grow();
});

text.addEventListener("keydown", (event) => {
  if (event.isComposing || (!palette.hidden && paletteKey(event))) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  } else if (event.key === "ArrowUp" && !text.value && !context) {
    const own = [...messagesOf(store.chat).values()].reverse().find(({ message }) => message.from?.id === store.user && message.text);
    if (own) {
      event.preventDefault();
      edit(own);
    }
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || popupOpen() || document.querySelector("dialog[open]")) return;
  if (!palette.hidden) closePalette();
  else if (context) decline();
  else if (files.length) {
    files = [];
    renderFiles();
    grow();
  }
});
document.addEventListener("pointerdown", (event) => {
  if (!palette.hidden && !palette.contains(event.target) && !event.target.closest("#menu")) closePalette();
});

byId("compose-form").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
byId("context-close").addEventListener("click", () => {
  decline();
  text.focus();
});
byId("context-quote").addEventListener("click", () => context && jump(context.stored.message.message_id));
byId("attach").addEventListener("click", () => byId("file-input").click());
byId("file-input").addEventListener("change", (event) => {
  addFiles(event.target.files);
  event.target.value = "";
});
text.addEventListener("paste", (event) => {
  const pasted = [...(event.clipboardData?.files ?? [])];
  if (pasted.length) {
    event.preventDefault();
    addFiles(pasted);
  }
});

const chat = byId("chat");
const draggingFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
chat.addEventListener("dragover", (event) => {
  if (!draggingFiles(event)) return;
  event.preventDefault();
  byId("drop").hidden = false;
});
chat.addEventListener("dragleave", (event) => {
  if (!chat.contains(event.relatedTarget)) byId("drop").hidden = true;
});
chat.addEventListener("drop", (event) => {
  byId("drop").hidden = true;
  if (!draggingFiles(event)) return;
  event.preventDefault();
  addFiles(event.dataTransfer.files);
});
