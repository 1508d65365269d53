// Reads the data of a self test and fills the page.
import {learn} from '../shared/causes.js';
import {start} from '../shared/start.js';
import {fillConfusion} from './confusion.js';
import {fillFaults} from './faults.js';
import {fillHeadline} from './headline.js';
import {fillSeeds} from './seeds.js';

start({
  headline: fillHeadline,
  faults: fillFaults,
  seeds: fillSeeds,
  confusion: fillConfusion
}, data => {
  learn(data.causes);
  return {title: 'self test: how often the diagnosis is right', keys: {}};
});
