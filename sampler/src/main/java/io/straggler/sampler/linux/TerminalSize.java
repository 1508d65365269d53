package io.straggler.sampler.linux;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.OptionalInt;

/** Size of the terminal that a file descriptor of this process is. */
public final class TerminalSize {
    private static final long TIOCGWINSZ = 0x5413;

    /** Rows, columns and two sizes in pixels, of two bytes each. */
    private static final int BYTES = 8;

    private static final int COLUMNS = 2;

    private TerminalSize() {}

    /** Columns of the terminal, 1 to 65,535; empty if the descriptor is none, it does not say, or this is no Linux. */
    public static OptionalInt columns(int descriptor) {
        if (!NativeThread.available()) {
            return OptionalInt.empty();
        }
        try (Memory size = new Memory(BYTES)) {
            size.clear();
            boolean told = NativeThread.control(descriptor, TIOCGWINSZ, Pointer.nativeValue(size)) == 0;
            int columns = told ? Short.toUnsignedInt(size.getShort(COLUMNS)) : 0;
            return columns == 0 ? OptionalInt.empty() : OptionalInt.of(columns);
        }
    }
}
