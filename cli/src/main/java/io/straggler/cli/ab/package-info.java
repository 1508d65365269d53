/** {@code straggler ab}: two tasks or two sets of options, measured interleaved until the difference is known. */
package io.straggler.cli.ab;
