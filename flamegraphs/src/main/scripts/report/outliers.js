// The worst of the selected outliers, one line each; and one of them in full.
import {recall, remember} from '../shared/address.js';
import {label} from '../shared/causes.js';
import {choice, el, place, table} from '../shared/dom.js';
import {count, counted, duration, instant, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';
import {busyPeriods} from './busy-periods.js';
import {eventTable} from './events-near.js';
import {openOutlier, showIn} from './open-outlier.js';
import {OutlierLanes} from './outlier-lanes.js';
import * as split from './outlier-split.js';
import {threadOf} from './outlier-threads.js';
import {onlyCounted} from './quality.js';

const FIRST_SHOWN = 15;
const MOST_SHOWN = 200;
const ORDERS = ['worst', 'time', 'cause'];

function timesOf(outliers, i) {
  return [['inherited', outliers.inheritedNs[i]], ['dispatch', outliers.dispatchNs[i]], ['service', outliers.serviceNs(i)]]
      .filter(([, ns]) => ns > 0).map(([name, ns]) => `${name} ${duration(ns)}`).join(' · ');
}

/** What it waited for others is in the colours of what made those slow. */
function barOf(outliers, i, parts) {
  return split.bar(parts.map(part => part.cause === 'culprits' && outliers.culprit[i] >= 0
    ? {cause: outliers.causeOf(outliers.culprit[i]), ns: part.ns, waited: true} : part), outliers.latencyNs[i]);
}

function line(data, i, rank) {
  const {outliers} = data.selection;
  const detail = outliers.details.get(i);
  const parts = outliers.parts(i);
  const reason = detail?.behind[0]?.cause ?? (outliers.culprit[i] >= 0 ? outliers.causeOf(outliers.culprit[i]) : null);
  const element = el('button', {type: 'button', class: 'outlier', onclick: () => openOutlier(i)},
      el('span', {class: 'rank'}, count(rank + 1)),
      el('span', {class: 'latency'}, duration(outliers.latencyNs[i])),
      barOf(outliers, i, parts),
      el('span', {class: 'parts'}, split.words(detail ? detail.parts : parts, reason)),
      el('span', {class: 'when'}, instant(outliers.sinceNs[i]) + (outliers.runs.length > 1 ? ', ' + outliers.runs[outliers.run[i]].name : ''),
          outliers.groupOf(i) ? el('div', null, place(shortened(outliers.groupOf(i), 80))) : null),
      el('span', {class: 'stacks'}, el('b', null, outliers.victim[i] ? 'victim' : 'late itself'), ' ', el('span', {class: 'note'}, counted(outliers.stacks[i], 'stack'))));
  element.outlier = i;
  return element;
}

function usageOf(data, detail) {
  const titles = [['Waited for a core', 'In the run queue: ready to run, and no core was free.'], ['On a core'], ['Minor faults', 'Pages that were touched for the first time, or again after a while.'],
    ['Major faults', 'Pages that had to be read from a disk.'], ['Gave up the core', 'Because it had to wait for something.'], ['Lost the core', 'Because others ran in its place.']];
  return detail.usage.length === 0 ? null : [el('h3', null, 'What the operating system charged'),
    sortable('charged', table('What the operating system charged', [{title: 'Thread'}, {title: 'Between readings', number: true, about: 'The time in which all this was charged. “Begun late”: the first reading came after the iteration had begun.'},
      ...titles.map(([title, about]) => ({title, number: true, about}))],
        detail.usage.map(one => [threadOf(data, one.thread), duration(one.spanNs) + (one.whole ? '' : ', begun late'), duration(one.runDelayNs),
          duration(one.cpuNs), count(one.minorFaults), count(one.majorFaults), count(one.voluntarySwitches), count(one.involuntarySwitches)])),
    detail.usage.map(one => [threadOf(data, one.thread), one.spanNs, one.runDelayNs, one.cpuNs, one.minorFaults, one.majorFaults, one.voluntarySwitches, one.involuntarySwitches]))];
}

/** Fills the box; returns the lanes in it. */
function detailOf(data, i, box) {
  const {outliers} = data.selection;
  const detail = outliers.details.get(i);
  const lanes = new OutlierLanes(box, data, i, detail);
  const known = detail || {parts: outliers.parts(i).map(part => ({...part, events: 0, stacks: 0, where: []})), behind: []};
  box.append(...[split.full(data, known, i),
    detail ? probesOf(detail) : null, eventTable(data, i, detail), detail ? usageOf(data, detail) : null,
    !detail ? el('p', {class: 'note'}, `Stacks and everything that was reported are in this page for ${count(outliers.details.size)} outliers only, of others the longest events; diagnosis.json holds those of more.`)
      : detail.stacks.length === 0 ? el('p', {class: 'note'}, 'No stack was taken of it.') : null,
    detail && detail.cut > 0 ? el('p', {class: 'note'}, `${count(detail.cut)} more entries were left out of this page.`) : null].flat(Infinity).filter(Boolean));
  return lanes;
}

function probesOf(detail) {
  return detail.probes.length === 0 ? null : [el('h3', null, 'Probes'), sortable('probes', table('Probes', [{title: 'Probe'}, {title: 'Took', number: true}],
      detail.probes.map(probe => [shortened(probe.name, 100), duration(probe.ns)])), detail.probes.map(probe => [probe.name, probe.ns]))];
}

class OutlierList {
  constructor(section, data) {
    this.data = data;
    this.selection = data.selection;
    this.outliers = data.selection.outliers;
    this.view = el('article', {class: 'one', hidden: true, tabindex: '-1'});
    this.list = el('div');
    this.left = el('p', {class: 'note'});
    this.all = false;
    this.by = ORDERS.includes(recall('order')) ? recall('order') : ORDERS[0];
    this.period = busyPeriods(this.outliers);
    this.more = el('button', {type: 'button', onclick: () => { this.all = true; this.fill(); }}, '');
    section.append(el('p', {class: 'note'}, 'A bar is one outlier’s latency, in the colours of the causes above; open a line to see what happened in it. Pale is waiting for others, in the colour of what made those slow. '
        + 'Outliers that follow one another without idle time between, a busy period, are one line: the worst of them. '
        + 'Inherited is waiting for the iterations before it, dispatch starting late though nothing was queued, service running.' + onlyCounted(data)),
    this.view, el('div', {class: 'controls'}, choice('Order of the worst outliers', [{value: 'worst', label: 'Worst first'}, {value: 'time', label: 'In time'}, {value: 'cause', label: 'By cause'}], this.by, value => {
      this.by = value;
      remember('order', value === ORDERS[0] ? '' : value);
      this.fill();
    })), this.list, this.more, this.left);
    showIn({open: i => this.open(i, true), step: step => this.step(step, this.order())});
    this.selection.onRest(() => this.fill());
    const [run, since] = recall('outlier').split(':');
    const linked = since === undefined ? undefined : this.outliers.find(Number(run), Number(since));
    if (linked !== undefined) {
      this.open(linked, false);
      setTimeout(() => this.view.scrollIntoView({block: 'start'}));
    }
  }

  /** The selected ones, worst first. */
  order() {
    return Array.from(this.outliers.worstFirst).filter(i => this.selection.chosen[i]);
  }

  fill() {
    const {chosen, size} = this.selection;
    const groups = new Map();
    for (const i of this.outliers.worstFirst) {
      if (chosen[i]) {
        const members = groups.get(this.period[i]);
        members ? members.push(i) : groups.set(this.period[i], [i]);
      }
    }
    const shown = [...groups.values()].slice(0, this.all ? MOST_SHOWN : FIRST_SHOWN);
    this.list.replaceChildren(...this.ordered(shown.map((members, rank) => ({members, rank}))).flatMap(({members, rank}) => [line(this.data, members[0], rank), this.others(members, rank)].filter(Boolean)));
    this.mark();
    const most = Math.min(MOST_SHOWN, groups.size);
    this.more.hidden = shown.length >= most;
    this.more.textContent = `Show ${count(most)}`;
    const left = (this.selection.active ? size : this.outliers.count) - shown.reduce((sum, members) => sum + members.length, 0);
    this.left.textContent = left > 0 ? `${counted(left, 'outlier')} more ${left === 1 ? 'is' : 'are'} not listed.` : '';
  }

  /** Lines of the worst outliers in the order that was asked for; their ranks stay. */
  ordered(lines) {
    const {atNs, cause} = this.outliers;
    const key = {worst: () => 0, time: i => atNs[i], cause: i => cause[i]}[this.by];
    return lines.sort((a, b) => key(a.members[0]) - key(b.members[0]) || a.rank - b.rank);
  }

  /** The rest of a busy period, made when it is opened. */
  others(members, rank) {
    const {latencyNs} = this.outliers;
    if (members.length === 1) {
      return null;
    }
    const rest = members.slice(1);
    const element = el('details', {class: 'busy'}, el('summary', null, `${counted(rest.length, 'more outlier')} of the same busy period, `
      + (rest.length === 1 ? duration(latencyNs[rest[0]]) : `${duration(latencyNs[rest[0]])} down to ${duration(latencyNs[rest[rest.length - 1]])}`)));
    element.addEventListener('toggle', () => {
      if (element.open && element.childElementCount < 2) {
        element.append(...rest.slice(0, FIRST_SHOWN).map(i => line(this.data, i, rank)),
            rest.length > FIRST_SHOWN ? el('p', {class: 'note'}, `The worst ${count(FIRST_SHOWN)}; ${count(rest.length - FIRST_SHOWN)} more are in the charts.`) : '');
        this.mark();
      }
    });
    return element;
  }

  mark() {
    this.list.querySelectorAll('.outlier').forEach(element => element.toggleAttribute('aria-current', element.outlier === this.shown && !this.view.hidden));
  }

  open(i, move) {
    const {outliers} = this;
    this.shown = i;
    remember('outlier', outliers.tag(i));
    const box = el('div', {class: 'detail'});
    const order = this.order();
    const rank = order.indexOf(i);
    const button = (text, step, among) => el('button', {type: 'button', onclick: () => this.step(step, among())}, text);
    const inTime = () => Array.from({length: outliers.size}, (_, k) => k).filter(k => this.selection.chosen[k]);
    this.empty();
    this.view.hidden = false;
    this.view.append(
        el('div', {class: 'controls'}, el('h3', {class: 'one-title'}, `${duration(outliers.latencyNs[i])}, ${outliers.victim[i] ? 'victim' : 'late by itself'}: ${label(outliers.causeOf(i))}`),
            button('‹ Worse', -1, () => this.order()), button('Less bad ›', 1, () => this.order()), button('‹ Earlier', -1, inTime), button('Later ›', 1, inTime),
            el('button', {type: 'button', onclick: () => this.close()}, 'Close')),
        outliers.groupOf(i) ? el('p', null, `${shortened(this.data.groupedBy, 60)} `, place(shortened(outliers.groupOf(i), 300))) : '',
        outliers.traceOf(i) ? el('p', null, 'part of trace ', el('code', null, outliers.traceOf(i))) : '',
        el('p', {class: 'note'}, `Due ${instant(outliers.sinceNs[i])} into ${outliers.runs[outliers.run[i]].name}; ${rank >= 0 ? `number ${count(rank + 1)} of the ${count(order.length)} ${this.selection.active ? 'selected' : 'in this page'}` : 'not among the selected'}. `
          + `Times count from the intended start. ${timesOf(outliers, i)}.`), box);
    this.lanes = detailOf(this.data, i, box);
    this.mark();
    if (move) {
      this.view.scrollIntoView({block: 'start'});
      this.view.focus({preventScroll: true});
    }
  }

  /** Takes away the outlier that is shown. */
  empty() {
    this.lanes && this.lanes.remove();
    this.lanes = null;
    this.view.replaceChildren();
  }

  step(step, among) {
    if (among.length > 0) {
      const at = this.shown === undefined ? -1 : among.indexOf(this.shown);
      this.open(among[at < 0 ? 0 : Math.max(0, Math.min(among.length - 1, at + step))], true);
    }
  }

  close() {
    const line = [...this.list.querySelectorAll('.outlier')].find(element => element.outlier === this.shown);
    this.shown = undefined;
    this.view.hidden = true;
    this.empty();
    remember('outlier', '');
    this.mark();
    line && line.focus();
  }
}

export function fillOutliers(section, data) {
  if (data.selection.outliers.size === 0) {
    return false;
  }
  return new OutlierList(section, data);
}
