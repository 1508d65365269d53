// What time went to, by name, colour and pattern: the same for a cause wherever the page shows it.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const {share} = Straggler.format;

  /** A hue for each family, told by the name; within a family the pattern tells. The first family that matches counts. */
  const FAMILIES = [
    {name: /not-seen|unexplained|unknown/, hue: 'none'},
    {name: /gc|vm-|safepoint/, hue: 'rust'},
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

  let known = new Map();

  function hueOf(key) {
    return FAMILIES.find(family => family.name.test(key)).hue;
  }

  /** Numbers the causes of each family in the order in which the data lists all that there are. */
  function learn(causes) {
    const members = {};
    known = new Map(causes.map(({key, label, reported}) => {
      const hue = hueOf(key);
      const member = members[hue] || 0;
      members[hue] = member + 1;
      return [key, {label, reported, paint: `cause hue-${hue} pattern-${member % PATTERNS}`}];
    }));
  }

  function cause(key) {
    return known.get(key) || {label: key, reported: false, paint: `cause hue-${hueOf(key)} pattern-0`};
  }

  function label(key) {
    return cause(key).label;
  }

  /** A patch of its colour and its name. */
  function named(key, ...more) {
    return el('span', {class: 'named'}, el('i', {class: 'patch ' + cause(key).paint}), el('span', null, label(key), more));
  }

  /** A stacked bar. parts: [{cause, ns}]; a piece that is wide enough carries its share and name when asked for. */
  function bar(parts, total, labelled) {
    const pieces = parts.filter(part => part.ns > 0).map(part => {
      const piece = el('span', {class: 'piece ' + cause(part.cause).paint, title: `${label(part.cause)} ${share(part.ns, total)}`},
          labelled ? el('span', {class: 'piece-label'}, el('b', null, share(part.ns, total)), el('span', null, label(part.cause))) : null);
      piece.style.width = 100 * part.ns / (total || 1) + '%';
      return piece;
    });
    return el('span', {class: labelled ? 'split labelled' : 'split', role: 'img',
      'aria-label': parts.filter(part => part.ns > 0).map(part => `${label(part.cause)} ${share(part.ns, total)}`).join(', ')}, pieces);
  }

  Straggler.causes = {learn, cause, label, named, bar};
})(Straggler);
