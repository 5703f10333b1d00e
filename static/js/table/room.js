// What a seat shows when no cards are out: coming in, ready, moving on, the end.

import { html, nothing } from "../vendor/lit-html.js";
import { isVulnerable, seatName } from "../lib/cards.js";
import { board, plate, vul } from "./bits.js";
import { note, refuses, topbar } from "./frame.js";
import { homeBody } from "./home-room.js";
import { boardKey } from "./board-sheet.js";
import { placesKey } from "./places.js";

/** The page for every state of the table without a play on it. */
export function roomPage(c) {
  if (c.home) return html`<div class="table room home ${c.table.state}" ?inert=${c.covered}>${topbar(c)}${homeBody(c)}${note(c)}</div>`;
  const body = { ready, not_started: notStarted, round_done: roundDone, sit_out: sitOut, finished, paused, elsewhere }[c.table.state] || waiting;
  return html`<div class="table room" ?inert=${c.covered}>${topbar(c)}${note(c)}${body(c)}</div>`;
}

// The words of the last screen about the results, by their state.
const RESULTS = {
  playing: "There are no results yet: others are still playing. The director publishes them afterwards, and the key to them then appears here by itself.",
  waiting: "The results are not published yet. The director does that once the scores are looked through, and the key to them then appears here by itself.",
  withdrawn: "The director has withdrawn the results for now. When they are published again the key to them appears here by itself.",
  published: "The results are published.",
};

const known = (c) => c.places || (c.boards && c.boards.last);
const standing = (c) => (known(c) ? html`<div class="doit">${boardKey(c)}${placesKey(c)}</div>` : nothing);
const first = (c) => (c.table.name || "").split(/\s+/)[0];
// Only if a board is coming: otherwise there is nothing to be vulnerable on.
const danger = (c, player) => (c.table.state === "ready" ? vul(player, c.table.vul) : nothing);
const against = (c) => (c.table.opponent ? html`<p class="against">${plate(c.opp.seat, false)}<span><b>${c.opp.name}</b> ${danger(c, c.opp.seat)}<small>${c.opp.connected ? "connected" : "not connected yet"}</small></span></p>` : nothing);
const you = (c) => html`<p class="against">${plate(c.me, true)}<span><b>${c.table.name}</b> ${danger(c, c.me)}<small>you</small></span></p>`;

function ready(c) {
  const { table } = c;
  const said = table.ready.includes(c.me);
  const deals = table.dealer === c.me || table.dealer === c.dummy ? "you call first" : `${c.opp.first} calls first`;
  const vulnerable = (player) => isVulnerable(player, table.vul);
  const mine = vulnerable(c.me);
  const theirs = vulnerable(c.opp.seat);
  const words = mine && theirs ? "You are both vulnerable." : mine ? `You are vulnerable, ${c.opp.first} is not.` : theirs ? `${c.opp.first} is vulnerable, you are not.` : "Nobody is vulnerable.";
  // The round may have moved on unnoticed: the first board of a round says where to sit.
  const fresh = table.round && !(table.done || []).length;
  return html`<section class="say">
      ${fresh ? html`<h2 class="move">Round ${table.round}: table <span class="plate me">${table.table}</span>, sit ${seatName(c.me)}</h2>` : nothing}
      <h1 tabindex="-1" data-head>Board ${table.board}</h1>
      <div class="lay">${board(table, c.me)}</div>
      <p class="lede">You sit ${seatName(c.me)}. ${seatName(table.dealer)} deals, ${deals}. ${words}</p>
      <div class="pairing">${you(c)}${against(c)}</div>
      ${fresh ? nothing : progress(table)}
    </section>
    <div class="doit">
      ${boardKey(c)}${placesKey(c)}
      ${table.closed ? html`<p class="msg" role="status">${table.closed}</p>` : said ? html`<p class="btn main waiting" tabindex="-1">${c.opp.connected ? `Waiting for ${c.opp.first}` : `Waiting for ${c.opp.first} to come to the table`}</p>`
        : html`${table.ready.includes(c.opp.seat) ? html`<p class="label center">${c.opp.first} is ready.</p>` : nothing}
          <button type="button" class="btn main" data-key="ready" ?disabled=${!c.canAct} @click=${() => c.do.ready()}>${c.slow || (c.waits ? "Sent" : "Ready")}</button>`}
    </div>`;
}

function progress(table) {
  if (!table.boards || !table.boards.length) return nothing;
  const done = new Set(table.done || []);
  const state = (n) => (done.has(n) ? "played" : n === table.board ? "now" : "to come");
  return html`<ol class="progress" aria-label="Boards of this round">${table.boards.map((n) => html`<li class=${state(n).replace(" ", "-")}><b>${n}</b> ${state(n)}</li>`)}</ol>`;
}

function notStarted(c) {
  const seated = c.table.seat && c.table.table;
  return html`<section class="say">
    <h1 tabindex="-1" data-head>${first(c) ? `Good to have you, ${first(c)}` : "Good evening"}</h1>
    <p class="lede">${seated ? `You sit ${seatName(c.me)} at table ${c.table.table}. ` : ""}The director has not started yet. Keep this page open: your table and seat appear here by themselves.</p>
    ${seated ? html`<div class="pairing">${you(c)}${against(c)}</div>` : nothing}
  </section>`;
}

function roundDone(c) {
  const { next, round, table, rounds } = c.table;
  const last = !next || next.finished;
  const wait = html`<p class="lede">${round ? `Round ${round} is done at this table. ` : ""}The others are still playing; ${last ? "this page says by itself when there are results" : "the next round opens here by itself"}.</p>`;
  if (next && next.sit_out) return html`<section class="say"><h1 tabindex="-1" data-head>Next round you sit out</h1>${wait}</section>${standing(c)}`;
  if (next && next.draw) return html`<section class="say"><h1 tabindex="-1" data-head>Round ${next.round} is drawn when every table has finished</h1>${wait}</section>${standing(c)}`;
  if (last) return html`<section class="say"><h1 tabindex="-1" data-head>That was your last round</h1>${wait}</section>${standing(c)}`;
  const stays = next.table === table;
  const sameSeat = next.seat === c.me;
  return html`<section class="say">
    <p class="label">Round ${next.round} of ${rounds}</p>
    <h1 class="move" tabindex="-1" data-head>${stays ? "Stay here" : html`Move to table <span class="plate me">${next.table}</span>`}${stays && sameSeat ? nothing : html`, sit ${seatName(next.seat)}`}</h1>
    ${stays ? html`<p class="lede">You keep table ${table}${sameSeat ? ` and sit ${seatName(c.me)} again` : ""}.</p>` : nothing}
    ${wait}
    ${progress(c.table)}
  </section>${standing(c)}`;
}

function sitOut(c) {
  const { round, next } = c.table;
  const then = next && next.table ? ` Then: table ${next.table}, sit ${seatName(next.seat)}.` : "";
  return html`<section class="say"><h1 tabindex="-1" data-head>You sit out this round</h1>
    <p class="lede">${round ? `Round ${round}: ` : ""}nobody is against you, so have a cup of tea.${then} This page goes on by itself.</p></section>${standing(c)}`;
}

function finished(c) {
  const { results } = c.table;
  return html`<section class="say"><h1 tabindex="-1" data-head>Thank you, ${first(c)}</h1>
      <p class="lede">That was the last board of ${c.table.session}.</p>
      <p class="lede" role="status">${RESULTS[results.state]}</p></section>
    <div class="doit">${boardKey(c)}${placesKey(c)}${results.state === "published" ? html`<a class="btn main" data-key="results" href=${results.url}>To the results</a>` : nothing}</div>`;
}

function paused() {
  return html`<section class="say"><h1 tabindex="-1" data-head>Play is stopped</h1>
    <p class="lede">The director has stopped play for a moment. Nothing is lost; this page goes on by itself.</p></section>`;
}

function elsewhere(c) {
  return html`<section class="say"><h1 tabindex="-1" data-head>Nothing to play here just now</h1>
    <p class="lede">${c.table.name} is not playing at this table at the moment. Ask the director if that is a surprise; this page goes on by itself.</p></section>`;
}

function waiting() {
  return html`<section class="say"><h1 tabindex="-1" data-head>One moment</h1><p class="lede">The table is being made ready.</p></section>`;
}

const REFUSED = "The site answers, but this network or its proxy refuses the connection that a table needs (a WebSocket). Try another network, for example mobile data. If no network helps, tell the director: the proxy before the site may refuse it. This page keeps trying.";

/** Before the first message of the server. */
export function openingPage(c) {
  const stuck = c.ui.lostFor >= 6;
  const why = refuses(c) ? REFUSED : "The table does not answer yet. Is this device on the club's Wi-Fi? It keeps trying.";
  return html`<div class="table room bare"><section class="say"><h1>Opening your table</h1>
    <p class="lede">${stuck ? why : "One moment."}</p></section>
    ${stuck ? html`<div class="doit"><button type="button" class="btn main" @click=${() => c.do.retry()}>Try now</button><a class="btn" href=${c.links.join}>Come in with the table code</a></div>` : nothing}</div>`;
}

/** The seat was taken away. */
export function gonePage(c) {
  return html`<div class="table room bare"><section class="say"><h1 tabindex="-1" data-head>This seat is no longer yours</h1><p class="lede">${c.gone}</p></section>
    <div class="doit"><a class="btn main" href=${c.links.join}>${c.home ? "To the lounge" : "Come in again"}</a></div></div>`;
}
