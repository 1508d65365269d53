package io.straggler.diagnosis.budget.reading;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.FrameKind;
import io.straggler.model.PlatformMethods;
import io.straggler.model.StackFrame;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Causes that the frames of a stack show by themselves. */
public final class StackCauses {
    private static final Set<FrameKind> JVM = EnumSet.of(FrameKind.NATIVE, FrameKind.CPP);

    private static final List<String> FAULT = List.of("page_fault", "do_user_addr_fault", "handle_mm_fault");

    private static final String LINKING = "LinkResolver::";

    /** Compiled code that expected an object of another class finds what it calls; nothing is given up. */
    private static final String IC_MISS = "ic_miss";

    /** Compiled code finds what it calls, at its first call or for an object of another class. The classes were linked long before. */
    private static final List<String> COMPILED_CALL = List.of("SharedRuntime::resolve_", IC_MISS);

    /** Functions of the JVM that load and link classes. */
    private static final List<String> CLASS_WORK = List.of(
            "SystemDictionary::",
            "ClassFileParser::",
            "ClassFileStream::",
            "ClassLoader::",
            "ClassLoaderData::",
            "KlassFactory::",
            LINKING,
            "InstanceKlass::initialize",
            "InstanceKlass::link_class",
            "Rewriter::",
            "Verifier::",
            "ClassVerifier::",
            "MethodHandles::resolve_MemberName",
            "MHN_resolve",
            "JVM_DefineClass",
            "JVM_LookupDefineClass",
            "jvm_define_class");

    /** Ask the JVM's own thread for an operation and wait for it, or make objects of what it found. */
    private static final List<String> VM_OPERATION =
            List.of("VMThread::execute", "ThreadService::dump_stack_traces", "JVM_DumpThreads");

    private static final List<String> ALLOCATION = List.of(
            "MemAllocator::",
            "CollectedHeap::allocate",
            "CollectedHeap::mem_allocate",
            "CollectedHeap::array_allocate",
            "CollectedHeap::fill_with",
            "G1Allocator::",
            "G1CollectedHeap::attempt_allocation",
            "G1CollectedHeap::allocate_new_tlab",
            "G1CollectedHeap::mem_allocate",
            "OptoRuntime::new_",
            "Runtime1::new_",
            "InstanceKlass::allocate_",
            "ObjArrayKlass::allocate",
            "TypeArrayKlass::allocate",
            "InterpreterRuntime::_new",
            "InterpreterRuntime::newarray",
            "InterpreterRuntime::anewarray");

    private static final List<String> DEOPTIMIZATION = List.of(
            "Deoptimization::",
            "DeoptimizationBlob",
            "UncommonTrapBlob",
            "OptoRuntime::uncommon_trap",
            "SharedRuntime::handle_wrong",
            "break_deopt",
            // Only code that is not fully compiled asks to be.
            "CompileBroker::",
            "CompilationPolicy::");

    /** Functions that a compiled method calls on entry if the collector has marked since the last call. */
    private static final List<String> ENTRY_BARRIER = List.of("BarrierSetNMethod::", "method_entry_barrier");

    private static final String CLOCK = "clock_gettime";

    /** On top of an interpreted method, and no work of their own. */
    private static final List<String> BESIDE_INTERPRETING =
            List.of(CLOCK, "javaTimeNanos", "nterpreter", "i2c", "c2i", "adapter", "break_interpreted", "call_stub");

    private static final String HARNESS = "io.straggler.harness.";

    /** Java methods that find, load, link and initialise classes, and that generate classes. */
    private static final List<String> CLASS_METHODS = List.of(
            "java.lang.ClassLoader.",
            "java.lang.Class.forName",
            "jdk.internal.loader.",
            "java.lang.invoke.MethodHandleNatives.link",
            "java.lang.invoke.MethodHandleNatives.resolve",
            "java.lang.invoke.MethodHandleNatives.findMethodHandleType",
            "java.lang.invoke.MethodHandles$Lookup.",
            "java.lang.invoke.LambdaMetafactory.",
            "java.lang.invoke.AbstractValidatingLambdaMetafactory.",
            "java.lang.invoke.InnerClassLambdaMetafactory",
            "java.lang.invoke.InvokerBytecodeGenerator",
            "java.lang.invoke.StringConcatFactory",
            "java.lang.invoke.CallSite.",
            "java.lang.runtime.ObjectMethods.",
            "java.lang.runtime.SwitchBootstraps.",
            "java.lang.reflect.Proxy$ProxyBuilder.",
            "java.lang.reflect.ProxyGenerator",
            "jdk.internal.reflect.MethodHandleAccessorFactory.",
            "jdk.internal.reflect.MethodAccessorGenerator.");

    private StackCauses() {}

    /**
     * The cause that the frame closest to the leaf speaks for; none if the frames are ordinary code. How the code of a class loader ran is a
     * part of loading the class: a loader that looks for a class in vain, and throws each time, is never compiled for good by some JVMs.
     */
    static Optional<Cause> of(List<StackFrame> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            Optional<Cause> cause = of(frames.get(i));
            if (cause.isPresent() && !compiledCall(frames, i)) {
                return cause.get() == Cause.DEOPTIMIZATION && classWork(frames.subList(0, i))
                        ? Optional.of(Cause.CLASS_LOADING)
                        : cause;
            }
        }
        return NativeCalls.of(frames);
    }

    private static boolean compiledCall(List<StackFrame> frames, int linking) {
        return frames.get(linking).name().contains(LINKING)
                && frames.subList(0, linking).stream()
                        .anyMatch(frame -> COMPILED_CALL.stream().anyMatch(frame.name()::contains));
    }

    /** Whether a stack is of work on classes, also where methods of that work are being entered for the first time. */
    static boolean classWork(List<StackFrame> frames) {
        return IntStream.range(0, frames.size())
                .anyMatch(i -> of(frames.get(i)).equals(Optional.of(Cause.CLASS_LOADING)) && !compiledCall(frames, i));
    }

    private static Optional<Cause> of(StackFrame frame) {
        String name = frame.name();
        if (frame.kind() == FrameKind.KERNEL) {
            return FAULT.stream().anyMatch(name::contains) ? Optional.of(Cause.PAGE_FAULT) : Optional.empty();
        }
        if (JVM.contains(frame.kind())) {
            if (VM_OPERATION.stream().anyMatch(name::contains)) {
                return Optional.of(Cause.VM_OPERATION);
            }
            if (CLASS_WORK.stream().anyMatch(name::contains)) {
                return Optional.of(Cause.CLASS_LOADING);
            }
            if (ALLOCATION.stream().anyMatch(name::contains)) {
                return Optional.of(Cause.ALLOCATION);
            }
            if (!name.contains(IC_MISS) && DEOPTIMIZATION.stream().anyMatch(name::contains)) {
                return Optional.of(Cause.DEOPTIMIZATION);
            }
            return ENTRY_BARRIER.stream().anyMatch(name::contains)
                    ? Optional.of(Cause.ENTRY_BARRIER)
                    : Optional.empty();
        }
        boolean classWork = name.endsWith(".<clinit>") || CLASS_METHODS.stream().anyMatch(name::startsWith);
        return classWork ? Optional.of(Cause.CLASS_LOADING) : Optional.empty();
    }

    /** Whether the program itself waits on a monitor. */
    static boolean asksToWait(List<StackFrame> frames) {
        int leaf = frames.size() - 1;
        while (leaf >= 0 && frames.get(leaf).kind().isNative() && !asksToWait(frames.get(leaf))) {
            leaf--;
        }
        return leaf >= 0 && asksToWait(frames.get(leaf));
    }

    private static boolean asksToWait(StackFrame frame) {
        return frame.name().startsWith("java.lang.Object.wait");
    }

    /**
     * The method that was being interpreted, if one was. Native code on top of it was not: but for reading the clock, which takes no time to speak
     * of, the thread was busy with that.
     */
    static Optional<String> interpreted(List<StackFrame> frames) {
        int leaf = frames.size() - 1;
        boolean clock = false;
        while (leaf >= 0 && frames.get(leaf).kind().isNative()) {
            String name = frames.get(leaf).name();
            boolean passing = BESIDE_INTERPRETING.stream().anyMatch(name::contains);
            if (!passing) {
                return Optional.empty();
            }
            clock |= name.contains(CLOCK);
            leaf--;
        }
        boolean intrinsic =
                clock && leaf > 0 && PlatformMethods.contain(frames.get(leaf).name());
        int method = intrinsic && frames.get(leaf).kind() != FrameKind.INTERPRETED ? leaf - 1 : leaf;
        return method >= 0 && frames.get(method).kind() == FrameKind.INTERPRETED
                ? Optional.of(frames.get(method).name())
                : Optional.empty();
    }

    /** Whether none of the program's own methods in a stack was compiled. */
    static boolean allInterpreted(List<StackFrame> frames) {
        boolean any = false;
        for (StackFrame frame : frames) {
            boolean own = !frame.kind().isNative()
                    && !PlatformMethods.contain(frame.name())
                    && !frame.name().startsWith(HARNESS);
            if (own && frame.kind() != FrameKind.INTERPRETED) {
                return false;
            }
            any |= own;
        }
        return any;
    }
}
