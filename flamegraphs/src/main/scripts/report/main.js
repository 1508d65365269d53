// Reads the data of a report and fills the page.
import {learn} from '../shared/causes.js';
import {shortened} from '../shared/format.js';
import {start} from '../shared/start.js';
import {fillBudget} from './budget.js';
import {fillConditions} from './conditions.js';
import {fillCounterfactual} from './counterfactual.js';
import {fillCulprits} from './culprits.js';
import {fillFlames} from './flames.js';
import {fillGroups} from './groups.js';
import {fillHeadline} from './headline.js';
import {stepOutlier} from './open-outlier.js';
import {Outliers} from './outlier-columns.js';
import {fillOutliers} from './outliers.js';
import {fillOverRepresented} from './over-represented.js';
import {fillPercentileTable} from './percentile-table.js';
import {fillPercentiles} from './percentiles.js';
import {fillQuality} from './quality.js';
import {Selection, selectionBar} from './selection.js';
import {fillStages} from './stages.js';
import {fillTimeline} from './timeline.js';

start({
  headline: fillHeadline,
  quality: fillQuality,
  percentiles: fillPercentiles,
  flames: fillFlames,
  culprits: fillCulprits,
  groups: fillGroups,
  stages: fillStages,
  counterfactual: fillCounterfactual,
  timeline: fillTimeline,
  outliers: fillOutliers,
  'over-represented': fillOverRepresented,
  budget: fillBudget,
  'percentile-table': fillPercentileTable,
  conditions: fillConditions
}, data => {
  learn(data.causes);
  data.selection = new Selection(new Outliers(data), data.culprits.sites);
  selectionBar(document.getElementById('selection'), data.selection);
  return {
    title: shortened(data.run.task, 120),
    keys: {
      '[': () => stepOutlier(-1),
      ']': () => stepOutlier(1),
      x: () => data.selection.clear()
    }
  };
});
