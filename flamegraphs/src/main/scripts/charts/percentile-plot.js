// The percentile plot: how large a share of iterations took how long, on an axis that gives the tail the room.
import {recall, remember} from '../shared/address.js';
import {colourOf, label} from '../shared/causes.js';
import {choice, el, table, toggle} from '../shared/dom.js';
import {count, counted, duration, percentile, share, shortened} from '../shared/format.js';
import {finish} from '../shared/slices.js';
import {colour} from '../shared/theme.js';
import {decades, linear, logarithmic, paintLine, paintWords, paintX, paintY} from './axes.js';
import {axisLabel, figure, legend, saveButtons, seriesColour, seriesLabel, tip, tipRow} from './figure.js';
import {asPercent, bands, helps, hoverPercent, objectives, oneIn, points, selectedTail, valueAt} from './percentile-curves.js';

const FIRST_SHOWN = ['latency', 'service'];
const BAND = 44;
const FASTEST = 1.03;

/** Of a hundred groups nobody tells the curves apart. */
const MOST_GROUPS = 8;

/** In the order in which they are given room. */
const MARKED = [99.9, 99, 50, 90, 99.99];

/** Tell predictions apart that are of places of one cause. */
const DASHES = [[10, 4, 2, 4], [14, 4], [5, 4], [10, 4, 2, 4, 2, 4]];

function isMain(series, all) {
  return series.run === null || !all.some(other => other.name === series.name && other.run === null);
}

export class PercentilePlot {
  constructor(section, data) {
    this.data = data;
    this.selection = data.selection;
    this.all = data.series.all.filter(one => one.percentiles.length > 0);
    const groups = [...new Set(this.all.map(one => one.name).filter(name => name.startsWith('group:')))];
    this.all = this.all.filter(one => !groups.slice(MOST_GROUPS).includes(one.name));
    this.names = [...new Set(this.all.map(one => one.name))];
    const first = this.names.filter(name => (data.firstShown || FIRST_SHOWN).includes(name));
    this.shown = new Set(first.length ? first : this.names);
    const counterfactual = data.counterfactual || {without: []};
    this.without = (data.curves || []).map((curve, i) => ({...curve, of: counterfactual.without[i]})).filter(({of}) => helps(of, counterfactual.measured)).map((curve, i, all) => ({
      name: 'without ' + curve.label, short: shortened(curve.label, 46), cause: curve.of.cause,
      dash: DASHES[all.slice(0, i).filter(other => other.of.cause === curve.of.cause).length % DASHES.length],
      points: points(curve.percentiles, curve.valuesNs)}));
    this.removed = new Set();
    this.scale = recall('scale') === 'linear' ? 'linear' : 'log';
    this.runs = 'both';
    this.objectives = [];
    this.hoverAt = null;
    this.selected = 0;
    this.tip = tip();
    this.build(section);
  }

  curves() {
    const list = this.all.filter(one => this.shown.has(one.name))
        .filter(one => this.runs === 'both' || isMain(one, this.all) === (this.runs === 'merged') || !this.several())
        .map(one => ({name: seriesLabel(one.name) + (one.run ? ' · ' + one.run : ''), main: isMain(one, this.all),
          points: points(one.percentiles, one.valuesNs), colour: () => seriesColour(one.name, this.names)}));
    this.without.forEach((one, i) => this.removed.has(i) && list.push({name: one.name, main: true, predicted: true, dash: one.dash, points: one.points, colour: () => colourOf(one.cause)}));
    if (this.selection && this.selection.active && this.tail) {
      list.push({name: 'selected outliers', main: true, selected: true, points: this.tail, colour: () => colour('ink')});
    }
    return list.filter(one => one.points.length > 0);
  }

  several() {
    return this.all.some(one => !isMain(one, this.all));
  }

  frame(width, height) {
    return {left: 62, right: width - 14, top: 22, bottom: height - 30 - (this.hasBands() ? BAND + 10 : 0)};
  }

  hasBands() {
    return this.selection && this.selection.outliers.size > 0;
  }

  scales(width, height) {
    const frame = this.frame(width, height);
    const drawn = this.curves();
    const threshold = this.data.run.thresholdNs;
    // The fastest few of a hundred would take the room of the tail.
    const ends = drawn.flatMap(one => [valueAt(one.points, FASTEST) || one.points[0][1], one.points[one.points.length - 1][1]]).concat(this.objectives.map(one => one.ns), threshold > 0 ? [threshold] : []);
    const far = Math.max(100, ...drawn.map(one => one.points[one.points.length - 1][0]));
    const low = ends.length ? Math.min(...ends) : 1;
    const high = ends.length ? Math.max(...ends) : 10;
    const y = this.scale === 'log' ? logarithmic(...decades(low, high), frame.bottom, frame.top) : linear(0, high * 1.06, frame.bottom, frame.top);
    return {frame, drawn, x: logarithmic(1, far, frame.left, frame.right), y};
  }

  paint(context, width, height) {
    const {frame, drawn, x, y} = this.scales(width, height);
    paintY(context, y, axisLabel, frame);
    paintX(context, x, asPercent, frame, 70);
    if (this.data.run.thresholdNs > 0) {
      paintLine(context, y(this.data.run.thresholdNs), 'threshold ' + duration(this.data.run.thresholdNs), 'rust', frame);
    }
    drawn.forEach(one => this.paintCurve(context, one, x, y, frame.bottom));
    this.objectives.forEach(one => this.paintObjective(context, one, x, y, frame));
    this.paintValues(context, drawn, x, y, frame);
    paintWords(context, 'latency', 'percentile', frame);
    if (this.hasBands()) {
      this.paintBands(context, x, frame, height);
    }
  }

  paintCurve(context, curve, x, y, floor) {
    const line = (part, dash) => {
      context.setLineDash(dash);
      context.beginPath();
      part.forEach(([at, ns], i) => i === 0 ? context.moveTo(x(at), Math.min(floor, y(ns))) : context.lineTo(x(at), Math.min(floor, y(ns))));
      context.stroke();
      context.setLineDash([]);
    };
    context.strokeStyle = curve.colour();
    context.lineWidth = curve.main ? 2 : 1;
    context.globalAlpha = curve.main ? 1 : 0.7;
    // A prediction below the threshold is an upper bound: what the cause did to faster iterations is not known.
    const known = curve.predicted ? curve.points.filter(point => point[1] >= this.data.run.thresholdNs) : curve.points;
    const bound = curve.predicted ? curve.points.filter(point => point[1] < this.data.run.thresholdNs).concat(known.slice(0, 1)) : [];
    line(bound, [2, 4]);
    line(known, curve.main ? curve.selected ? [8, 3] : curve.predicted ? curve.dash : [] : [3, 3]);
    context.globalAlpha = 1;
  }

  /** The values of latencies at the percentiles that people ask for, where there is room to write them. */
  paintValues(context, drawn, x, y, frame) {
    const taken = [];
    context.textBaseline = 'bottom';
    context.textAlign = 'right';
    for (const curve of drawn.filter(one => one.main && !one.predicted && one.name.startsWith('latency'))) {
      for (const percent of MARKED) {
        const ns = valueAt(curve.points, oneIn(percent));
        if (ns !== null) {
          const [px, py] = [x(oneIn(percent)), y(ns)];
          context.fillStyle = curve.colour();
          context.beginPath();
          context.arc(px, py, 4, 0, 7);
          context.fill();
          const text = `${percentile(percent)} ${duration(ns)}`;
          const wide = context.measureText(text).width;
          const right = Math.max(px - 6, frame.left + wide + 6);
          // The curve rises: words that begin at the axis and end behind the dot stand above what it has reached there.
          const above = right > px ? Math.min(py, y(valueAt(curve.points, x.invert(right + 2)) || ns)) : py;
          const box = {left: right - wide - 2, right: right + 2, top: above - 20, bottom: above - 3};
          if (!taken.some(other => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top)) {
            taken.push(box);
            context.fillStyle = colour('page');
            context.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
            context.fillStyle = colour('ink');
            context.fillText(text, right, above - 4);
          }
        }
      }
    }
  }

  paintObjective(context, {percent, ns, text}, x, y, frame) {
    const latency = this.all.find(one => one.name === 'latency' && isMain(one, this.all));
    const measured = latency && valueAt(points(latency.percentiles, latency.valuesNs), oneIn(percent));
    const verdict = measured === null || measured === undefined ? 'not measurable' : measured < ns ? 'met' : 'missed';
    const hue = verdict === 'missed' ? 'rust' : 'teal';
    const at = Math.min(x(oneIn(percent)), frame.right);
    context.strokeStyle = colour(hue);
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(at, frame.bottom);
    context.lineTo(at, y(ns));
    context.lineTo(Math.max(frame.left, at - 60), y(ns));
    context.stroke();
    context.fillStyle = colour(hue);
    context.textAlign = 'right';
    context.textBaseline = 'bottom';
    context.fillText(`${text} ${verdict}`, Math.max(at, frame.left + 150), y(ns) - 3);
  }

  edges(x, frame) {
    const bins = Math.max(4, Math.floor((frame.right - frame.left) / 14));
    return Array.from({length: bins + 1}, (_, i) => x.invert(frame.left + i * (frame.right - frame.left) / bins));
  }

  /** The bands of the picture. Kept until the selection or the axis is another: to paint again need not add up every outlier. */
  * binning(x, frame) {
    const edges = this.edges(x, frame);
    const axis = `${this.selected} ${edges.length} ${edges[0]} ${edges[edges.length - 1]}`;
    if (this.axis !== axis) {
      this.binned = yield* bands(this.selection, this.iterations(), edges.map((edge, i) => i === edges.length - 1 ? Infinity : edge));
      this.axis = axis;
    }
  }

  /** What a selection changes here. */
  * selecting() {
    this.tail = this.selection.active ? yield* selectedTail(this.data.series, this.selection) : null;
    this.selected++;
    const {width, height} = this.plot.size();
    const {x, frame} = this.scales(width, height);
    yield* this.binning(x, frame);
    this.plot.redraw();
  }

  paintBands(context, x, frame, height) {
    const top = height - BAND;
    finish(this.binning(x, frame));
    const {causes} = this.selection.outliers;
    for (const bin of this.binned) {
      let y = top + BAND;
      const right = bin.to === Infinity ? frame.right : x(bin.to);
      present(bin).forEach(([cause, ns]) => {
        const tall = BAND * ns / (bin.ns || 1);
        context.fillStyle = colourOf(causes[cause].key);
        context.fillRect(x(bin.from) + 0.5, y - tall + (tall > 3 ? 1 : 0), Math.max(1, right - x(bin.from) - 1), Math.max(0.5, tall - (tall > 3 ? 1 : 0)));
        y -= tall;
      });
    }
    context.fillStyle = colour('muted');
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillText('causes', frame.left - 6, top + BAND / 2);
  }

  iterations() {
    const {run} = this.data;
    return run.runs.reduce((sum, one) => sum + one.iterations, 0) || run.iterations || this.selection.outliers.count;
  }

  hover(event, px, py) {
    const {width, height} = this.plot.size();
    const {frame, drawn, x} = this.scales(width, height);
    if (!event || px < frame.left - 4 || px > frame.right + 4) {
      this.hoverAt = null;
      this.tip.hide();
      this.plot.redrawOver();
      return;
    }
    this.hoverAt = Math.min(frame.right, Math.max(frame.left, px));
    const at = x.invert(this.hoverAt);
    this.tip.show(event, py > frame.bottom + 26 && this.binned ? this.bandTip(at) : [
      el('div', {class: 'tip-title'}, hoverPercent(at) + ' took at most'),
      drawn.map(one => [one, valueAt(one.points, at)]).filter(([, ns]) => ns !== null).slice(0, 14).map(([one, ns]) =>
        tipRow(one.colour(), one.name, (one.predicted && ns < this.data.run.thresholdNs ? '≤ ' : '') + duration(ns)))].flat());
    this.plot.redrawOver();
  }

  bandTip(at) {
    const bin = this.binned.find(one => at >= one.from && at < one.to) || this.binned[this.binned.length - 1];
    return [el('div', {class: 'tip-title'}, bin.count === 0 ? 'No outliers here' : `${counted(Math.round(bin.count), 'outlier')} from ${hoverPercent(bin.from)} on`), ...causeRows(bin, this.selection.outliers.causes)];
  }

  paintOver(context, width, height) {
    context.clearRect(0, 0, width, height);
    if (this.hoverAt === null) {
      return;
    }
    const {frame, drawn, x, y} = this.scales(width, height);
    context.fillStyle = colour('muted');
    context.fillRect(this.hoverAt, frame.top, 1, height - frame.top);
    const at = x.invert(this.hoverAt);
    drawn.forEach(one => {
      const ns = valueAt(one.points, at);
      if (ns !== null) {
        context.fillStyle = one.colour();
        context.beginPath();
        context.arc(this.hoverAt, y(ns), 3.5, 0, 7);
        context.fill();
      }
    });
  }

  build(section) {
    const controls = el('div', {class: 'controls'});
    const more = el('div', {class: 'controls'});
    section.append(controls);
    const tall = () => this.hasBands() ? 430 : 370;
    this.plot = figure(section, {label: 'Percentile plot: share of iterations against latency. The table below holds its figures.', height: tall,
      paint: (...all) => this.paint(...all), over: (...all) => this.paintOver(...all), hover: (...all) => this.hover(...all)});
    const redraw = () => this.plot.redraw();
    controls.append(
        legend(this.names.map(name => ({key: name, label: seriesLabel(name), shown: this.shown.has(name), colour: () => seriesColour(name, this.names)})),
            (name, on) => { on ? this.shown.add(name) : this.shown.delete(name); redraw(); }));
    more.append(this.several() ? choice('Runs', [{value: 'both', label: 'All'}, {value: 'merged', label: 'Merged'}, {value: 'single', label: 'Single runs'}], this.runs, value => { this.runs = value; redraw(); }) : '',
        choice('Scale of durations', [{value: 'log', label: 'Log'}, {value: 'linear', label: 'Linear'}], this.scale,
            value => { this.scale = value; remember('scale', value === 'log' ? '' : value); redraw(); }),
        this.objectiveBox(),
        saveButtons('percentiles', () => this.plot.size(), (context, ...all) => { context.font = '12px sans-serif'; this.paint(context, ...all); }));
    section.append(more);
    if (this.without.length) {
      section.append(el('div', {class: 'controls'}, el('span', {class: 'note'}, 'Predicted without:'),
          legend(this.without.map((one, i) => ({key: i, label: one.short, shown: false, colour: () => colourOf(one.cause)})),
              (i, on) => { on ? this.removed.add(i) : this.removed.delete(i); redraw(); })));
    }
    section.append(this.note());
    if (this.hasBands()) {
      section.append(this.bandTable());
      this.selection.onRest(() => this.selecting());
    }
  }

  objectiveBox() {
    const input = el('input', {class: 'search slo', type: 'text', placeholder: 'p99.9 < 50us', 'aria-label': 'Objectives, such as p99.9 < 50us', spellcheck: 'false', autocomplete: 'off'});
    const apply = () => {
      const {read, wrong} = objectives(input.value);
      this.objectives = read;
      wrong.length ? input.setAttribute('aria-invalid', 'true') : input.removeAttribute('aria-invalid');
      remember('slo', input.value);
      this.plot && this.plot.redraw();
    };
    input.value = recall('slo') || '';
    this.objectives = objectives(input.value).read;
    input.addEventListener('input', apply);
    return el('label', {class: 'labelled'}, 'Objective ', input);
  }

  note() {
    const fewest = Math.min(...this.all.map(one => one.count));
    return el('p', {class: 'note'}, 'Each curve ends where fewer than ten values lie above it: beyond that, a percentile is a matter of luck'
      + ` (the smallest series has ${counted(fewest, 'value')}).` + (this.several() ? ' Solid: all runs merged. Dashed: one run.' : '')
      + (this.without.length ? ' A prediction is dash-dotted; dotted below the threshold, where it is an upper bound: a cause is removed from outliers only.' : '')
      + (this.hasBands() ? ' Below the curves: how the latency of the outliers divides among causes, the rarest at the right.' : ''));
  }

  /** The bands as figures, one row for each nine. */
  bandTable() {
    const details = el('details', null, el('summary', null, 'Causes by how rare an outlier is, as a table'));
    const filling = function* () {
      const iterations = this.iterations();
      const edges = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].filter(edge => edge < iterations * 2).concat(Infinity);
      const rows = (yield* bands(this.selection, iterations, edges)).filter(bin => bin.count > 0);
      const box = table('Causes by how rare an outlier is', [{title: 'Beyond', about: 'From this percentile to that of the next row.'}, {title: 'Outliers', number: true}, {title: 'Largest causes', about: 'Of the latency of these outliers.'}], rows.map(bin => [
        asPercent(bin.from), count(Math.round(bin.count)), largest(bin, this.selection.outliers.causes).slice(0, 3).map(({key, ns}) => `${label(key)} ${share(ns, bin.ns)}`).join(', ')]));
      details.replaceChildren(details.firstChild, box);
    }.bind(this);
    details.addEventListener('toggle', () => details.open && finish(filling()));
    this.selection.onRest(() => details.open ? filling() : null);
    return details;
  }
}

/** [number of the cause, ns] of those that took time. */
function present(bin) {
  return Array.from(bin.parts, (ns, cause) => [cause, ns]).filter(([, ns]) => ns > 0);
}

function largest(bin, causes) {
  return present(bin).map(([cause, ns]) => ({key: causes[cause].key, ns})).sort((a, b) => b.ns - a.ns);
}

function causeRows(bin, causes) {
  return largest(bin, causes).slice(0, 8).map(({key, ns}) => tipRow(colourOf(key), label(key), share(ns, bin.ns)));
}
