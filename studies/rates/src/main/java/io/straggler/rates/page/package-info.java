/** The pages of sweeps and of capacity searches. */
package io.straggler.rates.page;
