// What the address keeps behind its # so that a link opens the same view.

function state() {
  return new URLSearchParams(location.hash.slice(1));
}

/** What the address says of a view, or an empty text. */
export function recall(key) {
  return state().get(key) || '';
}

/** The address of this view with one more thing said of it, for a link. */
export function addressWith(key, value) {
  const next = state();
  next.set(key, value);
  return '#' + next;
}

/** Changes of the same view within this time are one: a drag, a word that is typed. */
const ONE_ACT_MS = 1000;

let last = {of: '', atMs: -Infinity};

/** Begins anew when somebody gives the page another address, by a link or by going back; remember() does not count as that. */
export function follow() {
  window.addEventListener('hashchange', () => location.reload());
}

/**
 * remember(key, value), or remember({key: value}, act) for several, act being what the reader does; an empty value forgets. Going back
 * undoes it.
 */
export function remember(key, value) {
  const next = state();
  const entries = typeof key === 'string' ? [[key, value]] : Object.entries(key);
  for (const [name, text] of entries) {
    if (text) {
      next.set(name, text);
    } else {
      next.delete(name);
    }
  }
  if (String(next) === String(state())) {
    return;
  }
  const act = {of: typeof key === 'string' ? key : value, atMs: performance.now()};
  const same = act.of === last.of && act.atMs - last.atMs < ONE_ACT_MS;
  last = act;
  // Some viewers refuse to rewrite a file's address; the view works without.
  try {
    history[same ? 'replaceState' : 'pushState'](null, '', '#' + next);
  } catch (refused) {
    return;
  }
}
