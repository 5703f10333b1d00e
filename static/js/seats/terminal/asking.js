// The screens on which a score is typed: the board, the contract, the lead, the tricks, and all of it read back.

import { html, nothing } from "../../vendor/lit-html.js";
import { againstNeed, call, cardInText, seatName, strain } from "../../lib/cards.js";
import { bothSides, button, dealt, key, plate, sentence } from "./bits.js";
import { contractWhole, doubtful, resultOfDraft, STEPS } from "./draft.js";

const RANKS = [..."AKQJT98765432"];
const DOUBLES = [["no", "No"], ["X", "Doubled"], ["XX", "Redoubled"]];
const ALL_TRICKS = Array.from({ length: 14 }, (_, tricks) => tricks);

/** Which board lies on the table: the next one, or another of the round. `choosing`: they are all shown. */
export function boardScreen(seating, board, choosing, on, pairs = false) {
  const inOrder = [...seating.boards].sort((one, other) => one.number - other.number);
  const keys = inOrder.map((each) =>
    key(`board-${each.number}`, each.number, () => on.board(each), { small: each.done ? "scored" : each === board ? "next" : "", on: each === board }),
  );
  if (choosing || !board) {
    return html`<section><h1>Which board is on the table?</h1><ul class="keys c3">${keys}</ul>
      <div class="answer">${button("board-none", "It has another number", () => on.otherNumber("ask"))}</div></section>`;
  }
  return html`<section class="boardask"><h1>Is this the board on the table?</h1>
    <p class="bigboard"><b class="plate">${board.number}</b><span>${dealt(board, pairs)}</span></p>${passedOn(board)}
    <div class="answer">${button("board-yes", `Yes, board ${board.number}`, () => on.board(board), "main")}
    ${button("board-other", "No, another board", on.otherBoard)}</div></section>`;
}

/**
 * A board that this table does not have in this round.
 * @param {string|number} other "ask", or its number
 * @param {number[]} numbers of all boards of the night
 */
export function otherNumberScreen(seating, board, other, numbers, on) {
  if (other === "ask") {
    const own = seating.boards.map((each) => each.number);
    const keys = numbers.filter((number) => !own.includes(number)).map((number) => key(`other-${number}`, number, () => on.otherNumber(number)));
    return html`<section><div class="way"><button type="button" class="back" data-key="back" @click=${() => on.otherNumber("")}>Back</button></div>
      <h1>Which number is on it?</h1><ul class="keys c5">${keys}</ul></section>`;
  }
  return html`<section><div class="way"><button type="button" class="back" data-key="back" @click=${() => on.otherNumber("ask")}>Back</button></div>
    <h1>Board ${other} is not yours in this round</h1>
    <p class="lede">If nobody has called yet, put it back and fetch board ${board.number}.</p>
    <div class="answer">${button("other-leave", `Put it back: board ${board.number}`, () => on.otherNumber(""), "main")}
    ${button("other-played", "We have played it: tell the director", () => on.otherPlayed(board, other))}</div></section>`;
}

/** Two tables share the board: where it is. */
function passedOn(board) {
  if (!board.from) return nothing;
  const where = board.played_there ? `Fetch board ${board.number} from table ${board.from}: it is no longer needed there.` : `Waiting for board ${board.number} of table ${board.from}: it is played there first.`;
  return html`<p class="why" role="status">${where} ${board.played_there ? "" : "If there is a copy on your table, go on."}</p>`;
}

/** The question that a draft is at. */
export function draftScreen(draft, seating, board, at) {
  const screen = { contract: contractScreen, lead: leadScreen, tricks: tricksScreen, whole: wholeScreen }[draft.step];
  const place = STEPS.indexOf(draft.step);
  const dots = STEPS.map((_, n) => html`<li class=${n < place ? "done" : n === place ? "now" : ""}></li>`);
  return html`<section class="ask-${draft.step}"><div class="way"><button type="button" class="back" data-key="back" @click=${at.on.back}>Back</button>
    ${draft.step === "whole" ? nothing : soFar(draft, board, at.pairs)}
    <ol class="dots" aria-label="Question ${place + 1} of ${STEPS.length}">${dots}</ol></div>
    ${draft.fault ? html`<p class="fault" role="alert">${draft.fault}</p>` : nothing}
    ${screen(draft, seating, at, board)}</section>`;
}

function soFar(draft, board, pairs) {
  const { level, strain: suit, doubled, declarer, lead } = draft.answers;
  const bid = level && suit ? call(level + suit + (doubled === "no" ? "" : doubled)) : level || "";
  const said = bid ? html`${bid}${declarer ? ` by ${seatName(declarer)}` : ""}${lead && lead !== "none" ? html`, lead ${cardInText(lead)}` : nothing}` : `Board ${draft.board}`;
  return html`<p class="sofar">${plate(draft.board)} <span>${said}<small>${board ? dealt(board, pairs) : nothing}</small></span></p>`;
}

function contractScreen(draft, seating, { on, pairs }) {
  const { answers } = draft;
  const one = (name, value, words, more = {}) => key(`${name}-${value}`, words, () => on.answer(name, value), { on: answers[name] === value, ...more });
  const players = pairs ? [..."NESW"] : ["S", "N"];
  const nameOf = (seat) => (pairs ? "NS".includes(seat) : seat === "S") ? seating.ns.name : seating.ew.name;
  return html`<h1>What was the contract?</h1>
    <ul class="keys c7" aria-label="Level">${[..."1234567"].map((level) => one("level", level, level))}</ul>
    <ul class="keys c5" aria-label="Suit">${[..."CDHSN"].map((letter) => one("strain", letter, strain(letter)))}</ul>
    <ul class="keys c3 doubles" aria-label="Doubled?">${DOUBLES.map(([value, words]) => one("doubled", value, words))}</ul>
    <ul class="keys ${pairs ? "c4" : "c2"} who" aria-label="Who played it?">${players.map((seat) => one("declarer", seat, seatName(seat), { small: pairs ? "" : nameOf(seat) }))}</ul>
    <div class="answer two">${button("passed", "Passed out", () => on.answer("passed", "1"))}
    <button type="button" class="btn main" data-key="next" ?disabled=${!contractWhole(draft)} @click=${on.toLead}>Next: lead</button></div>`;
}

function leadScreen(draft, seating, { on }) {
  const suits = [..."SHDC"].map((letter) => key(`suit-${letter}`, strain(letter), () => on.suit(letter), { on: draft.suit === letter }));
  const leave = html`<div class="answer">${button("lead-none", "Nobody remembers", () => on.answer("lead", "none"))}</div>`;
  if (!draft.suit) return html`<h1>What was led?</h1><ul class="keys c4 tall" aria-label="Suit">${suits}</ul>${leave}`;
  const ranks = RANKS.map((rank) =>
    key(`lead-${draft.suit}${rank}`, html`${strain(draft.suit)}${rank.replace("T", "10")}`, () => on.lead(draft.suit + rank), { state: "row" }),
  );
  return html`<h1>What was led?</h1><ul class="keys c4" aria-label="Suit">${suits}</ul><ul class="keys c4 ranks" aria-label="Card">${ranks}</ul>${leave}`;
}

function tricksScreen(draft, seating, { on }) {
  const need = Number(draft.answers.level) + 6;
  const one = (tricks) =>
    key(`tricks-${tricks}`, tricks, () => on.answer("tricks", String(tricks)), { small: againstNeed(tricks, need), on: tricks === need });
  return html`<h1>How many tricks did ${seatName(draft.answers.declarer)} take?</h1>
    <p class="label">Made</p><ul class="keys c4 tricks">${ALL_TRICKS.filter((tricks) => tricks >= need).map(one)}</ul>
    <p class="label">Went down</p><ul class="keys c5 tricks down">${ALL_TRICKS.filter((tricks) => tricks < need).reverse().map(one)}</ul>`;
}

function wholeScreen(draft, seating, { on, pairs, late, other }) {
  const result = resultOfDraft(draft, pairs);
  const strange = doubtful(draft);
  if (strange) {
    return html`<h1>Really? ${strange}</h1>${sentence(draft.board, result, pairs)}
      <div class="answer">${button("really", "Yes, it was so", on.sure, "main")}${button("change", "No, change it", on.back)}</div>`;
  }
  return html`<h1 class="vh">Is that right?</h1>${sentence(draft.board, result, pairs)}
    ${late ? html`<p class="why">The round has moved on. What you typed goes to the director, who decides.</p>` : nothing}
    ${other ? html`<p class="why">Another score of this board has come in meanwhile${other.ns_score === null ? "" : html`: ${bothSides(other.ns_score, pairs)}`}. Yours goes to the director with it.</p>` : nothing}
    <div class="answer">${button("yes", late || other ? "Send it to the director" : "Yes, that is right", on.send, "main")}
    ${late || other ? button("leave", "Leave it", on.leave) : button("change", "No, change something", on.back)}</div>`;
}
