// The director's room and its devices: clocks that tick here, and a sound when another table needs the director.
import { createAwake } from "../lib/awake.js";
import { countdown, secondsNow } from "./countdown.js";
import { isTyping, listenForTables } from "./go.js";

const monitor = document.getElementById("monitor");
let calls = new Set(callers());

/** Return the tables that need the director and their calls: a second call at a table is news too. */
function callers() {
  return [...document.querySelectorAll(".callrow .plate[data-calls]")].map((plate) => `${plate.textContent} ${plate.dataset.calls}`);
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  if (!monitor.now()) return;
  for (const clock of monitor.querySelectorAll(".clock[data-ends]")) {
    const left = Number(clock.dataset.ends) - secondsNow(clock);
    put(clock, countdown(left));
    clock.classList.toggle("over", left < 0);
    const section = clock.closest(".section-clock");
    const word = section.querySelector("[data-clock-word]");
    if (word) put(word, left < 0 ? "is over by" : "ends in");
    const bar = section.querySelector(".left i");
    if (bar) bar.style.width = `${Math.max(0, Math.min(100, (100 * left) / Number(bar.dataset.length)))}%`;
  }
  for (const time of monitor.querySelectorAll("time[data-since]")) {
    const gone = Math.max(0, secondsNow(time) - Number(time.dataset.since));
    put(time, time.dataset.words ? `${Math.floor(gone / 60)} min` : countdown(gone));
  }
}

monitor.addEventListener("live-part:before", (event) => {
  if (isTyping()) event.preventDefault();
});

monitor.addEventListener("live-part:after", () => {
  tick();
  const present = new Set(callers());
  const fresh = [...present].filter((number) => !calls.has(number));
  calls = present;
  const tables = [...new Set(fresh.map((each) => each.split(" ")[0]))];
  if (fresh.length) document.getElementById("news").textContent = `Table ${tables.join(" and ")} needs you.`;
  document.title = document.title.replace(/^(\(\d+\) )?/, present.size ? `(${present.size}) ` : "");
});

listenForTables();
createAwake(navigator.wakeLock)(true);
setInterval(tick, 1000);
tick();
