// Sheets at a table at home: the result of a deal, the score of the match, questions, the menu. No director here.

import { html, nothing } from "../vendor/lit-html.js";
import { SUITS, capital, cardWords, signed, suit, suitName } from "../lib/cards.js";
import { takenBack } from "./ask.js";
import { auctionLine } from "./board-sheet.js";
import { dealCosts, replayKey } from "./deal-costs.js";
import { fullScreenKey } from "./full-screen.js";
import { contractBy, scoreSheet } from "./score-sheet.js";
import { settingsKey } from "./settings.js";
import { otherKey, sayKey, saySheet } from "./sayings.js";
import { closeKey, dealtHands, title } from "./sheet-bits.js";
import { personal, toldOf, tricksWord } from "./words.js";

/** The sheets by name that differ from those of a club's session. */
export const HOME_SHEETS = { result: resultSheet, score: scoreOver, undo: undoSheet, joker: jokerSheet, giveup: giveUpSheet, menu: menuSheet, say: saySheet };

function resultSheet(c) {
  const { result, next, ready } = c.table;
  const words = result.came_to ? html`${contractBy(result, c)}, ${result.came_to}` : personal(result.text, c);
  return html`
    <p class="label">Deal ${result.board} is finished</p>
    <h2 id="sheet-title" class="sentence" tabindex="-1">${words}</h2>
    <p class="score">${scoreWords(c, result)}</p>
    ${c.table.sheet ? html`<p>${personal(c.table.sheet.summary || "", c)}</p>` : nothing}
    ${openNote(c)}
    ${c.table.checked ? html`<p class="msg">${personal(c.table.checked, c)}</p>` : nothing}
    ${c.view && (c.view.auction || []).length ? auctionLine(c.view.auction) : nothing}
    ${c.view && c.view.dealt ? dealtHands(c) : nothing}
    ${dealCosts(c)}
    <div class="doit">${ready.includes(c.me) ? html`<p class="btn main waiting" tabindex="-1">Waiting for ${c.opp.first}</p>` : goOn(c, next)}
      ${replayKey(c)}${sayKey(c)}
      <div class="pair">${c.table.sheet ? html`<button type="button" class="btn" data-key="score" @click=${() => c.do.open("score")}>Score sheet</button>` : nothing}
      ${c.table.can_end && !(next && next.finished) ? html`<a class="btn" href=${c.table.links.sheet}>Stop here</a>` : html`<a class="btn" href=${c.links.join}>To the lounge</a>`}</div>
    </div>`;
}

/** What becomes of a table that waits for whoever comes, while a robot plays there. */
const openNote = (c) => (c.opp.robot && c.table.note ? html`<p class="msg">${c.table.note}</p>` : nothing);

/** What the deal added to the sheet: "+420" large, then to whom; "No score" if nobody gained or lost. */
function scoreWords(c, { board, score_text: none }) {
  const line = c.table.sheet.lines.find((entry) => entry.board === board) || {};
  const gained = [c.me, c.opp.seat].filter((player) => line[player]);
  if (!gained.length) return html`<span>${none}</span>`;
  return gained.map((player, place) => html`${place ? " " : nothing}<b>${signed(line[player])}</b> <span>to ${toldOf(player, c)}</span>`);
}

function goOn(c, next) {
  const last = next && next.finished;
  const said = c.table.ready.includes(c.opp.seat) && !c.opp.robot && !c.game.alone ? html`<p class="label">${c.opp.first} is ready.</p>` : nothing;
  return html`${said}<button type="button" class="btn main" data-key="agree" ?disabled=${!c.canAct} @click=${() => c.do.agree()}>${c.slow || (c.waits ? "Sent" : last ? "See how the match ended" : "Next deal")}</button>`;
}

function scoreOver(c) {
  const { sheet } = c.table;
  return html`${title(sheet.title || "The score")}
    <p>${personal(sheet.summary || "", c)}</p>
    ${scoreSheet(c, sheet)}
    <div class="doit">${closeKey(c, c.table.state === "result" ? "Back to the result" : "Back to the table")}</div>`;
}

function undoSheet(c) {
  const { action } = c.view.undo;
  const who = capital(c.opp.first);
  return html`${title(html`${who} asks to take back ${takenBack(action)}`)}
    <p>If you allow it, the table goes back to where it was before.</p>
    <div class="doit">
      <button type="button" class="btn main" data-key="undo:yes" ?disabled=${!c.canAct} @click=${() => c.do.act("undo:yes")}>${c.sending && c.sending.message.a === "undo:yes" ? c.slow || "Sent" : "Allow it"}</button>
      <button type="button" class="btn" data-key="undo:no" ?disabled=${!c.canAct} @click=${() => c.do.act("undo:no")}>No, it stands</button>
    </div>`;
}

/** A joker led at no trump names a suit. */
function jokerSheet(c) {
  const card = c.ui.joker;
  return html`${title("Which suit does the joker ask for?")}
    <p>The others follow to it if they can.</p>
    <div class="suits" data-arrows>${SUITS.map((letter) => {
      const action = `p:${card}:${letter}`;
      const can = c.view.legal.includes(action);
      return html`<button type="button" class="key" data-key=${action} aria-label=${suitName(letter)} ?disabled=${!can || !c.canAct} @click=${() => c.do.act(action)}>${suit(letter)}<span>${suitName(letter)}</span></button>`;
    })}</div>
    <div class="doit">${closeKey(c, `Not the ${cardWords(card)}`)}</div>`;
}

function giveUpSheet(c) {
  const left = (c.view.hands[c.me] || { count: 0 }).count;
  return html`${title(`Concede the last ${tricksWord(left)}?`)}
    <p>${capital(c.opp.first)} takes all of them, and the deal is over.</p>
    <div class="doit">
      <button type="button" class="btn main" data-key="giveup" ?disabled=${!c.canAct} @click=${() => c.do.act("concede")}>Yes, concede</button>
      ${closeKey(c, "No, back to the play")}
    </div>`;
}

/** What this player has seen and may look up, if the table keeps notes (an option). */
function notes(c) {
  const seen = c.view && c.view.more && c.view.more.notes;
  if (!seen) return nothing;
  const pairs = seen.some(Array.isArray);
  const one = (card) => html`<span class="nowrap">${cardWords(card)}</span>`;
  const line = pairs
    ? html`<ol class="turns">${seen.map(([first, second]) => html`<li>${one(first)}${second ? html`, then ${one(second)}` : nothing}</li>`)}</ol>`
    : html`<p>${seen.map((card, place) => html`${place ? ", " : nothing}${one(card)}`)}</p>`;
  return html`<details class="seen"><summary>${pairs ? "The cards you looked at, turn by turn" : "The cards you have thrown away"}</summary>${seen.length ? line : html`<p>None yet.</p>`}</details>`;
}

function menuSheet(c) {
  const { table } = c;
  const against = c.game.alone ? "You play against the stock" : `You play against ${c.opp.robot ? "the robot" : c.opp.name}`;
  return html`${title(table.title)}
    <p>${against}. ${table.board ? `This is deal ${table.board}.` : ""}${table.code && !c.opp.robot && !c.game.alone ? html` Table code <b class="nowrap">${table.code}</b>.` : nothing}</p>
    ${openNote(c)}
    ${notes(c)}
    <div class="doit">
      ${sayKey(c)}${settingsKey(c)}${fullScreenKey(c)}
      ${closeKey(c, "Back to the table")}
      ${table.game ? html`<a class="btn" href="/learn/${table.game}/rules/" target="_blank" rel="noopener">The rules of the game</a>` : nothing}
      ${otherKey(c)}
      <a class="btn" href=${c.links.join}>To the lounge: this table waits for you</a>
    </div>`;
}
