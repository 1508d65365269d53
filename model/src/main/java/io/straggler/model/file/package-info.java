/** Files that are written whole or read with bounds, and folders that are deleted. Depends on nothing. */
package io.straggler.model.file;
