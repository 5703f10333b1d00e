// The score keys: the meaning of a number of tricks at the chosen level, and the artificial presets.
import { againstNeed } from "../lib/cards.js";

const form = document.querySelector(".keys");

function paint() {
  const level = form.elements.level.value;
  for (const small of form.querySelectorAll("[data-tricks]")) {
    small.textContent = level ? againstNeed(Number(small.dataset.tricks), Number(level) + 6) : "";
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name === "given") form.elements.artificial.value = event.target.value;
  paint();
});
paint();
