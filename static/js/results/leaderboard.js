// The leaderboard on a projector: a page at a time if the places do not all fit.
import { createAwake } from "../lib/awake.js";

const TURN = 12000;
const places = document.getElementById("places");
let page = 0;

function lists() {
  return [...places.querySelectorAll("ol")];
}

/** Return how many rows of each list fit on the screen, or all of them if the page may scroll. */
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

places.addEventListener("live-part:after", () => turn(0));
addEventListener("resize", () => turn(0));
createAwake(navigator.wakeLock)(true);
setInterval(() => turn(1), TURN);
turn(0);
