/** {@code straggler ab}: two tasks or two sets of options, measured in interleaved runs until the difference is known. */
package io.straggler.cli.ab;
