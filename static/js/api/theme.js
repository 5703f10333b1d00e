// Swagger UI is dark if the root has a class. It follows the reader's chosen theme, or the device.
(function () {
  "use strict";
  const root = document.documentElement;
  const device = matchMedia("(prefers-color-scheme: dark)");

  function apply() {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : device.matches;
    root.classList.toggle("dark-mode", dark);
  }

  apply();
  device.addEventListener("change", apply);
  new MutationObserver(apply).observe(root, { attributeFilter: ["data-theme"] });
})();
