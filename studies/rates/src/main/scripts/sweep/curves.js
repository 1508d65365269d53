// Percentiles over throughput. Rates that were not kept are marked, and have no points: their latencies depend on how long they ran.
import {decades, linear, logarithmic, paintWords, paintX, paintY} from '../charts/axes.js';
import {axisLabel, figure, legend, saveButtons, tip, tipRow} from '../charts/figure.js';
import {recall, remember} from '../shared/address.js';
import {addMark} from '../shared/causes.js';
import {choice, el} from '../shared/dom.js';
import {duration, percentile, rate} from '../shared/format.js';
import {colour} from '../shared/theme.js';

const CURVES = [{percent: 50, hue: 'teal'}, {percent: 99, hue: 'blue'}, {percent: 99.9, hue: 'violet'}];
const DECADE = 10;
const HIGHEST = {key: 'highest', label: 'worst measurable', hue: 'rust'};

function point(step, percent) {
  return step.percentiles.find(one => one.percentile === percent) || null;
}

/** The highest percentile that is measurable, which is another at another rate. */
function highest(step) {
  return step.percentiles[step.percentiles.length - 1] || null;
}

class Curves {
  constructor(section, {steps}) {
    this.steps = steps;
    this.shown = new Set([...CURVES.map(({percent}) => percent), HIGHEST.key]);
    this.scale = recall('scale') === 'linear' ? 'linear' : 'log';
    this.at = null;
    this.tip = tip();
    this.build(section);
  }

  frame(width, height) {
    return {left: 62, right: width - 14, top: 26, bottom: height - 30};
  }

  scales(width, height) {
    const frame = this.frame(width, height);
    const rates = this.steps.map(step => step.perSecond);
    const [low, high] = this.range();
    return {frame, x: logarithmic(Math.min(...rates) / 1.15, Math.max(...rates) * 1.15, frame.left, frame.right),
      y: this.scale === 'log' ? logarithmic(...decades(low, high), frame.bottom, frame.top) : linear(0, high * 1.06, frame.bottom, frame.top)};
  }

  /** All values, and of their intervals as much as leaves the values readable: one that is hardly known may span six decades. */
  range() {
    const points = this.steps.flatMap(step => step.percentiles).filter(one => one.valueNs > 0);
    if (points.length === 0) {
      return [1, 10];
    }
    const values = points.map(one => one.valueNs);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const bounds = points.filter(one => one.lowNs !== null);
    return [Math.max(least / DECADE, Math.min(least, ...bounds.map(one => one.lowNs))), Math.min(most * DECADE, Math.max(most, ...bounds.map(one => one.highNs)))];
  }

  /** From half-way to the rate before to half-way to the rate after. */
  column(i, x, frame) {
    const places = this.steps.map(step => x(step.perSecond));
    return [i === 0 ? frame.left : (places[i - 1] + places[i]) / 2, i + 1 === places.length ? frame.right : (places[i] + places[i + 1]) / 2];
  }

  paint(context, width, height) {
    const {frame, x, y} = this.scales(width, height);
    this.paintNotKept(context, x, frame);
    paintY(context, y, axisLabel, frame);
    paintX(context, x, rate, frame, 90);
    paintWords(context, 'latency', 'rate', frame);
    CURVES.filter(({percent}) => this.shown.has(percent)).forEach(curve => this.paintCurve(context, curve, {frame, x, y}));
    if (this.shown.has(HIGHEST.key)) {
      context.fillStyle = colour(HIGHEST.hue);
      for (const step of this.steps.filter(highest)) {
        context.beginPath();
        addMark(context, 'diamond', x(step.perSecond), y(highest(step).valueNs), 4);
        context.fill();
      }
    }
  }

  paintNotKept(context, x, frame) {
    let free = -Infinity;
    this.steps.forEach((step, i) => {
      if (step.status === 'ok') {
        return;
      }
      const [from, to] = this.column(i, x, frame);
      context.fillStyle = colour(step.status === 'failed' ? 'mild' : 'alarm');
      context.fillRect(from, frame.top, to - from, frame.bottom - frame.top);
      context.fillStyle = colour('ink');
      context.textAlign = 'center';
      context.textBaseline = 'top';
      const half = context.measureText(step.status).width / 2;
      const middle = Math.min(x(step.perSecond), frame.right - half);
      if (middle - half > free) {
        context.fillText(step.status, middle, frame.top - 18);
        free = middle + half + 8;
      }
    });
  }

  /** A line is only drawn between rates next to each other that were both kept. */
  paintCurve(context, {percent, hue}, {frame, x, y}) {
    context.strokeStyle = colour(hue);
    context.fillStyle = colour(hue);
    context.lineWidth = 2;
    context.beginPath();
    let joined = false;
    for (const step of this.steps) {
      const one = point(step, percent);
      if (one !== null) {
        joined ? context.lineTo(x(step.perSecond), y(one.valueNs)) : context.moveTo(x(step.perSecond), y(one.valueNs));
      }
      joined = one !== null;
    }
    context.stroke();
    context.lineWidth = 1;
    for (const step of this.steps) {
      const one = point(step, percent);
      if (one !== null) {
        const at = x(step.perSecond);
        context.beginPath();
        if (one.lowNs !== null) {
          context.moveTo(at, Math.min(frame.bottom, y(Math.max(1, one.lowNs))));
          context.lineTo(at, Math.max(frame.top, y(one.highNs)));
        }
        context.stroke();
        context.beginPath();
        context.arc(at, y(one.valueNs), 3, 0, 7);
        context.fill();
      }
    }
  }

  hover(event, px) {
    const {width, height} = this.plot.size();
    const {frame, x} = this.scales(width, height);
    const nearest = !event || px < frame.left - 4 || px > frame.right + 4 ? -1
      : this.steps.findIndex((step, i) => px <= this.column(i, x, frame)[1] || i + 1 === this.steps.length);
    this.at = nearest < 0 ? null : nearest;
    if (this.at === null) {
      this.tip.hide();
    } else {
      this.tip.show(event, this.words(this.steps[this.at]));
    }
    this.plot.redrawOver();
  }

  words(step) {
    const rows = CURVES.map(({percent, hue}) => [point(step, percent), hue]).concat([[highest(step), HIGHEST.hue]])
        .filter(([one], i, all) => one !== null && all.findIndex(([other]) => other === one) === i);
    return [el('div', {class: 'tip-title'}, `${rate(step.perSecond)} asked, ${rate(step.achievedPerSecond)} achieved` + (step.status === 'ok' ? '' : ': ' + step.status)),
      ...rows.map(([one, hue]) => tipRow(colour(hue), percentile(one.percentile),
          duration(one.valueNs) + (one.lowNs === null ? '' : ` (${duration(one.lowNs)} to ${duration(one.highNs)})`)))];
  }

  paintOver(context, width, height) {
    context.clearRect(0, 0, width, height);
    if (this.at !== null) {
      const {frame, x} = this.scales(width, height);
      context.fillStyle = colour('muted');
      context.fillRect(x(this.steps[this.at].perSecond), frame.top, 1, frame.bottom - frame.top);
    }
  }

  build(section) {
    const controls = el('div', {class: 'controls'});
    section.append(controls);
    this.plot = figure(section, {label: 'Percentiles of latency over the rate. The table below holds the figures.', height: () => 380,
      paint: (...all) => this.paint(...all), over: (...all) => this.paintOver(...all), hover: (...all) => this.hover(...all)});
    const redraw = () => this.plot.redraw();
    const keys = CURVES.map(({percent, hue}) => ({key: percent, label: percentile(percent), hue})).concat([HIGHEST]);
    controls.append(
        legend(keys.map(({key, label, hue}) => ({key, label, shown: true, shape: key === HIGHEST.key ? 'mark-diamond' : '', colour: () => colour(hue)})),
            (key, on) => { on ? this.shown.add(key) : this.shown.delete(key); redraw(); }),
        choice('Scale of durations', [{value: 'log', label: 'Log'}, {value: 'linear', label: 'Linear'}], this.scale,
            value => { this.scale = value; remember('scale', value === 'log' ? '' : value); redraw(); }),
        saveButtons('sweep', () => this.plot.size(), (context, ...all) => { context.font = '12px sans-serif'; this.paint(context, ...all); }));
    section.append(el('p', {class: 'note'}, 'A point is a rate, over all of its rounds; the line through it is the 95% interval, where that is known, and goes on where it reaches the frame. A diamond is the highest percentile that is measurable there, so it may be another one than next to it. Rates that were not kept are shaded: what latency they show depends on how long they ran.'));
  }
}

export function fillCurves(section, data) {
  return data.steps.length > 0 && new Curves(section, data);
}
