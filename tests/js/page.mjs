// What the scripts' logic needs from a browser's page, for Node: import this before the scripts.

import { webcrypto } from "node:crypto";

const listeners = {};

globalThis.crypto ??= webcrypto; // Node 18 keeps it to itself

globalThis.document = {
  hidden: false,
  documentElement: { dataset: {} },
  createTreeWalker: () => ({}), // lit-html makes one when it is loaded
  createComment: () => ({}),
  getElementById: (id) => (id in elements ? { textContent: elements[id] } : null),
  querySelector: () => ({ dataset: { verdicts: "/verdicts/" } }),
  addEventListener: (name, listener) => (listeners[name] = [...(listeners[name] || []), listener]),
};

/** The text of the page's elements by id. */
export const elements = {};

/** Let every listener hear an event. */
export function hear(name, event = {}) {
  for (const listener of listeners[name] || []) listener(event);
}

/** Press a key on the page, outside any field. Return whether it was used. */
export function press(key, more = {}) {
  let used = false;
  const event = { key, target: { closest: () => null }, preventDefault: () => (used = true), ...more };
  hear("keydown", event);
  return used;
}

/** Storage that lives as long as the test. `full` makes it refuse everything. */
export function storage() {
  const kept = new Map();
  const store = {
    full: false,
    getItem: (key) => (kept.has(key) ? kept.get(key) : null),
    setItem(key, value) {
      if (store.full) throw new Error("The storage is full");
      kept.set(key, value);
    },
  };
  globalThis.sessionStorage = store;
  return store;
}

/** Time that only moves when it is told to. `tick(ms)` runs the timers that are due, and lets promises continue. */
export function clock() {
  let now = 1_000_000;
  let timers = [];
  let last = 0;
  const settle = () => new Promise((done) => setImmediate(done));
  performance.now = () => now;
  globalThis.setTimeout = (run, ms = 0) => {
    timers.push({ id: (last += 1), at: now + ms, run });
    return last;
  };
  globalThis.clearTimeout = (id) => (timers = timers.filter((timer) => timer.id !== id));
  globalThis.setInterval = (run, ms) => {
    const again = () => (timers.push({ id, at: now + ms, run: again }), run());
    const id = setTimeout(again, ms);
    return id;
  };
  globalThis.clearInterval = clearTimeout;
  return {
    async tick(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const due = timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)[0];
        if (!due) break;
        timers = timers.filter((timer) => timer !== due);
        now = Math.max(now, due.at);
        due.run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** A template of lit-html as markup, without event handlers. */
export function markup(part) {
  if (part === null || part === undefined || typeof part === "symbol" || typeof part === "function") return "";
  if (Array.isArray(part)) return part.map(markup).join("");
  if (!part.strings) return String(part);
  return part.strings.map((text, i) => text + (i < part.values.length ? markup(part.values[i]) : "")).join("");
}

/** The words of a template, a suit by its name. */
export const words = (part) =>
  markup(part).replace(/<svg[^>]*aria-label="?([^">]*)"?[^>]*>.*?<\/svg>/g, " $1 ").replace(/<[^>]*>/g, "").replace(/\s+/g, " ").replace(/ ([.,;:])/g, "$1").trim();
