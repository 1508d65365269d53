/** Hooks, cells and listeners that the harness and the sampler share without knowing each other. */
package io.straggler.model.hook;
