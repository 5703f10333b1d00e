// The cost of calls and cards in a replay: the list at the top, the words at one moment, and the wait for them. The
// server sends the judgements in words; this module only lays them out. `verdicts` is null if there is nothing to say,
// { state: "coming" } while it is worked out, { state: "never", why } if it will not be, else { state: "ready",
// heading, list, start, moments, order }.

import { html, nothing } from "../vendor/lit-html.js";
import { call, cardInText, seatName } from "../lib/cards.js";

const PAUSES = [2, 2, 3, 3, 5, 5, 10, 10, 10, 20, 20, 20, 30, 30, 60]; // seconds; the last one is repeated
const COMING = "Being worked out: what each call and card cost. It appears here by itself.";
const NEVER = {
  no_solver: "What each call and card cost is not worked out on this server: its solver is not compiled, and without that one deal takes minutes.",
  gone: "What each call and card cost is not shown now: the results have been withdrawn.",
};

/** Return the verdicts that came with the page, and the address to ask for them; null for a play without any. */
export function verdictsHere() {
  const given = document.getElementById("verdicts-data");
  return given && { verdicts: JSON.parse(given.textContent), url: document.querySelector("[data-verdicts]").dataset.verdicts };
}

/**
 * Ask the server while they are coming. Call `changed(verdicts)` when they are there, or will never be.
 * @param {() => boolean} stopped true if nobody waits for them any more
 */
export async function followVerdicts(verdicts, url, changed, stopped = () => false) {
  if (!verdicts || verdicts.state !== "coming") return;
  for (let asked = 0; ; asked += 1) {
    const seconds = PAUSES[Math.min(asked, PAUSES.length - 1)];
    await new Promise((go) => { setTimeout(go, seconds * 1000); });
    if (stopped()) return;
    const found = await ask(url);
    if (found && found.state !== "coming") {
      changed(found);
      return;
    }
  }
}

/** Return the server's present answer, or null if there is none. */
async function ask(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    if (answer.status === 404) return { state: "never", why: "gone" };
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const isReady = (verdicts) => Boolean(verdicts) && verdicts.state === "ready";

/** The costly calls and cards. Each leads to its moment by `jump(seq)`. */
export function costList(verdicts, jump, open) {
  if (!isReady(verdicts)) return html`<p class="costs label">${verdicts.state === "coming" ? COMING : NEVER[verdicts.why]}</p>`;
  const { heading, list } = verdicts;
  if (!list.length) return html`<p class="costs">${heading}</p>`;
  return html`<details class="costs" ?open=${open}><summary>${heading}</summary>
    <ol>${list.map(({ seq, text }) => html`<li><button type="button" @click=${() => jump(seq)}>${text}</button></li>`)}</ol></details>`;
}

/** The words before the first event. */
export const beforeAll = (verdicts) => html`<div class="judged"><p class="now">${isReady(verdicts) ? verdicts.start : ""}</p></div>`;

/** The words at the moment of this event; an empty place for an event that decides nothing. */
export function judged(verdicts, seq) {
  const moment = isReady(verdicts) ? verdicts.moments[seq] : null;
  if (!moment) return html`<div class="judged"></div>`;
  const { costs, mark, cost, held, now, line } = moment;
  return html`<div class="judged ${costs ? "lost" : "kept"}"><p class="what"><span class="mark" aria-hidden="true">${mark}</span>
    ${cost ? html`<b>${cost}</b> ` : nothing}${held} <span class="now">${now}</span></p>${line.length ? lineOf(line) : nothing}
    ${costs ? doorFrom(seq) : nothing}</div>`;
}

/** The key that opens a table at this moment against the perfect robot; nothing on a page without the form for it. */
function doorFrom(seq) {
  const form = document.getElementById("from-here");
  return form ? html`<button class="btn door noprint" form="from-here" formaction=${form.dataset.action.replace(/\/0\/$/, `/${seq}/`)}>Play on from here</button>` : nothing;
}

/** The same words for screen readers. */
export function spoken(verdicts, seq) {
  const moment = isReady(verdicts) ? verdicts.moments[seq] : null;
  return moment ? `${moment.cost} ${moment.held} ${moment.now}` : "";
}

/** Calls separated by commas; the rest of a trick and whole tricks, separated by semicolons. */
function lineOf(line) {
  const after = (one, left) => (left < 2 ? "" : typeof one === "string" ? ", " : (left - 1) % 4 ? " " : "; ");
  return html`<p class="line">The line that held: ${line.map((one, place) => html`${typeof one === "string" ? call(one) : cardOf(one)}${after(one, line.length - place)}`)}</p>`;
}

const cardOf = ({ seat, card }) => html`<span class="nowrap"><abbr title=${seatName(seat)}>${seat}</abbr> ${cardInText(card)}</span>`;
