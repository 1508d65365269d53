/** Results of trials of remedies. */
package io.straggler.remedies.result;
