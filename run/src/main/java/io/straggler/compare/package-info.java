/** Two sides of run folders, read and compared. May use the façade's run folders; the command line uses it. */
package io.straggler.compare;
