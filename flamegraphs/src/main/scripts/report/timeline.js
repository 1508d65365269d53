// Latency over time: what an interval's percentiles were, every outlier, and what the JVM did. Dragging selects a span of time.
import {figure, legend, saveButtons, tip, tipRow} from '../charts/figure.js';
import {cause, colourOf, colourOfKind, label} from '../shared/causes.js';
import {choice, el} from '../shared/dom.js';
import {count, counted, duration, instant, shortened} from '../shared/format.js';
import {colour} from '../shared/theme.js';
import {comparedParts} from './compared-parts.js';
import {FoldedTime} from './folded-time.js';
import {openOutlier} from './open-outlier.js';
import {onlyCounted} from './quality.js';
import {PARTS} from './selection.js';
import {partButtons, rangeBoxes} from './time-range.js';
import {LANE, layOut, paint, paintOver} from './timeline-paint.js';

const LINES = [
  {field: 'p50Ns', label: 'p50', hue: 'teal', width: 1.5},
  {field: 'p99Ns', label: 'p99', hue: 'blue', width: 1.5},
  {field: 'maxNs', label: 'worst of an interval', hue: 'grey', width: 1}
];
const MAX_LANES = 8;
const REACH = 12;

/** The series with intervals to draw: of each run if there are some, else merged. */
function curves(series) {
  const latency = series.all.filter(one => one.name === 'latency' && one.intervals.startEpochMs.length > 0);
  const runs = latency.filter(one => one.run !== null);
  return (runs.length ? runs : latency).map(one => one.intervals).sort((a, b) => a.startEpochMs[0] - b.startEpochMs[0]);
}

function linePoints(all, field, epochMs) {
  return all.flatMap(one => [
    ...one.startEpochMs.map((start, i) => [((start + one.endEpochMs[i]) / 2 - epochMs) * 1e6, one.count[i] > 0 ? Math.max(1, one[field][i]) : null]),
    [(one.endEpochMs[one.endEpochMs.length - 1] - epochMs) * 1e6, null]]);
}

function lanesOf(events, kinds, outliers) {
  const byKind = new Map();
  events.sinceNs.forEach((since, i) => {
    const kind = events.kind[i];
    byKind.set(kind, byKind.get(kind) || []);
    byKind.get(kind).push({atNs: since + outliers.offsetNs[Math.max(0, events.run[i])], ns: events.ns[i], text: events.texts[events.text[i]]});
  });
  return [...byKind].sort((a, b) => a[0] - b[0]).slice(0, MAX_LANES).map(([kind, list]) => ({
    label: kinds[kind], colour: () => colourOfKind(kind, kinds[kind]), events: list}));
}

class TimePanel {
  constructor(section, data) {
    this.data = data;
    this.selection = data.selection;
    this.outliers = data.selection.outliers;
    const all = curves(data.series);
    const epochMs = this.outliers.epochMs || (all.length ? all[0].startEpochMs[0] : 0);
    this.lines = LINES.map(line => ({...line, points: linePoints(all, line.field, epochMs)})).filter(line => line.points.length > 0);
    this.hidden = new Set();
    this.lanes = lanesOf(data.outliers.events, data.evidenceKinds, this.outliers);
    this.groups = this.byCause();
    this.whole = this.extent();
    this.view = {...this.whole, scale: 'log'};
    this.marked = -1;
    this.victims = [];
    this.tip = tip();
    this.build(section);
  }

  byCause() {
    const groups = this.outliers.causes.map(({key}) => ({key, members: []}));
    this.outliers.cause.forEach((cause, i) => groups[cause].members.push(i));
    return groups.filter(group => group.members.length > 0);
  }

  extent() {
    const {outliers, lines, data} = this;
    let [toNs, lowNs, highNs] = [1, data.run.thresholdNs || Infinity, data.run.thresholdNs];
    const meet = (at, ns) => { toNs = Math.max(toNs, at); if (ns !== null) { lowNs = Math.min(lowNs, ns); highNs = Math.max(highNs, ns); } };
    lines.forEach(line => line.points.forEach(([at, ns]) => meet(at, ns)));
    for (let i = 0; i < outliers.size; i++) {
      meet(outliers.atNs[i], outliers.latencyNs[i]);
    }
    return {fromNs: 0, toNs, lowNs: lowNs === Infinity ? 1 : lowNs, highNs: highNs || 10};
  }

  picture() {
    return {view: this.view, lines: this.lines.filter(line => !this.hidden.has(line.label)), lanes: this.lanes, selection: this.selection,
      groups: this.groups.filter(group => !this.hidden.has(group.key)), thresholdNs: this.data.run.thresholdNs};
  }

  scales() {
    const {width, height} = this.plot.size();
    return layOut(width, height, this.view, this.lanes.length);
  }

  /** The outlier nearest to a point, −1 if none is near. */
  nearest(px, py) {
    const {x, y} = this.scales();
    const {outliers} = this;
    let best = -1;
    let bestDistance = REACH * REACH;
    for (let i = 0; i < outliers.size; i++) {
      const dx = x(outliers.atNs[i]) - px;
      if (dx < REACH && dx > -REACH && !this.hidden.has(outliers.causeOf(i))) {
        const dy = y(outliers.latencyNs[i]) - py;
        const distance = dx * dx + dy * dy;
        if (distance < bestDistance) {
          [best, bestDistance] = [i, distance];
        }
      }
    }
    return best;
  }

  mark(i) {
    if (i !== this.marked) {
      this.marked = i;
      this.victims = i < 0 ? [] : this.outliers.culprit[i] >= 0 ? [this.outliers.culprit[i]] : this.outliers.victimsOf(i);
      this.plot.redrawOver();
    }
  }

  words(i) {
    const {outliers} = this;
    return [el('div', {class: 'tip-title'}, duration(outliers.latencyNs[i]) + (outliers.victim[i] ? ', victim' : ', late by itself')),
      tipRow(colourOf(outliers.causeOf(i)), label(outliers.causeOf(i)), ''),
      tipRow(colour('ochre'), 'inherited', duration(outliers.inheritedNs[i])),
      tipRow(colour('violet'), 'dispatch', duration(outliers.dispatchNs[i])),
      tipRow(colour('teal'), 'service', duration(outliers.serviceNs(i))),
      this.victims.length && outliers.culprit[i] < 0 ? el('div', {class: 'note'}, `made ${counted(this.victims.length, 'outlier')} wait`) : '',
      el('div', {class: 'note'}, `${instant(outliers.sinceNs[i])} into ${outliers.runs[outliers.run[i]].name} · ${counted(outliers.stacks[i], 'stack')}`)];
  }

  laneWords(px, py) {
    const {x, lanesTop} = this.scales();
    const lane = this.lanes[Math.floor((py - lanesTop) / LANE)];
    const near = lane && lane.events.filter(event => x(event.atNs) - 4 <= px && Math.max(x(event.atNs + event.ns), x(event.atNs) + 2) + 4 >= px);
    return near && near.length > 0 ? [el('div', {class: 'tip-title'}, lane.label), near.slice(0, 6).map(event =>
      el('div', null, `${event.ns > 0 ? duration(event.ns) + ' ' : ''}at ${instant(event.atNs)} `, el('span', {class: 'note'}, shortened(event.text, 80)))),
    near.length > 6 ? el('div', {class: 'note'}, `and ${count(near.length - 6)} more`) : ''].flat() : null;
  }

  hover(event, px, py) {
    if (!event) {
      this.mark(-1);
      this.tip.hide();
    } else if (this.dragFrom === undefined) {
      const {frame} = this.scales();
      const i = py <= frame.bottom + 4 ? this.nearest(px, py) : -1;
      this.mark(i);
      const words = i >= 0 ? this.words(i) : py > frame.bottom ? this.laneWords(px, py) : null;
      words ? this.tip.show(event, words) : this.tip.hide();
    }
  }

  /** Dragging selects; a click on a mark opens that outlier. */
  listen() {
    const {canvas} = this.plot;
    const at = event => this.scales().x.invert(event.clientX - canvas.getBoundingClientRect().left);
    const chosen = event => {
      const [a, b] = [this.dragFrom, at(event)].sort((one, other) => one - other);
      return {fromNs: Math.max(this.whole.fromNs, a), toNs: Math.min(this.whole.toNs, b)};
    };
    canvas.addEventListener('pointerdown', event => {
      if (event.button === 0) {
        [this.dragFrom, this.dragX, this.dragged] = [at(event), event.clientX, false];
        canvas.setPointerCapture(event.pointerId);
      }
    });
    canvas.addEventListener('pointermove', event => {
      if (this.dragFrom !== undefined && (this.dragged || Math.abs(event.clientX - this.dragX) > 4)) {
        this.dragged = true;
        this.tip.hide();
        this.select(chosen(event));
      }
    });
    canvas.addEventListener('pointerup', event => {
      if (this.dragFrom !== undefined && !this.dragged) {
        this.click(event);
      }
      this.dragFrom = undefined;
    });
    canvas.addEventListener('pointercancel', () => { this.dragFrom = undefined; });
    canvas.addEventListener('keydown', event => this.key(event));
    canvas.addEventListener('blur', () => this.mark(-1));
  }

  click(event) {
    const place = this.plot.canvas.getBoundingClientRect();
    const i = this.nearest(event.clientX - place.left, event.clientY - place.top);
    if (i >= 0) {
      openOutlier(i);
    } else if (this.selection.state.fromNs !== null) {
      this.selection.set({fromNs: null, toNs: null});
    }
  }

  select(range) {
    this.selection.set(range);
    this.plot.redrawOver();
  }

  /** Arrows walk from outlier to outlier in time, Enter opens the one that is marked, Escape lets go of the interval. */
  key(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step && this.outliers.size > 0) {
      const next = this.marked < 0 ? (step > 0 ? 0 : this.outliers.size - 1) : (this.marked + step + this.outliers.size) % this.outliers.size;
      this.mark(next);
      this.chosen.textContent = `${duration(this.outliers.latencyNs[next])}, ${label(this.outliers.causeOf(next))}, due at ${instant(this.outliers.sinceNs[next])}`;
    } else if (event.key === 'Enter' && this.marked >= 0) {
      openOutlier(this.marked);
    } else if (event.key === 'Escape') {
      this.selection.set({fromNs: null, toNs: null});
    } else {
      return;
    }
    event.preventDefault();
  }

  zoom(inside) {
    const {fromNs, toNs} = this.selection.state;
    this.view = {...this.view, fromNs: inside && fromNs !== null ? fromNs : this.whole.fromNs, toNs: inside && toNs !== null ? toNs : this.whole.toNs};
    this.plot.redraw();
  }

  build(section) {
    const controls = el('div', {class: 'controls'});
    section.append(controls);
    this.plot = figure(section, {label: 'Latency over time. Left and right arrows walk from outlier to outlier, Enter opens one, Escape lets go of the selected interval.',
      focusable: true, height: () => 330 + this.lanes.length * LANE, hover: (...all) => this.hover(...all),
      paint: (...all) => paint(...all, this.picture()),
      over: (...all) => paintOver(...all, {view: this.view, lanes: this.lanes, outliers: this.outliers, marked: this.marked, victims: this.victims, brush: this.brush(), parts: this.parts()})});
    this.chosen = el('p', {class: 'note flame-status', 'aria-live': 'polite'});
    const redraw = () => {
      this.plot.redraw();
      this.folded && this.folded.plot.redraw();
    };
    controls.append(
        legend(this.lines.map(one => ({key: one.label, label: one.label, shown: true, colour: () => colour(one.hue)})),
            (key, on) => { on ? this.hidden.delete(key) : this.hidden.add(key); redraw(); }),
        choice('Scale of durations', [{value: 'log', label: 'Log'}, {value: 'linear', label: 'Linear'}], 'log', value => { this.view.scale = value; redraw(); }),
        rangeBoxes(this.selection, range => this.select(range)),
        partButtons(this.selection, () => this.brush(), text => { this.chosen.textContent = text; }),
        el('button', {type: 'button', onclick: () => this.zoom(true)}, 'Zoom to selection'),
        el('button', {type: 'button', onclick: () => this.zoom(false)}, 'Whole run'),
        saveButtons('timeline', () => this.plot.size(), (context, ...all) => { context.font = '12px sans-serif'; paint(context, ...all, this.picture()); }));
    section.append(this.chosen, this.causeLegend(redraw), comparedParts(this.data), el('p', {class: 'note'}, this.note()));
    this.folded = this.outliers.size > 0 ? new FoldedTime(section, this.data, () => this.picture()) : null;
    this.listen();
    this.selection.onChange(({state}) => {
      // An interval fades what lies outside it without painting the marks again.
      const colours = [state.cause, state.site, state.group, state.leastNs].join('\n');
      if (this.painted !== colours) {
        this.painted = colours;
        redraw();
      } else {
        this.plot.redrawOver();
      }
    });
  }

  brush() {
    const {fromNs, toNs} = this.selection.state;
    return fromNs === null && toNs === null ? null : {fromNs: fromNs === null ? this.whole.fromNs : fromNs, toNs: toNs === null ? this.whole.toNs : toNs};
  }

  /** The parts that are marked, to be drawn. */
  parts() {
    return Object.entries(PARTS).map(([key, name]) => ({name, ...this.selection.state[key]})).filter(({fromNs}) => fromNs !== undefined);
  }

  causeLegend(redraw) {
    return legend(this.groups.map(({key, members}) => ({key, label: `${label(key)} (${count(members.length)})`, shown: true, shape: 'mark-' + cause(key).mark, colour: () => colourOf(key)})),
        (key, on) => { on ? this.hidden.delete(key) : this.hidden.add(key); redraw(); });
  }

  note() {
    const {outliers, data} = this;
    const left = outliers.count - outliers.size;
    return 'Time counts from the start of the first run. A mark is an outlier, by its largest cause: filled if it was late by itself, hollow if it waited behind others, then by what made the one in front slow. '
      + 'Drag to select an interval, which filters the other panels, or which you mark as A and another one as B to compare the two; click a mark to see that outlier. Pointing at one shows whom it made wait.'
      + (this.lanes.length ? ' The lanes hold what the JVM reported while outliers were late' + (data.outliers.events.leftOut ? `, without ${counted(data.outliers.events.leftOut, 'shorter event')}.` : '.') : '')
      + (left > 0 ? ` ${count(outliers.size)} of ${count(outliers.count)} outliers are in this page: the worst half of them, and an even sample of the rest.` : '') + onlyCounted(data) + (onlyCounted(data) && ' A spike without a mark is one of them.');
  }
}

export function fillTimeline(section, data) {
  if (curves(data.series).length === 0 && data.selection.outliers.size === 0) {
    return false;
  }
  return new TimePanel(section, data);
}
