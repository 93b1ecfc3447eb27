// Talks to the control API with the key of the printed address, which this browser keeps for this page alone.

const KEPT = "swealog.key";
const keys = [location.hash.slice(1), localStorage.getItem(KEPT)].filter((key) => /^[\w-]+$/.test(key));
// Out of the address bar: not for whoever looks over a shoulder, nor for a picture of the screen.
history.replaceState(null, "", location.pathname);
// The printed address was pasted over the page's own: browsers take that for a jump within the page.
addEventListener("hashchange", () => location.reload());

const headers = () => ({ "X-Control-Token": keys[0] ?? "" });

/** The server said no, for a reason worth showing. */
export class Refused extends Error {}

/** The server does not know the key. */
export class Locked extends Error {}

async function checked(response) {
  if (response.status === 403 && (await response.clone().text()).includes("page's key")) throw new Locked();
  if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
  if (!response.ok && response.status !== 410) {
    const { error } = await response.json().catch(() => ({ error: response.statusText }));
    throw new Refused(String(error).replace(/^(Bad Request|Forbidden): /, ""));
  }
  return response;
}

/** Everything there is to show; of the keys known here the first that opens it is kept. */
export async function snapshot() {
  for (;;) {
    try {
      const response = await checked(await fetch("/control/snapshot", { headers: headers() }));
      localStorage.setItem(KEPT, keys[0]);
      return response.json();
    } catch (error) {
      if (!(error instanceof Locked) || keys.length < 2) throw error;
      keys.shift();
    }
  }
}

export const events = async (place, signal) =>
  checked(await fetch(`/control/events?after=${encodeURIComponent(place)}`, { headers: headers(), signal }));

export async function act(body) {
  const response = await fetch("/control/act", {
    method: "POST",
    headers: { ...headers(), "Content-Type": "application/json" },
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
  return (await checked(await fetch("/control/attach", { method: "POST", headers: headers(), body: form }))).json();
}
