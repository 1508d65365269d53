/** Faults as library calls bring them about, on the threads and from the code of an ordinary program. */
package io.straggler.selftest.inject.application;
