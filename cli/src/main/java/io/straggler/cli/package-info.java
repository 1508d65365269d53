/** The command line: arguments, output, exit codes, forked JVMs. Nothing depends on it. */
package io.straggler.cli;
