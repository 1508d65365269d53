/** Sweeps and capacity searches as JSON. */
package io.straggler.rates.json;
