// A passkey is made or used: the browser's answer goes to the server in a hidden field of the form around the button.

const options = document.getElementById("passkey-options");
const button = document.querySelector("[data-passkey]");
const said = document.querySelector("[data-passkey-said]");
const READ = {
  make: (asked) => ({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) }),
  use: (asked) => ({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) }),
};

async function pressed() {
  said.hidden = true;
  button.disabled = true;
  try {
    const asked = READ[button.dataset.passkey](JSON.parse(options.textContent));
    const making = button.dataset.passkey === "make";
    const made = await (making ? navigator.credentials.create(asked) : navigator.credentials.get(asked));
    button.form.elements.confirm_passkey.value = JSON.stringify(made);
    button.form.submit();
  } catch (error) {
    said.textContent = error.name === "InvalidStateError"
      ? "This device has a passkey for the account already."
      : "The passkey was not used. Press the button to try again.";
    said.hidden = false;
    button.disabled = false;
  }
}

if (options && button) {
  if (window.PublicKeyCredential?.parseCreationOptionsFromJSON) button.addEventListener("click", pressed);
  else {
    button.disabled = true;
    said.textContent = "This browser is too old for passkeys.";
    said.hidden = false;
  }
}
