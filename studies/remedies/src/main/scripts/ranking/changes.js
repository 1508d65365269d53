// Each remedy's change of the percentile with its interval, the best at the top.
import {logarithmic, paintX} from '../charts/axes.js';
import {figure, legend, saveButtons, tip} from '../charts/figure.js';
import {addMark} from '../shared/causes.js';
import {el} from '../shared/dom.js';
import {shortened} from '../shared/format.js';
import {colour} from '../shared/theme.js';
import {STANDINGS} from './standings.js';
import {interval, relative} from './words.js';

const ROW = 26;

/** Changes beyond these factors are drawn at the edge. */
const LEAST = 0.01;
const MOST = 20;

class Changes {
  constructor(section, data) {
    this.data = data;
    this.rows = data.remedies.filter(remedy => remedy.change !== null);
    this.hidden = new Set();
    this.tip = tip();
    const controls = el('div', {class: 'controls'});
    section.append(controls);
    this.plot = figure(section, {label: `Change of ${data.metric} with each remedy. The table below holds the same.`, height: () => this.rows.length * ROW + 52,
      paint: (...all) => this.paint(...all), hover: (...all) => this.hover(...all)});
    controls.append(
        legend(Object.entries(STANDINGS).filter(([key]) => this.rows.some(row => row.standing === key)).map(([key, {text, hue, mark}]) => ({key, label: text, shown: true, shape: 'mark-' + mark, colour: () => colour(hue)})),
            (key, on) => { on ? this.hidden.delete(key) : this.hidden.add(key); this.plot.redraw(); }),
        saveButtons('remedies', () => this.plot.size(), (context, ...all) => { context.font = '12px sans-serif'; this.paint(context, ...all); }));
    section.append(el('p', {class: 'note'}, `${data.metric} with the remedy by that without it, in the same rounds. Left of the line is better. The interval of a remedy that helps or harms holds for all of them together with 95%, any other for this remedy alone.`));
  }

  frame(width, height) {
    return {left: Math.min(220, width / 3), right: width - 14, top: 8, bottom: height - 30};
  }

  scale(width, height) {
    const {left, right} = this.frame(width, height);
    const ends = this.rows.flatMap(({change: {low, high}}) => [1 + low, 1 + high]).concat(0.8, 1.25);
    return logarithmic(Math.max(LEAST, Math.min(...ends)), Math.min(MOST, Math.max(...ends)), left, right);
  }

  paint(context, width, height) {
    const frame = this.frame(width, height);
    const x = this.scale(width, height);
    const at = change => Math.min(frame.right, Math.max(frame.left, x(Math.max(LEAST / 2, 1 + change))));
    paintX(context, x, factor => relative(factor - 1), frame, 70);
    context.fillStyle = colour('muted');
    context.fillRect(x(1), frame.top, 1, frame.bottom - frame.top);
    this.rows.forEach((row, index) => {
      const y = frame.top + (index + 0.5) * ROW;
      const {hue, mark} = STANDINGS[row.standing];
      context.fillStyle = colour('ink');
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.fillText(shortened(row.name, Math.floor(frame.left / 7)), frame.left - 10, y);
      if (!this.hidden.has(row.standing)) {
        context.fillStyle = colour(hue);
        context.fillRect(at(row.change.low), y - 1, Math.max(1, at(row.change.high) - at(row.change.low)), 2);
        context.beginPath();
        addMark(context, mark, at(row.change.value), y, 5);
        context.fill();
      }
    });
  }

  hover(event, px, py) {
    const row = event && this.rows[Math.floor((py - this.frame(0, 0).top) / ROW)];
    if (row && !this.hidden.has(row.standing)) {
      this.tip.show(event, [el('div', {class: 'tip-title'}, shortened(row.name, 80)), el('div', null, `${STANDINGS[row.standing].text}: ${interval(row.change)}`)]);
    } else {
      this.tip.hide();
    }
  }
}

export function fillChanges(section, data) {
  return data.remedies.some(remedy => remedy.change !== null) && new Changes(section, data);
}
