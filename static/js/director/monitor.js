// The director's monitor: clocks that tick here, and fresh fragments when the server says that something changed.
import { openSocket } from "../lib/socket.js";
import { calmly } from "./calm.js";
import { isTyping, listenForTables } from "./go.js";

const POLL = 10000;
const monitor = document.getElementById("monitor");
const started = Date.now();
let skew = 0;
let last = "";
let calls = new Set(callers());

/** What needs the director: the table, and which of its calls, so that a second call at a table is news too. */
function callers() {
  return [...document.querySelectorAll(".callrow .plate[data-calls]")].map((plate) => `${plate.textContent} ${plate.dataset.calls}`);
}

function minutes(seconds) {
  const sign = seconds < 0 ? "\u2212" : "";
  const whole = Math.abs(seconds);
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function nowOf(element) {
  const frozen = Number(element.dataset.frozen || 0);
  return frozen || Math.floor((Date.now() + skew) / 1000);
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  for (const clock of monitor.querySelectorAll(".clock[data-ends]")) {
    const left = Number(clock.dataset.ends) - nowOf(clock);
    put(clock, minutes(left));
    clock.classList.toggle("over", left < 0);
    const section = clock.closest(".section-clock");
    const word = section.querySelector("[data-clock-word]");
    if (word) put(word, left < 0 ? "is over by" : "ends in");
    const bar = section.querySelector(".left i");
    if (bar) bar.style.width = `${Math.max(0, Math.min(100, (100 * left) / Number(bar.dataset.length)))}%`;
  }
  for (const time of monitor.querySelectorAll("time[data-since]")) {
    const gone = Math.max(0, nowOf(time) - Number(time.dataset.since));
    put(time, time.dataset.words ? `${Math.floor(gone / 60)} min` : minutes(gone));
  }
}

const refresh = calmly(() => htmx.trigger(monitor, "refresh"));

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const text = event.detail.xhr.responseText;
  const date = event.detail.xhr.getResponseHeader("Date");
  if (date) skew = new Date(date).getTime() - Date.now();
  if (event.detail.xhr.responseURL.includes("/login/")) location.reload();
  if (text === last || isTyping()) event.detail.shouldSwap = false;
  else last = text;
});

document.body.addEventListener("htmx:afterSwap", () => {
  tick();
  const present = new Set(callers());
  const fresh = [...present].filter((number) => !calls.has(number));
  calls = present;
  const tables = [...new Set(fresh.map((each) => each.split(" ")[0]))];
  if (fresh.length) document.getElementById("news").textContent = `Table ${tables.join(" and ")} needs you.`;
  document.title = document.title.replace(/^(\(\d+\) )?/, present.size ? `(${present.size}) ` : "");
});

openSocket(monitor.dataset.socket, {
  onMessage: (message) => {
    if (message.t === "changed") refresh();
  },
  onOpen: () => document.body.classList.remove("is-offline"),
  onLost: () => {
    if (Date.now() - started > 2000) document.body.classList.add("is-offline");
  },
  ping: () => ({ t: "ping" }),
});

listenForTables();
setInterval(tick, 1000);
setInterval(refresh, POLL);
tick();
