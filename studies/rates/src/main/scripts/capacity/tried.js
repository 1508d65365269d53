// Every run by its rate, in order: which held and which did not, and the interval that the limit lies in.
import {linear, logarithmic, paintWords, paintX} from '../charts/axes.js';
import {figure, legend, saveButtons, tip} from '../charts/figure.js';
import {addMark} from '../shared/causes.js';
import {el} from '../shared/dom.js';
import {rate, shortened} from '../shared/format.js';
import {colour} from '../shared/theme.js';
import {VERDICTS} from './verdicts.js';

const ROW = 15;
const AROUND = 1.2;

/** Rates no farther apart are better read on a plain axis. */
const NEAR = 4;

class Tried {
  constructor(section, data) {
    this.data = data;
    this.hidden = new Set();
    this.tip = tip();
    const controls = el('div', {class: 'controls'});
    section.append(controls);
    this.plot = figure(section, {label: 'Every run by its rate, the first at the top. The table below holds the same.', height: () => data.runs.length * ROW + 66,
      paint: (...all) => this.paint(...all), hover: (...all) => this.hover(...all)});
    controls.append(
        legend(Object.entries(VERDICTS).filter(([key]) => data.runs.some(run => run.verdict === key)).map(([key, {text, hue, mark}]) => ({key, label: text, shown: true, shape: 'mark-' + mark, colour: () => colour(hue)})),
            (key, on) => { on ? this.hidden.delete(key) : this.hidden.add(key); this.plot.redraw(); }),
        saveButtons('capacity', () => this.plot.size(), (context, ...all) => { context.font = '12px sans-serif'; this.paint(context, ...all); }));
    section.append(el('p', {class: 'note'}, 'A mark is a run, the first at the top; a large one was to confirm an end of the interval.'
        + (data.estimate ? ' Shaded is where the limit lies with 95%, as far as all runs together tell; the line is as likely too high as too low.' : '')));
  }

  frame(width, height) {
    return {left: 40, right: width - 14, top: 22, bottom: height - 30};
  }

  scale(width, height) {
    const {estimate, runs} = this.data;
    const rates = runs.map(run => run.perSecond).concat(estimate ? [estimate.lowPerSecond, estimate.highPerSecond] : []);
    const {left, right} = this.frame(width, height);
    const [low, high] = [Math.min(...rates), Math.max(...rates)];
    const around = Math.max(high - low, high / 10) * (AROUND - 1);
    return high < NEAR * low ? linear(low - around, high + around, left, right) : logarithmic(low / AROUND, high * AROUND, left, right);
  }

  paint(context, width, height) {
    const frame = this.frame(width, height);
    const x = this.scale(width, height);
    const {estimate, runs} = this.data;
    if (estimate) {
      context.fillStyle = colour('faint');
      context.fillRect(x(estimate.lowPerSecond), frame.top, Math.max(2, x(estimate.highPerSecond) - x(estimate.lowPerSecond)), frame.bottom - frame.top);
      context.fillStyle = colour('muted');
      context.fillRect(x(estimate.perSecond), frame.top, 1, frame.bottom - frame.top);
    }
    paintX(context, x, rate, frame, 90);
    paintWords(context, 'run', 'rate', frame);
    runs.forEach((run, row) => {
      const {hue, mark} = VERDICTS[run.verdict];
      if (!this.hidden.has(run.verdict)) {
        context.fillStyle = colour(hue);
        context.beginPath();
        addMark(context, mark, x(run.perSecond), frame.top + (row + 0.5) * ROW, run.purpose === 'confirm' ? 5 : 3.2);
        context.fill();
      }
    });
  }

  hover(event, px, py) {
    const run = event && this.data.runs[Math.floor((py - this.frame(0, 0).top) / ROW)];
    if (run && !this.hidden.has(run.verdict)) {
      this.tip.show(event, [el('div', {class: 'tip-title'}, `${rate(run.perSecond)}, ${VERDICTS[run.verdict].text}`), el('div', {class: 'note'}, shortened(run.sentence, 200))]);
    } else {
      this.tip.hide();
    }
  }
}

export function fillTried(section, data) {
  return data.runs.length > 0 && new Tried(section, data);
}
