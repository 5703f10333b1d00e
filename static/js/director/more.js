// "More" in the director's links opens by itself, because it is a <details>. This closes it when the hand has moved on.

const more = document.querySelector(".mast .more");

function close() {
  more.open = false;
}

more.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !more.open) return;
  close();
  more.querySelector("summary").focus();
});
more.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !more.contains(event.relatedTarget)) close();
});
addEventListener("pointerdown", (event) => {
  if (!more.contains(event.target)) close();
});
// Reached with the browser's Back key, it is closed again.
addEventListener("pagehide", close);
