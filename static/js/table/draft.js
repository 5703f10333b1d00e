// The draft of the secret-card game, one tap a card. What is tapped is kept here for as long as a misclick can be taken
// back, and only then sent: the answer shows the next card, and from then on nothing can go back. When that card has
// been looked at for a while the page goes on by itself.

import { html } from "../vendor/lit-html.js";
import { cardWords } from "../lib/cards.js";

const LOOKED = 2000; // ms for which the second card is looked at before the page goes on
const SOON = 400; // a second tap so soon after the first is a part of it
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

  /** The second card has been looked at; a page that nobody sees waits until it is looked at again. */
  function seen() {
    if (document.hidden) document.addEventListener("visibilitychange", () => later(seen, LOOKED), { once: true });
    else if (decided && decided === at(latest()) && latest().view.legal.includes("seen")) send("seen");
  }

  function later(call, ms) {
    clearTimeout(timer);
    timer = setTimeout(call, ms);
  }

  return {
    /** Keeps this action back; false for one that is to be sent at once. */
    holds(action) {
      const { table, view } = latest();
      if (!view || view.phase !== "draft" || !DECISIONS.includes(action)) return false;
      if (table.misclick) {
        const runs = 1000 * table.misclick;
        held = { action, at: at(latest()), from: Date.now(), runs };
        later(go, runs);
        paint();
      } else decide(action);
      return true;
    },
    /** Show the next card now. */
    now: () => held && Date.now() - held.from > SOON && go(),
    back() {
      if (!held || Date.now() - held.from <= SOON) return;
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
      return held ? Math.max(0, Math.ceil((held.from + held.runs - Date.now()) / 1000)) : 0;
    },
    /** What is kept back: the action, the seconds left, and how long the bar runs in ms; null when nothing is. */
    get held() {
      return held && { action: held.action, left: this.left, runs: held.runs };
    },
  };
}

/** The panel while a choice is kept back. The key that shows the next card lies where the choice was tapped. */
export function heldPanel(c) {
  const { action, left, runs } = c.held;
  const keeps = action === "keep";
  const card = cardWords(c.view.more.draft.first);
  const next = html`<button type="button" class="btn" data-key="next" ?disabled=${!c.canAct} @click=${() => c.do.draftNext()}><span>Show the next card</span></button>`;
  const back = html`<button type="button" class="btn takeback" data-key="misclick" style="--runs: ${runs}ms" @click=${() => c.do.draftBack()}><span>Take back <b aria-hidden="true">${left} s</b></span></button>`;
  return html`<section class="turn choose" aria-label="Your choice">
    <span>${keeps ? `You keep the ${card}` : `You reject the ${card}`}<small>${keeps ? "Then you see the next card." : "Then you take the next card."}</small></span>
    <div class="choices" data-arrows>${keeps ? [next, back] : [back, next]}</div>
  </section>`;
}
