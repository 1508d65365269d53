// Paints the time panel: lines of the intervals, a mark for every outlier, and lanes of what the JVM reported.
import {decades, linear, logarithmic, paintLine, paintWords, paintX, paintY} from '../charts/axes.js';
import {axisLabel} from '../charts/figure.js';
import {addMark, cause, colourOf} from '../shared/causes.js';
import {duration} from '../shared/format.js';
import {colour} from '../shared/theme.js';

export const LANE = 15;
const MANY = 4000;

/** The side of the square that an outlier is then. */
const DOT = 2.5;

/** What scales and frames there are room for. lanes: how many. */
export function layOut(width, height, view, lanes) {
  const frame = {left: lanes > 0 && width > 760 ? 122 : 72, right: width - 14, top: 22, bottom: height - 32 - lanes * LANE - (lanes ? 8 : 0)};
  const x = linear(view.fromNs, view.toNs, frame.left, frame.right);
  const y = view.scale === 'log' ? logarithmic(...decades(view.lowNs, view.highNs), frame.bottom, frame.top) : linear(0, view.highNs * 1.05, frame.bottom, frame.top);
  return {frame, x, y, lanesTop: frame.bottom + 34};
}

function clipped(context, {left, right, top, bottom}, draw) {
  context.save();
  context.beginPath();
  context.rect(left, top - 6, right - left, bottom - top + 12);
  context.clip();
  draw();
  context.restore();
}

function paintLines(context, lines, {x, y}) {
  for (const {points, hue, width} of lines) {
    context.strokeStyle = colour(hue);
    context.lineWidth = width;
    context.beginPath();
    let open = false;
    for (const [at, ns] of points) {
      if (ns === null) {
        open = false;
      } else {
        open ? context.lineTo(x(at), y(ns)) : context.moveTo(x(at), y(ns));
        open = true;
      }
    }
    context.stroke();
  }
}

/** Marks of one cause after the other, those that are not selected below the others. */
export function paintMarks(context, selection, groups, scales) {
  const {outliers, narrowed} = selection;
  const draw = outliers.size > MANY ? new Dots(context, scales.frame) : new Marks(context);
  for (const dimmed of narrowed ? [true, false] : [false]) {
    for (const {key, members} of groups) {
      const shown = narrowed ? members.filter(i => selection.belongs(i) !== dimmed) : members;
      draw.group(outliers, shown, scales, cause(key).mark, dimmed ? colour('line') : colourOf(key));
    }
  }
  draw.end();
}

/** Marks that tell causes apart by shape, and culprits from victims. */
class Marks {
  constructor(context) {
    this.context = context;
  }

  group(outliers, members, {frame, x, y}, mark, hue) {
    const {context} = this;
    context.fillStyle = hue;
    context.strokeStyle = hue;
    context.lineWidth = 1.4;
    for (const victims of [true, false]) {
      context.beginPath();
      for (const i of members) {
        const px = x(outliers.atNs[i]);
        if (px >= frame.left - 4 && px <= frame.right + 4 && Boolean(outliers.victim[i]) === victims) {
          addMark(context, mark, px, y(outliers.latencyNs[i]), victims ? 2.6 : 3.8);
        }
      }
      victims ? context.stroke() : context.fill();
    }
  }

  end() {}
}

/** Of thousands, small squares, which are all that can be told apart then, set as pixels: shapes would take too long for a frame. */
class Dots {
  constructor(context, {left, right, top, bottom}) {
    const ratio = context.getTransform().a;
    Object.assign(this, {context, ratio, left: left - DOT, top: top - DOT, side: Math.max(1, Math.round(DOT * ratio))});
    this.wide = Math.ceil((right - left + 2 * DOT) * ratio);
    this.tall = Math.ceil((bottom - top + 2 * DOT) * ratio);
    this.pixels = new Uint32Array(Math.max(0, this.wide * this.tall));
  }

  group(outliers, members, {x, y}, mark, hue) {
    const {pixels, wide, tall, side, ratio} = this;
    const [red, green, blue] = [1, 3, 5].map(at => parseInt(hue.slice(at, at + 2), 16));
    const paint = (0xff000000 | blue << 16 | green << 8 | red) >>> 0;
    for (const i of members) {
      const left = Math.round((x(outliers.atNs[i]) - this.left) * ratio - side / 2);
      const top = Math.round((y(outliers.latencyNs[i]) - this.top) * ratio - side / 2);
      if (left >= 0 && left + side <= wide && top >= 0 && top + side <= tall) {
        for (let row = 0; row < side; row++) {
          const from = (top + row) * wide + left;
          for (let at = from; at < from + side; at++) {
            pixels[at] = paint;
          }
        }
      }
    }
  }

  end() {
    const {context, ratio, wide, tall} = this;
    if (wide > 0 && tall > 0) {
      const canvas = Object.assign(document.createElement('canvas'), {width: wide, height: tall});
      canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(this.pixels.buffer), wide, tall), 0, 0);
      context.drawImage(canvas, this.left, this.top, wide / ratio, tall / ratio);
    }
  }
}

/** As much of the text as there is room for. */
export function fitting(context, text, room) {
  let length = text.length;
  const shown = () => length < text.length ? text.slice(0, length) + '…' : text;
  while (length > 1 && context.measureText(shown()).width > room) {
    length--;
  }
  return shown();
}

function paintLanes(context, lanes, {frame, x, lanesTop}) {
  lanes.forEach((lane, row) => {
    const top = lanesTop + row * LANE;
    context.fillStyle = colour('faint');
    context.fillRect(frame.left, top + LANE - 2, frame.right - frame.left, 1);
    context.fillStyle = colour('muted');
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.save();
    context.font = context.font.replace(/[\d.]+px/, '10.5px');
    context.fillText(fitting(context, lane.label, frame.left - 8), frame.left - 6, top + 7);
    context.restore();
    context.fillStyle = lane.colour();
    let drawn = -1;
    for (const event of lane.events) {
      const left = Math.max(frame.left, x(event.atNs));
      const right = Math.min(frame.right, x(event.atNs + event.ns));
      if (right >= frame.left && left <= frame.right && Math.max(right, left + 2) > drawn + 0.5) {
        drawn = Math.max(right, left + 2);
        context.fillRect(left, top + 2, drawn - left, LANE - 5);
      }
    }
  });
}

export function paint(context, width, height, {view, lines, groups, lanes, selection, thresholdNs}) {
  const scales = layOut(width, height, view, lanes.length);
  const {frame, x, y} = scales;
  paintY(context, y, axisLabel, frame);
  paintX(context, x, ns => ns === 0 ? '0 s' : duration(ns), frame);
  clipped(context, frame, () => {
    paintLines(context, lines, scales);
    if (selection) {
      paintMarks(context, selection, groups, scales);
    }
  });
  if (thresholdNs > 0) {
    paintLine(context, y(thresholdNs), 'threshold ' + duration(thresholdNs), 'rust', frame);
  }
  paintWords(context, 'latency', 'time since the start', frame);
  paintLanes(context, lanes, scales);
}

/** Parts of the time that are compared: a bracket above each, with its letter. */
function paintParts(context, parts, {frame, x}) {
  const within = ns => Math.min(frame.right, Math.max(frame.left, x(ns)));
  context.fillStyle = colour('ink');
  context.textAlign = 'left';
  context.textBaseline = 'top';
  for (const {name, fromNs, toNs} of parts) {
    const [left, right] = [within(fromNs), within(toNs)];
    context.fillRect(left, frame.top - 6, Math.max(2, right - left), 2);
    context.fillRect(left, frame.top - 6, 1, frame.bottom - frame.top + 6);
    context.fillRect(Math.max(left + 1, right - 1), frame.top - 6, 1, frame.bottom - frame.top + 6);
    context.globalAlpha = 0.06;
    context.fillRect(left, frame.top - 4, Math.max(2, right - left), frame.bottom - frame.top + 4);
    context.globalAlpha = 1;
    context.fillText(name, left + 5, frame.top);
  }
}

/** Moving parts of the picture: intervals that are compared, the selected one, the outlier under the pointer, and lines between a culprit and those that waited for it. */
export function paintOver(context, width, height, {view, lanes, brush, parts, marked, victims, outliers}) {
  context.clearRect(0, 0, width, height);
  const scales = layOut(width, height, view, lanes.length);
  const {frame, x, y} = scales;
  paintParts(context, parts, scales);
  if (brush) {
    const left = Math.max(frame.left, x(brush.fromNs));
    const right = Math.min(frame.right, x(brush.toNs));
    // What lies outside fades; to paint its marks again would take too long for every step of a drag.
    context.fillStyle = colour('page');
    context.globalAlpha = 0.72;
    context.fillRect(frame.left, frame.top - 6, Math.max(0, left - frame.left), frame.bottom - frame.top + 8);
    context.fillRect(right, frame.top - 6, Math.max(0, frame.right - right), frame.bottom - frame.top + 8);
    context.globalAlpha = 1;
    context.fillStyle = colour('blue');
    context.fillRect(left, frame.top - 4, 1.5, height - frame.top - 6);
    context.fillRect(Math.max(left, right - 1.5), frame.top - 4, 1.5, height - frame.top - 6);
  }
  if (marked >= 0) {
    const [px, py] = [x(outliers.atNs[marked]), y(outliers.latencyNs[marked])];
    context.strokeStyle = colour('ink');
    context.lineWidth = 1;
    context.globalAlpha = 0.45;
    context.beginPath();
    for (const victim of victims) {
      context.moveTo(px, py);
      context.lineTo(x(outliers.atNs[victim]), y(outliers.latencyNs[victim]));
    }
    context.stroke();
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(px, py, 7, 0, 7);
    context.stroke();
  }
}
