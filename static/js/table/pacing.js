// One thing after another: against a robot, and when one act has several effects, each card is seen before the next.

import { elapsed } from "../lib/elapsed.js";

const GAP = 600;
const CALM_GAP = 300;

/** Return the cards of the last complete trick and of the one on the table, in the order played. */
export const played = (view) => [...(view.last_trick ? view.last_trick.cards : []), ...(view.trick ? view.trick.cards : [])];

/** Return the trick that was completed between these two views, else null. */
export function completed(before, after) {
  const done = after.last_trick;
  if (!done || before.phase !== "play") return null;
  return before.last_trick && before.last_trick.number >= done.number ? null : done;
}

/**
 * Return the messages to show between two of the same play, card by card, `after` last. Those between can only be
 * looked at: nobody is on turn in them.
 */
export function unfold(before, after) {
  const [old, now] = [before.view, after.view];
  if (!old || !now || now.taken_back || before.play !== after.play || old.phase !== "play") return [after];
  const had = new Set(played(old).map((each) => each.card));
  const fresh = played(now).filter((each) => !had.has(each.card));
  const done = completed(old, now);
  const skipped = done && done.number > (old.last_trick ? old.last_trick.number : 0) + 1;
  if (fresh.length < 2 || skipped) return [after];
  const steps = [];
  for (let count = 1; count < fresh.length; count += 1) {
    const shown = new Set(fresh.slice(0, count).map((each) => each.card));
    steps.push({ ...after, table: before.table, view: between(old, now, done, shown) });
  }
  return [...steps, after];
}

function between(old, now, done, shown) {
  const had = new Set(played(old).map((each) => each.card));
  const here = (each) => had.has(each.card) || shown.has(each.card);
  const view = { ...now, phase: "play", turn: null, pending: true, legal: [], choices: [], pick: null, can: {}, claim: null, outcome: null, prompt: "" };
  const whole = done && done.cards.every(here);
  if (done && !whole) {
    const cards = done.cards.filter(here);
    return { ...view, last_trick: old.last_trick, tricks: old.tricks, trick: { ...done, winner: undefined, turned: [], cards } };
  }
  const next = now.trick || { number: done ? done.number + 1 : 1, leader: done && done.winner };
  return { ...view, trick: { ...next, cards: (now.trick ? now.trick.cards : []).filter(here) } };
}

/**
 * Shows what it is given in order, each after the one before has been seen for a while.
 * @param {(message: object) => boolean} show paints; returns true for a view that completed a trick
 * @param {{calm: () => boolean, stays: number}} how `stays`: how long such a trick is shown, in ms
 */
export function createPacer(show, { calm, stays }) {
  let queue = [];
  let timer = 0;
  let free = 0;

  function pump() {
    clearTimeout(timer);
    while (queue.length) {
      const wait = free - elapsed();
      if (wait > 0 && !document.hidden) {
        timer = setTimeout(pump, wait);
        return;
      }
      const { message, paced } = queue.shift();
      const trick = show(message);
      free = paced ? elapsed() + (trick ? stays : calm() ? CALM_GAP : GAP) : 0;
    }
  }

  const pacer = {
    /** Add messages to show in turn. `now`: show the waiting ones at once, and the first of these too. */
    push(messages, { paced, now }) {
      if (now) pacer.flush();
      queue.push(...messages.map((message) => ({ message, paced })));
      pump();
    },
    /** Wait for nothing any longer. */
    flush() {
      clearTimeout(timer);
      const rest = queue;
      queue = [];
      free = 0;
      for (const { message } of rest) show(message);
    },
    /** The trick has been seen: the next thing may come. */
    hurry() {
      free = 0;
      pump();
    },
    get last() {
      return queue.length ? queue[queue.length - 1].message : null;
    },
  };
  document.addEventListener("visibilitychange", pump);
  return pacer;
}
