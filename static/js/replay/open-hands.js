// A step of a published play: all four hands as dealt, with the played cards crossed out, the calls or the trick, and
// words.

import { html, nothing } from "../vendor/lit-html.js";
import { SUITS, call, callWords, cardInText, cardWords, face, laidCard, parseBid, rankOf, seatName, suit, suitClass } from "../lib/cards.js";
import { OWNER, playedAt, winnersAt } from "./record.js";

const VERBS = { P: "passes", X: "doubles", XX: "redoubles" };
const DUMMIES = "EW";
const isDummy = (seat) => DUMMIES.includes(seat);

/** @param {object} c { play, steps, at, you }: `you` is the reader's player, if they sat there */
export function openHands(c) {
  const hand = (seat, place) => html`<div class="${place} ${seat.toLowerCase()}" data-hand=${seat}>${isDummy(seat) ? dummy(c, seat) : ownHand(c, seat)}</div>`;
  return html`<div class="table-top">${hand("N", "rh")}${hand("W", "rd")}<div class="mid">${middle(c)}</div>${hand("E", "rd")}${hand("S", "rh")}</div>`;
}

const head = (seat, who) => html`<header><span class="plate">${seat}</span><span class="who">${who}</span></header>`;

/** "now" for the card of this step, "gone" for one played before. */
function stateOf({ steps, at }, card) {
  if (steps[at].card === card) return "now";
  return playedAt(steps, at).has(card) ? "gone" : "";
}

function ownHand(c, seat) {
  const cards = c.play.hands[seat];
  const ranks = (letter) => cards.filter((card) => card[0] === letter).map((card) => html`<span class=${stateOf(c, card)}>${rankOf(card)}</span> `);
  return html`${head(seat, c.you === seat ? html`${c.play.names[seat]} <span class="tag you">you</span>` : c.play.names[seat])}<ul class="suits">${SUITS.map((letter) => html`<li>${suit(letter)} <span class="ranks">${ranks(letter)}</span></li>`)}</ul>`;
}

function dummy(c, seat) {
  const cards = c.play.hands[seat];
  const left = cards.filter((card) => !playedAt(c.steps, c.at).has(card));
  const tip = (card) => (card === left[0] || card === left[left.length - 1] ? "tip" : "");
  return html`${head(seat, `${seatName(OWNER[seat])}’s dummy`)}
    <ol class="seq">${cards.map((card) => html`<li class="${suitClass(card)} ${stateOf(c, card)} ${tip(card)}"><span class="vh">${cardWords(card)}</span>${face(card)}</li>`)}</ol>`;
}

function middle({ play, steps, at }) {
  const step = steps[at];
  if (step.kind === "card") return html`<div class="cross">${step.trick.cards.slice(0, step.place + 1).map((one, place) => laid(step, one, place))}</div>`;
  return html`<ol class="mini-calls"><li class="head">${seatName("S")}</li><li class="head">${seatName("N")}</li>
    ${play.auction.length && play.auction[0].by === "N" ? html`<li></li>` : nothing}
    ${steps.slice(0, at + 1).filter((one) => one.kind === "call").map((one) => html`<li class=${one === step ? "now" : ""}>${call(one.call)}</li>`)}</ol>`;
}

function laid({ trick, place: last }, { seat, card }, place) {
  const won = last === 3 && seat === trick.winner;
  return laidCard(card, `${place ? "" : "lead"} ${won ? "won" : ""} at-${seat.toLowerCase()}`, `${seatName(seat)}: ${cardWords(card)}${place ? "" : ", led"}${won ? ", wins" : ""}`);
}

/** The winners of the tricks so far. */
export function trickStrip({ steps, at }) {
  const winners = winnersAt(steps, at);
  const current = steps[at].kind === "card" ? steps[at].trick.number : 0;
  const south = winners.filter((winner) => winner === "S").length;
  const marks = Array.from({ length: 13 }, (_, i) => html`<i class="${winners[i] || ""} ${i + 1 === current ? "at" : ""}">${winners[i] || ""}</i>`);
  return html`<div class="score13" aria-hidden="true">${marks}</div><p class="label count-line">Tricks: ${seatName("S")} ${south}, ${seatName("N")} ${winners.length - south}</p>`;
}

/** The event of this step, as a sentence. */
export function said({ play, steps, at }) {
  const step = steps[at];
  if (step.kind === "deal") return `${seatName(play.dealer)} deals. All 52 cards lie face up for the auction.`;
  if (step.kind === "call") return html`${seatName(step.by)} ${parseBid(step.call) ? html`bids ${call(step.call)}` : VERBS[step.call] || callWords(step.call)}.`;
  return step.kind === "card" ? playedWords(step) : ending(play);
}

function playedWords({ trick, place, seat, card }) {
  const name = isDummy(seat) ? `${seatName(seat)}, ${seatName(OWNER[seat])}’s dummy,` : seatName(seat);
  return html`Trick ${trick.number}: ${name} ${place ? "plays" : "leads"} ${cardInText(card)}.${place === 3 ? ` ${seatName(trick.winner)} wins.` : ""}`;
}

function ending({ outcome, claim }) {
  if (outcome.contract === "PASS") return "Passed out: 0 to both.";
  const claimed = !claim ? "" : claim.takes ? `${seatName(claim.by)} claims ${claim.takes}. ` : `${seatName(claim.by)} concedes the rest. `;
  return html`${claimed}${call(outcome.contract)} by ${seatName(outcome.declarer)}, ${outcome.tricks} tricks.`;
}
