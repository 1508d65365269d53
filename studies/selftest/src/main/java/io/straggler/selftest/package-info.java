/** The score of the diagnosis: truths of labelled iterations against verdicts. Depends on model, diagnosis, the accuracy that reports quote, and Jackson. */
package io.straggler.selftest;
