// The rounds of a seat as they stand on this device: what the site says, and every act on top that it has not heard yet.

import { resultOf } from "./score.js";

/** The plan with the unsent acts applied, in the order in which they were done. */
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
 * The round that this device is at: the site's, or a later one that it has gone on to without a line.
 * @param {object} at { plan, state, ahead: the round gone on to, 0 for none }
 */
export function seatingNow({ plan, state, ahead }) {
  const round = Math.max(state.round, ahead);
  return plan.find((seating) => seating.round === round) || null;
}

/** The next seating after this one; null where none is known. */
export const seatingAfter = (plan, seating) => plan.find((each) => each.round === seating.round + 1) || null;

/** The board whose score waits for an answer of the two at the table. */
export const waitingBoard = (seating) => seating.boards.find((board) => board.pending && !board.pending.asks) || null;

/** A board that was typed and that the director decides: for the table it is over. */
export const isOver = (board) => Boolean(board.done || (board.pending && board.pending.asks));

export const nextBoard = (seating) => seating.boards.find((board) => !isOver(board)) || null;

/** Whether two play there. */
export const sitsOut = (seating) => !seating.ns.id || !seating.ew.id || !seating.boards.length;
