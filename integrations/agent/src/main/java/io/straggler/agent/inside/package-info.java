/** The agent itself, which the program does not see: instruments methods, observes their calls, records, and reports. Depends on the run module. */
package io.straggler.agent.inside;
