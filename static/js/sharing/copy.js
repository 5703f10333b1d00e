// Buttons that copy the text of a field: `data-copy` is the field's id. Without a script it is selected and copied by
// hand.
import { copyText } from "../lib/clipboard.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const said = button.parentElement.querySelector("[role=status]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    said.textContent = await copyText(field.value, field);
  });
}
