// Several cards chosen at once: how many are still to choose, and the one key that sends them and names its action.

import { html, nothing } from "../vendor/lit-html.js";
import { cardInText, cardKey } from "../lib/cards.js";
import { missing, pickText } from "./picking.js";

const cards = (n) => `${n} card${n === 1 ? "" : "s"}`;

// For every verb: the mark on a chosen card, the next step, and the words of the key.
const WORDS = {
  keep: {
    mark: "keep",
    ask: (pick) => `Choose ${cards(pick.most)} to keep`,
    hint: () => "The seven that lie face down join them.",
    top: "Now tap the one that stays on top of the discards",
    done: (chosen) => html`Keep these ${chosen.cards.length}, leave ${cardInText(chosen.top)} on top`,
  },
  draw: {
    mark: "goes",
    ask: (pick) => (pick.most ? `Choose up to ${cards(pick.most)} to change` : "You may not change a card now"),
    hint: (pick) => (pick.most ? "You get as many from the top of the bridge." : ""),
    done: (chosen) => (chosen.cards.length ? `Change ${chosen.cards.length === 1 ? "this card" : `these ${chosen.cards.length} cards`}` : "Change no card"),
  },
  discard: {
    mark: "away",
    ask: (pick) => `Choose ${cards(pick.most)} to lay away`,
    hint: () => "The kitty is in your hand.",
    done: (chosen) => html`Lay away ${chosen.cards.map((card) => html`${cardInText(card)} `)}`,
  },
  secret: {
    mark: "secret",
    ask: () => "Choose a card of the dummy as your secret card",
    hint: () => "It lies face down until you play it.",
    done: (chosen) => html`Set ${cardInText(chosen.cards[0])} aside, face down`,
  },
};
const PLAIN = { mark: "chosen", ask: (pick) => `Choose ${cards(pick.most)}`, hint: () => "", done: (chosen) => `Choose these ${chosen.cards.length}` };

const wordsOf = (pick) => WORDS[pick.verb] || PLAIN;

/** The mark on a card while a choice is made: "", or the word for what happens to it. */
function markOf(pick, chosen, card) {
  if (chosen.top === card) return "on top";
  if (!chosen.cards.includes(card)) return "";
  return pick.forced.includes(card) ? "must" : wordsOf(pick).mark;
}

export function pickPanel(c, pick) {
  const words = wordsOf(pick);
  const { chosen } = c.ui;
  const lack = missing(pick, chosen);
  const loud = lack < 0 ? words.top : words.ask(pick);
  const hint = lack < 0 ? "" : words.hint(pick);
  const others = (c.view.choices || []).filter((each) => !each.a.startsWith(`${pick.verb}:`) || each.a === `${pick.verb}:all`);
  const key = lack > 0 ? (pick.most === 1 ? "Choose a card" : `Choose ${lack} more`) : lack < 0 ? "Choose the top discard" : words.done(chosen);
  const full = !lack && pick.most > 0 && chosen.cards.length === pick.most;
  return html`<section class="turn choose pick ${full ? "full" : ""}" aria-label="Your choice">
    <span>${loud}${hint ? html`<small>${hint}</small>` : nothing}</span>
    ${pick.most > 1 ? html`<b class="tell">${chosen.cards.length}<small> of ${pick.most}</small></b>` : nothing}
    <div class="choices">
      <button type="button" class="btn main" data-key="pick-send" ?disabled=${lack !== 0 || !c.canAct} @click=${() => c.do.act(pickText(pick, chosen))}><span>${c.sending ? c.slow || "Sent" : key}</span></button>
      ${others.map((each) => html`<button type="button" class="btn" data-key=${each.a} ?disabled=${!c.canAct} @click=${() => c.do.act(each.a)}>${each.label}</button>`)}
    </div>
  </section>`;
}

/** A card that can be chosen: a key that marks it, and sends nothing. */
export function pickCard(c, pick, card, gap) {
  const mark = markOf(pick, c.ui.chosen, card);
  const open = pick.cards.includes(card);
  return cardKey(card, {
    state: `${gap ? "gap" : ""} ${mark ? "on" : ""} ${open ? "yes" : "no"}`,
    said: mark ? `, ${mark}` : "",
    pressed: mark ? "true" : "false",
    over: mark ? html`<span class="mark" aria-hidden="true">${mark}</span>` : nothing,
    tap: (event) => c.do.choose(event, card),
  });
}
