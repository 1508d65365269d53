/** The bytes of a recording: its chunks, their types, constants and events. Knows no meaning of any event. */
package io.straggler.jfr.chunk;
