/** {@code straggler fleet}: recordings of many hosts as one. */
package io.straggler.cli.fleet;
