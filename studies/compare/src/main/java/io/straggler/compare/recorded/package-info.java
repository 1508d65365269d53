/** Latencies that other tools recorded, read from their files and compared. May use io.straggler.compare; it knows no run folders. */
package io.straggler.compare.recorded;
