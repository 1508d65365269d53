/** Replays busy periods: says which culprit made which victims wait. */
package io.straggler.diagnosis.blame;
