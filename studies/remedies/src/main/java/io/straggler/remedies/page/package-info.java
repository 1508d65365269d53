/** The page of a ranking of remedies. */
package io.straggler.remedies.page;
