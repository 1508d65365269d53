/** Faults as library calls bring them about, on the threads and from the code of an ordinary program. A public method injects a fault. */
package io.straggler.selftest.inject.application;
