/** The ranking of remedies for programs. */
package io.straggler.remedies.json;
