/** How files are written. Depends on nothing. */
package io.straggler.model.file;
