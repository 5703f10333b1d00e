// Messages that have been sent and not yet answered. A message keeps its id through every resend, and the
// server answers a known id with its first answer, so sending twice is always safe.
import { elapsed } from "./elapsed.js";

/** A version 4 UUID. A LAN address over plain HTTP has no crypto.randomUUID. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join("-");
}

/**
 * The outbox of one seat; it survives a reload of the page.
 * @param {string} name where this seat's messages are kept
 */
export function createOutbox(name) {
  const key = `outbox:${name}`;
  let items = load();

  function load() {
    try {
      return (JSON.parse(sessionStorage.getItem(key)) || []).map((kept) => ({ ...kept, at: 0, tried: -Infinity }));
    } catch {
      return [];
    }
  }

  function keep() {
    try {
      sessionStorage.setItem(key, JSON.stringify(items.map(({ message, acked }) => ({ message, acked }))));
    } catch {
      // Without storage the outbox lives as long as the page.
    }
  }

  return {
    /** Put a message in, give it its id, and return it in its wire form. */
    add(message) {
      const item = { message: { ...message, id: newId() }, at: elapsed(), tried: elapsed(), acked: null };
      items.push(item);
      keep();
      return item.message;
    },
    /** The server has committed it. It stays "being sent" until a view of that rev is painted. */
    ack(id, rev) {
      for (const item of items) if (item.message.id === id) item.acked = rev;
      keep();
    },
    /** Forget one (refused) message. Return it, or undefined if it is not ours. */
    drop(id) {
      const item = items.find((each) => each.message.id === id);
      items = items.filter((each) => each !== item);
      keep();
      return item && item.message;
    },
    /** A view of this rev is on the screen: forget everything that it contains. */
    painted(rev) {
      items = items.filter((item) => item.acked === null || item.acked > rev);
      keep();
    },
    /** Return messages that the server may not have: all after a load or a reconnect, else those older than `ms`. */
    due(ms) {
      const now = elapsed();
      const late = items.filter((item) => item.acked === null && now - item.tried >= ms);
      for (const item of late) item.tried = now;
      return late.map((item) => item.message);
    },
    /** Return the first waiting item whose message passes `test`. Its `at` is the time of the tap. */
    find(test) {
      return items.find((item) => test(item.message));
    },
    clear() {
      items = [];
      keep();
    },
  };
}
