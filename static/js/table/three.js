// Two hands and one dummy for both: it is between the players, and three cards make a trick.

import { html, nothing } from "../vendor/lit-html.js";
import { cardWords, laidCard } from "../lib/cards.js";
import { backs, fan, held, rack, rows, seatHead } from "./hands.js";
import { note, topbar } from "./frame.js";
import { panel } from "./ask.js";
import { contract, corners, tally } from "./play.js";
import { nameOf, toldOf } from "./words.js";

/** The page of a game with the opponent above, my hand below, the question over it, and `middle` between, under `dummy`. */
export function stage(c, kind, middle, dummy = nothing) {
  const other = c.view.hands[c.opp.seat];
  return html`<div class="table stage ${kind}" ?inert=${c.covered} @click=${() => c.do.seen()}>
    ${topbar(c)}
    ${other ? opponent(c, other) : nothing}
    ${dummy}
    <section class="mid">${middle}${note(c)}</section>
    ${panel(c)}
    ${held(c)}
  </div>`;
}

function opponent(c, hand) {
  const claimed = c.view.claim && c.view.claim.by !== c.me ? c.view.claim.cards : null;
  const open = claimed || hand.cards;
  const shown = open && open.length ? open : null;
  return html`<section class="opp" aria-label=${c.opp.name}>${seatHead(c, c.opp.seat, shown ? nothing : backs(hand.count))}${shown ? fan(shown) : nothing}</section>`;
}

/**
 * The play of the cards: the dummy's row, and the trick.
 * @param {(card: string) => string} tag a word on a card of the dummy, or ""
 * @param {unknown} hidden the dummy's cards that are face down, drawn at its end
 */
export function threePlay(c, { tag, hidden = nothing, line = nothing } = {}) {
  const middle = html`<div class="around">${trickRow(c, c.ui.linger || c.view.trick, Boolean(c.ui.linger))}${contract(c, line)}${tally(c)}${corners(c)}</div>`;
  return stage(c, "three", middle, commonDummy(c, tag, hidden));
}

/** The dummy, sorted, for both players. */
export function commonDummy(c, tag, hidden = nothing) {
  const { cards, count } = c.view.hands.D;
  const turn = c.view.turn;
  const now = c.myTurn && turn.what === "card" && turn.hand === "D";
  const words = cards ? `${count} card${count === 1 ? "" : "s"}` : `${count} cards, face down`;
  return html`<section class="common ${now ? "now" : ""} ${cards ? rows(cards) : ""}" aria-label="The dummy, ${words}">
    <p class="label"><b>Dummy</b> <span>${words}</span></p>
    <div class="row">${cards ? rack(c, "D", cards, tag) : backs(count)}${hidden}</div>
  </section>`;
}

/** Three places in a row: the opponent's, the dummy's, mine. */
export function trickRow(c, shown, done) {
  const cards = c.paused || !shown ? [] : shown.cards;
  const next = done || c.paused || !c.view.turn || c.view.turn.what !== "card" ? null : c.view.turn.hand;
  return html`<div class="trick of3" role="group" aria-label=${shown ? `Trick ${shown.number}` : "The table"}>
    ${[c.opp.seat, "D", c.me].map((seat) => place(c, seat, cards.find((each) => each.seat === seat), { shown, done, next }))}
  </div>`;
}

function place(c, seat, played, { shown, done, next }) {
  const by = seat === "D" ? (played ? played.by : next === "D" && c.view.turn.player) : null;
  const name = seat === "D" ? html`Dummy${by ? html`, ${toldOf(by, c)}` : nothing}` : nameOf(seat, c);
  const won = done && played && shown.winner === seat;
  const led = shown && shown.leader === seat && played;
  const state = won ? "wins" : led ? "led" : "";
  const card = played
    ? laidCard(played.card, played.unsent ? "sending" : won ? "won" : "", `${cardWords(played.card)}${state ? `, ${state}` : ""}${played.unsent ? ", being sent" : ""}`)
    : html`<div class="slot ${next === seat ? (c.myTurn ? "" : "theirs") : "none"}" aria-hidden="true">${next === seat ? "next" : ""}</div>`;
  return html`<div class="place">${card}<span class="label">${name}${state ? html` <b>${state}</b>` : nothing}</span></div>`;
}
