package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Crosses over on a virtual thread when a line on standard input asks for it: each time while all carriers are pinned by static initialisers. From JDK 21 on. */
public final class Ferries {
    public static final long PINNED_MS = 80;

    private static final CountDownLatch[] BEGUN = {new CountDownLatch(0)};

    private Ferries() {}

    /** A class that is made again by each loader, and blocks whoever initialises it. */
    public static final class Quay {
        static {
            Ferries.block();
        }

        private Quay() {}
    }

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            for (int i = 0; i < Integer.parseInt(line.split(" ")[1]); i++) {
                cross();
                calls++;
            }
            System.out.println("calls " + calls + " slow " + calls + " failed 0");
        }
        System.out.println("closed");
    }

    private static void cross() throws Exception {
        ThreadFactory virtual = virtual();
        int carriers = Runtime.getRuntime().availableProcessors();
        CountDownLatch sleeps = new CountDownLatch(1);
        BEGUN[0] = new CountDownLatch(carriers);
        List<Thread> threads = new ArrayList<>();
        threads.add(virtual.newThread(() -> ride(sleeps)));
        threads.get(0).start();
        sleeps.await();
        for (int i = 0; i < carriers; i++) {
            threads.add(virtual.newThread(Ferries::moor));
            threads.get(threads.size() - 1).start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static ThreadFactory virtual() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    /** The call: sleeps for long enough that all carriers are pinned when it wants to go on. */
    public static void ride(CountDownLatch sleeps) {
        sleeps.countDown();
        sleep(20);
    }

    /** Sleep of the static initialiser. */
    public static void block() {
        BEGUN[0].countDown();
        sleep(PINNED_MS);
    }

    private static void moor() {
        try {
            Class.forName(Quay.class.getName(), true, new Loader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleep(long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the class itself, and leaves all others to the program's loader. */
    private static final class Loader extends ClassLoader {
        private Loader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(Quay.class.getName())) {
                return Ferries.class.getClassLoader().loadClass(name);
            }
            String file = name.replace('.', '/') + ".class";
            try (var code = Ferries.class.getClassLoader().getResourceAsStream(file)) {
                byte[] bytes = code.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
