package io.straggler.cli.option;

import java.io.IOException;

/** Writing of files that hold what is also printed. It may fail, for want of room say, and what it is about is printed all the same. */
@FunctionalInterface
public interface Writing {
    void write() throws IOException;
}
