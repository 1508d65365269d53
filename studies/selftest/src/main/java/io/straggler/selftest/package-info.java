/** What was done to labelled iterations, and how often the diagnosis was right about it. Depends on model, diagnosis, the accuracy that reports quote, and Jackson. */
package io.straggler.selftest;
