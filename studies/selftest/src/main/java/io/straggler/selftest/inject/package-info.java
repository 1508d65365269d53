/** Does to iterations what the labels say, and writes down what it did. Depends on the sampler's threads and calls, and JNA. */
package io.straggler.selftest.inject;
