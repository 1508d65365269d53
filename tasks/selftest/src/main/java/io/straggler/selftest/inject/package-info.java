/** Does to iterations what the labels say, and writes down what it did. Depends on the harness's task API, the sampler's threads and JNA. */
package io.straggler.selftest.inject;
