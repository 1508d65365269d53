package io.straggler.selftest.inject;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;

/**
 * Equipment of several faults, such as threads, files and connections.
 *
 * <p>{@link InjectionSite#fixture} makes one of a class, by its public constructor, whose parameter is the site. A constructor that throws an
 * {@link IOException} or a {@link java.security.GeneralSecurityException} says what it {@link Needs}. What was opened by then is closed.
 */
public abstract class Fixture {
    /** Sum of whatever was computed, so that no compiler leaves the computation out. */
    protected long result;

    private final InjectionSite site;

    /** Requirement of a machine; follows "needs" in the reason why a fault is impossible. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Needs {
        String value();
    }

    protected Fixture(InjectionSite site) {
        this.site = site;
    }

    /** Notes something to be closed with the site. */
    protected final <T extends AutoCloseable> T closing(T resource) {
        return site.closing(resource);
    }

    /** Makes a folder for files, which is deleted with the site. */
    protected final Path newFolder(String name) throws IOException {
        return site.newFolder(name);
    }

    /** A thread that does not keep the JVM from ending. */
    protected static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
