// Light or dark, and what the address keeps behind its # so that a link opens the same view.
(function (Straggler) {
  'use strict';

  const listeners = [];
  const colours = new Map();
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  let printing = false;

  function state() {
    return new URLSearchParams(location.hash.slice(1));
  }

  /** What the address says of a view, or an empty text. */
  function recall(key) {
    return state().get(key) || '';
  }

  /** remember(key, value), or remember({key: value}) for several; an empty value forgets. */
  function remember(key, value) {
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

  function isDark() {
    const chosen = recall('theme');
    return !printing && (chosen ? chosen === 'dark' : dark.matches);
  }

  function apply() {
    document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
    colours.clear();
    listeners.forEach(listener => listener());
  }

  /** A colour of the style sheet, for what is drawn on a canvas. Kept, because asking makes the browser compute styles. */
  function colour(name) {
    if (!colours.has(name)) {
      colours.set(name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim());
    }
    return colours.get(name);
  }

  /** A hex colour thinned so that text can be read on it. */
  function tinted(hex) {
    const parts = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
    const [from, to] = [parts(hex), parts(colour('raised'))];
    return `rgb(${from.map((value, i) => Math.round(value * 0.52 + to[i] * 0.48)).join(' ')})`;
  }

  function start(button) {
    button.addEventListener('click', () => {
      remember('theme', isDark() ? 'light' : 'dark');
      apply();
    });
    dark.addEventListener('change', apply);
    window.addEventListener('hashchange', apply);
    window.addEventListener('beforeprint', () => { printing = true; apply(); });
    window.addEventListener('afterprint', () => { printing = false; apply(); });
    apply();
  }

  /** Calls back now and whenever the colours change. */
  function onChange(listener) {
    listeners.push(listener);
    listener();
  }

  Straggler.theme = {start, isDark, colour, tinted, onChange, recall, remember};
})(Straggler);
