// The event of one step in a replay of a deal, as a sentence.

import { html, nothing } from "../vendor/lit-html.js";
import { call, cardInText, suit } from "../lib/cards.js";
import { nameOf, personal, shortName, toldOf, tricksWord } from "../table/words.js";

// The words for you, and for the other.
const PLAIN = {
  keep: ["keep the first card", "keeps the first card"],
  reject: ["reject the first card", "rejects the first card"],
  seen: ["have seen the second card", "has seen the second card"],
  let: ["let it be played", "lets it be played"],
  stop: ["play the secret card instead", "plays the secret card instead"],
  "umbrage:take": ["take umbrage", "takes umbrage"],
  "umbrage:stay": ["keep your hand", "keeps the hand"],
  ready: ["are ready", "is ready"],
  concede: ["concede the rest", "concedes the rest"],
  accept: ["accept the claim", "accepts the claim"],
  refuse: ["refuse: play goes on", "refuses: play goes on"],
  undo: ["ask to take it back", "asks to take it back"],
  "undo:yes": ["allow it", "allows it"],
  "undo:no": ["do not allow it", "does not allow it"],
  "undo:misclick": ["take it back", "takes it back"],
  withdraw: ["withdraw the claim", "withdraws the claim"],
  "draw:all": ["change all 13 cards", "changes all 13 cards"],
  "claim:0": ["concede the rest", "concedes the rest"],
  "c:P": ["pass", "passes"],
  "c:X": ["double", "doubles"],
  "c:XX": ["redouble", "redoubles"],
};
const list = (texts) => texts.map((each) => html`${cardInText(each)} `);

/** @param {object} c the context of the page; @param {{actor: string|null, a: string|null, view: object}} step */
export function stepWords(c, { actor, a, view }) {
  if (!a) return view.outcome ? ending(c, view) : "The cards are dealt";
  const mine = actor === c.me && !c.watched;
  const words = html`<b>${mine ? "You" : (actor === c.me && c.watched) || shortName(c.opp.name, actor)}</b> ${did(a, (plural, singular) => (mine ? plural : singular))}`;
  return view.outcome ? html`${words}. ${ending(c, view)}` : words;
}

function did(a, of) {
  if (PLAIN[a]) return of(...PLAIN[a]);
  const [verb, rest, named] = a.split(":");
  const cards = (rest || "").split("/")[0].split(".").filter(Boolean);
  if (verb === "c") return html`${of("bid", "bids")} ${call(rest)}`;
  if (verb === "p") return html`${of("play", "plays")} ${cardInText(rest)}${named ? html`, asking for ${suit(named)}` : nothing}`;
  if (verb === "claim") return `${of("claim", "claims")} ${tricksWord(Number(rest))}`;
  if (verb === "secret") return html`${of("set", "sets")} ${cardInText(rest)} aside as the secret card`;
  if (verb === "draw") return cards.length ? html`${of("discard", "discards")} ${list(cards)}and ${of("draw", "draws")} as many` : of("change no card", "changes no card");
  if (verb === "discard") return html`${of("lay", "lays")} away ${list(cards)}`;
  if (verb === "keep") return html`${of("keep", "keeps")} ${list(cards)}`;
  return a;
}

/** How the deal ended, from its outcome. */
function ending(c, { outcome, prompt }) {
  const { contract, declarer, tricks } = outcome;
  if (contract === "PASS") return "Passed out.";
  if (!contract) return tricks ? `${["S", "N"].map((player) => `${nameOf(player, c)} ${tricks[player]}`).join(", ")}.` : `${personal(prompt, c)}.`;
  return html`${call(contract)} by ${toldOf(declarer, c)}, ${tricksWord(tricks)}.`;
}
