/** {@code straggler run} and {@code straggler demo}: one task, measured and diagnosed. */
package io.straggler.cli.run;
