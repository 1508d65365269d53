// Who made outliers late: by what made them slow, then one by one, each with its victims.
import {bar, label, named} from '../shared/causes.js';
import {el, place, ranked, table} from '../shared/dom.js';
import {expandingTable} from '../shared/expanding-table.js';
import {count, counted, duration, share} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';
import {openOutlier} from './open-outlier.js';
import {siteWords} from './site-words.js';
import {when} from './when.js';

/** The instant; a button to the outlier where the page holds it. */
function link(data, run, since) {
  const i = data.selection.outliers.find(run, since);
  const text = when(data, run, since);
  return i === undefined ? text : el('button', {type: 'button', class: 'link', onclick: () => openOutlier(i)}, text);
}

function victims(data, culprit) {
  const shown = culprit.delaysNs.length;
  return [sortable('victims', table('Victims', [{title: 'Due at'}, {title: 'After the culprit', number: true, about: 'How much later than the culprit it was due.'},
    {title: 'Waited for it', number: true, about: 'Its part of the waiting that the culprit answers for.'}],
      culprit.delaysNs.map((delay, i) => [link(data, culprit.run, culprit.victimsSinceNs[i]),
        duration(culprit.victimsSinceNs[i] - culprit.sinceNs), duration(delay)])),
  culprit.delaysNs.map((delay, i) => [culprit.victimsSinceNs[i], culprit.victimsSinceNs[i] - culprit.sinceNs, delay])),
  culprit.delayed > shown ? el('p', {class: 'note'}, `The most delayed of ${count(culprit.delayed)}; ${count(culprit.delayed - shown)} are not listed here.`) : null];
}

function culpritOf(data, culprit) {
  const words = [el('b', null, duration(culprit.excessNs)), ' longer than normal, due at ', when(data, culprit.run, culprit.sinceNs)];
  if (culprit.delayed === 0) {
    return el('p', {class: 'alone'}, words, ': late itself, and made no outlier wait');
  }
  const element = el('details', null, el('summary', null, words,
      `: made ${counted(culprit.delayed, 'outlier')} wait ${duration(culprit.othersNs)} in all`));
  element.addEventListener('toggle', () => {
    if (element.open && element.childElementCount < 2) {
      element.append(el('p', null, 'Itself: ', link(data, culprit.run, culprit.sinceNs)), ...victims(data, culprit).filter(Boolean));
    }
  });
  return element;
}

function detail(data, site) {
  const left = site.count - site.culprits.length;
  return el('div', {class: 'culprits'}, site.culprits.map(culprit => culpritOf(data, culprit)),
      left > 0 ? el('p', {class: 'note'}, `The ${count(site.culprits.length)} that caused the most delay; ${count(left)} more are not listed here.`) : null);
}

/** The site's name, which selects its culprits and those that waited for them. */
function siteButton(selection, number, site) {
  const button = el('button', {type: 'button', class: 'link as-text', title: 'Show its culprits and their victims only',
    onclick: () => selection.set({site: selection.state.site === number ? null : number})},
  named(site.cause, site.where ? [': ', site.partner ? siteWords(site) : place(siteWords(site, 120))] : ''));
  selection.onChange(({state}) => {
    button.setAttribute('aria-pressed', String(state.site === number));
    const row = button.closest('tr');
    row && row.classList.toggle('selected', state.site === number);
  });
  return button;
}

/** How the excess of a site's culprits divides among causes. */
function split(selection, number) {
  const {outliers} = selection;
  const sums = new Map();
  let all = 0;
  for (let i = 0; i < outliers.size; i++) {
    if (outliers.site[i] === number && (outliers.culprit[i] < 0 || outliers.othersNs[i] > 0)) {
      for (const {cause, ns} of outliers.parts(i)) {
        sums.set(cause, (sums.get(cause) || 0) + ns);
        all += ns;
      }
    }
  }
  return all === 0 ? null : bar([...sums].map(([cause, ns]) => ({cause, ns})).sort((a, b) => b.ns - a.ns), all, false);
}

function longest(culprits) {
  return Math.max(...culprits.sites.map(site => site.delayCausedNs));
}

/** How many sites are shown at first, and what stands for the others: those of less than 1%. */
function folded({culprits, budget}) {
  const small = culprits.sites.filter(site => site.delayCausedNs < budget.latencyNs / 100);
  return [culprits.sites.length - small.length, `${count(small.length)} more, ${share(small.reduce((sum, site) => sum + site.delayCausedNs, 0), budget.latencyNs)} in all`];
}

function nameOf(site) {
  return label(site.cause) + ' ' + siteWords(site, 60);
}

/** Where it is not known who waited for whom: each outlier counts for itself. */
function sites(section, data) {
  const {culprits, budget} = data;
  section.querySelector('h2').textContent = 'What made outliers slow, and where';
  section.dataset.name = 'Sites';
  const known = data.normalNs > 0;
  section.append(
      el('p', null, (known ? 'The time by which outliers exceed the median' : 'The time of outliers') + ', by what took most of it, and where: what one fix would remedy. Click a row’s name to see only that in every panel.'),
      sortable('sites', expandingTable('Outliers by what made them slow',
          [{title: 'What made them slow', about: known ? 'What took most of the time beyond the median, and where.' : 'What took most of the time, and where.'},
            known ? {title: 'Beyond the median', number: true, about: 'By how much these outliers exceed the median, in sum.'} : {title: 'Time', number: true, about: 'Of these outliers, in sum.'},
            {title: 'Of all', number: true, about: 'Of the latency of all outliers.'}, {title: 'Outliers', number: true}, {title: 'Their latency', about: 'The latency of these outliers, divided among causes.'}],
          culprits.sites.map((site, i) => ({
            name: nameOf(site),
            cells: [siteButton(data.selection, i, site), ranked(duration(site.delayCausedNs), site.delayCausedNs / longest(culprits)), share(site.delayCausedNs, budget.latencyNs), count(site.count), split(data.selection, i)],
            detail: () => slowest(data, site)
          })), ...folded(data)),
      culprits.sites.map(site => [nameOf(site), site.delayCausedNs, site.delayCausedNs, site.count])));
  if (culprits.leftOutSites > 0) {
    section.append(el('p', {class: 'note'}, `${counted(culprits.leftOutSites, 'more place')} with ${counted(culprits.leftOutCulprits, 'outlier')} took ${duration(culprits.leftOutNs)}; diagnosis.json holds more of them.`));
  }
}

function slowest(data, site) {
  const left = site.count - site.culprits.length;
  return el('div', {class: 'culprits'}, site.culprits.map(one => el('p', {class: 'alone'}, el('b', null, duration(one.excessNs)), ' longer than the median, begun at ', link(data, one.run, one.sinceNs))),
      left > 0 ? el('p', {class: 'note'}, `The ${count(site.culprits.length)} slowest; ${count(left)} more are not listed here.`) : null);
}

export function fillCulprits(section, data) {
  const {culprits, budget} = data;
  if (culprits.sites.length === 0) {
    return false;
  }
  if (data.ofAnyProgram) {
    sites(section, data);
    return true;
  }
  section.append(
      el('p', null, `${counted(culprits.count, 'iteration')} took so much longer than normal that outliers came of it: itself, or others that had to wait. `
        .replace('itself', culprits.count === 1 ? 'itself' : 'themselves')
        + `Together they answer for ${duration(culprits.delayCausedNs)} (${share(culprits.delayCausedNs, budget.latencyNs)}) of the latency of outliers. `
        + 'They are grouped by what took most of their excess, and where: what one fix would remedy. Click a row’s name to see only that in every panel.'),
      sortable('sites', expandingTable('Culprits by what made them slow',
          [{title: 'What made them slow', about: 'What took most of the excess of these slow iterations, and where.'},
            {title: 'Delay caused', number: true, about: 'Own time, and what others waited because of it.'}, {title: 'Share', number: true, about: 'Of the latency of all outliers.'},
            {title: 'Own time', number: true, about: 'By how much these iterations took longer than normal, in sum.'},
            {title: 'Made others wait', number: true, about: 'What outliers in the queue behind them waited because of that, in sum.'},
            {title: 'Slow iterations', number: true, about: 'How many culprits there are; open the row to see them one by one.'},
            {title: 'Outliers behind', number: true, about: 'How many outliers waited for any of these, each counted once.'},
            {title: 'Where their own time went', about: 'The own time of these iterations, divided among causes.'}],
          culprits.sites.map((site, i) => ({
            name: nameOf(site),
            cells: [siteButton(data.selection, i, site), ranked(duration(site.delayCausedNs), site.delayCausedNs / longest(culprits)),
              share(site.delayCausedNs, budget.latencyNs), site.delayCausedNs > site.othersNs ? duration(site.delayCausedNs - site.othersNs) : '',
              site.othersNs > 0 ? duration(site.othersNs) : '', count(site.count), count(site.delayed), split(data.selection, i)],
            detail: () => detail(data, site)
          })), ...folded(data)),
      culprits.sites.map(site => [nameOf(site), site.delayCausedNs, site.delayCausedNs, Math.max(0, site.delayCausedNs - site.othersNs), site.othersNs, site.count, site.delayed])),
      culprits.leftOutSites > 0 ? el('p', {class: 'note'}, `${counted(culprits.leftOutSites, 'more place')} with ${counted(culprits.leftOutCulprits, 'culprit')} caused ${duration(culprits.leftOutNs)}; diagnosis.json holds more of them.`) : '');
  return true;
}
