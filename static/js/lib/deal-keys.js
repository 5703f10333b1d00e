// A deal typed from the cards, one tap a card: both dummies from left to right, South's hand if it is wanted; North's
// is the rest.

import { html, nothing } from "../vendor/lit-html.js";
import { cardWords, face, rankOf, seatName, suit, suitClass, SUITS } from "./cards.js";

const RANKS = [..."AKQJT98765432"];
const OWNER = { E: "S", W: "N" };
const DECK = SUITS.flatMap((letter) => RANKS.map((rank) => letter + rank));
const FULL = 13;

/** Nothing typed. `seat`: whose cards are typed now; "" while all is read back. */
export const emptyDeal = () => ({ hands: { E: [], W: [], S: [], N: [] }, seat: "E" });

/** A deal that was typed before, to check and to correct. */
export const typedDeal = (hands) => ({ hands: { E: [...hands.E], W: [...hands.W], S: [...hands.S], N: [...hands.N] }, seat: "" });

const holders = (deal) => new Map(Object.entries(deal.hands).flatMap(([seat, cards]) => cards.map((card) => [card, seat])));

/** Return the seat after this one: West's after East's, then the read-back. */
const after = (deal, seat) => (seat === "E" && deal.hands.W.length < FULL ? "W" : "");

/** Return the deal with one more card; a card that somebody has already changes nothing. */
export function withCard(deal, card) {
  const { seat, hands } = deal;
  if (!seat || hands[seat].length >= FULL || holders(deal).has(card)) return deal;
  const cards = [...hands[seat], card];
  const next = { hands: { ...hands, [seat]: cards }, seat: cards.length === FULL ? after(deal, seat) : seat };
  return seat === "S" && cards.length === FULL ? withRest(next) : next;
}

/** Give North the remaining cards. */
function withRest(deal) {
  const held = new Set([...deal.hands.E, ...deal.hands.W, ...deal.hands.S]);
  return { ...deal, hands: { ...deal.hands, N: DECK.filter((card) => !held.has(card)) } };
}

/** Return the deal without the last card that was tapped; if the hand is empty, go back to the hand before. */
export function withoutLast(deal) {
  const { seat, hands } = deal;
  if (hands[seat].length) return { ...deal, hands: { ...hands, [seat]: hands[seat].slice(0, -1) } };
  return seat === "W" ? { ...deal, seat: "E" } : { ...deal, seat: "" };
}

/** Return the deal with one hand empty, to be typed again. With a dummy the players' hands go too: they were the rest. */
export const again = (deal, seat) => ({ hands: seat === "S" ? { ...deal.hands, S: [], N: [] } : { ...deal.hands, [seat]: [], S: [], N: [] }, seat });

/** True if both dummies are there. */
export const dummiesWhole = ({ hands }) => hands.E.length === FULL && hands.W.length === FULL;

/** Return its hands as they are sent: seat -> cards. The site works out North's too. */
export const dealSent = ({ hands }) => Object.fromEntries(Object.entries(hands).map(([seat, cards]) => [seat, cards.join(" ")]));

/** A dummy in its order. */
export const sequence = (seat, cards) =>
  html`<div class="dummy"><p class="label"><b>${seatName(seat)}</b>, ${seatName(OWNER[seat])}’s dummy, left to right</p>
    <ol class="sequence" aria-label="${seatName(seat)}, from left to right">${cards.map((card) => html`<li class=${suitClass(card)}><span class="vh">${cardWords(card)}</span>${face(card)}</li>`)}</ol></div>`;

/** The keys of one hand. `on`: { card, back }. */
export function dealKeys(deal, on) {
  const { seat, hands } = deal;
  const held = holders(deal);
  const typed = hands[seat];
  const key = (card) =>
    html`<li><button type="button" class="key cardkey ${suitClass(card)}" data-key="card-${card}" aria-label=${cardWords(card)} ?disabled=${held.has(card)} @click=${() => on.card(card)}>${face(card)}</button></li>`;
  return html`<p class="typedcards" aria-live="polite"><b>${typed.length} of ${FULL}</b> ${typed.map((card) => html`<span class="nowrap ${suitClass(card)}">${suit(card[0])}${rankOf(card)}</span> `)}</p>
    <ul class="keys cardkeys" aria-label="Cards">${DECK.map(key)}</ul>
    ${typed.length || seat !== "E" ? html`<div class="answer"><button type="button" class="btn" data-key="card-back" @click=${on.back}>${typed.length ? html`Take back ${suit(typed.at(-1)[0])}${rankOf(typed.at(-1))}` : "Back"}</button></div>` : nothing}`;
}

/** Both dummies read back, and the hands if they were typed. */
export function dealRead(deal) {
  const { hands } = deal;
  const own = (seat) => html`<p class="ownhand"><b>${seatName(seat)}</b> ${SUITS.map((letter) => html`<span class="nowrap">${suit(letter)}${hands[seat].filter((card) => card[0] === letter).map(rankOf).join("") || "–"}</span> `)}</p>`;
  return html`<div class="dummies">${sequence("E", hands.E)}${sequence("W", hands.W)}${hands.S.length ? html`${own("S")}${own("N")}` : nothing}</div>`;
}

/** The question: "East's cards, from left to right". */
export const dealAsk = ({ seat }) => (seat === "S" ? "South’s hand, in any order" : `${seatName(seat)}’s cards, from left to right`);
