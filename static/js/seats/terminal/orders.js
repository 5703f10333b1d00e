// The order check (SOLO-4): both dummies are compared with their record, before a board is played and after it.

import { html, nothing } from "../../vendor/lit-html.js";
import { sequence } from "../../lib/deal-keys.js";
import { button, plate } from "./bits.js";

const SLIPS = "Compare both dummies with the slips in the board.";
const HIDDEN = {
  unknown: "The site does not know these cards. Leave both dummies as they were dealt, and compare them with the slips if there are any.",
  fouled: "This board was found not in order. Leave the dummies as they lie, whatever the slips say.",
  other_board: `You have not agreed on the score of another board yet, so the order of this one is not shown. ${SLIPS}`,
  elsewhere: `Another table has this board on the table, so its order is not shown here. ${SLIPS}`,
};

/** True if the order of a board is still to be checked, `before` or `after` it is played. */
export const wanted = (state, board, moment) => Boolean(state.order_check) && !(board.ordered || []).includes(moment);

/** True if the cards of a scored board are put back. */
export const putBack = ({ entry }) => Boolean(entry) && (entry.status === "played" || entry.status === "passed_out");

/** A check that begins. `bad`: the dummies are not in order; `when`, asked after the play: "played" or "now". */
export const begunOrder = (seating, board, moment) => ({
  round: seating.round,
  table: seating.table.id,
  ns: seating.ns.id,
  ew: seating.ew.id,
  side: seating.side,
  board: board.number,
  moment,
  bad: false,
  when: "",
});

/** True if a check is no longer asked: the other device has answered, the board is scored, or the round is over. */
export function orderOver(order, plan, round) {
  const seating = plan.find((each) => each.round === order.round);
  const board = seating && seating.boards.find((each) => each.number === order.board);
  if (order.bad) return false;
  if (board && (board.ordered || []).includes(order.moment)) return true;
  return order.moment === "before" && (order.round < round || !board || Boolean(board.done || board.pending));
}

/**
 * The screen of a check.
 * @param {object} order from `begunOrder`
 * @param {object|null} shown { hands: seat -> cards from left to right, hidden: why there are none }; null: not known
 */
export function orderScreen(order, shown, on) {
  const hands = shown && shown.hands.E ? shown.hands : null;
  const dummies = hands ? ["E", "W"].map((seat) => sequence(seat, hands[seat])) : html`<p class="lede remind">${(shown && HIDDEN[shown.hidden]) || SLIPS}</p>`;
  return html`<section class="ordercheck"><div class="way">${order.bad ? html`<button type="button" class="back" data-key="order-back" @click=${on.orderBack}>Back</button>` : nothing}
    <p class="sofar">${plate(order.board)} <span>${order.moment === "before" ? "Before the first call" : "Back into the board"}</span></p></div>
    ${question(order, dummies, Boolean(hands), on)}</section>`;
}

function question(order, dummies, shown, on) {
  const lying = html`<div class="dummies">${dummies}</div>`;
  if (!order.bad) return html`<h1>Are both dummies in order?</h1>${lying}${inOrder(on)}`;
  if (order.moment === "after" && !order.when) return whenNotInOrder(on);
  return html`<h1>Put them right${shown ? "" : " by the slips"}</h1>${lying}${notInOrder(order, on)}`;
}

const inOrder = (on) => html`<div class="answer">${button("order-yes", "In order", () => on.ordered("in_order"), "main")}${button("order-no", "Not in order", on.notInOrder)}</div>`;

/** Found after the play: the moment decides which scores it fouls. */
const whenNotInOrder = (on) =>
  html`<h1 class="asked">When did that happen?</h1><p class="lede">If you do not know, say that they were so when you played.</p>
    <div class="answer">${button("order-now", html`It happened now<small>When the cards were put back. Your score stands.</small>`, () => on.whenFouled("now"))}
    ${button("order-played", html`They were so when we played<small>Your score is compared apart. The director is told.</small>`, () => on.whenFouled("played"))}</div>`;

/** The answer that each key sends, and its words. */
const FAULTS = {
  before: { right: ["put_right", "Put right: play on"], fouled: ["fouled", "Fouled from this table on"] },
  played: { right: ["fouled_own", "Put right"], fouled: ["fouled", "Fouled from this table on"] },
  now: { right: ["put_right", "Put right"], fouled: ["fouled_next", "Fouled from the next table on"] },
};

function notInOrder(order, on) {
  const { right, fouled } = FAULTS[order.when || "before"];
  return html`<div class="answer">${button("order-right", right[1], () => on.ordered(right[0]), "main")}
    ${button("order-fouled", html`${fouled[1]}<small>It cannot be put right. The director is told.</small>`, () => on.ordered(fouled[0]))}</div>`;
}
