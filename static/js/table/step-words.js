// What happened at one step of a deal that is looked at again, as a sentence.

import { html, nothing } from "../vendor/lit-html.js";
import { cardWords, rankOf } from "../lib/cards.js";
import { call, suit } from "./bits.js";
import { personal, shortName, tricksWord } from "./words.js";

const PLAIN = {
  keep: "keeps the first card",
  reject: "rejects the first card",
  seen: "has seen the second card",
  let: "lets it be played",
  stop: "plays the secret card instead",
  "umbrage:take": "takes umbrage",
  "umbrage:stay": "keeps the hand",
  ready: "is ready",
  concede: "concedes the rest",
  accept: "accepts the claim",
  refuse: "refuses: play goes on",
  undo: "asks to take it back",
  "undo:yes": "allows it",
  "undo:no": "does not allow it",
  "draw:all": "changes all 13 cards",
};
const card = (text) => html`<span class="nowrap" aria-label=${cardWords(text)}>${text[0] === "J" ? "joker" : rankOf(text)}${text[0] === "J" ? nothing : suit(text[0])}</span>`;
const list = (texts) => texts.map((each) => html`${card(each)} `);

/** @param {object} c the context of the page; @param {{actor: string|null, a: string|null, view: object}} step */
export function stepWords(c, { actor, a, view }) {
  if (!a) return view.outcome ? ending(c, view) : "The cards are dealt";
  const name = shortName(actor === c.me ? c.table.name : c.opp.name, actor);
  const words = html`<b>${name}</b> ${did(a)}`;
  return view.outcome ? html`${words}. ${ending(c, view)}` : words;
}

function did(a) {
  if (PLAIN[a]) return PLAIN[a];
  const [verb, rest, named] = a.split(":");
  const cards = (rest || "").split("/")[0].split(".").filter(Boolean);
  if (verb === "c") return { P: "passes", X: "doubles", XX: "redoubles" }[rest] || html`bids ${call(rest)}`;
  if (verb === "p") return html`plays ${card(rest)}${named ? html`, asking for ${suit(named)}` : nothing}`;
  if (verb === "claim") return rest === "0" ? "concedes the rest" : `claims ${tricksWord(Number(rest))}`;
  if (verb === "secret") return html`sets ${card(rest)} aside as the secret card`;
  if (verb === "draw") return cards.length ? html`discards ${list(cards)}and draws as many` : "changes no card";
  if (verb === "discard") return html`lays away ${list(cards)}`;
  if (verb === "keep") return html`keeps ${list(cards)}`;
  return a;
}

/** How the deal ended, from its outcome. */
function ending(c, { outcome, prompt }) {
  const { contract, declarer, tricks } = outcome;
  if (contract === "PASS") return "Passed out.";
  if (!contract) return personal(tricks ? `South ${tricks.S}, North ${tricks.N}.` : `${prompt}.`, c);
  const by = c.game.alone && declarer === "N" ? "the stock" : shortName(declarer === c.me ? c.table.name : c.opp.name, declarer);
  return html`${call(contract)} by ${by}, ${tricksWord(tricks)}.`;
}
