// Scales and axes for painters.
import {colour} from '../shared/theme.js';

/** Maps an interval of values to an interval of pixels. */
export function linear(low, high, from, to) {
  const span = high - low || 1;
  const place = value => from + (value - low) / span * (to - from);
  place.invert = pixel => low + (pixel - from) / ((to - from) || 1) * span;
  place.ticks = room => {
    const rough = span / Math.max(1, room);
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= rough);
    const list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
      list.push({value: k * step, label: true});
    }
    return list;
  };
  return place;
}

/** The same for powers of ten. */
export function logarithmic(low, high, from, to) {
  const [a, b] = [Math.log10(Math.max(low, 1e-9)), Math.log10(Math.max(high, 1e-9))];
  const inner = linear(a, b === a ? a + 1 : b, from, to);
  const place = value => inner(Math.log10(Math.max(value, 1e-9)));
  place.invert = pixel => Math.pow(10, inner.invert(pixel));
  place.ticks = room => {
    const decades = b - a;
    const steps = decades < 2.2 && room >= 5 ? [1, 2, 5] : [1];
    const list = [];
    for (let power = Math.floor(a); power <= Math.ceil(b); power++) {
      steps.map(step => step * Math.pow(10, power)).filter(value => value >= low * 0.999 && value <= high * 1.001)
          .forEach(value => list.push({value, label: true}));
    }
    return list;
  };
  return place;
}

/** Room for whole decades, so that curves do not stick to the frame. */
export function decades(low, high) {
  const from = Math.pow(10, Math.floor(Math.log10(Math.max(1, low || 1)) + 1e-9));
  const to = Math.pow(10, Math.ceil(Math.log10(Math.max(10, high || 10)) - 1e-9));
  return [from, Math.max(to, from * 10)];
}

/** Lines across at the ticks of y with their labels at the left. */
export function paintY(context, place, label, {left, right, bottom, top}) {
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const {value} of place.ticks(Math.max(2, (bottom - top) / 45))) {
    const y = Math.round(place(value)) + 0.5;
    context.fillStyle = colour('faint');
    context.fillRect(left, y - 0.5, right - left, 1);
    context.fillStyle = colour('muted');
    context.fillText(label(value), left - 6, y);
  }
}

/** Ticks of x below with labels as far as they do not touch. */
export function paintX(context, place, label, {left, right, bottom}, room) {
  context.fillStyle = colour('line');
  context.fillRect(left, bottom, right - left, 1);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  let free = -Infinity;
  for (const {value} of place.ticks(Math.max(2, (right - left) / (room || 90)))) {
    const x = place(value);
    const text = label(value);
    const half = context.measureText(text).width / 2;
    const at = Math.min(Math.max(x, left - 6 + half), right + 10 - half);
    context.fillStyle = colour('line');
    context.fillRect(Math.round(x), bottom, 1, 4);
    if (at - half > free) {
      context.fillStyle = colour('muted');
      context.fillText(text, at, bottom + 7);
      free = at + half + 10;
    }
  }
}

/** What the axes are, in a word each: that of y above, that of x at its end. */
export function paintWords(context, ofY, ofX, {left, right, bottom, top}) {
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  context.fillStyle = colour('muted');
  context.fillText(ofY, left, top - 6);
  context.textAlign = 'right';
  // Curves and points may be there.
  const width = context.measureText(ofX).width;
  context.fillStyle = colour('page');
  context.fillRect(right - width - 4, bottom - 18, width + 4, 16);
  context.fillStyle = colour('muted');
  context.fillText(ofX, right, bottom - 4);
}

/** A dashed line across with its name: above it, or below where another word stands above the picture. */
export function paintLine(context, y, text, hue, {left, right, top}) {
  context.strokeStyle = colour(hue);
  context.lineWidth = 1;
  context.setLineDash([6, 4]);
  context.beginPath();
  context.moveTo(left, y);
  context.lineTo(right, y);
  context.stroke();
  context.setLineDash([]);
  const width = context.measureText(text).width;
  context.fillStyle = colour('page');
  const above = y - 18 < top ? y + 20 : y;
  context.fillRect(left + 4, above - 18, width + 8, 15);
  context.fillStyle = colour(hue);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, left + 8, above - 10);
}
