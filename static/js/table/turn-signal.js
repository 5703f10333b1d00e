// "Your turn" for the ear and the hand: a short tone, a short vibration, if this device is set to it. So is a person who
// comes to a table at home.

import { canVibrate, setting } from "./device.js";

const NOTES = [660, 880]; // Hz
const NOTE_SECONDS = 0.14;
const LOUD = 0.15;
const SHAKE = [60, 60, 60]; // ms on, off, on

const isMine = ({ table, view }) => Boolean(view && view.turn && table.state === "playing" && !table.paused && view.turn.player === table.seat);

const person = ({ table }) => (table.home && table.opponent && !table.opponent.robot ? table.opponent.name : "");

export function createTurnSignal() {
  let audio = null;

  /** Browsers let a page make sounds only after somebody has touched it. */
  function wake() {
    if (setting("sound") !== "on" || !window.AudioContext) return;
    audio = audio || new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }

  function tone() {
    wake();
    if (!audio) return;
    NOTES.forEach((pitch, i) => {
      const from = audio.currentTime + i * NOTE_SECONDS;
      const note = audio.createOscillator();
      const volume = audio.createGain();
      note.frequency.value = pitch;
      volume.gain.setValueAtTime(LOUD, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SECONDS);
      note.connect(volume).connect(audio.destination);
      note.start(from);
      note.stop(from + NOTE_SECONDS);
    });
  }

  const shake = () => canVibrate() && navigator.vibrate(SHAKE);

  for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { capture: true });

  return {
    /** A view follows another (null for none): it may have brought the turn to this player, or somebody to play with. */
    look(before, next) {
      if (!before) return;
      const comes = person(next) && !person(before);
      if (!comes && (isMine(before) || !isMine(next))) return;
      if (setting("sound") === "on") tone();
      if (setting("vibration") === "on") shake();
    },
    /** Try a signal that was just switched on. */
    sample(name) {
      if (setting(name) !== "on") return;
      if (name === "sound") tone();
      else shake();
    },
  };
}
