/** Services on what many people use, each with a fault, which know nothing of Straggler. */
package io.straggler.examples.services;
