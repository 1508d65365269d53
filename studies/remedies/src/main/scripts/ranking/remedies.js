// Every remedy in figures, with what it rests on and what to put into production.
import {el, table} from '../shared/dom.js';
import {count, duration, shortened} from '../shared/format.js';
import {STANDINGS} from './standings.js';
import {costs, interval, prediction} from './words.js';

function why({against, share, because, reason}) {
  return reason || (against ? `against ${against}, ${Math.round(100 * share)}% of the outliers’ latency: ${because}` : 'your own');
}

export function fillRemedies(section, {remedies, metric}) {
  if (remedies.length === 0) {
    return false;
  }
  section.append(table('Every remedy', [{title: 'Remedy'}, {title: 'Verdict'}, {title: metric + ' without', number: true, about: 'In the rounds that the remedy took part in.'},
    {title: metric + ' with', number: true}, {title: 'Change', number: true}, {title: 'Pairs', number: true, about: 'JVMs with the remedy, each beside one without.'},
    {title: 'Why', about: 'Its causes in the run that was explained, or why it was not measured.'}, {title: 'Predicted'}, {title: 'Beside it', about: 'What else changed by a twentieth or more.'},
    {title: 'For production'}, {title: 'Report'}],
  remedies.map(one => [shortened(one.name, 80), STANDINGS[one.standing].text, one.beforeNs === null ? '' : duration(one.beforeNs), one.afterNs === null ? '' : duration(one.afterNs),
    one.change === null ? '' : interval(one.change), count(one.rounds), shortened(why(one), 300), prediction(one.prediction), costs(one), el('span', {class: 'place'}, shortened(one.production, 300)),
    one.place ? el('a', {class: 'link', href: encodeURIComponent(one.place) + '/report.html'}, shortened(one.place, 40)) : ''])));
  return true;
}
