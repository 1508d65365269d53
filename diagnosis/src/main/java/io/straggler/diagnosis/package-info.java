/** Conclusions from what was recorded: pure functions from model to model. Depends on nothing but the model. */
package io.straggler.diagnosis;
