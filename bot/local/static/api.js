// Talks to the control API with the token the page was given.

const token = document.querySelector('meta[name="control-token"]').content;
const headers = { "X-Control-Token": token };

/** The server said no, for a reason worth showing. */
export class Refused extends Error {}

/** The page's token is from an earlier run of the server. */
export class Outdated extends Error {}

async function checked(response) {
  if (response.status === 403 && (await response.clone().text()).includes("control token")) throw new Outdated();
  if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
  if (!response.ok && response.status !== 410) {
    const { error } = await response.json().catch(() => ({ error: response.statusText }));
    throw new Refused(String(error).replace(/^(Bad Request|Forbidden): /, ""));
  }
  return response;
}

export const snapshot = async () => (await checked(await fetch("/control/snapshot", { headers }))).json();

export const events = async (place, signal) =>
  checked(await fetch(`/control/events?after=${encodeURIComponent(place)}`, { headers, signal }));

export async function act(body) {
  const response = await fetch("/control/act", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await checked(response)).json();
}

export async function attach(fields, file) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.set(name, value);
  }
  form.set("file", file, file.name || "picture.png");
  return (await checked(await fetch("/control/attach", { method: "POST", headers, body: form }))).json();
}
