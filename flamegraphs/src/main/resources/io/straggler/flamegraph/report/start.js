// What every page does first: read the data, set the title, the theme and the keys, and fill the sections.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;

  async function run(prepare) {
    try {
      const data = await Straggler.embedded();
      Straggler.theme.start(document.getElementById('theme'));
      const {title, keys} = prepare(data);
      document.title = 'Straggler: ' + title;
      document.getElementById('task').textContent = title;
      Straggler.keys.start(document.getElementById('keys'), {
        '/': () => { const input = document.querySelector('#flames input[type=search]'); input && input.focus(); },
        d: () => document.getElementById('theme').click(),
        ...keys
      });
      await Straggler.fillSections(data);
      const contents = document.getElementById('contents');
      contents && Straggler.contents(contents);
    } catch (error) {
      document.querySelector('main').prepend(el('p', {class: 'notice', role: 'alert'}, 'This report could not be drawn: ' + error.message));
    }
    document.documentElement.dataset.drawn = 'true';
  }

  /** prepare(data) returns {title, keys}, keys being what single keys do on this page. */
  Straggler.start = prepare => { run(prepare); };
})(Straggler);
