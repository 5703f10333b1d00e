// The clock of a round, as the room and the projector show it.

/** Return "4:05" for 245 seconds, "−0:30" if the time was over 30 seconds ago. */
export function countdown(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "\u2212" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Return the server's present time, in seconds since 1970, for an element of a live part; a paused clock stands at
 * `data-frozen`.
 */
export function secondsNow(element) {
  return Number(element.dataset.frozen || 0) || Math.floor(element.closest("live-part").now() / 1000);
}
