/** Whether two samples of latencies differ, and how surely. Depends on nothing but the model, and quantiles of distributions. */
package io.straggler.diagnosis.statistics;
