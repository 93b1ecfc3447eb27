// Small helpers to build elements; text only ever enters through text nodes.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An element with properties, data-* attributes, listeners (on…) and children (nodes or strings). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && !name.startsWith("aria")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  if (className) svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** An emoji in its colored form: Telegram names some by their plain sign. */
export const colored = (emoji) => (emoji.length === 1 ? `${emoji}\uFE0F` : emoji);

/** A round picture: the product's mark for the bot, initials for everybody else. */
export function paintAvatar(node, name, id, isBot) {
  node.className = `avatar tone-${Math.abs(id) % 6}${isBot ? " bot" : ""}`;
  node.textContent = isBot ? "" : initials(name);
  return node;
}

export const avatar = (name, id, isBot) => paintAvatar(el("span", { "aria-hidden": "true" }), name, id, isBot);

const initials = (name) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0] ?? "")
    .join("")
    .toUpperCase();
