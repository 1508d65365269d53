// Paints the time panel: lines of the intervals, a mark for every outlier, and lanes of what the JVM reported.
(function (Straggler) {
  'use strict';

  const {duration} = Straggler.format;
  const {colour} = Straggler.theme;
  const {axisLabel} = Straggler.figures;
  const {paintX, paintY, paintLine} = Straggler.axes;
  const {cause, colourOf, addMark} = Straggler.causes;

  const LANE = 15;
  const MANY = 4000;

  /** Marks of one cause that lie on one another in a square of so many pixels are one. */
  const CELL = 1.25;

  /** What scales and frames there are room for. lanes: how many. */
  function layOut(width, height, view, lanes) {
    const frame = {left: 72, right: width - 14, top: 16, bottom: height - 32 - lanes * LANE - (lanes ? 8 : 0)};
    const {linear, logarithmic, decades} = Straggler.axes;
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

  /** Marks of one cause after the other; of thousands, small squares, which are all that can be told apart then. */
  function paintMarks(context, selection, groups, {frame, x, y}) {
    const {outliers, narrowed} = selection;
    const many = outliers.size > MANY;
    for (const dimmed of narrowed ? [true, false] : [false]) {
      for (const {key, members} of groups) {
        context.fillStyle = dimmed ? colour('line') : colourOf(key);
        context.strokeStyle = context.fillStyle;
        context.lineWidth = 1.4;
        for (const victims of many ? [null] : [true, false]) {
          const {mark} = cause(key);
          context.beginPath();
          const columns = Math.ceil(frame.right / CELL) + 2;
          const taken = many ? new Uint8Array(columns * (Math.ceil(frame.bottom / CELL) + 2)) : null;
          for (const i of members) {
            const px = x(outliers.atNs[i]);
            if ((narrowed && !selection.belongs(i)) !== dimmed || px < frame.left - 4 || px > frame.right + 4 || (victims !== null && Boolean(outliers.victim[i]) !== victims)) {
              continue;
            }
            const py = y(outliers.latencyNs[i]);
            if (many) {
              const cell = Math.max(0, Math.round(py / CELL)) * columns + Math.max(0, Math.round(px / CELL));
              if (taken[cell]) {
                continue;
              }
              taken[cell] = 1;
              context.fillRect(px - 1.25, py - 1.25, 2.5, 2.5);
            } else {
              addMark(context, mark, px, py, victims ? 2.6 : 3.8);
            }
          }
          if (!many) {
            victims ? context.stroke() : context.fill();
          }
        }
      }
    }
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
      context.fillText(lane.short, frame.left - 6, top + 7);
      context.restore();
      context.fillStyle = colour(lane.hue);
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

  function paint(context, width, height, {view, lines, groups, lanes, selection, thresholdNs}) {
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
    paintLanes(context, lanes, scales);
  }

  /** What moves: the selected stretch, the outlier under the pointer, and lines between a culprit and those that waited for it. */
  function paintOver(context, width, height, {view, lanes, brush, marked, victims, outliers}) {
    context.clearRect(0, 0, width, height);
    const {frame, x, y} = layOut(width, height, view, lanes.length);
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

  Straggler.timelinePaint = {paint, paintOver, layOut, LANE};
})(Straggler);
