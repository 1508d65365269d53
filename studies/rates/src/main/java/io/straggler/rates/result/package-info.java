/** Results of runs at several rates, as values. */
package io.straggler.rates.result;
