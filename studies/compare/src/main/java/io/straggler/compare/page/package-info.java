/** The page of a comparison. */
package io.straggler.compare.page;
