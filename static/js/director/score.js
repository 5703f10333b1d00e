// The score keys: what a number of tricks means for the level chosen, and the artificial presets.
const form = document.querySelector(".keys");

function means(tricks, need) {
  const over = tricks - need;
  return over === 0 ? "made" : over > 0 ? `+${over}` : `\u2212${-over}`;
}

function paint() {
  const level = form.elements.level.value;
  for (const small of form.querySelectorAll("[data-tricks]")) {
    small.textContent = level ? means(Number(small.dataset.tricks), Number(level) + 6) : "";
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name === "given") form.elements.artificial.value = event.target.value;
  paint();
});
paint();
