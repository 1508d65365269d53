/** Who made whom wait, and what each culprit answers for: busy periods replayed. */
package io.straggler.diagnosis.blame;
