// The projector: a clock that ticks here, fresh seats when the server says so, and sounds before and at the end of a round.
import { openSocket } from "../lib/socket.js";

const QUIET = 500;
const POLL = 10000;
// Seconds before the end of the round -> how many tones.
const WARNINGS = new Map([
  [180, 1],
  [60, 2],
  [0, 3],
]);
const main = document.getElementById("main");
const screen = document.getElementById("screen");
const sound = document.getElementById("sound");
let timer = 0;
let skew = 0;
let shown = "";
let audio = null;
const left = new Map();

function words(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "\u2212" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function tones(count) {
  if (!audio) return;
  for (let at = 0; at < count; at += 1) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at * 0.6;
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.6, start + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.45);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
}

function tick() {
  for (const clock of screen.querySelectorAll(".clock[data-ends]")) {
    const now = Number(clock.dataset.frozen || 0) || Math.floor((Date.now() + skew) / 1000);
    const seconds = Number(clock.dataset.ends) - now;
    if (clock.textContent !== words(seconds)) clock.textContent = words(seconds);
    clock.classList.toggle("soon", seconds >= 0 && seconds <= 180);
    clock.classList.toggle("over", seconds < 0);
    const before = left.get(clock.dataset.round);
    left.set(clock.dataset.round, seconds);
    if (before === undefined) continue;
    // Passed, not met: a page in the background ticks seldom. More time given counts down to them again.
    for (const [at, count] of WARNINGS) if (before > at && seconds <= at && seconds > at - 30) tones(count);
  }
}

async function refresh() {
  clearTimeout(timer);
  timer = 0;
  let answer;
  try {
    answer = await fetch(main.dataset.part);
  } catch {
    return;
  }
  if (answer.redirected || answer.status === 404) location.reload();
  if (!answer.ok) return;
  const date = answer.headers.get("Date");
  if (date) skew = new Date(date).getTime() - Date.now();
  const text = await answer.text();
  if (text === shown) return;
  shown = text;
  screen.innerHTML = text;
  tick();
}

function soon() {
  if (!timer) timer = setTimeout(refresh, QUIET);
}

// A browser makes no sound before somebody has pressed something.
sound.addEventListener("click", () => {
  if (audio) {
    audio.close();
    audio = null;
  } else {
    audio = new AudioContext();
    tones(1);
  }
  sound.setAttribute("aria-pressed", String(Boolean(audio)));
  sound.textContent = audio ? "Sound: on" : "Sound: off";
});

openSocket(main.dataset.socket, {
  onMessage: (message) => {
    if (message.t === "changed") soon();
  },
  onOpen: () => document.body.classList.remove("is-offline"),
  onLost: () => document.body.classList.add("is-offline"),
  ping: () => ({ t: "ping" }),
});

setInterval(tick, 500);
setInterval(refresh, POLL);
tick();
