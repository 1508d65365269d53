/** Summaries of recordings on Apache Spark: found, read, kept as Parquet, added up. May use {@code io.straggler.fleet} and Spark. */
package io.straggler.fleet.spark;
