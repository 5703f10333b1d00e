// Where a step leads in a play that is looked at again. Position 0 is before the first event, `last` after the last one.

export const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/** The nearest position that there is. */
export const within = (to, last) => Math.min(last, Math.max(0, to));

/**
 * The position that a step leads to.
 * @param {"first"|"back"|"next"|"trick"|"last"} where
 * @param {number} at
 * @param {{last: number, stops: number[]}} play `stops`: where the step "trick" stops, in order
 */
export function target(where, at, { last, stops }) {
  const next = stops.find((stop) => stop > at);
  const places = { first: 0, back: at - 1, next: at + 1, trick: next === undefined ? last : next, last };
  return within(places[where], last);
}

/** Whether a step leads anywhere from here. */
export const leads = (where, at, { last }) => (where === "first" || where === "back" ? at > 0 : at < last);
