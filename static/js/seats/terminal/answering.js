// The screens after a score was typed: the other side agrees or not, and then it is in.

import { html, nothing } from "../../vendor/lit-html.js";
import { call, signed } from "../../lib/cards.js";
import { button, inShort, plate, sentence } from "./bits.js";

/**
 * A score that waits for the other side.
 * @param {object} at { on, me, them, side, pairs, handed: the other side answers on this device }
 */
export function waitingScreen(board, at) {
  const { pending } = board;
  const mine = pending.side === at.side;
  if (pending.disputed) return disputed(board, mine, at);
  if (!mine) return question(html`<h1>${at.them} typed this. Is it right?</h1>`, board, at, false);
  if (at.handed) {
    const head = html`<p class="hand-over">Over to ${at.them}<small>Please hand the device across</small></p><h1 class="vh">Hand this to ${at.them}</h1>`;
    return question(head, board, at, true);
  }
  return html`<section><h1>Waiting for ${at.them}</h1>${sentence(board.number, pending, at.pairs)}
    <p class="lede">The score stands on their own device. It counts when they have said yes.</p>
    <div class="answer">${button("drop", "Take it back and type again", () => at.on.again(board))}</div></section>`;
}

function question(head, board, { on, pairs }, hand) {
  return html`<section>${head}${sentence(board.number, board.pending, pairs)}
    <div class="answer">${button("agree", hand ? (pairs ? "We agree" : "I agree") : "Yes, that is right", () => on.agree(board, hand), "main")}
    ${button("refuse", "No, it was otherwise", () => on.refuse(board, hand))}
    ${hand ? button("drop", "Take it back and type again", () => on.again(board)) : nothing}</div></section>`;
}

function disputed(board, mine, { on, them, pairs }) {
  return html`<section><h1>${mine ? `${them} did not agree` : "You did not agree"}</h1>${sentence(board.number, board.pending, pairs)}
    ${mine ? nothing : html`<p class="lede">${them} can type it again. If you do not find out what it was, call the director.</p>`}
    <div class="answer">${mine ? button("again", "Type it again", () => on.again(board), "main") : button("own", "Type what it was", () => on.board(board))}
    ${button("dispute", "Call the director", () => on.call(true))}</div></section>`;
}

/**
 * The score counts, or will when the device is online again.
 * @param {object} agreed { board, turned: whether another round has begun since }
 * @param {object|null} next the next board; null after the last
 */
export function agreedScreen({ board, turned }, next, { on, pairs, seating, online, slow, sheet }) {
  const { entry } = board;
  const kept = entry.unsent && (slow || !online);
  const played = entry.status === "played" || entry.status === "passed_out";
  const said = played ? sentence(board.number, entry, pairs) : html`<p class="sentence"><b>Board ${board.number}:</b> ${inShort(entry)}</p>`;
  const head = kept ? "Agreed, and kept here" : entry.director ? "The director has entered this" : "Agreed";
  const onward = turned ? `Round ${seating.round}: table ${seating.table.label}` : next ? `Next: board ${next.number}` : "Go on";
  if (sheet && sheet.board === board.number) return travellerScreen(sheet, onward, on);
  return html`<section class="agreed"><h1>${head}</h1>${said}
    ${kept ? html`<p class="lede">It is sent as soon as there is a line to the site.</p>` : nothing}
    <div class="answer">${button("next", onward, on.seen, "main")}
    ${online && !entry.unsent ? button("others", "How the others fared", () => on.others(board.number)) : nothing}</div></section>`;
}

/** How a board went at other tables, if the session shows it. */
function travellerScreen(sheet, onward, on) {
  const line = (each) => html`<li class=${each.you ? "you" : ""}><b>${each.table}</b><span>${each.contract ? call(each.contract) : each.text}${each.declarer ? ` ${each.declarer} ${each.over}` : ""}</span>
    <b class="share">${each.ns_score === null ? "" : signed(each.ns_score)}</b><small>${each.figure}</small></li>`;
  return html`<section class="agreed"><h1>Board ${sheet.board}${sheet.figure ? html`: <b>${sheet.figure}</b>` : nothing}</h1><p class="lede">${sheet.words}</p>
    <ol class="travellines">${sheet.lines.map(line)}</ol><div class="answer">${button("next", onward, on.seen, "main")}</div></section>`;
}

/** The scored boards of the round, each with a key to type it once more. */
export const scoredList = (seating, on) =>
  html`<ul class="scored">${seating.boards.map(
    (board) => html`<li>${plate(board.number)}<span>${board.entry ? inShort(board.entry) : board.pending ? "The director decides" : "–"}</span>
      <button type="button" class="btn small" data-key="retype-${board.number}" @click=${() => on.board(board)}>Type it again</button>${board.entry && "typings" in board ? html`<button type="button" class="btn small" data-key="cards-${board.number}" @click=${() => on.cards(board)}>${board.typings ? "Correct the cards" : "Type the cards"}</button>` : nothing}</li>`,
  )}</ul>`;
