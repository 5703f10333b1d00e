// Bridge Solitaire: one player, and the stock, which counts the player's tricks, bids and turns up its cards.

import { html, nothing } from "../vendor/lit-html.js";
import { call, capital, cardBack, cardInText, cardWords, laidCard, suit } from "../lib/cards.js";
import { closedAuction } from "./auction.js";
import { backs } from "./hands.js";
import { contract, corners, tally } from "./play.js";
import { stage } from "./three.js";

export function solitairePage(c) {
  const { phase } = c.view;
  if (phase === "choose") return stage(c, "solitaire choosing", choosing(c));
  if (phase === "auction") return closedAuction(c, html`${counted(c)}${asides(c)}`);
  return stage(c, "solitaire", playing(c));
}

/** Why no trump is grey, under the question of the auction. */
export const noTrumpWhy = (c) => (c.view.more.no_trump && (c.wide || c.ui.level) ? html`<small>${c.view.more.no_trump}.</small>` : nothing);

function choosing(c) {
  const { down, stock, jokers } = c.view.more;
  return html`<div class="seven"><p class="label"><b>Seven cards face down</b><br>turned up when you have chosen</p>${backs(down)}</div>
    ${pile(stock)}
    ${jokers ? html`<p class="label center">${jokers === 1 ? "A joker must be kept: it doubles" : "Both jokers must be kept: they redouble"} the contract.</p>` : nothing}`;
}

const pile = (stock) => html`<div class="pack">${cardBack("The stock, face down")}<p class="label">Stock<b>${stock}</b></p></div>`;

/** The tricks that the stock gives me, suit by suit, and its bid for them. */
function counted(c) {
  const { count, stock_bid: bid } = c.view.more;
  if (!count) return nothing;
  return html`<table class="count-of"><caption class="label">${count.by === "quick" ? "Your quick tricks" : "Your winning tricks"}</caption>
    <thead><tr>${["S", "H", "D", "C"].map((letter) => html`<th scope="col">${suit(letter)}</th>`)}<th scope="col">All</th></tr></thead>
    <tbody><tr>${["S", "H", "D", "C"].map((letter) => html`<td>${count[letter]}</td>`)}<td><b>${count.total}</b></td></tr></tbody>
    <tfoot><tr><td colspan="5">${bid === "P" ? "so the stock passes" : html`so the stock bids <b>${call(bid)}</b>`}</td></tr></tfoot></table>`;
}

/** The top discard or, if the pile is open, all discards, and the effect of my jokers on the contract. */
function asides(c) {
  const { top, discards, jokers } = c.view.more;
  const words = ["", "Your joker doubles the contract", "Your jokers redouble the contract"][jokers];
  return html`<div class="asides">${words && c.auction ? html`<p class="label">${words}.</p>` : nothing}
    ${discards.length ? pileOpen(discards) : top ? html`<p class="label topcard">${laidCard(top, "small", `Top discard: ${cardWords(top)}`)}<span>top discard</span></p>` : nothing}</div>`;
}

const pileOpen = (discards) => html`<p class="label discards">Discards ${discards.map((card) => html`<b>${cardInText(card)}</b> `)}</p>`;

function playing(c) {
  const shown = c.ui.linger || c.view.trick;
  const done = Boolean(c.ui.linger);
  return html`<div class="around">
    <div class="pair-of">${pile(c.view.more.stock)}${asides(c)}</div>
    ${trickOfTwo(c, shown, done)}
    ${contract(c)}${tally(c)}${corners(c)}
  </div>`;
}

/** The stock's card, with those it turned and passed over, and mine. */
export function trickOfTwo(c, shown, done) {
  return html`<div class="trick of2" role="group" aria-label=${shown ? `Trick ${shown.number}` : "The table"}>${["N", c.me].map((seat) => side(c, seat, shown, done))}</div>`;
}

function side(c, seat, shown, done) {
  const cards = c.paused || !shown ? [] : shown.cards;
  const played = cards.find((each) => each.seat === seat);
  const won = done && shown.winner === seat;
  const state = won ? "wins" : played && shown.leader === seat ? "led" : "";
  const over = seat === "N" && shown && shown.turned ? shown.turned : [];
  const next = !done && !played && c.view.turn && c.view.turn.what === "card" && seat === c.me;
  return html`<div class="place">
    <div class="turned">${over.length ? html`<span class="vh">Turned and passed over: </span>` : nothing}${over.map((card) => laidCard(card, "small"))}
      ${played ? laidCard(played.card, played.unsent ? "sending" : won ? "won" : "", `${cardWords(played.card)}${state ? `, ${state}` : ""}${played.unsent ? ", being sent" : ""}`) : html`<div class="slot ${next ? "" : "none"}" aria-hidden="true">${next ? "next" : ""}</div>`}</div>
    <span class="label">${seat === c.me ? "You" : capital(c.opp.first)}${state ? html` <b>${state}</b>` : nothing}</span>
  </div>`;
}
