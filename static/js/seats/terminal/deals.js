// The cards of a board that was dealt at the table, typed after its first play.

import { html, nothing } from "../../vendor/lit-html.js";
import { again, dealAsk, dealKeys, dealRead, emptyDeal, typedDeal } from "../../lib/deal-keys.js";
import { button, plate } from "./bits.js";

/** True if the site wants the cards of a board: it was dealt here, and nobody has typed them. */
export const cardsWanted = (board) => board.typings === 0;

/** True if they were typed and can be typed again. */
export const cardsTyped = (board) => board.typings > 0;

/** True if another device has typed the cards that are asked for here, and none were typed here. */
export function typedElsewhere(typing, plan) {
  const seating = plan.find((each) => each.round === typing.round);
  const board = seating && seating.boards.find((each) => each.number === typing.board);
  return Boolean(board) && board.typings > typing.seen && !typing.deal.hands.E.length && !typing.fault;
}

/** A deal that begins; with `shown` ({ hands, seen }) one that is corrected. */
export const begunTyping = (seating, board, shown = null) => ({
  round: seating.round,
  table: seating.table.id,
  ns: seating.ns.id,
  ew: seating.ew.id,
  side: seating.side,
  board: board.number,
  seen: shown ? shown.seen : 0,
  deal: shown ? typedDeal(shown.hands) : emptyDeal(),
  fault: "",
});

/** The screen for typing a deal. */
export function typingScreen(typing, on) {
  const { deal, fault } = typing;
  const head = html`<div class="way"><p class="sofar">${plate(typing.board)} <span>${deal.seat ? dealAsk(deal) : "As they were dealt"}</span></p></div>${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}`;
  if (deal.seat) {
    const begun = deal.seat !== "E" || deal.hands.E.length;
    return html`<section class="dealing">${head}<h1 class="vh">${dealAsk(deal)}</h1>${dealKeys(deal, { card: on.cardTyped, back: on.cardBack })}
      ${begun ? nothing : html`<div class="answer">${button("deal-later", "Not now", on.dealLater)}</div>`}</section>`;
  }
  return html`<section class="dealing ordercheck">${head}<h1>Did the dummies lie like this?</h1>${dealRead(deal)}
    <div class="answer">${button("deal-yes", "Yes, keep them", on.dealSent, "main")}
    <div class="pairkeys">${["E", "W"].map((seat) => button(`deal-again-${seat}`, seat === "E" ? "East again" : "West again", () => on.dealTo(again(deal, seat))))}
    ${button("deal-hands", deal.hands.S.length ? "South again" : "South’s hand too", () => on.dealTo(again(deal, "S")))}</div></div></section>`;
}
