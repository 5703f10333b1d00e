// The clock of a round, as the room and the projector show it.

/** "4:05" of 245 seconds, "−0:30" when the time has been over for 30. */
export function countdown(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "\u2212" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Now by the server's clock, in seconds since 1970, at an element of a live part; a paused clock stands at `data-frozen`. */
export function secondsNow(element) {
  return Number(element.dataset.frozen || 0) || Math.floor((Date.now() + element.closest("live-part").skew) / 1000);
}
