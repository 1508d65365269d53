/** {@code straggler capacity}: the highest rate at which objectives hold. */
package io.straggler.cli.capacity;
