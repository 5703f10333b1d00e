// The leaderboard on a projector: fresh places when the server says so, and a page at a time where they do not all fit.
import { openSocket } from "../lib/socket.js";

const POLL = 20000;
const QUIET = 500;
const TURN = 12000;
const main = document.getElementById("main");
let timer = 0;
let page = 0;
let shown = main.innerHTML;

function lists() {
  return [...main.querySelectorAll("ol")];
}

/** How many rows of each list fit on the screen; all of them where the page may scroll. */
function room(rows) {
  if (innerWidth <= 800 || !rows.length) return rows.length;
  const first = rows[0].getBoundingClientRect();
  const columns = rows[0].closest(".single") ? 2 : 1;
  return Math.max(3, Math.floor((innerHeight - first.top - 16) / first.height)) * columns;
}

function turn(step) {
  for (const list of lists()) for (const row of list.children) row.hidden = false;
  page += step;
  for (const list of lists()) {
    const rows = [...list.children];
    const fit = room(rows);
    const pages = Math.max(1, Math.ceil(rows.length / fit));
    const from = (page % pages) * fit;
    rows.forEach((row, at) => (row.hidden = at < from || at >= from + fit));
  }
}

async function refresh() {
  clearTimeout(timer);
  timer = 0;
  let answer;
  try {
    answer = await fetch(main.dataset.places);
  } catch {
    return;
  }
  if (answer.status === 404) location.reload();
  if (!answer.ok) return;
  const text = await answer.text();
  if (text === shown) return;
  shown = text;
  main.innerHTML = text;
  turn(0);
}

/** One fetch for all news of half a second; news that never ends does not put it off. */
function soon() {
  if (!timer) timer = setTimeout(refresh, QUIET);
}

function lost(is) {
  document.querySelector(".lost")?.remove();
  if (!is) return;
  const word = document.createElement("p");
  word.className = "lost";
  word.textContent = "No connection: places may be old";
  document.body.append(word);
}

openSocket(main.dataset.socket, {
  onMessage: (message) => {
    if (message.t === "changed") soon();
  },
  onOpen: () => lost(false),
  onLost: () => lost(true),
  ping: () => ({ t: "ping" }),
});

addEventListener("resize", () => turn(0));
setInterval(() => turn(1), TURN);
setInterval(refresh, POLL);
turn(0);
