// Toasts, alerts, pictures in full size, and the small menus.

import { byId, colored, el, icon } from "./dom.js";

export function toast(text, kind = "") {
  const note = el("div", { class: `toast ${kind}` }, text);
  byId("toasts").append(note);
  setTimeout(() => note.classList.add("leaving"), 2600);
  setTimeout(() => note.remove(), 3000);
}

export function alertBox(text) {
  byId("alert-text").textContent = text;
  byId("alert").showModal();
}

export function lightbox(source, label) {
  const image = byId("lightbox-image");
  image.src = source;
  image.alt = label;
  byId("lightbox").showModal();
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied");
  } catch {
    toast("Copying is not allowed here");
  }
}

let restoreFocus = null;

export const popupOpen = () => !byId("popup").hidden;

export function closePopup() {
  const popup = byId("popup");
  if (popup.hidden) return;
  popup.hidden = true;
  popup.replaceChildren();
  if (restoreFocus?.isConnected) restoreFocus.focus({ preventScroll: true });
  restoreFocus = null;
}

/** A menu at a point; items are {label, icon, danger, run}, reactions a row of emoji on top. */
export function openPopup(x, y, items, reactions = null) {
  const popup = byId("popup");
  restoreFocus = document.activeElement;
  const entries = items.map((item) =>
    el(
      "button",
      {
        class: `popup-item${item.danger ? " danger" : ""}`,
        type: "button",
        role: "menuitem",
        onclick: () => {
          closePopup();
          item.run();
        },
      },
      icon(item.icon),
      item.label,
    ),
  );
  if (reactions) {
    const row = el("div", { class: "popup-reactions", role: "group", "aria-label": "React" });
    for (const emoji of reactions.choices) {
      row.append(
        el(
          "button",
          {
            type: "button",
            role: "menuitemcheckbox",
            "aria-checked": String(reactions.chosen === emoji),
            "aria-label": `React with ${emoji}`,
            onclick: () => {
              closePopup();
              reactions.run(reactions.chosen === emoji ? null : emoji);
            },
          },
          colored(emoji),
        ),
      );
    }
    entries.unshift(row);
  }
  popup.replaceChildren(...entries);
  popup.hidden = false;
  popup.style.left = "0"; // measured where it has room
  const { offsetWidth: width, offsetHeight: height } = popup;
  popup.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  popup.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`;
  popup.querySelector("button")?.focus({ preventScroll: true });
}

document.addEventListener("pointerdown", (event) => {
  if (popupOpen() && !byId("popup").contains(event.target)) closePopup();
});
window.addEventListener("resize", closePopup);

byId("popup").addEventListener("keydown", (event) => {
  const buttons = [...byId("popup").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step) {
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length].focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
    closePopup();
  }
});

byId("lightbox").addEventListener("click", (event) => {
  if (event.target.tagName !== "BUTTON") byId("lightbox").close();
});
