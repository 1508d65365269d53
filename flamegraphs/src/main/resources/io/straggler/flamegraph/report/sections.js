// The page is a row of sections. A script registers how one is filled; a section that has nothing to say stays hidden, and an
// error in one is told in its place and spoils no other.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const fillers = [];

  /** What the sections show, by id, for the console and for tests. */
  const panels = {};

  /** fill(element, data) returns false when there is nothing to show, else what shows it. */
  function section(id, fill) {
    fillers.push({id, fill});
  }

  /** One after the other, with room for the browser to paint in between: what is on top is seen first. */
  async function fillAll(data) {
    for (const {id, fill} of fillers) {
      const element = document.getElementById(id);
      if (!element) {
        continue;
      }
      element.hidden = false;
      try {
        panels[id] = fill(element, data);
        element.hidden = panels[id] === false;
      } catch (error) {
        element.append(el('p', {class: 'notice'}, 'This part of the report could not be drawn: ' + error.message));
      }
      await new Promise(resolve => setTimeout(resolve));
    }
  }

  Straggler.section = section;
  Straggler.fillSections = fillAll;
  Straggler.panels = panels;
})(Straggler);
