// Sheets over the table: result, claim, last trick, the menu.

import { html, nothing } from "../vendor/lit-html.js";
import { call, cardWords, playsOf, scoresAs, seatName, signed } from "../lib/cards.js";
import { auctionLine, boardKey, boardSheet } from "./board-sheet.js";
import { numberToTell } from "./frame.js";
import { fullScreenKey } from "./full-screen.js";
import { HOME_SHEETS } from "./home-sheets.js";
import { keysSheet } from "./keys-sheet.js";
import { between, placesSheet } from "./places.js";
import { settingsKey, settingsSheet } from "./settings.js";
import { closeKey, dealtHands, title } from "./sheet-bits.js";
import { trick } from "./play.js";
import { checks, nameOf, personal, takerOf, timeLeft, tricksWord } from "./words.js";

/** The sheet that is open, or nothing. */
export function sheet(c) {
  const name = c.sheet;
  if (!name) return nothing;
  const own = { result: resultSheet, claim: claimSheet, concede: concedeSheet, last: lastSheet, menu: menuSheet, settings: settingsSheet, places: placesSheet, "played-board": boardSheet, keys: keysSheet };
  const body = ((c.home && HOME_SHEETS[name]) || own[name])(c);
  const closes = name !== "result" && name !== "undo";
  // The claimant looks at the cards: the sheet leaves them in sight.
  const claims = name === "claim" || name === "concede";
  return html`<div class="veil ${claims ? "clear high" : closes ? "" : "clear"}" @click=${(event) => closes && event.target === event.currentTarget && c.do.close()}>
    <section class="sheet ${name}" role="dialog" aria-modal="true" aria-labelledby="sheet-title" data-sheet=${name}>${body}</section></div>`;
}

/** True if the player's own claim waits and can still get another number. */
const correctable = ({ claim, me }) => Boolean(claim) && claim.by === me && typeof claim.was !== "number";

/** True if the sheet `ui.sheet` still applies at the present state of the table. */
export function stands({ sheet: name, joker }, message) {
  const { view, table } = message;
  if (["menu", "settings", "score", "played-board", "keys"].includes(name)) return true;
  if (name === "say") return (table.phrases || []).length > 0;
  if (name === "places") return between(message);
  if (!view || table.state !== "playing") return false;
  if (name === "joker") return Boolean(joker) && playsOf(view, joker).length > 1;
  return name === "last" || name === "giveup" || view.can.claim || correctable(view);
}

function resultSheet(c) {
  const { result, next, disputed, ready } = c.table;
  const words = result.came_to ? html`${call(result.contract)} by ${seatName(result.declarer)}, ${result.came_to}` : result.text;
  const agreed = ready.includes(c.me);
  return html`${numberToTell(c)}
    <p class="label">Board ${result.board} is finished</p>
    <h2 id="sheet-title" class="sentence" tabindex="-1">${words}</h2>
    <p class="score">${scoreWords(result.ns_score)}</p>
    ${c.view && c.view.auction.length ? auctionLine(c.view.auction) : nothing}
    ${c.view && c.view.dealt ? dealtHands(c) : nothing}
    ${c.table.checked ? html`<p class="msg">${personal(c.table.checked, c)}</p>` : nothing}
    ${result.corrected ? html`<p class="msg">The director has entered this result.</p>` : nothing}
    ${disputed ? html`<p class="msg">The director has been called about this result.</p>` : nothing}
    <div class="doit">
      ${agreed && c.table.closed ? html`${boardKey(c)}<p class="msg" role="status">${c.table.closed}</p>` : agreed ? html`${boardKey(c)}<p class="btn main waiting" tabindex="-1">You agreed. Waiting for ${c.opp.first}.</p>`
        : html`${ready.includes(c.opp.seat) ? html`<p class="label">${c.opp.first} has agreed.</p>` : nothing}
          <button type="button" class="btn main" data-key="agree" ?disabled=${!c.canAct} @click=${() => c.do.agree()}>${c.slow || (c.waits ? "Sent" : `Agree: ${nextWords(c, next)}`)}</button>`}
      ${disputed ? nothing : html`<button type="button" class="btn" data-key="disagree" ?disabled=${!c.canAct} @click=${() => c.do.disagree()}>Something is wrong: call the director</button>`}
    </div>`;
}

/** For the side that gained it, the figure large: "+420 to South", "0 to both". */
function scoreWords(points) {
  if (points === null || points === undefined) return nothing;
  const player = points > 0 ? "S" : "N";
  return html`<b>${signed(Math.abs(points))}</b> <span>to ${points ? seatName(player) : "both"}</span>`;
}

function nextWords(c, next) {
  if (!next) return "go on";
  if (next.board) return `next board ${next.board}`;
  return next.finished ? "that was the last board" : `end of round ${c.table.round}`;
}

function claimSheet(c) {
  const most = c.view.claim_max;
  const picked = c.ui.claim;
  const rest = picked ? most - picked : 0;
  const claim = c.view.claim;
  const asks = claim ? `Not ${claim.takes || "none"}: how many of the last ${tricksWord(most)} do you take?` : `How many of the last ${tricksWord(most)} do you take?`;
  return html`${title(asks)}
    <div class="counts" data-arrows>${Array.from({ length: most }, (_, i) => i + 1).map((n) => html`<button type="button" class="key ${picked === n ? "on" : ""}" data-key="claim-${n}" aria-pressed=${picked === n ? "true" : "false"} ?disabled=${Boolean(claim) && claim.takes === n} @click=${() => c.do.claim(n)}>${n}</button>`)}</div>
    <p class="label">${checks(c) ? "Your hand is shown, and the computer checks the claim." : `${c.opp.first} sees your hand and answers.`}</p>
    <div class="doit">
      <button type="button" class="btn main" data-key="claim-send" ?disabled=${!picked || !c.canAct} @click=${() => c.do.act(`claim:${picked}`)}>${picked ? `Claim ${picked}, ${c.opp.first} gets ${rest || "none"}` : "Choose a number"}</button>
      <div class="pair"><button type="button" class="btn" data-key="concede" @click=${() => c.do.open("concede")}>None: I concede</button>${closeKey(c, "Back to the play")}</div>
    </div>`;
}

function concedeSheet(c) {
  const most = c.view.claim_max;
  return html`${title(`Give ${c.opp.first} all of the last ${tricksWord(most)}?`)}
    <p>The board ends when ${c.opp.first} accepts.</p>
    <div class="doit">
      <button type="button" class="btn main" data-key="concede-send" ?disabled=${!c.canAct} @click=${() => c.do.act("claim:0")}>Yes, concede all ${most}</button>
      ${closeKey(c, "No, back to the play")}
    </div>`;
}

function lastSheet(c) {
  const last = c.view.last_trick;
  if (!last) return html`${title("No trick is complete yet")}<div class="doit">${closeKey(c)}</div>`;
  const best = last.cards.find((each) => each.seat === last.winner);
  const from = c.game.alone ? "" : ` from ${seatName(last.winner)}`;
  return html`${title(`Trick ${last.number}`)}
    <div class="lasttrick">${(c.game.trick || trick)(c, last, true)}</div>
    <p class="center">${nameOf(takerOf(last, c.view), c)} won it${best ? `, with the ${cardWords(best.card)}${from}` : ""}.</p>
    <div class="doit">${closeKey(c)}</div>`;
}

function menuSheet(c) {
  const { table } = c;
  const done = new Set(table.done || []);
  const left = timeLeft(table.ends_at, c.now);
  return html`${title(`${table.table ? `Table ${table.table}` : table.session}${table.round ? `, round ${table.round} of ${table.rounds}` : ""}`)}
    <p>${table.club}, ${table.session}.${left ? ` ${left}.` : ""}</p>
    <p>${table.name ? `You are ${table.name}` : "You have no name here yet"}${table.seat ? ` and sit ${seatName(table.seat)}. Your scores count for ${scoresAs(table.seat)}` : ""}.${table.code ? html` Table code <b class="nowrap">${table.code}</b>.` : nothing}</p>
    ${table.boards && table.boards.length ? html`<p class="boards">Boards of this round: ${table.boards.map((n) => html`<span class="nowrap"><span class="plate ${n === table.board && !done.has(n) ? "me" : "quiet"}">${n}</span>${done.has(n) ? " played" : ""}</span>`)}</p>` : nothing}
    <div class="doit">${c.boards && c.boards.last ? boardKey(c) : html`<button type="button" class="btn" data-key="boards" @click=${() => c.do.board()}>The boards you have played</button>`}${settingsKey(c)}${fullScreenKey(c)}${closeKey(c, "Back to the table")}</div>`;
}
