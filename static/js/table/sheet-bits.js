// Parts that sheets share: the head, the key that closes, the hands as dealt.

import { html } from "../vendor/lit-html.js";
import { bySuit, cardInText, rankOf, suit } from "../lib/cards.js";
import { nameOf } from "./words.js";

export const title = (words) => html`<h2 id="sheet-title" tabindex="-1">${words}</h2>`;
export const closeKey = (c, words = "Close") => html`<button type="button" class="btn" data-key="close" @click=${() => c.do.close()}>${words}</button>`;

const CROW = ["N", "W", "E", "S"];
const RANKS = "AKQJT98765432";
const OTHERS = { D: "Dummy", out: "Out of play", discards: "Laid away" };

/** All hands as dealt, Crow's dummies in their order; in other games also the other hidden cards. */
export function dealtHands(c) {
  const { dealt, hands } = c.view;
  const crow = Boolean(dealt.E);
  const keys = crow ? CROW : [c.opp.seat, "D", c.me, "out", "discards"].filter((key) => dealt[key] && dealt[key].length && !(c.game.alone && key === "N"));
  const order = (cards) => [...cards].sort((one, other) => RANKS.indexOf(one[1]) - RANKS.indexOf(other[1]));
  const sorted = (cards) => bySuit(order(cards)).map(({ suit: letter, cards: held }) => html`<span class="of">${suit(letter)}<b>${held.length ? (letter === "J" ? held.length : held.map(rankOf).join(" ")) : "none"}</b></span>`);
  const name = (key) => (crow ? key : OTHERS[key] || (key === c.me ? "You" : nameOf(key, c)));
  const line = (key) => html`<li class=${crow ? "" : "named"}><b class="plate ${key === c.me || (crow && hands[key].owner === c.me) ? "me" : ""}">${name(key)}</b><span class="line">${crow && hands[key].dummy ? dealt[key].map(cardInText) : sorted(dealt[key])}</span></li>`;
  return html`<details class="four"><summary>${crow ? "All four hands" : "The hands"}</summary><ul>${keys.map(line)}</ul></details>`;
}
