// Times, sizes, and texts with entities; offsets are UTF-16 units, as in JavaScript strings.

import { el } from "./dom.js";

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long" });
const yearFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

export const clock = (seconds) => timeFormat.format(seconds * 1000);
export const fullTime = (seconds) => fullFormat.format(seconds * 1000);
export const dayKey = (seconds) => new Date(seconds * 1000).toDateString();

const daysAgo = (seconds) =>
  Math.round((new Date().setHours(0, 0, 0, 0) - new Date(seconds * 1000).setHours(0, 0, 0, 0)) / 86400000);

export function dayName(seconds) {
  const days = daysAgo(seconds);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const sameYear = new Date(seconds * 1000).getFullYear() === new Date().getFullYear();
  return (sameYear ? dayFormat : yearFormat).format(seconds * 1000);
}

export function shortTime(seconds) {
  const days = daysAgo(seconds);
  if (days <= 0) return clock(seconds);
  return days < 7 ? weekdayFormat.format(seconds * 1000) : dayFormat.format(seconds * 1000);
}

export function size(bytes = 0) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1048576 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1048576).toFixed(1)} MB`;
}

const KINDS = [
  ["photo", () => "🖼 Photo"],
  ["document", ({ document: file }) => `📎 ${file.file_name ?? "File"}`],
  ["voice", () => "🎤 Voice message"],
  ["audio", ({ audio }) => `🎵 ${audio.title ?? audio.file_name ?? "Audio"}`],
  ["video", () => "🎬 Video"],
  ["sticker", ({ sticker }) => `${sticker.emoji ?? ""} Sticker`],
  ["location", () => "📍 Location"],
  ["poll", ({ poll }) => `📊 ${poll.question}`],
  ["pinned_message", () => "📌 Pinned a message"],
];

/** One line that stands for a message, in lists and quotes. */
export function summary(message) {
  const words = message.text ?? message.caption;
  if (words && message.text !== undefined) return words.replace(/\s+/g, " ");
  const kind = KINDS.find(([name]) => message[name])?.[1](message) ?? "Message";
  return words ? `${kind}, ${words.replace(/\s+/g, " ")}` : kind;
}

const SAFE = new Set(["http:", "https:", "mailto:", "tg:"]);

function link(url, className = "") {
  let parsed;
  try {
    parsed = new URL(url);
  } catch {
    return el("span");
  }
  if (!SAFE.has(parsed.protocol)) return el("span");
  return el("a", { class: className, href: parsed.href, target: "_blank", rel: "noopener noreferrer", title: parsed.href });
}

const INLINE = { bold: "strong", italic: "em", underline: "u", strikethrough: "s" };

function pressable(node, label, action) {
  node.tabIndex = 0;
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", label);
  const run = (event) => {
    event.stopPropagation();
    action(node);
  };
  node.addEventListener("click", run);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      run(event);
    }
  });
  return node;
}

function wrapper(entity, text, actions) {
  switch (entity.type) {
    case "bold":
    case "italic":
    case "underline":
    case "strikethrough":
      return el(INLINE[entity.type]);
    case "code":
      return el("code", { title: "Copy", onclick: () => actions.copy(text) });
    case "pre":
      return el("pre", { class: "block", data: entity.language ? { language: entity.language } : {} });
    case "blockquote":
      return el("blockquote", { class: "block" });
    case "expandable_blockquote":
      return pressable(el("blockquote", { class: "block expandable" }), "Show or hide the whole quote", (node) =>
        node.classList.toggle("open"),
      );
    case "spoiler":
      return pressable(el("span", { class: "spoiler" }), "Hidden text", (node) => node.classList.add("open"));
    case "text_link":
      return link(entity.url ?? "");
    case "url":
      return link(text);
    case "email":
      return link(`mailto:${text}`);
    case "bot_command":
      return pressable(el("span", { class: "command" }), text, () => actions.command(text.split(/\s/)[0]));
    case "mention":
    case "text_mention":
    case "hashtag":
      return el("span", { class: "mention" });
    default:
      return el("span");
  }
}

/** A fragment of a text; overlapping entities are split so that they nest. */
export function rich(text, entities, actions) {
  const fragment = document.createDocumentFragment();
  const sorted = [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  fill(fragment, text, 0, text.length, sorted, actions);
  return fragment;
}

function fill(parent, text, start, end, entities, actions) {
  let at = start;
  const queue = [...entities];
  while (queue.length) {
    const entity = queue.shift();
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    if (to <= from) continue;
    plain(parent, text.slice(at, from));
    const node = wrapper(entity, text.slice(from, to), actions);
    const inside = [];
    const later = [];
    for (const other of queue) {
      if (other.offset >= to) later.push(other);
      else {
        inside.push(other);
        const over = other.offset + other.length - to;
        if (over > 0) later.push({ ...other, offset: to, length: over });
      }
    }
    fill(node, text, from, to, inside, actions);
    parent.append(node);
    queue.splice(0, queue.length, ...later.sort((a, b) => a.offset - b.offset || b.length - a.length));
    at = to;
  }
  plain(parent, text.slice(at, end));
}

// A block already breaks the line, so one line break next to it would show as an empty line.
function plain(parent, words) {
  const text = parent.lastChild?.classList?.contains("block") ? words.replace(/^\n/, "") : words;
  if (text) parent.append(text);
}
