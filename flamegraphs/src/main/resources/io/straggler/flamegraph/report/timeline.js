// Latency over time: what an interval's percentiles were, and every outlier as a dot.
(function (Straggler) {
  'use strict';

  const {el, choice} = Straggler.dom;
  const {duration, count, counted, instant} = Straggler.format;
  const {chart, axis, durationAxis, tooltip, tipRow, thresholdLine, legend} = Straggler.charts;
  const {colour} = Straggler.theme;

  const LINES = [
    {field: 'p50Ns', label: 'p50', hue: 'teal', width: 1.5},
    {field: 'p99Ns', label: 'p99', hue: 'blue', width: 1.5},
    {field: 'maxNs', label: 'worst of an interval', hue: 'grey', width: 1}
  ];
  const DOTS = [
    {victim: 0, label: 'culprit: late by itself', hue: 'rust', shape: 'dot', symbol: 'circle', size: 7},
    {victim: 1, label: 'victim: waited behind others', hue: 'ochre', shape: 'hollow', symbol: 'triangle', size: 7}
  ];

  /** The series with intervals to draw: of each run if there are some, else merged. */
  function curves(series) {
    const latency = series.all.filter(one => one.name === 'latency' && one.intervals.startEpochMs.length > 0);
    const runs = latency.filter(one => one.run !== null);
    return (runs.length ? runs : latency).map(one => one.intervals)
        .sort((a, b) => a.startEpochMs[0] - b.startEpochMs[0]);
  }

  function points(all, field, from) {
    return all.flatMap(one => [
      ...one.startEpochMs.map((start, i) => [((start + one.endEpochMs[i]) / 2 - from) / 1000,
        one.count[i] > 0 ? Math.max(1, one[field][i]) : null]),
      [(one.endEpochMs[one.endEpochMs.length - 1] - from) / 1000, null]]);
  }

  function dots(outliers, victim, from) {
    const {dots: all, runs} = outliers;
    const list = [];
    for (let i = 0; i < all.latencyNs.length; i++) {
      if (all.victim[i] === victim) {
        const start = runs[all.run[i]].startEpochMs;
        list.push([(start === null ? 0 : (start - from) / 1000) + all.sinceNs[i] / 1e9, Math.max(1, all.latencyNs[i]), i]);
      }
    }
    return list;
  }

  function outlierTip(outliers, i) {
    const {dots: all, runs} = outliers;
    const service = all.latencyNs[i] - all.inheritedNs[i] - all.dispatchNs[i];
    return [el('div', {class: 'tip-title'}, duration(all.latencyNs[i]) + (all.victim[i] ? ', victim' : ', culprit')),
      tipRow(colour('ochre'), 'inherited', duration(all.inheritedNs[i])),
      tipRow(colour('violet'), 'dispatch', duration(all.dispatchNs[i])),
      tipRow(colour('teal'), 'service', duration(service)),
      el('div', {class: 'note'}, `${instant(all.sinceNs[i])} into ${runs[all.run[i]].name} · ${counted(all.stacks[i], 'stack')}`)];
  }

  function droppedNote(outliers) {
    const drawn = outliers.dots.latencyNs.length;
    return drawn >= outliers.count ? '' : ` ${count(drawn)} of ${count(outliers.count)} outliers are drawn: the worst half of them, and an even sample of the rest.`;
  }

  Straggler.section('timeline', (section, {series, outliers, run}) => {
    const all = curves(series);
    if (all.length === 0 && outliers.dots.latencyNs.length === 0) {
      return false;
    }
    const starts = all.map(one => one.startEpochMs[0]).concat(outliers.runs.map(one => one.startEpochMs).filter(start => start !== null));
    const from = starts.length ? Math.min(...starts) : 0;
    const lines = LINES.map(line => ({...line, data: points(all, line.field, from)})).filter(line => line.data.length > 0);
    const clouds = DOTS.map(cloud => ({...cloud, data: dots(outliers, cloud.victim, from)})).filter(cloud => cloud.data.length > 0);
    const hidden = new Set();
    let logarithmic = true;

    const option = () => {
      const shown = [...lines, ...clouds].filter(one => !hidden.has(one.label));
      const values = shown.flatMap(one => one.data.map(point => point[1])).filter(value => value !== null);
      const low = values.reduce((a, b) => Math.min(a, b), run.thresholdNs || Infinity);
      const high = values.reduce((a, b) => Math.max(a, b), run.thresholdNs);
      const last = [...lines, ...clouds].flatMap(one => one.data).reduce((a, point) => Math.max(a, point[0]), 0);
      return {
        grid: {left: 12, right: 16, top: 28, bottom: 44, containLabel: true},
        xAxis: axis({type: 'value', min: 0, max: last || 1, splitLine: {show: false},
          axisLabel: {formatter: value => value === 0 ? '0 s' : duration(value * 1e9), color: colour('muted'), hideOverlap: true, showMaxLabel: false}}),
        yAxis: durationAxis(low === Infinity ? 0 : low, high, logarithmic),
        dataZoom: [{type: 'slider', height: 18, bottom: 8, showDetail: false, filterMode: 'none', borderColor: colour('line'),
          fillerColor: colour('faint'), handleStyle: {color: colour('raised'), borderColor: colour('muted')},
          moveHandleSize: 0, showDataShadow: false, backgroundColor: 'transparent', brushSelect: false}],
        tooltip: tooltip({trigger: 'item'}, point => point.seriesType === 'scatter' ? outlierTip(outliers, point.value[2])
          : [el('div', {class: 'tip-title'}, duration(point.value[0] * 1e9)), tipRow(point.color, point.seriesName, duration(point.value[1]))]),
        series: [thresholdLine(run.thresholdNs),
          ...lines.filter(line => !hidden.has(line.label)).map(line => ({
            type: 'line', name: line.label, data: line.data, symbol: 'circle', symbolSize: 5, showSymbol: line.data.length < 3,
            lineStyle: {width: line.width}, itemStyle: {color: colour(line.hue)}, emphasis: {disabled: true}})),
          ...clouds.filter(cloud => !hidden.has(cloud.label)).map(cloud => ({
            type: 'scatter', name: cloud.label, data: cloud.data, symbol: cloud.symbol, symbolSize: cloud.size, z: 5, progressive: 0,
            itemStyle: {opacity: cloud.data.length > 2000 ? 0.5 : 0.85,
              ...(cloud.victim ? {color: 'transparent', borderColor: colour(cloud.hue), borderWidth: 1.5} : {color: colour(cloud.hue)})}}))]
      };
    };
    const controls = el('div', {class: 'controls'});
    section.append(controls);
    const plot = chart(section, 'Latency over time. The list of the worst outliers holds the dots that matter most.', option);
    const redraw = () => plot && plot.redraw();
    if (plot) {
      plot.on('click', point => point.seriesType === 'scatter' && Straggler.selectOutlier && Straggler.selectOutlier(point.value[2]));
    }
    controls.append(
        legend([...lines, ...clouds].map(one => ({key: one.label, label: one.label, shown: true, shape: one.shape, colour: () => colour(one.hue)})),
            (label, on) => { on ? hidden.delete(label) : hidden.add(label); redraw(); }),
        choice('Scale of durations', [{value: true, label: 'Log'}, {value: false, label: 'Linear'}], true,
            value => { logarithmic = value; redraw(); }));
    section.append(el('p', {class: 'note'}, 'Time counts from the start of the first run. Click a dot to read that outlier below.' + droppedNote(outliers)));
    return true;
  });
})(Straggler);
