package io.straggler.cli.text;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** The character set of what is printed. */
public final class StandardOutput {
    private StandardOutput() {}

    /**
     * Prints UTF-8 from here on if the locale asks for ASCII. Containers mostly have such a locale, because nobody chose another; without this the
     * {@code µ} of a microsecond would be a question mark there. A locale with any other character set is respected.
     */
    public static void widenAscii() {
        // The property is there since JDK 19, and standard output had the default character set before.
        String name = System.getProperty(
                "stdout.encoding",
                System.getProperty(
                        "sun.stdout.encoding", Charset.defaultCharset().name()));
        if (Charset.isSupported(name) && Charset.forName(name).equals(StandardCharsets.US_ASCII)) {
            System.setOut(utf8(FileDescriptor.out));
            System.setErr(utf8(FileDescriptor.err));
        }
    }

    private static PrintStream utf8(FileDescriptor file) {
        return new PrintStream(new BufferedOutputStream(new FileOutputStream(file)), true, StandardCharsets.UTF_8);
    }
}
