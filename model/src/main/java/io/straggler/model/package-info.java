/** The words that every module shares: iterations, outliers, captures, evidence and runs. Depends on nothing. */
package io.straggler.model;
