/** Tasks to try Straggler on. Depends on the harness's task API only, as a user's own tasks do. */
package io.straggler.examples;
