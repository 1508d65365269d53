/** Merged recordings on a terminal. */
package io.straggler.fleet.text;
