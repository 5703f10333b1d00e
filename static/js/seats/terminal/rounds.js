// The rounds of a seat on this device: the site's state, and on top every act that the site does not have yet.

import { resultOf } from "./score.js";

/** Return the plan with the unsent acts applied, in the order in which they were done. */
export function planNow(state, acts) {
  const plan = state.plan.map((seating) => ({ ...seating, boards: seating.boards.map((board) => ({ ...board })) }));
  for (const act of acts) {
    const seating = plan.find((each) => each.round === act.round);
    const board = seating && seating.boards.find((each) => each.number === act.board);
    if (board) apply(board, act, state.pairs);
  }
  return plan;
}

function apply(board, act, pairs) {
  const { pending } = board;
  if (act.kind === "type") {
    const result = resultOf(act.answers, board.vul, pairs);
    board.pending = { key: act.id, side: act.side, disputed: false, asks: "", unsent: true, ...result };
  } else if (act.kind === "order") {
    board.ordered = [...(board.ordered || []), act.moment];
  } else if (act.kind === "deal") {
    board.typings += 1;
  } else if (!pending || pending.key !== act.key) {
    return;
  } else if (act.kind === "confirm") {
    board.entry = { ...pending, id: 0, unsent: true };
    board.done = true;
    board.pending = null;
  } else if (act.kind === "refuse") {
    board.pending = { ...pending, disputed: true };
  } else {
    board.pending = null;
  }
}

/**
 * Return the round of this device: the site's, or a later one that it has reached offline.
 * @param {object} at { plan, state, ahead: the round reached offline, 0 for none }
 */
export function seatingNow({ plan, state, ahead }) {
  const round = Math.max(state.round, ahead);
  return plan.find((seating) => seating.round === round) || null;
}

/** Return the next seating after this one; null if none is known. */
export const seatingAfter = (plan, seating) => plan.find((each) => each.round === seating.round + 1) || null;

/** Return the board whose score waits for an answer of the two at the table. */
export const waitingBoard = (seating) => seating.boards.find((board) => board.pending && !board.pending.asks) || null;

/** True if a board was typed and the director decides about it: for the table it is over. */
export const isOver = (board) => Boolean(board.done || (board.pending && board.pending.asks));

export const nextBoard = (seating) => seating.boards.find((board) => !isOver(board)) || null;

/** True if nobody plays there. */
export const sitsOut = (seating) => !seating.ns.id || !seating.ew.id || !seating.boards.length;
