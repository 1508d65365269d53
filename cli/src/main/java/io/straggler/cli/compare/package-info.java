/** {@code straggler compare}: what has changed between two sets of run folders. */
package io.straggler.cli.compare;
