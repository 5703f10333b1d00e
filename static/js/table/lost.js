// How long a table has had no socket, and whether the site can be reached without one.
import { elapsed } from "../lib/elapsed.js";

const SHOWS_AFTER = 600; // ms
const ASKS_WHY_AFTER = 2; // s

/**
 * Keep `ui.lost`, `ui.lostFor` (seconds) and `ui.reached`: how often the site was reached by HTTP while no socket came.
 * @param {{ui: object, set: (changes: object) => void}} screen
 * @param {string} page the seat's address
 */
export function createLost({ ui, set }, page) {
  let since = elapsed(); // null while there is a socket

  async function askWhy() {
    const answer = await fetch(page, { method: "HEAD" }).catch(() => null);
    if (answer && answer.ok && since !== null) set({ reached: ui.reached + 1 });
  }

  return {
    /** True while there is a socket. */
    get online() {
      return since === null;
    },
    opened() {
      since = null;
      ui.reached = 0;
    },
    lost() {
      since ??= elapsed();
      if (ui.lostFor >= ASKS_WHY_AFTER && ui.reached < 2) askWhy();
    },
    /** Look at the time. Return true if a lost line has to be shown from now on. */
    look() {
      const past = since === null ? 0 : elapsed() - since;
      const before = ui.lost;
      ui.lost = past > SHOWS_AFTER;
      ui.lostFor = Math.floor(past / 1000);
      return ui.lost && !before;
    },
  };
}
