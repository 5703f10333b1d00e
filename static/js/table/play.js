// The play: the trick around the board, whose turn it is and from which hand.

import { html, nothing } from "../vendor/lit-html.js";
import { cardWords, placeOf, playerIsVulnerable, seatName } from "../lib/cards.js";
import { board, call, face, suitClass, vul } from "./bits.js";
import { backs, dummy, fan, held, seatHead } from "./hands.js";
import { note, topbar } from "./frame.js";
import { tricksWord, turnWords } from "./words.js";

export function playPage(c) {
  const top = c.view.hands[c.opp.seat];
  const shown = c.view.claim && c.view.claim.by !== c.me ? c.view.claim.cards : null;
  const open = shown || top.cards;
  const asked = !c.paused && c.myTurn && c.view.turn.what !== "card";
  return html`<div class="table play ${asked ? "tight" : ""}" ?inert=${c.covered} @click=${() => c.do.seen()}>
    ${topbar(c)}
    <section class="opp" aria-label="${seatName(c.opp.seat)}, ${c.opp.name}">
      ${seatHead(c, c.opp.seat, open && open.length ? nothing : backs(top.count))}${open && open.length ? fan(open) : nothing}
    </section>
    ${dummy(c, c.theirs)}
    <section class="mid">
      ${trick(c, c.ui.linger || c.view.trick, Boolean(c.ui.linger))}
      ${contract(c)}${tally(c)}${corners(c)}${note(c)}
    </section>
    ${turnPanel(c)}
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

function laid(c, { seat, card }, shown, done) {
  const won = done && shown.winner === seat;
  const led = shown.leader === seat;
  return html`<div class="card ${suitClass(card)} at-${placeOf(seat, c.me)} ${won ? "won" : ""} ${led && !won ? "lead" : ""}" data-card=${card}
    role="img" aria-label="${seatName(seat)}: ${cardWords(card)}${led ? ", led" : ""}${won ? ", wins" : ""}">${face(card)}</div>`;
}

function slot(c, seat) {
  const hand = c.view.hands[seat];
  const mine = hand.owner === c.me;
  return html`<div class="slot at-${placeOf(seat, c.me)} ${mine ? "" : "theirs"}" aria-hidden="true"><b>${seat}</b><span>${hand.dummy ? "dummy" : "hand"}</span></div>`;
}

function contract(c) {
  const k = c.view.contract;
  if (!k) return nothing;
  const mine = k.declarer === c.me;
  const danger = playerIsVulnerable(k.declarer, c.view.vul) ? html`, ${vul(k.declarer, c.view.vul)}` : nothing;
  return html`<p class="corner tl contract ${k.doubled ? "long" : ""}"><span class="label cap0">Contract</span>${call(k.text)} by ${mine ? "you" : c.opp.first}
    <span class="label">${mine ? "you need" : "needs"} ${k.needs}${danger}</span></p>`;
}

function tally(c) {
  const { tricks } = c.view;
  return html`<dl class="corner tr tally" aria-label="Tricks won"><dt>You ${vul(c.me, c.view.vul)}</dt><dd>${tricks[c.me]}</dd><dt>${c.opp.first}</dt><dd>${tricks[c.opp.seat]}</dd></dl>`;
}

function corners(c) {
  const { can, last_trick: last } = c.view;
  return html`
    ${can.claim || can.undo ? html`<div class="corner bl links">
      ${can.claim ? html`<button type="button" class="link" data-key="claim" ?disabled=${!c.canAct} @click=${() => c.do.open("claim")}>Claim</button>` : nothing}
      ${can.undo ? html`<button type="button" class="link" data-key="undo" ?disabled=${!c.canAct} @click=${() => c.do.act("undo")}>Take back</button>` : nothing}
    </div>` : nothing}
    ${last && !c.ui.linger ? html`<div class="corner br links"><button type="button" class="link" data-key="last" @click=${() => c.do.open("last")}>Last trick</button></div>` : nothing}`;
}

/** The loudest thing after the cards. */
function turnPanel(c) {
  const { view } = c;
  if (c.paused) return html`<section class="turn calm"><span>Play is stopped<small>The director has stopped it for a moment. The cards come back by themselves.</small></span></section>`;
  if (view.claim) return claimPanel(c);
  if (view.undo) return undoPanel(c);
  if (c.sending && c.slow) return html`<section class="turn calm"><span>${c.slow}</span></section>`;
  if (c.ui.linger && !view.turn) return html`<section class="turn calm"><span>${winner(c)}</span></section>`;
  const words = turnWords({ view, me: c.me, opp: c.opp, dummy: c.dummy });
  const why = c.ui.linger ? winner(c) : words.why;
  return html`<section class="turn ${words.mine ? "" : "calm"}"><span>${words.loud}${why ? html`<small>${why}</small>` : nothing}</span>${words.at ? html`<span class="arrow to-${words.at}"></span>` : nothing}</section>`;
}

function winner(c) {
  const done = c.ui.linger;
  const mine = done.winner === c.me || done.winner === c.dummy;
  return `${mine ? "You" : c.opp.first} won trick ${done.number}`;
}

function claimPanel(c) {
  const { takes, of, by } = c.view.claim;
  const rest = of - takes;
  if (by === c.me) {
    const what = takes ? `You claimed ${takes} of ${of}` : `You conceded ${tricksWord(of)}`;
    return html`<section class="turn calm"><span>${what}<small>Waiting for ${c.opp.first} to answer</small></span></section>`;
  }
  const who = c.opp.first;
  const what = takes ? `${who} claims ${takes} of ${of}` : `${who} concedes all ${of}`;
  return html`<section class="turn asks" aria-label="A claim"><span>${what}<small>You get ${rest ? tricksWord(rest) : "no more tricks"}.</small></span>${answers(c, ["accept", "Accept"], ["refuse", "No, play on"])}</section>`;
}

function undoPanel(c) {
  const { by, action } = c.view.undo;
  const card = action.startsWith("p:") ? cardWords(action.slice(2)) : call(action.slice(2));
  if (by === c.me || !c.view.legal.includes("undo:yes")) {
    const who = by === c.me ? "You ask" : `${c.opp.first} asks`;
    return html`<section class="turn calm"><span>${who} to take back ${card}<small>Waiting for the answer</small></span></section>`;
  }
  return html`<section class="turn asks"><span>${c.opp.first} asks to take back ${card}</span>${answers(c, ["undo:yes", "Allow it"], ["undo:no", "No"])}</section>`;
}

function answers(c, yes, no) {
  const off = !c.canAct;
  return html`<span class="answers">
    <button type="button" class="btn main" data-key=${yes[0]} ?disabled=${off} @click=${() => c.do.act(yes[0])}>${c.sending && c.slow ? c.slow : yes[1]}</button>
    <button type="button" class="btn" data-key=${no[0]} ?disabled=${off} @click=${() => c.do.act(no[0])}>${no[1]}</button>
  </span>`;
}
