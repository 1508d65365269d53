/** What a trial of remedies found. */
package io.straggler.remedies.result;
