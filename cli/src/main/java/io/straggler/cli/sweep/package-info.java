/** {@code straggler sweep}: percentiles over rates. */
package io.straggler.cli.sweep;
