// The acts of a terminal on their way to the site. An act is stored before anything of it is shown, keeps its id
// through every resend, and is forgotten when the site has answered it: the site does a known id once.
import { elapsed } from "../../lib/elapsed.js";

/** 128 random bits as letters and figures. A LAN address over plain HTTP has no crypto.randomUUID. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {object} store from `store.js`
 * @param {(act) => Promise<object|null>} send returns an act's answer; null: again later; `{later: true}`: its round is
 *   not open
 * @param {(act, answer) => Promise<void>} answered called before the act is forgotten
 */
export async function createOutbox(store, send, answered) {
  let acts = (await store.acts()).map((act) => ({ ...act, at: 0 }));
  let sending = null;

  async function sendAll() {
    const waiting = new Set();
    for (let act = acts[0]; act; act = acts.find((each) => !waiting.has(each.round))) {
      const answer = await send(act);
      if (!answer) return;
      if (answer.later) {
        waiting.add(act.round);
        continue;
      }
      await answered(act, answer);
      await store.remove(act.n);
      acts = acts.filter((each) => each.n !== act.n);
    }
  }

  return {
    get acts() {
      return acts;
    },
    /** Store an act with an id of its own. Return it. */
    async add(said) {
      const act = { id: newId(), ...said };
      const n = await store.add(act).catch(() => act.id); // a full disk: it lives as long as the page
      acts = [...acts, { ...act, n, at: elapsed() }];
      return act;
    },
    /** Send the waiting acts in order, with one sending at a time. */
    flush() {
      sending ||= sendAll().finally(() => (sending = null));
      return sending;
    },
  };
}
