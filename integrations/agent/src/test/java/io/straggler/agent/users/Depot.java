package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Classes as only some programs have them: of loaders that ask nobody, of modules in a layer, of old compilers; and methods of all kinds, with names of other languages too. Each kind is called
 * twice as often as the one before, so that a sum says which were counted.
 */
public final class Depot {
    private static final String PACKAGE = "io.straggler.agent.users";
    private static final String PARCEL = PACKAGE + ".Parcel";
    private static final String FOREIGN = PACKAGE + ".Foreign";
    private static final String CRATE = PACKAGE + ".Crate";
    private static final int CRATES = 100;
    private static final Path OWN = Path.of(URI.create(
            Depot.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    private static final int JAVA_17 = 61;
    private static final int JAVA_8 = 52;
    private static final int JAVA_5 = 49;

    private static long calls;
    private static int sum;

    private Depot() {}

    /** What has an interface's method with code. */
    interface Weighed {
        int grams();

        default int doubled() {
            return 2 * grams();
        }
    }

    /** A record with a method of its own. */
    record Label(int grams) implements Weighed {
        int halved() {
            return grams / 2;
        }
    }

    /** Has a bridge, which the compiler makes. */
    static final class ByWeight implements Comparator<Label> {
        @Override
        public int compare(Label one, Label other) {
            return Integer.compare(one.grams(), other.grams());
        }
    }

    /** Has a lambda, a method that always throws, and one without code. */
    static final class Scale {
        private static final IntUnaryOperator TARE = grams -> grams - 1;

        private Scale() {}

        static int overloaded(int grams) {
            throw new IllegalStateException("too heavy: " + grams);
        }

        static native int far(int grams);
    }

    /** Loads what it has itself, and asks others for the JDK's classes only. The version of class files is as if an older compiler had made them. */
    private static final class OwnOnly extends ClassLoader {
        private final int version;

        private OwnOnly(int version) {
            super(null);
            this.version = version;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] code = Files.readAllBytes(file(name.replace('.', '/') + ".class"));
                code[7] = (byte) version;
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** One module, of which the program itself has the files. */
    private static final class OneModule extends ModuleReference implements ModuleFinder {
        private OneModule() {
            super(
                    ModuleDescriptor.newModule("parcels")
                            .requires("java.base")
                            .exports(PACKAGE)
                            .build(),
                    OWN.toUri());
        }

        @Override
        public Optional<ModuleReference> find(String name) {
            return name.equals(descriptor().name()) ? Optional.of(this) : Optional.empty();
        }

        @Override
        public Set<ModuleReference> findAll() {
            return Set.of(this);
        }

        @Override
        public ModuleReader open() {
            return new ModuleReader() {
                @Override
                public Optional<URI> find(String name) {
                    return Optional.of(file(name)).filter(Files::exists).map(Path::toUri);
                }

                @Override
                public Stream<String> list() {
                    return Stream.empty();
                }

                @Override
                public void close() {
                    // Nothing is open.
                }
            };
        }
    }

    /** Names methods as Kotlin does. The names are as long as those in the source, so nothing else of the class file changes. */
    private static final class Renaming extends ClassLoader {
        private Renaming() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] code = new String(
                                Files.readAllBytes(file(name.replace('.', '/') + ".class")),
                                StandardCharsets.ISO_8859_1)
                        .replace("place_an_order", "place an order")
                        .replace("ship_8Zx12Qw", "ship-8Zx12Qw")
                        .getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static Path file(String name) {
        return OWN.resolve(name);
    }

    public static void main(String[] args) throws Exception {
        List<IntUnaryOperator> old = loaded();
        IntUnaryOperator crate = loadedAlone(CRATE);
        Object foreign = new Renaming().loadClass(FOREIGN).getConstructor().newInstance();
        new Label(1).doubled();
        new ByWeight();
        Scale.TARE.applyAsInt(1);
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("weigh")) {
                calls = 0;
                int next = inTurn(loaded(), inTurn(old, 1));
                ofAllKinds(next, foreign);
            } else if (line.equals("unpack")) {
                calls = 0;
                count(crate, CRATES);
                count(loadedAlone(CRATE), CRATES);
            }
            System.out.println("calls " + calls + " slow 0 failed 0");
        }
        System.out.println("closed");
    }

    private static List<IntUnaryOperator> loaded() throws Exception {
        URL[] own = {OWN.toUri().toURL()};
        Configuration configuration =
                ModuleLayer.boot().configuration().resolve(new OneModule(), ModuleFinder.of(), Set.of("parcels"));
        List<ClassLoader> loaders = List.of(
                new URLClassLoader(own, null),
                new OwnOnly(JAVA_17),
                new OwnOnly(JAVA_8),
                new OwnOnly(JAVA_5),
                ModuleLayer.boot()
                        .defineModulesWithOneLoader(configuration, null)
                        .findLoader("parcels"));
        List<IntUnaryOperator> parcels = new ArrayList<>();
        for (ClassLoader loader : loaders) {
            parcels.add(
                    (IntUnaryOperator) loader.loadClass(PARCEL).getConstructor().newInstance());
        }
        return parcels;
    }

    /** By a loader that has the one class file, and the JDK's classes. */
    private static IntUnaryOperator loadedAlone(String name) throws Exception {
        String file = name.replace('.', '/') + ".class";
        Path alone = Files.createTempDirectory("alone");
        Files.createDirectories(alone.resolve(file).getParent());
        Files.copy(file(file), alone.resolve(file));
        ClassLoader loader = new URLClassLoader(new URL[] {alone.toUri().toURL()}, null);
        return (IntUnaryOperator) loader.loadClass(name).getConstructor().newInstance();
    }

    private static int inTurn(List<IntUnaryOperator> all, int first) {
        int times = first;
        for (IntUnaryOperator one : all) {
            count(one, times);
            times *= 2;
        }
        return times;
    }

    private static void ofAllKinds(int first, Object foreign) {
        Label label = new Label(7);
        Weighed weighed = label;
        Comparator<Label> comparator = new ByWeight();
        inTurn(
                List.of(
                        any -> weighed.doubled(),
                        any -> label.halved(),
                        any -> comparator.compare(label, label),
                        Depot::overloaded,
                        grams -> Scale.TARE.applyAsInt(grams),
                        (IntUnaryOperator) foreign,
                        grams -> (int) ((IntToLongFunction) foreign).applyAsLong(grams)),
                first);
    }

    private static int overloaded(int grams) {
        try {
            return Scale.overloaded(grams);
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    private static void count(IntUnaryOperator one, int times) {
        for (int i = 0; i < times; i++) {
            sum += one.applyAsInt(i);
        }
        calls += times;
    }
}
