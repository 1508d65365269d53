/** Options that several commands have, what they ask for, and how a command ends when they are wrong. */
package io.straggler.cli.option;
