// Which outliers the panels speak of: an interval of time, a cause, a site, a group, a latency and above. Kept in the address, told to every panel.
import {recall, remember} from '../shared/address.js';
import {label} from '../shared/causes.js';
import {el} from '../shared/dom.js';
import {count, counted, duration, instant, shortened} from '../shared/format.js';
import {finish, Slices} from '../shared/slices.js';

/** Longer than between two steps of a drag. */
const REST_MS = 80;

const NONE = {fromNs: null, toNs: null, cause: null, site: null, group: null, leastNs: null};

export class Selection {
  constructor(outliers, sites) {
    this.outliers = outliers;
    this.sites = sites;
    this.listeners = [];
    this.resting = [];
    this.work = new Slices();
    this.chosen = new Uint8Array(outliers.size);
    this.state = {...NONE, ...this.recalled()};
    this.choose();
  }

  recalled() {
    const number = key => recall(key) === '' || !Number.isFinite(Number(recall(key))) ? null : Number(recall(key));
    const site = number('site');
    const group = number('member');
    const cause = this.outliers.causes.some(one => one.key === recall('cause')) ? recall('cause') : null;
    return {fromNs: number('from'), toNs: number('to'), cause, site: this.sites[site] ? site : null, group: this.outliers.groups[group] === undefined ? null : group, leastNs: number('least')};
  }

  get active() {
    return Object.values(this.state).some(value => value !== null);
  }

  /** Changes some of it. The panels hear of it when it rests, one after the other, so that none of them makes the page stutter. */
  set(change) {
    Object.assign(this.state, change);
    this.choose();
    this.listeners.forEach(listener => listener(this));
    this.work.replace([this.keeping(), ...this.resting.map(listener => this.telling(listener))], REST_MS);
  }

  * keeping() {
    const {fromNs, toNs, cause, site, group, leastNs} = this.state;
    const whole = ns => ns === null ? '' : String(Math.round(ns));
    remember({from: whole(fromNs), to: whole(toNs), cause: cause || '', site: site === null ? '' : String(site), member: group === null ? '' : String(group), least: whole(leastNs)});
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
    const {outliers, chosen} = this;
    const {fromNs, toNs, cause} = this.state;
    this.wanted = cause === null ? -1 : outliers.causes.findIndex(one => one.key === cause);
    this.size = 0;
    chosen.fill(0);
    const end = toNs === null ? outliers.size : outliers.firstDue(toNs, true);
    for (let k = fromNs === null ? 0 : outliers.firstDue(fromNs, false); k < end; k++) {
      const i = outliers.inTime[k];
      chosen[i] = this.belongs(i) ? 1 : 0;
      this.size += chosen[i];
    }
  }

  /** What is chosen, in words, each with what undoes it. */
  words() {
    const {fromNs, toNs, cause, site, group, leastNs} = this.state;
    const list = [];
    if (fromNs !== null || toNs !== null) {
      list.push({text: `due ${instant(fromNs || 0)} to ${toNs === null ? 'the end' : instant(toNs)}`, undo: {fromNs: null, toNs: null}});
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
    return list;
  }
}

/** The bar that says what is selected and lets go of it. */
export function selectionBar(box, selection) {
  // One element for all selections: screen readers speak of a change in it, not of a new one.
  const status = el('b', {role: 'status'});
  box.replaceChildren(status);
  selection.onChange(() => {
    const {active, outliers} = selection;
    box.hidden = !active;
    status.textContent = active ? `${count(selection.size)} of ${counted(outliers.size, 'outlier')}` : '';
    while (status.nextSibling) {
      status.nextSibling.remove();
    }
    if (active) {
      box.append(...selection.words().map(({text, undo}) => el('button', {type: 'button', class: 'chip', 'aria-label': 'Remove filter: ' + text,
        onclick: () => selection.set(undo)}, text, el('span', {'aria-hidden': 'true'}, ' ×'))),
      el('button', {type: 'button', onclick: () => selection.clear()}, 'Show all'));
    }
  });
}
