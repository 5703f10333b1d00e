// The token that Django asks for with every POST. A page that is sent compressed reads it from the cookie: a page that
// contained it would have a length that helps to guess it.

/** Return the token of this browser, or "" without a cookie. The page's main element names the cookie. */
export function formToken() {
  const name = `${document.getElementById("main").dataset.formCookie}=`;
  const cookie = document.cookie.split("; ").find((each) => each.startsWith(name));
  return cookie ? cookie.slice(name.length) : "";
}

/** Go to a page by POST. */
export function postTo(path) {
  const form = document.createElement("form");
  const token = document.createElement("input");
  Object.assign(token, { type: "hidden", name: "csrfmiddlewaretoken", value: formToken() });
  Object.assign(form, { method: "post", action: path, hidden: true });
  form.append(token);
  document.body.append(form);
  form.submit();
}
