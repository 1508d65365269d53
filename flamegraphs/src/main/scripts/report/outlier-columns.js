// The outliers of a page as columns, numbered by run and in order of time, and what is known of each without its detail.

const NOBODY = -1;
const QUEUED = ['culprits', 'load', 'inherited'];

/** Where the rows of a flattened column begin, one more than there are rows. */
function starts(counts) {
  const begin = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => { begin[i + 1] = begin[i] + count; });
  return begin;
}

export class Outliers {
  constructor({outliers, causes}) {
    const {columns, runs, count, complete} = outliers;
    this.size = columns.run.length;
    this.count = count;
    this.runs = runs;
    this.causes = causes;
    this.probes = outliers.columns.probes;
    this.traces = outliers.columns.traces;
    this.groups = outliers.columns.group.length === this.size ? outliers.columns.groups : [];
    for (const name of ['run', 'stacks', 'site', 'probe', 'group', 'victim']) {
      this[name] = Int32Array.from(columns[name]);
    }
    for (const name of ['latencyNs', 'inheritedNs', 'dispatchNs', 'othersNs']) {
      this[name] = Float64Array.from(columns[name]);
    }
    this.culprit = Int32Array.from(columns.culpritBack, (back, i) => back === 0 ? NOBODY : i - back);
    this.placeInTime(columns.stepNs);
    this.divide(outliers.parts);
    this.sampleStart = starts(outliers.samples.count);
    this.sampleNode = Int32Array.from(outliers.samples.node);
    this.sampleNs = Float64Array.from(outliers.samples.ns);
    this.sampleCaptures = Int32Array.from(outliers.samples.captures);
    this.sampleThread = Int32Array.from(outliers.samples.thread);
    this.threads = outliers.samples.threads;
    this.nameCauses();
    this.worstFirst = Uint32Array.from({length: this.size}, (_, i) => i).sort((a, b) => this.latencyNs[b] - this.latencyNs[a] || a - b);
    this.weigh(complete);
    this.details = new Map(outliers.details.map(detail => [detail.i, detail]));
  }

  /** How many outliers of the run each stands for: of the worst the page holds all, of the others an even sample. */
  weigh(complete) {
    const others = (this.count - complete) / (this.size - complete);
    this.standsFor = new Float64Array(this.size).fill(1);
    this.worstFirst.subarray(complete).forEach(i => { this.standsFor[i] = others; });
  }

  /** How many outliers of the run these stand for. */
  number(members) {
    return Math.round(members.reduce((sum, i) => sum + this.standsFor[i], 0));
  }

  /** sinceNs counts from the start of the run, atNs from the start of the first one. */
  placeInTime(stepNs) {
    this.sinceNs = new Float64Array(this.size);
    this.atNs = new Float64Array(this.size);
    const begun = this.runs.map(run => run.startEpochMs).filter(ms => ms !== null);
    this.epochMs = begun.length ? Math.min(...begun) : 0;
    this.offsetNs = this.runs.map(run => run.startEpochMs === null ? 0 : (run.startEpochMs - this.epochMs) * 1e6);
    for (let i = 0; i < this.size; i++) {
      const first = i === 0 || this.run[i] !== this.run[i - 1];
      this.sinceNs[i] = stepNs[i] + (first ? 0 : this.sinceNs[i - 1]);
      this.atNs[i] = this.sinceNs[i] + this.offsetNs[Math.max(0, this.run[i])];
    }
    this.inTime = Uint32Array.from({length: this.size}, (_, i) => i).sort((a, b) => this.atNs[a] - this.atNs[b] || a - b);
  }

  /** How many of them, in order of time, are due before an instant; after: or at it. */
  firstDue(atNs, after) {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      const due = this.atNs[this.inTime[middle]];
      if (due < atNs || (after && due === atNs)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  divide({patterns, pattern, ns}) {
    this.partStart = starts(pattern.map(number => patterns[number].length));
    this.partCause = new Uint8Array(this.partStart[this.size]);
    this.partNs = new Float64Array(this.partStart[this.size]);
    let next = 0;
    for (let i = 0; i < this.size; i++) {
      const causes = patterns[pattern[i]];
      let left = this.latencyNs[i];
      causes.forEach((cause, k) => {
        const took = k === causes.length - 1 ? left : ns[next++];
        left -= took;
        this.partCause[this.partStart[i] + k] = cause;
        this.partNs[this.partStart[i] + k] = took;
      });
    }
  }

  /** The cause that took most; of one that mostly waited for a slow iteration, what made that one slow. */
  nameCauses() {
    const queued = this.causes.map(cause => QUEUED.includes(cause.key));
    const own = new Uint8Array(this.size);
    this.cause = new Uint8Array(this.size);
    for (let i = 0; i < this.size; i++) {
      let best = -1;
      let all = -1;
      for (let k = this.partStart[i]; k < this.partStart[i + 1]; k++) {
        all = all < 0 || this.partNs[k] > this.partNs[all] ? k : all;
        if (!queued[this.partCause[k]] && (best < 0 || this.partNs[k] > this.partNs[best])) {
          best = k;
        }
      }
      own[i] = best < 0 ? 0 : this.partCause[best];
      this.cause[i] = all < 0 ? 0 : this.partCause[all];
    }
    for (let i = 0; i < this.size; i++) {
      if (queued[this.cause[i]] && this.culprit[i] !== NOBODY) {
        this.cause[i] = own[this.culprit[i]];
      }
    }
  }

  /** The culprit whose excess answers for the k-th part of all, which outlier i has; NOBODY where the part is no waiting, or for nobody known. */
  waitedFor(i, k) {
    return this.causes[this.partCause[k]].key === 'culprits' ? this.culprit[i] : NOBODY;
  }

  /** How the excess of a culprit divides among causes: [[number of the cause, share]]. What it waited or works usually is no excess. */
  excess(i) {
    this.excesses = this.excesses || new Map();
    if (!this.excesses.has(i)) {
      const list = [];
      for (let k = this.partStart[i]; k < this.partStart[i + 1]; k++) {
        if (![...QUEUED, 'usual-work'].includes(this.causes[this.partCause[k]].key)) {
          list.push([this.partCause[k], this.partNs[k]]);
        }
      }
      const all = list.reduce((sum, [, ns]) => sum + ns, 0);
      this.excesses.set(i, all > 0 ? list.map(([cause, ns]) => [cause, ns / all]) : [[this.cause[i], 1]]);
    }
    return this.excesses.get(i);
  }

  causeOf(i) {
    return this.causes[this.cause[i]].key;
  }

  /** The id of the trace that it is part of; empty where that is not known. */
  traceOf(i) {
    return this.traces[i] || '';
  }

  /** The name of its group; empty where all are of the same. */
  groupOf(i) {
    return this.groups.length > 1 ? this.groups[this.group[i]] : '';
  }

  serviceNs(i) {
    return this.latencyNs[i] - this.inheritedNs[i] - this.dispatchNs[i];
  }

  /** Where its latency went: [{cause, ns}]. */
  parts(i) {
    const list = [];
    for (let k = this.partStart[i]; k < this.partStart[i + 1]; k++) {
      list.push({cause: this.causes[this.partCause[k]].key, ns: this.partNs[k]});
    }
    return list;
  }

  /** The outlier due at an instant of a run; undefined if the page does not hold it. */
  find(run, sinceNs) {
    if (!this.byTag) {
      this.byTag = new Map(Array.from({length: this.size}, (_, i) => [this.run[i] + ':' + this.sinceNs[i], i]));
    }
    return this.byTag.get(run + ':' + sinceNs);
  }

  /** Those that waited for it, as far as the page knows. */
  victimsOf(i) {
    const list = [];
    for (let other = i + 1; other < this.size && list.length < 5000; other++) {
      if (this.culprit[other] === i) {
        list.push(other);
      } else if (this.atNs[other] > this.atNs[i] + 1e10) {
        break;
      }
    }
    return list;
  }

  /** How a link names it: run and intended start. */
  tag(i) {
    return this.run[i] + ':' + this.sinceNs[i];
  }
}
