// Cards, calls and seats as text on the wire, as words for people, and as drawings. Only this module draws a card.

import { html, nothing } from "../vendor/lit-html.js";
import { CALL_NAMES, DOUBLED_NAMES, JOKER_NAMES, RANK_NAMES, SEAT_NAMES, SIDE_NAMES, STRAIN_NAMES, VULNERABILITY_NAMES, PAIRS_VULNERABILITY_NAMES } from "./wording.js";

export const SUITS = ["S", "H", "D", "C"];

const CLOCKWISE = "SWNE";
const PLACES = ["bottom", "left", "top", "right"];

export const capital = (text) => text[0].toUpperCase() + text.slice(1);
export const isJoker = (card) => card in JOKER_NAMES;
export const suitOf = (card) => card[0];
export const rankOf = (card) => (isJoker(card) ? "Joker" : card[1] === "T" ? "10" : card[1]);
export const suitName = (suit) => STRAIN_NAMES[suit];
export const seatName = (seat) => (seat === "D" ? "the dummy" : SEAT_NAMES[seat]);
export const vulnerabilityName = (vul, pairs = false) => (pairs ? PAIRS_VULNERABILITY_NAMES : VULNERABILITY_NAMES)[vul];

/** "HT" -> "10 of hearts", "JK" -> "joker". */
export function cardWords(card) {
  return JOKER_NAMES[card] || `${RANK_NAMES[card[1]] || card[1]} of ${STRAIN_NAMES[card[0]]}`;
}

/** Return { level: "4", strain: "S", doubled: "X" } for "4SX", also for "10N"; null for a call that names no strain. */
export function parseBid(text) {
  const found = /^(10|[1-9])([CDHSN])(X{0,2})$/.exec(text || "");
  return found && { level: found[1], strain: found[2], doubled: found[3] };
}

/** "1S" -> "1 spade", "P" -> "pass". */
export function callWords(call) {
  const bid = parseBid(call);
  if (!bid) return CALL_NAMES[call] || call;
  const name = STRAIN_NAMES[bid.strain];
  const noun = bid.level === "1" && bid.strain !== "N" ? name.slice(0, -1) : name;
  return `${bid.level} ${noun}${DOUBLED_NAMES[bid.doubled]}`;
}

/** Return the name of a call's key: "1 spade", or "1NT, no trump", so that speech control finds what is written on it too. */
export const callKeyWords = (call) => (call.endsWith("N") ? `${call}T, no trump` : callWords(call));

/** Return "N/S" for the player S: the side whose score the player's is. */
export const scoresAs = (player) => SIDE_NAMES[player === "S" ? "NS" : "EW"];

/** Return the place of a hand on the screen of the player `me`: bottom, left, top or right. */
export function placeOf(seat, me) {
  const turn = CLOCKWISE.indexOf(seat) - CLOCKWISE.indexOf(me);
  return PLACES[(turn + 4) % 4];
}

/** Return the hand at a place, the reverse of `placeOf`. */
export function seatAt(place, me) {
  return CLOCKWISE[(CLOCKWISE.indexOf(me) + PLACES.indexOf(place)) % 4];
}

/**
 * Return true if the player of the hand `seat` is vulnerable on a board with `vul` None, NS, EW or All.
 * South, who scores as N/S, plays S and E; North, who scores as E/W, plays N and W (SOLO-2, SOLO-23).
 */
export function isVulnerable(seat, vul) {
  return vul === "All" || vul === ("SE".includes(seat) ? "NS" : "EW");
}

/** Group cards by suit, in the order in which the suits come, with jokers last. */
export function bySuit(cards) {
  const jokers = cards.filter(isJoker);
  const suits = SUITS.map((suit) => ({ suit, cards: cards.filter((card) => card[0] === suit) }));
  return jokers.length ? [...suits, { suit: "J", cards: jokers }] : suits;
}

/** Return what this card may be played as now: "p:S7", or for a joker that names a suit "p:JK:H" and the others. */
export function playsOf(view, card) {
  return view.legal.filter((action) => action === `p:${card}` || action.startsWith(`p:${card}:`));
}

/** "+420", "\u2212100", "0". */
export const signed = (points) => `${points > 0 ? "+" : points < 0 ? "\u2212" : ""}${Math.abs(points)}`;

/** Compare a number of tricks with the number needed: "made", "+1", "\u22121". */
export function againstNeed(tricks, need) {
  const over = tricks - need;
  return over === 0 ? "made" : over > 0 ? `+${over}` : `\u2212${-over}`;
}

// ---- as they are drawn ----

/** Our own joker: a cap with three bells. */
const jester = (named) => html`<svg class="suit jester" viewBox="0 0 100 100" role=${named ? "img" : nothing} aria-label=${named ? "Joker" : nothing} aria-hidden=${named ? nothing : "true"}><path d="M24 66C20 44 12 34 2 36c6-16 26-16 34 0 2-14 6-24 14-30 8 6 12 16 14 30 8-16 28-16 34 0-10-2-18 8-22 30Z"></path><path d="M22 72h56v14H22Z"></path><circle cx="7" cy="43" r="7"></circle><circle cx="50" cy="6" r="6"></circle><circle cx="93" cy="43" r="7"></circle></svg>`;

/** The symbol of a suit. "J" is the joker's. */
export function suit(letter) {
  if (letter === "J") return jester(true);
  const s = letter.toLowerCase();
  return html`<svg class="suit ${s}" role="img" aria-label=${suitName(letter)}><use href="#${s}"></use></svg>`;
}

export const strain = (letter) => (letter === "N" ? "NT" : suit(letter));

/** A call or contract: "4SX", "P", "XX", "MIS". */
export function call(text) {
  const bid = parseBid(text);
  if (!bid) return text && capital(callWords(text));
  const doubled = DOUBLED_NAMES[bid.doubled];
  return html`<span class="bid">${bid.level}${strain(bid.strain)}${doubled ? html`<span class="dbl">${doubled}</span>` : nothing}</span>`;
}

/** The colour of a card: that of its suit, or a joker's own. */
export const suitClass = (card) => (isJoker(card) ? (card === "JR" ? "j h" : "j") : suitOf(card).toLowerCase());

/** Rank over suit. The parent has the colour (`suitClass`) and the name. */
export function face(card) {
  if (isJoker(card)) return html`<b class="jk" aria-hidden="true">Joker</b>${jester(false)}`;
  const rank = rankOf(card);
  return html`<b class=${rank === "10" ? "ten" : ""} aria-hidden="true">${rank}</b><svg class="suit" aria-hidden="true"><use href="#${suitOf(card).toLowerCase()}"></use></svg>`;
}

/** A card in a sentence: symbol, then rank. */
export const cardInText = (card) => html`<span class="nowrap">${isJoker(card) ? nothing : suit(suitOf(card))}${rankOf(card)}</span>`;

/** An open card. `state`: more classes; `said`: its accessible text, with its name in it. */
export const laidCard = (card, state = "", said = cardWords(card)) =>
  html`<span class="card ${suitClass(card)} ${state}" data-card=${card} role="img" aria-label=${said}>${face(card)}</span>`;

/** A card that is face down. `mark`: a word on it. */
export const cardBack = (said, mark = "") =>
  html`<span class="card back" role="img" aria-label=${said}>${mark ? html`<span class="mark">${mark}</span>` : nothing}</span>`;

/** A card of an open hand, in a list. */
export const cardItem = (card, state = "") =>
  html`<li class="card ${suitClass(card)} ${state}" data-card=${card}><span class="vh">${cardWords(card)}</span>${face(card)}</li>`;

/**
 * A card that can be tapped. Its accessible name is its words and `said`; the drawing is only for the eye.
 * @param {object} key { state: more classes, said: text after its name, tap, pressed: whether it is chosen, if it can
 *   be, over: what covers its face, which `said` says in words }
 */
export const cardKey = (card, { state = "", said = "", tap, pressed = nothing, over = nothing }) =>
  html`<button type="button" class="card ${suitClass(card)} ${state}" data-key=${card} data-card=${card}
    aria-pressed=${pressed} @click=${tap}><span class="vh">${cardWords(card)}${said}</span>${face(card)}${over}</button>`;
