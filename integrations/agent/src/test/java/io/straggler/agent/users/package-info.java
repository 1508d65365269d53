/** A program as users have them, which knows nothing of the agent. */
package io.straggler.agent.users;
