package io.straggler.diagnosis.budget.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.FrameKind;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** As JDK 25 does it, by its own library for class files, and as 17 does. */
    @ParameterizedTest
    @CsvSource({
        "java.lang.reflect.Proxy$ProxyBuilder.defineProxyClass, jdk.internal.classfile.impl.DirectCodeBuilder.writeBody",
        "java.lang.reflect.ProxyGenerator.generateProxyClass, jdk.internal.org.objectweb.asm.ClassWriter.toByteArray",
        "java.lang.invoke.LambdaMetafactory.metafactory, java.lang.invoke.MethodType.hashCode",
        "java.lang.invoke.InvokerBytecodeGenerator.generateLambdaFormInterpreterEntryPoint, java.util.Arrays.copyOf",
        "java.lang.invoke.MethodHandles$Lookup.findStatic, java.util.concurrent.ConcurrentHashMap.get",
        "java.lang.runtime.ObjectMethods.bootstrap, java.lang.String.concat",
        "jdk.internal.reflect.MethodHandleAccessorFactory.newMethodAccessor, java.lang.String.equals"
    })
    void shouldCallItClassLoadingWhenClassesAreMade(String maker, String leaf) {
        assertThat(cause("com.acme.Task.run", FrameKind.COMPILED, maker, FrameKind.COMPILED, leaf, FrameKind.COMPILED))
                .isEqualTo(Cause.CLASS_LOADING);
    }

    /** As seen on 17, where no loader finds a class. */
    @Test
    void shouldCallItClassLoadingHoweverTheCodeOfALoaderRuns() {
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "java.lang.Class.forName",
                        FrameKind.COMPILED,
                        "java.util.concurrent.ConcurrentHashMap.get",
                        FrameKind.COMPILED,
                        "UncommonTrapBlob",
                        FrameKind.NATIVE,
                        "Deoptimization::uncommon_trap",
                        FrameKind.CPP))
                .isEqualTo(Cause.CLASS_LOADING);
    }

    /** It names the methods that it finds as linking does. */
    @Test
    void shouldNotCallItClassLoadingWhenTheStackIsWalked() {
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "java.lang.StackStreamFactory$AbstractStackWalker.callStackWalk",
                        FrameKind.COMPILED,
                        "StackWalk::fill_in_frames",
                        FrameKind.CPP,
                        "MethodHandles::init_method_MemberName",
                        FrameKind.CPP))
                .isEqualTo(Cause.CODE);
    }

    /** What was made is called by the same packages. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.invoke.LambdaForm$MH.invoke",
                "java.lang.invoke.VarHandleLongs$FieldInstanceReadWrite.getAndAdd",
                "java.lang.reflect.Proxy.invokeDefault",
                "java.lang.invoke.MethodHandleNatives.expand",
                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke"
            })
    void shouldNotCallItClassLoadingWhenTheyAreUsed(String name) {
        assertThat(cause("com.acme.Task.run", FrameKind.COMPILED, name, FrameKind.COMPILED))
                .isEqualTo(Cause.CODE);
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
    void shouldCallItSoWhenAProcessIsStarted() {
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "java.lang.ProcessImpl.forkAndExec",
                        FrameKind.COMPILED,
                        "readFully",
                        FrameKind.NATIVE,
                        "__GI_read",
                        FrameKind.NATIVE))
                .isEqualTo(Cause.PROCESS_START);
    }

    @Test
    void shouldCallItSoWhenANameIsLookedUp() {
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "java.net.Inet6AddressImpl.lookupAllHostAddr",
                        FrameKind.COMPILED,
                        "getaddrinfo",
                        FrameKind.NATIVE,
                        "__GI___poll",
                        FrameKind.NATIVE))
                .isEqualTo(Cause.NAME_LOOKUP);
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "java.net.Inet6AddressImpl.isReachable0",
                        FrameKind.COMPILED,
                        "__GI___poll",
                        FrameKind.NATIVE))
                .isEqualTo(Cause.SOCKET_IO);
    }

    /** As seen on 25: two fifths of what a dump of a few threads takes is to make objects of what was found. */
    @Test
    void shouldCountWhatIsMadeOfAThreadDumpAsPartOfIt() {
        assertThat(cause(
                        "java.lang.Thread.dumpThreads",
                        FrameKind.INTERPRETED,
                        "JVM_DumpThreads",
                        FrameKind.NATIVE,
                        "ThreadService::dump_stack_traces",
                        FrameKind.CPP,
                        "java_lang_StackTraceElement::create",
                        FrameKind.CPP,
                        "StringTable::intern",
                        FrameKind.CPP))
                .isEqualTo(Cause.VM_OPERATION);
    }

    /** Its first call of a method is looked up as that of an interpreted one is; nothing is loaded. */
    @Test
    void shouldNotCallItClassLoadingWhenNewlyCompiledCodeFindsWhatItCalls() {
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "SharedRuntime::resolve_static_call_C",
                        FrameKind.CPP,
                        "LinkResolver::resolve_method_statically",
                        FrameKind.CPP,
                        "InstanceKlass::find_method_index",
                        FrameKind.CPP))
                .isEqualTo(Cause.CODE);
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "SharedRuntime::resolve_static_call_C",
                        FrameKind.CPP,
                        "LinkResolver::resolve_static_call",
                        FrameKind.CPP,
                        "InstanceKlass::initialize_impl",
                        FrameKind.CPP))
                .isEqualTo(Cause.CLASS_LOADING);
    }

    @Test
    void shouldNotCallItClassLoadingNorDeoptimisedWhenCompiledCodeMeetsAnObjectOfAnotherClass() {
        List<StackFrame> frames = stack(
                "com.acme.Task.run",
                FrameKind.COMPILED,
                "SharedRuntime::handle_wrong_method_ic_miss",
                FrameKind.CPP,
                "SharedRuntime::handle_ic_miss_helper",
                FrameKind.CPP,
                "LinkResolver::resolve_invokevirtual",
                FrameKind.CPP);

        assertThat(StackCauses.of(frames)).isEmpty();
        assertThat(StackCauses.of(frames.subList(0, 2))).isEmpty();
        assertThat(StackCauses.classWork(frames)).isFalse();
        assertThat(cause("com.acme.Task.run", FrameKind.COMPILED, "SharedRuntime::handle_wrong_method", FrameKind.CPP))
                .isEqualTo(Cause.DEOPTIMIZATION);
    }

    @Test
    void shouldKnowWorkOnClassesFromCompiledCodeThatFindsWhatItCalls() {
        assertThat(StackCauses.classWork(stack(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        "SharedRuntime::resolve_static_call_C",
                        FrameKind.CPP,
                        "LinkResolver::resolve_static_call",
                        FrameKind.CPP)))
                .isFalse();
        assertThat(StackCauses.classWork(stack(
                        "com.acme.Task.run",
                        FrameKind.INTERPRETED,
                        "LinkResolver::resolve_static_call",
                        FrameKind.CPP)))
                .isTrue();
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
    void shouldTellWhichMethodWasInterpretedByTheJavaFrameOnTop() {
        assertThat(StackCauses.interpreted(stack("Task.run", FrameKind.COMPILED, "Task.slow", FrameKind.INTERPRETED)))
                .hasValue("Task.slow");
        assertThat(StackCauses.interpreted(stack("Task.run", FrameKind.INTERPRETED, "Task.fast", FrameKind.COMPILED)))
                .isEmpty();
    }

    @Test
    void shouldNotCallAMethodInterpretedThatIsInNativeCode() {
        assertThat(StackCauses.interpreted(stack("Task.slow", FrameKind.INTERPRETED, "memcpy", FrameKind.NATIVE)))
                .isEmpty();
        // Reading the clock takes next to nothing: whoever is found there was busy around it.
        assertThat(StackCauses.interpreted(stack(
                        "Task.slow",
                        FrameKind.INTERPRETED,
                        "java.lang.System.nanoTime",
                        FrameKind.COMPILED,
                        "clock_gettime",
                        FrameKind.NATIVE)))
                .hasValue("Task.slow");
        // A compiled method that has the call to the system built in.
        assertThat(StackCauses.interpreted(stack(
                        "Task.slow",
                        FrameKind.INTERPRETED,
                        "Task.spin",
                        FrameKind.COMPILED,
                        "clock_gettime",
                        FrameKind.NATIVE)))
                .isEmpty();
    }

    @Test
    void shouldKnowAProgramOfWhichNothingIsCompiledYet() {
        assertThat(StackCauses.allInterpreted(stack(
                        "io.straggler.harness.Pacer.syncStep",
                        FrameKind.COMPILED,
                        "Task.run",
                        FrameKind.INTERPRETED,
                        "java.lang.String.format",
                        FrameKind.COMPILED)))
                .isTrue();
        assertThat(StackCauses.allInterpreted(
                        stack("Task.run", FrameKind.COMPILED, "Task.seldom", FrameKind.INTERPRETED)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "java.io.FileDescriptor.sync, __GI_fsync, FILE_IO",
        "java.io.RandomAccessFile.readBytes, __memcpy_avx512_unaligned_erms, FILE_IO",
        "sun.nio.ch.UnixFileDispatcherImpl.read0, __libc_read, FILE_IO",
        "sun.nio.ch.SocketDispatcher.read0, __libc_read, SOCKET_IO",
        "sun.nio.ch.EPoll.wait, epoll_wait, SOCKET_IO",
        "sun.nio.ch.DatagramChannelImpl.receive0, __GI___recvfrom, SOCKET_IO",
        "java.nio.DirectByteBuffer.<init>, __memset_avx2, ALLOCATION",
        "com.acme.Native.load, __open64_nocancel, FILE_IO",
        "com.acme.Native.ask, sendmsg@@GLIBC_2.17, SOCKET_IO",
        "com.acme.Native.compute, crunch, CODE"
    })
    void shouldTellWhichCallOfTheSystemAThreadIsIn(String method, String function, Cause expected) {
        assertThat(cause("Task.slow", FrameKind.INTERPRETED, method, FrameKind.INTERPRETED, function, FrameKind.NATIVE))
                .isEqualTo(expected);
    }

    /** Natives of a library's own, of which the JDK knows nothing. */
    @ParameterizedTest
    @CsvSource({
        "__GI_read, FILE_IO",
        "__libc_write, FILE_IO",
        "___pthread_cond_wait, WAIT",
        "__lll_lock_wait, WAIT",
        "usleep, SLEEP",
        "pthread_mutex_lock@@GLIBC_2.2.5, CODE",
    })
    void shouldTellWhatALibrarysNativeCodeIsIn(String function, Cause expected) {
        assertThat(cause(
                        "com.acme.Library.call",
                        FrameKind.COMPILED,
                        "call",
                        FrameKind.NATIVE,
                        function,
                        FrameKind.NATIVE))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.Task.run, Parker::park, PARK",
        "com.acme.Task.run, ObjectMonitor::EnterI, MONITOR",
        // Of a lock that the JDK has around the file.
        "sun.nio.ch.FileChannelImpl.write, ObjectMonitor::enter, MONITOR",
        "java.net.Socket.close, ObjectMonitor::enter, MONITOR",
        "java.lang.Thread.start0, os::create_thread, WAIT",
    })
    void shouldTellAWaitInTheJvmWhateverItWasCalledFor(String method, String function, Cause expected) {
        assertThat(cause(
                        "com.acme.Task.run",
                        FrameKind.COMPILED,
                        method,
                        FrameKind.COMPILED,
                        function,
                        FrameKind.CPP,
                        "___pthread_cond_wait",
                        FrameKind.NATIVE))
                .isEqualTo(expected);
    }

    /** It lets go of its carrier in Java, so no native method is in its stack. */
    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.locks.ReentrantLock.lock, PARK",
        "sun.nio.ch.Poller.poll, SOCKET_IO",
        "java.lang.Thread.sleep, SLEEP",
    })
    void shouldTellWhatAVirtualThreadWaitsFor(String method, Cause expected) {
        List<StackFrame> frames = stack(
                "com.acme.Task.run",
                FrameKind.JAVA,
                method,
                FrameKind.JAVA,
                "java.util.concurrent.locks.LockSupport.park",
                FrameKind.JAVA);

        assertThat(NativeCalls.waited(frames)).contains(expected);
    }

    @Test
    void shouldKnowALibraryThatReadsSocketsAsIfTheyWereFiles() {
        assertThat(cause(
                        "io.netty.channel.unix.FileDescriptor.readAddress",
                        FrameKind.COMPILED,
                        "__GI_read",
                        FrameKind.NATIVE))
                .isEqualTo(Cause.SOCKET_IO);
    }

    @Test
    void shouldNotTakeJavaCodeForACallOfTheSystem() {
        List<StackFrame> frames = stack("Task.run", FrameKind.COMPILED, "java.net.URI.parse", FrameKind.COMPILED);

        assertThat(StackCauses.of(frames)).isEmpty();
    }

    /** The JVM generates routines for loops in Java; a package's name alone does not say that its classes wait for anything. */
    @ParameterizedTest
    @CsvSource({
        "java.net.URLDecoder.decode, jbyte_disjoint_arraycopy",
        "java.net.Socket.connect, checkcast_arraycopy",
        "java.net.URLDecoder.decode, Runtime1::counter",
        "java.net.Socket.connect, I2C/C2I adapters",
        "sun.net.www.ParseUtil.decode, JVM_ReferenceRefersTo",
        "sun.net.www.protocol.jrt.JavaRuntimeURLConnection.getInputStream, JVM_ReferenceRefersTo",
        "java.io.FileInputStream.read, arrayof_jint_fill",
    })
    void shouldNotTakeARoutineOfTheJvmsForACallOfTheSystem(String method, String routine) {
        List<StackFrame> frames =
                stack("Task.run", FrameKind.COMPILED, method, FrameKind.COMPILED, routine, FrameKind.NATIVE);

        assertThat(StackCauses.of(frames)).isEmpty();
    }

    @Test
    void shouldKnowWhatAChannelIsOfThatIsClosed() {
        List<StackFrame> frames = stack(
                "Task.run",
                FrameKind.COMPILED,
                "java.nio.channels.spi.AbstractInterruptibleChannel.close",
                FrameKind.COMPILED,
                "sun.nio.ch.SocketChannelImpl.implCloseSelectableChannel",
                FrameKind.COMPILED);

        assertThat(NativeCalls.calledFor(frames)).contains(Cause.SOCKET_IO);
        assertThat(NativeCalls.calledFor(frames.subList(0, 2))).isEmpty();
    }

    @Test
    void shouldCallCodeInterpretedWhereNormalIterationsRunItCompiled() {
        List<StackFrame> frames = stack("Task.run", FrameKind.COMPILED, "Task.step", FrameKind.INTERPRETED);
        NormalCode normal =
                NormalCode.of(List.of(stack("Task.run", FrameKind.COMPILED, "Task.step", FrameKind.INLINED)));

        assertThat(new StackReadings(NormalCode.UNKNOWN).of(frames).cause()).isEqualTo(Cause.CODE);
        assertThat(new StackReadings(normal).of(frames).cause()).isEqualTo(Cause.DEOPTIMIZATION);
    }

    /** Counters overflow in any method, and its thread then asks for it to be compiled. That others hold the queue's lock is not that method's doing. */
    @Test
    void shouldTellAWaitForTheCompileQueueWhereverItHappens() {
        StackReadings.Reading reading = new StackReadings(NormalCode.UNKNOWN)
                .of(stack(
                        "Task.run",
                        FrameKind.COMPILED,
                        "Task.step",
                        FrameKind.INTERPRETED,
                        "CompilationPolicy::event",
                        FrameKind.CPP,
                        "CompileBroker::compile_method",
                        FrameKind.CPP,
                        "Mutex::lock",
                        FrameKind.CPP,
                        "__lll_lock_wait",
                        FrameKind.NATIVE));

        assertThat(reading.waited()).contains(Cause.DEOPTIMIZATION);
        assertThat(reading.place()).isEqualTo(Place.of("the JVM's queue of methods to compile"));
    }

    /** By the method that runs, or that called it, up to the program's own. */
    @ParameterizedTest
    @CsvSource({
        "java.nio.file.Files.move, sun.nio.fs.UnixPath.encode, FILE_IO",
        "java.io.File.listFiles, java.io.UnixFileSystem.resolve, FILE_IO",
        "java.io.File.getName, java.lang.String.substring, ''",
        "java.net.Socket.connect, java.util.concurrent.locks.ReentrantLock.lock, SOCKET_IO",
        "java.net.URI.create, java.net.URI$Parser.parse, ''",
        "java.lang.String.format, java.util.Formatter.format, ''",
        "java.util.stream.ReferencePipeline.count, sun.nio.fs.UnixDirectoryStream$UnixDirectoryIterator.hasNext, FILE_IO",
        "java.util.stream.ReferencePipeline.count, java.util.stream.Sink.accept, ''",
        "java.nio.file.Files.copy, java.net.Socket$SocketInputStream.read, SOCKET_IO",
        "java.nio.ByteBuffer.allocateDirect, java.nio.Bits.setMemory, ALLOCATION",
        "java.nio.ByteBuffer.put, java.nio.DirectByteBuffer.ix, ''",
    })
    void shouldTellWhatTheJdksCodeIsPartOf(String call, String runs, String expected) {
        List<StackFrame> frames =
                stack("Task.run", FrameKind.COMPILED, call, FrameKind.COMPILED, runs, FrameKind.INTERPRETED);
        List<StackFrame> back = new ArrayList<>(frames);
        back.add(new StackFrame("Task.visit", FrameKind.COMPILED));

        assertThat(NativeCalls.calledFor(frames).map(Cause::name).orElse("")).isEqualTo(expected);
        assertThat(NativeCalls.calledFor(back)).isEmpty();
    }
}
