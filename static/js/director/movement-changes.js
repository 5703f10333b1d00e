// The changes of a movement in the editor, each of which can be undone. FIELDS are the places in a cell: N/S, E/W,
// board set.

const FIELDS = { ns: 0, ew: 1, set: 2 };
const KEPT = 200; // steps back

const copied = (at) => ({ ...at, rounds: at.rounds.map((row) => row.map((cell) => [...cell])) });

const ACTS = {
  cell({ rounds }, { r, t, field, value }) {
    rounds[r][t][FIELDS[field]] = value;
  },
  fact(at, { field, value }) {
    at[field] = value;
  },
  turn({ rounds }, { r }) {
    for (const cell of rounds[r]) [cell[0], cell[1]] = [cell[1], cell[0]];
  },
  instead({ rounds }, { round, table, instead, number }) {
    const cell = rounds[round - 1][table - 1];
    cell[cell[0] === instead ? 0 : 1] = number;
  },
  "more-rounds"({ rounds }) {
    rounds.push(rounds[0].map(() => [0, 0, 0]));
  },
  "less-rounds"({ rounds }) {
    rounds.pop();
  },
  "more-tables"({ rounds }) {
    for (const row of rounds) row.push([0, 0, 0]);
  },
  "less-tables"({ rounds }) {
    for (const row of rounds) row.pop();
  },
};

/** The movement with its history: `make` an act, `undo`, `redo`. Each returns whether anything has changed. */
export function changes(first) {
  let now = copied(first);
  const before = [];
  const after = [];
  return {
    get now() {
      return now;
    },
    get canUndo() {
      return before.length > 0;
    },
    get canRedo() {
      return after.length > 0;
    },
    make(act) {
      const next = copied(now);
      ACTS[act.kind](next, act);
      if (JSON.stringify(next) === JSON.stringify(now)) return false;
      before.push(now);
      if (before.length > KEPT) before.shift();
      after.length = 0;
      now = next;
      return true;
    },
    undo() {
      if (!before.length) return false;
      after.push(now);
      now = before.pop();
      return true;
    },
    redo() {
      if (!after.length) return false;
      before.push(now);
      now = after.pop();
      return true;
    },
  };
}
