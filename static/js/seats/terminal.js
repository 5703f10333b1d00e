// The terminal hears that something has changed and asks whether its page is still the same; without a line it looks
// every few seconds by itself.
import { waitForSeat } from "../lib/revived.js";
import { openSocket } from "../lib/socket.js";
import { createLeaving } from "./leaving.js";

const main = document.getElementById("main");
const LOOK_WITHOUT_LINE = 4000;
const SPREAD = 2000;
const leaving = createLeaving();
let online = false;
let rev = 0;
let timer = 0;

function lost(reason) {
  const section = document.createElement("section");
  section.className = "say";
  const head = document.createElement("h1");
  head.textContent = "This seat is no longer yours";
  const words = document.createElement("p");
  words.className = "lede";
  words.textContent = reason;
  const way = document.createElement("a");
  way.className = "btn main";
  way.href = main.dataset.join;
  way.textContent = "Come in again";
  section.append(head, words, way);
  main.replaceChildren(section);
  socket.close();
  leaving.ended();
  waitForSeat(main.dataset.socket.replace(/socket\/$/, ""));
}

for (const name of ["submit", "click"]) {
  addEventListener(name, (event) => {
    if (name === "submit" || event.target.closest("a[href]")) leaving.began();
  });
}
addEventListener("pageshow", leaving.stayed);
for (const name of ["htmx:beforeRequest", "htmx:beforeOnLoad"]) {
  document.body.addEventListener(name, (event) => {
    if (leaving.now) event.preventDefault();
  });
}

const look = () => htmx.trigger(main, "look");

const socket = openSocket(main.dataset.socket, {
  onMessage(said) {
    if (said.t === "pong") rev = said.rev;
    if (said.t === "changed") look();
    if (said.t === "gone") lost(said.reason);
    if (said.t === "places") {
      clearTimeout(timer);
      timer = setTimeout(() => htmx.trigger(document.body, "places"), Math.random() * SPREAD);
    }
  },
  onOpen: () => (online = true),
  onLost: () => (online = false),
  ping: () => ({ t: "ping", rev }),
});

setInterval(() => {
  if (!online) look();
}, LOOK_WITHOUT_LINE);

// The list stays open when its figures are others.
let open = false;
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "places") open = Boolean(event.detail.target.querySelector("details[open]"));
});
document.body.addEventListener("htmx:afterSwap", () => {
  const list = document.querySelector("#places details");
  if (list && open) list.open = true;
});
