// Whist for two: no auction. What counts is the trump suit, and the card that was turned for it.

import { html, nothing } from "../vendor/lit-html.js";
import { cardWords, laidCard, strain, suitName } from "../lib/cards.js";

/** The trump suit, large. */
export function whistCorner(c) {
  const { trumps } = c.view.more;
  const name = trumps === "N" ? "No trumps" : suitName(trumps);
  return html`<p class="corner tl trumps"><span class="label">${trumps === "N" ? "No trumps" : "Trumps"}</span><b class="big ${trumps.toLowerCase()}" role="img" aria-label=${name}>${strain(trumps)}</b></p>`;
}

/** The turned card, as long as it is open. */
export function whistMiddle(c) {
  const { turned, turned_by: by } = c.view.more;
  if (!turned || c.view.phase === "over") return nothing;
  const whose = by === c.me ? "your hand" : `${c.opp.first}’s hand`;
  return html`<div class="turned-up">${laidCard(turned, "small", `Turned: ${cardWords(turned)}`)}<span class="label">turned, in ${whose}</span></div>`;
}
