package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualThreadsTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "VirtualThread[#42]/runnable@ForkJoinPool-1-worker-1, ForkJoinPool-1-worker-1",
                "'VirtualThread[#42,order]/a@b]/waiting@carrier, 2', 'carrier, 2'",
                "VirtualThread[#42]/waiting, none",
                "'VirtualThread[#42,a@b]/waiting', none",
                "'Thread[#1,main,5,main]', none"
            })
    void shouldReadTheCarrierFromTheTextOfAThread(String text, String carrier) {
        Thread thread = new Thread() {
            @Override
            public String toString() {
                return text;
            }
        };

        assertThat(VirtualThreads.carrier(thread).orElse(null)).isEqualTo(carrier);
    }

    @Test
    void shouldKnowVirtualThreadsWhereTheJdkHasThem() throws InterruptedException {
        assertThat(VirtualThreads.isVirtual(Thread.currentThread())).isFalse();
        assertThat(VirtualThreads.supported()).isEqualTo(Runtime.version().feature() >= 21);
        if (!VirtualThreads.supported()) {
            assertThatThrownBy(() -> VirtualThreads.start(() -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("this JDK has no virtual threads");
            return;
        }
        boolean[] carried = new boolean[1];
        Thread virtual = VirtualThreads.start(() ->
                carried[0] = VirtualThreads.carrier(Thread.currentThread()).isPresent());
        virtual.join();
        assertThat(VirtualThreads.isVirtual(virtual)).isTrue();
        assertThat(carried[0]).isTrue();
        assertThat(VirtualThreads.carrier(virtual)).as("it has ended").isEmpty();
    }
}
