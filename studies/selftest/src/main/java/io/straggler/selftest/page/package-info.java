/** The page of a self test. */
package io.straggler.selftest.page;
