/** What shells and manuals know of the command line, made from its own definition. */
package io.straggler.cli.shell;
