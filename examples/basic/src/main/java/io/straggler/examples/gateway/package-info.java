/** An order gateway that is small but real: it parses, books, logs and publishes. Depends on the task API and on SLF4J with Logback. */
package io.straggler.examples.gateway;
