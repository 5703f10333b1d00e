// The help sheet of the keyboard.

import { html, nothing } from "../vendor/lit-html.js";
import { setting } from "./device.js";
import { closeKey, title } from "./sheet-bits.js";

const BIDDING = [
  ["1s  3n", "a bid: level, then c, d, h, s or n"],
  ["p", "pass"],
  ["x  xx", "double, redouble"],
];
const MISERE = ["m", "misère"];
const CARDS = [
  ["sa  h10", "a card: suit, then rank; t is 10 too"],
  ["k", "a rank alone, where one such card may be played"],
];
const JOKER = ["jo", "the joker"];
const ALWAYS = [
  ["Enter", "bids what you typed, or presses the key that is marked"],
  ["r", "the yellow key: Ready, Agree, Next"],
  ["y  n", "the first and the second answer; 1, 2, 3 the buttons in their order"],
  ["w  u  l", "claim, take back, the last trick"],
  ["Esc", "clears what you typed, or closes a sheet"],
  ["Tab", "goes to the next part of the table, the arrows go about in it"],
  ["?", "this sheet"],
];

const row = ([keys, words]) => html`<tr><th scope="row">${keys.split("  ").map((key, i) => html`${i ? " " : nothing}<kbd>${key}</kbd>`)}</th><td>${words}</td></tr>`;

export function keysSheet(c) {
  const { acts } = c.game.bidding;
  const calls = BIDDING.filter(([keys]) => !keys.startsWith("x") || acts.includes("X"));
  const jokers = c.view && Object.values(c.view.hands).some(({ cards }) => (cards || []).some((card) => card[0] === "J"));
  const rows = [...calls, ...(acts.includes("M") ? [MISERE] : []), ...CARDS, ...(jokers ? [JOKER] : []), ...ALWAYS];
  return html`${title("Keys")}
    <table class="keylist"><tbody>${rows.map(row)}</tbody></table>
    <p>${setting("keys") === "on" ? "With a screen reader, type in its focus mode (forms mode). The settings switch typing off." : "Typing is switched off: the settings switch it on."}</p>
    <div class="doit">${closeKey(c, "Back to the table")}</div>`;
}
