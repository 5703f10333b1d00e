// The player's acts that no view shows yet, shown at once. Made from the view on the screen alone: the server says what
// may be done (`legal`), and a refusal paints the view again as it was.

/** True if what was said to the server still waits for its answer at the state of `message`. */
export const awaited = (message) => (said) => {
  if (said.t === "act") return said.play === message.play && said.seq === message.seq;
  return (said.t === "ready" || said.t === "disagree") && (said.play || null) === (message.play || null);
};

/**
 * Return the view with the action of its viewer `me` in it, marked `unsent`. An action that moves no card, call or
 * claim changes nothing.
 */
export function withUnsent(view, me, action) {
  const [verb, what] = action.split(":");
  const make = { p: withCard, c: withCall, claim: withClaim }[verb];
  if (!make) return view;
  const closed = { turn: null, pending: true, unsent: action, legal: [], choices: [], pick: null, can: {}, why_not: {}, prompt: "" };
  return { ...view, ...closed, ...make(view, me, what) };
}

function withCard(view, me, card) {
  const seat = Object.keys(view.hands).find((each) => (view.hands[each].cards || []).includes(card));
  if (!seat) return {};
  const hand = view.hands[seat];
  const cards = hand.cards.filter((each) => each !== card);
  const before = view.trick || { number: view.last_trick ? view.last_trick.number + 1 : 1, cards: [] };
  const leader = before.cards.length ? before.leader : seat;
  const trick = { ...before, leader, cards: [...before.cards, { seat, card, by: me, unsent: true }] };
  return { trick, hands: { ...view.hands, [seat]: { ...hand, cards, count: cards.length } } };
}

const withCall = (view, me, call) => ({ auction: [...view.auction, { by: me, call, unsent: true }] });

const withClaim = (view, me, takes) => ({ claim: { by: me, takes: Number(takes), of: view.claim_max, cards: null } });
