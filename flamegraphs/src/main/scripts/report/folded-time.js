// When within a second, or within the time after which they come back, outliers were due: a sentence, and a picture that lays all turns over each other.
import {decades, linear, logarithmic, paintWords, paintX, paintY} from '../charts/axes.js';
import {axisLabel, figure, saveButtons} from '../charts/figure.js';
import {label} from '../shared/causes.js';
import {choice, el} from '../shared/dom.js';
import {count, duration} from '../shared/format.js';
import {Slices} from '../shared/slices.js';
import {beginnings, recurring} from './recurrence.js';
import {paintMarks} from './timeline-paint.js';

const HEIGHT = 230;
const DAY_MS = 86400000;

/** Lengths that people look for, where a run is long enough to have three of them. */
const USUAL = [1e9, 1e10, 6e10];

const FIRST = 3;

/** Causes that come back after the same time, in one sentence. */
function sentence(together, {causes}) {
  const [first, ...others] = together.map(({cause, near, all}) => [label(causes[cause].key), `${count(near)} of ${count(all)}`]);
  return `Every ${duration(together[0].everyNs)} ${first[0]} comes back: ${first[1]} times it began in the same fifth of that time`
    + (others.length > 0 ? '; so does ' + others.map(([name, times]) => `${name} (${times})`).join(', ') : '') + '.';
}

export class FoldedTime {
  /** picture() is what the time panel draws: groups of outliers by cause, and how latencies are scaled. */
  constructor(section, data, picture) {
    this.outliers = data.selection.outliers;
    this.picture = picture;
    this.everyNs = USUAL[0];
    this.extentNs = this.outliers.atNs.reduce((last, ns) => Math.max(last, ns), 0);
    this.shown = el('p', {class: 'recurrence', hidden: true});
    this.choices = el('span');
    const box = el('div');
    this.details = el('details', {class: 'folded'}, el('summary', null, 'When within a second, or another time'), box);
    section.append(this.shown, this.details);
    this.build(box);
    this.offer([]);
    const {iterations, runs} = data.run;
    const seconds = runs.reduce((sum, run) => sum + (run.achievedPerSecond > 0 ? run.iterations / run.achievedPerSecond : 0), 0);
    new Slices().replace([this.looking(seconds > 0 && iterations > 0 ? 1e9 * seconds / iterations : 0)]);
  }

  /** Looks for causes that come back, and says which. */
  * looking(intervalNs) {
    this.found = yield* recurring(beginnings(this.outliers), intervalNs);
    if (this.found.length > 0) {
      const byTime = new Map();
      this.found.slice(0, FIRST).forEach(one => byTime.set(duration(one.everyNs), (byTime.get(duration(one.everyNs)) || []).concat(one)));
      const all = [...byTime.values()];
      this.shown.textContent = all.map(together => sentence(together, this.outliers)).join(' ') + ' By chance, fewer than one report in a hundred would say so.';
      this.shown.hidden = false;
      this.everyNs = this.found[0].everyNs;
      this.offer(all.map(([first]) => first));
      this.plot.redraw();
    }
  }

  /** The lengths that there are to choose from. */
  offer(found) {
    const lengths = [...found.map(({everyNs}) => everyNs), ...USUAL.filter(ns => ns <= this.extentNs / 3 && found.every(({everyNs}) => duration(everyNs) !== duration(ns)))];
    this.details.hidden = lengths.length === 0;
    this.everyNs = lengths.includes(this.everyNs) ? this.everyNs : lengths[0];
    this.choices.replaceChildren(choice('Turns of', lengths.map(ns => ({value: ns, label: duration(ns)})), this.everyNs, ns => { this.everyNs = ns; this.plot.redraw(); }));
  }

  /** Within a turn, as the clock counts: seconds begin when it says so. */
  within(atNs) {
    const at = ((this.outliers.epochMs % DAY_MS) * 1e6 + atNs) % this.everyNs;
    return at < 0 ? at + this.everyNs : at;
  }

  paint(context, width, height) {
    const {view, groups, selection} = this.picture();
    const frame = {left: 72, right: width - 14, top: 22, bottom: height - 30};
    const x = linear(0, this.everyNs, frame.left, frame.right);
    const y = view.scale === 'log' ? logarithmic(...decades(view.lowNs, view.highNs), frame.bottom, frame.top) : linear(0, view.highNs * 1.05, frame.bottom, frame.top);
    paintY(context, y, axisLabel, frame);
    paintX(context, x, ns => ns === 0 ? '0' : duration(ns), frame);
    paintMarks(context, selection, groups, {frame, x: atNs => x(this.within(atNs)), y});
    paintWords(context, 'latency', `due, within ${duration(this.everyNs)} of the clock`, frame);
  }

  build(box) {
    this.plot = figure(box, {label: 'Latency of outliers over when they were due within a turn, all turns laid over each other.', height: () => HEIGHT, paint: (...all) => this.paint(...all)});
    box.prepend(el('div', {class: 'controls'}, el('span', {class: 'note'}, 'Turns of'), this.choices,
        saveButtons('within-a-turn', () => this.plot.size(), (context, ...all) => { context.font = '12px sans-serif'; this.paint(context, ...all); })));
    box.append(el('p', {class: 'note'}, 'All turns of this length laid over each other: what comes back after it stands in one column. Marks are those of the picture above.'));
  }
}
