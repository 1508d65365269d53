package io.straggler.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.straggler.harness.Harness;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacedMethodTest {
    private static final int CALLS = 100_000;

    private final Harness harness = (Harness) Proxy.newProxyInstance(
            Harness.class.getClassLoader(), new Class<?>[] {Harness.class}, (proxy, method, arguments) -> null);

    private int calls;
    private Harness given;

    @Test
    void shouldCallTheInstanceOncePerIteration() throws Exception {
        PacedMethod task = task("count");

        for (int i = 0; i < 3; i++) {
            task.run(i);
        }

        assertThat(calls).isEqualTo(3);
    }

    @Test
    void shouldHandOverTheHarnessOfTheRun() throws Exception {
        task("take").run(0);

        assertThat(given).isSameAs(harness);
    }

    @Test
    void shouldThrowWhatTheMethodThrows() throws Exception {
        PacedMethod task = task("fail");

        assertThatThrownBy(() -> task.run(0))
                .isExactlyInstanceOf(TimeoutException.class)
                .hasNoCause();
    }

    @Test
    void shouldAllocateNothing() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        PacedMethod task = task("count");
        long leastBytes = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long beforeBytes = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                task.run(i);
            }
            leastBytes = Math.min(leastBytes, threads.getCurrentThreadAllocatedBytes() - beforeBytes);
        }

        assertThat(leastBytes).isLessThan(CALLS);
    }

    /** The class is in another module, which is open. */
    @Test
    void shouldCallAMethodOfAModule(@TempDir Path folder) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("sources/com/acme"))
                .getParent()
                .getParent();
        Path descriptor = Files.writeString(sources.resolve("module-info.java"), "open module com.acme.tested {}");
        Path source = Files.writeString(sources.resolve("com/acme/Tested.java"), """
                package com.acme;
                class Tested implements java.util.function.IntSupplier {
                    private int calls;
                    int count() throws java.io.IOException {
                        if (++calls == 3) {
                            throw new java.io.IOException("the third");
                        }
                        return calls;
                    }
                    public int getAsInt() { return calls; }
                }
                """);
        Path classes = folder.resolve("classes");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), descriptor.toString(), source.toString()))
                .isZero();
        ModuleLayer boot = ModuleLayer.boot();
        Class<?> tested = boot.defineModulesWithOneLoader(
                        boot.configuration()
                                .resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("com.acme.tested")),
                        ClassLoader.getSystemClassLoader())
                .findLoader("com.acme.tested")
                .loadClass("com.acme.Tested");
        Constructor<?> constructor = tested.getDeclaredConstructor();
        constructor.setAccessible(true);
        IntSupplier instance = (IntSupplier) constructor.newInstance();
        PacedMethod task = new PacedMethod(instance, tested.getDeclaredMethod("count"));
        task.setUp(harness);

        task.run(0);
        task.run(1);

        assertThat(instance.getAsInt()).isEqualTo(2);
        assertThatThrownBy(() -> task.run(2))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("the third");
    }

    private PacedMethod task(String name) throws Exception {
        Method method = Arrays.stream(PacedMethodTest.class.getDeclaredMethods())
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow();
        PacedMethod task = new PacedMethod(this, method);
        task.setUp(harness);
        return task;
    }

    void count() {
        calls++;
    }

    void take(Harness harness) {
        given = harness;
    }

    void fail() throws TimeoutException {
        throw new TimeoutException();
    }
}
