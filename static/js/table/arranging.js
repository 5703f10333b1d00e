// The order in which a player wants the suits of a sorted hand. Pure. Dummies in their sequence are never touched.

import { isJoker, suitOf } from "../lib/cards.js";

// Red and black in turn, from the trump suit on.
const BY_TURNS = { S: "SHCD", H: "HSDC", D: "DSHC", C: "CHSD" };

const trumpOf = ({ contract, more }) => (contract && contract.strain) || (more && more.trumps) || "";

/**
 * @param {string} order "suits" (as the server sorts them), "colours" (red and black in turn) or "trumps" (trumps
 *   first, then in turn)
 */
export function arranged(view, order) {
  if (!view || order === "suits") return view;
  const trump = trumpOf(view);
  const bowers = (view.more && view.more.bowers) || [];
  const suits = (order === "trumps" && BY_TURNS[trump]) || BY_TURNS.S;
  const place = (card) => (bowers.includes(card) ? suits.indexOf(trump) : isJoker(card) ? -1 : suits.indexOf(suitOf(card)));
  const sorted = (seat, hand) => {
    const inSequence = hand.dummy && seat !== "D";
    return inSequence || !hand.cards ? hand : { ...hand, cards: [...hand.cards].sort((one, other) => place(one) - place(other)) };
  };
  return { ...view, hands: Object.fromEntries(Object.entries(view.hands).map(([seat, hand]) => [seat, sorted(seat, hand)])) };
}
