// Which outliers the panels speak of: an interval of time, a cause, a site, a group, a latency and above; and which two parts of the time are compared, A and B.
// Kept in the address, told to every panel.
import {recall, remember} from '../shared/address.js';
import {label} from '../shared/causes.js';
import {el} from '../shared/dom.js';
import {count, counted, duration, instant, shortened} from '../shared/format.js';
import {finish, Slices} from '../shared/slices.js';

/** Longer than between two steps of a drag. */
const REST_MS = 80;

const FILTERS = {fromNs: null, toNs: null, cause: null, site: null, group: null, leastNs: null};
const NONE = {...FILTERS, a: null, b: null};

/** The parts that are compared, by the key of each. */
export const PARTS = {a: 'A', b: 'B'};

/** A part of the time as text for the address, and back; null for none. */
const written = part => part === null ? '' : `${Math.round(part.fromNs)}-${Math.round(part.toNs)}`;

function read(text) {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text) || [];
  return from === undefined ? null : {fromNs: Number(from), toNs: Number(to)};
}

/** The interval in words. */
export function inWords({fromNs, toNs}) {
  return `${instant(fromNs || 0)} to ${toNs === null ? 'the end' : instant(toNs)}`;
}

export class Selection {
  constructor(outliers, sites) {
    this.outliers = outliers;
    this.sites = sites;
    this.listeners = [];
    this.resting = [];
    this.work = new Slices();
    this.chosen = new Uint8Array(outliers.size);
    this.parts = {a: null, b: null};
    this.state = {...NONE, ...this.recalled()};
    this.choose();
  }

  recalled() {
    const number = key => recall(key) === '' || !Number.isFinite(Number(recall(key))) ? null : Number(recall(key));
    const site = number('site');
    const group = number('member');
    const cause = this.outliers.causes.some(one => one.key === recall('cause')) ? recall('cause') : null;
    return {fromNs: number('from'), toNs: number('to'), cause, site: this.sites[site] ? site : null, group: this.outliers.groups[group] === undefined ? null : group, leastNs: number('least'), a: read(recall('a')), b: read(recall('b'))};
  }

  get active() {
    return Object.keys(FILTERS).some(name => this.state[name] !== null);
  }

  /** Whether two parts of the time are compared. */
  get compared() {
    return this.state.a !== null && this.state.b !== null;
  }

  /** Changes some of it. The panels hear of it when it rests, one after the other, so that none of them makes the page stutter. */
  set(change) {
    Object.assign(this.state, change);
    this.act = Object.keys(change).join();
    this.choose();
    this.listeners.forEach(listener => listener(this));
    this.work.replace([this.keeping(), ...this.resting.map(listener => this.telling(listener))], REST_MS);
  }

  * keeping() {
    const {fromNs, toNs, cause, site, group, leastNs, a, b} = this.state;
    const whole = ns => ns === null ? '' : String(Math.round(ns));
    remember({from: whole(fromNs), to: whole(toNs), cause: cause || '', site: site === null ? '' : String(site), member: group === null ? '' : String(group), least: whole(leastNs), a: written(a), b: written(b)}, this.act);
  }

  * telling(listener) {
    const work = listener(this);
    if (work) {
      yield* work;
    }
  }

  clear() {
    this.set(NONE);
  }

  /** Hears of every change once it rests, in frames of its own; what takes long it returns as work to be done in slices. */
  onRest(listener) {
    this.resting.push(listener);
    finish(this.telling(listener));
  }

  /** Hears of every change at once. */
  onChange(listener) {
    this.listeners.push(listener);
    listener(this);
  }

  /** Whether a cause, a site, a group or a latency is chosen, and not only a span of time. */
  get narrowed() {
    return this.state.cause !== null || this.state.site !== null || this.state.group !== null || this.state.leastNs !== null;
  }

  /** Whether an outlier is of the cause, the site, the group and the latency, whenever it was due. */
  belongs(i) {
    const {site, group, leastNs} = this.state;
    return (this.wanted < 0 || this.outliers.cause[i] === this.wanted) && (site === null || this.outliers.site[i] === site)
        && (group === null || this.outliers.group[i] === group)
        && (leastNs === null || this.outliers.latencyNs[i] >= leastNs);
  }

  choose() {
    const {cause, site, group, leastNs, a, b} = this.state;
    this.wanted = cause === null ? -1 : this.outliers.causes.findIndex(one => one.key === cause);
    this.size = this.mark(this.state, this.chosen);
    // Not at every step of a drag.
    const key = [cause, site, group, leastNs, written(a), written(b)].join('\n');
    if (this.partsKey !== key) {
      this.partsKey = key;
      this.parts = {a: this.part(a), b: this.part(b)};
    }
  }

  /** The outliers of a part of the time: {chosen, 1 for each that belongs, size}; null for no part. */
  part(interval) {
    const chosen = new Uint8Array(interval === null ? 0 : this.outliers.size);
    return interval === null ? null : {chosen, size: this.mark(interval, chosen)};
  }

  /** Writes 1 for those that are due in an interval and belong, else 0; returns how many they are. */
  mark({fromNs, toNs}, chosen) {
    const {outliers} = this;
    let size = 0;
    chosen.fill(0);
    const end = toNs === null ? outliers.size : outliers.firstDue(toNs, true);
    for (let k = fromNs === null ? 0 : outliers.firstDue(fromNs, false); k < end; k++) {
      const i = outliers.inTime[k];
      chosen[i] = this.belongs(i) ? 1 : 0;
      size += chosen[i];
    }
    return size;
  }

  /** Words for each part of the choice and comparison, with the change that undoes it. */
  words() {
    const {fromNs, toNs, cause, site, group, leastNs} = this.state;
    const list = [];
    if (fromNs !== null || toNs !== null) {
      list.push({text: 'due ' + inWords(this.state), undo: {fromNs: null, toNs: null}});
    }
    if (leastNs !== null) {
      list.push({text: `of ${duration(leastNs)} or longer`, undo: {leastNs: null}});
    }
    if (cause !== null) {
      list.push({text: 'because of ' + label(cause), undo: {cause: null}});
    }
    if (site !== null) {
      const {cause: of, where} = this.sites[site];
      list.push({text: `site ${label(of)} ${shortened(where, 60)}`, undo: {site: null}});
    }
    if (group !== null) {
      list.push({text: `of ${shortened(this.outliers.groups[group], 60)}`, undo: {group: null}});
    }
    for (const [key, name] of Object.entries(PARTS).filter(([key]) => this.state[key] !== null)) {
      list.push({text: `${name}: ${inWords(this.state[key])}`, undo: {[key]: null}});
    }
    return list;
  }
}

/** Numbers of outliers that are compared, in words. */
export function comparedSizes({parts: {a, b}}) {
  return `${counted(a.size, 'outlier')} of A, ${count(b.size)} of B`;
}

/** The bar that says what is selected and lets go of it. */
export function selectionBar(box, selection) {
  // One element for all selections: screen readers speak of a change in it, not of a new one.
  const status = el('b', {role: 'status'});
  box.replaceChildren(status);
  selection.onChange(() => {
    const {active, compared, outliers} = selection;
    const words = selection.words();
    box.hidden = words.length === 0;
    status.textContent = [active ? `${count(selection.size)} of ${counted(outliers.size, 'outlier')}` : '', compared ? comparedSizes(selection) + ' compared' : ''].filter(Boolean).join('; ');
    while (status.nextSibling) {
      status.nextSibling.remove();
    }
    if (words.length > 0) {
      box.append(...words.map(({text, undo}) => el('button', {type: 'button', class: 'chip', 'aria-label': 'Remove filter: ' + text,
        onclick: () => selection.set(undo)}, text, el('span', {'aria-hidden': 'true'}, ' ×'))),
      el('button', {type: 'button', onclick: () => selection.clear()}, 'Show all'));
    }
  });
}
