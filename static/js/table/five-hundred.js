// 500 for two: the kitty, the cards laid away, the three highest trumps, a suit named for the joker.

import { html, nothing } from "../vendor/lit-html.js";
import { cardInText, cardItem, cardWords, suit, suitName } from "../lib/cards.js";
import { board } from "./bits.js";
import { contract } from "./play.js";
import { backs } from "./hands.js";

/** The contract, its worth, the order of the top trumps, and the cards out of play. */
export function fiveCorner(c) {
  const { value, bowers, asked } = c.view.more;
  const lines = html`${bowers.length ? html`<span class="label high" aria-label="Highest: ${bowers.map(cardWords).join(", ")}">${bowers.map((card, i) => html`${i ? " " : nothing}${cardInText(card)}`)} high</span>` : nothing}
    ${asked ? html`<span class="label">joker asks for ${suit(asked)}<span class="vh">${suitName(asked)}</span></span>` : nothing}
    ${outOfPlay(c)}`;
  return contract(c, lines, value ? html`<span class="worth">${c.view.contract.level ? ", " : ""}worth ${value}</span>` : nothing);
}

function kitty(c) {
  const { kitty: cards, kitty_count: count } = c.view.more;
  if (!count) return nothing;
  const shown = cards ? html`<ul class="fan">${cards.map((card) => cardItem(card))}</ul>` : backs(count);
  return html`<div class="kitty"><p class="label">Kitty</p>${shown}</div>`;
}

const away = (title, cards, count) =>
  html`<span class="label away"><span class="said">${title} </span>${cards ? cards.map((card) => html`${cardInText(card)} `) : html`${count} cards`}</span>`;

/** In the auction the kitty is beside the calls. */
export const fiveBoard = (c) => html`<div class="besides">${kitty(c)}${c.wide ? board(c.view, c.me) : nothing}</div>`;

/** Nothing while cards are laid away; afterwards the cards that I laid away, for me alone, or the unused kitty at misère. */
function outOfPlay(c) {
  const { discards, discards_count: count, kitty: cards, kitty_count: unused } = c.view.more;
  if (c.view.phase === "discard" || c.view.phase === "over") return nothing;
  if (count) return discards ? away("Laid away:", discards, count) : nothing;
  return unused ? away("Kitty, unused:", cards, unused) : nothing;
}
