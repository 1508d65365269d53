package io.straggler.agent;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Loads the classes of some jars, and nothing of the program's. {@link #close} gives the files back; whatever is needed after that opens them again.
 *
 * <p>Threads: any.
 */
@SuppressWarnings("NullAway") // The program sees this class, so it has no annotations that the agent does not bring.
final class InsideLoader extends SecureClassLoader implements Closeable {
    static {
        registerAsParallelCapable();
    }

    private final List<Path> jars;

    /** Open files by their places; empty while they are closed. */
    private final Map<Path, JarFile> open = new LinkedHashMap<>();

    InsideLoader(List<Path> jars) {
        super("straggler", ClassLoader.getPlatformClassLoader());
        this.jars = List.copyOf(jars);
    }

    /** An entry of one of the jars. */
    private static final class Found {
        private final Path jar;
        private final byte[] content;
        private final Manifest manifest;

        private Found(Path jar, byte[] content, Manifest manifest) {
            this.jar = jar;
            this.content = content;
            this.manifest = manifest;
        }
    }

    /** Opens a resource by its address: the JDK's own handler of such addresses keeps their jars open. */
    private final class Handler extends URLStreamHandler {
        private final String name;

        private Handler(String name) {
            this.name = name;
        }

        @Override
        protected URLConnection openConnection(URL address) {
            return new URLConnection(address) {
                @Override
                public void connect() {
                    // There is nothing to connect to.
                }

                @Override
                public InputStream getInputStream() throws IOException {
                    Found found = find(name);
                    if (found == null) {
                        throw new FileNotFoundException(name);
                    }
                    return new ByteArrayInputStream(found.content);
                }
            };
        }
    }

    /** Entry of a jar by its name; null if no jar has it. */
    private synchronized Found find(String name) throws IOException {
        open();
        for (Map.Entry<Path, JarFile> each : open.entrySet()) {
            JarEntry entry = each.getValue().getJarEntry(name);
            if (entry != null) {
                try (InputStream in = each.getValue().getInputStream(entry)) {
                    return new Found(
                            each.getKey(), in.readAllBytes(), each.getValue().getManifest());
                }
            }
        }
        return null;
    }

    private void open() throws IOException {
        if (open.isEmpty()) {
            for (Path jar : jars) {
                open.put(jar, new JarFile(jar.toFile()));
            }
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            Found found = find(name.replace('.', '/') + ".class");
            if (found == null) {
                throw new ClassNotFoundException(name);
            }
            int dot = name.lastIndexOf('.');
            if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
                definePackage(name.substring(0, dot), found.manifest);
            }
            CodeSource source = new CodeSource(found.jar.toUri().toURL(), (Certificate[]) null);
            return defineClass(name, found.content, 0, found.content.length, source);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private void definePackage(String name, Manifest manifest) {
        Attributes all = manifest == null ? new Attributes() : manifest.getMainAttributes();
        try {
            definePackage(
                    name,
                    all.getValue(Name.SPECIFICATION_TITLE),
                    all.getValue(Name.SPECIFICATION_VERSION),
                    all.getValue(Name.SPECIFICATION_VENDOR),
                    all.getValue(Name.IMPLEMENTATION_TITLE),
                    all.getValue(Name.IMPLEMENTATION_VERSION),
                    all.getValue(Name.IMPLEMENTATION_VENDOR),
                    null);
        } catch (IllegalArgumentException e) {
            // Another thread has just defined the package.
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        InputStream platform = getParent().getResourceAsStream(name);
        try {
            Found found = platform == null ? find(name) : null;
            return found == null ? platform : new ByteArrayInputStream(found.content);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected URL findResource(String name) {
        Enumeration<URL> all = findResources(name);
        return all.hasMoreElements() ? all.nextElement() : null;
    }

    @Override
    protected synchronized Enumeration<URL> findResources(String name) {
        List<URL> found = new ArrayList<>();
        try {
            open();
            for (Map.Entry<Path, JarFile> each : open.entrySet()) {
                if (each.getValue().getJarEntry(name) != null) {
                    found.add(new URL(null, "jar:" + each.getKey().toUri() + "!/" + name, new Handler(name)));
                }
            }
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a name must be one of a resource: " + name, e);
        } catch (IOException e) {
            return Collections.emptyEnumeration();
        }
        return Collections.enumeration(found);
    }

    @Override
    public synchronized void close() throws IOException {
        for (JarFile jar : open.values()) {
            jar.close();
        }
        open.clear();
    }
}
