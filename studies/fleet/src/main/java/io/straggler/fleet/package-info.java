/** Recordings of many hosts as summaries that add up: reading, adding, encoding. May use {@code run} and what that uses, not Spark. */
package io.straggler.fleet;
