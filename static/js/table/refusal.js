// A claim that was refused: how long the bar says so, and the words.

import { elapsed } from "../lib/elapsed.js";
import { personal } from "./words.js";

const STAYS = 8000; // after the refusal has come, in ms
const BACK_STAYS = 5000; // after claims are possible again, in ms

/** True if another trick has to be complete before anybody may claim. */
const isBlocked = ({ claim_refused: refused, last_trick: last }) => (last ? last.number : 0) < refused.trick;

const refusedIn = (view) => (view && view.phase === "play" && view.claim_refused) || null;

/** True if the view `after` is the first to tell about a refusal that `before` did not have. */
export function isNewlyRefused(before, after) {
  const [old, now] = [before.claim_refused, refusedIn(after)];
  return Boolean(now) && (!old || old.trick !== now.trick);
}

/** True if a claim is possible in the view `after`, and was not in `before` because one had been refused. */
export const isBack = (before, after) => Boolean(refusedIn(before) && refusedIn(after)) && isBlocked(before) && !isBlocked(after);

/** Follows the messages on the screen, and knows which refusal the bar has to show now. */
export function createRefusal() {
  let told = null;
  let until = 0;
  return {
    /** `message` is on the screen after the view `before` of the same play, null for none. */
    shown(before, { table, view }) {
      const refused = refusedIn(view);
      const fresh = refused && before && isNewlyRefused(before, view);
      if (!refused) told = null;
      else if (fresh || (!before && isBlocked(view))) told = { ...refused, checked: fresh ? table.checked : "" };
      if (fresh) until = elapsed() + STAYS;
      if (told && before && isBack(before, view)) until = Math.max(until, elapsed() + BACK_STAYS);
      if (told) told.blocked = isBlocked(view);
    },
    /** The refusal to show, or null. */
    get now() {
      return told && (told.blocked || elapsed() < until) ? told : null;
    },
  };
}

/** The trick after which a claim is possible again: "this trick" once one of its cards is on the table. */
export const trickToEnd = ({ trick }) => (trick && trick.cards.length ? "this trick" : "the next trick");

/** "Desmond refused your claim of 5. Claim again after this trick."; "" if this player is to be told nothing. */
export function refusedWords({ by, takes, checked, blocked }, c) {
  if (by !== c.me) return checked ? personal(checked, c) : "";
  const what = takes ? `claim of ${takes}` : "concession";
  return `${checked ? personal(checked, c) : `${c.opp.first} refused your ${what}.`} ${blocked ? `Claim again after ${trickToEnd(c.view)}.` : "You can claim again."}`;
}
