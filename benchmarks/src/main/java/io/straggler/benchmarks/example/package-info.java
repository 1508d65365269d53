/** What the examples of the documentation come to: the founding example, and a service between two queues. */
package io.straggler.benchmarks.example;
