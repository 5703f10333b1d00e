// The smallest pieces of the picture: the painted board, a plate, a word beside a name.

import { html, nothing } from "../vendor/lit-html.js";
import { isVulnerable, seatAt, seatName, vulnerabilityName } from "../lib/cards.js";

/**
 * The board as it is on the table, turned so that `me` is at the bottom. The two hands of a vulnerable player are red
 * (docs/decisions.md, 055); on a real board the edges N and S are, or E and W.
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
  const words = `Board ${number}, dealer ${seatName(dealer)}, ${vulnerabilityName(vul)}`;
  return html`<div class="board" role="img" aria-label=${words}>
    ${edge("top")}${edge("left")}<span class="no ${side ? "two" : ""}"><span>${number}${side ? html`<small>${dealer} deals</small>` : nothing}</span></span>${edge("right")}${edge("bottom")}
  </div>`;
}

/** A plate with a compass letter; yellow if the hand is mine. */
export const plate = (seat, mine) => html`<span class="plate ${mine ? "me" : ""}">${seat}</span>`;

/** "vul" beside a player's name if their side is vulnerable. */
export const vul = (player, vulnerability) => (isVulnerable(player, vulnerability) ? html`<span class="vul">vul</span>` : nothing);
