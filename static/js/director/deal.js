// The cards of a board, one tap a card, beside the fields that take them as text.

import { html, render } from "../vendor/lit-html.js";
import { again, dealAsk, dealKeys, emptyDeal, withCard, withoutLast } from "../lib/deal-keys.js";

const keys = document.getElementById("keys");
const field = (seat) => document.getElementById(`id_${seat}`);
const cardsIn = (seat) => field(seat).value.toUpperCase().replaceAll("10", "T").split(/[\s,;]+/).filter(Boolean);

let deal = emptyDeal();

function take(next) {
  deal = next;
  for (const seat of "EWSN") field(seat).value = deal.hands[seat].join(" ");
  paint();
}

/** Read the fields, so that the keys continue from them. */
function read() {
  const hands = Object.fromEntries([..."EWSN"].map((seat) => [seat, cardsIn(seat)]));
  const open = [..."EW"].find((seat) => hands[seat].length < 13) || "";
  deal = { hands, seat: open };
  paint();
}

function paint() {
  const more = html`<div class="answer"><button type="button" class="btn" data-key="deal-hands" @click=${() => take(again(deal, "S"))}>${deal.hands.S.length ? "South’s hand again" : "South’s hand too"}</button></div>`;
  render(deal.seat ? html`<h2>${dealAsk(deal)}</h2>${dealKeys(deal, { card: (card) => take(withCard(deal, card)), back: () => take(withoutLast(deal)) })}` : html`<h2>Both dummies are typed</h2>${more}`, keys);
}

for (const seat of "EWSN") field(seat).addEventListener("change", read);
keys.parentElement.hidden = false;
read();
