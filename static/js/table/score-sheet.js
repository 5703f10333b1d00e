// The sheet of a match at home: deal by deal, game by game, or written like a rubber with its line.

import { html, nothing } from "../vendor/lit-html.js";
import { call } from "../lib/cards.js";
import { nameOf, personal, toldOf } from "./words.js";

const figure = (points) => html`<td class="num">${points === null || points === undefined ? "" : String(points).replace("-", "\u2212")}</td>`;

/** A table with my column before the other's. */
export function scoreSheet(c, sheet) {
  const players = [c.me, c.opp.seat];
  const { totals, lines } = sheet;
  const none = html`<tr><td class="none" colspan="3">The first deal is not finished yet.</td></tr>`;
  return html`<div class="scroll"><table class="score-sheet ${sheet.kind}">
    <thead><tr><th scope="col"><span class="vh">What for</span></th>${players.map((player) => html`<th scope="col" class="num ${player === c.me ? "me" : ""}">${nameOf(player, c)}</th>`)}</tr></thead>
    ${lines.length ? ({ rubber, games }[sheet.kind] || points)(c, sheet, players) : html`<tbody>${none}</tbody>`}
    <tfoot><tr><th scope="row">${sheet.kind === "games" ? "Match" : "Total"}</th>${players.map((player) => figure(totals[player]))}</tr></tfoot>
  </table></div>`;
}

function row(c, entry, players) {
  const board = entry.board === null || entry.board === undefined ? "" : html`<b>${entry.board}</b> `;
  return html`<tr><th scope="row">${board}${entry.contract ? html`${contractBy(entry, c)}, ` : nothing}${personal(entry.text, c)}</th>${players.map((player) => figure(entry[player]))}</tr>`;
}

/** A contract drawn, and its declarer: "3NT by you". */
export const contractBy = ({ contract, declarer }, c) => html`${call(contract)} by ${toldOf(declarer, c)}`;

function points(c, sheet, players) {
  return html`<tbody>${sheet.lines.map((entry) => row(c, entry, players))}</tbody>`;
}

/** Bonuses are written upwards from the line, trick points downwards; a rule closes each game. */
function rubber(c, sheet, players) {
  const above = [...sheet.above].reverse();
  return html`<tbody class="above" aria-label="Above the line">${above.length ? above.map((entry) => row(c, entry, players)) : html`<tr><td class="none" colspan="3">Nothing above the line yet</td></tr>`}</tbody>
    ${(sheet.games.length ? sheet.games : [{ rows: [], winner: null }]).map((game, i) => html`<tbody class="below ${i ? "" : "line"} ${game.winner ? "won" : ""}" aria-label="Below the line, game ${i + 1}">
      ${game.rows.length ? game.rows.map((entry) => row(c, entry, players)) : html`<tr><td class="none" colspan="3">${i ? `Game ${i + 1}` : "Nothing below the line yet"}</td></tr>`}</tbody>`)}`;
}

function games(c, sheet, players) {
  return sheet.games.map((game, i) => {
    const totals = game.totals || {};
    const end = game.winner ? `, to ${game.winner === c.me ? "you" : c.opp.first}` : "";
    return html`<tbody class="won"><tr class="head"><th scope="colgroup" colspan="3">Game ${i + 1}${end}</th></tr>
      ${game.rows.map((entry) => row(c, entry, players))}
      <tr class="sum"><th scope="row">So far</th>${players.map((player) => figure(totals[player]))}</tr></tbody>`;
  }).concat(sheet.above && sheet.above.length ? [html`<tbody><tr class="head"><th colspan="3" scope="colgroup">Beside the games</th></tr>${sheet.above.map((entry) => row(c, entry, players))}</tbody>`] : nothing);
}
