// The draft of the secret-card game, one tap a card. A tap is held here as long as a misclick can be taken back, and
// only then sent: the answer shows the next card, and then nothing can go back. After that card has been shown for a
// while the page goes on by itself.

import { html } from "../vendor/lit-html.js";
import { cardWords } from "../lib/cards.js";
import { elapsed } from "../lib/elapsed.js";

const LOOKED = 2000; // ms for which the second card is shown before the page goes on
const SOON = 400; // a second tap this soon after the first is a part of it
const DECISIONS = ["keep", "reject"];

/**
 * @param {(action: string) => void} send an act to the server
 * @param {() => object} latest the message on the screen
 * @param {() => void} paint
 */
export function createDraft(send, latest, paint) {
  let held = null;
  let decided = "";
  let timer = 0;
  const at = ({ play, seq }) => `${play} ${seq}`;

  function go() {
    clearTimeout(timer);
    const { action } = held;
    held = null;
    decide(action);
  }

  function decide(action) {
    const { play, seq } = latest();
    decided = `${play} ${seq + 1}`;
    send(action);
  }

  /** The second card has been seen. A hidden page waits until it is visible again. */
  function seen() {
    if (document.hidden) document.addEventListener("visibilitychange", () => later(seen, LOOKED), { once: true });
    else if (decided && decided === at(latest()) && latest().view.legal.includes("seen")) send("seen");
  }

  function later(call, ms) {
    clearTimeout(timer);
    timer = setTimeout(call, ms);
  }

  return {
    /** Hold this action back. Return false if it has to be sent at once. */
    holds(action) {
      const { table, view } = latest();
      if (!view || view.phase !== "draft" || !DECISIONS.includes(action)) return false;
      if (table.misclick) {
        const runs = 1000 * table.misclick;
        held = { action, at: at(latest()), from: elapsed(), runs };
        later(go, runs);
        paint();
      } else decide(action);
      return true;
    },
    /** Show the next card now. */
    now: () => held && elapsed() - held.from > SOON && go(),
    back() {
      if (!held || elapsed() - held.from <= SOON) return;
      clearTimeout(timer);
      held = null;
      paint();
    },
    /** This message is on the screen. */
    shown(message) {
      if (held && held.at !== at(message)) {
        clearTimeout(timer);
        held = null;
      }
      if (decided && decided === at(message) && message.view && message.view.legal.includes("seen") && !held) later(seen, LOOKED);
    },
    get left() {
      return held ? Math.max(0, Math.ceil((held.from + held.runs - elapsed()) / 1000)) : 0;
    },
    /** The held action, the seconds left, and how long the bar runs in ms; null if there is none. */
    get held() {
      return held && { action: held.action, left: this.left, runs: held.runs };
    },
  };
}

/** The panel while a choice is held back. The key for the next card is where the choice was tapped. */
export function heldPanel(c) {
  const { action, left, runs } = c.held;
  const keeps = action === "keep";
  const card = cardWords(c.view.more.draft.first);
  const next = html`<button type="button" class="btn" data-key="next" ?disabled=${!c.canAct} @click=${() => c.do.draftNext()}><span>Show the next card</span></button>`;
  const back = html`<button type="button" class="btn takeback" data-key="misclick" .style=${`--runs: ${runs}ms`} @click=${() => c.do.draftBack()}><span>Take back <b aria-hidden="true">${left} s</b></span></button>`;
  return html`<section class="turn choose" aria-label="Your choice">
    <span>${keeps ? `You keep the ${card}` : `You reject the ${card}`}<small>${keeps ? "Then you see the next card." : "Then you take the next card."}</small></span>
    <div class="choices" data-arrows>${keeps ? [next, back] : [back, next]}</div>
  </section>`;
}
