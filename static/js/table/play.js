// The play: the trick around the board, whose turn it is and from which hand.

import { html, nothing } from "../vendor/lit-html.js";
import { call, cardWords, laidCard, placeOf, isVulnerable, seatName } from "../lib/cards.js";
import { board, vul } from "./bits.js";
import { backs, dummy, fan, held, seatHead } from "./hands.js";
import { note, topbar } from "./frame.js";
import { panel } from "./ask.js";
import { nameOf } from "./words.js";

// Phases of Crow's other games in which no trick is on the table yet.
const BEFORE_PLAY = ["discard", "inspect"];

export function playPage(c) {
  const top = c.view.hands[c.opp.seat];
  const shown = c.view.claim && c.view.claim.by !== c.me ? c.view.claim.cards : null;
  const open = shown || top.cards;
  const asked = !c.paused && c.myTurn && ["claim", "undo"].includes(c.view.turn.what);
  return html`<div class="table play ${asked ? "tight" : ""}" ?inert=${c.covered} @click=${() => c.do.seen()}>
    ${topbar(c)}
    <section class="opp" aria-label="${seatName(c.opp.seat)}, ${c.opp.name}">
      ${seatHead(c, c.opp.seat, open && open.length ? nothing : backs(top.count))}${open && open.length ? fan(open) : nothing}
    </section>
    ${dummy(c, c.theirs)}
    <section class="mid">
      ${BEFORE_PLAY.includes(c.view.phase) ? board(c.view, c.me) : trick(c, c.ui.linger || c.view.trick, Boolean(c.ui.linger))}
      ${c.game.corner ? c.game.corner(c) : contract(c)}${tally(c)}${corners(c)}${c.game.middle ? c.game.middle(c) : nothing}${note(c)}
    </section>
    ${panel(c)}
    ${dummy(c, c.dummy)}
    ${held(c)}
  </div>`;
}

/** One trick around the painted board; `done` marks the winner. */
export function trick(c, shown, done) {
  const cards = c.paused || !shown ? [] : shown.cards;
  const next = done || c.paused || !c.view.turn || c.view.turn.what !== "card" ? null : c.view.turn.hand;
  return html`<div class="trick" role="group" aria-label=${shown ? `Trick ${shown.number}` : "The table"}>
    ${cards.map((each) => laid(c, each, shown, done))}
    ${board(c.view, c.me)}
    ${next ? slot(c, next) : nothing}
  </div>`;
}

function laid(c, { seat, card, unsent }, shown, done) {
  const won = done && shown.winner === seat;
  const led = shown.leader === seat;
  return laidCard(card, `at-${placeOf(seat, c.me)} ${won ? "won" : ""} ${led && !won ? "lead" : ""} ${unsent ? "sending" : ""}`, `${seatName(seat)}: ${cardWords(card)}${led ? ", led" : ""}${won ? ", wins" : ""}${unsent ? ", being sent" : ""}`);
}

function slot(c, seat) {
  const hand = c.view.hands[seat];
  const mine = hand.owner === c.me;
  return html`<div class="slot at-${placeOf(seat, c.me)} ${mine ? "" : "theirs"}" aria-hidden="true"><b>${seat}</b><span>${hand.dummy ? "dummy" : "hand"}</span></div>`;
}

/** The contract, top left. `worth` is behind what is needed, `more` is a line of a game's own. */
export function contract(c, more = nothing, worth = nothing) {
  const k = c.view.contract;
  if (!k) return nothing;
  const mine = k.declarer === c.me;
  const danger = isVulnerable(k.declarer, c.view.vul) ? html`, ${vul(k.declarer, c.view.vul)}` : nothing;
  return html`<p class="corner tl contract ${k.doubled ? "long" : ""}"><span class="label cap0">Contract </span>${call(k.text)} by ${mine ? "you" : c.opp.first}
    <span class="label">${k.level ? html`${mine ? "you need" : "needs"} ${k.needs}${danger}` : nothing}${worth}</span>${more}</p>`;
}

export function tally(c) {
  const { tricks } = c.view;
  return html`<dl class="corner tr tally" aria-label="Tricks won"><dt>You ${vul(c.me, c.view.vul)}</dt><dd>${tricks[c.me]}</dd><dt>${nameOf(c.opp.seat, c)}</dt><dd>${tricks[c.opp.seat]}</dd></dl>`;
}

/** The claimant's keys while the claim waits: name another number, once, or withdraw it. */
function ownClaimKeys(c) {
  const correct = html`<button type="button" class="link" data-key="correct" ?disabled=${!c.canAct} @click=${() => c.do.open("claim")}>Correct</button>`;
  return html`<div class="corner bl links">${typeof c.view.claim.was === "number" ? nothing : correct}
    <button type="button" class="link" data-key="withdraw" ?disabled=${!c.canAct} @click=${() => c.do.act("withdraw")}>Withdraw</button></div>`;
}

/** The keys in the lower corners: claim, take back, the last trick. */
export function corners(c) {
  const { view } = c;
  const { can, last_trick: last } = view;
  // A question leaves no room for anything else, and in a replay there is nothing to ask for.
  if (c.replay || c.lesson || (c.view.choices || []).length > 1) return nothing;
  const quiet = (c.view.choices || []).filter((each) => (c.game.quiet || []).includes(each.a));
  return html`
    ${view.claim && view.claim.by === c.me && !view.unsent ? ownClaimKeys(c) : nothing}
    ${can.claim || can.undo || quiet.length ? html`<div class="corner bl links">
      ${can.claim ? html`<button type="button" class="link" data-key="claim" ?disabled=${!c.canAct} @click=${() => c.do.open("claim")}>Claim</button>` : nothing}
      ${can.undo && !c.takeBack ? html`<button type="button" class="link" data-key="undo" ?disabled=${!c.canAct} @click=${() => c.do.act("undo")}>Take back</button>` : nothing}
      ${quiet.map((each) => html`<button type="button" class="link" data-key=${each.a} ?disabled=${!c.canAct} @click=${() => c.do.open("giveup")}>Concede</button>`)}
    </div>` : nothing}
    ${last && !c.ui.linger ? html`<div class="corner br links"><button type="button" class="link" data-key="last" @click=${() => c.do.open("last")}>Last trick</button></div>` : nothing}`;
}
