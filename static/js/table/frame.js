// The frame of every picture of the table: the top bar, the line of tips, the lost connection.

import { html, nothing } from "../vendor/lit-html.js";
import { consentNow, consentWords, minutesLeft, timeLeft, whereWords } from "./words.js";

/** The heading of a page of cards, and of any page while a sheet covers it: for screen readers alone. */
export const heading = (c) => html`<h1 class="vh">${whereWords(c.table)}</h1>`;

export function topbar(c) {
  if (c.home) return homeBar(c);
  const { table } = c;
  const minutes = minutesLeft(table.ends_at, c.now);
  const called = table.called;
  // Its caller takes a call back; only the director ends a dispute or a request for a seat.
  const fixed = called && table.called_by !== c.me;
  const theirs = called && table.called_by === c.opp.seat;
  const busy = c.waiting((m) => m.t === "help" || m.t === "help_off");
  return html`<header class="topbar">
    <b>${table.table ? `Table ${table.table}` : table.club}</b>
    ${table.round ? html`<span class="rd">Round ${table.round}<span class="more"> of ${table.rounds}</span></span>` : nothing}
    <span class="sp">${minutes ? html`${minutes} min<span class="more"> left</span>` : timeLeft(table.ends_at, c.now)}</span>
    <button type="button" data-key="menu" @click=${() => c.do.open("menu")}>Menu</button>
    <button type="button" class=${called ? "called" : ""} data-key="help" aria-pressed=${called ? "true" : "false"} ?hidden=${!table.table} ?disabled=${!c.online || fixed || Boolean(busy)}
      @click=${() => c.do.help(!called)}>${!called ? "Call director" : theirs && c.opp.first.length < 10 ? html`${c.opp.first} called<span class="vh"> the director</span>` : "Director called"}</button>
  </header>`;
}

/** At home there is no director: the score of the match takes the place of the director's key, a clock that of the title. */
function homeBar(c) {
  const { table } = c;
  return html`<header class="topbar">
    <b class="game">${(c.clock && c.clock.words(c.me, c.opp.seat, c.opp.first)) || table.title}</b>
    <span class="sp">${table.board ? `Deal ${table.board}` : nothing}</span>
    ${c.replay || c.lesson ? nothing : html`<button type="button" data-key="menu" @click=${() => c.do.open("menu")}>Menu</button>`}
    ${c.back ? html`<a class="back" href=${c.back}>Back to the score</a>` : nothing}
    ${table.sheet ? html`<button type="button" data-key="score" @click=${() => c.do.open("score")}>Score</button>` : nothing}
  </header>`;
}

/**
 * The number that this player may tell their opponent, and its purpose. Folded it leaves the trick free; over a result
 * it is in the sheet.
 */
export function numberToTell(c) {
  const asked = consentNow(c.table, c.at, c.now);
  const number = asked ? asked.number : c.table.lets_in;
  if (!number) return nothing;
  const words = asked ? consentWords(asked.act, c.opp.first) : `Is ${c.opp.first} coming back on another device? Tell only ${c.opp.first} this number.`;
  return html`<details class="note number" open><summary>${number.slice(0, 3)} ${number.slice(3)}</summary><p>${words}</p></details>`;
}

/** A tip or a refusal, near the cards. It disappears by itself; `aloud.js` says it. */
export function note(c) {
  const said = c.ui.note;
  return html`<div class="notes">${c.sheet === "result" ? nothing : numberToTell(c)}${said ? html`<p class="note ${said.kind}" @click=${() => c.do.hush()}>${said.text}</p>` : nothing}</div>`;
}

/** True if pages come and sockets do not. Once may be a server that is just starting. */
export const refuses = ({ ui }) => ui.reached > 1;

/** Calm, but there: the connection is lost. */
export function lostBar(c) {
  if (c.online || !c.ui.lost) return nothing;
  const seconds = c.ui.lostFor >= 3 ? ` ${c.ui.lostFor} s` : "";
  return html`<div class="lostbar"><span class="saying"><b>Connecting again...${seconds}</b> <span>${refuses(c) ? "Refused: try another network." : "Your cards are safe."}</span></span>
    <button type="button" class="trynow" data-key="retry" @click=${() => c.do.retry()}>Try now</button></div>`;
}
