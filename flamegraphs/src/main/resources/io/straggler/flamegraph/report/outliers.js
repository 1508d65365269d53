// The worst outliers, one line each, with all that was recorded about an outlier behind the line.
(function (Straggler) {
  'use strict';

  const {el, table} = Straggler.dom;
  const {duration, count, counted, share, instant, shortened, visible} = Straggler.format;

  const split = Straggler.outlierSplit;

  const FIRST_SHOWN = 25;
  const PARTS = ['inherited', 'dispatch', 'service'];

  function partsOf({dots}, i) {
    const inherited = dots.inheritedNs[i];
    const dispatch = dots.dispatchNs[i];
    return {inherited, dispatch, service: dots.latencyNs[i] - inherited - dispatch};
  }

  function timesOf(outliers, i) {
    const parts = partsOf(outliers, i);
    return PARTS.filter(part => parts[part] > 0).map(part => `${part} ${duration(parts[part])}`).join(' · ');
  }

  function line(outliers, i) {
    const {dots, runs} = outliers;
    const detail = outliers.details[i];
    return el('summary', null,
        el('span', {class: 'rank'}, count(i + 1)),
        el('span', {class: 'latency'}, duration(dots.latencyNs[i])),
        detail ? split.bar(detail.parts, dots.latencyNs[i]) : el('span', null),
        el('span', {class: 'parts'}, detail ? split.words(detail) : timesOf(outliers, i)),
        el('span', {class: 'when'}, instant(dots.sinceNs[i]) + (runs.length > 1 ? ', ' + runs[dots.run[i]].name : '')),
        el('span', {class: 'stacks'}, el('b', null, dots.victim[i] ? 'victim' : 'culprit'), ' ',
            el('span', {class: 'note'}, counted(dots.stacks[i], 'stack'))));
  }

  /** Neighbouring captures of the same stack read as one. */
  function merged(stacks) {
    const list = [];
    for (const stack of stacks) {
      const last = list[list.length - 1];
      if (last && last.thread === stack.thread && last.running === stack.running && last.frames.join() === stack.frames.join()) {
        last.standsForNs += stack.standsForNs;
        last.captures++;
      } else {
        list.push({...stack, captures: 1});
      }
    }
    return list;
  }

  function stackOf(data, stack, threads, open) {
    const {names, kinds} = data.frames;
    const frames = stack.frames.slice().reverse();
    const shown = el('details', {class: 'stack', open},
        el('summary', null, el('b', null, duration(stack.standsForNs)), ' from ', duration(stack.atNs),
            stack.captures > 1 ? `, ${stack.captures} captures` : '', stack.running ? '' : ', not running',
            threads > 1 ? `, thread ${stack.thread}` : '', ' · ', shortened(names[frames[0]], 90)));
    const fill = () => shown.childElementCount < 2 && shown.append(el('ol', null, frames.map(frame =>
      el('li', null, visible(names[frame].slice(0, 1000)) + (names[frame].length > 1000 ? '…' : ''), ' ',
          el('span', {class: 'kind'}, data.frameKinds[kinds[frame]])))));
    shown.addEventListener('toggle', fill);
    if (open) {
      fill();
    }
    return shown;
  }

  function stacksOf(data, detail, service) {
    if (detail.stacks.length === 0) {
      return el('p', {class: 'note'}, 'No stack was taken of it.');
    }
    const threads = new Set(detail.stacks.map(stack => stack.thread)).size;
    const stacks = merged(detail.stacks);
    const heaviest = stacks.reduce((best, stack) => stack.standsForNs > best.standsForNs ? stack : best);
    return [el('h3', null, 'Stacks, in order of time'), stacks.map(stack => stackOf(data, stack, threads, stack === heaviest)),
      detail.unseenNs > 0 ? el('p', {class: 'note'}, `No stack stands for ${duration(detail.unseenNs)} (${share(detail.unseenNs, service)}) of the time it ran.`) : null];
  }

  function evidenceOf(data, detail) {
    return detail.evidence.length === 0 ? null : [el('h3', null, 'What the JVM reported'),
      table('What the JVM reported', [{title: 'What'}, {title: 'From', number: true}, {title: 'For', number: true}, {title: 'Detail'}],
          detail.evidence.map(one => [data.evidenceKinds[one.kind], duration(one.atNs), one.ns > 0 ? duration(one.ns) : 'an instant',
            shortened(one.detail, 200)]))];
  }

  function accountingOf(detail) {
    const titles = ['Waited for a core', 'On a core', 'Minor faults', 'Major faults', 'Gave up the core', 'Lost the core'];
    return detail.accounting.length === 0 ? null : [el('h3', null, 'What the operating system charged'),
      table('What the operating system charged', [{title: 'Thread'}, {title: 'Between readings', number: true}, ...titles.map(title => ({title, number: true}))],
          detail.accounting.map(one => [String(one.thread), duration(one.spanNs) + (one.whole ? '' : ', begun late'), duration(one.runDelayNs),
            duration(one.cpuNs), count(one.minorFaults), count(one.majorFaults), count(one.voluntarySwitches), count(one.involuntarySwitches)]))];
  }

  function detailOf(data, i) {
    const detail = data.outliers.details[i];
    const parts = partsOf(data.outliers, i);
    if (!detail) {
      return el('div', {class: 'detail'}, el('p', {class: 'note'}, `Stacks and evidence are in this page for the worst ${count(data.outliers.details.length)} only; `
          + 'diagnosis.json holds those of every outlier.'));
    }
    return el('div', {class: 'detail'},
        el('p', {class: 'note'}, 'Times count from the intended start. ' + (parts.service < data.outliers.dots.latencyNs[i]
          ? `It started to run ${duration(parts.inherited + parts.dispatch)} late: ` : 'It started in time: ') + timesOf(data.outliers, i) + '.'),
        split.full(data, detail, data.outliers.dots.latencyNs[i]),
        detail.probes.length === 0 ? null : [el('h3', null, 'Probes'), table('Probes', [{title: 'Probe'}, {title: 'Took', number: true}],
            detail.probes.map(probe => [shortened(probe.name, 100), duration(probe.ns)]))],
        stacksOf(data, detail, parts.service), evidenceOf(data, detail), accountingOf(detail),
        detail.cut > 0 ? el('p', {class: 'note'}, `${count(detail.cut)} more entries were left out of this page.`) : null);
  }

  function row(data, i) {
    const element = el('details', {class: 'outlier'}, line(data.outliers, i));
    element.addEventListener('toggle', () => element.open && element.childElementCount < 2 && element.append(detailOf(data, i)));
    return element;
  }

  Straggler.section('outliers', (section, data) => {
    const listed = data.outliers.details.length;
    if (listed === 0) {
      return false;
    }
    const rows = data.outliers.details.map((_, i) => row(data, i));
    const list = el('div', null, rows.slice(0, FIRST_SHOWN));
    const more = el('button', {type: 'button', onclick: () => { list.append(...rows.slice(FIRST_SHOWN)); more.hidden = true; }}, `Show all ${count(listed)}`);
    more.hidden = listed <= FIRST_SHOWN;
    const chosen = el('div');
    const left = data.outliers.count - listed;
    section.append(
        el('p', {class: 'note'}, 'A bar is one outlier’s latency, in the colours of the causes above; open a line for all that is known of it. '
          + 'Inherited is waiting for the iterations before it, dispatch starting late though nothing was queued, service running.'),
        chosen, list, more,
        left > 0 ? el('p', {class: 'note'}, `${counted(left, 'outlier')} below these are not listed; they are in the charts and the flame graph, and in diagnosis.json.`) : '');

    Straggler.selectOutlier = i => {
      section.querySelectorAll('.selected').forEach(other => other.classList.remove('selected'));
      if (i >= FIRST_SHOWN && i < listed && !more.hidden) {
        more.click();
      }
      const picked = i < listed ? rows[i] : row(data, i);
      chosen.replaceChildren(...(i < listed ? [] : [picked]));
      picked.classList.add('selected');
      picked.open = true;
      picked.scrollIntoView({block: 'center'});
      picked.querySelector('summary').focus({preventScroll: true});
    };
    return true;
  });
})(Straggler);
