/** The report as one self-contained page. Depends on call trees, the model, diagnosis, Jackson and the ECharts script. */
package io.straggler.flamegraph.report;
