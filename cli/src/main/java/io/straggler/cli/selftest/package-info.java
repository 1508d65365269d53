/** {@code straggler selftest}: how often the diagnosis is right on this machine. */
package io.straggler.cli.selftest;
