// The table of the lesson: drawn like the real one, from South's view under the rules.

import { html, nothing } from "../vendor/lit-html.js";
import { call, cardWords, laidCard, placeOf, seatName } from "../lib/cards.js";
import { board, plate } from "../table/bits.js";
import { backs, dummy, fan, held } from "../table/hands.js";

const NAMES = { S: "You", N: seatName("N") };

/** Return the context that the table's own parts are drawn from. */
export function contextOf(view, { open, tap }) {
  const turn = view.turn;
  return {
    view: { ...view, pick: null, choices: [] },
    me: "S",
    dummy: "E",
    theirs: "W",
    opp: { seat: "N", name: NAMES.N, first: NAMES.N, connected: true, robot: false },
    table: { name: "You" },
    auction: view.phase === "auction",
    myTurn: open && Boolean(turn) && turn.player === "S",
    canAct: open,
    paused: false,
    online: true,
    sending: null,
    slow: "",
    ui: {},
    do: { tap },
  };
}

/** North’s hand, both dummies, the middle, South’s hand: five pieces for the page’s grid. */
export function scene(c, last) {
  const { view } = c;
  const north = view.hands.N;
  return html`
    <section class="opp" aria-label="North, your opponent"><p class="ln-seat">${plate("N", false)}<span>North</span></p>${north.cards && north.cards.length ? fan(north.cards) : backs(north.count)}</section>
    ${dummy(c, "W")}
    <section class="mid">${c.auction ? calls(view) : trick(view, last)}${c.auction ? nothing : tally(view)}</section>
    ${dummy(c, "E")}
    ${c.auction ? html`<section class="hand" aria-label="Your hand, South">${fan(view.hands.S.cards)}</section>` : held(c)}`;
}

function trick(view, last) {
  const shown = last ? view.last_trick : view.trick;
  const cards = shown ? shown.cards : [];
  return html`<div class="trick" role="group" aria-label=${shown ? `Trick ${shown.number}` : "The table"}>
    ${cards.map((each) => laid(each, shown))}${board(view, "S")}</div>`;
}

function laid({ seat, card }, shown) {
  const won = shown.winner === seat;
  const led = shown.leader === seat && !won;
  return laidCard(card, `at-${placeOf(seat, "S")} ${won ? "won" : ""} ${led ? "lead" : ""}`, `${seatName(seat)}: ${cardWords(card)}${led ? ", led" : ""}${won ? ", wins" : ""}`);
}

function tally({ contract, tricks }) {
  return html`<p class="corner tl contract">${contract ? html`${call(contract.text)} by you` : nothing}</p>
    <dl class="corner tr tally" aria-label="Tricks won"><dt>You</dt><dd>${tricks.S}</dd><dt>North</dt><dd>${tricks.N}</dd></dl>`;
}

function calls(view) {
  const rows = [];
  for (const { by, call: text } of view.auction) {
    if (!rows.length || by === "S" || rows.at(-1).N !== undefined) rows.push({});
    rows.at(-1)[by] = text;
  }
  if (!rows.length) return html`<div class="ln-bids">${points(view)}</div>`;
  const cell = (text) => html`<td>${text === undefined ? nothing : call(text)}</td>`;
  return html`<div class="ln-bids"><table class="calls"><caption class="vh">The auction so far</caption>
    <thead><tr>${["S", "N"].map((player) => html`<th scope="col" class=${player === "S" ? "me" : ""}>${NAMES[player]}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cell(row.S)}${cell(row.N)}</tr>`)}</tbody></table>${points(view)}</div>`;
}

function points({ hints }) {
  if (!hints || hints.S.both === null) return nothing;
  const { hand, dummy: other, both, suits } = hints.S;
  return html`<p class="ln-points"><b>${both}</b> points: ${hand} + ${other}<br><b>${suits.S[0] + suits.S[1]}</b> spades: ${suits.S[0]} + ${suits.S[1]}</p>`;
}
