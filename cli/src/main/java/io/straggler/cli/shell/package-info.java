/** Completions for shells, made from the definition of the command line. */
package io.straggler.cli.shell;
