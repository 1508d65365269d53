package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;

/** Classes that are made, loaded, initialised, looked for or called by reflection. */
@Fixture.Needs("some files")
public final class Classes extends Fixture {
    private static final int CALLS = 10;

    private final Partner initializer = closing(new Partner("app-class-initializer"));
    private final byte[] small = code(Small.class);
    private final byte[] slow = code(Slow.class);
    private final Bean bean = new Bean();
    private final URL[] classPath;

    public Classes(InjectionSite site) throws IOException {
        super(site);
        Path folder = newFolder("classes");
        Path file = folder.resolve(path(Small.class));
        Files.createDirectories(file.getParent());
        Files.write(file, small);
        classPath = new URL[] {folder.toUri().toURL()};
    }

    private static String path(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static byte[] code(Class<?> type) throws IOException {
        try (InputStream code = type.getClassLoader().getResourceAsStream(path(type))) {
            return code.readAllBytes();
        }
    }

    /** Loaded again and again. It must need nothing but the JDK. */
    static final class Small implements Runnable {
        @Override
        public void run() {
            // It only has to be loaded.
        }
    }

    /** Its initialiser takes as long as its class loader does. Loaded again and again. It must need nothing but the JDK. */
    static final class Slow {
        static {
            ((Runnable) Slow.class.getClassLoader()).run();
        }

        private Slow() {}
    }

    /** Its methods are called by reflection. */
    static final class Bean {
        long first() {
            return 1;
        }

        long second() {
            return 2;
        }

        long third() {
            return 3;
        }
    }

    /** Links a call site, as the first call of a lambda expression does. */
    public void linkLambda() throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle target = lookup.findStatic(Classes.class, "answer", MethodType.methodType(long.class));
        MethodHandle factory = LambdaMetafactory.metafactory(
                        lookup,
                        "getAsLong",
                        MethodType.methodType(LongSupplier.class),
                        MethodType.methodType(long.class),
                        target,
                        MethodType.methodType(long.class))
                .getTarget();
        try {
            result += ((LongSupplier) factory.invokeExact()).getAsLong();
        } catch (Throwable e) {
            throw new IllegalStateException("a lambda must be linkable", e);
        }
    }

    private static long answer() {
        return 42;
    }

    /** Makes a proxy in a new class loader, so that its class is a new one each time. */
    public void makeProxy() {
        ClassLoader loader = new ClassLoader(Classes.class.getClassLoader()) {};
        result += Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, (proxy, method, arguments) -> null)
                .getClass()
                .getName()
                .length();
    }

    public void defineHiddenClass() throws IllegalAccessException {
        result += MethodHandles.lookup()
                .defineHiddenClass(small, true)
                .lookupClass()
                .getName()
                .length();
    }

    public void loadFromFile() throws IOException, ClassNotFoundException {
        try (URLClassLoader loader = new URLClassLoader(classPath, null)) {
            result += Class.forName(Small.class.getName(), true, loader).getModifiers();
        }
    }

    public long awaitInitializer(long ns) throws ClassNotFoundException {
        SlowLoader loader = new SlowLoader(slow, ns);
        initializer.now(() -> Class.forName(Slow.class.getName(), true, loader));
        while (!loader.initializing) {
            Thread.onSpinWait();
        }
        long waitNs = System.nanoTime();
        result += Class.forName(Slow.class.getName(), true, loader).getModifiers();
        return waitNs;
    }

    /** Defines {@link Slow} itself, and is what the initialiser of that class runs. */
    private static final class SlowLoader extends ClassLoader implements Runnable {
        private final byte[] code;
        private final long ns;
        private volatile boolean initializing;

        private SlowLoader(byte[] code, long ns) {
            super(Classes.class.getClassLoader());
            this.code = code;
            this.ns = ns;
        }

        @Override
        public void run() {
            initializing = true;
            Waits.roughly(System.nanoTime() + ns);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.equals(Slow.class.getName())) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, code, 0, code.length);
            }
        }
    }

    public void findMissing() {
        try {
            result += Class.forName("io.straggler.selftest.Missing").getModifiers();
        } catch (ClassNotFoundException e) {
            result++;
        }
    }

    public void loadServices() {
        result += ServiceLoader.load(FileSystemProvider.class).stream().count();
    }

    public void callByReflection() throws IllegalAccessException, InvocationTargetException {
        for (int i = 0; i < CALLS; i++) {
            for (Method method : Bean.class.getDeclaredMethods()) {
                result += (Long) method.invoke(bean);
            }
        }
    }
}
