/** {@code straggler jfc}: settings for flight recordings of other programs. */
package io.straggler.cli.jfc;
