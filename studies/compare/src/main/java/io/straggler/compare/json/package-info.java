/** Comparisons as JSON. */
package io.straggler.compare.json;
