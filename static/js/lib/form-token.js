// The token that Django asks for with every POST. A page that is sent compressed reads it from the cookie: a page that
// contained it would have a length that helps to guess it.

/** Return the token of this browser, or "" without a cookie. Over https the cookie's name has a prefix. */
export function formToken() {
  const found = /__Host-csrftoken=([^;]*)/.exec(document.cookie) || /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie);
  return found ? found[1] : "";
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
