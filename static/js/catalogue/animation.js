// The room as a moving picture: numbers and boards go from table to table, round by round.
// A move takes longer than the site's other motion, because it is the content; without motion it jumps.

const picture = document.getElementById("animation");
const data = JSON.parse(document.getElementById("animation-data").textContent);
const MOVE = 900;
const PAUSE = 2200;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const resting = picture.querySelector("[data-resting]");
const heading = picture.querySelector("[data-round]");
const story = picture.querySelector("[data-story]");
const playKey = picture.querySelector("[data-play]");
const slider = picture.querySelector("input[type=range]");
const tokens = new Map();
const chips = new Map();
let round = 0;
let followed = null;
let timer = null;

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function buildTables() {
  const list = picture.querySelector("[data-tables]");
  for (let number = 1; number <= data.tables; number += 1) {
    const table = element("li", "rtable");
    table.dataset.table = number;
    const north = element("div", "rseat");
    north.dataset.seat = "ew";
    const middle = element("div", "rmiddle");
    middle.append(element("span", "plate", String(number)), element("span", "rboards"));
    const south = element("div", "rseat");
    south.dataset.seat = "ns";
    table.append(north, middle, south);
    list.append(table);
  }
}

function buildTokens() {
  const numbers = new Set(data.rounds.flat().flatMap((row) => [row.ns, row.ew]).filter((each) => each !== null));
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const token = element("button", "rtoken", String(number));
    token.type = "button";
    token.setAttribute("aria-pressed", "false");
    token.addEventListener("click", () => follow(number === followed ? null : number));
    tokens.set(number, token);
  }
  for (const [set, text] of Object.entries(data.boards)) chips.set(Number(set), element("span", "rchip", text));
}

function slot(table, name) {
  return picture.querySelector(`[data-table="${table}"] ${name}`);
}

function place() {
  const free = new Set(chips.keys());
  const copies = new Set();
  for (const row of data.rounds[round]) {
    const out = row.set === 0;
    picture.querySelector(`[data-table="${row.table}"]`).classList.toggle("out", out);
    for (const seat of ["ns", "ew"]) {
      if (row[seat] !== null) slot(row.table, `[data-seat="${seat}"]`).append(tokens.get(row[seat]));
    }
    const boards = slot(row.table, ".rboards");
    for (const old of boards.querySelectorAll(".copy, .rout")) old.remove();
    if (out) {
      boards.append(element("span", "rout", "sits out"));
      continue;
    }
    // Two tables with the same boards: the second shows a copy.
    boards.append(copies.has(row.set) ? copyOf(row.set) : chips.get(row.set));
    copies.add(row.set);
    free.delete(row.set);
  }
  for (const set of [...free].sort((a, b) => a - b)) resting.append(chips.get(set));
  resting.parentElement.hidden = !resting.children.length;
}

function copyOf(set) {
  return element("span", "rchip copy", data.boards[set]);
}

function go(to) {
  const target = Math.max(0, Math.min(data.rounds.length - 1, to));
  const moving = [...tokens.values(), ...chips.values()];
  const before = new Map(moving.map((each) => [each, each.isConnected ? each.getBoundingClientRect() : null]));
  const focused = document.activeElement;
  round = target;
  place();
  if (moving.includes(focused)) focused.focus({ preventScroll: true });
  tell();
  if (still.matches) return;
  for (const [each, from] of before) {
    if (!from) continue;
    const now = each.getBoundingClientRect();
    const [x, y] = [from.left - now.left, from.top - now.top];
    if (x || y) each.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: MOVE, easing: "ease-in-out" });
  }
}

function seatOf(number, at) {
  const row = data.rounds[at]?.find((each) => each.ns === number || each.ew === number);
  if (!row) return at < data.rounds.length ? "sits out" : "";
  if (row.set === 0) return "sits out";
  const south = row.ns === number;
  return `table ${row.table}, ${data.seats[south ? 0 : 1]} against ${south ? row.ew : row.ns}, boards ${data.boards[row.set]}`;
}

function called(number) {
  return data.names[number] ? `${number}, ${data.names[number]}` : `Number ${number}`;
}

function tell() {
  heading.textContent = `Round ${round + 1} of ${data.rounds.length}`;
  slider.value = String(round + 1);
  picture.querySelector("[data-back]").disabled = round === 0;
  picture.querySelector("[data-on]").disabled = round === data.rounds.length - 1;
  for (const [number, token] of tokens) token.setAttribute("aria-label", `${called(number)}: ${seatOf(number, round)}`);
  if (followed === null) {
    story.textContent = "Tap a number to follow it through the room.";
    return;
  }
  const next = seatOf(followed, round + 1);
  story.textContent = `${called(followed)}: ${seatOf(followed, round)}. ${next ? `Next: ${next}.` : "That is the last round."}`;
}

function follow(number) {
  followed = number;
  for (const [each, token] of tokens) {
    token.classList.toggle("on", each === number);
    token.setAttribute("aria-pressed", String(each === number));
  }
  tell();
}

function stop() {
  clearInterval(timer);
  timer = null;
  playKey.textContent = "Play";
}

function play() {
  if (timer !== null) return stop();
  if (round === data.rounds.length - 1) go(0);
  else go(round + 1);
  playKey.textContent = "Pause";
  timer = setInterval(() => (round < data.rounds.length - 1 ? go(round + 1) : stop()), PAUSE);
  return undefined;
}

function by(step) {
  stop();
  go(round + step);
}

buildTables();
buildTokens();
place();
tell();
picture.querySelector("[data-back]").addEventListener("click", () => by(-1));
picture.querySelector("[data-on]").addEventListener("click", () => by(1));
playKey.addEventListener("click", play);
slider.addEventListener("input", () => by(Number(slider.value) - 1 - round));
picture.addEventListener("keydown", (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") by(-1);
  else if (event.key === "ArrowRight") by(1);
});
picture.hidden = false;
