// Umbrage: swapping a hand unseen, drawing from the bridge during the auction, then three cards a trick.

import { html, nothing } from "../vendor/lit-html.js";
import { calls, closedAuction } from "./auction.js";
import { backs } from "./hands.js";
import { stage, threePlay } from "./three.js";
import { nameOf } from "./words.js";

export function umbragePage(c) {
  const { phase } = c.view;
  if (phase === "umbrage") return stage(c, "umbrage", spares(c));
  if (phase === "auction") return closedAuction(c, bridge(c));
  if (phase === "draw") return stage(c, "drawing", html`${bridge(c)}${calls(c)}`);
  const drawn = new Set(c.view.more.drawn);
  return threePlay(c, { line: drawn.size && !c.view.trick ? html`<span class="label">You drew ${drawn.size}</span>` : nothing });
}

/** The two spare hands. The one on my right becomes mine if I take umbrage. */
function spares(c) {
  const { decided } = c.view.more.umbrage;
  return html`<div class="spares">
    <div class="spare"><span class="pile">${backs(13)}</span><p class="label">Spare hand on your left</p></div>
    <div class="spare mine"><span class="pile">${backs(13)}</span><p class="label"><b>Spare hand on your right</b><br>yours if you swap</p></div>
  </div>
  <p class="label center">${decided.includes(c.opp.seat) ? `${nameOf(c.opp.seat, c)} has decided.` : `${nameOf(c.opp.seat, c)} decides at the same time.`}</p>`;
}

/** The face-down row, who took umbrage, and what each player has changed. */
function bridge(c) {
  const { bridge: left, draw, draws, umbrage } = c.view.more;
  return html`<div class="bridge">
    <p class="label"><b>Bridge</b> ${left} card${left === 1 ? "" : "s"} left</p>
    ${left ? backs(left) : nothing}
    <ul class="facts label">
      ${["S", "N"].filter((player) => umbrage[player]).map((player) => html`<li>${nameOf(player, c)} took umbrage</li>`)}
      ${draws.map((done) => html`<li>${changes(c, done, done.bidder)}</li>`)}
      ${draw ? now(c, draw) : nothing}
    </ul>
  </div>`;
}

function changes(c, done, bidder) {
  const other = bidder === "S" ? "N" : "S";
  const said = [bidder, other].filter((player) => done[player] !== null).map((player) => `${nameOf(player, c)} changed ${done[player]}`);
  return said.join(", ");
}

function now(c, { changed, final }) {
  const said = ["S", "N"].filter((player) => changed[player] !== null).map((player) => `${nameOf(player, c)} changed ${changed[player]}`);
  return html`${said.length ? html`<li><b>${said.join(", ")}</b></li>` : nothing}${final ? html`<li>The last bid is the contract.</li>` : nothing}`;
}
