// Steps through a play that was published: calls, then cards, then how it ended. All hands are open.
import { beforeAll, costList, followVerdicts, judged, verdictsHere } from "./lib/verdicts.js";

const SUITS = "SHDC";
const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const HANDS = { N: "North", E: "East", S: "South", W: "West" };
const OWNER = { N: "N", W: "N", S: "S", E: "S" };
const WORDS = { P: "passes", X: "doubles", XX: "redoubles" };
const DUMMIES = "EW";

const data = JSON.parse(document.getElementById("replay-data").textContent);
const stage = document.getElementById("replay");
const steps = stepsOf(data);
let at = 0;
let verdicts = verdictsHere();

function stepsOf(play) {
  const found = [{ kind: "deal" }];
  for (const call of play.auction) found.push({ kind: "call", ...call });
  for (const trick of play.tricks) {
    trick.cards.forEach((one, place) => {
      found.push({ kind: "card", trick, place, seat: one.seat, card: one.card });
    });
  }
  found.push({ kind: "end" });
  return found;
}

function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function suit(letter) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "suit " + letter.toLowerCase());
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", NAMES[letter]);
  use.setAttribute("href", "#" + letter.toLowerCase());
  svg.append(use);
  return svg;
}

const rankOf = (card) => card[1].replace("T", "10");

function face(card, tag = "span", extra = "") {
  const rank = element("b", card[1] === "T" ? "ten" : "", rankOf(card));
  return element(tag, "card " + card[0].toLowerCase() + " " + extra, rank, suit(card[0]));
}

function bid(call) {
  if (!"1234567".includes(call[0])) return document.createTextNode({ P: "Pass", X: "Double", XX: "Redouble" }[call]);
  const node = element("span", "bid", call[0], call[1] === "N" ? "NT" : suit(call[1]));
  const doubled = call.slice(2);
  if (doubled) node.append(element("span", "x", doubled === "X" ? "×" : "××"));
  return node;
}

function gone(upTo) {
  return new Set(steps.slice(0, upTo + 1).filter((step) => step.kind === "card").map((step) => step.card));
}

function paintHand(seat, played, last) {
  const slot = stage.querySelector(`[data-hand="${seat}"]`);
  const plate = element("span", "plate", seat);
  const who = DUMMIES.includes(seat) ? `${HANDS[OWNER[seat]]}’s dummy` : data.names[seat];
  const head = element("header", "", plate, element("span", "who", who));
  const body = DUMMIES.includes(seat) ? dummy(seat, played, last) : ownHand(seat, played, last);
  slot.replaceChildren(head, body);
}

function ownHand(seat, played, last) {
  const list = element("ul", "suits");
  for (const letter of SUITS) {
    const ranks = element("span", "ranks");
    for (const card of data.hands[seat].filter((one) => one[0] === letter)) {
      const kind = card === last ? "now" : played.has(card) ? "gone" : "";
      ranks.append(element("span", kind, rankOf(card)), " ");
    }
    list.append(element("li", "", suit(letter), " ", ranks));
  }
  return list;
}

function dummy(seat, played, last) {
  const list = element("ol", "seq");
  const cards = data.hands[seat];
  const left = cards.filter((card) => !played.has(card));
  for (const card of cards) {
    const kind = [card[0].toLowerCase()];
    if (played.has(card)) kind.push(card === last ? "now" : "gone");
    if (card === left[0] || card === left[left.length - 1]) kind.push("tip");
    list.append(element("li", kind.join(" "), element("b", card[1] === "T" ? "ten" : "", rankOf(card)), suit(card[0])));
  }
  return list;
}

function paintMiddle(step) {
  const middle = stage.querySelector("[data-middle]");
  if (step.kind === "card") {
    const cross = element("div", "cross");
    step.trick.cards.slice(0, step.place + 1).forEach((one, place) => {
      const full = step.place === 3;
      const kind = (place === 0 ? "lead " : "") + (full && one.seat === step.trick.winner ? "won " : "") + "at-" + one.seat.toLowerCase();
      cross.append(face(one.card, "span", kind));
    });
    middle.replaceChildren(cross);
    return;
  }
  const calls = element("ol", "mini-calls");
  const upTo = steps.indexOf(step);
  calls.append(element("li", "head", "South"), element("li", "head", "North"));
  if (data.auction.length && data.auction[0].by === "N") calls.append(element("li", ""));
  steps.slice(0, upTo + 1).forEach((one) => {
    if (one.kind === "call") calls.append(element("li", one === step ? "now" : "", bid(one.call)));
  });
  middle.replaceChildren(calls);
}

function won(upTo) {
  const finished = steps.slice(0, upTo + 1).filter((step) => step.kind === "card" && step.place === 3);
  return finished.map((step) => OWNER[step.trick.winner]);
}

function paintTricks(upTo) {
  const winners = won(upTo);
  const strip = stage.querySelector("[data-tricks]");
  const current = steps[upTo].kind === "card" ? steps[upTo].trick.number : 0;
  strip.replaceChildren();
  for (let number = 1; number <= 13; number += 1) {
    const winner = winners[number - 1];
    const mark = element("i", (winner || "") + (number === current ? " at" : ""), winner || "");
    strip.append(mark);
  }
  const south = winners.filter((winner) => winner === "S").length;
  stage.querySelector("[data-count]").textContent = `Tricks: South ${south}, North ${winners.length - south}`;
}

function say(step) {
  const line = stage.querySelector("[data-say]");
  const name = (seat) => (DUMMIES.includes(seat) ? `${HANDS[seat]}, ${HANDS[OWNER[seat]]}’s dummy,` : HANDS[seat]);
  line.replaceChildren();
  if (step.kind === "deal") line.append(`${HANDS[data.dealer]} deals. All 52 cards lie face up for the auction.`);
  if (step.kind === "call") line.append(`${HANDS[step.by]} ${step.call in WORDS ? WORDS[step.call] + "." : "bids "}`);
  if (step.kind === "call" && !(step.call in WORDS)) line.append(bid(step.call), ".");
  if (step.kind === "card") {
    line.append(`Trick ${step.trick.number}: ${name(step.seat)} ${step.place === 0 ? "leads" : "plays"} `, suit(step.card[0]), `${rankOf(step.card)}.`);
    if (step.place === 3) line.append(` ${HANDS[step.trick.winner]} wins.`);
  }
  if (step.kind === "end") line.append(...ending());
}

function ending() {
  const outcome = data.outcome;
  if (outcome.contract === "PASS") return ["Passed out: 0 to both."];
  const parts = [];
  if (data.claim) {
    const { by, takes } = data.claim;
    parts.push(takes ? `${HANDS[by]} claims ${takes}. ` : `${HANDS[by]} concedes the rest. `);
  }
  parts.push(bid(outcome.contract), ` by ${HANDS[outcome.declarer]}, ${outcome.tricks} tricks.`);
  return parts;
}

function paint() {
  const step = steps[at];
  const played = gone(at);
  const last = step.kind === "card" ? step.card : "";
  for (const seat of "NESW") paintHand(seat, played, last);
  paintMiddle(step);
  paintTricks(at);
  say(step);
  paintVerdict();
  const trick = step.kind === "card" ? String(step.trick.number) : "";
  for (const row of document.querySelectorAll(".tricks tr[data-trick]")) row.classList.toggle("now", row.dataset.trick === trick);
  for (const button of stage.querySelectorAll("[data-go]")) {
    const back = button.dataset.go === "back" || button.dataset.go === "first";
    button.disabled = back ? at === 0 : at === steps.length - 1;
  }
}

// Which event of the log each step was; the end is that of a claim, if one ended the play. Cards that the last trick
// played by itself have none.
function numbers() {
  const { calls, cards, claim } = verdicts.order;
  const left = { call: [...calls], card: [...cards] };
  return steps.map((step) => (step.kind === "end" ? claim : step.kind === "deal" ? [] : left[step.kind].splice(0, 1)));
}

function paintVerdict() {
  const place = stage.querySelector("[data-judged]");
  if (!place) return;
  const said = verdicts.state === "ready" ? numbers()[at].map((seq) => judged(verdicts, seq)) : [];
  place.replaceChildren(...(said.length ? said : [at ? judged(verdicts, 0) : beforeAll(verdicts)]));
}

function paintCosts() {
  const wide = matchMedia("(min-width: 1000px)").matches;
  document.querySelector("[data-costs]").replaceChildren(costList(verdicts, jump, wide));
}

function jump(seq) {
  at = numbers().findIndex((seqs) => seqs.includes(seq));
  paint();
  stage.scrollIntoView({ block: "start" });
}

function showVerdicts(found) {
  verdicts = found;
  paintCosts();
  paintVerdict();
}

function nextTrick() {
  const found = steps.findIndex((step, place) => place > at && step.kind === "card" && step.place === 0);
  return found < 0 ? steps.length - 1 : found;
}

function go(where) {
  const places = { first: 0, back: at - 1, next: at + 1, trick: nextTrick(), last: steps.length - 1 };
  at = Math.min(steps.length - 1, Math.max(0, places[where]));
  paint();
}

stage.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) go(button.dataset.go);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const where = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!where) return;
  event.preventDefault();
  go(where);
});
for (const part of stage.querySelectorAll("[data-live]")) part.hidden = false;
if (verdicts) paintCosts();
if (verdicts) followVerdicts(verdicts, document.querySelector("[data-costs]").dataset.url, showVerdicts);
paint();
