// What calls and cards cost, in a replay: the list at the top, the words at one moment, and waiting until it is worked
// out. What was judged comes from the server in words; here it is only laid out. `verdicts` is null where there is nothing
// to say, { state: "coming" } while it is worked out, { state: "never", why } where it will not be, else
// { state: "ready", heading, list, start, moments, order }.

import { suitName } from "./cards.js";

const SEATS = { N: "North", E: "East", S: "South", W: "West" };
const CALLS = { P: "Pass", X: "Double", XX: "Redouble" };
const PAUSES = [2, 2, 3, 3, 5, 5, 10, 10, 10, 20, 20, 20, 30, 30, 60]; // seconds; the last one again and again
const COMING = "Being worked out: what each call and card cost. It appears here by itself.";
const NEVER = {
  no_solver: "What each call and card cost is not worked out on this server: its solver is not compiled, and without that one deal takes minutes.",
  gone: "What each call and card cost is not shown now: the results have been withdrawn.",
};

/** The verdicts that came with the page; null for a play that has none. */
export function verdictsHere() {
  const given = document.getElementById("verdicts-data");
  return given ? JSON.parse(given.textContent) : null;
}

/** While they are coming ask the server, and tell `changed(verdicts)` when they are there, or will never be. */
export async function followVerdicts(verdicts, url, changed) {
  if (!verdicts || verdicts.state !== "coming") return;
  for (let asked = 0; ; asked += 1) {
    const seconds = PAUSES[Math.min(asked, PAUSES.length - 1)];
    await new Promise((go) => { setTimeout(go, seconds * 1000); });
    const found = await ask(url);
    if (found && found.state !== "coming") {
      changed(found);
      return;
    }
  }
}

/** What the server says now; null where it could not be asked. */
async function ask(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    if (answer.status === 404) return { state: "never", why: "gone" };
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const isReady = (verdicts) => Boolean(verdicts) && verdicts.state === "ready";

function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** The costly calls and cards; each goes to its moment by `jump(seq)`. */
export function costList(verdicts, jump, open) {
  if (!isReady(verdicts)) return element("p", "costs label", verdicts.state === "coming" ? COMING : NEVER[verdicts.why]);
  if (!verdicts.list.length) return element("p", "costs", verdicts.heading);
  const list = element("ol", "");
  for (const { seq, text } of verdicts.list) {
    const button = element("button", "", text);
    button.type = "button";
    button.addEventListener("click", () => jump(seq));
    list.append(element("li", "", button));
  }
  const details = element("details", "costs", element("summary", "", verdicts.heading), list);
  details.open = open;
  return details;
}

/** What is said before the first event. */
export const beforeAll = (verdicts) => element("div", "judged", element("p", "now", isReady(verdicts) ? verdicts.start : ""));

/** What is said at the moment of this event; an empty place for an event that decides nothing. */
export function judged(verdicts, seq) {
  const moment = isReady(verdicts) ? verdicts.moments[seq] : null;
  if (!moment) return element("div", "judged");
  const mark = element("span", "mark", moment.mark);
  mark.setAttribute("aria-hidden", "true");
  const what = element("p", "what", mark, " ");
  if (moment.cost) what.append(element("b", "", moment.cost), " ");
  what.append(moment.held, " ", element("span", "now", moment.now));
  const node = element("div", `judged ${moment.costs ? "lost" : "kept"}`, what);
  if (moment.line.length) node.append(lineOf(moment.line));
  return node;
}

/** The same for those who hear the page. */
export function spoken(verdicts, seq) {
  const moment = isReady(verdicts) ? verdicts.moments[seq] : null;
  return moment ? `${moment.cost} ${moment.held} ${moment.now}` : "";
}

function lineOf(line) {
  const shown = element("p", "line", "The line that held: ");
  line.forEach((one, place) => {
    const left = line.length - place;
    shown.append(typeof one === "string" ? bid(one) : cardOf(one));
    if (left > 1) shown.append(typeof one === "string" ? ", " : (left - 1) % 4 ? " " : "; ");
  });
  return shown;
}

function bid(call) {
  if (call in CALLS) return CALLS[call];
  return element("span", "bid", call[0], call[1] === "N" ? "NT" : suit(call[1]));
}

function cardOf({ seat, card }) {
  const hand = element("abbr", "", seat);
  hand.title = SEATS[seat];
  return element("span", "nowrap", hand, " ", suit(card[0]), card[1].replace("T", "10"));
}

function suit(letter) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", `suit ${letter.toLowerCase()}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", suitName(letter));
  use.setAttribute("href", `#${letter.toLowerCase()}`);
  svg.append(use);
  return svg;
}
