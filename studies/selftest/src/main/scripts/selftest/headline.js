// A self test in words: how often the diagnosis was right, when it spoke without reason, and where it goes wrong.
import {el} from '../shared/dom.js';
import {count, counted, duration, share, shortened, unbroken} from '../shared/format.js';
import {quiet} from '../shared/quiet-line.js';
import {divided, mistake, WORTH} from './answers.js';

/** With a larger share of iterations that the machine made slow, the figures say more of it than of the diagnosis. */
const BUSY = 1 / 50;

/** A mistake worth a word takes at least so much of a fault's time. */
const TELLING = 0.1;
const TOLD = 3;

function sentence({ranked, rankedRight}) {
  return ranked === 0 ? 'Nothing was injected that an answer could be right for.'
    : `The diagnosis named the right cause first for ${count(rankedRight)} of ${counted(ranked, 'injected fault')}, ${share(rankedRight, ranked)}.`;
}

function silence({placebos, falseAlarms, injections, missed}) {
  return [placebos > 0 ? `Of ${counted(placebos, 'iteration')} to which nothing was done, ${falseAlarms === 0 ? 'none was' : falseAlarms === 1 ? 'one was' : `${count(falseAlarms)} were`} given a cause (${share(falseAlarms, placebos)}).` : null,
    injections > 0 ? missed === 0 ? 'Every injected fault got an answer.' : `${count(missed)} of ${counted(injections, 'injected fault')} got no answer.` : null].filter(Boolean).join(' ');
}

function weaknesses({score, abstentions}) {
  const worst = score.faults.map(fault => ({fault, wrong: mistake(fault, abstentions)})).filter(({wrong}) => wrong && wrong.part >= TELLING)
      .sort((a, b) => b.wrong.part - a.wrong.part).slice(0, TOLD);
  return worst.length === 0 ? 'No kind of fault is taken for another one for a tenth of its time or more.'
    : 'It goes wrong most with ' + worst.map(({fault, wrong}) => `${fault.title}, ${share(wrong.part, 1)} of whose time was put down to ${wrong.answer}`).join('; ') + '.';
}

/** Of the time of all kinds, each kind counted alike, what the answers were worth. */
function bar({score, abstentions}) {
  const tried = score.faults.filter(fault => fault.injections > 0).map(fault => divided(fault, abstentions));
  const means = Object.keys(WORTH).map(worth => ({worth, part: tried.reduce((sum, one) => sum + one[worth], 0) / (tried.length || 1)})).filter(({part}) => part > 0);
  const words = ({worth, part}) => `${WORTH[worth].text} ${share(part, 1)}`;
  return tried.length === 0 ? null : el('span', {class: 'split labelled', role: 'img', 'aria-label': means.map(words).join(', ')}, means.map(one => {
    const piece = el('span', {class: 'piece ' + WORTH[one.worth].paint, title: words(one)},
        el('span', {class: 'piece-label'}, el('b', null, share(one.part, 1)), el('span', null, WORTH[one.worth].text)));
    piece.style.width = 100 * one.part + '%';
    return piece;
  }));
}

function day(epochMs) {
  const at = new Date(epochMs);
  const two = number => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

function lines({selftest, notes}) {
  const {score, ordinary, seeds} = selftest;
  return [
    quiet('Machine', shortened(selftest.machine, 300), [shortened(selftest.jvm, 300), day(selftest.startEpochMs)].filter(Boolean)),
    quiet('Seeds', seeds.join(', ') + (seeds.length > 1 ? ': figures are medians, counts are sums' : ''),
        [`An injection counts if it took ${duration(selftest.thresholdNs)} or longer, from where on an iteration is an outlier. Kinds, moments and sizes are drawn from the seed.`]),
    quiet('Coverage', score.injections > 0 ? `${share(score.withStack, score.injections)} of injections have a stack` : 'nothing was injected',
        score.injections > 0 ? [`${count(score.withStack)} of ${count(score.injections)}. No stack is taken of a thread that stands still because all do.`] : []),
    score.others > 0 ? quiet('Two at once', `the smaller of two was among the two largest answers for ${share(score.othersFound, score.others)}`,
        [`${count(score.othersFound)} of ${count(score.others)} injections that were the smaller of two in one iteration. The larger should come first.`]) : null,
    score.placeable > 0 ? quiet('Places', `the right method stands first in ${share(score.placed, score.placeable)} of the right answers that have a place`,
        [`${count(score.placed)} of ${count(score.placeable)}. What all threads stop for has none.`]) : null,
    quiet('Abstentions', score.placeboPrecision === null ? 'none' : `${share(score.placeboPrecision, 1)} of the iterations without an answer were placebos`,
        [`No answer is: ${[...selftest.abstentions, 'no outlier'].join(', ')}. The diagnosis should give none where nothing happened, and one everywhere else.`]),
    quiet('Disturbed', `${count(ordinary.outliers)} of ${counted(ordinary.iterations, 'iteration')} without a label were slow themselves`,
        ['That is the machine’s doing. The fewer they are, the more the figures say of the diagnosis.']),
    ...notes.map(note => note.split(/\s+/)).map(([term, ...rest]) => quiet(term.charAt(0).toUpperCase() + term.slice(1), shortened(rest.join(' '), 400), []))].filter(Boolean);
}

export function fillHeadline(section, data) {
  const {selftest, problem} = data;
  const {ordinary} = selftest;
  section.append(...[el('h1', null, unbroken(sentence(selftest.score))),
    problem ? el('p', {class: 'notice', role: 'alert'}, shortened(problem, 600)) : null,
    ordinary.outliers > ordinary.iterations * BUSY ? el('p', {class: 'notice mild'}, 'The machine was busy meanwhile, and much of what follows is its doing: repeat this when it is idle.') : null,
    el('p', {class: 'lead'}, silence(selftest.score)), selftest.score.injections > 0 ? el('p', {class: 'lead'}, weaknesses(selftest)) : null, bar(selftest),
    el('p', {class: 'note'}, 'The bar is the time of all injected iterations, each kind counted alike, by what the answers were worth.'),
    el('div', {class: 'quiet-lines'}, lines(data))].filter(Boolean));
  return true;
}
