// Numbers and names as people read them.

function grouped(value, decimals) {
  const parts = value.toFixed(decimals).split('.');
  parts[0] = parts[0].replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return parts.join('.');
}

function trimmed(text) {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Three significant digits of ns / unit, halves rounded up; in whole numbers, because 1.005 is less than it looks. */
function digits(ns, unit) {
  const value = ns / unit;
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  const power = Math.pow(10, decimals);
  return trimmed(grouped(Math.floor((ns * power + unit / 2) / unit) / power, decimals));
}

/** The same rule as the command line's: three significant digits in the unit that reads best. */
export function duration(ns) {
  if (ns < 0) {
    return '-' + duration(-ns);
  }
  if (ns < 1e3) {
    return Math.round(ns) + ' ns';
  }
  if (ns < 999500) {
    return digits(ns, 1e3) + ' µs';
  }
  if (ns < 999500000) {
    return digits(ns, 1e6) + ' ms';
  }
  return digits(ns, 1e9) + ' s';
}

export function count(value) {
  return grouped(value, 0);
}

/** "1 capture", "2 captures". */
export function counted(value, noun, plural) {
  return count(value) + ' ' + (value === 1 ? noun : plural || noun + 's');
}

/** A share of 0 to 1 in percent: never rounded up to all or down to nothing. */
export function share(part, whole) {
  if (!(whole > 0) || part === 0) {
    return '0%';
  }
  const percent = 100 * part / whole;
  if (part < whole && percent > 99.9) {
    return '>99.9%';
  }
  if (percent >= 10) {
    return trimmed(percent.toFixed(1)) + '%';
  }
  return percent < 0.1 ? '<0.1%' : trimmed(percent.toFixed(percent < 1 ? 2 : 1)) + '%';
}

/** An interval of durations. What is longer than anything that was measured is not known to any digit. */
export function between(lowNs, highNs, mostNs) {
  return highNs > mostNs ? duration(lowNs) + ' or more' : duration(lowNs) + ' to ' + duration(highNs);
}

/** The same of what is compared, where a small share has two significant digits. */
export function fineShare(part, whole) {
  const percent = 100 * part / (whole || 1);
  return percent >= 0.1 || percent < 1e-6 ? share(part, whole) : trimmed(percent.toFixed(1 - Math.floor(Math.log10(percent)))) + '%';
}

export function rate(perSecond) {
  if (perSecond === null) {
    return 'unknown';
  }
  const perMinute = perSecond > 0 && perSecond < 1;
  const value = perMinute ? perSecond * 60 : perSecond;
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 3;
  return trimmed(grouped(value, decimals)) + (perMinute ? '/min' : '/s');
}

/** A rate that is an estimate: nobody can tell more than three digits. */
export function estimatedRate(perSecond) {
  return rate(Number(perSecond.toPrecision(3)));
}

/** Seconds into a run, to the microsecond: two outliers are told apart by it. */
export function instant(ns) {
  return grouped(ns / 1e9, 6) + ' s';
}

export function percentile(value) {
  return 'p' + trimmed(value.toFixed(6));
}

/** Control characters, those that turn the direction of writing or take no room, halves of characters, and letters without a shape. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]/gu;

/** A name from the measured program with what cannot be seen, which could make one name look like another, shown by its number. */
export function visible(name) {
  return String(name).replace(INVISIBLE, c => '⟨' + c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '⟩');
}

/** A name cut in the middle, where long names have the least to say. */
export function shortened(name, length) {
  const shown = Array.from(visible(name.length > 4 * length ? name.slice(0, 2 * length) + name.slice(-2 * length) : name));
  if (shown.length <= length) {
    return shown.join('');
  }
  const head = Math.ceil((length - 1) / 2);
  return shown.slice(0, head).join('') + '…' + shown.slice(shown.length - (length - 1 - head)).join('');
}

/** No line ends between a number and its unit. */
export function unbroken(text) {
  return text.replace(/(\d) (ns|µs|ms|s)\b/g, '$1\u00a0$2');
}
