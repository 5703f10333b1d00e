// What players at home say to each other: phrases of a list that the server sends.

import { html, nothing } from "../vendor/lit-html.js";
import { closeKey, title } from "./sheet-bits.js";

/** The words that one view brings and the view before it (null for none) did not have, or "". */
export function saying(before, { table }) {
  const { said, seat, opponent } = table;
  if (!before || !said || !before.table.home) return "";
  if (before.table.said && before.table.said.number === said.number) return "";
  return said.by === seat ? `You said: ${said.text}` : `${opponent ? opponent.name : "Your opponent"}: ${said.text}`;
}

/** The key in the menu, if a person sits opposite. */
export const sayKey = (c) => ((c.table.phrases || []).length ? html`<button type="button" class="btn" data-key="say" @click=${() => c.do.open("say")}>Say something to ${c.opp.first}</button>` : nothing);

/** The other player's page of this match has the keys to block and to report them. */
export const otherKey = (c) => ((c.table.phrases || []).length ? html`<a class="btn" href="${c.table.links.sheet}#other">Block or report ${c.opp.first}</a>` : nothing);

export function saySheet(c) {
  return html`${title(`Say to ${c.opp.first}`)}
    <div class="phrases">${c.table.phrases.map(([code, text]) => html`<button type="button" class="btn" data-key=${`say-${code}`} @click=${() => c.do.word(code)}>${text}</button>`)}</div>
    <div class="doit">${closeKey(c, "Back to the table")}</div>`;
}
