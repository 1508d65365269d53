// Reads the data of a search for the highest rate and fills the page.
import {learn} from '../shared/causes.js';
import {shortened} from '../shared/format.js';
import {start} from '../shared/start.js';
import {fillHeadline} from './headline.js';
import {fillLimit} from './limit.js';
import {fillRuns} from './runs.js';
import {fillTried} from './tried.js';

start({
  headline: fillHeadline,
  tried: fillTried,
  limit: fillLimit,
  runs: fillRuns
}, data => {
  learn(data.causes);
  return {title: shortened(data.task, 100) + ' at its highest rate', keys: {}};
});
