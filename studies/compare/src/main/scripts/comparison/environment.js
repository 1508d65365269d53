// What differs between the sides in options and environment.
import {el, table} from '../shared/dom.js';
import {shortened} from '../shared/format.js';

export function fillEnvironment(section, {environment, sides, limits}) {
  if (limits && environment.length === 0) {
    return false;
  }
  section.append(environment.length === 0 ? el('p', null, 'Nothing that was recorded differs in options or environment.')
    : table('What differs', [{title: ''}, {title: shortened(sides[0].label, 30)}, {title: shortened(sides[1].label, 30)}], environment.map(one =>
      [shortened(one.name, 100), shortened(one.before, 1000), shortened(one.after, 1000)].map(text => el('span', {class: 'place'}, text)))));
  return true;
}
