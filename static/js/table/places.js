// The ranking so far, while a director shows it: only between boards, and never with a card.

import { html, nothing } from "../vendor/lit-html.js";
import { closeKey, title } from "./sheet-bits.js";

const BETWEEN = ["ready", "round_done", "sit_out", "finished"];
// A whole room hears about a new place at once; it need not ask at once.
const SOON = 400;
const SPREAD = 1600;

/** True if this view shows a moment between boards. */
export const between = (message) => Boolean(message && !message.view && message.table.places && BETWEEN.includes(message.table.state));

/**
 * The server's places, asked for again only if they may have changed.
 * @param {() => object | null} message the view on the screen
 * @param {() => void} changed
 */
export function createPlaces(message, changed) {
  let now = null;
  let stale = true;
  let timer = 0;

  async function ask(address) {
    stale = false;
    try {
      const answer = await fetch(address);
      now = answer.status === 200 ? await answer.json() : null;
    } catch {
      stale = true;
      return;
    }
    changed();
  }

  function look() {
    if (stale && between(message())) ask(message().table.places);
  }

  return {
    get now() {
      return now;
    },
    look,
    /** They may have changed: ask at once after a lost connection, in a moment after a word of the server. */
    old(wait = SOON + Math.random() * SPREAD) {
      stale = true;
      clearTimeout(timer);
      timer = setTimeout(look, wait);
    },
  };
}

/** The place over all clubs of an event, if there is one. */
const widerLine = (places) => (places.wider ? html`<small class="wider">${places.wider}</small>` : nothing);

/** How far the event over all clubs is, and the own place in it. */
export function widerWords(places) {
  if (!places.wider_state) return nothing;
  return html`<p class="label">${places.wider_state}.${places.wider ? ` ${places.wider}.` : ""}</p>`;
}

/** A row's place over all clubs. */
export const widerPlace = (row) => (row.wider ? html`<small class="wider">Over all: ${row.wider}</small>` : nothing);

/** "3rd of 14, 56.25 %": one key that opens the whole list. */
export function placesKey(c) {
  const { places } = c;
  if (!places) return nothing;
  const among = [places.who, places.ended ? "all boards played" : "so far"].filter(Boolean).join(", ");
  const own = places.place
    ? html`<span class="rank"><b>${places.place}</b> of ${places.of}</span><b class="share">${places.figure}</b><small>${among}</small>`
    : html`<span class="rank none">${places.words}.</span><small></small>`;
  return html`<button type="button" class="standing" data-key="places" @click=${() => c.do.open("places")}>
    <span class="vh">${places.words}. ${places.wider ? `${places.wider}. ` : ""}See all places</span><span class="shown" aria-hidden="true">${own}${widerLine(places)}<small class="all">All places</small></span></button>`;
}

/** Everybody's place, the own list first. */
export function placesSheet(c) {
  const { places } = c;
  const row = (each) => html`<li class=${each.you ? "you" : ""}><b>${each.place}</b><span>${each.name}${each.you ? html`<span class="vh"> (you)</span>` : nothing}</span><b class="share">${each.figure}</b>${widerPlace(each)}</li>`;
  const list = ({ title: name, rows }) => html`<h3>${name}</h3><ol class="placelist">${rows.map(row)}</ol>`;
  return html`${title(places.ended ? "All boards played" : "Places so far")}
    <p>${places.words}. <span class="nowrap">${places.scores} of ${places.lines} scores are in.</span></p>
    ${widerWords(places)}
    ${places.lists.map(list)}
    <div class="doit">${closeKey(c, "Back to the table")}</div>`;
}
