/** Two sides of run folders, or of recordings, read and compared. May use the façade's run folders and analysis; the command line uses it. */
package io.straggler.compare;
