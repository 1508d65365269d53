// Light or dark, and the colours of the style sheet.
import {recall, remember} from './address.js';

const listeners = new Set();
const colours = new Map();
const dark = window.matchMedia('(prefers-color-scheme: dark)');
let printing = false;

export function isDark() {
  const chosen = recall('theme');
  return !printing && (chosen ? chosen === 'dark' : dark.matches);
}

function apply() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  colours.clear();
  listeners.forEach(listener => listener());
}

/** A colour of the style sheet, for what is drawn on a canvas. Kept, because asking makes the browser compute styles. */
export function colour(name) {
  if (!colours.has(name)) {
    colours.set(name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim());
  }
  return colours.get(name);
}

/** A hex colour thinned so that text can be read on it. */
export function tinted(hex) {
  const parts = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
  const [from, to] = [parts(hex), parts(colour('raised'))];
  return `rgb(${from.map((value, i) => Math.round(value * 0.52 + to[i] * 0.48)).join(' ')})`;
}

export function switchTheme(button) {
  button.addEventListener('click', () => {
    remember('theme', isDark() ? 'light' : 'dark');
    apply();
  });
  dark.addEventListener('change', apply);
  window.addEventListener('beforeprint', () => { printing = true; apply(); });
  window.addEventListener('afterprint', () => { printing = false; apply(); });
  apply();
}

/** Calls back now and whenever the colours change, until the function that it returns is called. */
export function onChange(listener) {
  listeners.add(listener);
  listener();
  return () => listeners.delete(listener);
}
