// What the charts have in common: size, colours, tooltips and legends made of buttons.
(function (Straggler) {
  'use strict';

  const {el, toggle} = Straggler.dom;
  const {duration, shortened} = Straggler.format;
  const {colour, onChange} = Straggler.theme;

  const NAMED = {latency: 'blue', service: 'teal', dispatch: 'ochre', jitter: 'grey'};
  const PROBES = ['violet', 'olive', 'rose', 'brown'];

  /** A colour per series name, the same on every chart. */
  function seriesColour(name, names) {
    const probes = names.filter(other => !(other in NAMED));
    return colour(NAMED[name] || PROBES[probes.indexOf(name) % PROBES.length]);
  }

  function seriesLabel(name) {
    return shortened(name.startsWith('probe:') ? 'probe ' + name.slice(6) : name, 40);
  }

  /**
   * A chart that follows its box and the theme. option() is asked for everything again when the colours change.
   * Returns {redraw, on}, or null where the chart library is missing, as in the bare template.
   */
  function chart(parent, label, option) {
    const box = el('div', {class: 'chart', role: 'img', 'aria-label': label});
    parent.append(box);
    if (!globalThis.echarts) {
      box.replaceWith(el('p', {class: 'note'}, 'The chart library is not in this page.'));
      return null;
    }
    const drawn = echarts.init(box, null, {renderer: 'canvas'});
    const redraw = () => drawn.setOption({...common(box), ...option(box.clientWidth)}, true);
    new ResizeObserver(() => { drawn.resize(); redraw(); }).observe(box);
    onChange(redraw);
    return {redraw, on: (event, listener) => drawn.on(event, listener)};
  }

  function common(box) {
    return {
      animation: false,
      backgroundColor: 'transparent',
      textStyle: {fontFamily: getComputedStyle(box).fontFamily, color: colour('ink')},
      grid: {left: 12, right: 16, top: 28, bottom: 8, containLabel: true}
    };
  }

  function axis(more) {
    return {
      axisLine: {lineStyle: {color: colour('line')}},
      axisTick: {lineStyle: {color: colour('line')}},
      axisLabel: {color: colour('muted'), hideOverlap: true},
      splitLine: {lineStyle: {color: colour('faint')}},
      minorTick: {show: false},
      nameTextStyle: {color: colour('muted')},
      ...more
    };
  }

  /** An axis of durations that shows everything between the two values; both may be missing. */
  function durationAxis(low, high, logarithmic) {
    const label = {formatter: value => value <= 0 ? '0' : duration(value), color: colour('muted'), hideOverlap: true};
    if (!logarithmic) {
      return axis({type: 'value', min: 0, max: high > 0 ? undefined : 1, axisLabel: label});
    }
    const from = Math.pow(10, Math.floor(Math.log10(Math.max(1, low || 1))));
    const to = Math.pow(10, Math.ceil(Math.log10(Math.max(10, high || 10)) - 1e-9));
    return axis({type: 'log', min: from, max: Math.max(to, from * 10), axisLabel: label});
  }

  /** lines() makes the tooltip's elements; they hold text only. */
  function tooltip(more, lines) {
    return {
      confine: true,
      backgroundColor: colour('raised'),
      borderColor: colour('line'),
      padding: [8, 10],
      textStyle: {color: colour('ink'), fontSize: 13},
      formatter: parameters => el('div', {class: 'tip'}, lines(parameters)),
      ...more
    };
  }

  function tipRow(swatch, label, value) {
    const mark = el('i', {class: 'swatch'});
    mark.style.background = swatch;
    return el('div', {class: 'tip-row'}, mark, el('span', null, label), el('b', null, value));
  }

  /** The threshold as a line across, on a series of its own so that no legend hides it. */
  function thresholdLine(ns) {
    return {
      type: 'line', data: [], silent: true, name: 'threshold', z: 10,
      markLine: ns > 0 ? {
        silent: true, symbol: 'none', data: [{yAxis: ns}],
        lineStyle: {color: colour('rust'), type: [6, 4], width: 1},
        label: {formatter: 'threshold ' + duration(ns), position: 'insideStartTop', color: colour('rust'), fontSize: 12,
          backgroundColor: colour('page'), padding: [1, 4], borderRadius: 3}
      } : undefined
    };
  }

  /** A legend whose entries are buttons, because those in a canvas cannot be reached by keyboard. */
  function legend(entries, change) {
    return el('span', {class: 'legend', role: 'group', 'aria-label': 'Shown series'}, entries.map(entry => {
      const mark = el('i', {class: 'swatch ' + (entry.shape || '')});
      onChange(() => { mark.style.setProperty('--swatch', entry.colour()); });
      const button = toggle('', entry.shown, shown => change(entry.key, shown), {class: 'key'});
      button.append(mark, entry.label);
      return button;
    }));
  }

  Straggler.charts = {chart, axis, durationAxis, tooltip, tipRow, thresholdLine, legend, seriesColour, seriesLabel};
})(Straggler);
