// What the address keeps behind its # so that a link opens the same view.

function state() {
  return new URLSearchParams(location.hash.slice(1));
}

/** What the address says of a view, or an empty text. */
export function recall(key) {
  return state().get(key) || '';
}

/** Begins anew when somebody gives the page another address, by a link or by going back; remember() does not count as that. */
export function follow() {
  window.addEventListener('hashchange', () => location.reload());
}

/** remember(key, value), or remember({key: value}) for several; an empty value forgets. */
export function remember(key, value) {
  const next = state();
  for (const [name, text] of typeof key === 'string' ? [[key, value]] : Object.entries(key)) {
    if (text) {
      next.set(name, text);
    } else {
      next.delete(name);
    }
  }
  if (String(next) === String(state())) {
    return;
  }
  // Some viewers refuse to rewrite a file's address; the view works without.
  try {
    history.replaceState(null, '', '#' + next);
  } catch (refused) {
    return;
  }
}
