/** Lines and tables that commands print, from conclusions alone. */
package io.straggler.cli.text;
