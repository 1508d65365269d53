/** What the harness and the sampler share without knowing each other: hooks, cells and listeners. */
package io.straggler.model.hook;
