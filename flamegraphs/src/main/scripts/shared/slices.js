// Work that takes longer than a frame may: generators that pause now and then, and what runs them a slice in each frame.

/** Leaves most of a frame of 16 ms to the browser, and all of one that the machine is slow with. */
const SLICE_MS = 5;

/** So many outliers or nodes take less than a slice, whatever is done with each. */
const PIECE = 4096;

/** Does work of a size piece by piece; pauses after each. piece(from, to) does a part. */
export function* pieces(size, piece) {
  for (let from = 0; from < size; from += PIECE) {
    piece(from, Math.min(size, from + PIECE));
    yield;
  }
}

/** Does all of it now, and returns what it returns. */
export function finish(work) {
  let step = work.next();
  while (!step.done) {
    step = work.next();
  }
  return step.value;
}

/** What has jobs that wait or run, for tests: a page that is not at work shows what was asked for. */
export const working = new Set();

/** Jobs that are done one after the other, a slice in each frame; a job that ends leaves the rest of its frame to the browser. */
export class Slices {
  constructor() {
    this.jobs = [];
    this.frame = 0;
    this.wait = 0;
  }

  /** Forgets what is not done yet and does these jobs instead, after a wait. */
  replace(jobs, waitMs = 0) {
    clearTimeout(this.wait);
    this.jobs = [];
    working.add(this);
    this.wait = setTimeout(() => {
      this.wait = 0;
      this.jobs = jobs;
      this.frame = this.frame || requestAnimationFrame(() => this.run());
    }, waitMs);
  }

  run() {
    const until = performance.now() + SLICE_MS;
    const [job] = this.jobs;
    let over = true;
    try {
      do {
        over = job === undefined || job.next().done;
      } while (!over && performance.now() < until);
    } finally {
      // A job that fails is over too: the others are still done.
      if (over) {
        this.jobs.shift();
      }
      this.frame = this.jobs.length > 0 ? requestAnimationFrame(() => this.run()) : 0;
    }
    // The frame may have been that of jobs which were replaced, with those that replace them still to come.
    if (this.frame === 0 && this.wait === 0) {
      working.delete(this);
    }
  }
}
