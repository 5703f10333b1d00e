// The question to the player, between the table and the hand: whose turn it is, buttons, a choice of cards, answers.

import { html, nothing } from "../vendor/lit-html.js";
import { call, cardInText, cardWords } from "../lib/cards.js";
import { heldPanel } from "./draft.js";
import { pickPanel } from "./pickpanel.js";
import { pickOf } from "./picking.js";
import { refusedWords } from "./refusal.js";
import { takeBackKey, takenWords, wasWords } from "./takeback.js";
import { checks, nameOf, personal, takerOf, tricksWord } from "./words.js";

/** The loudest thing after the cards. */
export function panel(c) {
  const { view } = c;
  if (c.replay) return nothing;
  if (c.paused) return html`<section class="turn calm"><span>Play is stopped<small>The director has stopped it for a moment. The cards come back by themselves.</small></span></section>`;
  if (view.claim) return claimPanel(c);
  if (view.undo) return undoPanel(c);
  const pick = pickOf(view, c.me);
  if (pick) return pickPanel(c, pick);
  if (c.held) return heldPanel(c);
  const buttons = choices(c);
  if (buttons.length) return choicePanel(c, buttons);
  if (view.unsent) return unsentPanel(c);
  if (c.sending && c.slow) return calmPanel(c, c.slow);
  if (c.ui.linger && !view.turn) return calmPanel(c, winner(c));
  if (view.pending) return calmPanel(c, "One card after another");
  const words = c.game.turn(c);
  const why = c.ui.lifted ? "Tap it again to play it" : c.ui.linger ? winner(c) : takenWords(view, c) || checkWords(c) || words.why;
  const arrow = words.at ? html`<span class="arrow to-${words.at}"></span>` : nothing;
  return html`<section class="turn ${words.mine ? "" : "calm"}"><span>${words.loud}${small(c, why)}</span>${arrow}${c.takeBack ? html`<span class="over"><span>${words.loud}</span>${takeBackKey(c, "")}</span>` : nothing}</section>`;
}

/** The line under the loud one: that a claim was refused, else `words`. */
function small(c, words) {
  const told = !c.ui.lifted && c.refused ? refusedWords(c.refused, c) : "";
  // A line ends with a sentence if there is room for that.
  return told ? html`<small class="told">${told.match(/.+?(\. |$)/g).map((sentence) => html`<span>${sentence.trim()}</span> `)}</small>` : words ? html`<small>${words}</small>` : nothing;
}

const calmPanel = (c, loud, words = "") => html`<section class="turn calm"><span>${loud}${small(c, words)}</span></section>`;

/** A card that is in the trick before the server has answered; as high as the question was. */
const unsentPanel = (c) => calmPanel(c, html`You play ${cardInText(c.view.unsent.split(":")[1])}`, c.slow || "\u00a0");

/** The buttons of this view, without those that have a quieter place (`c.game.quiet`) or are a choice of a card. */
function choices(c) {
  const quiet = c.game.quiet || [];
  return (c.view.choices || []).filter((each) => !quiet.includes(each.a));
}

function choicePanel(c, buttons) {
  const words = c.game.turn(c);
  return html`<section class="turn choose" aria-label="Your choice">
    <span>${words.loud}${small(c, takenWords(c.view, c) || words.why)}</span>
    ${choiceRow(c, buttons)}
  </section>`;
}

/** A row of buttons. A button that may not be tapped now says why. */
function choiceRow(c, buttons) {
  return html`<div class="choices" data-arrows>${buttons.map((each) => {
    const why = each.why_not;
    const off = Boolean(why) || !c.canAct;
    return html`<button type="button" class="btn ${why ? "off" : ""}" data-key=${each.a} ?disabled=${off} @click=${() => c.do.act(each.a)}><span>${sentLabel(c, each.a, each.label)}${why ? html`<small>${why}</small>` : nothing}</span></button>`;
  })}</div>`;
}

/** The words on a key. The pressed key says that its act is on the way. */
const sentLabel = (c, action, label) => (c.sending && c.sending.message.a === action ? c.slow || "Sent" : label);

function winner(c) {
  const done = c.ui.linger;
  return `${nameOf(takerOf(done, c.view), c)} won trick ${done.number}`;
}

const checkWords = (c) => (c.table.checked ? personal(c.table.checked, c) : "");

function claimPanel(c) {
  const { view } = c;
  const { takes, of, by } = view.claim;
  const rest = of - takes;
  if (by === c.me) {
    const what = takes ? `You claimed ${takes} of ${of}` : `You conceded ${tricksWord(of)}`;
    return html`<section class="turn calm"><span>${what}<small>${view.unsent ? c.slow || "Being sent" : checks(c) ? "The computer checks it" : `Waiting for ${c.opp.first} to answer`}</small></span></section>`;
  }
  const who = c.opp.first;
  const what = `${takes ? `${who} claims ${takes} of ${of}` : `${who} concedes all ${of}`}${wasWords(view.claim)}`;
  return html`<section class="turn asks" aria-label="A claim"><span>${what}<small>You get ${rest ? tricksWord(rest) : "no more tricks"}.</small></span>${answers(c, ["accept", "Accept"], ["refuse", "No, play on"])}</section>`;
}

/** The call or the card that somebody asks to take back. */
export function takenBack(action) {
  return action.startsWith("p:") ? cardWords(action.slice(2, 4)) : call(action.slice(2));
}

function undoPanel(c) {
  const { by, action } = c.view.undo;
  if (by === c.me || c.home || !c.view.legal.includes("undo:yes")) {
    const who = by === c.me ? "You ask" : `${c.opp.first} asks`;
    return html`<section class="turn calm"><span>${who} to take back ${takenBack(action)}<small>Waiting for the answer</small></span></section>`;
  }
  return html`<section class="turn asks"><span>${c.opp.first} asks to take back ${takenBack(action)}</span>${answers(c, ["undo:yes", "Allow it"], ["undo:no", "No"])}</section>`;
}

function answers(c, yes, no) {
  const off = !c.canAct;
  return html`<span class="answers">
    <button type="button" class="btn main" data-key=${yes[0]} ?disabled=${off} @click=${() => c.do.act(yes[0])}>${sentLabel(c, yes[0], yes[1])}</button>
    <button type="button" class="btn" data-key=${no[0]} ?disabled=${off} @click=${() => c.do.act(no[0])}>${sentLabel(c, no[0], no[1])}</button>
  </span>`;
}
