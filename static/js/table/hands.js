// The four hands: a dummy in its sequence, my own cards, the opponent's backs, and who sits there.

import { html, nothing } from "../vendor/lit-html.js";
import { cardItem, cardKey, playsOf, seatName, suit } from "../lib/cards.js";
import { plate, vul } from "./bits.js";
import { possessive } from "./words.js";
import { pickCard } from "./pickpanel.js";
import { pickOf } from "./picking.js";
import { shortWhy } from "./why.js";

const legal = (c, card) => playsOf(c.view, card).length > 0;
const fromHere = (c, seat) => c.myTurn && c.view.turn.what === "card" && c.view.turn.hand === seat;
const sent = (c, card) => c.sending && (c.sending.message.a === `p:${card}` || c.sending.message.a.startsWith(`p:${card}:`));

/** True for the card that a first tap has lifted, if two taps play it. */
const isLifted = (c, card) => c.ui.lifted === card;
const liftedWords = (c, card) => (isLifted(c, card) ? ", lifted: once more plays it" : ", play");

/** Return how far in a card of a dummy is: 0 for an END. */
const depthOf = (index, count) => Math.min(index, count - 1 - index);

/** A dummy as one overlapping run, never sorted; its two ENDS stand clear. */
export function dummy(c, seat) {
  const hand = c.view.hands[seat];
  const mine = hand.owner === c.me;
  const cards = hand.cards;
  const owner = mine ? "your" : possessive(c.opp.first);
  return html`<section class="dummy ${mine ? "mine" : "opp-dummy"}" aria-label="${seatName(seat)}, ${owner} dummy">
    <p class="label">${plate(seat, mine)}<span><span class="dw">${owner} </span>dummy${c.view.more && c.view.more.aside === seat ? ", laid aside" : ""}</span></p>
    ${cards ? html`<div class="run" role="group" data-arrows aria-label="${cards.length} cards in sequence">${cards.map((card, i) => inRun(c, seat, card, i, cards.length))}</div>
        ${caps(c, seat, cards)}` : backs(hand.count)}
  </section>`;
}

function inRun(c, seat, card, index, count) {
  const depth = depthOf(index, count);
  const turn = fromHere(c, seat);
  const yes = turn && depth === 0 && legal(c, card);
  const no = turn && depth === 0 && !yes;
  const away = sent(c, card);
  const place = depth ? `${depth} from the end` : "an end";
  const state = yes ? liftedWords(c, card) : no ? `, ${shortWhy(c.view, card)}` : "";
  const deep = depth && c.auction ? deepness(c, card) : nothing;
  return cardKey(card, {
    state: `${depth ? "" : "end"} ${yes ? "yes" : ""} ${no ? "no" : ""} ${away ? "sending" : ""} ${isLifted(c, card) ? "lifted" : ""}`,
    said: `, ${place}${state}`,
    over: html`${deep}${yes ? html`<span class="tab" aria-hidden="true">${away && c.slow ? "..." : isLifted(c, card) ? "Again" : "Play"}</span>` : nothing}`,
    tap: (event) => c.do.tap(event, card, seat, depth),
  });
}

function deepness(c, card) {
  const hints = c.view.hints;
  const found = hints && [hints.S, hints.N].find((each) => each && each.depth && each.depth[card]);
  return found ? html`<span class="depth" aria-hidden="true">${found.depth[card]} in</span>` : nothing;
}

/** The reason beside an END that may not be played now. */
function caps(c, seat, cards) {
  if (!fromHere(c, seat) || cards.length < 2) return nothing;
  const cap = (card, side) =>
    legal(c, card) ? nothing : html`<p class="cap ${side}">${shortWhy(c.view, card)}</p>`;
  return html`${cap(cards[0], "a")}${cap(cards[cards.length - 1], "b")}`;
}

/** My own hand in the play, and while cards are chosen from it. */
export function held(c) {
  const hand = c.view.hands[c.me];
  if (!hand.cards) return html`<section class="hand" aria-label="Your hand">${backs(hand.count)}</section>`;
  return html`<section class="hand ${rows(hand.cards)}" aria-label="Your hand, ${seatName(c.me)}">${rack(c, c.me, hand.cards)}</section>`;
}

/** The class for the rows of so many cards on a narrow screen. */
export const rows = (cards) => (cards.length > 7 ? "two" : "");

/** Cards side by side, to play one or to choose several. `tag` returns a word on a card, or "". */
export function rack(c, seat, cards, tag = () => "") {
  const asked = pickOf(c.view, c.me);
  const pick = asked && asked.hand === seat && !c.paused ? asked : null;
  const turn = fromHere(c, seat);
  const gap = (card, next) => next && next[0] !== card[0];
  return html`<div class="held ${turn || pick ? "" : "rest"} ${pick ? "picking" : ""} n${cards.length}" role="group" data-arrows aria-label="${cards.length} cards">
    ${cards.map((card, i) => (pick ? pickCard(c, pick, card, gap(card, cards[i + 1])) : playCard(c, seat, card, turn, gap(card, cards[i + 1]), tag(card))))}
  </div>`;
}

function playCard(c, seat, card, turn, gap, tag) {
  const yes = turn && legal(c, card);
  const lifted = isLifted(c, card);
  const why = turn && !yes ? `, ${shortWhy(c.view, card)}` : yes ? liftedWords(c, card) : "";
  return cardKey(card, {
    state: `${gap ? "gap" : ""} ${yes ? "yes" : ""} ${turn && !yes ? "no" : ""} ${sent(c, card) ? "sending" : ""} ${lifted ? "lifted" : ""} ${tag ? "on" : ""}`,
    said: `${tag ? `, ${tag}` : ""}${why}`,
    over: tag ? html`<span class="mark" aria-hidden="true">${tag}</span>` : nothing,
    tap: (event) => c.do.tap(event, card, seat, 0),
  });
}

/** An open, sorted hand: in the auction, and a claimant's. */
export function fan(cards) {
  const gap = (card, next) => next && next[0] !== card[0];
  return html`<ul class="fan">${cards.map((card, i) => cardItem(card, gap(card, cards[i + 1]) ? "gap" : ""))}</ul>`;
}

/** Cards face down, with their number. */
export function backs(count) {
  return html`<span class="backs" role="img" aria-label="${count} cards hidden">${Array.from({ length: count }, () => html`<i></i>`)}<b>${count}</b></span>`;
}

/** Who sits here, and, with hints, Crow's count and the combined lengths. */
export function seatHead(c, player, right = nothing) {
  const mine = player === c.me;
  const hints = c.auction && c.view.hints && c.view.hints[player];
  const off = !mine && c.opp.connected === false;
  return html`<header class="seat">
    <span class="who">${c.game.crow ? plate(player, mine) : nothing}<span class="nm">${mine ? c.table.name : c.opp.name}</span>${vul(player, c.view.vul)}${off ? html`<span class="off">${c.table.left ? "has left" : "not connected"}</span>` : nothing}</span>
    ${right}${hints && hints.both !== null ? count(hints) : nothing}
  </header>`;
}

function count(hints) {
  return html`<p class="count"><span><span class="w">hand </span><b>${hints.hand}</b></span><span>+ <span class="w">dummy </span><b>${hints.dummy}</b></span><span class="sum">= <b>${hints.both}</b><span class="vh"> points</span></span></p>
    <ul class="fit" aria-label="Combined length of each suit">${["S", "H", "D", "C"].map((letter) => {
      const [own, other] = hints.suits[letter];
      return html`<li>${suit(letter)}<b>${own + other}</b><small>${own}-${other}</small></li>`;
    })}</ul>`;
}
