// Light or dark, and what the address keeps behind its # so that a link opens the same view.
(function (Straggler) {
  'use strict';

  const listeners = [];
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  let printing = false;

  function state() {
    return new URLSearchParams(location.hash.slice(1));
  }

  /** What the address says of a view, or an empty text. */
  function recall(key) {
    return state().get(key) || '';
  }

  function remember(key, value) {
    const next = state();
    if (value) {
      next.set(key, value);
    } else {
      next.delete(key);
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
    listeners.forEach(listener => listener());
  }

  /** A colour of the style sheet, for what is drawn on a canvas. */
  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
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
