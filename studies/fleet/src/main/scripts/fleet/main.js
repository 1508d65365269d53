// Reads the data of a fleet and fills the page.
import {learn} from '../shared/causes.js';
import {counted} from '../shared/format.js';
import {start} from '../shared/start.js';
import {fillBudget} from './budget.js';
import {fillDifferences} from './differences.js';
import {fillFlames} from './flames.js';
import {fillHeadline} from './headline.js';
import {fillHosts} from './hosts.js';
import {fillPercentiles} from './percentiles.js';
import {fillRecordings} from './recordings.js';
import {fillSites} from './sites.js';
import {fillTimes} from './times.js';
import {fillWorst} from './worst.js';

start({
  headline: fillHeadline,
  hosts: fillHosts,
  percentiles: fillPercentiles,
  budget: fillBudget,
  differences: fillDifferences,
  times: fillTimes,
  sites: fillSites,
  worst: fillWorst,
  recordings: fillRecordings,
  flames: fillFlames
}, data => {
  learn(data.causes);
  return {title: `${counted(data.all.recordings, 'recording')} of ${counted(data.all.hosts, 'host')}`, keys: {}};
});
