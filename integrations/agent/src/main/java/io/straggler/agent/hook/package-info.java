/** What an instrumented method calls: on the class path of the boot loader, where every class sees it. Depends on nothing. */
package io.straggler.agent.hook;
