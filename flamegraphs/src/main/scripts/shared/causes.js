// What time went to, by name, colour and pattern: the same for a cause wherever the page shows it.
import {el} from './dom.js';
import {share} from './format.js';
import {colour} from './theme.js';

/** A hue for each family, by the name of the cause; within a family patterns differ. The first family that matches counts. */
const FAMILIES = [
  {name: /not-seen|unexplained|unknown/, hue: 'none'},
  {name: /gc|vm-|safepoint|barrier/, hue: 'rust'},
  {name: /class|deopt|compil|interpret|jit/, hue: 'olive'},
  {name: /fault|alloc|touch|memory/, hue: 'rose'},
  {name: /blocked|native|file|socket|-io/, hue: 'brown'},
  {name: /run-queue|core|preempt|steal|throttl|frozen|stopped/, hue: 'violet'},
  {name: /monitor|lock|park|wait|sleep/, hue: 'ochre'},
  {name: /code|work/, hue: 'teal'},
  {name: /culprit|load|inherited|queue|burst|rate/, hue: 'blue'},
  {name: /./, hue: 'grey'}
];
const PATTERNS = 6;

/** Marks tell members of a family apart where a pattern would be too small to see. */
const MARKS = ['circle', 'square', 'triangle', 'diamond', 'plus', 'cross'];

let known = new Map();

/** The cause that a kind of evidence stands for. */
let kinds = new Map();

function hueOf(key) {
  return FAMILIES.find(family => family.name.test(key)).hue;
}

/** Numbers the causes of each family in the order in which the data lists all that there are. */
export function learn(causes) {
  const members = {};
  kinds = new Map(causes.filter(one => one.kind !== undefined).reverse().map(one => [one.kind, one.key]));
  known = new Map(causes.map(({key, label, reported, atPlaces, remedy, proof}) => {
    const hue = hueOf(key);
    const member = members[hue] || 0;
    members[hue] = member + 1;
    return [key, {label, reported, atPlaces, remedy, proof, hue, mark: MARKS[member % MARKS.length], paint: `cause hue-${hue} pattern-${member % PATTERNS}`}];
  }));
}

export function cause(key) {
  return known.get(key) || {label: key, reported: false, atPlaces: false, hue: hueOf(key), mark: MARKS[0], paint: `cause hue-${hueOf(key)} pattern-0`};
}

/** Its colour for a canvas. */
export function colourOf(key) {
  const {hue} = cause(key);
  return colour(hue === 'none' ? 'unknown' : hue);
}

/** The colour of what the JVM reported: that of the cause it is evidence of. */
export function colourOfKind(kind, name) {
  return colourOf(kinds.get(kind) || name.toLowerCase().replace(/[^a-z]+/g, '-'));
}

/** Adds a cause's mark to the path of a canvas. */
export function addMark(context, mark, x, y, r) {
  if (mark === 'circle') {
    context.moveTo(x + r, y);
    context.arc(x, y, r, 0, 7);
  } else if (mark === 'square') {
    context.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  } else if (mark === 'plus') {
    context.rect(x - r, y - r * 0.35, r * 2, r * 0.7);
    context.rect(x - r * 0.35, y - r, r * 0.7, r * 2);
  } else {
    const corners = {triangle: [[0, -1.15], [1.05, 0.8], [-1.05, 0.8]], diamond: [[0, -1.25], [1.1, 0], [0, 1.25], [-1.1, 0]],
      cross: [[-1, -1], [-0.55, -1], [1, 1], [0.55, 1]]}[mark];
    corners.forEach(([dx, dy], i) => i === 0 ? context.moveTo(x + dx * r, y + dy * r) : context.lineTo(x + dx * r, y + dy * r));
    context.closePath();
    if (mark === 'cross') {
      corners.forEach(([dx, dy], i) => i === 0 ? context.moveTo(x - dx * r, y + dy * r) : context.lineTo(x - dx * r, y + dy * r));
      context.closePath();
    }
  }
}

export function label(key) {
  return cause(key).label;
}

/** A patch of its colour and its name. */
export function named(key, ...more) {
  return el('span', {class: 'named'}, el('i', {class: 'patch ' + cause(key).paint}), el('span', null, label(key), more));
}

/** A smaller share would be a line or less. */
const THINNEST = 0.004;

/** Pieces for all parts; those that are too thin to be seen are one, which names them. */
function visible(parts, total) {
  const some = parts.filter(part => part.ns > 0);
  const thin = some.filter(part => part.ns < total * THINNEST);
  const words = part => `${part.waited ? 'waited for ' : ''}${label(part.cause)} ${share(part.ns, total)}`;
  return (thin.length < 2 ? some : some.filter(part => !thin.includes(part))).map(part => ({...part, paint: cause(part.cause).paint + (part.waited ? ' waited' : ''), name: label(part.cause), title: words(part)}))
      .concat(thin.length < 2 ? [] : [{ns: thin.reduce((sum, part) => sum + part.ns, 0), paint: 'cause hue-none pattern-0', name: `${thin.length} more`, title: thin.map(words).join(', ')}]);
}

/** A stacked bar. parts: [{cause, ns, waited}], waited of time that somebody else lost to the cause; a piece that is wide enough carries its share and name when asked for. */
export function bar(parts, total, labelled) {
  const pieces = visible(parts, total).map(part => {
    const piece = el('span', {class: 'piece ' + part.paint, title: part.title},
        labelled ? el('span', {class: 'piece-label'}, el('b', null, share(part.ns, total)), el('span', null, part.name)) : null);
    piece.style.width = 100 * part.ns / (total || 1) + '%';
    return piece;
  });
  return el('span', {class: labelled ? 'split labelled' : 'split', role: 'img',
    'aria-label': parts.filter(part => part.ns > 0).map(part => `${label(part.cause)} ${share(part.ns, total)}`).join(', ')}, pieces);
}
