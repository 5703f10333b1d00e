// Pieces that several screens of a terminal share.

import { html, nothing } from "../../vendor/lit-html.js";
import { call, capital, cardInText, seatName, signed, vulnerabilityName } from "../../lib/cards.js";
import { SIDE_NAMES } from "../../lib/wording.js";

export const plate = (text) => html`<span class="plate">${text}</span>`;

/** A big key. `small` stands beneath its words. */
export const key = (name, words, tap, { small = "", on = false, wide = false, state = "" } = {}) =>
  html`<li class=${wide ? "wide" : ""}><button type="button" class="key ${on ? "on" : ""} ${state}" data-key=${name}
    aria-pressed=${on ? "true" : nothing} @click=${tap}>${words}${small ? html`<small>${small}</small>` : nothing}</button></li>`;

/** A button that leads on. It ignores the second click of a double click, which was meant for the button before. */
export const button = (name, words, tap, kind = "") =>
  html`<button type="button" class="btn ${kind}" data-key=${name} @click=${(event) => event.detail < 2 && tap(event)}>${words}</button>`;

export const dealt = (board, pairs) => `${seatName(board.dealer)} deals, ${vulnerabilityName(board.vul, pairs)}`;

const scorer = (side, pairs) => (pairs ? SIDE_NAMES[side] : `${side === "NS" ? "South" : "North"} (${SIDE_NAMES[side]})`);

/** A score from both sides: the side that gained it first and large. */
export function bothSides(points, pairs) {
  if (!points) return html`<b class="score">0 to both</b>`;
  const [won, lost] = points > 0 ? ["NS", "EW"] : ["EW", "NS"];
  const size = Math.abs(points);
  return html`<b class="score">${signed(size)} to ${scorer(won, pairs)}<small>${signed(-size)} to ${scorer(lost, pairs)}</small></b>`;
}

const made = ({ contract, tricks }) => {
  const down = Number(contract[0]) + 6 - tricks;
  return down > 0 ? `${down} down` : `made ${tricks} tricks`;
};

/** The typed score, as a person would say it. */
export function sentence(number, result, pairs) {
  const said = result.status === "passed_out" ? html`passed out. ` : html`${call(result.contract)} by ${seatName(result.declarer)}, ${made(result)}. ${result.lead ? html`Lead ${cardInText(result.lead)}. ` : nothing}`;
  return html`<p class="sentence"><b>Board ${number}:</b> ${said}${bothSides(result.ns_score, pairs)}</p>`;
}

/** A score that counts, as a line of a list. */
export function inShort(entry) {
  if (entry.status === "passed_out") return html`Passed out, <b>0</b>`;
  if (entry.status !== "played") return html`${capital(entry.words || "")}`;
  return html`${entry.contract ? html`${call(entry.contract)} by ${seatName(entry.declarer)}, ${made(entry)}` : "Played"}, <b>${signed(entry.ns_score)}</b>`;
}
