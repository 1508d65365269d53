/** Call trees and the formats in which conclusions leave the program. Depends on the model, diagnosis and Jackson. */
package io.straggler.flamegraph;
