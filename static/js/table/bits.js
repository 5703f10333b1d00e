// The smallest pieces of the picture: a suit, a bid, the face of a card, the painted board.

import { html, nothing } from "../vendor/lit-html.js";
import { isJoker, isVulnerable, parseBid, playerIsVulnerable, rankOf, seatAt, seatName, suitName, suitOf } from "../lib/cards.js";

export function suit(letter) {
  if (letter === "J") return jester;
  const s = letter.toLowerCase();
  return html`<svg class="suit ${s}" role="img" aria-label=${suitName(letter)}><use href="#${s}"></use></svg>`;
}

export const strain = (letter) => (letter === "N" ? "NT" : suit(letter));

/** Our own joker: a cap with three bells. */
const jester = html`<svg class="suit jester" viewBox="0 0 100 100" role="img" aria-label="Joker"><path d="M24 66C20 44 12 34 2 36c6-16 26-16 34 0 2-14 6-24 14-30 8 6 12 16 14 30 8-16 28-16 34 0-10-2-18 8-22 30Z"></path><path d="M22 72h56v14H22Z"></path><circle cx="7" cy="43" r="7"></circle><circle cx="50" cy="6" r="6"></circle><circle cx="93" cy="43" r="7"></circle></svg>`;

/** A call or contract: "4SX", "P", "XX", "MIS". */
export function call(text) {
  const bid = parseBid(text);
  if (!bid) return { P: "Pass", X: "Double", XX: "Redouble", M: "Misère", PASS: "Passed out", MIS: "Misère" }[text] || text;
  const doubled = { X: " doubled", XX: " redoubled" }[bid.doubled];
  return html`<span class="bid">${bid.level}${strain(bid.strain)}${doubled ? html`<span class="dbl">${doubled}</span>` : nothing}</span>`;
}

/** Rank over suit. The parent carries the colour: class `card` and `suitClass(card)`. */
export function face(card) {
  if (isJoker(card)) return html`<b class="jk">Joker</b>${jester}`;
  const rank = rankOf(card);
  const s = suitOf(card).toLowerCase();
  return html`<b class=${rank === "10" ? "ten" : ""}>${rank}</b><svg class="suit" aria-hidden="true"><use href="#${s}"></use></svg>`;
}

/** The colour of a card: its suit's; of a joker its own. */
export const suitClass = (card) => (isJoker(card) ? (card === "JR" ? "j h" : "j") : suitOf(card).toLowerCase());

const VUL_WORDS = { None: "nobody vulnerable", NS: "N/S vulnerable: South", EW: "E/W vulnerable: North", All: "both vulnerable" };

/**
 * The board as it lies on the table, turned so that `me` is at the bottom: red pockets as on a real one. The word
 * stands with the players (`vul`), for North, who sits at a red N, scores as E/W.
 */
export function board({ board: number, dealer, vul }, me) {
  const edge = (place) => {
    const seat = seatAt(place, me);
    const across = place === "top" || place === "bottom";
    const red = isVulnerable(seat, vul);
    const deals = across && dealer === seat;
    return html`<span class="at-${place} ${red ? "v" : ""} ${deals ? "dl" : ""}"><i>${seat}</i></span>`;
  };
  const side = dealer === seatAt("left", me) || dealer === seatAt("right", me);
  const words = `Board ${number}, dealer ${seatName(dealer)}, ${VUL_WORDS[vul]}`;
  return html`<div class="board" role="img" aria-label=${words}>
    ${edge("top")}${edge("left")}<span class="no ${side ? "two" : ""}"><span>${number}${side ? html`<small>${dealer} deals</small>` : nothing}</span></span>${edge("right")}${edge("bottom")}
  </div>`;
}

/** A plate with a compass letter; yellow when the hand is mine. */
export const plate = (seat, mine) => html`<span class="plate ${mine ? "me" : ""}">${seat}</span>`;

/** "vul" beside a player's name when his side is. */
export const vul = (player, vulnerability) => (playerIsVulnerable(player, vulnerability) ? html`<span class="vul">vul</span>` : nothing);
