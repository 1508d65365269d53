/** The kit that all pages are made of: template, style, and the JSON of trees, series and causes. May use {@code io.straggler.flamegraph} and {@code .json}. */
package io.straggler.flamegraph.page;
