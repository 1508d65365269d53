// One outlier on lanes: where its latency lies in time, who was in front of it, what happened, and when its stacks were taken.
import {linear, paintX} from '../charts/axes.js';
import {figure, saveButtons, tip} from '../charts/figure.js';
import {colourOf, colourOfKind, label} from '../shared/causes.js';
import {el} from '../shared/dom.js';
import {counted, duration, shortened, visible} from '../shared/format.js';
import {colour, tinted} from '../shared/theme.js';
import {others, threadOf} from './outlier-threads.js';
import {fitting} from './timeline-paint.js';

const LANE = 26;
const MAX_FRAMES = 400;

/** [{title, bars: [{fromNs, toNs, text, hue, fill or paint, hollow}], ticks}] */
function lanesOf(data, i, detail) {
  const {outliers} = data.selection;
  const inherited = outliers.inheritedNs[i];
  const started = inherited + outliers.dispatchNs[i];
  const bars = (list) => list.filter(bar => bar.toNs > bar.fromNs);
  const lanes = [{title: 'latency', bars: bars([
    {fromNs: 0, toNs: inherited, text: 'inherited', hue: 'ochre'}, {fromNs: inherited, toNs: started, text: 'dispatch', hue: 'violet'},
    {fromNs: started, toNs: outliers.latencyNs[i], text: 'service', hue: 'teal'}])}];
  if (detail) {
    queue(detail, inherited, lanes);
    path(data, detail, bars, lanes);
    if (detail.probes.length) {
      lanes.push({title: 'probes', bars: detail.probes.slice(0, 1).concat(detail.probes.slice(1, 4)).map((probe, k) => ({fromNs: started, toNs: Math.min(outliers.latencyNs[i], started + probe.ns),
        text: `${shortened(probe.name, 40)} took ${duration(probe.ns)}; where in the service time is not recorded`, hue: ['violet', 'olive', 'rose', 'brown'][k % 4], hollow: true}))});
    }
    evidence(data, detail, lanes);
    withoutCore(data, detail, bars, lanes);
    if (detail.stacks.length) {
      lanes.push({title: 'captures', bars: [], ticks: detail.stacks});
    }
  }
  return lanes;
}

/** The way of an asynchronous iteration through threads. */
function path(data, detail, bars, lanes) {
  if (detail.path.length) {
    const hues = ['teal', 'violet', 'olive', 'brown', 'rose'];
    const threads = [...new Set(detail.path.map(one => one.thread))];
    lanes.push({title: 'path', bars: bars(detail.path.map(one => ({fromNs: one.atNs, toNs: one.atNs + one.ns,
      text: `${threadOf(data, one.thread)} ${duration(one.ns)}`, hue: hues[threads.indexOf(one.thread) % hues.length]})))});
  }
}

/** The waiting, divided among those in front as it was blamed on them: shares, side by side, not moments. */
function queue(detail, inherited, lanes) {
  let at = 0;
  const bars = detail.behind.map(one => {
    const from = at;
    at = Math.min(inherited, at + one.ns);
    return {fromNs: from, toNs: at, text: `${duration(one.ns)} for ${label(one.cause)}${one.where ? ' at ' + shortened(one.where, 60) : ''}`, fill: one.cause};
  });
  if (bars.length) {
    lanes.push({title: 'waited for', bars: bars.concat(at < inherited ? [{fromNs: at, toNs: inherited, text: `${duration(inherited - at)} for others`, hue: 'grey', hollow: true}] : [])});
  }
}

function evidence(data, detail, lanes) {
  const byKind = new Map();
  detail.evidence.forEach(one => {
    const key = one.kind + (others(detail, one) ? 1000 * (1 + one.thread) : 0);
    byKind.set(key, (byKind.get(key) || []).concat(one));
  });
  [...byKind.values()].sort((a, b) => others(detail, a[0]) - others(detail, b[0]) || a[0].kind - b[0].kind).forEach(list => lanes.push({
    title: (others(detail, list[0]) ? threadOf(data, list[0].thread) + ': ' : '') + data.evidenceKinds[list[0].kind],
    bars: list.map(one => ({fromNs: one.atNs, toNs: one.atNs + one.ns, text: `${data.evidenceKinds[one.kind]} ${one.ns > 0 ? duration(one.ns) : ''}${one.detail ? ': ' + shortened(one.detail, 120) : ''}`
      + (others(detail, one) ? `, of ${threadOf(data, one.thread)}, which did not run this iteration` : ''), paint: () => colourOfKind(one.kind, data.evidenceKinds[one.kind]), hollow: others(detail, one)}))}));
}

/** When each thread had no core, as the kernel recorded it; and who had the core then, where that is known. */
function withoutCore(data, detail, bars, lanes) {
  detail.usage.filter(one => one.offCore.length).forEach(one => {
    const of = detail.usage.length > 1 ? threadOf(data, one.thread) + ': ' : '';
    lanes.push({title: of + 'without a core', bars: bars(one.offCore.flatMap(away => {
      const untilNs = away.atNs + away.ns;
      const runnable = away.runnableNs ?? untilNs;
      return [{fromNs: away.atNs, toNs: runnable, text: `waiting ${duration(runnable - away.atNs)}${away.wokenBy ? `, until woken by ${shortened(away.wokenBy, 60)}` : ''}`, hue: 'grey'},
        {fromNs: runnable, toNs: untilNs, text: `waiting for a core ${duration(untilNs - runnable)}`, hue: 'ochre'}];
    }))});
    const held = one.offCore.flatMap(away => away.core);
    if (held.length) {
      lanes.push({title: of + 'its core had', bars: bars(held.map(hold => ({fromNs: hold.atNs, toNs: hold.atNs + hold.ns, text: `${shortened(hold.by, 60)} ${duration(hold.ns)}`, hue: 'brown'})))});
    }
  });
}

export class OutlierLanes {
  constructor(box, data, i, detail) {
    this.data = data;
    this.detail = detail;
    this.lanes = lanesOf(data, i, detail);
    this.ofOthers = detail && detail.evidence.some(one => others(detail, one));
    this.untilNs = data.selection.outliers.latencyNs[i];
    this.at = -1;
    this.tip = tip();
    this.stack = el('div', {class: 'capture-stack', 'aria-live': 'polite'});
    this.plot = figure(box, {label: 'The outlier over time, from its intended start to its end.' + (detail && detail.stacks.length ? ' Left and right arrows walk from capture to capture.' : ''),
      focusable: true, height: () => this.lanes.length * LANE + 40, paint: (...all) => this.paint(...all), over: (...all) => this.paintOver(...all), hover: (...all) => this.hover(...all)});
    this.plot.canvas.addEventListener('keydown', event => this.key(event));
    box.append(el('div', {class: 'controls'}, saveButtons('outlier', () => this.plot.size(), (context, ...all) => { context.font = '12px sans-serif'; this.paint(context, ...all); })), this.stack);
    if (this.ofOthers) {
      box.append(el('p', {class: 'note'}, 'Outlined bars are of other threads, named at the left: what they did is no part of this latency, but may be what it waited for.'));
    }
    const ticks = this.captures();
    if (ticks.length) {
      this.show(ticks.indexOf(ticks.reduce((best, one) => one.standsForNs > best.standsForNs ? one : best)));
    }
  }

  /** Takes away what would stay of it outside its box. */
  remove() {
    this.plot.remove();
    this.tip.remove();
  }

  captures() {
    return this.detail ? this.detail.stacks : [];
  }

  frame(width) {
    return {left: Math.min(this.ofOthers ? 210 : 150, width * 0.36), right: width - 12, bottom: this.lanes.length * LANE + 6};
  }

  scale(width) {
    const {left, right} = this.frame(width);
    return linear(0, this.untilNs, left, right);
  }

  paint(context, width) {
    const frame = this.frame(width);
    const x = this.scale(width);
    const clamp = px => Math.max(frame.left, Math.min(frame.right, px));
    this.lanes.forEach(({title, bars, ticks}, row) => {
      const top = row * LANE + 4;
      context.fillStyle = colour('muted');
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.fillText(fitting(context, title, frame.left - 10), frame.left - 8, top + LANE / 2 - 2);
      context.fillStyle = colour('faint');
      context.fillRect(frame.left, top + LANE - 4, frame.right - frame.left, 1);
      bars.forEach(bar => this.paintBar(context, bar, clamp(x(bar.fromNs)), Math.max(clamp(x(bar.toNs)), clamp(x(bar.fromNs)) + 2), top));
      (ticks || []).forEach(stack => {
        context.fillStyle = colour(stack.running ? 'blue' : 'muted');
        context.fillRect(clamp(x(stack.atNs)) - 1, top, 2, stack.running ? LANE - 6 : (LANE - 6) / 2);
      });
    });
    paintX(context, x, ns => ns === 0 ? 'due' : duration(ns), frame);
  }

  paintBar(context, bar, left, right, top) {
    const fill = bar.paint ? bar.paint() : bar.fill ? colourOf(bar.fill) : colour(bar.hue);
    const height = LANE - 7;
    if (bar.hollow) {
      context.strokeStyle = fill;
      context.lineWidth = 1.5;
      context.strokeRect(left + 0.75, top + 0.75, Math.max(1, right - left - 1.5), height - 1.5);
    } else {
      context.fillStyle = tinted(fill);
      context.fillRect(left, top, right - left, height);
      context.fillStyle = fill;
      context.fillRect(left, top, 2, height);
    }
    const text = `${bar.text}${bar.hue && !bar.hollow && bar.toNs > bar.fromNs && !/\d/.test(bar.text) ? ' ' + duration(bar.toNs - bar.fromNs) : ''}`;
    if (context.measureText(text).width < right - left - 10) {
      context.fillStyle = colour('ink');
      context.textAlign = 'left';
      context.fillText(text, left + 6, top + height / 2);
    }
  }

  paintOver(context, width, height) {
    context.clearRect(0, 0, width, height);
    const stack = this.captures()[this.at];
    if (stack) {
      const x = this.scale(width);
      const {left, right, bottom} = this.frame(width);
      const at = Math.max(left, Math.min(right, x(stack.atNs)));
      context.fillStyle = colour('blue');
      context.fillRect(at - 0.5, 0, 1, bottom);
      context.beginPath();
      context.moveTo(at - 5, bottom);
      context.lineTo(at + 5, bottom);
      context.lineTo(at, bottom - 6);
      context.fill();
    }
  }

  hover(event, px, py) {
    if (!event) {
      this.tip.hide();
      return;
    }
    const x = this.scale(this.plot.size().width);
    const lane = this.lanes[Math.floor(py / LANE)];
    const bar = lane && lane.bars.find(one => px >= x(one.fromNs) - 2 && px <= Math.max(x(one.toNs), x(one.fromNs) + 2) + 2);
    if (bar) {
      this.tip.show(event, [el('div', {class: 'tip-title'}, bar.text), el('div', {class: 'note'}, `from ${duration(bar.fromNs)} to ${duration(bar.toNs)} after the intended start`)]);
    } else {
      this.tip.hide();
    }
    const near = this.captures().map((stack, k) => [Math.abs(x(stack.atNs) - px), k]).filter(([distance]) => distance < 8).sort((a, b) => a[0] - b[0])[0];
    if (near) {
      this.show(near[1]);
    }
  }

  key(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    const count = this.captures().length;
    if (step && count) {
      this.show((this.at + step + count) % count);
      event.preventDefault();
    }
  }

  frames(stack) {
    if (stack.frames) {
      return stack.frames;
    }
    const {frame, depth} = this.data.trees.outliers;
    const list = [];
    for (let node = stack.node, wanted = depth[stack.node]; node >= 0 && wanted >= 0; node--) {
      if (depth[node] === wanted) {
        list.unshift(frame[node]);
        wanted--;
      }
    }
    return list;
  }

  /** The stack of a capture, the frame that ran on top. */
  show(k) {
    if (k === this.at) {
      return;
    }
    this.at = k;
    const stack = this.captures()[k];
    const frames = this.frames(stack).slice().reverse();
    const {names, kinds} = this.data.frames;
    this.stack.replaceChildren(
        el('p', {class: 'capture-title'}, el('b', null, `Capture ${k + 1} of ${this.captures().length}`), ` at ${duration(stack.atNs)}, stands for ${duration(stack.standsForNs)}`
          + `${stack.ofEvent ? ', recorded by the JVM with an event' : stack.running ? '' : ', not running'}, ${threadOf(this.data, stack.thread)}`
          + (stack.atNs - stack.askedNs > 1000 ? `, answered ${duration(stack.atNs - stack.askedNs)} after it was asked for` : '')),
        el('ol', null, frames.slice(0, MAX_FRAMES).map(frame => el('li', null, visible(names[frame].slice(0, 1000)) + (names[frame].length > 1000 ? '…' : ''), ' ',
            el('span', {class: 'kind'}, this.data.frameKinds[kinds[frame]])))),
        frames.length > MAX_FRAMES ? el('p', {class: 'note'}, counted(frames.length - MAX_FRAMES, 'caller') + ' more') : '');
    this.plot.redrawOver();
  }
}
