// Why a card may not be played now: in the few words that fit beside it, and in a sentence for a player who taps it.

import { capital, suitName } from "../lib/cards.js";
import { personal } from "./words.js";

/** The few words; a tap gives the rule in full. */
export function shortWhy(view, card) {
  const led = view.trick && view.trick.cards[0];
  const suit = led && (view.trick.asked || suitOf(view, led.card));
  return suitName(suit) && suit !== suitOf(view, card) ? `must follow ${suitName(suit)}` : view.why_not[card] || "not now";
}

/** In 500 the joker and two jacks belong to the trumps, whatever is painted on them. */
const suitOf = (view, card) => ((view.more && view.more.bowers) || []).includes(card) ? view.contract.strain : card[0];

/** The answer to a tap on a card that cannot be played. `depth`: how far in it is in a dummy of Crow's games. */
export function tapWhy(c, card, seat, depth) {
  const { turn, why_not: reasons, hands } = c.view;
  const hand = hands[seat];
  const mine = hand.owner === c.me;
  if (depth) return `${depth} card${depth === 1 ? "" : "s"} from the end`;
  if ((mine || seat === "D") && reasons && reasons[card]) return `${capital(reasons[card])}.`;
  if (c.auction) return hand.dummy && hand.owner ? "An end: it can be played first" : "The auction is still going on.";
  if (c.view.pending) return "One moment.";
  if (turn && !c.myTurn) return `${capital(c.opp.first)} is to play.`;
  if (c.view.phase !== "play" && turn) return c.view.prompt ? `${personal(c.view.prompt, c)}.` : "Not now.";
  if (seat === "D") return turn ? "It is your own hand to play." : "The board is over.";
  if (!mine) return `An end of ${c.opp.first}'s dummy`;
  if (!turn) return "The board is over.";
  return turn.hand === c.me ? "It is your hand to play." : turn.hand === "D" ? "The dummy is to play now." : "It is your dummy to play.";
}
