/** Tasks that behave badly, each in its own way, for the tests of the command line. */
package io.straggler.cli.tasks;
