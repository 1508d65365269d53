package io.straggler.cli.ab;

import io.straggler.RunFolder;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.ProgressLine;

/**
 * One of two that are measured in turns.
 *
 * @param letter A or B
 * @param task its class name
 * @param folder where its run goes
 * @param launcher of its JVMs
 * @param progress what the launcher shows how far it is on
 */
record AbSide(String letter, String task, RunFolder folder, ForkLauncher launcher, ProgressLine progress) {}
