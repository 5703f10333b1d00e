// The record of a published play as steps: the deal, each call, each card, the end. `play` is the server's object:
// {dealer, names, hands as dealt, auction, tricks, outcome, claim}. Pure.

export const OWNER = { N: "N", W: "N", S: "S", E: "S" };

/** @returns {object[]} { kind: "deal" | "call" | "card" | "end" }; a call has `by` and `call`, a card `trick`, its `place` in it, `seat` and `card` */
export function stepsOf(play) {
  const calls = play.auction.map((call) => ({ kind: "call", ...call }));
  const cards = play.tricks.flatMap((trick) => trick.cards.map(({ seat, card }, place) => ({ kind: "card", trick, place, seat, card })));
  return [{ kind: "deal" }, ...calls, ...cards, { kind: "end" }];
}

/** Return the positions at which a card is led. */
export const ledAt = (steps) => steps.flatMap((step, at) => (step.kind === "card" && step.place === 0 ? [at] : []));

/** Return the cards that have been played at a position. */
export const playedAt = (steps, at) => new Set(steps.slice(0, at + 1).filter((step) => step.kind === "card").map((step) => step.card));

/** Return the winners of the tricks that are complete at a position. */
export const winnersAt = (steps, at) =>
  steps.slice(0, at + 1).filter((step) => step.kind === "card" && step.place === 3).map((step) => OWNER[step.trick.winner]);

/**
 * Return the log events of each step. The end has the event of a claim, if one ended the play. Cards that the last
 * trick played by itself have none.
 * @param {{calls: number[], cards: number[], claim: number[]}} order
 */
export function seqsOf(steps, { calls, cards, claim }) {
  const left = { call: [...calls], card: [...cards], deal: [] };
  return steps.map(({ kind }) => (kind === "end" ? claim : left[kind].splice(0, 1)));
}
