// Reads the data of a sweep and fills the page.
import {learn} from '../shared/causes.js';
import {shortened} from '../shared/format.js';
import {start} from '../shared/start.js';
import {fillBudget} from './budget.js';
import {fillCurves} from './curves.js';
import {fillHeadline} from './headline.js';
import {fillSteps} from './steps.js';

start({
  headline: fillHeadline,
  curves: fillCurves,
  budget: fillBudget,
  steps: fillSteps
}, data => {
  learn(data.causes);
  return {title: shortened(data.task, 100) + ' at several rates', keys: {}};
});
