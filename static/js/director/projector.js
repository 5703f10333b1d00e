// The projector: a clock that ticks here, and sounds before and at the end of a round.
import { createAwake } from "../lib/awake.js";
import { countdown, secondsNow } from "./countdown.js";

// Seconds before the end of the round -> how many tones.
const WARNINGS = new Map([
  [180, 1],
  [60, 2],
  [0, 3],
]);
const screen = document.getElementById("screen");
const sound = document.getElementById("sound");
let audio = null;
const left = new Map();

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
  if (!screen.now()) return;
  for (const clock of screen.querySelectorAll(".clock[data-ends]")) {
    const seconds = Number(clock.dataset.ends) - secondsNow(clock);
    if (clock.textContent !== countdown(seconds)) clock.textContent = countdown(seconds);
    clock.classList.toggle("soon", seconds >= 0 && seconds <= 180);
    clock.classList.toggle("over", seconds < 0);
    const before = left.get(clock.dataset.round);
    left.set(clock.dataset.round, seconds);
    if (before === undefined) continue;
    // The warning was passed, even if not met exactly: a page in the background ticks seldom. More time counts down
    // again.
    for (const [at, count] of WARNINGS) if (before > at && seconds <= at && seconds > at - 30) tones(count);
  }
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

screen.addEventListener("live-part:after", tick);
createAwake(navigator.wakeLock)(true);
setInterval(tick, 500);
tick();
