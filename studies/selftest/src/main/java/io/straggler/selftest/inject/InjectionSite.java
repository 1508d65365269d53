package io.straggler.selftest.inject;

import io.straggler.model.file.FolderTree;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Cores, files and fixtures for the injectors of one JVM. Whatever was opened for them is closed with it, the last first. For one thread. */
public final class InjectionSite implements AutoCloseable {
    private final Cores cores;
    private final Path folder;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Map<Class<?>, Fixture> fixtures = new HashMap<>();
    private final Map<Class<?>, String> lacking = new HashMap<>();

    /** @param folder an existing folder, in which nothing is left behind */
    public InjectionSite(Cores cores, Path folder) {
        this.cores = cores;
        this.folder = folder;
    }

    public Cores cores() {
        return cores;
    }

    public Path folder() {
        return folder;
    }

    /**
     * The fixture of a class, which is made when it is first asked for.
     *
     * @throws ImpossibleException if this machine lacks what the fixture needs
     */
    public <T extends Fixture> T fixture(Class<T> type) throws ImpossibleException {
        Fixture fixture = fixtures.get(type);
        if (fixture == null) {
            String reason = lacking.get(type);
            if (reason != null) {
                throw new ImpossibleException(reason);
            }
            fixture = make(type);
            fixtures.put(type, fixture);
        }
        return type.cast(fixture);
    }

    private Fixture make(Class<? extends Fixture> type) throws ImpossibleException {
        int before = opened.size();
        try {
            return type.getConstructor(InjectionSite.class).newInstance(this);
        } catch (InvocationTargetException e) {
            close(before);
            String reason = reason(type, e.getTargetException());
            lacking.put(type, reason);
            throw new ImpossibleException(reason);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a fixture must have a public constructor of a site: type=" + type, e);
        }
    }

    private static String reason(Class<?> type, Throwable cause) {
        Fixture.Needs needs = type.getAnnotation(Fixture.Needs.class);
        if (needs != null && (cause instanceof IOException || cause instanceof GeneralSecurityException)) {
            return "needs " + needs.value() + ": " + cause.getMessage();
        }
        throw new IllegalStateException("a fixture must be made: type=" + type, cause);
    }

    /** Notes something to be closed. */
    <T extends AutoCloseable> T closing(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Makes a folder for files, which is deleted with all that is in it. */
    Path newFolder(String name) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        closing(() -> FolderTree.delete(made));
        return made;
    }

    @Override
    public void close() {
        close(0);
    }

    private void close(int left) {
        while (opened.size() > left) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                // It ends with the process.
            }
        }
    }
}
