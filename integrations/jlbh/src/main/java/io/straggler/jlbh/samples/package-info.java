/** Reports of benchmarks that sample themselves. */
package io.straggler.jlbh.samples;
