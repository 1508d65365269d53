// Reads the data of a comparison and fills the page.
import {learn} from '../shared/causes.js';
import {shortened} from '../shared/format.js';
import {start} from '../shared/start.js';
import {fillBudget} from './budget.js';
import {fillEnvironment} from './environment.js';
import {fillFlames} from './flames.js';
import {fillHeadline} from './headline.js';
import {fillPercentiles} from './percentiles.js';
import {fillRows} from './rows.js';

start({
  headline: fillHeadline,
  rows: fillRows,
  percentiles: fillPercentiles,
  budget: fillBudget,
  flames: fillFlames,
  environment: fillEnvironment
}, data => {
  const [before, after] = data.sides.map(({label}) => shortened(label, 60));
  if (data.sides[0].causes) {
    learn(data.sides[0].causes);
  }
  const [task, other] = data.sides.map(({run, of}) => run ? run.task : of);
  return {title: `${task && task === other ? shortened(task, 120) + ': ' : ''}${before} and ${after}`, keys: {}};
});
