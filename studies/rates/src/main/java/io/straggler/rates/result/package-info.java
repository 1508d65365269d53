/** What runs at several rates have shown, as values. */
package io.straggler.rates.result;
