// What the latency of outliers went to over time.
import {bar} from '../shared/causes.js';
import {el, table} from '../shared/dom.js';
import {count, duration} from '../shared/format.js';

const SPANS = 24;

function when(epochMs, widthMs) {
  const text = new Date(epochMs).toISOString().replace('T', ' ');
  return widthMs >= 86400000 ? text.slice(0, 10) : widthMs >= 60000 ? text.slice(0, 16) : text.slice(0, 19);
}

/** No more than a screen of them: neighbours together. */
function fewer(times) {
  const {spans} = times;
  const length = spans.length ? spans[spans.length - 1].startEpochMs - spans[0].startEpochMs + times.widthMs : 0;
  const widthMs = times.widthMs * Math.max(1, Math.ceil(length / times.widthMs / SPANS));
  const wide = new Map();
  for (const span of spans) {
    const startEpochMs = Math.floor(span.startEpochMs / widthMs) * widthMs;
    const sum = wide.get(startEpochMs) || {startEpochMs, iterations: 0, outliers: 0, causesNs: {}};
    wide.set(startEpochMs, sum);
    sum.iterations += span.iterations;
    sum.outliers += span.outliers;
    Object.entries(span.causesNs).forEach(([cause, ns]) => { sum.causesNs[cause] = (sum.causesNs[cause] || 0) + ns; });
  }
  return {widthMs, spans: [...wide.values()].sort((one, other) => one.startEpochMs - other.startEpochMs)};
}

/** Rows are as long as a fleet's recordings want them: seconds to weeks. */
function long(ms) {
  const unit = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]].find(([, length]) => ms >= length);
  if (!unit) {
    return duration(ms * 1e6);
  }
  const units = Math.round(10 * ms / unit[1]) / 10;
  return `${units} ${unit[0]}${units === 1 ? '' : 's'}`;
}

export function fillTimes(section, {times: recorded, all}) {
  const times = fewer(recorded);
  const spans = times.spans.filter(span => span.iterations > 0 || span.outliers > 0);
  if (spans.length < 2 || all.budget.latencyNs === 0) {
    return false;
  }
  const sum = span => Object.values(span.causesNs).reduce((ns, more) => ns + more, 0);
  const per = span => sum(span) / Math.max(1, span.iterations);
  const most = Math.max(1e-9, ...spans.map(per));
  section.append(table('Latency of outliers over time', [{title: 'From (UTC)'}, {title: 'Iterations', number: true}, {title: 'Outliers', number: true}, {title: 'Per iteration', number: true, about: 'The latency of the outliers, divided by all iterations. The length of a bar is the same.'}, {title: 'What it went to'}],
      spans.map(span => {
        const whole = el('div', {class: per(span) > 0.3 * most ? 'beside' : 'beside tight'}, bar(Object.entries(span.causesNs).map(([cause, ns]) => ({cause, ns})), sum(span), per(span) > 0.3 * most));
        whole.style.width = 100 * Math.max(0.01, per(span) / most) + '%';
        return [el('span', {class: 'keep'}, when(span.startEpochMs, times.widthMs)), count(span.iterations), count(span.outliers), duration(per(span)), sum(span) > 0 ? whole : ''];
      })),
  el('p', {class: 'note'}, `Each row is ${long(times.widthMs)}, by the clocks of the hosts.`));
  section.querySelectorAll('td:last-child').forEach(cell => cell.classList.add('wide'));
  return true;
}
