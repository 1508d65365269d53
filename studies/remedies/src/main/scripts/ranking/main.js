// Reads the data of a trial of remedies and fills the page.
import {shortened} from '../shared/format.js';
import {start} from '../shared/start.js';
import {fillChanges} from './changes.js';
import {fillHeadline} from './headline.js';
import {fillRemedies} from './remedies.js';

start({
  headline: fillHeadline,
  changes: fillChanges,
  remedies: fillRemedies
}, data => ({title: `${shortened(data.task, 100)}: which remedies help`, keys: {}}));
