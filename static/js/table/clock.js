// The clock of a table at home: the server's seconds of both players for the deal, asked for after each act and counted
// down here for whoever is on turn.

import { elapsed } from "../lib/elapsed.js";

const SECOND = 1000;

const words = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * @param {() => object | null} message the view on the screen
 * @param {() => void} changed
 * @param {(text: string) => void} say
 */
export function createClock(message, changed, say) {
  let left = null;
  let asked = "";
  let since = 0;
  let told = "";

  async function ask(address, about) {
    try {
      const answer = await fetch(address);
      const found = answer.ok ? await answer.json() : null;
      if (about !== asked) return;
      left = found;
      since = elapsed();
    } catch {
      asked = ""; // no connection: the next view asks again
    }
    changed();
  }

  /** The seconds that this player has left, counted down while they are on turn. */
  function now(player) {
    const { view, table } = message();
    const runs = table.state === "playing" && view && view.turn && view.turn.player === player;
    return Math.max(0, left[player] - (runs ? Math.floor((elapsed() - since) / SECOND) : 0));
  }

  return {
    /** A view has come: ask if the table has a clock and something was done. */
    look() {
      const { table, play, seq } = message();
      const about = table.clock && table.state === "playing" ? `${play}/${seq}` : "";
      if (about === asked) return;
      asked = about;
      if (about) ask(table.clock, about);
      else left = null;
    },
    /** "You 2:41, Ann 3:00", or "" without a clock. */
    words(me, other, first) {
      return left ? `You ${words(now(me))}, ${first} ${words(now(other))}` : "";
    },
    /** Tell once in a deal that the own time is up. */
    tick(me) {
      const { play } = message();
      if (!left || told === play || now(me) > 0) return;
      told = play;
      say("Your time is up: a robot plays the rest of this deal for you.");
    },
  };
}
