/** {@code straggler compare}: what has changed between two sets of run folders, of recordings, or of files. */
package io.straggler.cli.compare;
