// The position of a problem: all four hands open, the middle with the trick, the strain and the goal.

import { html, nothing } from "../vendor/lit-html.js";
import { cardWords, laidCard, placeOf, seatName, strain } from "../lib/cards.js";
import { plate } from "../table/bits.js";
import { dummy, fan, rack } from "../table/hands.js";

/** Five pieces for the page's grid. `begun`: cards of the line have been played. */
export function scene(c, problem, begun) {
  const { view } = c;
  const missed = new Set(problem.done ? [] : problem.tried.map((each) => each.card));
  const tag = (card) => (missed.has(card) ? "miss" : "");
  return html`
    <section class="opp" aria-label="North, the other side’s hand"><p class="ln-seat">${plate("N", false)}<span>North</span></p>${fan(view.hands.N.cards)}</section>
    ${dummy(c, "W")}
    <section class="mid">${trick(view, begun)}${tally(problem, view)}</section>
    ${dummy(c, "E")}
    <section class="hand" aria-label="Your hand, South">${rack(c, "S", view.hands.S.cards, tag)}</section>`;
}

/** The trick on the table. A complete trick stays until the next card. */
function trick(view, begun) {
  const empty = !view.trick || !view.trick.cards.length;
  const shown = empty && begun ? view.last_trick : view.trick;
  const cards = shown ? shown.cards : [];
  return html`<div class="trick" role="group" aria-label=${cards.length ? `Trick ${shown.number}` : "No card is on the table"}>
    ${cards.map((each) => laid(each, shown))}
    ${cards.length ? nothing : html`<p class="dy-lead">South to lead</p>`}</div>`;
}

function laid({ seat, card }, shown) {
  const won = shown.winner === seat;
  const led = shown.leader === seat && !won;
  return laidCard(card, `at-${placeOf(seat, "S")} ${won ? "won" : ""} ${led ? "lead" : ""}`, `${seatName(seat)}: ${cardWords(card)}${led ? ", led" : ""}${won ? ", wins" : ""}`);
}

function tally(problem, { tricks }) {
  const trumps = problem.strain === "N" ? "No trump" : html`${strain(problem.strain)} trumps`;
  return html`<p class="corner tl contract dy-goal"><span>${trumps}</span><small>${problem.needs} of ${problem.tricks}</small></p>
    <dl class="corner tr tally" aria-label="Tricks won"><dt>S<span>outh</span></dt><dd>${tricks.S}</dd><dt>N<span>orth</span></dt><dd>${tricks.N}</dd></dl>`;
}
