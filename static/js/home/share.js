// Buttons that send an address: `data-share` is the id of the field that shows it, `data-words` the message. Where the
// device has no page for sending, the address is copied.
import { copyText } from "../lib/clipboard.js";

for (const button of document.querySelectorAll("[data-share]")) {
  const field = document.getElementById(button.dataset.share);
  const said = button.parentElement.querySelector("[role=status]");
  button.hidden = false;
  if (!navigator.share) button.textContent = "Copy the link";
  button.addEventListener("click", async () => {
    if (!navigator.share) {
      said.textContent = await copyText(field.value, field);
      return;
    }
    try {
      await navigator.share({ text: button.dataset.words, url: field.value });
    } catch (reason) {
      if (reason.name !== "AbortError") said.textContent = await copyText(field.value, field);
    }
  });
}
