package io.straggler.diagnosis.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackCausesTest {
    private static List<StackFrame> stack(Object... namesAndKinds) {
        List<StackFrame> frames = new ArrayList<>();
        for (int i = 0; i < namesAndKinds.length; i += 2) {
            frames.add(new StackFrame((String) namesAndKinds[i], (FrameKind) namesAndKinds[i + 1]));
        }
        return frames;
    }

    private static Cause cause(Object... namesAndKinds) {
        return StackCauses.of(stack(namesAndKinds)).orElse(Cause.CODE);
    }

    @Test
    void shouldTellWhatTheJvmWasDoingForTheCode() {
        assertThat(cause("Task.run", FrameKind.COMPILED, "MemAllocator::allocate", FrameKind.CPP))
                .isEqualTo(Cause.ALLOCATION);
        assertThat(cause("Task.run", FrameKind.COMPILED, "SystemDictionary::resolve_or_fail", FrameKind.CPP))
                .isEqualTo(Cause.CLASS_LOADING);
        assertThat(cause("Task.run", FrameKind.COMPILED, "Deoptimization::uncommon_trap", FrameKind.CPP))
                .isEqualTo(Cause.DEOPTIMIZATION);
        assertThat(cause("Task.run", FrameKind.COMPILED, "asm_exc_page_fault", FrameKind.KERNEL))
                .isEqualTo(Cause.PAGE_FAULT);
        assertThat(cause(
                        "Task.run",
                        FrameKind.INTERPRETED,
                        "Task.step",
                        FrameKind.COMPILED,
                        "method_entry_barrier",
                        FrameKind.NATIVE,
                        "BarrierSetNMethod::nmethod_stub_entry_barrier",
                        FrameKind.CPP,
                        "nmethod::oops_do",
                        FrameKind.CPP))
                .isEqualTo(Cause.ENTRY_BARRIER);
        assertThat(cause("Task.run", FrameKind.COMPILED, "com.acme.Table.<clinit>", FrameKind.COMPILED))
                .isEqualTo(Cause.CLASS_LOADING);
    }

    @Test
    void shouldTellAWaitForTheJvmsOwnThreadFromInterpretedCode() {
        assertThat(cause(
                        "java.lang.Runtime.gc",
                        FrameKind.INTERPRETED,
                        "VMThread::execute",
                        FrameKind.CPP,
                        "___pthread_cond_wait",
                        FrameKind.NATIVE))
                .isEqualTo(Cause.VM_OPERATION);
    }

    @Test
    void shouldBelieveTheFrameClosestToTheLeaf() {
        assertThat(cause(
                        "Task.run",
                        FrameKind.COMPILED,
                        "ClassFileParser::parse",
                        FrameKind.CPP,
                        "CollectedHeap::allocate",
                        FrameKind.CPP))
                .isEqualTo(Cause.ALLOCATION);
    }

    @Test
    void shouldNotTakeAMethodForWhatItIsCalledAfter() {
        assertThat(cause("com.acme.MemAllocator::allocate", FrameKind.COMPILED)).isEqualTo(Cause.CODE);
        assertThat(cause("com.acme.page_fault", FrameKind.INLINED)).isEqualTo(Cause.CODE);
    }

    @Test
    void shouldTellInterpretedCodeByTheJavaFrameOnTop() {
        assertThat(cause("Task.run", FrameKind.COMPILED, "Task.slow", FrameKind.INTERPRETED))
                .isEqualTo(Cause.DEOPTIMIZATION);
        assertThat(cause("Task.run", FrameKind.INTERPRETED, "Task.fast", FrameKind.COMPILED))
                .isEqualTo(Cause.CODE);
        assertThat(cause("Task.slow", FrameKind.INTERPRETED, "memcpy", FrameKind.NATIVE))
                .isEqualTo(Cause.DEOPTIMIZATION);
    }

    @Test
    void shouldLookBehindNativeMethodsOfTheJdkButNotBehindIntrinsics() {
        assertThat(cause(
                        "Task.slow",
                        FrameKind.INTERPRETED,
                        "java.lang.System.nanoTime",
                        FrameKind.COMPILED,
                        "clock_gettime",
                        FrameKind.NATIVE))
                .isEqualTo(Cause.DEOPTIMIZATION);
        // A compiled method that has the call to the system built in.
        assertThat(cause(
                        "Task.slow",
                        FrameKind.INTERPRETED,
                        "Task.spin",
                        FrameKind.COMPILED,
                        "clock_gettime",
                        FrameKind.NATIVE))
                .isEqualTo(Cause.CODE);
    }
}
