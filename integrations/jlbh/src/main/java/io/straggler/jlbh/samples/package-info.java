/** What a benchmark reports that samples itself. */
package io.straggler.jlbh.samples;
