// The auction: all four hands open, two columns of calls, one bidding box.

import { html, nothing } from "../vendor/lit-html.js";
import { call, callKeyWords, parseBid, seatName, strain, suitName } from "../lib/cards.js";
import { board, vul } from "./bits.js";
import { dummy, fan, backs, seatHead } from "./hands.js";
import { note, topbar } from "./frame.js";
import { takeBackKey, takenWords } from "./takeback.js";
import { nameOf, personal } from "./words.js";

/** The auction of Crow's games: the dummies are open, and in most of them the players' own hands too. */
export function auctionPage(c) {
  const hands = c.view.hands;
  const top = hands[c.opp.seat];
  const own = hands[c.me];
  return html`<div class="table auction" ?inert=${c.covered}>
    ${topbar(c)}
    <section class="opp" aria-label="${seatName(c.opp.seat)}, ${c.opp.name}">${seatHead(c, c.opp.seat)}${top.cards ? fan(top.cards) : backs(top.count)}</section>
    ${dummy(c, c.theirs)}
    <section class="mid">${c.game.board ? c.game.board(c) : board(c.view, c.me)}${calls(c)}${note(c)}</section>
    ${dummy(c, c.dummy)}
    <section class="hand" aria-label="Your hand, ${seatName(c.me)}">${seatHead(c, c.me)}${own.cards ? fan(own.cards) : backs(own.count)}</section>
    ${box(c)}
  </div>`;
}

/** The auction of a game in which players see only their own hand. `beside`: what the game shows with the calls. */
export function closedAuction(c, beside = nothing) {
  const own = c.view.hands[c.me];
  const other = c.view.hands[c.opp.seat];
  return html`<div class="table auction closed" ?inert=${c.covered}>
    ${topbar(c)}
    ${other ? html`<section class="opp" aria-label=${c.opp.name}>${seatHead(c, c.opp.seat, other.cards ? nothing : backs(other.count))}${other.cards ? fan(other.cards) : nothing}</section>` : nothing}
    <section class="mid">${beside}${c.game.alone ? nothing : calls(c)}${note(c)}</section>
    <section class="hand" aria-label="Your hand">${seatHead(c, c.me)}${fan(own.cards || [])}</section>
    ${box(c)}
  </div>`;
}

/** The calls so far: South's column, North's column. */
export function calls(c) {
  const rows = [];
  let row = null;
  for (const entry of c.view.auction) {
    if (!row || entry.by === "S" || row.N !== undefined) rows.push((row = {}));
    row[entry.by] = entry;
  }
  const next = c.view.turn && c.view.turn.what === "call" ? c.view.turn.player : null;
  if (next && (!row || next === "S" || row.N !== undefined)) rows.push((row = {}));
  const cell = (each, player) => {
    const said = each[player];
    if (said) return html`<td class=${said.unsent ? "sending" : ""}>${call(said.call)}${said.unsent ? html`<span class="vh">, being sent</span>` : nothing}</td>`;
    if (each !== row || player !== next) return html`<td></td>`;
    return player === c.me ? html`<td class="now">Your call</td>` : html`<td class="wait">to call</td>`;
  };
  return html`<div class="callbox" data-scroll-end tabindex="0" role="region" aria-label="The auction so far"><table class="calls">
    <thead><tr>${["S", "N"].map((player) => head(c, player))}</tr></thead>
    <tbody>${rows.map((each) => html`<tr>${cell(each, "S")}${cell(each, "N")}</tr>`)}</tbody>
  </table></div>`;
}

function head(c, player) {
  // At home there are only two people and no compass; at a club people talk about boards by direction.
  const name = !c.home ? seatName(player) : nameOf(player, c);
  return html`<th scope="col" class=${player === c.me ? "me" : ""}>${name}${player === c.me && !c.home ? html`<span class="vh">, you</span>` : nothing} ${vul(player, c.view.vul)}</th>`;
}

function box(c) {
  const mine = c.myTurn && c.view.turn.what === "call";
  return html`<section class="box" aria-label="Bidding box" data-arrows>
    ${keys(c, mine)}
  </section>`;
}

function keys(c, mine) {
  const { acts } = c.game.bidding;
  return html`${c.home && mine && c.view.prompt ? html`<p class="ask">${personal(c.view.prompt, c)}${c.game.why ? c.game.why(c) : nothing}</p>` : nothing}
    ${c.wide ? grid(c, mine) : steps(c, mine)}
    <div class="acts of${acts.length}">${acts.map((each) => key(c, mine, each, call(each)))}</div>
    ${confirm(c, mine)}
    ${c.home && c.view.can.undo && !c.takeBack ? html`<button type="button" class="link" data-key="undo" ?disabled=${!c.canAct} @click=${() => c.do.act("undo")}>Take back my last call</button>` : nothing}`;
}

function key(c, mine, text, label) {
  const can = mine && c.view.legal.includes(`c:${text}`);
  const on = can && c.ui.pick === text;
  return html`<button type="button" class="key ${on ? "on" : ""}" data-key="key-${text}" ?disabled=${!can || !c.canAct}
    aria-pressed=${on ? "true" : "false"} aria-label=${callKeyWords(text)} @click=${() => c.do.pick(text)}>${label}</button>`;
}

function grid(c, mine) {
  const { levels, strains } = c.game.bidding;
  return html`<div class="grid35 of${levels.length}">${levels.map((level) =>
    strains.map((letter) => key(c, mine, level + letter, html`${level}${strain(letter)}`)),
  )}</div>`;
}

/** If there is no room for every bid: first the level, then the suit. */
function steps(c, mine) {
  const { levels, strains } = c.game.bidding;
  const can = (level, letter) => mine && c.view.legal.includes(`c:${level}${letter}`);
  const picked = parseBid(c.ui.pick);
  const level = picked ? picked.level : c.ui.level;
  return html`<div class="steps">
    <div class="lv of${levels.length}" data-arrows>${levels.map((each) => {
      const some = strains.some((letter) => can(each, letter));
      return html`<button type="button" class="key ${some && each === level ? "on" : ""}" data-key="level-${each}" aria-label="Level ${each}"
        aria-pressed=${some && each === level ? "true" : "false"} ?disabled=${!some || !c.canAct} @click=${() => c.do.level(each)}>${each}</button>`;
    })}</div>
    <div class="st" data-arrows>${strains.map((letter) => {
      const open = level && can(level, letter);
      const on = open && picked && picked.strain === letter;
      return html`<button type="button" class="key ${on ? "on" : ""}" data-key="strain-${letter}" aria-label=${letter === "N" ? "NT, no trump" : suitName(letter)}
        aria-pressed=${on ? "true" : "false"} ?disabled=${!open || !c.canAct} @click=${() => c.do.pick(level + letter)}>${strain(letter)}</button>`;
    })}</div>
  </div>`;
}

function confirm(c, mine) {
  if (c.sending) return html`<button type="button" class="btn main" disabled data-key="confirm">${c.slow ? c.slow : "Sent"}</button>`;
  if (c.paused) return html`<p class="btn main waiting" tabindex="-1">The director has stopped play for a moment</p>`;
  if (!mine) {
    const away = c.opp.connected === false ? "who is not connected just now" : "to call";
    if (c.home && c.view.undo) return html`<p class="btn main waiting" tabindex="-1">You asked ${c.opp.first} to take your call back</p>`;
    const taken = takenWords(c.view, c);
    if (c.takeBack) return takeBackKey(c, "main");
    return html`<p class="btn main waiting" tabindex="-1"><span>Waiting for ${c.opp.first} ${away}${taken ? html`<small>${taken}</small>` : nothing}</span></p>`;
  }
  const pick = c.ui.pick;
  const bid = parseBid(pick);
  const label = !pick ? (c.ui.level ? "Now choose the suit" : "Choose your call") : bid ? html`Bid ${call(pick)}` : call(pick);
  return html`<button type="button" class="btn main" data-key="confirm" ?disabled=${!pick || !c.canAct} @click=${() => c.do.act(`c:${pick}`)}>${label}</button>`;
}
