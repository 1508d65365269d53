// The percentile plot: how large a share of iterations took how long, on an axis that gives the tail the room.
(function (Straggler) {
  'use strict';

  const {el, choice, toggle} = Straggler.dom;
  const {duration, counted} = Straggler.format;
  const {chart, axis, durationAxis, tooltip, tipRow, thresholdLine, legend, seriesColour, seriesLabel} = Straggler.charts;

  const FIRST_SHOWN = ['latency', 'service'];

  /** 99.9% lies at 1000: one of so many iterations is slower. */
  function oneIn(percentile) {
    return 1 / (1 - percentile / 100);
  }

  function asPercent(oneInThatMany) {
    const percent = 100 * (1 - 1 / oneInThatMany);
    return percent.toFixed(Math.max(0, Math.round(Math.log10(oneInThatMany)) - 2)) + '%';
  }

  function hoverPercent(oneInThatMany) {
    const decimals = Math.max(1, Math.ceil(Math.log10(oneInThatMany)) - 1);
    return (100 * (1 - 1 / oneInThatMany)).toFixed(decimals) + '%';
  }

  function curve(series, main, names) {
    return {
      type: 'line', showSymbol: false, symbol: 'circle', symbolSize: 6,
      name: seriesLabel(series.name) + (series.run ? ' · ' + series.run : ''),
      data: series.percentiles.map((percentile, i) => [oneIn(percentile), Math.max(1, series.valuesNs[i])]),
      lineStyle: {width: main ? 2 : 1, type: main ? 'solid' : [3, 3], opacity: main ? 1 : 0.7},
      itemStyle: {color: seriesColour(series.name, names)},
      emphasis: {disabled: true}
    };
  }

  function isMain(series, all) {
    return series.run === null || !all.some(other => other.name === series.name && other.run === null);
  }

  Straggler.section('percentiles', (section, {series, run}) => {
    const all = series.all.filter(one => one.percentiles.length > 0);
    if (all.length === 0) {
      return false;
    }
    const names = [...new Set(all.map(one => one.name))];
    const shown = new Set(names.some(name => FIRST_SHOWN.includes(name)) ? names.filter(name => FIRST_SHOWN.includes(name)) : names);
    let logarithmic = true;
    let runs = true;
    const drawn = () => all.filter(one => shown.has(one.name) && (runs || isMain(one, all)));
    const severalRuns = all.some(one => !isMain(one, all));

    const option = () => {
      const values = drawn().flatMap(one => [one.valuesNs[0], one.valuesNs[one.valuesNs.length - 1]]);
      const low = values.length ? Math.min(...values) : 0;
      const high = Math.max(run.thresholdNs, ...values);
      return {
        xAxis: axis({type: 'log', min: 1, axisLabel: {formatter: asPercent, color: Straggler.theme.colour('muted'), hideOverlap: true}}),
        yAxis: durationAxis(run.thresholdNs > 0 ? Math.min(low, run.thresholdNs) : low, high, logarithmic),
        tooltip: tooltip({trigger: 'axis', axisPointer: {lineStyle: {color: Straggler.theme.colour('muted')}}}, points => [
          el('div', {class: 'tip-title'}, hoverPercent(points[0].value[0]) + ' took at most'),
          points.slice(0, 12).map(point => tipRow(point.color, point.seriesName, duration(point.value[1])))]),
        series: [thresholdLine(run.thresholdNs), ...drawn().map(one => curve(one, isMain(one, all), names))]
      };
    };
    const controls = el('div', {class: 'controls'});
    section.append(controls);
    const plot = chart(section, 'Percentile plot. The table below holds its figures.', option);
    const redraw = () => plot && plot.redraw();
    controls.append(
        legend(names.map(name => ({key: name, label: seriesLabel(name), shown: shown.has(name), colour: () => seriesColour(name, names)})),
            (name, on) => { on ? shown.add(name) : shown.delete(name); redraw(); }),
        severalRuns ? toggle('Single runs', true, on => { runs = on; redraw(); }) : '',
        choice('Scale of durations', [{value: true, label: 'Log'}, {value: false, label: 'Linear'}], true,
            value => { logarithmic = value; redraw(); }));
    const fewest = Math.min(...all.map(one => one.count));
    section.append(el('p', {class: 'note'}, 'Each curve ends where fewer than ten values lie above it: beyond that, a percentile is a matter of luck'
      + ` (the smallest series has ${counted(fewest, 'value')}).`
      + (severalRuns ? ' Solid: all runs merged. Dashed: one run.' : '')));
    return true;
  });
})(Straggler);
