package io.straggler.diagnosis.budget.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.FrameKind;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackPlaceTest {
    /** Native ones begin with an underscore. */
    private static Place place(String... names) {
        List<StackFrame> frames = new ArrayList<>();
        for (String name : names) {
            frames.add(new StackFrame(name, name.startsWith("_") ? FrameKind.NATIVE : FrameKind.COMPILED));
        }
        return StackPlace.of(frames, "jdbc");
    }

    @Test
    void shouldNameTheProgramsOwnMethod() {
        assertThat(place("java.lang.Thread.run", "com.acme.Task.run", "com.acme.Task.step", "__memcpy"))
                .isEqualTo(Place.of("com.acme.Task.step"));
    }

    @Test
    void shouldNameTheCallIntoTheJdkAndNotWhereItLed() {
        assertThat(place(
                        "com.acme.Task.run",
                        "java.lang.String.format",
                        "java.util.Formatter.format",
                        "java.util.concurrent.ConcurrentHashMap.get"))
                .isEqualTo(Place.of("java.lang.String.format").calledBy("com.acme.Task.run"));
        assertThat(place(
                        "com.acme.Task.run",
                        "java.util.concurrent.LinkedBlockingQueue.take",
                        "java.util.concurrent.locks.LockSupport.park",
                        "jdk.internal.misc.Unsafe.park",
                        "__futex"))
                .isEqualTo(Place.of("java.util.concurrent.LinkedBlockingQueue.take")
                        .calledBy("com.acme.Task.run"));
    }

    @Test
    void shouldNameTheProgramsMethodThatALibraryCallsTheJdkFor() {
        assertThat(place(
                        "com.acme.Orders.find",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                        "java.util.concurrent.SynchronousQueue.poll"))
                .isEqualTo(
                        Place.of("java.util.concurrent.SynchronousQueue.poll").calledBy("com.acme.Orders.find"));
        assertThat(place("com.acme.Orders.find", "org.h2.mvstore.MVMap.get"))
                .as("what runs itself")
                .isEqualTo(Place.of("org.h2.mvstore.MVMap.get"));
    }

    @Test
    void shouldNameNoNativeFunctionAsACaller() {
        assertThat(place("com.acme.Task.run", "_stale_jmethodID", "java.lang.ClassLoader.defineClass0"))
                .isEqualTo(Place.of("java.lang.ClassLoader.defineClass0").calledBy("com.acme.Task.run"));
    }

    @Test
    void shouldNameTheLeafWhereNothingOfTheProgramIsOnTheStack() {
        assertThat(place("java.lang.Thread.run", "java.util.TimerThread.mainLoop"))
                .isEqualTo(Place.of("java.util.TimerThread.mainLoop"));
        assertThat(place("_start", "_clone")).isEqualTo(Place.of("_clone"));
    }
}
