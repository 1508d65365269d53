/** Merged recordings as JSON. */
package io.straggler.fleet.json;
