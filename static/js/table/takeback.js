// Taking back: the key for a misclick, as long as it may be sent, and the words for what was taken back.

import { html, nothing } from "../vendor/lit-html.js";
import { callWords, capital, cardWords } from "../lib/cards.js";
import { elapsed } from "../lib/elapsed.js";
import { trickToEnd } from "./refusal.js";

const LATE = 1000; // how long an answer may be on its way, ms: the server allows as much
const SOON = 400; // in the auction it replaces the key that sent the call: a tap this soon is meant for that key

/** The action that takes back one's own last call or card alone. */
export const MISCLICK = "undo:misclick";

/** Follows what this page sends, and knows how long the last act can be taken back as a misclick. */
export function createTakeBack() {
  let sent = null;
  let offered = null;
  let from = 0;
  let until = 0;
  return {
    /** An act is sent in answer to `message`. */
    sent(action, message) {
      const forced = message.view.legal.length === 1 && !message.view.pick;
      sent = action === MISCLICK || forced ? null : { play: message.play, seq: message.seq, at: elapsed() };
      offered = null;
    },
    /** This message is on the screen. */
    shown({ play, seq, table, view }) {
      const at = `${play} ${seq}`;
      if (offered !== at) offered = null;
      // A key that a robot's answer removes at once would only make the table flicker.
      const stands = table.robot_at_once && view && view.turn && view.turn.player !== view.me;
      if (sent && `${sent.play} ${sent.seq + 1}` === at && view && view.can.misclick && table.misclick && !stands) {
        const stays = 1000 * table.misclick;
        offered = at;
        from = elapsed();
        until = Math.min(from + stays, sent.at + stays + LATE);
      }
      if (sent && (sent.play !== play || seq > sent.seq)) sent = null;
    },
    /** The seconds left, 0 when the act is final. */
    get left() {
      return offered ? Math.max(0, Math.ceil((until - elapsed()) / 1000)) : 0;
    },
    /** What the key needs: the seconds left, and how long the bar runs in ms; null if there is no key. */
    get key() {
      return this.left ? { left: this.left, runs: until - from } : null;
    },
    /** True if a tap now is meant for the key. */
    get ripe() {
      return elapsed() - from > SOON;
    },
  };
}

/** The key, while a misclick can be taken back; else nothing. `kind` are its classes. */
export function takeBackKey(c, kind) {
  const key = c.takeBack;
  if (!key) return nothing;
  return html`<button type="button" class="btn takeback ${kind}" data-key="misclick" .style=${`--runs: ${key.runs}ms`} ?disabled=${!c.canAct}
    @click=${c.do.takeBack}><span>Take back <b aria-hidden="true">${key.left} s</b></span></button>`;
}

const actWords = (action) => {
  const [verb, what] = action.split(":");
  if (verb === "c") return callWords(what);
  return verb === "p" ? cardWords(what) : "draw";
};
const ofName = (name) => (name.endsWith("s") ? `${name}’` : `${name}’s`);

/** What has just been taken back, or "": "Ruth took back the 7 of spades". */
export function takenWords(view, c) {
  const taken = view && view.taken_back;
  if (!taken) return "";
  const mine = taken.by === c.me;
  const what = actWords(taken.action);
  if (taken.how === "director") return `The director took back ${mine ? "your" : ofName(c.opp.first)} ${what}`;
  if (taken.how === "withdrawn") return mine ? `You withdrew your claim: claim again after ${trickToEnd(view)}` : `${capital(c.opp.first)} withdrew the claim`;
  const the = taken.action.startsWith("c:") && what !== "pass" ? "" : "the ";
  return `${mine ? "You" : capital(c.opp.first)} took back ${the}${what}`;
}

/** ", not 4": the number before it was corrected. */
export const wasWords = ({ was }) => (typeof was === "number" ? `, not ${was || "none"}` : "");
