// The sheet of a board that this seat has played at a club: how others fared so far, the auction, par and the replay.
// Asked for separately, never part of a view, and without a card of a board that this player has still to play.

import { html, nothing } from "../vendor/lit-html.js";
import { call, seatName, signed } from "../lib/cards.js";
import { closeKey, title } from "./sheet-bits.js";

const BETWEEN = ["ready", "round_done", "sit_out", "finished"];

/** Return a text that changes when there may be another board to tell about; "" for nothing. */
export function moment(message) {
  const { table, play } = message || {};
  if (!table || !table.board_sheet) return "";
  if (table.state === "result") return table.ready.includes(table.seat) ? `agreed ${play}` : "";
  if (table.state === "playing") return table.done.length ? ["playing", table.round, ...table.done].join(" ") : "";
  return BETWEEN.includes(table.state) ? [table.state, table.round, table.board, table.results && table.results.state, ...table.done].join(" ") : "";
}

/**
 * The sheets that the server has answered with. `last`: the sheet of the board played last; `open`: the one on the
 * screen.
 * @param {() => object | null} message the view on the screen
 * @param {() => void} changed
 * @param {(sheet: object) => void} tell the player was still at the result of this board when the next one came
 */
export function createBoardSheets(message, changed, tell = () => {}) {
  let leaving = 0;
  let last = null;
  let open = null;
  let asked = "";

  async function ask(number) {
    try {
      const answer = await fetch(`${message().table.board_sheet}${number ? `${number}/` : ""}`);
      return answer.status === 200 ? await answer.json() : null;
    } catch {
      return undefined;
    }
  }

  async function askLast() {
    const found = await ask();
    // No answer: the next view asks again.
    if (found === undefined) asked = "";
    else last = found;
    changed();
    const { state } = message().table;
    if (found && state === "playing" && found.board === leaving) tell(found);
    if (state !== "result" || last) leaving = 0;
  }

  return {
    get last() {
      return last;
    },
    get open() {
      return open || last;
    },
    /** A view has come: ask, if there may be more to tell than before. */
    look() {
      const { table } = message();
      const now = moment(message());
      if (table.state === "result" && table.result && !table.ready.includes(table.seat)) leaving = table.result.board;
      if (!now || now === asked) return;
      asked = now;
      askLast();
    },
    /** Show the board of this number, or the last one, in its present state. */
    async show(number = 0) {
      if (!number) open = null;
      const found = await ask(number);
      if (!found) return;
      open = found;
      if (!number) last = found;
      changed();
    },
  };
}

/** "Board 7, 62.50 %": one key that opens its sheet. */
export function boardKey(c) {
  const sheet = c.boards && c.boards.last;
  if (!sheet) return nothing;
  return html`<button type="button" class="standing board-key" data-key="board-sheet" @click=${() => c.do.board()}>
    <span class="rank">Board <b>${sheet.board}</b></span><small class="all">${sheet.lines.length > 1 ? `${sheet.lines.length} tables so far` : sheet.words}</small>${sheet.figure ? html`<b class="share">${sheet.figure}</b>` : nothing}<span class="vh">, see its sheet</span></button>`;
}

/** The sheet: own result and figure, everybody's, the auction, par, the replay, and the boards before and after. */
export function boardSheet(c) {
  const sheet = c.boards.open;
  if (!sheet) return html`${title("No board yet")}<p>The boards that you have played come here, the last one first.</p><div class="doit">${closeKey(c, "Back to the table")}</div>`;
  return html`<div class="board-head">${besideKey(c, sheet.before, "before")}${title(`Board ${sheet.board}`)}${besideKey(c, sheet.after, "after")}</div>
    <p class="sentence">${contractWords(sheet)}</p>
    ${sheet.figure ? html`<p class="score"><b>${sheet.figure}</b> <span>for you, ${seatName(sheet.seat)}</span></p>` : nothing}
    <p data-traveller-words>${sheet.words}</p>
    ${sheet.lines.length > 1 ? traveller(sheet) : nothing}
    ${sheet.auction.length ? html`<h3>The auction</h3>${auctionLine(sheet.auction)}` : nothing}
    ${sheet.par ? html`<h3>Par</h3><p>${sheet.par.contract}: ${sheet.par.score}. ${sheet.par.against}</p>` : nothing}
    <div class="doit">
      ${sheet.replay ? html`<a class="btn main" data-key="replay" href=${sheet.replay}>Replay</a>` : nothing}
      ${closeKey(c, c.table.state === "result" ? "Back to the result" : "Back to the table")}
    </div>`;
}

/** The board before or after this one; the arrow says which way, the number which board. */
function besideKey(c, number, which) {
  const words = number ? `Board ${number}` : which === "before" ? "This is your first board" : "This is your last board";
  return html`<button type="button" class="btn beside-key" data-key="board-${which}" aria-label=${words} ?disabled=${!number} @click=${() => c.do.board(number)}>${which === "before" ? `\u2039 ${number || ""}` : `${number || ""} \u203A`}</button>`;
}

function contractWords({ contract, declarer, came_to: cameTo, text, score_text: score }) {
  const words = declarer ? html`${call(contract)} by ${seatName(declarer)}, ${cameTo}` : text;
  return score ? html`${words}: ${score}` : words;
}

function traveller({ lines }) {
  return html`<table class="traveller">
    <caption class="vh">How every table fared, the best for South first</caption>
    <thead><tr><th scope="col">South, North</th><th scope="col">Contract</th><th scope="col" class="num">N/S</th><th scope="col" class="num beside"><span class="vh">Worth to your side</span></th></tr></thead>
    <tbody>${lines.map((line) => html`<tr class=${line.you ? "you" : ""}>
      <th scope="row"><span><b aria-hidden="true">S</b> ${line.south}</span><span><b aria-hidden="true">N</b> ${line.north}</span>${line.you ? html`<span class="vh">(you)</span>` : nothing}</th>
      <td>${line.declarer ? html`${call(line.contract.replace(/X+$/, ""))}${line.contract.replace(/^[^X]*/, "").replaceAll("X", "\u00D7")} <span class="nowrap">${line.declarer} ${line.over}</span>` : line.text}</td>
      <td class="num">${line.ns_score === null ? "" : signed(line.ns_score)}<b class="share below">${line.figure}</b></td>
      <td class="num share beside">${line.figure}</td></tr>`)}</tbody></table>`;
}

/** The calls of an auction in one line, each with its player. */
export const auctionLine = (auction) => html`<ol class="calls-line" aria-label="The auction">${auction.map(({ by, call: text }) => html`<li><small>${by}</small> ${call(text)}</li>`)}</ol>`;
