// The state of this screen beside the server's: choices under way, the open sheet, a note, a trick that stays to be
// seen.

import { begun, pickOf } from "./picking.js";

const NOTE_STAYS = 6000;

/**
 * @param {() => void} paint
 * @param {object} trick { stays: how long a completed one stays, in ms; seen: called when it has been seen }
 * @param {(text: string) => void} aloud says a note to people who cannot see it
 */
export function createScreen(paint, trick, aloud) {
  const ui = { pick: null, level: null, claim: null, chosen: begun(null), joker: null, lifted: null, sheet: null, note: null, linger: null, lostFor: 0, lost: false, reached: 0 };
  const timers = { note: 0, linger: 0 };

  function set(changes) {
    Object.assign(ui, changes);
    paint();
  }

  function say(text, kind = "tip") {
    clearTimeout(timers.note);
    timers.note = setTimeout(hush, NOTE_STAYS);
    aloud(text);
    set({ note: { text, kind } });
  }

  function hush() {
    clearTimeout(timers.note);
    set({ note: null });
  }

  /** The play has gone on to `message`. A choice of cards stays if the view `before` (or null) asked for the same. */
  function forgetChoices({ table, view }, before) {
    Object.assign(ui, { pick: null, level: null, claim: null, joker: null, lifted: null });
    const pick = pickOf(view, table.seat);
    const same = before && JSON.stringify(pickOf(before, table.seat)) === JSON.stringify(pick);
    if (!same) ui.chosen = begun(pick);
  }

  /** Keep a trick that has just been completed, for both to see. */
  function linger(completed) {
    ui.linger = completed;
    clearTimeout(timers.linger);
    timers.linger = setTimeout(seen, trick.stays);
  }

  /** The completed trick has been seen: a tap, or time. */
  function seen() {
    if (!ui.linger) return;
    clearTimeout(timers.linger);
    set({ linger: null });
    trick.seen();
  }

  return { ui, set, say, hush, forgetChoices, linger, seen };
}
