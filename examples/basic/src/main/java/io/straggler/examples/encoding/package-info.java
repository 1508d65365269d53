/**
 * The founding example: market data encoded by inherited default methods, and by the same methods in the classes. Depends on the
 * task API only.
 */
package io.straggler.examples.encoding;
