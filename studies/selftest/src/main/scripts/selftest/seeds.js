// Every seed of a self test on its own.
import {table} from '../shared/dom.js';
import {count, share} from '../shared/format.js';

export function fillSeeds(section, {selftest}) {
  const {seeds, bySeed} = selftest;
  if (bySeed.length < 2) {
    return false;
  }
  const orNone = value => value === null ? '' : share(value, 1);
  section.append(table('Seed by seed', [{title: 'Seed'}, {title: 'Injections', number: true}, {title: 'With a stack', number: true}, {title: 'Named first', number: true, about: 'Of the injections that were the largest part of their iteration, the share whose largest answer is right.'},
    {title: 'No answer', number: true, about: 'Injections to which the diagnosis gave no cause.'}, {title: 'Placebos given a cause', number: true, about: 'Iterations to which nothing was done, and that were given a cause all the same.'},
    {title: 'Silences that were placebos', number: true, about: 'Of the iterations without an answer, the share to which nothing was done.'}],
  bySeed.map((score, i) => [String(seeds[i]), count(score.injections), share(score.withStack, score.injections), orNone(score.firstRank), count(score.missed),
    `${count(score.falseAlarms)} of ${count(score.placebos)}`, orNone(score.placeboPrecision)])));
  return true;
}
