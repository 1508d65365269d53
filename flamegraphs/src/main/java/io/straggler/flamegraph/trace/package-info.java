/** Outliers on lanes of a timeline, for viewers of traces. Depends on the model, diagnosis, call trees and Jackson. */
package io.straggler.flamegraph.trace;
