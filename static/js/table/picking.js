// Choosing several cards: the present choice, what a tap changes, and the resulting action. Pure.

import { cardWords } from "../lib/cards.js";

/**
 * Return the choice that this view asks for: the server's `pick`, or one made of its legal actions that name one card
 * (`secret:S7`). null if it asks for none.
 */
export function pickOf(view, me) {
  if (!view) return null;
  if (view.pick) return view.pick;
  const single = view.legal.map((action) => /^([a-z]+):([SHDCJ][2-9TJQKARB])$/.exec(action)).filter((found) => found && found[1] !== "p");
  if (!single.length || new Set(single.map((found) => found[1])).size > 1) return null;
  const cards = single.map((found) => found[2]);
  const hand = Object.keys(view.hands).find((seat) => cards.every((card) => (view.hands[seat].cards || []).includes(card))) || me;
  return { verb: single[0][1], hand, cards, least: 1, most: 1, forced: [], top: false };
}

/** The choice to begin with: the forced cards. */
export const begun = (pick) => ({ cards: pick ? [...pick.forced] : [], top: null });

/**
 * Return the choice after a tap on a card.
 * @returns {{cards: string[], top: string|null, note?: string}} with `note` for a tap that changes nothing
 */
export function tapped(pick, chosen, card) {
  const { cards, top } = chosen;
  if (!pick.cards.includes(card)) return { ...chosen, note: "That card cannot be chosen." };
  if (pick.forced.includes(card)) return { ...chosen, note: `The ${cardWords(card)} must be among them.` };
  if (cards.includes(card)) return { cards: cards.filter((each) => each !== card), top: null };
  if (card === top) return { cards, top: null };
  if (cards.length < pick.most) return { cards: [...cards, card], top: null };
  if (pick.top) return { cards, top: card };
  if (pick.most === 1) return { cards: [card], top: null };
  const full = pick.most ? `${pick.most} are chosen: tap one of them to put it back first.` : "No card can be changed now.";
  return { ...chosen, note: full };
}

/** Return how many are still missing; 0 if it can be sent, -1 if only the top card is missing. */
export function missing(pick, { cards, top }) {
  if (cards.length < pick.least) return pick.least - cards.length;
  return pick.top && !top ? -1 : 0;
}

/** Return the action: "draw:S7.H3", "keep:.../SJ". */
export function pickText(pick, { cards, top }) {
  // In the order of the hand, so that the same choice is the same text.
  const inOrder = pick.cards.filter((card) => cards.includes(card));
  return `${pick.verb}:${inOrder.join(".")}${pick.top && top ? `/${top}` : ""}`;
}
