// Who made outliers late: by what made them slow, then one by one, each with its victims.
(function (Straggler) {
  'use strict';

  const {el, table} = Straggler.dom;
  const {duration, count, counted, share, instant, shortened} = Straggler.format;
  const {label, named} = Straggler.causes;

  /** Which dot an instant of a run is, if it is an outlier that the page holds. */
  function finder({dots}) {
    const index = new Map(dots.sinceNs.map((since, i) => [dots.run[i] + ':' + since, i]));
    return (run, since) => index.get(run + ':' + since);
  }

  function when(data, run, since) {
    return instant(since) + (data.outliers.runs.length > 1 && run >= 0 ? ' into ' + data.outliers.runs[run].name : '');
  }

  /** The instant; a button to the outlier where the page holds it. */
  function link(data, find, run, since) {
    const i = find(run, since);
    const text = when(data, run, since);
    return i === undefined ? text : el('button', {type: 'button', class: 'link', onclick: () => Straggler.selectOutlier(i)}, text);
  }

  function victims(data, find, culprit) {
    const shown = culprit.delaysNs.length;
    return [table('Victims', [{title: 'Due at'}, {title: 'After the culprit', number: true}, {title: 'Waited for it', number: true}],
        culprit.delaysNs.map((delay, i) => [link(data, find, culprit.run, culprit.victimsSinceNs[i]),
          duration(culprit.victimsSinceNs[i] - culprit.sinceNs), duration(delay)])),
    culprit.delayed > shown ? el('p', {class: 'note'}, `The most delayed of ${count(culprit.delayed)}; ${count(culprit.delayed - shown)} are not listed here.`) : null];
  }

  function culpritOf(data, find, culprit) {
    const words = [el('b', null, duration(culprit.excessNs)), ' longer than normal, due at ', when(data, culprit.run, culprit.sinceNs)];
    if (culprit.delayed === 0) {
      return el('p', {class: 'alone'}, words, ': late itself, and made no outlier wait');
    }
    const element = el('details', null, el('summary', null, words,
        `: made ${counted(culprit.delayed, 'outlier')} wait ${duration(culprit.othersNs)} in all`));
    element.addEventListener('toggle', () => {
      if (element.open && element.childElementCount < 2) {
        element.append(el('p', null, 'Itself: ', link(data, find, culprit.run, culprit.sinceNs)), ...victims(data, find, culprit).filter(Boolean));
      }
    });
    return element;
  }

  function detail(data, find, site) {
    const left = site.count - site.culprits.length;
    return el('div', {class: 'culprits'}, site.culprits.map(culprit => culpritOf(data, find, culprit)),
        left > 0 ? el('p', {class: 'note'}, `The ${count(site.culprits.length)} that inflicted most; ${count(left)} more are not listed here.`) : null);
  }

  Straggler.section('culprits', (section, data) => {
    const {culprits, budget} = data;
    if (culprits.sites.length === 0) {
      return false;
    }
    const find = finder(data.outliers);
    section.append(
        el('p', null, `${counted(culprits.count, 'iteration')} took so much longer than normal that outliers came of it: itself, or others that had to wait. `
          .replace('itself', culprits.count === 1 ? 'itself' : 'themselves')
          + `Together they answer for ${duration(culprits.inflictedNs)} (${share(culprits.inflictedNs, budget.latencyNs)}) of the latency of outliers. `
          + 'They are grouped by what took most of their excess, and where: what one fix would remedy.'),
        Straggler.expandingTable('Culprits by what made them slow',
            [{title: 'What made them slow'}, {title: 'Inflicted', number: true}, {title: 'Of all', number: true}, {title: 'On themselves', number: true},
              {title: 'On others', number: true}, {title: 'Culprits', number: true}, {title: 'Waits', number: true}],
            culprits.sites.map(site => ({
              name: label(site.cause) + ' ' + shortened(site.where, 60),
              cells: [named(site.cause, site.where ? [': ', el('span', {class: 'place'}, shortened(site.where, 120))] : ''), duration(site.inflictedNs),
                share(site.inflictedNs, budget.latencyNs), site.inflictedNs > site.othersNs ? duration(site.inflictedNs - site.othersNs) : '',
                site.othersNs > 0 ? duration(site.othersNs) : '', count(site.count), count(site.delayed)],
              detail: () => detail(data, find, site)
            }))),
        el('p', {class: 'note'}, 'Waits are counted once for each outlier and each culprit of the row that it waited for.'
          + (culprits.leftOutSites > 0 ? ` ${counted(culprits.leftOutSites, 'more place')} with ${counted(culprits.leftOutCulprits, 'culprit')} inflicted ${duration(culprits.leftOutNs)}; diagnosis.json holds more of them.` : '')));
    return true;
  });

  Straggler.culprits = {when};
})(Straggler);
