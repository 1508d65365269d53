/** The documentation as a site: pages that are read from disk, with a search, and no broken link. */
package io.straggler.site;
