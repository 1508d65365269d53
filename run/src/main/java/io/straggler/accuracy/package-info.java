/** What the last self test of this machine says of the diagnosis, for reports to quote. */
package io.straggler.accuracy;
