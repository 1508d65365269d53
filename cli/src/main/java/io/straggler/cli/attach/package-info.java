/** {@code straggler attach}: iterations of a program that runs already. */
package io.straggler.cli.attach;
