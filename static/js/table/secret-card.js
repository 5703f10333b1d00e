// The secret-card game: the draft, choosing the secret card, and a dummy with one card face down.

import { html, nothing } from "../vendor/lit-html.js";
import { cardBack, laidCard } from "../lib/cards.js";
import { closedAuction } from "./auction.js";
import { commonDummy, stage, threePlay } from "./three.js";
import { nameOf } from "./words.js";

const TURNS = 26;
const TOLD = {
  first: "kept the first card",
  second: "rejected the first card and took the second",
  "ace first": "said ace: the first card went down",
  "ace second": "said ace: the second card went down",
};

export function secretPage(c) {
  const { phase } = c.view;
  if (phase === "auction") return closedAuction(c);
  if (phase === "draft") return stage(c, "draft", draft(c));
  if (phase === "secret") return stage(c, "three choosing", nothing, commonDummy(c));
  const { secret, intended } = c.view.more;
  const tag = (card) => (card === intended ? "shown" : card === secret.card && secret.hidden ? "secret" : "");
  const hidden = secret.hidden && !secret.card ? cardBack("The secret card, face down", "secret") : nothing;
  return threePlay(c, { tag, hidden });
}

/** The pack, the two cards of this turn as far as they have been seen, and the last choice. */
function draft(c) {
  const { number, player, first, second, told, aces } = c.view.more.draft;
  const mine = player === c.me;
  const left = 52 - 2 * (number - 1) - (second ? 1 : 0);
  const fate = second ? told[told.length - 1] : "";
  const mineIsFirst = fate === "first" || fate === "ace second" || Boolean(c.held && c.held.action === "keep");
  return html`<div class="pack">${cardBack("The pack, face down")}<p class="label">Pack<b>${left}</b></p></div>
    <div class="looked">
      ${looked(first, mine, "First card", (fate || c.held) && (mineIsFirst ? "yours" : "goes down"))}
      ${looked(second, mine, "Second card", fate && (mineIsFirst ? "goes down" : "yours"))}
    </div>
    <div class="course">
      <p><b>Turn ${number}</b> of ${TURNS}, ${mine ? "yours" : c.opp.first}</p>
      ${lastOf(c, told)}
      ${aces[c.me] ? html`<p class="label">An ace you would pick up now is announced and goes down.</p>` : nothing}
    </div>`;
}

function looked(card, mine, name, fate) {
  const shown = card
    ? laidCard(card, fate === "goes down" ? "gone" : "")
    : html`<span class="slot none" aria-hidden="true"></span>`;
  return html`<div class="place ${fate === "yours" ? "mine-now" : ""}">${shown}<span class="label">${fate ? html`<b>${fate}</b>` : mine ? name : nothing}</span></div>`;
}

/** What the opponent did in their last turn. */
function lastOf(c, told) {
  const theirs = (place) => (place % 2 ? c.view.more.a !== c.opp.seat : c.view.more.a === c.opp.seat);
  for (let place = told.length - 1; place >= 0; place -= 1) {
    if (theirs(place)) return html`<p class="label">${nameOf(c.opp.seat, c)} ${TOLD[told[place]]}.</p>`;
  }
  return nothing;
}

