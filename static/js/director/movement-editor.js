// A movement as a grid of rounds and tables: edited by hand, checked by the site at each change, kept or used.

import { html, nothing, render } from "../vendor/lit-html.js";
import { changes } from "./movement-changes.js";

const root = document.getElementById("editor");
const addresses = JSON.parse(document.getElementById("edaddresses").textContent);
const token = new FormData(document.getElementById("edtoken")).get("csrfmiddlewaretoken");
const pairs = Boolean(root.dataset.pairs);
const WAIT = 200; // ms after the last change before the site is asked
const MOST = 60; // rounds, tables
const SIDES = pairs ? ["N/S", "E/W"] : ["South", "North"];
const SHORT = pairs ? ["N/S", "E/W"] : ["S", "N"];

const edited = changes(JSON.parse(document.getElementById("edgrid").textContent));
const now = { said: null, asked: 0, round: 1, refused: null, busy: false, saved: true };
let timer = 0;

/** Return the movement as the site reads it: lines of rounds, 0 for an empty seat. */
function asSent({ name, players, per_round, winners, rounds }) {
  const cells = rounds.flat();
  const sets = Math.max(1, ...cells.map(([ns, ew, set]) => (ns && ew ? set : 0)));
  const header = [Math.max(players, ...cells.flatMap(([ns, ew]) => [ns, ew])), rounds[0].length, rounds.length, sets, 0];
  const lines = rounds.map((row) => row.map(([ns, ew, set]) => `${ns}-${ew} ${set}`).join(" "));
  return { rounds: [header.join(" "), ...lines].join("\n"), name, boards: per_round, winners };
}

async function send(address, more = {}) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: token, ...asSent(edited.now), ...more });
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok && answer.status !== 409) throw new Error(answer.status);
  return answer.json();
}

async function check() {
  const mine = (now.asked += 1);
  try {
    const said = await send(addresses.check);
    if (mine !== now.asked) return;
    now.said = said;
    now.lost = false;
  } catch {
    if (mine === now.asked) now.lost = true;
  }
  show();
}

function changed() {
  now.refused = null;
  now.saved = false;
  now.round = Math.min(now.round, edited.now.rounds.length);
  show();
  clearTimeout(timer);
  timer = setTimeout(check, WAIT);
}

const change = (act) => {
  if (edited.make(act)) changed();
};

const back = () => edited.undo() && changed();
const again = () => edited.redo() && changed();

async function finish(how) {
  now.busy = true;
  show();
  try {
    const answer = await send(addresses.keep, { [how]: "1" });
    if (answer.go) {
      now.saved = true;
      window.location.assign(answer.go);
      return;
    }
    now.refused = answer.fault;
  } catch {
    now.refused = "The site does not answer. Nothing is lost: try again in a moment.";
  }
  now.busy = false;
  show();
}

// Return the meaning of a typed figure: nothing is an empty seat; letters are board sets, A for 1.
function figure(text, field) {
  const clean = text.trim();
  if (field === "set" && /^[a-z]$/i.test(clean)) return clean.toUpperCase().charCodeAt(0) - 64;
  return /^\d{1,3}$/.test(clean) ? Number(clean) : 0;
}

const boards = (set) => {
  const per = edited.now.per_round;
  const first = (set - 1) * per + 1;
  return per === 1 ? `board ${first}` : `boards ${first}–${set * per}`;
};

const wrongAt = (round, table) => (now.said ? now.said.faults.flatMap((fault) => fault.places.filter(([r, t]) => r === round && t === table).map((place) => place[2])) : []);

function cell([ns, ew, set], r, t) {
  const wrong = wrongAt(r + 1, t + 1);
  const where = `round ${r + 1}, table ${t + 1}`;
  const one = (field, value) => html`<input data-cell="${r}.${t}.${field}" inputmode=${field === "set" ? "text" : "numeric"} maxlength="3" autocomplete="off" aria-label="${field === "ns" ? SIDES[0] : field === "ew" ? SIDES[1] : "Board set"}, ${where}" aria-invalid=${wrong.length ? "true" : "false"} .value=${value ? String(value) : ""} @change=${(event) => change({ kind: "cell", r, t, field, value: figure(event.target.value, field) })} @focus=${(event) => event.target.select()}>`;
  const under = wrong.length ? html`<small class="fault">${wrong[0]}</small>` : ns && ew ? html`<small>${set ? boards(set) : "no boards"}</small>` : html`<small>${ns || ew ? "sits out" : "empty"}</small>`;
  return html`<td class=${wrong.length ? "bad" : ns && ew ? "" : "out"} data-l="Table ${t + 1}"><span class="edcell"><label><i aria-hidden="true">${SHORT[0]}</i>${one("ns", ns)}</label><label><i aria-hidden="true">${SHORT[1]}</i>${one("ew", ew)}</label><label><i aria-hidden="true">set</i>${one("set", ns && ew ? set : 0)}</label></span>${under}</td>`;
}

function row(cells, r) {
  const out = (now.said && now.said.out[r]) || [];
  return html`<tr class=${r + 1 === now.round ? "now" : ""}><th scope="row"><span>Round ${r + 1}</span><button type="button" class="btn small" data-key="turn-${r + 1}" title="All change seats with their opponents" @click=${() => change({ kind: "turn", r })}>Turn<span class="vh"> round ${r + 1}</span></button></th>${cells.map((each, t) => cell(each, r, t))}<td class="edout" data-l="Sit out">${out.length ? out.join(", ") : "–"}</td></tr>`;
}

/** How many rounds or tables there are, with keys for one less and one more. */
const size = (what, words, count) => html`<div class="field" role="group" aria-label=${words}><span>${words}</span><span class="edsize"><button type="button" class="btn" data-key="less-${what}" aria-label="One less: ${words}" ?disabled=${count < 2} @click=${() => change({ kind: `less-${what}` })}>−</button><b>${count}</b><button type="button" class="btn" data-key="more-${what}" aria-label="One more: ${words}" ?disabled=${count >= MOST} @click=${() => change({ kind: `more-${what}` })}>+</button></span></div>`;

function facts() {
  const { name, players, per_round, winners, rounds } = edited.now;
  const count = (field, words, value, least, most) => html`<label class="field"><span>${words}</span><input data-fact=${field} inputmode="numeric" maxlength="3" .value=${String(value)} @change=${(event) => change({ kind: "fact", field, value: Math.min(most, Math.max(least, figure(event.target.value, field))) })}></label>`;
  return html`<div class="edfacts">
    <label class="field edname"><span>Name</span><input data-fact="name" maxlength="80" .value=${name} @change=${(event) => change({ kind: "fact", field: "name", value: event.target.value.trim() })}></label>
    ${count("players", pairs ? "Pairs" : "Players", players, 2, 200)}${count("per_round", "Boards a round", per_round, 1, 12)}
    <label class="field"><span>Winners</span><select data-fact="winners" .value=${String(winners)} @change=${(event) => change({ kind: "fact", field: "winners", value: Number(event.target.value) })}><option value="1" ?selected=${winners === 1}>One ranking</option><option value="2" ?selected=${winners === 2}>${SHORT[0]} and ${SHORT[1]} apart</option></select></label>
    ${size("rounds", "Rounds", rounds.length)}${size("tables", "Tables", rounds[0].length)}
  </div>`;
}

/** On a phone: the round in sight. */
const phoneRounds = () => html`<nav class="edrounds" aria-label="Rounds"><button type="button" class="btn" data-key="round-before" ?disabled=${now.round < 2} @click=${() => turnTo(now.round - 1)}>Before</button><b>Round ${now.round} of ${edited.now.rounds.length}</b><button type="button" class="btn" data-key="round-after" ?disabled=${now.round >= edited.now.rounds.length} @click=${() => turnTo(now.round + 1)}>Next</button>${state()}</nav>`;

function turnTo(round) {
  now.round = round;
  show();
}

function goTo([round, table]) {
  now.round = round;
  show();
  const input = root.querySelector(`[data-cell="${round - 1}.${table - 1}.ns"]`);
  if (!input) return;
  input.scrollIntoView({ block: "center", inline: "center" });
  input.focus({ preventScroll: true });
}

function verdict() {
  const { said } = now;
  if (now.lost) return html`<div class="problems" role="alert"><p><b>No line to the site.</b> Go on typing: it is checked when the line is back.</p><button type="button" class="btn small" @click=${check}>Check now</button></div>`;
  if (!said) return html`<p class="help">Being checked.</p>`;
  if (said.faults.length) {
    return html`<div class="problems edfaults"><p><b>It cannot be played yet: ${said.faults.length === 1 ? "one fault" : `${said.faults.length} faults`}.</b></p><ul>${said.faults.map(
      (fault) => html`<li>${fault.places.length ? html`<button type="button" class="edlink" @click=${() => goTo(fault.places[0])}>${fault.text}</button>` : fault.text}${fault.offers.map((offer) => html` <button type="button" class="btn small" data-key="offer" @click=${() => change({ kind: "instead", ...offer })}>${offer.text}</button>`)}</li>`,
    )}</ul></div>`;
  }
  return html`<div class="ednotes"><p class="good"><b>It can be played.</b>${said.fits ? html` Not tonight: ${said.fits}` : nothing}</p>${said.notes.length ? html`<h2>Good to know</h2><ul class="notes">${said.notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}</div>`;
}

/** The state in a few words, always in sight: where the faults are, or that there are none. */
function state() {
  const { said } = now;
  if (!said || now.lost) return nothing;
  const first = said.faults.find((fault) => fault.places.length);
  if (!said.faults.length) return html`<p class="edstate good"><b>It can be played</b></p>`;
  const words = said.faults.length === 1 ? "One fault" : `${said.faults.length} faults`;
  return html`<p class="edstate bad"><b>${words}</b>${first ? html` <button type="button" class="btn small" data-key="first-fault" @click=${() => goTo(first.places[0])}>Show ${said.faults.length === 1 ? "it" : "the first"}</button>` : nothing}</p>`;
}

function keys() {
  const bad = !now.said || now.said.faults.length > 0 || now.busy;
  return html`<div class="edkeys">${state()}
    <button type="button" class="btn" data-key="undo" ?disabled=${!edited.canUndo} @click=${back}>Undo</button>
    <button type="button" class="btn" data-key="redo" ?disabled=${!edited.canRedo} @click=${again}>Redo</button>
    <button type="button" class="btn" data-key="print" @click=${() => window.print()}>Print</button>
    <button type="button" class="btn" data-key="keep" ?disabled=${bad} @click=${() => finish("keep")}>Keep it for the club</button>
    <button type="button" class="btn main" data-key="use" ?disabled=${bad || Boolean(now.said.fits)} @click=${() => finish("use")}>Use it tonight</button>
    ${now.refused ? html`<p class="fault" role="alert">${now.refused}</p>` : nothing}
  </div>`;
}

function show() {
  const { rounds, name } = edited.now;
  render(
    html`<h2 class="edprint">${name}</h2>${facts()}${phoneRounds()}
      <div class="scroll edscroll" tabindex="0" role="region" aria-label="The movement, rounds down and tables across"><table class="edgrid"><thead><tr><th scope="col">Round</th>${rounds[0].map((_, t) => html`<th scope="col">Table ${t + 1}</th>`)}<th scope="col">Sit out</th></tr></thead><tbody>${rounds.map(row)}</tbody></table></div>
      <div role="status">${verdict()}</div>${keys()}`,
    root,
  );
}

// Arrows and Enter move from round to round in the same field.
root.addEventListener("keydown", (event) => {
  const at = event.target.dataset && event.target.dataset.cell;
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
  if (!at || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const [r, t, field] = at.split(".");
  const to = root.querySelector(`[data-cell="${Number(r) + step}.${t}.${field}"]`);
  if (!to) return event.target.blur();
  turnTo(Number(r) + step + 1);
  to.focus();
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y", "Z"].includes(event.key)) return;
  if (event.target.matches("input") && event.target.value !== event.target.defaultValue && !event.target.dataset.cell) return;
  event.preventDefault();
  if (event.target.matches("[data-cell]")) event.target.blur();
  if (event.key === "z") back();
  else again();
});

window.addEventListener("beforeunload", (event) => {
  if (!now.saved) event.preventDefault();
});

root.replaceChildren();
show();
check();
