/** What benchmarks share: arguments, JVMs of their own, tables. */
package io.straggler.benchmarks.support;
