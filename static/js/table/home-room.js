// A table at home while no cards are out: waiting for a friend, ready for the first deal, the end of the match.

import { html, nothing } from "../vendor/lit-html.js";
import { capital, isVulnerable } from "../lib/cards.js";
import { scoreSheet } from "./score-sheet.js";
import { personal } from "./words.js";

/** The page between its bar and its notes. */
export function homeBody(c) {
  const bodies = { waiting, ready, finished };
  return (bodies[c.table.state] || elsewhere)(c);
}

const lounge = (c) => html`<a class="btn" href=${c.links.join}>To the lounge</a>`;

/** Nobody opposite yet: how to invite a friend. */
function waiting(c) {
  const { invite: given, title } = c.table;
  // An address without its host belongs to this site.
  const invite = given && { ...given, url: new URL(given.url, location.href).href };
  const shared = invite ? html`
      <p class="label">Table code</p>
      <p class="code big" aria-label="Table code ${invite.code.split("").join(" ")}">${invite.code}</p>
      <div class="invite">
        ${invite.qr ? html`<img class="qr" src=${invite.qr} alt="A code to scan with a phone: it opens ${invite.url}" width="168" height="168">` : nothing}
        <div class="send">
          <label for="invite-url">Or send ${c.table.note ? "a" : "your"} friend this address</label>
          <input id="invite-url" readonly .value=${invite.url} @focus=${(event) => event.target.select()}>
          <button type="button" class="btn main" data-key="copy" @click=${(event) => c.do.copy(invite.url, event.target.closest(".send").querySelector("input"))}>Copy the address</button>
        </div>
      </div>` : nothing;
  const open = c.table.note;
  return html`<section class="say">
      <h1 tabindex="-1" data-head>${open ? "Waiting for somebody" : "Waiting for your friend"}</h1>
      <p class="lede">${title}. It begins by itself when ${open ? "somebody comes" : "your friend comes in"}.</p>
      ${open ? html`<p class="msg">${open}</p>` : nothing}
      ${shared}
    </section>
    <div class="doit">${lounge(c)}</div>`;
}

function ready(c) {
  const { table } = c;
  const said = table.ready.includes(c.me);
  const score = table.sheet && table.sheet.lines.length ? table.sheet.summary : "";
  const words = [dealWords(c), vulWords(c)].filter(Boolean).join(" ");
  return html`<section class="say">
      <h1 tabindex="-1" data-head>Deal ${table.board}</h1>
      <p class="lede">${words}</p>
      ${score ? html`<p class="lede">${personal(score, c)}</p>` : nothing}
      ${c.game.alone ? nothing : html`<p class="lede">${opponentWords(c)}</p>`}
      ${table.note ? html`<p class="msg">${table.note}</p>` : nothing}
      ${table.left ? html`<p class="msg">${table.left}</p>` : nothing}
    </section>
    <div class="doit">
      ${said ? html`<p class="btn main waiting" tabindex="-1">Waiting for ${c.opp.first}</p>`
        : html`<button type="button" class="btn main" data-key="ready" ?disabled=${!c.canAct} @click=${() => c.do.ready()}>${c.slow || (c.waits ? "Sent" : "Deal the cards")}</button>`}
      ${table.can_end ? html`<a class="btn" href=${table.links.sheet}>Stop here</a>` : lounge(c)}
    </div>`;
}

function dealWords(c) {
  const { dealer } = c.table;
  if (!dealer) return "";
  const mine = dealer === c.me || dealer === c.dummy;
  return mine ? "You deal." : `${capital(c.opp.first)} deals.`;
}

function vulWords(c) {
  if (!c.game.vulnerable) return "";
  const [mine, theirs] = [c.me, c.opp.seat].map((player) => isVulnerable(player, c.table.vul));
  const other = capital(c.opp.first);
  if (mine && theirs) return "You are both vulnerable.";
  return mine ? `You are vulnerable, ${c.opp.first} is not.` : theirs ? `${other} is vulnerable, you are not.` : "Nobody is vulnerable.";
}

function opponentWords(c) {
  if (c.opp.robot) return "You play against the robot.";
  const here = c.opp.connected ? "who is here" : "who is not connected just now";
  return `You play against ${c.opp.name}, ${here}.`;
}

function finished(c) {
  const { sheet, links, left } = c.table;
  const winner = sheet && sheet.winner;
  const won = !sheet ? "" : !winner ? (sheet.totals.S === sheet.totals.N ? "A draw" : "The match is over") : winner === c.me ? (c.game.alone ? "You won" : `You won, ${firstName(c)}`) : `${capital(c.opp.first)} won`;
  return html`<section class="say">
      <h1 tabindex="-1" data-head>${won || "The match is over"}</h1>
      ${sheet ? html`<p class="lede">${personal(sheet.summary || "", c)}</p>` : nothing}
      ${left ? html`<p class="msg">${left}</p>` : nothing}
      ${sheet && sheet.lines.length ? scoreSheet(c, sheet) : nothing}
    </section>
    <div class="doit">
      ${c.table.rematch ? html`<p class="label center">The next match is open: ${c.opp.first} may be there already.</p>` : nothing}
      <button type="button" class="btn main" data-key="rematch" @click=${() => c.do.nextMatch()}>Play again</button>
      <div class="pair"><a class="btn" href=${links.sheet}>Look back at the deals</a>${lounge(c)}</div>
    </div>`;
}

const firstName = (c) => (c.table.name || "").split(/\s+/)[0];

function elsewhere(c) {
  return html`<section class="say"><h1 tabindex="-1" data-head>One moment</h1><p class="lede">The table is being made ready.</p></section>
    <div class="doit">${lounge(c)}</div>`;
}
