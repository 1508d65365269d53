/** {@code straggler try}: remedies against the causes of a run, measured beside the program as it is. */
package io.straggler.cli.remedies;
