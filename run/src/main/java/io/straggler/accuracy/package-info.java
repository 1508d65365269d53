/** Results of the last self test on this machine, for reports to quote. */
package io.straggler.accuracy;
