/** The entry point of the agent, on the class path of the program: loads the rest where the program does not see it. Depends on nothing. */
package io.straggler.agent;
